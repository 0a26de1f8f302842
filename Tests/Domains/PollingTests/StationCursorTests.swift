import Geodesy
import Polling
import Testing

@Suite struct StationCursorTests {
    @Test("a cursor is read back as it was written", arguments: [0, 0.001, 1234.5678, 2e7])
    func roundTrip(meters: Double) throws {
        let found = FoundStation(
            station: try .sample("a-b.c ü", latitude: 1),
            distance: try .meters(meters)
        )
        let cursor = StationCursor(after: found)
        #expect(StationCursor(parsing: cursor.text) == cursor)
    }

    @Test(
        "anything else is refused",
        arguments: [
            "", "-", "-dc.1", "0000000000000000-", "0000000000000000", "000000000000000-dc.1",
            "00000000000000000-dc.1", "zzzzzzzzzzzzzzzz-dc.1", "+000000000000000-dc.1",
            "7FF0000000000000-dc.1", "7ff0000000000000-dc.1", "7ff8000000000000-dc.1",
            "bff0000000000000-dc.1",
        ]
    )
    func refuses(text: String) {
        #expect(StationCursor(parsing: text) == nil)
    }
}
