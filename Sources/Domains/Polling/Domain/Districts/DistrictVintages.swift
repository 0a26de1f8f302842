internal import Synchronization

/// The districts of one reading by the day on which they are in force.
///
/// Where all are in force on every day, which is usual, there is one map. Else there is one for each
/// stretch of days between which none begins or ends, made when it is first asked for.
public final class DistrictVintages: Sendable {
    /// All districts, whenever they are in force.
    public let whole: DistrictMap
    /// The first days of the stretches but the first, in order.
    private let borders: [CalendarDate]
    private let maps = Mutex<[Int: DistrictMap]>([:])

    /// - Complexity: O(n log n) for n districts.
    init(_ whole: DistrictMap) {
        self.whole = whole
        let days = whole.districts.flatMap { district in
            [district.validity.from, district.validity.to?.next].compactMap { $0 }
        }
        borders = Set(days).sorted()
    }

    /// The districts that are in force on a day.
    ///
    /// - Complexity: O(log n) but for the first day of a stretch that is asked for, which takes as
    ///   long as a ``DistrictMap``.
    public func map(on day: CalendarDate) -> DistrictMap {
        guard !borders.isEmpty else { return whole }
        let stretch = stretch(of: day)
        if let known = maps.withLock({ $0[stretch] }) { return known }
        let map = DistrictMap(whole.districts.filter { $0.validity.contains(day) })
        return maps.withLock { maps in
            // Another may have been quicker: whoever compares maps shall see one.
            if let first = maps[stretch] { return first }
            maps[stretch] = map
            return map
        }
    }

    /// Whether the same districts are in force on two days.
    func isSame(_ day: CalendarDate, _ other: CalendarDate) -> Bool {
        stretch(of: day) == stretch(of: other)
    }

    /// How many borders lie on or before a day.
    private func stretch(of day: CalendarDate) -> Int {
        var (low, high) = (0, borders.count)
        while low < high {
            let middle = (low + high) / 2
            if borders[middle] <= day { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension CalendarDate {
    /// The day after; nil after the last day of the year 9999.
    var next: CalendarDate? {
        let day = CalendarDate(daysSince1970: daysSince1970 + 1)
        return day > self ? day : nil
    }
}
