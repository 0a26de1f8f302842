internal import Polling

/// The days on which a station is open, as far as its hours tell.
struct OpenDays: Sendable {
    /// nil where hours name no days.
    let ranges: [ClosedRange<CalendarDate>]?
    /// nil where there are none, and where they are not understood.
    private let hours: OpeningHours?

    init(_ station: Station) {
        hours = station.hours.flatMap(OpeningHours.init)
        let spans = hours?.spans ?? []
        let days = spans.compactMap(\.days)
        ranges = spans.isEmpty || days.count < spans.count ? nil : days
    }

    /// Those of stations, in their order: of the different hours of a list each is read once.
    static func of(_ stations: [Station]) -> [OpenDays] {
        var read: [String: OpenDays] = [:]
        return stations.map { station in
            guard let text = station.hours else { return OpenDays(station) }
            let days = read[text] ?? OpenDays(station)
            read[text] = days
            return days
        }
    }

    /// Whether it may be open on the day of an election.
    func mayBeOpen(on day: CalendarDate) -> Bool { hours?.isOpen(onElectionDay: day) ?? true }

    /// From when to when it is open on the day of an election, in minutes since midnight; nil where it is not,
    /// or where that is not known.
    func times(onElectionDay day: CalendarDate) -> Range<Int>? {
        hours?.times(onElectionDay: day)
    }

    /// Whether both may be open on one day.
    func mayMeet(_ other: OpenDays) -> Bool {
        guard let ranges, let others = other.ranges else { return true }
        return ranges.contains { range in others.contains { $0.overlaps(range) } }
    }
}
