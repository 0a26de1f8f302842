import Foundation
import Testing

@testable import Geodesy
@testable import SpatialIndex

/// The tree against brute force over every kind of terrain.
@Suite struct NumberedQuadTreeTests {
    @Test("radius queries agree with brute force", arguments: Terrain.allCases, UInt64(0)..<60)
    func radius(terrain: Terrain, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let points = Scene.points(terrain, count: Int.random(in: 0...700, using: &random), &random)
        let tree = NumberedQuadTree(points)
        let brute = BruteForce(points)
        #expect(tree._checkInvariants() == [])
        for _ in 0..<6 {
            let center = Scene.center(terrain, points, &random)
            let radius = try Scene.radius(&random)
            let found = tree.within(radius, of: center)
            #expect(brute.complaints(about: found, within: radius, of: center) == [])
            #expect(
                found.sorted { $0.precedes($1) } == brute.exactly(within: radius, of: center)
            )
        }
    }

    @Test("nearest agrees with brute force", arguments: Terrain.allCases, UInt64(0)..<60)
    func nearest(terrain: Terrain, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed &+ 1000)
        let points = Scene.points(terrain, count: Int.random(in: 0...700, using: &random), &random)
        let tree = NumberedQuadTree(points)
        let brute = BruteForce(points)
        let everything = try Distance.meters(2.1e7)
        for k in [1, 2, 10, 100, 1000] {
            let center = Scene.center(terrain, points, &random)
            let limit = Bool.random(using: &random) ? nil : try Scene.radius(&random)
            let found = tree.nearest(to: center, count: k, within: limit)
            #expect(
                brute.complaints(about: found, nearestTo: center, count: k, within: limit) == []
            )
            #expect(
                found
                    == Array(brute.exactly(within: limit ?? everything, of: center).prefix(k))
            )
        }
    }

    @Test(
        "nearest agrees with brute force where no point reaches far",
        arguments: Terrain.allCases,
        UInt64(0)..<40
    )
    func nearestOfShortReaches(terrain: Terrain, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed &+ 5000)
        let center = terrain.place(&random)
        // Every reach is about as long as the way to the centre, so that each lane's farthest
        // reach decides whether it is looked into.
        let points = (0..<600).map { id -> IndexedPoint<UInt32> in
            let place = terrain.place(&random)
            let way = Geodesic.distance(from: center, to: place).meters
            let reach = Distance(
                uncheckedMeters: way * Double.random(in: 0.9...1.1, using: &random)
            )
            return IndexedPoint(id: UInt32(id), coordinate: place, reach: .upTo(reach))
        }
        let tree = NumberedQuadTree(points)
        let brute = BruteForce(points)
        for k in [1, 10, 100, 1000] {
            let found = tree.nearest(to: center, count: k)
            #expect(
                brute.complaints(about: found, nearestTo: center, count: k, within: nil) == []
            )
        }
    }

    @Test("boxes agree with brute force", arguments: Terrain.allCases, UInt64(0)..<60)
    func boxes(terrain: Terrain, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed &+ 2000)
        let points = Scene.points(terrain, count: Int.random(in: 0...700, using: &random), &random)
        let tree = NumberedQuadTree(points)
        for _ in 0..<8 {
            let corner = Scene.center(terrain, points, &random)
            let other = Scene.center(terrain, points, &random)
            let box = try BoundingBox(
                west: corner.longitude,
                south: min(corner.latitude, other.latitude),
                east: other.longitude,
                north: max(corner.latitude, other.latitude)
            )
            let expected = points.filter { box.contains($0.coordinate) }.map(\.id).sorted()
            #expect(tree.within(box).sorted() == expected)
        }
        #expect(tree.within(.world).count == points.count)
    }

    @Test("a changing tree stays sound and right", arguments: Terrain.allCases, UInt64(0)..<12)
    func mutations(terrain: Terrain, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed &+ 3000)
        var tree = NumberedQuadTree()
        var brute = BruteForce()
        var nextID: UInt32 = 0
        for step in 0..<400 {
            let isGrowing = step % 200 < 130
            if brute.points.isEmpty || Int.random(in: 0..<10, using: &random) < (isGrowing ? 8 : 2)
            {
                let point = Scene.point(nextID, terrain, &random)
                nextID += 1
                tree.insert(point)
                brute.points[point.id] = point
            } else if let id = brute.points.keys.sorted().randomElement(using: &random),
                let point = brute.points.removeValue(forKey: id)
            {
                let isRemoved = tree.remove(id: id, at: point.coordinate)
                let isRemovedAgain = tree.remove(id: id, at: point.coordinate)
                #expect(isRemoved && !isRemovedAgain)
            }
            #expect(tree.count == brute.points.count)
            #expect(tree._checkInvariants() == [])
            if step % 20 == 0 {
                let center = Scene.center(terrain, Array(brute.points.values), &random)
                let radius = try Scene.radius(&random)
                let found = tree.within(radius, of: center)
                #expect(brute.complaints(about: found, within: radius, of: center) == [])
                let nearest = tree.nearest(to: center, count: 7)
                #expect(brute.complaints(about: nearest, nearestTo: center, count: 7) == [])
            }
        }
        for point in brute.points.values {
            let isRemoved = tree.remove(id: point.id, at: point.coordinate)
            #expect(isRemoved)
        }
        #expect(tree.count == 0)
        #expect(tree.within(.world).isEmpty)
        #expect(tree._checkInvariants() == [])
    }

    @Test("piles of points at one place each grow and shrink beside one another")
    func piles() throws {
        var random = SeededGenerator(seed: 78)
        let places = try [(38.9, -77.0), (38.9, -77.0001), (-90, 180)].map {
            try Coordinate(latitude: $0.0, longitude: $0.1)
        }
        var tree = NumberedQuadTree()
        var piled: [UInt32] = []
        func place(_ id: UInt32) -> Coordinate { places[Int(id) % places.count] }
        for target in [6000, 40, 3000, 0, 500] {
            var next = (piled.max() ?? 0) + 1
            while piled.count < target {
                tree.insert(IndexedPoint(id: next, coordinate: place(next)))
                piled.append(next)
                next += 1
            }
            piled.shuffle(using: &random)
            while piled.count > target {
                let id = piled.removeLast()
                let isRemoved = tree.remove(id: id, at: place(id))
                #expect(isRemoved)
                if piled.count % 1000 == 0 { #expect(tree._checkInvariants() == []) }
            }
            #expect(tree._checkInvariants() == [])
            #expect(tree.within(.world).sorted() == piled.sorted())
        }
    }

    @Test("a bulk load of many points, some within a cell, is sound and stays so")
    func bulkLoad() throws {
        var random = SeededGenerator(seed: 77)
        let points = (0..<20_000).map { id -> IndexedPoint<UInt32> in
            let terrain: Terrain = id % 3 == 0 ? .uniform : id % 3 == 1 ? .clustered : .duplicate
            return Scene.point(UInt32(id), terrain, &random)
        }
        var tree = NumberedQuadTree(points)
        #expect(tree._checkInvariants() == [])
        #expect(tree.within(.world).sorted() == points.map(\.id))
        let brute = BruteForce(points)
        for _ in 0..<10 {
            let center = Scene.center(.clustered, points, &random)
            let radius = try Scene.radius(&random)
            #expect(
                tree.within(radius, of: center).sorted { $0.precedes($1) }
                    == brute.exactly(within: radius, of: center)
            )
        }
        for point in points.prefix(15_000) {
            let isRemoved = tree.remove(id: point.id, at: point.coordinate)
            tree.insert(
                IndexedPoint(id: point.id, coordinate: Terrain.clustered.place(&random))
            )
            #expect(isRemoved)
        }
        #expect(tree.count == points.count)
        #expect(tree._checkInvariants() == [])
    }

    @Test("points that move, near and far, are found where they are", arguments: Terrain.allCases)
    func moves(terrain: Terrain) throws {
        var random = SeededGenerator(seed: 4711)
        let points = Scene.points(terrain, count: 400, &random)
        var tree = NumberedQuadTree(points)
        var brute = BruteForce(points)
        for step in 0..<1500 {
            let old = points[Int.random(in: 0..<points.count, using: &random)].id
            let from = try #require(brute.points[old])
            // Most stay in their leaf, with another reach; the others go anywhere.
            let fresh = Scene.point(old, terrain, &random)
            let near = try Coordinate(
                latitude: max(-90, from.coordinate.latitude - 1e-5),
                longitude: from.coordinate.longitude
            )
            let to =
                step % 3 == 0
                ? fresh : IndexedPoint(id: old, coordinate: near, reach: fresh.reach)
            let isMoved = tree.move(to, from: from.coordinate)
            #expect(isMoved)
            brute.points[old] = to
            guard step % 50 == 0 else { continue }
            #expect(tree.count == points.count)
            #expect(tree._checkInvariants() == [])
            let center = Scene.center(terrain, Array(brute.points.values), &random)
            let radius = try Scene.radius(&random)
            let found = tree.within(radius, of: center)
            #expect(brute.complaints(about: found, within: radius, of: center) == [])
            let nearest = tree.nearest(to: center, count: 7)
            #expect(brute.complaints(about: nearest, nearestTo: center, count: 7) == [])
        }
    }

    @Test(
        "many moves at once do what they do one by one, and name those of nothing",
        arguments: Terrain.allCases
    )
    func manyMoves(terrain: Terrain) throws {
        var random = SeededGenerator(seed: 4712)
        let points = Scene.points(terrain, count: 600, &random)
        var tree = NumberedQuadTree(points)
        var brute = BruteForce(points)
        for size in [0, 1, 15, 16, 17, 32, 500, 1] {
            var missing: [Int] = []
            let moves = try (0..<size).map { number in
                // Some are moved more than once, some do not exist or are elsewhere.
                let id = UInt32.random(in: 0..<610, using: &random)
                let new = Scene.point(id, terrain, &random)
                let known = brute.points[id]?.coordinate
                let origin = try known ?? Coordinate(latitude: 1, longitude: 2)
                let isElsewhere = number % 11 == 10
                if brute.points[id] == nil || isElsewhere {
                    missing.append(number)
                } else {
                    brute.points[id] = new
                }
                let away = origin.latitude > 0 ? -0.5 : 0.5
                let elsewhere = try Coordinate(
                    latitude: origin.latitude + away,
                    longitude: origin.longitude
                )
                return PointMove(new, from: isElsewhere ? elsewhere : origin)
            }
            let isMissing = tree.move(moves)
            #expect(isMissing == missing)
            #expect(tree.count == points.count)
            #expect(tree._checkInvariants() == [])
            for _ in 0..<10 {
                let center = Scene.center(terrain, Array(brute.points.values), &random)
                let radius = try Scene.radius(&random)
                let found = tree.within(radius, of: center)
                #expect(brute.complaints(about: found, within: radius, of: center) == [])
            }
        }
    }

    @Test("a move of a point that is not there changes nothing")
    func moveOfNothing() throws {
        let place = try Coordinate(latitude: 1, longitude: 2)
        let target = try Coordinate(latitude: 1, longitude: 2.0001)
        var tree = NumberedQuadTree([IndexedPoint(id: 5, coordinate: place)])
        let elsewhere = tree.move(IndexedPoint(id: 5, coordinate: target), from: target)
        let another = tree.move(IndexedPoint(id: 6, coordinate: target), from: place)
        #expect(!elsewhere && !another)
        #expect(tree.count == 1)
        #expect(tree.nearest(to: place, count: 2).map(\.distance.meters) == [0])
    }

    @Test("a removal names its place: the same id elsewhere is not there")
    func removalElsewhere() throws {
        let place = try Coordinate(latitude: 1, longitude: 2)
        var tree = NumberedQuadTree([IndexedPoint(id: 5, coordinate: place)])
        let elsewhere = tree.remove(id: 5, at: try Coordinate(latitude: 1, longitude: 2.0001))
        let another = tree.remove(id: 6, at: place)
        let itself = tree.remove(id: 5, at: place)
        #expect(!elsewhere && !another && itself)
        #expect(tree.count == 0)
    }

    @Test("a radius and a reach of exactly the distance are inclusive")
    func inclusive() throws {
        let center = try Coordinate(latitude: 38.8977, longitude: -77.0365)
        let place = try Coordinate(latitude: 38.9, longitude: -77.02)
        let distance = Geodesic.distance(from: center, to: place)
        let shorter = try Distance.meters(distance.meters.nextDown)
        let tree = NumberedQuadTree([IndexedPoint(id: 1, coordinate: place)])
        #expect(tree.within(distance, of: center).map(\.id) == [1])
        #expect(tree.within(shorter, of: center).isEmpty)
        #expect(tree.nearest(to: center, count: 1, within: distance).map(\.id) == [1])
        #expect(tree.nearest(to: center, count: 1, within: shorter).isEmpty)
    }

    @Test("a reach is kept to 24 bits, and inclusive there")
    func reachIsInclusive() throws {
        let center = try Coordinate(latitude: 38.8977, longitude: -77.0365)
        let place = try Coordinate(latitude: 38.9, longitude: -77.02)
        let meters = Geodesic.distance(from: center, to: place).meters
        #expect(Reach.upTo(try .meters(12_345)).meters == 12_345)
        for (reach, isFound) in [(meters * (1 + 1e-6), true), (meters * (1 - 1e-6), false)] {
            let tree = NumberedQuadTree([
                IndexedPoint(id: 1, coordinate: place, reach: .upTo(try .meters(reach)))
            ])
            #expect(tree.within(try .kilometers(50), of: center).isEmpty == !isFound)
            #expect(tree.nearest(to: center, count: 1).isEmpty == !isFound)
        }
    }

    @Test("the predicate applies before the limit")
    func predicateBeforeLimit() throws {
        var random = SeededGenerator(seed: 99)
        let points = Scene.points(.clustered, count: 500, &random)
        let tree = NumberedQuadTree(points)
        let brute = BruteForce(points)
        let center = points[17].coordinate
        let radius = try Distance.meters(1e6)
        let found = tree.nearest(to: center, count: 20) { $0 % 5 == 3 }
        #expect(found.count == 20)
        #expect(
            brute.complaints(about: found, nearestTo: center, count: 20) { $0 % 5 == 3 } == []
        )
        let near = tree.within(radius, of: center) { $0 % 7 == 0 }
        #expect(
            brute.complaints(about: near, within: radius, of: center) { $0 % 7 == 0 } == []
        )
        #expect(tree.within(.world) { $0 < 10 }.sorted() == Array(0..<10))
    }

    @Test("a copy is independent")
    func copies() throws {
        var random = SeededGenerator(seed: 5)
        let points = Scene.points(.uniform, count: 300, &random)
        let original = NumberedQuadTree(points)
        var copy = original
        for point in points { copy.remove(id: point.id, at: point.coordinate) }
        #expect(copy.count == 0)
        #expect(original.count == 300)
        #expect(original.within(.world).count == 300)
        #expect(original._checkInvariants() == [])
    }

    @Test("an empty tree and a count of nothing find nothing")
    func nothing() throws {
        let center = try Coordinate(latitude: 0, longitude: 0)
        #expect(NumberedQuadTree().nearest(to: center, count: 3).isEmpty)
        #expect(NumberedQuadTree().within(try .kilometers(30_000), of: center).isEmpty)
        let one = NumberedQuadTree([IndexedPoint(id: 1, coordinate: center)])
        #expect(one.nearest(to: center, count: 0).isEmpty)
        #expect(one.nearest(to: center, count: -1).isEmpty)
        #expect(one.within(.zero, of: center).map(\.id) == [1])
    }

    @Test("ties come in the order of ids")
    func ties() throws {
        let place = try Coordinate(latitude: 10, longitude: 20)
        let center = try Coordinate(latitude: 10.001, longitude: 20)
        let ids = (0..<200).map { UInt32(($0 * 7919) % 200) }
        let tree = NumberedQuadTree(ids.map { IndexedPoint(id: $0, coordinate: place) })
        #expect(tree.nearest(to: center, count: 50).map(\.id) == Array(0..<50))
    }

    @Test("polygons agree with the polygon's own rule", arguments: UInt64(0)..<20)
    func polygons(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed &+ 4000)
        let points = (0..<500).map { id in
            IndexedPoint(
                id: UInt32(id),
                coordinate: Coordinate(
                    uncheckedLatitude: Double(Int.random(in: -20...20, using: &random)) / 10,
                    longitude: Double(Int.random(in: -20...20, using: &random)) / 10
                )
            )
        }
        let ring = try [(-1.5, -1), (1, -1.5), (1.5, 1), (0, 0.5), (-1, 1.5)].map {
            try Coordinate(latitude: $0.0, longitude: $0.1)
        }
        let hole = try [(-0.5, -0.5), (0.5, -0.5), (0, 0.2)].map {
            try Coordinate(latitude: $0.0, longitude: $0.1)
        }
        let area = MultiPolygon([
            try Polygon(exterior: ring, holes: [hole]), try Polygon(exterior: hole),
        ])
        let expected = points.filter { area.contains($0.coordinate) }.map(\.id)
        #expect(expected.count > 50)
        #expect(NumberedQuadTree(points).within(area).sorted() == expected)
    }
}
