/// SipHash-2-4 of short messages: a keyed function whose values nobody can tell from random ones
/// without the key.
///
/// Source: J.-P. Aumasson, D. J. Bernstein, "SipHash: a fast short-input PRF" (2012).
struct SipHash: Sendable {
    private let key: (UInt64, UInt64)

    /// - Parameter key: 16 bytes; of others the first 16, and zeros for those that are missing.
    init(key bytes: some Sequence<UInt8>) {
        var words: [UInt64] = [0, 0]
        for (place, byte) in bytes.prefix(16).enumerated() {
            words[place / 8] |= UInt64(byte) << UInt64(place % 8 * 8)
        }
        key = (words[0], words[1])
    }

    /// The hash of the `count` lowest bytes of a word, the lowest first.
    ///
    /// - Parameters:
    ///   - word: The bytes above those that count are zero.
    ///   - count: 0 to 7: such a message is a single block.
    @inline(__always)
    func hash(_ word: UInt64, count: UInt64) -> UInt64 {
        var state = State(key)
        state.compress(word | count << 56)
        return state.finish()
    }

    /// Constants and rotations as the paper has them.
    private struct State {
        private var v0, v1, v2, v3: UInt64

        @inline(__always)
        init(_ key: (UInt64, UInt64)) {
            v0 = key.0 ^ 0x736F_6D65_7073_6575
            v1 = key.1 ^ 0x646F_7261_6E64_6F6D
            v2 = key.0 ^ 0x6C79_6765_6E65_7261
            v3 = key.1 ^ 0x7465_6462_7974_6573
        }

        @inline(__always)
        mutating func compress(_ block: UInt64) {
            v3 ^= block
            for _ in 0..<2 { round() }
            v0 ^= block
        }

        @inline(__always)
        mutating func finish() -> UInt64 {
            v2 ^= 0xFF
            for _ in 0..<4 { round() }
            return v0 ^ v1 ^ v2 ^ v3
        }

        @inline(__always)
        private mutating func round() {
            v0 &+= v1
            v1 = Self.rotated(v1, by: 13) ^ v0
            v0 = Self.rotated(v0, by: 32)
            v2 &+= v3
            v3 = Self.rotated(v3, by: 16) ^ v2
            v0 &+= v3
            v3 = Self.rotated(v3, by: 21) ^ v0
            v2 &+= v1
            v1 = Self.rotated(v1, by: 17) ^ v2
            v2 = Self.rotated(v2, by: 32)
        }

        @inline(__always)
        private static func rotated(_ word: UInt64, by bits: UInt64) -> UInt64 {
            word &<< bits | word &>> (64 - bits)
        }
    }
}
