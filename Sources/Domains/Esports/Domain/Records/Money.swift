/// An amount of money: a whole number of the currency's smallest unit.
///
/// There is no arithmetic between currencies, and none with fractions: what is shown is what was asked.
package struct Money: Sendable, Hashable {
    /// In the currency's smallest unit, such as cents; 0 or more.
    package let amountMinor: Int64
    /// The currency.
    package let currency: Currency

    /// The largest amount that is read, in the smallest unit.
    package static let limitMinor: Int64 = 1_000_000_000_000_000

    /// An amount in the smallest unit; nil where it is negative or larger than ``limitMinor``.
    package init?(minor amountMinor: Int64, _ currency: Currency) {
        guard (0...Self.limitMinor).contains(amountMinor) else { return nil }
        self.amountMinor = amountMinor
        self.currency = currency
    }

    /// Reads digits with a point before the decimals: `39.99`, `1000`, `12.50`.
    ///
    /// - Returns: nil for any other text, a sign included, and for decimals that the currency does not have,
    ///   unless they are zeros.
    package init?(parsing text: String, _ currency: Currency) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let whole = parts.first,
            (1...16).contains(whole.utf8.count),
            parts.allSatisfy({ $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }),
            parts.count == 1 || (1...9).contains(parts[1].utf8.count)
        else { return nil }
        let fraction = parts.count == 2 ? parts[1] : ""
        guard fraction.dropFirst(currency.decimalCount).allSatisfy({ $0 == "0" }) else {
            return nil
        }
        var digits = String(whole) + fraction.prefix(currency.decimalCount)
        digits += String(
            repeating: "0",
            count: currency.decimalCount - fraction.prefix(currency.decimalCount).count
        )
        guard let minor = Int64(digits) else { return nil }
        self.init(minor: minor, currency)
    }

    /// Digits with a point before the decimals: `39.99`.
    package var plain: String {
        let count = currency.decimalCount
        guard count > 0 else { return String(amountMinor) }
        let digits = String(amountMinor)
        let padded = String(repeating: "0", count: max(0, count + 1 - digits.count)) + digits
        return "\(padded.dropLast(count)).\(padded.suffix(count))"
    }

    /// How many times of a whole unit it is, for comparisons of size.
    package var major: Double {
        var divisor = 1.0
        for _ in 0..<currency.decimalCount { divisor *= 10 }
        return Double(amountMinor) / divisor
    }
}
