/// Writes messages in the wire format of Protocol Buffers.
///
/// Source: Protocol Buffers, "Encoding".
struct ProtocolBuffer {
    private(set) var bytes: [UInt8] = []

    /// How many bytes are written.
    var count: Int { bytes.count }
    var isEmpty: Bool { bytes.isEmpty }

    /// Begins anew, with the room that there is.
    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    /// Takes back what was written last.
    mutating func removeLast(_ count: Int) { bytes.removeLast(count) }

    /// Adds fields that are written elsewhere.
    mutating func append(_ other: ProtocolBuffer) { bytes.append(contentsOf: other.bytes) }

    /// How a field's value is written.
    private enum Wire: UInt64 {
        case varint = 0
        case eightBytes = 1
        case counted = 2
    }

    private mutating func key(_ field: UInt64, _ wire: Wire) { varint(field << 3 | wire.rawValue) }

    /// Writes a number by groups of seven bits, the lowest first.
    mutating func varint(_ number: UInt64) {
        var rest = number
        while rest > 0x7F {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// A field with a whole number.
    mutating func number(_ field: UInt64, _ number: UInt64) {
        key(field, .varint)
        varint(number)
    }

    /// A field with a number of 64 bits in the format of IEEE 754.
    mutating func double(_ field: UInt64, _ number: Double) {
        key(field, .eightBytes)
        withUnsafeBytes(of: number.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// A field with a text.
    mutating func text(_ field: UInt64, _ text: String) {
        key(field, .counted)
        varint(UInt64(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    /// A field with a message, or with anything that is written as bytes.
    mutating func message(_ field: UInt64, _ message: ProtocolBuffer) {
        key(field, .counted)
        varint(UInt64(message.bytes.count))
        bytes.append(contentsOf: message.bytes)
    }

    /// A signed number among those without a sign, small ones small.
    static func zigZag(_ number: Int64) -> UInt64 {
        UInt64(bitPattern: (number << 1) ^ (number >> 63))
    }
}
