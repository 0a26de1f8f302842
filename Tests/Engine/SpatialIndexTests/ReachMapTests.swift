import Foundation
import Testing

@testable import Geodesy
@testable import SpatialIndex

/// The map that tells a search to stay away: it may send one in vain, but never keep one away from
/// something.
@Suite struct ReachMapTests {
    /// Points all over the Earth, at the poles and the antimeridian too, that seldom reach one
    /// another.
    static func sparsePoints(
        _ count: Int,
        mostReach: Double,
        _ random: inout SeededGenerator
    ) -> [IndexedPoint<UInt32>] {
        (0..<count).map { id in
            let terrain: Terrain = id < 24 ? .polar : id % 16 == 0 ? .antimeridian : .uniform
            return IndexedPoint(
                id: UInt32(id),
                coordinate: terrain.place(&random),
                reach: .upTo(Distance(uncheckedMeters: .random(in: 0...mostReach, using: &random)))
            )
        }
    }

    /// A place at most as far from a point as it reaches, most often at the very end.
    private static func reachedPlace(
        _ point: IndexedPoint<UInt32>,
        _ random: inout SeededGenerator
    ) throws -> Coordinate {
        let share = Bool.random(using: &random) ? 1 : Double.random(in: 0...1, using: &random)
        return Geodesic.destination(
            from: point.coordinate,
            bearingDegrees: Int.random(in: 0..<4, using: &random) == 0
                ? Double(Int.random(in: -2...1, using: &random)) * 90
                : .random(in: -180...180, using: &random),
            distance: try .meters(point.reach.meters * share)
        )
    }

    @Test(
        "no place that a point reaches is left out, near and far, at the poles and beyond the grid",
        arguments: Terrain.allCases,
        UInt64(0)..<12
    )
    func nothingIsLeftOut(terrain: Terrain, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed &+ 7000)
        let scale = pow(10, Double.random(in: -1...6.3, using: &random))
        let points = (0..<400).map { id in
            IndexedPoint(
                id: UInt32(id),
                coordinate: terrain.place(&random),
                reach: .upTo(Distance(uncheckedMeters: .random(in: 0...scale, using: &random)))
            )
        }
        // The grid is laid around some of the points; others come later and may lie beyond.
        let known = points.prefix(seed % 2 == 0 ? 400 : 20).map { Entry($0) }
        var box = Bounds.nothing
        for entry in known {
            box.include(x: entry.place.x, y: entry.place.y)
            box.include(reach: entry.reach)
        }
        let map = try ReachMap(
            around: box,
            mostReach: known.map(\.reach).max() ?? 0,
            count: [400, 4096, 100_000][Int(seed) % 3],
            stamp: 0
        )
        defer { map.deallocate() }
        for point in points {
            let entry = Entry(point)
            guard map.mark(entry.place, reach: entry.reach) else { continue }
            #expect(map.mayReach(entry.place))
            for _ in 0..<20 {
                let place = try Self.reachedPlace(point, &random)
                guard
                    Geodesic.distance(from: place, to: point.coordinate).meters
                        <= point.reach.meters
                else { continue }
                #expect(
                    map.mayReach(GridPlace(place)),
                    "\(point.coordinate) reaches \(place) within \(point.reach.meters) m"
                )
            }
        }
    }

    @Test("most places that nothing reaches are told from those that something reaches")
    func selectivity() throws {
        var random = SeededGenerator(seed: 71)
        // 20,000 circles of a mean area of 1,340 km^2 cover a twentieth of the Earth.
        let points = Self.sparsePoints(20_000, mostReach: 36_000, &random)
        let tree = NumberedQuadTree(points)
        let map = try #require(tree.storage.reachMap)
        var (reached, marked) = (0, 0)
        for _ in 0..<20_000 {
            let center = Terrain.uniform.place(&random)
            let isReached = !tree.within(try .kilometers(40), of: center).isEmpty
            let isMarked = map.mayReach(GridPlace(center))
            #expect(isMarked || !isReached)
            reached += isReached ? 1 : 0
            marked += isMarked ? 1 : 0
        }
        #expect((800...1200).contains(reached))
        #expect(marked < 4000)
    }

    @Test("a tree with a map answers as brute force does", arguments: UInt64(0)..<3)
    func answers(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed &+ 72)
        let points = Self.sparsePoints(5000, mostReach: 60_000, &random)
        let tree = NumberedQuadTree(points)
        #expect(tree.storage.reachMap != nil)
        #expect(tree._checkInvariants() == [])
        let brute = BruteForce(points)
        for index in 0..<60 {
            let center =
                index % 2 == 0
                ? try Self.reachedPlace(points[Int.random(in: 0..<5000, using: &random)], &random)
                : Terrain.uniform.place(&random)
            let radius = try Scene.radius(&random)
            let expected = brute.exactly(within: radius, of: center)
            #expect(tree.within(radius, of: center).sorted { $0.precedes($1) } == expected)
            #expect(
                tree.within(radius, of: center, where: { _ in true })
                    .sorted { $0.precedes($1) } == expected
            )
            #expect(
                tree.nearest(to: center, count: 3, within: radius) == Array(expected.prefix(3))
            )
        }
    }

    @Test("a map follows changes, is made anew after many, and goes when it is of no use")
    func changes() throws {
        var random = SeededGenerator(seed: 73)
        var points = Self.sparsePoints(4200, mostReach: 50_000, &random)
        var tree = NumberedQuadTree(points)
        let first = try #require(tree.storage.reachMap)
        for step in 0..<9000 {
            let id = Int.random(in: 0..<points.count, using: &random)
            let old = points[id]
            points[id] = IndexedPoint(
                id: old.id,
                coordinate: (step % 150 == 0 ? Terrain.polar : .uniform).place(&random),
                reach: old.reach
            )
            let isMoved = tree.move(points[id], from: old.coordinate)
            #expect(isMoved)
            if step == 4000 { #expect(tree.storage.reachMap == first) }
            if step % 500 == 0 {
                #expect(tree._checkInvariants() == [])
                let center = try Self.reachedPlace(points[id], &random)
                let all = BruteForce(points).exactly(within: try .kilometers(60), of: center)
                #expect(
                    tree.within(try .kilometers(60), of: center).sorted { $0.precedes($1) } == all
                )
            }
        }
        // Two maps later, what moved away long ago has left no mark: as few places are marked as in
        // a tree that was loaded just so.
        let fresh = NumberedQuadTree(points)
        let (now, loaded) = (
            try #require(tree.storage.reachMap), try #require(fresh.storage.reachMap)
        )
        func markedShare(_ map: ReachMap) -> Double {
            var random = SeededGenerator(seed: 74)
            let marked = (0..<20_000).filter { _ in
                map.mayReach(GridPlace(Terrain.uniform.place(&random)))
            }
            return Double(marked.count) / 20_000
        }
        #expect(markedShare(now) < 1.3 * markedShare(loaded))

        var copy = tree
        let station = IndexedPoint<UInt32>(id: 9999, coordinate: Terrain.uniform.place(&random))
        copy.insert(station)
        #expect(copy.storage.reachMap == nil)
        #expect(tree.storage.reachMap != nil)
        for _ in 0..<50 {
            let center = Terrain.uniform.place(&random)
            #expect(copy.nearest(to: center, count: 5).contains { $0.id == 9999 })
            #expect(!tree.nearest(to: center, count: 5).contains { $0.id == 9999 })
        }
    }

    @Test("where people are, no map is made")
    func crowds() throws {
        var random = SeededGenerator(seed: 75)
        let points = (0..<8000).map { id in
            IndexedPoint(
                id: UInt32(id),
                coordinate: Coordinate(
                    uncheckedLatitude: .random(in: 51...52, using: &random),
                    longitude: .random(in: -1...0, using: &random)
                ),
                reach: .upTo(Distance(uncheckedMeters: .random(in: 50...5000, using: &random)))
            )
        }
        #expect(NumberedQuadTree(points).storage.reachMap == nil)
    }

    @Test("a point beyond the grid is found from beyond the grid")
    func beyond() throws {
        var random = SeededGenerator(seed: 76)
        let points = (0..<5000).map { id in
            IndexedPoint(
                id: UInt32(id),
                coordinate: Coordinate(
                    uncheckedLatitude: .random(in: 40...50, using: &random),
                    longitude: .random(in: 170...180, using: &random)
                ),
                reach: .upTo(Distance(uncheckedMeters: .random(in: 50...5000, using: &random)))
            )
        }
        var tree = NumberedQuadTree(points)
        #expect(tree.storage.reachMap != nil)
        #expect(tree.nearest(to: try Coordinate(latitude: 45, longitude: -170), count: 1).isEmpty)
        for (id, place) in [(45.0, -179.99), (-30, 20), (90, 0), (50.01, 175)].enumerated() {
            let center = try Coordinate(latitude: place.0, longitude: place.1)
            let point = IndexedPoint(
                id: UInt32(6000 + id),
                coordinate: Geodesic.destination(
                    from: center,
                    bearingDegrees: 200,
                    distance: try .meters(900)
                ),
                reach: .upTo(try .kilometers(1))
            )
            tree.insert(point)
            #expect(
                tree.within(try .kilometers(2), of: center).contains { $0.id == point.id }
            )
        }
        #expect(tree.storage.reachMap != nil)
        #expect(tree._checkInvariants() == [])
    }
}
