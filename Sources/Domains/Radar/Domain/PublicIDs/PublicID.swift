extension Message {
    /// What a message is called outside: 14 letters and digits that say nothing of it.
    ///
    /// It begins with `m`; 13 digits to base 32 follow, small letters without `i`, `l`, `o` and `u`,
    /// which are easily mistaken for others. So it is one word for whoever selects it, no spreadsheet
    /// takes it for a number, and no two texts are the same id. ``PublicIDs`` makes it and reads it.
    public struct PublicID: Sendable, Hashable, CustomStringConvertible {
        /// 64 bits, any of them.
        let number: UInt64

        /// How many letters and digits an id has.
        public static let characterCount = 14

        /// D. Crockford's digits to base 32.
        private static let digits: StaticString = "0123456789abcdefghjkmnpqrstvwxyz"

        private static let values: [UInt8?] = {
            var values = [UInt8?](repeating: nil, count: 256)
            for value in 0..<32 { values[Int(digits.utf8Start[value])] = UInt8(value) }
            return values
        }()

        init(number: UInt64) { self.number = number }

        /// Reads an id; nil for a text that is none.
        public init?(parsing text: some StringProtocol) {
            var bytes = text.utf8.makeIterator()
            guard bytes.next() == UInt8(ascii: "m") else { return nil }
            var number: UInt64 = 0
            for place in 0..<Self.characterCount - 1 {
                guard let byte = bytes.next(), let value = Self.values[Int(byte)],
                    // Thirteen digits could hold 65 bits.
                    place > 0 || value < 16
                else { return nil }
                number = number << 5 | UInt64(value)
            }
            guard bytes.next() == nil else { return nil }
            self.number = number
        }

        /// The id's text as two words, the first character in the lowest byte: eight characters and six,
        /// whose two highest bytes are zero.
        ///
        /// A list has a thousand ids: made in registers, each costs as much as its digits.
        public var words: (UInt64, UInt64) {
            let digits: StaticString = Self.digits
            let table = digits.utf8Start
            @inline(__always)
            func digit(_ shift: UInt64) -> UInt64 {
                UInt64(table[Int(truncatingIfNeeded: number &>> shift & 0x1F)])
            }
            var first = UInt64(UInt8(ascii: "m"))
            var rest: UInt64 = 0
            for place: UInt64 in 1..<8 { first |= digit(65 &- 5 &* place) &<< (8 &* place) }
            for place: UInt64 in 0..<6 { rest |= digit(25 &- 5 &* place) &<< (8 &* place) }
            return (first, rest)
        }

        /// The id's text.
        public var description: String {
            let (first, rest) = words
            return withUnsafeBytes(of: (first.littleEndian, rest.littleEndian)) { bytes in
                String(decoding: bytes.prefix(Self.characterCount), as: UTF8.self)
            }
        }
    }
}
