import Datasets
import Geodesy
import Importing
import Polling
import RowFilesTesting
import Testing

/// Files that are wrong as a whole and lie on both sides of the antimeridian, or about a pole.
@Suite struct AntimeridianRepairTests {
    /// Where stations lie.
    enum Land: CaseIterable {
        /// 177 E to 178 W.
        case fiji
        /// Within a kilometre of the South Pole, so that swapped numbers are places as well.
        case pole

        var places: [(latitude: Double, longitude: Double)] {
            var random = SeededGenerator(seed: 180)
            return (0..<60).map { _ in
                switch self {
                case .fiji:
                    let longitude = Double.random(in: 177...182, using: &random)
                    return (
                        Double.random(in: -19 ... -16, using: &random),
                        longitude > 180 ? longitude - 360 : longitude
                    )
                case .pole:
                    return (
                        Double.random(in: -89.9999 ... -89.992, using: &random),
                        Double.random(in: -85...85, using: &random)
                    )
                }
            }
        }
    }

    private typealias Numbers = (latitude: Double, longitude: Double)

    private static func text(_ land: Land, _ harm: (Numbers) -> Numbers = { $0 }) -> String {
        "name,address,precinct,lat,lon\n"
            + land.places.enumerated().map { index, place in
                let (latitude, longitude) = harm(place)
                return "Hall \(index),\(index) Queen St,1,\(latitude),\(longitude)\n"
            }.joined()
    }

    private static func lostSign(_ place: Numbers) -> Numbers {
        (-place.latitude, place.longitude)
    }

    private static func swapped(_ place: Numbers) -> Numbers {
        (place.longitude, place.latitude)
    }

    private func run(
        _ text: String,
        into imports: Imports,
        districts: [District] = [],
        decisions: RepairDecisions? = nil,
        mode: ImportOptions.Mode = .publish
    ) async throws -> ImportReport {
        try await withFile(Array(text.utf8), name: "stations.csv") { path in
            var options = ImportOptions(dataset: try DatasetName("dc"), mode: mode)
            options.decisions = decisions
            return try await StationImporter(
                store: imports.stations,
                districts: districts.isEmpty ? nil : OneStore(districts: districts),
                clock: imports.clock
            ).run(.file(path), options: options)
        }
    }

    /// Checks that one repair of all rows is proposed, and puts each station where it lies.
    private func expectRepair(
        _ reading: RepairProposal.Reading,
        of text: String,
        on land: Land,
        into imports: Imports,
        districts: [District] = []
    ) async throws {
        let first = try await run(text, into: imports, districts: districts, mode: .check)
        #expect(first.repairs.proposed.map(\.whole?.reading) == [reading])
        #expect(first.repairs.proposed.map(\.rows) == [60])
        #expect(first.repairs.proposed.map(\.likely) == [true])
        // Replayed from a file.
        let json = try first.repairs.decisions.acceptingLikely
            .json(file: "stations.csv", dataset: "dc")
        let decisions = try RepairDecisions(json: json, name: "repairs.json")
        let report = try await run(
            text,
            into: imports,
            districts: districts,
            decisions: decisions
        )
        #expect(report.repairs.applied.map(\.rows) == [60])
        #expect(report.repairs.proposed.isEmpty)
        for (index, place) in land.places.enumerated() {
            let station = imports.stations.published.first { $0.name == "Hall \(index)" }
            let expected = try Coordinate(
                latitude: place.latitude,
                longitude: place.longitude
            )
            #expect(station?.coordinate == expected)
        }
        // What is right is left alone.
        let right = try await run(Self.text(land), into: imports, districts: districts)
        #expect(right.repairs.isEmpty)
    }

    @Test("a file without its minus signs is told by what is published", arguments: Land.allCases)
    func published(land: Land) async throws {
        let imports = Imports()
        _ = try await run(Self.text(land), into: imports)
        try await expectRepair(
            .otherLatitudeSign,
            of: Self.text(land, Self.lostSign),
            on: land,
            into: imports
        )
    }

    @Test("a file without its minus signs is told by a district on both sides of the antimeridian")
    func districts() async throws {
        func part(_ west: Double, _ east: Double) throws -> Polygon {
            try Polygon(
                exterior: [(-20, west), (-20, east), (-15, east), (-15, west)].map {
                    try Coordinate(latitude: $0.0, longitude: $0.1)
                }
            )
        }
        let district = District(
            id: District.ID(rawValue: "p.1"),
            dataset: try DatasetName("p"),
            reference: DistrictReference(type: "precinct", code: "1"),
            name: "1",
            area: MultiPolygon([try part(176, 180), try part(-180, -177)])
        )
        try await expectRepair(
            .otherLatitudeSign,
            of: Self.text(.fiji, Self.lostSign),
            on: .fiji,
            into: Imports(),
            districts: [district]
        )
    }

    @Test("swapped axes about a pole are told, though both numbers are latitudes")
    func swappedAboutPole() async throws {
        let imports = Imports()
        _ = try await run(Self.text(.pole), into: imports)
        try await expectRepair(
            .swapped,
            of: Self.text(.pole, Self.swapped),
            on: .pole,
            into: imports
        )
    }

    @Test("swapped axes beside the antimeridian are no places, and the columns are named")
    func swappedBesideAntimeridian() async throws {
        let imports = Imports()
        _ = try await run(Self.text(.fiji), into: imports)
        let error = await #expect(throws: ImportError.self) {
            try await run(Self.text(.fiji, Self.swapped), into: imports)
        }
        #expect(error?.description.contains("\"lat\" and \"lon\" look swapped") == true)
    }

    @Test("where a rule for all would put rows on the wrong side, each row's own witness is asked")
    func bothSigns() async throws {
        let imports = Imports()
        _ = try await run(Self.text(.fiji), into: imports)
        let text = Self.text(.fiji) { (-$0.latitude, abs($0.longitude)) }
        let first = try await run(text, into: imports, mode: .check)
        #expect(first.repairs.proposed.count == 60)
        #expect(first.repairs.proposed.allSatisfy { $0.whole == nil && $0.likely })
        for (place, proposal) in zip(Land.fiji.places, first.repairs.proposed) {
            #expect(proposal.becomes?.latitude == place.latitude)
            #expect(proposal.becomes?.longitude == place.longitude)
        }
    }
}

private struct OneStore: DistrictStore {
    let districts: [District]

    func forEachDistrict(_ visit: @Sendable ([District]) throws -> Void) async throws {
        try visit(districts)
    }
}
