import Geodesy
import Mobility
import Testing
import Timekeeping
import Trajectories

@Suite struct SunTests {
    private typealias Day = (
        name: String, latitude: Double, longitude: Double, from: String, rise: String, set: String,
        dusk: String
    )

    /// Rising and setting of the upper edge with 34 minutes of refraction, as the Naval Observatory defines
    /// them, and the end of civil twilight; by PyEphem 4, whose sun is VSOP87's.
    private static let days: [Day] = [
        (
            "Houston", 29.7604, -95.3698, "2024-03-20T00:00:00Z",
            "2024-03-20T12:24:35Z", "2024-03-20T00:32:40Z", "2024-03-20T00:56:29Z"
        ),
        (
            "New York", 40.7128, -74.006, "2025-06-21T00:00:00Z",
            "2025-06-21T09:25:05Z", "2025-06-21T00:30:32Z", "2025-06-21T01:03:59Z"
        ),
        (
            "London", 51.5074, -0.1278, "2026-09-05T00:00:00Z",
            "2026-09-05T05:19:22Z", "2026-09-05T18:37:58Z", "2026-09-05T19:12:21Z"
        ),
        (
            "Berlin", 52.52, 13.405, "2026-11-25T00:00:00Z",
            "2026-11-25T06:45:05Z", "2026-11-25T15:01:08Z", "2026-11-25T15:40:34Z"
        ),
        (
            "Quito", -0.1807, -78.4678, "2027-01-31T00:00:00Z",
            "2027-01-31T11:23:30Z", "2027-01-31T23:31:01Z", "2027-01-31T23:52:39Z"
        ),
        (
            "Nairobi", -1.2921, 36.8219, "2024-03-20T00:00:00Z",
            "2024-03-20T03:36:47Z", "2024-03-20T15:43:17Z", "2024-03-20T16:03:56Z"
        ),
        (
            "Sydney", -33.8688, 151.2093, "2025-06-21T00:00:00Z",
            "2025-06-21T21:00:14Z", "2025-06-21T06:53:49Z", "2025-06-21T07:21:35Z"
        ),
        (
            "Auckland", -36.8509, 174.7645, "2026-09-05T00:00:00Z",
            "2026-09-05T18:35:14Z", "2026-09-05T06:03:25Z", "2026-09-05T06:29:25Z"
        ),
        (
            "Tokyo", 35.6762, 139.6503, "2026-11-25T00:00:00Z",
            "2026-11-25T21:27:29Z", "2026-11-25T07:29:41Z", "2026-11-25T07:57:21Z"
        ),
        (
            "Delhi", 28.6139, 77.209, "2027-01-31T00:00:00Z",
            "2027-01-31T01:40:00Z", "2027-01-31T12:29:17Z", "2027-01-31T12:54:02Z"
        ),
        (
            "Cape Town", -33.9249, 18.4241, "2024-03-20T00:00:00Z",
            "2024-03-20T04:49:46Z", "2024-03-20T16:56:56Z", "2024-03-20T17:21:50Z"
        ),
        (
            "Buenos Aires", -34.6037, -58.3816, "2025-06-21T00:00:00Z",
            "2025-06-21T11:00:25Z", "2025-06-21T20:50:25Z", "2025-06-21T21:18:28Z"
        ),
        (
            "Reykjavik", 64.1466, -21.9426, "2026-09-05T00:00:00Z",
            "2026-09-05T06:21:45Z", "2026-09-05T20:29:13Z", "2026-09-05T21:20:36Z"
        ),
        (
            "Anchorage", 61.2181, -149.9003, "2026-11-25T00:00:00Z",
            "2026-11-25T18:32:10Z", "2026-11-25T01:02:28Z", "2026-11-25T01:57:48Z"
        ),
        (
            "Honolulu", 21.3069, -157.8583, "2027-01-31T00:00:00Z",
            "2027-01-31T17:08:58Z", "2027-01-31T04:20:21Z", "2027-01-31T04:43:36Z"
        ),
        (
            "Cairo", 30.0444, 31.2357, "2024-03-20T00:00:00Z",
            "2024-03-20T03:58:35Z", "2024-03-20T16:06:39Z", "2024-03-20T16:30:33Z"
        ),
        (
            "Madrid", 40.4168, -3.7038, "2025-06-21T00:00:00Z",
            "2025-06-21T04:44:49Z", "2025-06-21T19:48:30Z", "2025-06-21T20:21:44Z"
        ),
        (
            "Stockholm", 59.3293, 18.0686, "2026-09-05T00:00:00Z",
            "2026-09-05T03:53:16Z", "2026-09-05T17:38:06Z", "2026-09-05T18:20:57Z"
        ),
        (
            "Singapore", 1.3521, 103.8198, "2026-11-25T00:00:00Z",
            "2026-11-25T22:50:19Z", "2026-11-25T10:53:11Z", "2026-11-25T11:15:17Z"
        ),
        (
            "Ushuaia", -54.8019, -68.303, "2027-01-31T00:00:00Z",
            "2027-01-31T08:54:12Z", "2027-01-31T00:39:32Z", "2027-01-31T01:24:43Z"
        ),
    ]

    @Test("The sun rises, sets and makes it night within a minute of tables at twenty places")
    func agreesWithTables() throws {
        #expect(Self.days.count == 20)
        for day in Self.days {
            let place = try Coordinate(latitude: day.latitude, longitude: day.longitude)
            let from = try #require(Timestamp(rfc3339: day.from))
            for (text, elevation, isRising) in [
                (day.rise, Sun.horizonDegrees, true), (day.set, Sun.horizonDegrees, false),
                (day.dusk, Sun.nightDegrees, false),
            ] {
                let told = try #require(Timestamp(rfc3339: text))
                let found = Sun.passage(
                    of: elevation,
                    isRising: isRising,
                    after: from,
                    over: place
                )
                let off = try #require(found).milliseconds(since: told).magnitude
                #expect(off <= 60_000, "\(day.name) \(text): \(off) ms")
            }
        }
    }

    @Test("In a polar summer the sun does not set")
    func staysUp() throws {
        let place = try Coordinate(latitude: 78.22, longitude: 15.65)
        let from = try #require(Timestamp(rfc3339: "2026-06-21T00:00:00Z"))
        let found = Sun.passage(
            of: Sun.horizonDegrees,
            isRising: false,
            after: from,
            over: place
        )
        #expect(found == nil)
    }

    @Test("A walk is told of once, at night and while it goes on")
    func tellsOfNight() throws {
        let place = try Coordinate(latitude: 29.7604, longitude: -95.3698)
        let night = try #require(Timestamp(rfc3339: "2024-03-20T05:00:00Z"))
        let noon = try #require(Timestamp(rfc3339: "2024-03-20T18:00:00Z"))
        func isDue(
            _ form: TravelForm,
            _ now: Timestamp,
            _ change: (inout Trip, inout TravelSettings) -> Void = { _, _ in }
        ) -> Bool {
            let leg = Leg(
                form: form,
                modeSource: .user,
                from: now,
                to: nil,
                meters: 0,
                distanceSource: .fixes
            )
            var trip = Trip(
                id: "t",
                state: .ongoing,
                startedAt: now,
                endedAt: nil,
                timeZone: "UTC",
                legs: [leg],
                source: .manual
            )
            var settings = TravelSettings()
            change(&trip, &settings)
            return NightAlert.isDue(for: trip, at: place, now: now, settings: settings)
        }
        #expect(isDue(.walking, night))
        #expect(isDue(.running, night))
        #expect(!isDue(.walking, noon))
        #expect(!isDue(.bus, night))
        #expect(!isDue(.walking, night) { trip, _ in trip.isNightTold = true })
        #expect(!isDue(.walking, night) { trip, _ in trip.state = .ended })
        #expect(!isDue(.walking, night) { _, settings in settings.alertsAtNight = false })
    }
}
