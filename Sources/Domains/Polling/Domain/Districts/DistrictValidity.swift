/// The days on which a district's boundary is in force, both inclusive.
///
/// Boundaries are drawn anew every few years. Where two vintages of them are published, the day of the
/// election that is shown decides which one holds the voter.
public struct DistrictValidity: Sendable, Hashable {
    /// The first day; nil where the boundary has always been in force.
    public let from: CalendarDate?
    /// The last day; nil where no end is known.
    public let to: CalendarDate?

    /// In force on every day.
    public static let always = DistrictValidity(uncheckedFrom: nil, to: nil)

    /// - Returns: nil where the last day is before the first.
    public init?(from: CalendarDate?, to: CalendarDate?) {
        if let from, let to, to < from { return nil }
        self.init(uncheckedFrom: from, to: to)
    }

    private init(uncheckedFrom from: CalendarDate?, to: CalendarDate?) {
        (self.from, self.to) = (from, to)
    }

    /// Whether the boundary is in force on a day.
    public func contains(_ day: CalendarDate) -> Bool {
        from.map { $0 <= day } ?? true && to.map { day <= $0 } ?? true
    }

    /// Whether there is a day on which both are in force.
    public func overlaps(_ other: DistrictValidity) -> Bool {
        func isBefore(_ last: CalendarDate?, _ first: CalendarDate?) -> Bool {
            guard let last, let first else { return false }
            return last < first
        }
        return !isBefore(to, other.from) && !isBefore(other.to, from)
    }
}
