extension [UInt8] {
    /// Appends a whole number in decimal digits.
    mutating func appendDecimal(_ number: Int64) { appendDecimal(number, decimals: 0) }

    /// Appends so many units of 10 to the minus `decimals`, without zeros at the end of the
    /// fraction, and without a point where there is none.
    mutating func appendDecimal(_ units: Int64, decimals: Int) {
        var magnitude = units.magnitude
        var decimals = decimals
        while decimals > 0, magnitude % 10 == 0 {
            magnitude /= 10
            decimals -= 1
        }
        if units < 0 { append(UInt8(ascii: "-")) }
        // 20 digits are the most of 64 bits; a point and a zero before it may come to them.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 24) { digits in
            var place = 24
            var written = 0
            repeat {
                if written == decimals, decimals > 0 {
                    place -= 1
                    digits[place] = UInt8(ascii: ".")
                }
                let (quotient, digit) = magnitude.quotientAndRemainder(dividingBy: 10)
                place -= 1
                digits[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)
                magnitude = quotient
                written += 1
            } while magnitude > 0 || written <= decimals
            append(contentsOf: digits[place...])
        }
    }
}
