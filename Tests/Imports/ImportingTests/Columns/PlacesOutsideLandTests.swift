import Datasets
import Importing
import Polling
import RowFilesTesting
import Testing

/// Places where nobody votes, and those far from the land that their file speaks of.
@Suite struct PlacesOutsideLandTests {
    private let imports = Imports()

    @Test("boundaries with the latitude first lie in Antarctica, which is told")
    func polarDistricts() async throws {
        for swapped in [true, false] {
            let features = (0..<3).map { index -> (properties: String, geometry: String) in
                let west = -86.3 + 0.02 * Double(index)
                let ring = [
                    (west, 39.8), (west + 0.02, 39.8), (west + 0.02, 39.82), (west, 39.82),
                    (west, 39.8),
                ]
                let corners = ring.map { swapped ? "[\($0.1),\($0.0)]" : "[\($0.0),\($0.1)]" }
                    .joined(separator: ",")
                return (
                    #"{"code":"\#(index)"}"#, #"{"type":"Polygon","coordinates":[[\#(corners)]]}"#
                )
            }
            let report = try await DistrictImports().run(features)
            #expect(
                report.notes.contains { $0.finding.code == "districts_in_antarctica" } == swapped
            )
        }
    }

    @Test(
        "places far from the land that their postcodes are of are told",
        arguments: [
            ("3811 AB", "52.15,5.38", "5.38,52.15", "the Netherlands"),
            ("K1A 0B1", "45.42,-75.7", "45.42,75.7", "Canada"),
            ("EX2 9RQ", "50.72,-3.53", "-3.53,50.72", "Great Britain"),
        ]
    )
    func outsideLand(postcode: String, right: String, wrong: String, land: String) async throws {
        func report(_ cells: String) async throws -> ImportReport {
            try await withFile(
                Array("postcode,lat,lon\n\(postcode),\(cells)\n".utf8),
                name: "postcodes.csv"
            ) {
                try await PostcodeImporter(
                    store: FakeStore<PostcodePlace>(kind: .postcodes),
                    clock: imports.clock
                ).run(.file($0), options: ImportOptions(dataset: try DatasetName("p")))
            }
        }
        let note = try #require(
            try await report(wrong).notes.first { $0.finding.code == "places_outside_land" }
        )
        #expect(note.level == .warning)
        #expect(note.text.contains("lie far outside \(land)"), "\(note.text)")
        let codes = try await report(right).notes.map(\.finding.code)
        #expect(!codes.contains("places_outside_land"))
    }

    @Test(
        "stations far from the land that their ZIP codes are of are told, where no reading mends them"
    )
    func stationsOutsideLand() async throws {
        func report(_ latitude: Double, _ longitude: Double) async throws -> ImportReport {
            try await Imports().stations(
                "name,address,zip,lat,lon\n"
                    + (1...6).map {
                        "Hall \($0),\($0) Main St,2760\($0),\(latitude + Double($0) / 100),\(longitude)\n"
                    }.joined()
            )
        }
        let wrong = try await report(44.1, -121.3)
        #expect(wrong.notes.contains { $0.finding.code == "places_outside_land" })
        for (latitude, longitude) in [(35.7, -78.6), (35.7, 78.6)] {
            let told = try await report(latitude, longitude).notes
            #expect(!told.contains { $0.finding.code == "places_outside_land" })
        }
    }
}
