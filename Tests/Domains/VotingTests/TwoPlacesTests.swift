import Datasets
import Foundation
import Geodesy
import Importing
import Polling
import SpatiaLiteStore
import TestSupport
import Testing

/// Real datasets of different places in one database: nobody is sent from one to the other.
@Suite struct TwoPlacesTests {
    /// The stations and precincts of Washington, which are called 1 to 143.
    private func washington(
        in scratch: ScratchStore,
        hasBoundaries: Bool = true
    ) async throws -> Bool {
        guard let stations = Checkout.realFile("dc/polling_places.csv"),
            let precincts = Checkout.realFile("dc/voting_precincts_2012.geojson.gz")
        else { return false }
        _ = try await StationImporter(store: scratch.store.stations, clock: scratch.clock)
            .run(.file(stations), options: ImportOptions(dataset: try DatasetName("dc")))
        if hasBoundaries {
            _ = try await scratch.districts(precincts, into: "dc-precincts", type: "precinct")
        }
        return true
    }

    private func addresses(_ path: String, in scratch: ScratchStore) async throws {
        _ = try await AddressImporter(store: scratch.store.addresses, clock: scratch.clock)
            .run(.file(path), options: ImportOptions(dataset: try DatasetName("streets")))
    }

    /// A list of addresses with the codes of Washington's precincts; with or without their postcodes.
    private func list(
        _ streets: [(street: String, postcode: String)],
        hasPostcodes: Bool,
        in scratch: ScratchStore
    ) throws -> String {
        let path = scratch.folder + "/list.csv"
        let rows = streets.enumerated().map { number, entry in
            "\(entry.street),\(number + 1),\(hasPostcodes ? entry.postcode : ""),\(number % 143 + 1)"
        }
        try (["street,house_number,postcode,precinct"] + rows).joined(separator: "\n")
            .write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    @Test(
        "with Washington loaded, no elector of Cologne votes there, whatever the precinct's number",
        arguments: [true, false]
    )
    func cologne(hasPostcodes: Bool) async throws {
        guard let path = Checkout.realFile("stations/de_koeln/adressen.csv") else { return }
        let scratch = try await ScratchStore()
        guard try await washington(in: scratch, hasBoundaries: !hasPostcodes) else { return }
        let streets = try String(contentsOfFile: path, encoding: .utf8)
            .split(whereSeparator: \.isNewline).dropFirst()
            .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
            .map { (street: $0[0], postcode: $0[7]) }
        let file = try list(streets, hasPostcodes: hasPostcodes, in: scratch)
        try await addresses(file, in: scratch)
        let guide = try await scratch.guide()
        for street in streets.enumerated().filter({ $0.offset % 40 == 0 }).map(\.element.street) {
            let answer = try #require(guide.answer(address: "\(street) 5"))
            #expect(answer.assignment == nil)
            #expect(answer.choices.allSatisfy { $0.stations.isEmpty }, "\(street)")
            #expect(answer.districts.isEmpty)
            #expect(!answer.warnings.isEmpty)
        }
    }

    @Test(
        "Washington's own list of addresses needs no option, with its postcodes or by its streets",
        arguments: [true, false]
    )
    func own(hasPostcodes: Bool) async throws {
        let scratch = try await ScratchStore()
        guard try await washington(in: scratch, hasBoundaries: hasPostcodes),
            let path = Checkout.realFile("dc/polling_places.csv")
        else { return }
        // The streets in which stations stand, two of three, and others.
        let lines = try String(contentsOfFile: path, encoding: .utf8)
            .split(whereSeparator: \.isNewline).dropFirst()
            .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
        let streets = lines.enumerated().filter { $0.offset % 3 > 0 }.map { _, cells in
            let words = cells[6].split(separator: " ").dropFirst()
            return (street: words.joined(separator: " "), postcode: cells[8])
        }
        let file = try list(streets, hasPostcodes: hasPostcodes, in: scratch)
        try await addresses(file, in: scratch)
        let guide = try await scratch.guide()
        let entries = guide.addresses.entries
        var assigned = 0
        for entry in entries.enumerated().filter({ $0.offset % 9 == 0 }).map(\.element) {
            let house = try #require(entry.houses.first?.numbers.lowerBound)
            let answer = try #require(guide.answer(address: "\(house) \(entry.street)"))
            for choice in answer.choices { #expect(!choice.stations.isEmpty) }
            guard let assignment = answer.assignment else { continue }
            assigned += 1
            let codes = assignment.stations.flatMap(\.station.districts)
                .filter { $0.type == "precinct" }.map(\.code)
            #expect(codes.contains { $0 == assignment.district?.code })
            #expect(
                answer.districts.map(\.reference.code)
                    == (hasPostcodes ? [assignment.district?.code ?? ""] : [])
            )
        }
        #expect(assigned > 5)
    }

    @Test(
        "with Washington loaded, Arizona's precincts of the same numbers have none of its stations"
    )
    func maricopa() async throws {
        guard let path = Checkout.realFile("vip/sample_feed_v6_maricopa.zip") else { return }
        let scratch = try await ScratchStore()
        guard try await washington(in: scratch) else { return }
        _ = try await scratch.feed(path, into: "az")
        let guide = try await scratch.guide()
        let (east, west) = (
            guide.districts.whole.districts.filter { $0.dataset.text == "dc-precincts" },
            guide.districts.whole.districts.filter { $0.dataset.text == "az-districts" }
        )
        let shared = Set(east.map { DistrictKey($0.reference) })
            .intersection(west.map { DistrictKey($0.reference) })
        #expect(shared.count > 100)
        for district in east {
            let stations = guide.stations(serving: district)
            #expect(!stations.isEmpty && stations.allSatisfy { $0.dataset.text == "dc" })
        }
        for district in west {
            #expect(guide.stations(serving: district).allSatisfy { $0.dataset.text != "dc" })
        }
        // Whoever is in Arizona may use its vote centers, and nobody in Washington.
        let phoenix = guide.answer(
            at: VoterLocation(
                coordinate: try Coordinate(latitude: 33.64353, longitude: -111.95242),
                source: .point
            )
        )
        #expect(phoenix.voteCenterCount == 175)
        #expect(phoenix.warnings.map(\.code).contains(.unplacedCenters))
        #expect(!phoenix.warnings.map(\.code).contains(.noStationNearby))
        let names = phoenix.voteCenters.map(\.station.name)
        #expect(names == names.sorted())
        let capitol = guide.answer(
            at: VoterLocation(
                coordinate: try Coordinate(latitude: 38.8899, longitude: -77.0091),
                source: .point
            )
        )
        #expect(capitol.voteCenterCount == 0)
        #expect(capitol.assignment?.station.station.dataset.text == "dc")
    }
}
