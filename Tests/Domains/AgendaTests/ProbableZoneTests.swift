import Agenda
import Testing

/// What texts stand for that are no time zones of the IANA list.
@Suite struct ProbableZoneTests {
    @Test(
        "what is written otherwise, what Windows says and what one zone of a country has is sure",
        arguments: [
            ("US / Eastern", nil, "US/Eastern", 0.99),
            ("America/New York", "US", "America/New_York", 0.99),
            ("Eastern Standard Time", nil, "America/New_York", 0.9),
            ("W.  Europe Standard Time", "DE", "Europe/Berlin", 0.9),
            ("India Standard Time", nil, "Asia/Kolkata", 0.9),
            ("IST", "IN", "Asia/Kolkata", 0.95),
            ("IST", "Ireland", "Europe/Dublin", 0.95),
            ("JST", "JP", "Asia/Tokyo", 0.95),
            ("CEST", "DE", "Europe/Berlin", 0.95),
        ]
    )
    func sure(text: String, country: String?, name: String, confidence: Double) throws {
        let zone = try #require(ProbableZone(meantBy: text, country: country))
        #expect(zone.name == name && zone.confidence == confidence)
    }

    @Test(
        "what has several meanings is at most an even chance",
        arguments: [
            // All with the same clocks today; Phoenix has others than Denver.
            ("EST", "US", "America/New_York", 0.5),
            ("MST", "US", "America/Denver", 0.25),
            ("Eastern Standard Time", "DE", "America/New_York", 0.5),
        ]
    )
    func ambiguous(text: String, country: String, name: String, confidence: Double) throws {
        let zone = try #require(ProbableZone(meantBy: text, country: country))
        #expect(zone.name == name && zone.confidence == confidence)
    }

    @Test(
        "what nothing tells is not guessed",
        arguments: [
            ("EST", nil), ("IST", nil), ("EST", "DE"), ("Nowhere / Atlantis", "US"), ("", "US"),
            ("local time", nil), ("+25:00", "US"), ("EST", "Atlantis"),
        ] as [(String, String?)]
    )
    func unknown(text: String, country: String?) {
        #expect(ProbableZone(meantBy: text, country: country) == nil)
    }
}
