import Datasets
import Importing
import Polling
import RowFilesTesting
import Testing
import Timekeeping

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

    @Test(
        "hours by appointment alone say so, and others what is to be known of them",
        arguments: [
            ("IsOnlyByAppointment", "09:00-12:00 by appointment", nil),
            ("IsOrByAppointment", "09:00-12:00", "also by appointment"),
            ("IsSubjectToChange", "09:00-12:00", "subject to change"),
        ] as [(String, String, String?)]
    )
    func appointments(flag: String, hours: String, note: String?) async throws {
        let schedule =
            "<HoursOpen id=\"h\"><Schedule><Hours><StartTime>09:00:00</StartTime>"
            + "<EndTime>12:00:00</EndTime></Hours><\(flag)>true</\(flag)>"
            + "<StartDate>2027-04-24</StartDate><EndDate>2027-04-30</EndDate></Schedule></HoursOpen>"
        let text = feed(["38.0099"])
            .replacing("<LatLng>", with: "<HoursOpenId>h</HoursOpenId><LatLng>")
            .replacing("</VipObject>", with: schedule + "</VipObject>")
        let imports = Imports()
        _ = try await imports.stations(text, name: "feed.xml") {
            $0.constants = [.init(field: "place", value: "none")]
        }
        let station = try #require(imports.stations.published.first)
        #expect(station.hours == "2027-04-24 to 2027-04-30 \(hours)")
        #expect(station.attributes["hours note"] == note)
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

    @Test("where none has a place, the error says how to publish them, and names no columns")
    func noPlaces() async throws {
        let error = await #expect(throws: ImportError.self) {
            try await Imports().stations(
                "<VipObject schemaVersion=\"5.2\"><PollingLocation id=\"a\"><AddressLine>1 Elm St"
                    + "</AddressLine><Name>Hall</Name></PollingLocation></VipObject>",
                name: "feed.xml"
            )
        }
        let text = try #require(error?.description)
        #expect(text.contains("no PollingLocation of the feed has a LatLng"))
        #expect(text.contains("--set place=none"))
        #expect(text.contains("places are proposed"))
        #expect(!text.contains("--map"))
        #expect(!text.contains("The columns are"))
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

    @Test(
        "segments of a grid have its streets in front of their numbers; other letters are refused"
    )
    func gridSegments() async throws {
        let segments = [("N6W", "23001", "23099"), ("B", "1", "9")].enumerated().map { index, row in
            "<StreetSegment id=\"s\(index)\"><City>Waukesha</City><OddEvenBoth>odd</OddEvenBoth>"
                + "<PrecinctId>p1</PrecinctId><StartHouseNumber>\(row.1)</StartHouseNumber>"
                + "<EndHouseNumber>\(row.2)</EndHouseNumber>"
                + "<HouseNumberPrefix>\(row.0)</HouseNumberPrefix><StreetName>Bluemound</StreetName>"
                + "<StreetSuffix>Rd</StreetSuffix><Zip>53188</Zip></StreetSegment>\n"
        }
        let feed =
            "<VipObject schemaVersion=\"5.2\"><Precinct id=\"p1\"><Name>101</Name>"
            + "<Number>101</Number></Precinct>\n" + segments.joined() + "</VipObject>\n"
        let store = FakeStore<AddressEntry>(kind: .addresses)
        let report = try await withFile(Array(feed.utf8), name: "feed.xml") { path in
            try await AddressImporter(
                store: store,
                clock: ManualWallClock(Timestamp(millisecondsSince1970: 1_800_000_000_000))
            ).run(.file(path), options: ImportOptions(dataset: try DatasetName("list")))
        }
        #expect(
            store.published.flatMap(\.houses).map { "\($0.side) \($0.numbers)" }
                == ["odd n6w23001...n6w23099"]
        )
        #expect(report.rejectedRows.map(\.value) == ["B"])
    }
}
