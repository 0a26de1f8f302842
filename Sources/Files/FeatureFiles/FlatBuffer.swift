/// Writes one buffer in the format of FlatBuffers from its beginning to its end.
///
/// A table is written with its fields, those that lie elsewhere as places that are filled in later: what they
/// point at has to come behind them. Places are aligned as in a buffer that begins with its length.
///
/// Source: FlatBuffers, "Internals".
struct FlatBuffer {
    private(set) var bytes: [UInt8]

    /// Where an offset to something that is still to come is filled in.
    struct Hole { fileprivate let position: Int }

    /// A field of a table.
    enum Field {
        case uint8(UInt8)
        case uint16(UInt16)
        case int32(Int32)
        case uint64(UInt64)
        /// Something that follows the table.
        case offset

        fileprivate var size: Int {
            switch self {
            case .uint8: 1
            case .uint16: 2
            case .int32, .offset: 4
            case .uint64: 8
            }
        }
    }

    /// An empty buffer with room for its length.
    init() { bytes = [0, 0, 0, 0] }

    /// The buffer with its length before it.
    consuming func finished() -> [UInt8] {
        store(UInt32(bytes.count - 4), at: 0)
        return bytes
    }

    private mutating func align(_ size: Int, behind count: Int = 0) {
        while (bytes.count + count) % size != 0 { bytes.append(0) }
    }

    private mutating func append(_ number: some FixedWidthInteger) {
        bytes.appendLittleEndian(number)
    }

    private mutating func store(_ number: some FixedWidthInteger, at position: Int) {
        withUnsafeBytes(of: number.littleEndian) { source in
            for (index, byte) in source.enumerated() { bytes[position + index] = byte }
        }
    }

    /// Room for the offset of the table that the buffer is about.
    mutating func root() -> Hole {
        let hole = Hole(position: bytes.count)
        append(UInt32(0))
        return hole
    }

    /// Room for some offsets, as a vector that a hole points at.
    mutating func offsets(_ count: Int, at hole: Hole) -> [Hole] {
        align(4)
        fill(hole)
        append(UInt32(count))
        return (0..<count).map { _ in root() }
    }

    private mutating func fill(_ hole: Hole) {
        store(UInt32(bytes.count - hole.position), at: hole.position)
    }

    /// Writes a table.
    ///
    /// - Parameter fields: By their numbers, the largest of them last; what is missing is as it is by default.
    /// - Returns: The holes of the fields that are offsets, by their numbers.
    mutating func table(_ fields: [(number: Int, field: Field)], at hole: Hole) -> [Int: Hole] {
        let count = (fields.map(\.number).max() ?? -1) + 1
        // Behind the offset of the vtable the fields, the widest first, so that there are no gaps but one.
        let ordered = fields.sorted { $0.field.size > $1.field.size }
        align(2)
        let vtable = bytes.count
        for _ in 0..<(2 + count) { append(UInt16(0)) }
        let isWide = ordered.contains { $0.field.size == 8 }
        align(isWide ? 8 : 4, behind: isWide ? 4 : 0)
        let start = bytes.count
        fill(hole)
        append(Int32(start - vtable))
        var holes: [Int: Hole] = [:]
        for (number, field) in ordered {
            store(UInt16(bytes.count - start), at: vtable + 4 + 2 * number)
            switch field {
            case .uint8(let value): append(value)
            case .uint16(let value): append(value)
            case .int32(let value): append(value)
            case .uint64(let value): append(value)
            case .offset: holes[number] = root()
            }
        }
        store(UInt16(2 * (2 + count)), at: vtable)
        store(UInt16(bytes.count - start), at: vtable + 2)
        align(4)
        return holes
    }

    /// Writes a text that a hole points at.
    mutating func text(_ text: String, at hole: Hole?) {
        guard let hole else { return }
        align(4)
        fill(hole)
        append(UInt32(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
        bytes.append(0)
    }

    /// Writes bytes that a hole points at.
    mutating func vector(_ content: [UInt8], at hole: Hole?) {
        guard let hole else { return }
        align(4)
        fill(hole)
        append(UInt32(content.count))
        bytes.append(contentsOf: content)
    }

    /// Writes whole numbers that a hole points at.
    mutating func vector(_ content: [UInt32], at hole: Hole?) {
        guard let hole else { return }
        align(4)
        fill(hole)
        append(UInt32(content.count))
        for number in content { append(number) }
    }

    /// Writes numbers that a hole points at.
    mutating func vector(_ content: [Double], at hole: Hole?) {
        guard let hole else { return }
        align(8, behind: 4)
        fill(hole)
        append(UInt32(content.count))
        for number in content { append(number.bitPattern) }
    }
}
