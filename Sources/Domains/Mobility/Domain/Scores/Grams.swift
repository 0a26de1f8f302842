/// A mass of carbon dioxide, exact to the milligram, so that sums do not depend on their order.
package struct Grams: Sendable, Hashable, Comparable {
    /// The mass in milligrams; negative where more was given off than spared.
    package let milligrams: Int64

    /// None.
    package static let zero = Grams(milligrams: 0)

    /// A mass in milligrams.
    package init(milligrams: Int64) { self.milligrams = milligrams }

    /// The milligrams nearest to some grams.
    ///
    /// - Returns: nil for what is not finite, and for more than 10^12 g: no journey gives off a million tonnes.
    package init?(rounding grams: Double) {
        guard grams.magnitude <= 1e12 else { return nil }
        milligrams = Int64((grams * 1000).rounded())
    }

    /// In grams.
    package var value: Double { Double(milligrams) / 1000 }

    package static func < (left: Grams, right: Grams) -> Bool { left.milligrams < right.milligrams }

    /// The sum; what is beyond 64 bits stays at their end, which takes nine million journeys of a million tonnes.
    package static func + (left: Grams, right: Grams) -> Grams {
        let (sum, overflow) = left.milligrams.addingReportingOverflow(right.milligrams)
        return Grams(milligrams: overflow ? (left.milligrams < 0 ? .min : .max) : sum)
    }

    package static func - (left: Grams, right: Grams) -> Grams {
        let (rest, overflow) = left.milligrams.subtractingReportingOverflow(right.milligrams)
        return Grams(milligrams: overflow ? (left.milligrams < 0 ? .min : .max) : rest)
    }

    package static func += (left: inout Grams, right: Grams) { left = left + right }
    package static func -= (left: inout Grams, right: Grams) { left = left - right }
}
