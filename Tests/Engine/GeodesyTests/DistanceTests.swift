import Testing

@testable import Geodesy

/// Lengths and how they are written.
@Suite struct DistanceTests {
    static let lengths: [(text: String, meters: Double)] = [
        ("500m", 500), ("1.5km", 1500), ("3mi", 4828.032), ("900ft", 274.32), (" 2 KM ", 2000),
        ("0m", 0), ("1e3 m", 1000), (".5km", 500),
    ]

    @Test("a number and a unit are read", arguments: lengths)
    func readable(text: String, meters: Double) throws {
        let distance = try Distance(parsing: text)
        #expect(abs(distance.meters - meters) < 1e-9)
    }

    @Test(
        "anything else is refused with the text",
        arguments: [
            "", "5", "m", "km", "five km", "5 km 3", "1 2 km", "0x10m", "nanm", "5 k m", "5nm",
        ]
    )
    func unreadable(text: String) {
        #expect(throws: GeodesyError.unreadableDistance(text)) { try Distance(parsing: text) }
    }

    @Test("a negative or an endless length is refused", arguments: ["-5m", "1e999km"])
    func invalid(text: String) {
        #expect(throws: GeodesyError.self) { try Distance(parsing: text) }
    }

    @Test("metres must be finite and not negative", arguments: [-1e-9, .nan, .infinity])
    func invalidMeters(meters: Double) {
        #expect(throws: GeodesyError.self) { try Distance.meters(meters) }
    }

    @Test("lengths are ordered and kilometres are a thousand metres")
    func order() throws {
        #expect(try Distance.kilometers(1.5) == .meters(1500))
        #expect(try Distance.meters(1) < .meters(2))
        #expect(Distance.zero.meters == 0)
    }
}
