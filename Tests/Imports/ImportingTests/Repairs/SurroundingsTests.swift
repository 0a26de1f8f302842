import Datasets
import Foundation
import Geodesy
import Ground
import Importing
import Polling
import RowFilesTesting
import TestSupport
import Testing
import Timekeeping

/// Stations in the water, and outside all districts: found with what is published around them.
@Suite struct SurroundingsTests {
    private static func square(
        _ west: Double,
        _ south: Double,
        _ east: Double,
        _ north: Double,
        holes: [[Coordinate]] = []
    ) throws -> Polygon {
        try Polygon(exterior: try ring(west, south, east, north), holes: holes)
    }

    private static func ring(
        _ west: Double,
        _ south: Double,
        _ east: Double,
        _ north: Double
    ) throws -> [Coordinate] {
        try [(west, south), (east, south), (east, north), (west, north)].map {
            try Coordinate(latitude: $0.1, longitude: $0.0)
        }
    }

    private static func water(_ polygons: [Polygon], named name: String?) throws -> GroundFeature {
        GroundFeature(
            dataset: try DatasetName("water"),
            key: name ?? "x",
            groundClass: .water,
            name: name,
            shape: .area(MultiPolygon(polygons))
        )
    }

    private static func district(_ code: String, _ polygon: Polygon) throws -> District {
        District(
            id: District.ID(rawValue: "d.\(code)"),
            dataset: try DatasetName("d"),
            reference: DistrictReference(type: "precinct", code: code),
            name: code,
            area: MultiPolygon([polygon])
        )
    }

    /// Forty stations in a square of 0.2 degrees east of Greenwich, none within 0.01 degrees of the
    /// meridian, and rows of a test's own.
    private static func file(_ rows: [String]) -> String {
        var random = SeededGenerator(seed: 11)
        let good = (0..<40).map { index in
            let latitude = 52 + Double.random(in: 0..<0.2, using: &random)
            let longitude = 0.2 + Double.random(in: 0..<0.2, using: &random)
            return "Good \(index),\(index) Oak St,\(latitude),\(longitude)"
        }
        return (["name,address,lat,lon"] + good + rows).joined(separator: "\n") + "\n"
    }

    private func run(
        _ rows: [String],
        water: [GroundFeature] = [],
        districts: [District] = [],
        decisions: RepairDecisions? = nil,
        into imports: Imports = Imports()
    ) async throws -> ImportReport {
        try await withFile(Array(Self.file(rows).utf8), name: "stations.csv") { path in
            var options = ImportOptions(dataset: try DatasetName("dc"))
            options.decisions = decisions
            return try await StationImporter(
                store: imports.stations,
                districts: FakeDistricts(districts: districts),
                ground: FakeGround(features: water),
                clock: imports.clock
            ).run(.file(path), options: options)
        }
    }

    /// A lake of some 7 by 11 km with an island in it, west and south of all good stations.
    private static func lake() throws -> GroundFeature {
        try water(
            [
                try square(
                    0.05,
                    51.85,
                    0.15,
                    51.95,
                    holes: [try ring(0.09, 51.89, 0.11, 51.91)]
                )
            ],
            named: "Long Lake"
        )
    }

    @Test(
        "a station in a lake is found, with how far the shore is; on an island and ashore it is not"
    )
    func inWater() async throws {
        let imports = Imports()
        let report = try await run(
            [
                "Boat,1 Elm St,51.87,0.07", "Island,2 Elm St,51.9,0.1",
                "Ashore,3 Elm St,51.87,0.049",
            ],
            water: [try Self.lake()],
            into: imports
        )
        let found = report.repairs.proposed
        #expect(found.map(\.name) == ["Boat"])
        let boat = try #require(found.first)
        #expect(boat.kind == .inWater)
        #expect(boat.line == 42)
        #expect(boat.becomes == nil)
        #expect(boat.accept == nil)
        // By the nearest of the four sides: 0.02 degrees of longitude at 51.87 degrees, 1,378 m
        // (`GeodSolve -i` says 1377.6).
        #expect(
            boat.reason
                == "as it stands it lies in water (Long Lake), 1.4 km from the shore; if it is "
                + "right, leave it"
        )
        #expect(boat.confidence == 0.99)
        // Nothing was repaired.
        #expect(report.rows.accepted == 43)
        let published = imports.stations.published.first { $0.name == "Boat" }
        #expect(published?.coordinate?.longitude == 0.07)
        #expect(report.text().contains("the place lies in water: 1 row, 99 % sure"))
    }

    @Test(
        "close to the shore nothing is said, and further out the more surely",
        arguments: [
            // At 51.87 degrees, 0.0001 degrees of longitude are 6.89 m.
            (0.0502, nil), (0.05028, nil), (0.0503, 0.51), (0.051, 0.85), (0.052, 0.92),
        ] as [(Double, Double?)]
    )
    func nearTheShore(longitude: Double, confidence: Double?) async throws {
        let report = try await run(["Boat,1 Elm St,51.87,\(longitude)"], water: [try Self.lake()])
        #expect(report.repairs.proposed.first?.confidence == confidence)
    }

    @Test("the seam between two pieces of a river is no shore")
    func seams() async throws {
        let pieces = [
            try Self.water([try Self.square(0.05, 51.85, 0.1, 51.95)], named: "Ouse"),
            try Self.water([try Self.square(0.1, 51.85, 0.15, 51.95)], named: nil),
        ]
        for longitude in [0.09999, 0.1, 0.10001] {
            let report = try await run(["Boat,1 Elm St,51.9,\(longitude)"], water: pieces)
            #expect(report.repairs.proposed.map(\.kind) == [.inWater], "\(longitude)")
        }
    }

    @Test(
        "a lost sign that leads into the sea is proposed, accepted, and replayed on a later upload"
    )
    func repaired() async throws {
        // West of the meridian lies the sea.
        let sea = try Self.water([try Self.square(-1, 51.5, -0.01, 52.5)], named: nil)
        let row = "Odd,1 Elm St,52.1,-0.3"
        let first = try await run([row], water: [sea])
        let proposal = try #require(first.repairs.proposed.first)
        #expect(proposal.kind == .lostSign)
        #expect(proposal.becomes == .init(latitude: 52.1, longitude: 0.3))
        #expect(proposal.confidence == 0.85)
        #expect(!proposal.likely)
        var decisions = first.repairs.proposed
        decisions[0].accept = true
        let imports = Imports()
        let second = try await run(
            ["New,9 Elm St,52.1,0.31", row],
            water: [sea],
            decisions: RepairDecisions(decisions),
            into: imports
        )
        #expect(second.repairs.applied.map(\.name) == ["Odd"])
        #expect(second.repairs.proposed.isEmpty)
        let odd = imports.stations.published.first { $0.name == "Odd" }
        #expect(odd?.coordinate == (try Coordinate(latitude: 52.1, longitude: 0.3)))
    }

    @Test("without water, districts tell: a station far outside all of them is reported")
    func outsideDistricts() async throws {
        let districts = [
            try Self.district("1", try Self.square(0.19, 51.99, 0.3, 52.21)),
            try Self.district("2", try Self.square(0.3, 51.99, 0.41, 52.21)),
        ]
        let report = try await run(
            [
                // 0.006 and 0.01 degrees of longitude west of the border: 412 and 687 m.
                "Near,1 Elm St,52.1,0.184", "Away,2 Elm St,52.1,0.18",
                "Sign,3 Elm St,52.1,-0.25",
            ],
            districts: districts
        )
        let found = Dictionary(
            uniqueKeysWithValues: report.repairs.proposed.map { ($0.name, $0) }
        )
        #expect(Set(found.keys) == ["Away", "Sign"])
        #expect(found["Away"]?.kind == .outsideDistricts)
        #expect(found["Away"]?.confidence == 0.5)
        #expect(found["Away"]?.reason.contains("685 m outside every district") == true)
        #expect(found["Sign"]?.kind == .lostSign)
        #expect(found["Sign"]?.becomes == .init(latitude: 52.1, longitude: 0.25))
    }

    @Test("districts of another county say nothing about this file")
    func otherDistricts() async throws {
        let half = try Self.district("1", try Self.square(0.19, 51.99, 0.3, 52.21))
        let report = try await run(["Away,2 Elm St,52.1,0.1"], districts: [half])
        #expect(report.repairs.isEmpty)
    }

    @Test("where nothing is published nothing is said")
    func unknown() async throws {
        let report = try await run(["Boat,1 Elm St,51.87,0.07"])
        #expect(report.repairs.isEmpty)
    }

    @Test("water is found under a handful of stations, too few to have neighbours")
    func few() async throws {
        let text = "name,address,lat,lon\nA,1 Elm St,51.87,0.07\nB,2 Elm St,51.8,0.07\n"
        let imports = Imports()
        let report = try await withFile(Array(text.utf8), name: "few.csv") { path in
            try await StationImporter(
                store: imports.stations,
                ground: FakeGround(features: [try Self.lake()]),
                clock: imports.clock
            ).run(.file(path), options: ImportOptions(dataset: try DatasetName("dc")))
        }
        #expect(report.repairs.proposed.map(\.name) == ["A"])
        #expect(report.repairs.proposed.map(\.kind) == [.inWater])
    }

    @Test("none of Washington's stations lies outside its precincts; one across the river does")
    func washington() async throws {
        guard let stations = Checkout.realFile("dc/polling_places.csv"),
            let precincts = Checkout.realFile("dc/voting_precincts_2012.geojson.gz")
        else { return }
        let districts = FakeStore<District>(kind: .districts)
        let imports = Imports()
        _ = try await DistrictImporter(
            store: districts,
            mender: SoundMender(),
            clock: imports.clock
        ).run(
            .file(precincts),
            options: {
                var options = ImportOptions(dataset: try DatasetName("precincts"))
                options.constants = [FieldConstant(field: "type", value: "precinct")]
                return options
            }()
        )
        #expect(districts.published.count == 143)
        func report(on path: String) async throws -> ImportReport {
            try await StationImporter(
                store: imports.stations,
                districts: FakeDistricts(districts: districts.published),
                clock: imports.clock
            ).run(
                .file(path),
                options: ImportOptions(dataset: try DatasetName("dc"), mode: .check)
            )
        }
        let whole = try await report(on: stations)
        #expect(whole.records == 143)
        #expect(whole.repairs.isEmpty)
        // Ballston lies in Virginia, three kilometres from the District.
        let text = try String(contentsOfFile: stations, encoding: .utf8)
        let header = try #require(text.split(separator: "\r\n").first).split(separator: ",")
        let cells = header.map { column -> String in
            switch column.uppercased() {
            case "LATITUDE": "38.882"
            case "LONGITUDE": "-77.111"
            case "NAME": "BALLSTON"
            case "X": "390369.0"
            case "Y": "134913.0"
            default: "9"
            }
        }
        let odd = try await withFile(
            Array((text + cells.joined(separator: ",") + "\r\n").utf8),
            name: "stations.csv"
        ) { try await report(on: $0) }
        #expect(odd.repairs.proposed.map(\.kind) == [.outsideDistricts])
        #expect(odd.repairs.proposed.first?.line == 553)
    }
}

private struct FakeGround: GroundStore {
    let features: [GroundFeature]

    func forEachGroundFeature(
        _ visit: @Sendable ([GroundFeature]) throws -> Void
    ) async throws { try visit(features) }

    func forEachGroundDistrict(
        _ visit: @Sendable ([GroundDistrict]) throws -> Void
    ) async throws {}
}

private struct FakeDistricts: DistrictStore {
    let districts: [District]

    func forEachDistrict(_ visit: @Sendable ([District]) throws -> Void) async throws {
        try visit(districts)
    }
}

/// Washington's precincts are all valid.
private struct SoundMender: AreaMender {
    func mend(_ area: MultiPolygon) throws -> MendedArea { .sound }
}
