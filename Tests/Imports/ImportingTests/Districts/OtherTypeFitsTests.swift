import Datasets
import Geodesy
import Importing
import Polling
import RowFilesTesting
import TestSupport
import Testing
import Timekeeping

/// Stations that name districts of one type, and boundaries that are published as another.
@Suite struct OtherTypeFitsTests {
    private static let clock = ManualWallClock(
        Timestamp(millisecondsSince1970: 1_793_707_200_000)
    )

    /// Squares a hundredth of a degree wide, from west to east.
    private func districts(_ type: String, _ codes: [String]) throws -> [District] {
        let dataset = try DatasetName("areas")
        return try codes.enumerated().map { index, code in
            let (x, y) = (-101.5 + Double(index) / 100, 42.1)
            let ring = try [(x, y), (x + 0.01, y), (x + 0.01, y + 0.01), (x, y + 0.01), (x, y)].map
            { try Coordinate(latitude: $0.1, longitude: $0.0) }
            return District(
                id: District.ID(dataset, "\(type)-\(code)"),
                dataset: dataset,
                reference: DistrictReference(type: type, code: code),
                name: code,
                area: MultiPolygon([try Polygon(exterior: ring)])
            )
        }
    }

    /// A station in the middle of each of the squares, or 5 degrees north of it.
    private func file(_ header: String, _ codes: [String], isFar: Bool = false) -> String {
        let rows = codes.enumerated().map { index, code in
            "\(code),Hall \(code),\(index + 1) Oak St,\(isFar ? 47.105 : 42.105),"
                + "\(-101.495 + Double(index) / 100)\n"
        }
        return "\(header),Polling Place,Address,Latitude,Longitude\n" + rows.joined()
    }

    private func note(
        _ file: String,
        _ published: [District]
    ) async throws -> ImportNote? {
        let report = try await withFile(Array(file.utf8), name: "s.csv") { path in
            try await StationImporter(
                store: FakeStore<Station>(kind: .stations),
                districts: WitnessTests.Published(districts: published),
                clock: Self.clock
            ).run(.file(path), options: ImportOptions(dataset: try DatasetName("s")))
        }
        return report.notes.first {
            ["other_type_fits", "boundaries_of_other_type", "assigning_type_fits"]
                .contains($0.finding.code)
        }
    }

    @Test(
        "stations whose districts are published as another type are told, with numbers and a way out",
        arguments: ["Wahlbezirk", "Seccion", "Polling District", "Stimmbezirk"]
    )
    func otherType(header: String) async throws {
        let codes = ["1", "2", "3"]
        let found = try await note(file(header, codes), districts("precinct", codes + ["4"]))
        let note = try #require(found)
        #expect(note.level == .warning)
        #expect(note.finding.code == "other_type_fits")
        #expect(
            note.text.hasPrefix("these stations name 3 codes of polling_district"),
            "\(note.text)"
        )
        #expect(note.text.contains("3 of these are codes of a published precinct"))
        #expect(note.text.contains("--map COLUMN=precinct"))
        #expect(note.text.contains("--type polling_district"))
    }

    @Test("boundaries of a type by which no station is assigned are to be imported as another")
    func wards() async throws {
        let codes = ["1", "2", "3"]
        let found = try await note(file("Precinct", codes), districts("ward", codes))
        let note = try #require(found)
        #expect(note.finding.code == "boundaries_of_other_type")
        #expect(note.text.contains("--type precinct") && !note.text.contains("--map"))
    }

    @Test(
        "codes of a type by which nobody is assigned, which are those of published precincts, are told",
        arguments: [
            ("Ward", "ward"), ("Division", "federal_district"),
            ("Council District", "council_district"), ("School District", "school_district"),
        ]
    )
    func unassigned(header: String, type: String) async throws {
        let codes = ["1", "2", "3"]
        let precincts = try districts("precinct", codes + ["4"])
        let found = try await note(file(header, codes), precincts)
        let note = try #require(found)
        #expect(note.level == .warning)
        #expect(note.finding.code == "assigning_type_fits")
        #expect(note.text.hasPrefix("these stations name 3 codes of \(type)"), "\(note.text)")
        #expect(note.text.contains("3 of these are codes of a published precinct"))
        #expect(note.text.contains("--map COLUMN=precinct"))
        // Their own boundaries tell that they are what they are called.
        let both = precincts + (try districts(type, codes))
        #expect(try await self.note(file(header, codes), both) == nil)
    }

    @Test(
        "a few wards with many stations each, and stations that name precincts too, are no precincts"
    )
    func largeDistricts() async throws {
        let codes = (1...9).map { "\($0)" }
        let precincts = try districts("precinct", codes)
        let wards = codes.map { Int($0)! <= 5 ? "1" : "2" }
        #expect(try await note(file("Ward", wards), precincts) == nil)
        let both = zip(codes, wards).enumerated().map { index, pair in
            "\(pair.0),\(pair.1),Hall \(index),\(index + 1) Oak St,42.105,"
                + "\(-101.495 + Double(index) / 100)\n"
        }
        let text = "Precinct,Ward,Polling Place,Address,Latitude,Longitude\n" + both.joined()
        #expect(try await note(text, precincts) == nil)
    }

    @Test("nothing is said of the type itself, of other codes, of other ground and of postcodes")
    func silent() async throws {
        let codes = ["1", "2", "3"]
        let stations = file("Wahlbezirk", codes)
        let precincts = try districts("precinct", codes)
        #expect(
            try await note(stations, precincts + districts("polling_district", codes)) == nil
        )
        #expect(try await note(stations, districts("precinct", ["1", "12", "13"])) == nil)
        #expect(try await note(file("Wahlbezirk", codes, isFar: true), precincts) == nil)
        #expect(try await note(stations, districts("postcode", codes)) == nil)
        #expect(try await note(stations, []) == nil)
    }

    @Test("boundaries that come after the stations are told, too", arguments: ["precinct", "ward"])
    func boundariesLater(type: String) async throws {
        let store = FakeStore<Station>(kind: .stations)
        let codes = ["1", "2", "3"]
        _ = try await withFile(Array(file("Wahlbezirk", codes).utf8), name: "s.csv") { path in
            try await StationImporter(store: store, clock: Self.clock)
                .run(.file(path), options: ImportOptions(dataset: try DatasetName("s")))
        }
        let features = try districts(type, codes).map { district in
            let ring = district.area.polygons[0].exterior
                .map { "[\($0.longitude),\($0.latitude)]" }.joined(separator: ",")
            return #"{"type":"Feature","properties":{"CODE":"\#(district.reference.code)"},"#
                + #""geometry":{"type":"Polygon","coordinates":[[\#(ring)]]}}"#
        }
        let text =
            #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
        let published = WitnessTests.Published(stations: store.published)
        let report = try await withFile(Array(text.utf8), name: "d.geojson") { path in
            try await DistrictImporter(
                store: FakeStore<District>(kind: .districts),
                mender: ScriptedMender(),
                published: published,
                users: published,
                clock: Self.clock
            ).run(
                .file(path),
                options: ImportOptions(
                    dataset: try DatasetName("d"),
                    constants: [FieldConstant(field: "type", value: type)]
                )
            )
        }
        let codesTold = report.notes.map(\.finding.code)
        #expect(
            codesTold.contains(type == "ward" ? "boundaries_of_other_type" : "other_type_fits")
        )
        #expect(report.notes.contains { $0.text.hasPrefix("the stations of \"s\" name 3 codes") })
    }
}
