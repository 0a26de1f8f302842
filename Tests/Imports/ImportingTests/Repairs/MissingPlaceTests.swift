import Datasets
import Geodesy
import Importing
import Polling
import RowFilesTesting
import Testing

/// Places proposed for stations without coordinates, from the published addresses and postcodes.
@Suite struct MissingPlaceTests {
    private let imports = Imports()

    private struct Lists: AddressStore, StationStore, PostcodeStore {
        let entries: [AddressEntry]
        let places: [PostcodePlace]

        func forEachAddress(_ visit: @Sendable ([AddressEntry]) throws -> Void) async throws {
            try visit(entries)
        }
        func forEachDestination(
            _ visit: @Sendable (DatasetName, AddressDestination, Int) throws -> Void
        ) async throws {}
        func forEachStation(_ visit: @Sendable ([Station]) throws -> Void) async throws {}
        func forEachPostcode(_ visit: @Sendable ([PostcodePlace]) throws -> Void) async throws {
            try visit(places)
        }
    }

    private func entry(
        _ number: Int,
        _ street: String,
        at place: (Double, Double)?,
        town: String = "Bluestem"
    ) throws -> AddressEntry {
        let dataset = try DatasetName("list")
        let house = try #require(HouseNumber(parsing: "\(number)"))
        return AddressEntry(
            id: AddressEntry.ID(dataset, "\(street)-\(number)-\(town)"),
            dataset: dataset,
            street: street,
            houses: [HouseRange(side: .both, numbers: house...house)],
            town: town,
            postcode: "69701",
            districts: [],
            stationKey: nil,
            coordinate: try place.map { try Coordinate(latitude: $0.0, longitude: $0.1) }
        )
    }

    private func run(
        _ text: String,
        entries: [AddressEntry],
        decisions: RepairDecisions? = nil
    ) async throws -> ImportReport {
        let dataset = try DatasetName("codes")
        let lists = Lists(
            entries: entries,
            places: [
                PostcodePlace(
                    id: PostcodePlace.ID(dataset, "69701"),
                    dataset: dataset,
                    code: "69701",
                    place: "Bluestem",
                    region: "NE",
                    country: "US",
                    coordinate: try Coordinate(latitude: 42.1, longitude: -101.4),
                    accuracy: try .meters(14_000)
                )
            ]
        )
        return try await withFile(Array(text.utf8), name: "stations.csv") { path in
            var options = ImportOptions(dataset: try DatasetName("dc"))
            options.decisions = decisions
            return try await StationImporter(
                store: imports.stations,
                postcodes: lists,
                addresses: lists,
                clock: imports.clock
            ).run(.file(path), options: options)
        }
    }

    private let text =
        "name,address,city,postcode,lat,lon\n"
        + "Town Hall,12 Elm St,Bluestem,69701,,\n"
        + "Library,99 Elm St,Bluestem,69701,,\n"
        + "School,5 Oak Ave,Bluestem,69701,42.2,-101.5\n"
        + "Barn,7 Far Rd,Nowhere,12345,,\n"

    private func entries() throws -> [AddressEntry] {
        [
            try entry(12, "Elm St", at: (42.123, -101.456)),
            try entry(14, "Elm St", at: (42.124, -101.456)),
        ]
    }

    @Test(
        "an address that a list has is proposed, else the postcode's middle, and nothing is placed"
    )
    func proposed() async throws {
        let report = try await run(text, entries: entries())
        let proposals = report.repairs.proposed
        #expect(proposals.map(\.kind) == [.missingPlace, .missingPlace])
        let hall = try #require(proposals.first { $0.name.contains("Town Hall") })
        #expect(hall.becomes == .init(latitude: 42.123, longitude: -101.456))
        #expect(hall.confidence > 0.9)
        #expect(hall.likely)
        let library = try #require(proposals.first { $0.name.contains("Library") })
        #expect(library.becomes == .init(latitude: 42.1, longitude: -101.4))
        #expect(library.confidence <= 0.5)
        #expect(!library.likely)
        #expect(imports.stations.published.compactMap(\.coordinate).count == 1)
        #expect(report.text().contains("no place would become 42.123, -101.456"))
    }

    @Test("what is accepted is placed, and told no more; what is refused is left")
    func decided() async throws {
        let report = try await run(text, entries: entries())
        let decisions = RepairDecisions(
            report.repairs.proposed.map { proposal in
                var decided = proposal
                decided.accept = proposal.name.contains("Town Hall")
                return decided
            }
        )
        let second = try await run(text, entries: entries(), decisions: decisions)
        #expect(second.repairs.applied.count == 1)
        #expect(second.repairs.refused.count == 1)
        #expect(second.repairs.proposed.isEmpty)
        let hall = imports.stations.published.first { $0.name == "Town Hall" }
        #expect(hall?.coordinate?.latitude == 42.123)
        #expect(imports.stations.published.count == 4)
        #expect(imports.stations.published.compactMap(\.coordinate).count == 2)
    }

    @Test("an address that may be two places is not proposed")
    func doubtful() async throws {
        let entries = [
            try entry(12, "Elm St", at: (42.123, -101.456)),
            try entry(12, "Elm St", at: (43.123, -101.456), town: "Aster"),
        ]
        let report = try await run(
            "name,address,lat,lon\nTown Hall,12 Elm St,,\nSchool,5 Oak Ave,42.2,-101.5\n",
            entries: entries
        )
        #expect(report.repairs.proposed.isEmpty)
    }
}
