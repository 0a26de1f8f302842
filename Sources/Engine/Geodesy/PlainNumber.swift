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

    /// Reads what nearly all cells hold: a sign or none, digits, and a point with digits or none. White
    /// space may stand around them.
    ///
    /// Accuracy: the nearest Double, as ``readCell(_:)`` reads it.
    ///
    /// - Returns: nil for any other text, which may be a number all the same.
    package static func readDigits(_ cell: Span<UInt8>) -> Double? {
        var (index, end) = (0, cell.count)
        while index < end, isBlank(cell[index]) { index += 1 }
        while index < end, isBlank(cell[end - 1]) { end -= 1 }
        let isNegative = index < end && cell[index] == UInt8(ascii: "-")
        if isNegative { index += 1 }
        var mantissa: UInt64 = 0
        var point: Int?
        let start = index
        // 18 digits cannot overflow.
        guard end - start <= 19 else { return nil }
        while index < end {
            let byte = cell[index]
            if 0x30...0x39 ~= byte {
                mantissa = mantissa &* 10 &+ UInt64(byte &- 0x30)
            } else if byte == UInt8(ascii: "."), point == nil, index > start {
                point = index
            } else {
                return nil
            }
            index += 1
        }
        let decimals = point.map { end - $0 - 1 } ?? 0
        let digits = end - start - (point == nil ? 0 : 1)
        // Both the digits and the power of ten are exact Doubles, so one division rounds correctly
        // (W. D. Clinger, "How to read floating point numbers accurately", PLDI 1990).
        guard digits > 0, digits <= 18, decimals > 0 || point == nil, mantissa <= 1 << 53 else {
            return nil
        }
        let magnitude = Double(mantissa) / powersOfTen[decimals]
        return isNegative ? -magnitude : magnitude
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }

    /// 10^0 ... 10^18, all exact in a Double.
    private static let powersOfTen: [Double] = (0...18).map { exponent in
        (0..<exponent).reduce(1.0) { power, _ in power * 10 }
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
