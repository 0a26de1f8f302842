internal import Foundation
public import Timekeeping

extension Election {
    /// Whether its day is over: by the clocks of its time zone, or, where that is not known, everywhere
    /// on the Earth.
    ///
    /// - Returns: nil where the election has no date.
    public func isPast(at moment: Timestamp) -> Bool? {
        guard let date else { return nil }
        guard let zone = timeZone.flatMap(TimeZoneName.zone) else {
            return date < CalendarDate(lastOnEarthAt: moment)
        }
        let seconds = moment.millisecondsSince1970.flooredDivision(by: 1000)
        let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
        let day = (seconds + Int64(offset)).flooredDivision(by: 86_400)
        return date < CalendarDate(daysSince1970: Int(day))
    }
}

extension CalendarDate {
    /// The day where it begins and ends last, half a day behind UTC.
    package init(lastOnEarthAt moment: Timestamp) {
        self.init(
            daysSince1970: Int(
                (moment.adding(milliseconds: -12 * 3_600_000) ?? moment).millisecondsSince1970
                    .flooredDivision(by: 86_400_000)
            )
        )
    }
}
