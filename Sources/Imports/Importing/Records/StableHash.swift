/// A hash that is the same in each process, so that what is chosen by it is chosen again from the next
/// file.
///
/// Source: FNV-1a, 64 bits (G. Fowler, L. C. Noll, K.-P. Vo; RFC 9923).
struct StableHash {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    private mutating func add(byte: UInt8) {
        value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }

    /// Adds a text, or that there is none.
    mutating func add(_ text: String?) {
        guard let text else { return add(byte: 0xFE) }
        for byte in text.utf8 { add(byte: byte) }
        // No UTF-8 has it: texts do not run into each other.
        add(byte: 0xFF)
    }

    /// Adds a number of degrees or metres.
    mutating func add(_ number: Double) {
        // 0 and -0 are one.
        let bits = (number + 0).bitPattern
        for shift in stride(from: 0, to: 64, by: 8) {
            add(byte: UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
        }
    }
}
