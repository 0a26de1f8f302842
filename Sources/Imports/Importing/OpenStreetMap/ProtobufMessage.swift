/// A message of protocol buffers, read field by field from foreign bytes.
///
/// Every length is compared with what is left before it is used, so nothing outside the message is
/// ever read. Source: Protocol Buffers documentation, "Encoding".
struct ProtobufMessage {
    /// The bytes of a message or of a list do not follow the format.
    struct Damage: Error {}

    /// What stands in a field.
    enum Value {
        /// A number; those with a sign may be folded, see ``Int64/init(zigzag:)``.
        case number(UInt64)
        /// A text, another message or a packed list: where it lies.
        case bytes(Range<Int>)
        /// Four or eight bytes, of which OpenStreetMap's messages have none.
        case fixed
    }

    private let bytes: [UInt8]
    private var index: Int
    private let end: Int

    /// A message that is a whole buffer.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        index = 0
        end = bytes.count
    }

    /// A message or a packed list within another.
    ///
    /// - Parameter range: As a field gave it.
    init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        index = max(0, range.lowerBound)
        end = min(bytes.count, range.upperBound)
    }

    /// Whether everything was read.
    var isAtEnd: Bool { index >= end }

    /// The next field; nil at the end of the message.
    mutating func next() throws(Damage) -> (field: UInt64, value: Value)? {
        guard index < end else { return nil }
        let key = try number()
        guard key >> 3 > 0 else { throw Damage() }
        switch key & 7 {
        case 0: return (key >> 3, .number(try number()))
        case 1:
            try skip(8)
            return (key >> 3, .fixed)
        case 2:
            let count = try number()
            let start = index
            try skip(count)
            return (key >> 3, .bytes(start..<index))
        case 5:
            try skip(4)
            return (key >> 3, .fixed)
        default: throw Damage()
        }
    }

    /// The next number, in groups of seven bits, the lowest first ("Base 128 varints").
    mutating func number() throws(Damage) -> UInt64 {
        guard index < end else { throw Damage() }
        let first = bytes[index]
        index += 1
        if first < 0x80 { return UInt64(first) }
        var value = UInt64(first & 0x7F)
        var shift: UInt64 = 7
        while index < end, shift < 64 {
            let byte = bytes[index]
            index += 1
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
        throw Damage()
    }

    private mutating func skip(_ count: UInt64) throws(Damage) {
        guard count <= UInt64(end - index) else { throw Damage() }
        index += Int(count)
    }
}

extension Int64 {
    /// A number with a sign that is folded into one without, so that small ones stay short
    /// ("Signed Integers", ZigZag).
    init(zigzag folded: UInt64) { self = Int64(folded >> 1) ^ -Int64(folded & 1) }
}
