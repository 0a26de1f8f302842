import Agenda
import Geodesy
import Testing
import Timekeeping

@Suite struct ZoneRulesTests {
    private func moment(
        _ wall: String,
        _ zone: String
    ) throws -> (String, ZoneRules.Occurrence) {
        let rules = try #require(ZoneRules(named: zone))
        let time = try #require(WrittenTime(parsing: wall))
        let (moment, occurrence) = rules.moment(of: time.wall)
        return (moment.rfc3339, occurrence)
    }

    // The moments follow from the rules of the zones: offsets before and after each transition.
    @Test(
        "a time on the wall is a moment, also where clocks are set",
        arguments: [
            ("2026-06-01T09:00", "Europe/Berlin", "2026-06-01T07:00:00Z", .once),
            ("2026-01-15T09:00", "America/Denver", "2026-01-15T16:00:00Z", .once),
            // 02:00 becomes 03:00.
            ("2026-03-29T02:30", "Europe/Berlin", "2026-03-29T01:30:00Z", .skipped),
            ("2026-03-29T01:59", "Europe/Berlin", "2026-03-29T00:59:00Z", .once),
            ("2026-03-29T03:00", "Europe/Berlin", "2026-03-29T01:00:00Z", .once),
            // 03:00 becomes 02:00.
            ("2026-10-25T02:30", "Europe/Berlin", "2026-10-25T00:30:00Z", .twice),
            ("2026-10-25T03:00", "Europe/Berlin", "2026-10-25T02:00:00Z", .once),
            // Half an hour.
            ("2026-10-04T02:15", "Australia/Lord_Howe", "2026-10-03T15:45:00Z", .skipped),
            ("2026-04-05T01:45", "Australia/Lord_Howe", "2026-04-04T14:45:00Z", .twice),
            // A whole day, from one side of the date line to the other.
            ("2011-12-30T12:00", "Pacific/Apia", "2011-12-30T22:00:00Z", .skipped),
            ("2011-12-31T00:00", "Pacific/Apia", "2011-12-30T10:00:00Z", .once),
            ("2026-06-01T09:00", "+05:45", "2026-06-01T03:15:00Z", .once),
            ("2026-06-01T09:00", "UTC", "2026-06-01T09:00:00Z", .once),
        ] as [(String, String, String, ZoneRules.Occurrence)]
    )
    func moments(
        wall: String,
        zone: String,
        moment: String,
        occurrence: ZoneRules.Occurrence
    ) throws {
        let (found, how) = try self.moment(wall, zone)
        #expect(found == moment && how == occurrence)
    }

    @Test(
        "every hour of a year comes back from the wall, in zones of all sorts",
        arguments: ["Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe", "Asia/Kathmandu"]
    )
    func roundTrip(zone: String) throws {
        let rules = try #require(ZoneRules(named: zone))
        let start = try #require(Timestamp(rfc3339: "2026-01-01T00:00:00Z")).wholeSeconds
        for hour in 0..<(365 * 24) {
            let moment = Timestamp.seconds(start + Int64(hour) * 3600)
            let (back, occurrence) = rules.moment(of: rules.wallTime(at: moment))
            #expect(back == moment || occurrence == .twice && back < moment)
            #expect(occurrence != .skipped)
        }
    }

    @Test(
        "names that leave the clock open are none, and near ones are told",
        arguments: [
            ("US / Eastern", "US/Eastern"), ("America/New York", "America/New_York"),
            ("EST", nil), ("Eastern Standard Time", nil), ("", nil), ("Europe/Nowhere", nil),
            ("+25:00", nil), ("../etc/passwd", nil), ("Berlin", nil),
        ] as [(String, String?)]
    )
    func unknown(name: String, meant: String?) {
        #expect(ZoneRules(named: name) == nil)
        #expect(ZoneRules.meant(by: name) == meant)
    }
}

@Suite struct ZoneCountriesTests {
    @Test("a zone is of its countries alone")
    func countries() {
        let zones = ZoneCountries(table: "# c\nDE,DK,NO,SE\t+5230+01322\tEurope/Berlin\tmost")
        #expect(!zones.contradicts("Europe/Berlin", country: "SE"))
        #expect(zones.contradicts("Europe/Berlin", country: "US"))
        #expect(!zones.contradicts("Europe/Nowhere", country: "US"))
    }

    @Test(
        "countries are read by code and by name",
        arguments: [
            ("US", "US"), ("de", "DE"), ("Germany", "DE"), ("usa", "US"), ("Nowhere", nil),
            ("ZZZ", nil),
        ]
    )
    func codes(text: String, code: String?) {
        #expect(ZoneCountries.code(reading: text) == code)
    }

    // Whose clocks a city has is known; the winter of 2026.
    @Test(
        "a zone that is hardly the place's is told with the nearest",
        arguments: [
            (45.52, -122.68, "US/Eastern", "America/Vancouver"),
            (39.74, -104.99, "Asia/Tokyo", "America/Denver"),
            (52.52, 13.41, "America/New_York", "Europe/Berlin"),
            (45.52, -122.68, "US/Pacific", nil), (39.74, -104.99, "America/Denver", nil),
            (59.33, 18.07, "Europe/Stockholm", nil), (42.24, -8.72, "Europe/Madrid", nil),
            (28.61, 77.21, "Asia/Kolkata", nil), (-8.65, 115.22, "Asia/Makassar", nil),
            (1.87, -157.4, "Pacific/Kiritimati", nil), (-13.83, -171.77, "Pacific/Apia", nil),
            (30.57, 104.07, "Asia/Shanghai", nil),
            // Nothing of a place is meant.
            (39.74, -104.99, "UTC", nil), (39.74, -104.99, "+09:00", nil),
        ]
    )
    func places(latitude: Double, longitude: Double, zone: String, likelier: String?) throws {
        let place = try Coordinate(latitude: latitude, longitude: longitude)
        let moment = try #require(Timestamp(rfc3339: "2026-01-15T12:00:00Z"))
        #expect(ZoneCountries.system.likelier(than: zone, at: place, moment) == likelier)
    }
}
