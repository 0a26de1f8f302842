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

    /// Reads the same, also with a decimal comma in the place of the point: `38,8977`.
    ///
    /// For cells of tables alone: where commas separate numbers, `38,8977` is two.
    package static func readCell(_ text: some StringProtocol) -> Double? {
        if let number = read(text) { return number }
        guard !text.contains("."), text.count(where: { $0 == "," }) == 1 else { return nil }
        return read(String(text.map { $0 == "," ? "." : $0 }))
    }
}
