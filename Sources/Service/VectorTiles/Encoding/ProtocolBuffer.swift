/// Writes messages in the wire format of Protocol Buffers.
///
/// Source: Protocol Buffers, "Encoding".
struct ProtocolBuffer {
    private(set) var bytes: [UInt8] = []

    /// An empty buffer.
    init() {}

    /// An empty buffer with room for so many bytes.
    init(capacity: Int) { bytes.reserveCapacity(capacity) }

    /// How many bytes are written.
    var count: Int { bytes.count }
    var isEmpty: Bool { bytes.isEmpty }

    /// Begins anew, with the room that there is.
    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    /// Adds fields that are written elsewhere.
    mutating func append(_ other: ProtocolBuffer) {
        other.bytes.withUnsafeBufferPointer { append($0) }
    }

    /// Adds bytes that are written elsewhere.
    mutating func append(_ other: UnsafeBufferPointer<UInt8>) { bytes.append(contentsOf: other) }

    /// Whether the same bytes stand at a place, all of them.
    func holds(_ other: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
        guard bytes.count - start >= other.count else { return false }
        return bytes.withUnsafeBytes { bytes in
            let others = UnsafeRawBufferPointer(other)
            var position = 0
            while position + 8 <= others.count {
                let word = others.loadUnaligned(fromByteOffset: position, as: UInt64.self)
                let mine = bytes.loadUnaligned(fromByteOffset: start + position, as: UInt64.self)
                guard mine == word else { return false }
                position += 8
            }
            while position < others.count {
                guard bytes[start + position] == others[position] else { return false }
                position += 1
            }
            return true
        }
    }

    /// How a field's value is written.
    private enum Wire: UInt64 {
        case varint = 0
        case eightBytes = 1
        case counted = 2
    }

    private mutating func key(_ field: UInt64, _ wire: Wire) { varint(field << 3 | wire.rawValue) }

    /// Writes a number by groups of seven bits, the lowest first.
    @inline(__always)
    mutating func varint(_ number: UInt64) {
        if number <= 0x7F {
            bytes.append(UInt8(truncatingIfNeeded: number))
        } else {
            longVarint(number)
        }
    }

    private mutating func longVarint(_ number: UInt64) {
        var rest = number
        while rest > 0x7F {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// How many bytes a number takes.
    static func length(_ number: UInt64) -> Int {
        (UInt64.bitWidth - (number | 1).leadingZeroBitCount + 6) / 7
    }

    /// Begins a field with a message, or with anything that is written as bytes; as many have to follow.
    mutating func begin(_ field: UInt64, length: Int) {
        key(field, .counted)
        varint(UInt64(length))
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
        begin(field, length: text.utf8.count)
        bytes.append(contentsOf: text.utf8)
    }

    /// A field with a message, or with anything that is written as bytes.
    mutating func message(_ field: UInt64, _ message: ProtocolBuffer) {
        begin(field, length: message.bytes.count)
        append(message)
    }

    /// A signed number among those without a sign, small ones small.
    static func zigZag(_ number: Int64) -> UInt64 {
        UInt64(bitPattern: (number << 1) ^ (number >> 63))
    }
}
