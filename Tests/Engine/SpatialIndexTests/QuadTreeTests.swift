import Testing

@testable import Geodesy
@testable import SpatialIndex

/// The tree of named points against brute force, over every kind of terrain.
@Suite struct QuadTreeTests {
    /// What the tree must hold and answer: points in the order in which they came, every distance by
    /// PROJ.
    private struct Model {
        var points: [IndexedPoint<String>] = []
        private let brute = BruteForce()

        subscript(id: String) -> IndexedPoint<String>? { points.first { $0.id == id } }

        mutating func put(_ point: IndexedPoint<String>) {
            if let index = points.firstIndex(where: { $0.id == point.id }) {
                points[index] = point
            } else {
                points.append(point)
            }
        }

        /// What is wrong with an answer: omissions, strangers, distances, order and ties.
        func complaints(
            about found: [Neighbor<String>],
            around center: Coordinate,
            within bound: Distance?,
            count: Int? = nil,
            where include: (String) -> Bool = { _ in true }
        ) -> [String] {
            var complaints: [String] = []
            var places: [String: (order: Int, meters: Double, slack: Double)] = [:]
            for (order, point) in points.enumerated() where include(point.id) {
                let meters = brute.meters(center, point.coordinate)
                let limit = min(bound?.meters ?? .infinity, point.reach.meters)
                places[point.id] = (order, meters, limit - meters)
            }
            for neighbor in found {
                guard let place = places[neighbor.id] else {
                    complaints.append("\(neighbor.id) does not belong here")
                    continue
                }
                if abs(place.meters - neighbor.distance.meters) > BruteForce.tolerance {
                    complaints.append("\(neighbor.id): \(neighbor.distance) for \(place.meters)")
                }
                if place.slack < -BruteForce.tolerance {
                    complaints.append("\(neighbor.id) is out of bounds")
                }
            }
            let ids = Set(found.map(\.id))
            if ids.count != found.count { complaints.append("a point was found twice") }
            for (one, next) in zip(found, found.dropFirst()) {
                let isInOrder =
                    one.distance != next.distance
                    ? one.distance < next.distance
                    : places[one.id]?.order ?? 0 < places[next.id]?.order ?? 0
                if !isInOrder { complaints.append("\(one) stands before \(next)") }
            }
            // All that is surely within must be there, up to the last that was wanted.
            let farthest = found.count == count ? found.last?.distance.meters ?? 0 : .infinity
            for (id, place) in places
            where place.slack > BruteForce.tolerance && !ids.contains(id)
                && place.meters < farthest - BruteForce.tolerance && count != 0
            {
                complaints.append("\(id) at \(place.meters) is missing")
            }
            if let count, found.count > max(0, count) { complaints.append("too many") }
            return complaints
        }
    }

    private static func point(
        _ id: String,
        _ terrain: Terrain,
        _ random: inout SeededGenerator
    ) -> IndexedPoint<String> {
        let point = Scene.point(0, terrain, &random)
        return IndexedPoint(id: id, coordinate: point.coordinate, reach: point.reach)
    }

    /// A tree that has grown, shrunk and changed, and what it must hold.
    private static func changedTree(
        _ terrain: Terrain,
        _ random: inout SeededGenerator
    ) throws -> (tree: QuadTree<String>, model: Model) {
        var model = Model()
        for number in 0..<150 { model.put(point("p\(number)", terrain, &random)) }
        var tree = try QuadTree(model.points)
        for step in 0..<300 {
            let id = "p\(Int.random(in: 0..<220, using: &random))"
            switch step % 4 {
            case 0:
                let removed = try tree.remove(id)
                #expect(removed == model[id])
                model.points.removeAll { $0.id == id }
            case 1:
                let coordinate = terrain.place(&random)
                let isMoved = try tree.move(id, to: coordinate)
                #expect(isMoved == (model[id] != nil))
                if let old = model[id] {
                    model.put(IndexedPoint(id: id, coordinate: coordinate, reach: old.reach))
                }
            case 2:
                let new = point(id, terrain, &random)
                let replaced = try tree.update(new)
                #expect(replaced == model[id])
                model.put(new)
            default:
                let new = point(id, terrain, &random)
                if model[id] == nil {
                    try tree.insert(new)
                    model.put(new)
                } else {
                    #expect(throws: SpatialIndexError.duplicateID("\"\(id)\"")) {
                        try tree.insert(new)
                    }
                }
            }
        }
        return (tree, model)
    }

    @Test(
        "a changing tree holds what it was given and answers as brute force does",
        arguments: Terrain.allCases,
        UInt64(0)..<6
    )
    func changes(terrain: Terrain, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed &+ 7000)
        let (tree, model) = try Self.changedTree(terrain, &random)
        #expect(tree.count == model.points.count)
        #expect(Array(tree) == model.points)
        #expect(tree.tree?._checkInvariants() ?? [] == [])
        #expect(try tree == QuadTree(model.points.reversed()))
        for _ in 0..<4 {
            let center = terrain.place(&random)
            let radius = try Scene.radius(&random)
            let within = tree.neighbors(within: radius, of: center)
            #expect(model.complaints(about: within, around: center, within: radius) == [])
            let some = tree.neighbors(within: radius, of: center) { $0.hasSuffix("7") }
            #expect(
                model.complaints(about: some, around: center, within: radius) {
                    $0.hasSuffix("7")
                } == []
            )
            for count in [-1, 0, 1, 7, 100, 1000] {
                let bound = Bool.random(using: &random) ? radius : nil
                let nearest = tree.nearest(count, to: center, within: bound)
                #expect(
                    model.complaints(
                        about: nearest,
                        around: center,
                        within: bound,
                        count: max(0, count)
                    ) == []
                )
            }
            let odd = tree.nearest(5, to: center) { $0.hasSuffix("3") }
            #expect(
                model.complaints(about: odd, around: center, within: nil, count: 5) {
                    $0.hasSuffix("3")
                } == []
            )
        }
    }

    @Test(
        "nearest first is all that reaches, in order, each once",
        arguments: Terrain.allCases,
        UInt64(0)..<6
    )
    func nearestFirst(terrain: Terrain, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed &+ 8000)
        let (made, model) = try Self.changedTree(terrain, &random)
        var tree = made
        let center = terrain.place(&random)
        let sequence = tree.nearestFirst(from: center)
        // It is of the tree as it was.
        tree.removeAll()
        let all = Array(sequence)
        #expect(model.complaints(about: all, around: center, within: nil) == [])
        #expect(Array(sequence.prefix(9)) == Array(all.prefix(9)))
        var iterator = sequence.makeIterator()
        while iterator.next() != nil {}
        #expect(iterator.next() == nil)
        // A lazy sequence asks for no more than is wanted.
        var looked = 0
        let third = sequence.filter { _ in
            looked += 1
            return looked == 3
        }.first { _ in true }
        #expect(third == all.dropFirst(2).first)
        #expect(looked == min(3, all.count))
        #expect(Array(tree.nearestFirst(from: center)) == [])
    }

    @Test("boxes and polygons agree with their own rules", arguments: UInt64(0)..<20)
    func areas(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed &+ 9000)
        let points = (0..<400).map { number in
            let corner = Coordinate(
                uncheckedLatitude: Double(Int.random(in: -20...20, using: &random)) / 10,
                longitude: Double(Int.random(in: -20...20, using: &random)) / 10
            )
            return IndexedPoint(
                id: "p\(number)",
                coordinate: number % 2 == 0 ? corner : Terrain.antimeridian.place(&random)
            )
        }
        let tree = try QuadTree(points)
        for _ in 0..<10 {
            let corner = Terrain.antimeridian.place(&random)
            let box = try BoundingBox(
                west: corner.longitude,
                south: -.random(in: 0...2, using: &random),
                east: -corner.longitude,
                north: .random(in: 0...2, using: &random)
            )
            let expected = points.filter { box.contains($0.coordinate) }.map(\.id)
            #expect(tree.ids(in: box) == expected)
        }
        let ring = try [(-1.5, -1), (1, -1.5), (1.5, 1), (0, 0.5), (-1, 1.5)].map {
            try Coordinate(latitude: $0.0, longitude: $0.1)
        }
        let inner = try [(-0.5, -0.5), (0.5, -0.5), (0, 0.2)].map {
            try Coordinate(latitude: $0.0, longitude: $0.1)
        }
        let polygon = try Polygon(exterior: ring, holes: [inner])
        #expect(
            tree.ids(in: polygon)
                == points.filter { polygon.contains($0.coordinate) }.map(\.id)
        )
        let area = MultiPolygon([polygon, try Polygon(exterior: inner)])
        #expect(tree.ids(in: area) == points.filter { area.contains($0.coordinate) }.map(\.id))
        #expect(tree.ids(in: .world) == points.map(\.id))
    }

    @Test("an id that comes twice is refused, and nothing is changed")
    func duplicates() throws {
        let here = try Coordinate(latitude: 1, longitude: 2)
        let there = try Coordinate(latitude: 3, longitude: 4)
        let twice = [IndexedPoint(id: 5, coordinate: here), IndexedPoint(id: 5, coordinate: there)]
        #expect(throws: SpatialIndexError.duplicateID("5")) { try QuadTree(twice) }
        var tree = try QuadTree(twice.prefix(1))
        let before = tree
        #expect(throws: SpatialIndexError.duplicateID("5")) { try tree.insert(5, at: there) }
        #expect(tree == before && tree[5]?.coordinate == here)
        #expect(tree.contains(5) && !tree.contains(6))
    }

    @Test("a copy is independent, and equality is of what is held")
    func copies() throws {
        let here = try Coordinate(latitude: 1, longitude: 2)
        var tree = QuadTree<Int>()
        #expect(tree.isEmpty && tree.nearest(3, to: here).isEmpty && tree.ids(in: .world).isEmpty)
        #expect(tree.neighbors(within: .zero, of: here).isEmpty)
        try tree.reserveCapacity(1000)
        for id in 0..<10 { try tree.insert(id, at: here, reach: .upTo(.kilometers(1))) }
        var copy = tree
        try copy.remove(3)
        #expect(tree.count == 10 && copy.count == 9 && tree != copy)
        try copy.insert(3, at: here)
        #expect(tree != copy)
        try copy.update(IndexedPoint(id: 3, coordinate: here, reach: .upTo(.kilometers(1))))
        #expect(tree == copy)
        // Equally far: by age, and 3 is the youngest of the copy.
        #expect(tree.nearest(10, to: here).map(\.id) == Array(0..<10))
        #expect(copy.nearest(10, to: here).map(\.id) == [0, 1, 2, 4, 5, 6, 7, 8, 9, 3])
    }

    @Test("numbers of removed points come free, and the order stays")
    func churn() throws {
        var tree = QuadTree<Int>()
        let here = try Coordinate(latitude: 1, longitude: 2)
        for id in 0..<5000 {
            try tree.insert(id, at: here)
            if id >= 10 { try tree.remove(id - 10) }
        }
        #expect(tree.slots.count < 200)
        #expect(tree.map(\.id) == Array(4990..<5000))
        #expect(tree.nearest(10, to: here).map(\.id) == Array(4990..<5000))
    }
}
