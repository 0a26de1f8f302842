/// Decimal numbers as people write them.
package enum PlainNumber {
    /// Reads digits, a sign, a point, an exponent.
    ///
    /// - Returns: nil for any other text: what `Double` reads besides, such as `0x1F`, `nan` and `inf`,
    ///   nobody means.
    package static func read(_ text: some StringProtocol) -> Double? {
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
                UInt8(ascii: "+"), UInt8(ascii: "E"), UInt8(ascii: "e"):
                true
            default: false
            }
        }
        guard isPlain, let number = Double(text), number.isFinite else { return nil }
        return number
    }
}
