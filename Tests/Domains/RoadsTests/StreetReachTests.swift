import Geodesy
import Testing

@testable import Roads

/// What is reached within a time, beside the ways that are found one by one.
@Suite struct StreetReachTests {
    @Test(arguments: 0..<10, [TravelMode.walk, .drive])
    func whatIsReachedIsWhatDirectionsReach(seed: Int, mode: TravelMode) throws {
        let finder = RoadMatrixTests.town(
            seed: UInt64(seed),
            limited: seed % 3 == 2 ? 0.4 : 0.08
        ).finder
        let network = try #require(finder.network)
        var random = SeededRandom(seed: UInt64(seed) &+ 7)
        let limit = mode == .walk ? 420.0 : 100.0
        func streetPlace() throws -> Coordinate {
            let edge = Int.random(in: 0..<network.edgeCount, using: &random)
            let line = network.places(ofArc: 2 * edge)
            return try #require(line.first).toward(
                try #require(line.last),
                share: Double.random(in: 0...1, using: &random)
            )
        }
        func town() -> Coordinate {
            Town.place(
                Double.random(in: 1...7, using: &random),
                Double.random(in: 1...7, using: &random)
            )
        }
        // From where one gets anywhere, for some lie in one-way traps.
        var start = town()
        for _ in 0..<100 {
            let near = try (0..<40).count { _ in
                let way = finder.directions(from: start, to: try streetPlace(), mode: mode)
                return way.method == .road && way.cautions.isEmpty && way.seconds < limit
            }
            if near >= 4 { break }
            start = town()
        }
        let reach = try #require(network.reach(from: start, by: mode, within: limit))
        let outline = ReachOutline(reach, from: start, by: mode)
        let area = outline.area(within: limit)
        #expect(!area.polygons.isEmpty)
        let shorter = outline.area(within: limit / 2)
        #expect(shorter.squareMeters < area.squareMeters)
        var (inside, outside) = (0, 0)
        for _ in 0..<150 {
            let place = try streetPlace()
            let alone = finder.directions(from: start, to: place, mode: mode)
            if alone.method == .road, alone.cautions.isEmpty, alone.seconds < limit - 0.5 {
                inside += 1
                #expect(area.contains(place), "\(seed) \(alone.seconds)")
            } else if !area.contains(place) {
                outside += 1
            }
        }
        #expect(inside > 3 && (mode == .drive || outside > 3), "\(inside) \(outside)")
        // What is told to be reached is: by a way that is found alone, in that time.
        for stretch in reach.stretches.shuffled(using: &random).prefix(60) {
            guard let place = stretch.line.last, stretch.line.count > 1 else { continue }
            let alone = finder.directions(from: start, to: place, mode: mode)
            guard alone.method == .road else { continue }
            #expect(alone.seconds <= stretch.lastSeconds + 0.5, "\(seed)")
            #expect(stretch.lastSeconds <= limit + 0.001)
        }
        // No place of the area is farther than it says from what is reached.
        let box = try #require(area.boundingBox)
        for _ in 0..<200 {
            let place = try Coordinate(
                latitude: Double.random(in: box.south...box.north, using: &random),
                longitude: Double.random(in: box.west...box.east, using: &random)
            )
            guard area.contains(place) else { continue }
            let nearest =
                reach.stretches.map { stretch in
                    zip(stretch.line, stretch.line.dropFirst()).map { from, to in
                        (0...20).map { step in
                            Geodesic.distance(
                                from: from.toward(to, share: Double(step) / 20),
                                to: place
                            ).meters
                        }.min() ?? .infinity
                    }.min() ?? .infinity
                }.min() ?? .infinity
            #expect(nearest < outline.toleranceMeters * 1.02 + 3, "\(seed) \(nearest)")
        }
    }

    @Test func farFromRoadsNothingIsReached() throws {
        let network = try #require(RoadMatrixTests.town(seed: 1).finder.network)
        #expect(network.reach(from: Town.place(0, 300), by: .walk, within: 60) == nil)
    }
}
