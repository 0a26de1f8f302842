/// Finds text that needs no second look, a word of eight bytes at a time.
package enum PlainText {
    /// How many bytes are looked at together.
    static let wordLength = 8

    /// Passes over words of printable ASCII, spaces included.
    ///
    /// Source: "Determine if a word has a byte less than n", S. E. Anderson, "Bit Twiddling Hacks".
    ///
    /// - Returns: The first index from `start` on at which a word begins that holds another byte, or
    ///   is cut by the end of the text.
    /// - Complexity: O(length of what is passed over).
    package static func run(in text: [UInt8], from start: Int) -> Int {
        text.withUnsafeBytes { bytes in
            var index = start
            while index + wordLength <= bytes.count {
                let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                let below = (word &- 0x2020_2020_2020_2020) & ~word
                guard (below | word) & 0x8080_8080_8080_8080 == 0 else { return index }
                index += wordLength
            }
            return index
        }
    }
}
