import Datasets
import Foundation
import Geodesy
import Importing
import Roads
import SpatiaLiteStore
import TestSupport
import Testing
import Timekeeping

/// Monaco's roads from OpenStreetMap, imported into a store of their own and read from it.
final class Monaco: Sendable {
    let ways: WayFinder
    let roads: [Road]

    /// One city for all tests; nil, with a notice, where the file is absent.
    static let shared = Task { try await Monaco() }

    private init?() async throws {
        guard let file = Checkout.realFile("roads/monaco.osm.pbf") else { return nil }
        // Nobody is left at the process's end to remove what this city, which all tests share, would hold.
        let scratch = try await ScratchStore()
        _ = try await RoadImporter(store: scratch.store.roads, clock: scratch.clock).run(
            .file(file),
            options: ImportOptions(dataset: try DatasetName("monaco"))
        )
        ways = WayFinder(store: scratch.store)
        try await ways.load()
        roads = ways.network?.roads ?? []
        #expect(try await scratch.store.check().isSound)
        try await scratch.store.close()
    }

    /// Random places in the principality.
    func places(_ count: Int, seed: UInt64) throws -> [Coordinate] {
        var random = SeededRandom(seed: seed)
        return try (0..<count).map { _ in
            try Coordinate(
                latitude: .random(in: 43.727...43.747, using: &random),
                longitude: .random(in: 7.412...7.435, using: &random)
            )
        }
    }
}

@Suite struct MonacoTests {
    /// A step from one place to the next.
    private struct Hop: Hashable {
        let from: Coordinate
        let to: Coordinate
    }

    /// The roads on which one may go each step, by the file's own order of places.
    private func hops(_ roads: [Road], _ mode: TravelMode) -> [Hop: Set<String>] {
        var hops: [Hop: Set<String>] = [:]
        for road in roads {
            let passage = mode == .walk ? road.walking : road.driving
            for (start, end) in zip(road.line, road.line.dropFirst()) {
                if passage == .both || passage == .along {
                    hops[Hop(from: start, to: end), default: []].insert(road.key)
                }
                if passage == .both || passage == .against {
                    hops[Hop(from: end, to: start), default: []].insert(road.key)
                }
            }
        }
        return hops
    }

    @Test("every way keeps to the roads, their directions and their turns", arguments: 1...2)
    func lawful(seed: UInt64) async throws {
        guard let city = try await Monaco.shared.value else { return }
        let places = try city.places(30, seed: seed)
        for mode in TravelMode.allCases {
            let hops = hops(city.roads, mode)
            var forbidden: [Hop: Set<String>] = [:]
            for road in city.roads {
                for rule in road.turnRules where !rule.isMandatory {
                    for end in road.line where end != rule.place {
                        forbidden[Hop(from: end, to: rule.place), default: []].insert(rule.roadKey)
                    }
                }
            }
            var found = 0
            for (start, end) in zip(places, places.dropFirst()) {
                let way = city.ways.directions(from: start, to: end, mode: mode)
                guard way.method == .road else { continue }
                found += 1
                // Without the ways to and from the road, and the parts of stretches at both ends.
                let line = way.line.dropFirst(2).dropLast(2)
                var last: Hop?
                for (from, to) in zip(line, line.dropFirst()) {
                    let hop = Hop(from: from, to: to)
                    let roads = try #require(hops[hop], "\(mode): no road goes \(hop)")
                    if mode == .drive, let last, let denied = forbidden[last] {
                        #expect(!roads.isSubset(of: denied) || hops[last]?.count ?? 0 > 1)
                    }
                    last = hop
                }
            }
            #expect(found > 20)
        }
    }

    @Test("one drives farther than one walks where streets are one-way")
    func oneWays() async throws {
        guard let city = try await Monaco.shared.value else { return }
        let places = try city.places(25, seed: 9)
        var (walked, driven) = (0.0, 0.0)
        for (start, end) in zip(places, places.dropFirst()) {
            let walk = city.ways.directions(from: start, to: end, mode: .walk)
            let drive = city.ways.directions(from: start, to: end, mode: .drive)
            guard walk.method == .road, drive.method == .road else { continue }
            walked += walk.distance.meters
            driven += drive.distance.meters
        }
        #expect(driven > walked * 1.1)
    }
}
