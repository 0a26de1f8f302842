import Agenda
import Mobility
import Testing
import Timekeeping

@Suite struct ScoreSeriesTests {
    private func steps(
        _ from: String,
        _ to: String,
        _ interval: SeriesInterval,
        _ zone: String,
        firstDay: Int = 1
    ) throws -> [ScoreSeries.Step] {
        let (first, last) = (
            try #require(Timestamp(rfc3339: from)), try #require(Timestamp(rfc3339: to))
        )
        let rules = try #require(ZoneRules(named: zone))
        let steps = ScoreSeries.steps(
            from: first,
            to: last,
            by: interval,
            in: rules,
            firstDay: firstDay,
            of: []
        )
        return try #require(steps)
    }

    private func hours(_ step: ScoreSeries.Step) -> Int64 {
        step.to.milliseconds(since: step.from) / 3_600_000
    }

    @Test("A day has 23 hours when clocks are set forward, and 25 when they are set back")
    func followsClocks() throws {
        let spring = try steps(
            "2026-03-28T00:00:00+01:00",
            "2026-03-31T00:00:00+02:00",
            .day,
            "Europe/Berlin"
        )
        #expect(spring.map(hours) == [24, 23, 24])
        let autumn = try steps(
            "2026-10-24T00:00:00+02:00",
            "2026-10-27T00:00:00+01:00",
            .day,
            "Europe/Berlin"
        )
        #expect(autumn.map(hours) == [24, 25, 24])
    }

    @Test("Weeks begin on Monday, or on the day that is set")
    func beginsWeeks() throws {
        let monday = try steps("2026-11-04T10:00:00Z", "2026-11-20T00:00:00Z", .week, "UTC")
        #expect(monday.map(\.day.text) == ["2026-11-02", "2026-11-09", "2026-11-16"])
        #expect(monday[0].from == Timestamp(rfc3339: "2026-11-04T10:00:00Z"))
        let sunday = try steps(
            "2026-11-04T10:00:00Z",
            "2026-11-20T00:00:00Z",
            .week,
            "UTC",
            firstDay: 7
        )
        #expect(sunday.map(\.day.text) == ["2026-11-01", "2026-11-08", "2026-11-15"])
    }

    @Test("Months and years are those of the calendar")
    func followsCalendar() throws {
        let months = try steps("2023-12-15T00:00:00Z", "2024-03-02T00:00:00Z", .month, "UTC")
        #expect(
            months.map(\.day.text) == ["2023-12-01", "2024-01-01", "2024-02-01", "2024-03-01"]
        )
        #expect(hours(months[2]) == 29 * 24)
        let years = try steps("2023-12-15T00:00:00Z", "2025-01-02T00:00:00Z", .year, "UTC")
        #expect(years.map(\.day.text) == ["2023-01-01", "2024-01-01", "2025-01-01"])
    }

    @Test("A graph of more steps than there is room for is none, and neither is one of no time")
    func hasALimit() throws {
        let zone = try #require(ZoneRules(named: "UTC"))
        let (from, to) = (
            try #require(Timestamp(rfc3339: "2000-01-01T00:00:00Z")),
            try #require(Timestamp(rfc3339: "2026-01-01T00:00:00Z"))
        )
        #expect(ScoreSeries.steps(from: from, to: to, by: .day, in: zone, of: []) == nil)
        #expect(ScoreSeries.steps(from: from, to: from, by: .day, in: zone, of: []) == nil)
        #expect(ScoreSeries.steps(from: from, to: to, by: .week, in: zone, of: []) != nil)
    }
}
