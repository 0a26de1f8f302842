extension PrimitiveBlock {
    /// Where the texts of a block lie.
    struct TextTable {
        /// Begin and end of each, which fit 32 bits as blocks do.
        private(set) var ranges: [(start: UInt32, end: UInt32)] = []

        /// Blocks have some 8,000 elements, with a few texts each.
        private static let limit = 2_000_000

        /// Reads a `StringTable`.
        mutating func read(_ bytes: [UInt8], _ range: Range<Int>) throws(Fault) {
            var message = ProtobufMessage(bytes, range)
            do throws(ProtobufMessage.Damage) {
                while let (field, value) = try message.next() {
                    guard field == 1, case .bytes(let range) = value else { continue }
                    guard ranges.count < Self.limit else { break }
                    ranges.append((UInt32(range.lowerBound), UInt32(range.upperBound)))
                }
            } catch { throw .damaged }
            guard ranges.count < Self.limit else {
                throw .excessive("a block of it has more than \(grouped(Self.limit)) texts")
            }
        }
    }

    /// Makes texts of the numbers that elements of one sort name them by, each once.
    struct TextReader {
        private let bytes: [UInt8]
        private let table: TextTable
        private let keys: Set<String>
        private let longestKey: Int
        private var wanted: [UInt64: String?] = [:]
        private var known: [UInt64: String] = [:]

        /// - Parameters:
        ///   - bytes: The block.
        ///   - table: Where its texts lie.
        ///   - keys: The keys of the tags that are wanted.
        init(_ bytes: [UInt8], _ table: TextTable, _ keys: Set<String>) {
            self.bytes = bytes
            self.table = table
            self.keys = keys
            longestKey = keys.lazy.map(\.utf8.count).max() ?? 0
        }

        /// The text with a number.
        mutating func text(_ number: UInt64) throws(Fault) -> String {
            if let text = known[number] { return text }
            let range = try range(of: number)
            guard range.count <= OpenStreetMapLimits.textBytes else {
                throw .excessive(
                    "a text in it is \(grouped(range.count)) bytes long; OpenStreetMap's have at "
                        + "most 255 characters"
                )
            }
            let text = String(decoding: bytes[range], as: UTF8.self)
            known[number] = text
            return text
        }

        /// Adds a tag, if its key is wanted.
        mutating func add(
            _ key: UInt64,
            _ value: UInt64,
            to tags: inout [String: String]
        ) throws(Fault) {
            guard value < UInt64(table.ranges.count) else { throw .damaged }
            guard let key = try wantedKey(key) else { return }
            tags[key] = try text(value)
        }

        private mutating func wantedKey(_ number: UInt64) throws(Fault) -> String? {
            if let key = wanted[number] { return key }
            let range = try range(of: number)
            var key: String?
            if range.count <= longestKey {
                let text = String(decoding: bytes[range], as: UTF8.self)
                key = keys.contains(text) ? text : nil
            }
            wanted[number] = .some(key)
            return key
        }

        private func range(of number: UInt64) throws(Fault) -> Range<Int> {
            guard number < UInt64(table.ranges.count) else { throw .damaged }
            let range = table.ranges[Int(number)]
            return Int(range.start)..<Int(range.end)
        }
    }
}
