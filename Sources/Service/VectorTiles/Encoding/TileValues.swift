internal import FeatureCollections

/// The values of a layer, each written once.
///
/// Two are one where their bytes are the same, so that they are compared as they are written.
struct TileValues {
    /// The fields of the layer's message that hold the values, side by side.
    private(set) var written: ProtocolBuffer

    private struct Entry {
        let hash: UInt64
        /// Where in ``written`` the text begins, or the field; its length is in its hash.
        let start: Int
        let isText: Bool
    }

    private var entries: [Entry] = []
    /// The values by their hashes, plus one; 0 where there is none. There is always room.
    private var slots: [UInt32]
    private var scratch = ProtocolBuffer()

    /// Chosen anew by each process, so that no file can be made whose values all have one hash.
    private static let seed = UInt64.random(in: .min ... .max) | 1

    /// - Parameter expected: How many values there will be about.
    init(expected: Int) {
        written = ProtocolBuffer(capacity: 16 * expected)
        entries.reserveCapacity(expected)
        slots = Array(repeating: 0, count: Self.slotCount(for: expected))
    }

    /// A power of two, so that no more than half of the slots are used.
    private static func slotCount(for expected: Int) -> Int {
        let least = max(2 * expected, 64)
        return 1 << (Int.bitWidth - (least - 1).leadingZeroBitCount)
    }

    /// The value's index in the layer; nil for null.
    mutating func index(of value: FieldValue) -> UInt32? {
        switch value {
        case .text(let text):
            var text = text
            return text.withUTF8 { index(of: $0, isText: true) }
        case .number(let number): return index { $0.double(3, number) }
        case .integer(let number):
            return index {
                if number < 0 {
                    $0.number(6, ProtocolBuffer.zigZag(number))
                } else {
                    $0.number(4, UInt64(number))
                }
            }
        case .boolean(let flag): return index { $0.number(7, flag ? 1 : 0) }
        case .null: return nil
        }
    }

    /// The index of a value that is written as a field.
    private mutating func index(writing write: (inout ProtocolBuffer) -> Void) -> UInt32 {
        var field = ProtocolBuffer()
        swap(&field, &scratch)
        write(&field)
        let found = field.bytes.withUnsafeBufferPointer { index(of: $0, isText: false) }
        field.removeAll()
        swap(&field, &scratch)
        return found
    }

    /// - Parameters:
    ///   - bytes: The value's text, or its field as it is written.
    ///   - isText: Whether the field's key and length are still to be written.
    private mutating func index(of bytes: UnsafeBufferPointer<UInt8>, isText: Bool) -> UInt32 {
        let hash = Self.hash(bytes, isText: isText)
        var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[slot] != 0 {
            let known = slots[slot] - 1
            let entry = entries[Int(known)]
            if entry.hash == hash, entry.isText == isText, written.holds(bytes, from: entry.start) {
                return known
            }
            slot = (slot + 1) & (slots.count - 1)
        }
        let length = bytes.count
        if isText {
            written.begin(4, length: 1 + ProtocolBuffer.length(UInt64(length)) + length)
            written.begin(1, length: length)
        } else {
            written.begin(4, length: length)
        }
        entries.append(Entry(hash: hash, start: written.count, isText: isText))
        written.append(bytes)
        slots[slot] = UInt32(entries.count)
        if 2 * entries.count > slots.count { grow() }
        return UInt32(entries.count - 1)
    }

    private mutating func grow() {
        var larger: [UInt32] = Array(repeating: 0, count: 2 * slots.count)
        for (index, entry) in entries.enumerated() {
            var slot = Int(truncatingIfNeeded: entry.hash) & (larger.count - 1)
            while larger[slot] != 0 { slot = (slot + 1) & (larger.count - 1) }
            larger[slot] = UInt32(index + 1)
        }
        slots = larger
    }

    /// Eight bytes at a time, each time mixed by the two halves of a product.
    private static func hash(_ bytes: UnsafeBufferPointer<UInt8>, isText: Bool) -> UInt64 {
        let seed = Self.seed
        var state = seed &+ UInt64(bytes.count) << 1 | (isText ? 1 : 0)
        func mix(_ word: UInt64) {
            let product = (state ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15 ^ seed)
            state = product.high ^ product.low
        }
        let raw = UnsafeRawBufferPointer(bytes)
        var position = 0
        while position + 8 <= raw.count {
            mix(raw.loadUnaligned(fromByteOffset: position, as: UInt64.self))
            position += 8
        }
        var rest: UInt64 = 0
        while position < raw.count {
            rest = rest << 8 | UInt64(raw[position])
            position += 1
        }
        mix(rest)
        return state
    }
}
