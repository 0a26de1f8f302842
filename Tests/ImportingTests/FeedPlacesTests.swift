import Importing
import Polling
import Testing

/// The coordinates of a feed's polling locations.
@Suite struct FeedPlacesTests {
    private func feed(_ latitudes: [String]) -> String {
        let locations = latitudes.enumerated().map { index, latitude in
            "<PollingLocation id=\"pl\(index)\">\n<AddressLine>\(index + 1) Elm St</AddressLine>\n"
                + "<LatLng><Latitude>\(latitude)</Latitude><Longitude>-78.5062</Longitude></LatLng>\n"
                + "<Name>Hall \(index)</Name>\n</PollingLocation>"
        }
        return "<VipObject schemaVersion=\"5.2\">\n" + locations.joined(separator: "\n")
            + "\n</VipObject>\n"
    }

    @Test("a latitude that is none refuses its location, however many are so")
    func impossible() async throws {
        let imports = Imports()
        let report = try await imports.stations(
            feed(["999", "38.0099", "999", "999"]),
            name: "feed.xml"
        ) { $0.constants = [.init(field: "place", value: "none")] }
        #expect(imports.stations.published.map(\.name) == ["Hall 1"])
        #expect(report.rejectedRows.map(\.line) == [2, 12, 17])
        let row = try #require(report.rejectedRows.first)
        #expect(row.cause == "bad_coordinate")
        #expect(row.value == "999")
        #expect(row.reason.hasPrefix("latitude is 999; "))
        let use = try #require(report.columns.first { $0.column == "latitude" })
        #expect(use.field == "latitude")
    }

    @Test("where all are, the error says what is allowed")
    func allImpossible() async throws {
        let error = await #expect(throws: ImportError.self) {
            try await Imports().stations(feed(["999", "999"]), name: "feed.xml") {
                $0.constants = [.init(field: "place", value: "none")]
            }
        }
        #expect(error?.description.contains("latitude is 999") == true)
    }

    @Test("a feed of addresses alone is published without places")
    func addressesAlone() async throws {
        let imports = Imports()
        let report = try await imports.stations(
            "<VipObject schemaVersion=\"5.2\"><PollingLocation id=\"a\"><AddressLine>1 Elm St"
                + "</AddressLine><Name>Hall</Name></PollingLocation></VipObject>",
            name: "feed.xml"
        ) { $0.constants = [.init(field: "place", value: "none")] }
        #expect(imports.stations.published.count == 1)
        #expect(report.withoutPlace == 1)
    }
}
