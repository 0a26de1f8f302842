internal import Geodesy

/// A description of a coordinate reference system in Well-Known Text, checked token by token and written
/// anew.
///
/// Descriptions come out of strangers' files, and PROJ parses them in C. So it is never handed the file's
/// bytes: what it gets is made here of keywords, names and finite numbers of moderate length, nested
/// moderately deep. What such a text means, and whether it means anything, PROJ alone knows.
///
/// Source: OGC 18-010r11 / ISO 19162:2019, "Well-known text representation of coordinate reference
/// systems", 6; the older forms of the OGC (01-009) and of ESRI have the same tokens.
struct WellKnownText {
    /// The same description, in ASCII brackets and without white space between its tokens.
    let text: String

    /// The longest descriptions of the register have some 10 KB.
    static let mostBytes = 64 << 10
    static let deepest = 24
    static let mostItems = 4_000
    static let longestName = 1_024
    private static let longestWord = 64
    private static let longestNumber = 40
    /// Beyond what any axis, offset or code has.
    private static let largestNumber = 1e15

    /// - Throws: ``ReferenceSystemError/unreadable(_:)`` for anything but a keyword with its
    ///   items, or two of them, as ESRI has them for a system with heights.
    init(_ text: String) throws(ReferenceSystemError) {
        var tokens = Tokens(text.utf8.prefix(Self.mostBytes + 1))
        guard text.utf8.count <= Self.mostBytes, let written = tokens.whole() else {
            throw .unreadable(String(text.prefix(80)))
        }
        self.text = written
    }

    /// Reads a text from its beginning, and writes what it reads.
    private struct Tokens {
        private let bytes: [UInt8]
        private var index = 0
        private var items = 0
        private var written: [UInt8] = []

        init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

        /// - Returns: What was read, written anew; nil when it is no such text.
        mutating func whole() -> String? {
            guard node(depth: 0) else { return nil }
            skipSpace()
            if take(UInt8(ascii: ",")) {
                written.append(UInt8(ascii: ","))
                guard node(depth: 0) else { return nil }
            }
            skipSpace()
            guard index == bytes.count else { return nil }
            return String(validating: written, as: UTF8.self)
        }

        /// A keyword and its items in brackets.
        private mutating func node(depth: Int) -> Bool {
            skipSpace()
            guard word() else { return false }
            skipSpace()
            return bracket(depth: depth)
        }

        private mutating func bracket(depth: Int) -> Bool {
            guard depth < WellKnownText.deepest, index < bytes.count else { return false }
            let closing: UInt8
            switch bytes[index] {
            case UInt8(ascii: "["): closing = UInt8(ascii: "]")
            case UInt8(ascii: "("): closing = UInt8(ascii: ")")
            default: return false
            }
            index += 1
            written.append(UInt8(ascii: "["))
            while true {
                guard item(depth: depth) else { return false }
                skipSpace()
                if take(closing) { break }
                guard take(UInt8(ascii: ",")) else { return false }
                written.append(UInt8(ascii: ","))
            }
            written.append(UInt8(ascii: "]"))
            return true
        }

        /// A name in quotes, a number, a word, or a keyword with its own items.
        private mutating func item(depth: Int) -> Bool {
            items += 1
            guard items <= WellKnownText.mostItems else { return false }
            skipSpace()
            guard index < bytes.count else { return false }
            switch bytes[index] {
            case UInt8(ascii: "\""): return name()
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
                UInt8(ascii: "."):
                return number()
            default:
                guard word() else { return false }
                skipSpace()
                guard index < bytes.count,
                    bytes[index] == UInt8(ascii: "[") || bytes[index] == UInt8(ascii: "(")
                else { return true }
                return bracket(depth: depth + 1)
            }
        }

        /// A text in quotes, within which a quote stands doubled, without control characters.
        private mutating func name() -> Bool {
            let start = index
            index += 1
            while index < bytes.count, index - start <= WellKnownText.longestName {
                let byte = bytes[index]
                index += 1
                guard byte >= 0x20, byte != 0x7F else { return false }
                guard byte == UInt8(ascii: "\"") else { continue }
                if index < bytes.count, bytes[index] == UInt8(ascii: "\"") {
                    index += 1
                    continue
                }
                written += bytes[start..<index]
                return true
            }
            return false
        }

        private mutating func number() -> Bool {
            let start = index
            while index < bytes.count, isInNumber(bytes[index]) { index += 1 }
            let digits = bytes[start..<index]
            guard digits.count <= WellKnownText.longestNumber,
                let number = PlainNumber.read(String(decoding: digits, as: UTF8.self)),
                number.magnitude <= WellKnownText.largestNumber
            else { return false }
            written += digits
            return true
        }

        private func isInNumber(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
                UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
                true
            default: false
            }
        }

        /// Letters, digits and underscores, a letter first.
        private mutating func word() -> Bool {
            let start = index
            while index < bytes.count, isInWord(bytes[index], isFirst: index == start) {
                index += 1
            }
            guard (1...WellKnownText.longestWord).contains(index - start) else { return false }
            written += bytes[start..<index]
            return true
        }

        private func isInWord(_ byte: UInt8, isFirst: Bool) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): !isFirst
            default: false
            }
        }

        private mutating func skipSpace() {
            while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) {
                index += 1
            }
        }

        private mutating func take(_ byte: UInt8) -> Bool {
            guard index < bytes.count, bytes[index] == byte else { return false }
            index += 1
            return true
        }
    }
}
