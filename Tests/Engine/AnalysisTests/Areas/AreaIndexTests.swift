import Analysis
import Foundation
import Geodesy
import Testing

/// Distances to areas, compared with a search along every edge by PROJ's geodesics.
@Suite struct AreaIndexTests {
    /// A star about a place: corners as longitude and latitude, which may go on past 180 degrees.
    private struct Star {
        let center: Coordinate
        let corners: [(longitude: Double, latitude: Double)]
        let area: Area

        init(at center: Coordinate, breadth: Double, using random: inout SeededRandom) throws {
            self.center = center
            let count = Int.random(in: 3...9, using: &random)
            corners = (0..<count).map { index in
                let angle = 2 * Double.pi * Double(index) / Double(count)
                let radius = breadth * Double.random(in: 0.3...1, using: &random)
                return (
                    center.longitude + radius * sin(angle),
                    min(90, max(-90, center.latitude + radius * cos(angle)))
                )
            }
            let ring = (corners + corners.prefix(1)).map { "[\($0.longitude),\($0.latitude)]" }
            let text = #"{"type":"Polygon","coordinates":[[\#(ring.joined(separator: ","))]]}"#
            area = try Shape.area(of: Shape.all(in: Array(text.utf8)))
        }

        /// The least distance, by 150 places of every edge and golden sections about the best.
        func meters(from place: Coordinate) -> Double {
            if area.contains(place) { return 0 }
            var least = Double.infinity
            for (start, end) in zip(corners, corners.dropFirst() + corners.prefix(1)) {
                func distance(_ share: Double) -> Double {
                    let raw = start.longitude + share * (end.longitude - start.longitude)
                    let latitude = start.latitude + share * (end.latitude - start.latitude)
                    let longitude = raw > 180 ? raw - 360 : raw < -180 ? raw + 360 : raw
                    guard let point = try? Coordinate(latitude, longitude) else { return .infinity }
                    return Karney.meters(place, point)
                }
                let count = 150
                let samples = (0...count).map { distance(Double($0) / Double(count)) }
                let best = samples.indices.min { samples[$0] < samples[$1] } ?? 0
                var low = Double(max(0, best - 1)) / Double(count)
                var high = Double(min(count, best + 1)) / Double(count)
                let golden = (5.0.squareRoot() - 1) / 2
                for _ in 0..<50 {
                    let (left, right) = (high - golden * (high - low), low + golden * (high - low))
                    if distance(left) < distance(right) { high = right } else { low = left }
                }
                least = min(least, samples[best], distance((low + high) / 2))
            }
            return least
        }
    }

    /// Where areas lie and places are asked from; breadths in degrees.
    private static let terrains: [(box: BoundingBox, breadth: Double)] = [
        (BoundingBox.around(-77.1, 38.8, -76.9, 39), 0.02),
        (BoundingBox.around(179.5, -18, -179.5, -17), 0.3),
        (BoundingBox.around(-40, 84, 40, 89), 1.5),
        (BoundingBox.around(-170, -60, 170, 60), 5),
    ]

    @Test(
        "the nearest areas and their distances are those of a search along every edge",
        arguments: 0..<4
    )
    func nearest(terrain: Int) throws {
        let (box, breadth) = Self.terrains[terrain]
        var random = SeededRandom(seed: UInt64(terrain) + 3)
        let stars = try (0..<12).map { _ in
            try Star(at: random.place(in: box), breadth: breadth, using: &random)
        }
        let index = AreaIndex(stars.map(\.area))
        var inside = 0
        for number in 0..<12 {
            let place =
                number % 3 == 2
                ? stars[number].center : try random.place(in: number == 0 ? .world : box)
            let truth = stars.map { $0.meters(from: place) }
            let order = truth.indices.sorted { (truth[$0], $0) < (truth[$1], $1) }
            let found = index.nearest(to: place, count: 5)
            #expect(found.count == 5)
            for (neighbor, expected) in zip(found, order) {
                #expect(abs(neighbor.distance.meters - truth[expected]) < 0.001)
                #expect(abs(neighbor.distance.meters - truth[neighbor.index]) < 0.001)
            }
            inside += found.count { $0.distance == .zero }
            // A little more than the third: what ties to the millimetre is not at stake.
            let radius = try Distance.meters(truth[order[2]] + 0.002)
            let within = Set(index.within(radius, of: place).map(\.index))
            #expect(within.isSuperset(of: order.prefix(3)))
            #expect(within.allSatisfy { truth[$0] <= radius.meters + 0.001 })
            let bounded = index.nearest(to: place, count: 12, within: radius)
            #expect(Set(bounded.map(\.index)) == within)
        }
        if terrain < 2 { #expect(inside > 0) }
    }

    @Test("areas that hold a place are all at 0 m, in the order of their numbers")
    func ties() throws {
        var random = SeededRandom(seed: 5)
        let center = try Coordinate(10, 20)
        let stars = try (0..<6).map { _ in try Star(at: center, breadth: 1, using: &random) }
        let found = AreaIndex(stars.map(\.area)).nearest(to: center, count: 4)
        #expect(found.map(\.index) == [0, 1, 2, 3])
        #expect(found.allSatisfy { $0.distance == .zero })
        #expect(AreaIndex([]).nearest(to: center, count: 3).isEmpty)
    }

    @Test("along a line: what it crosses at 0 m, the others at their least distance")
    func along() async throws {
        var random = SeededRandom(seed: 8)
        let box = try BoundingBox(west: -77.1, south: 38.8, east: -76.9, north: 39)
        let stars = try (0..<60).map { _ in
            try Star(at: random.place(in: box), breadth: 0.012, using: &random)
        }
        let line = [
            try Coordinate(38.81, -77.09), try Coordinate(38.9, -77.0),
            try Coordinate(38.97, -77.02),
        ]
        let ways = zip(line, line.dropFirst()).map { start, end in
            (start: start, way: Geodesic.inverse(from: start, to: end))
        }
        /// The least distance of 200 places of each segment, and by golden sections about them.
        func meters(to index: AreaIndex) -> Double {
            ways.reduce(.infinity) { least, segment in
                func distance(_ share: Double) -> Double {
                    let place = try? Geodesic.destination(
                        from: segment.start,
                        bearingDegrees: segment.way.initialBearing.degrees,
                        distance: .meters(segment.way.distance.meters * share)
                    )
                    return place.flatMap { index[0].distance(from: $0)?.meters } ?? .infinity
                }
                let samples = (0...200).map { distance(Double($0) / 200) }
                let best = samples.indices.min { samples[$0] < samples[$1] } ?? 0
                var low = Double(max(0, best - 1)) / 200
                var high = Double(min(200, best + 1)) / 200
                let golden = (5.0.squareRoot() - 1) / 2
                for _ in 0..<40 {
                    let (left, right) = (high - golden * (high - low), low + golden * (high - low))
                    if distance(left) < distance(right) { high = right } else { low = left }
                }
                return min(least, samples[best], distance((low + high) / 2))
            }
        }
        let limit = try Distance.meters(1500)
        let found = await AreaIndex(stars.map(\.area)).along(
            AreaCorridor(CorridorLine([line])),
            within: limit
        )
        let distances = Dictionary(
            uniqueKeysWithValues: found.map { ($0.index, $0.distance.meters) }
        )
        #expect(found.map(\.distance) == found.map(\.distance).sorted())
        var (crossed, apart) = (0, 0)
        for (number, star) in stars.enumerated() {
            let least = meters(to: AreaIndex([star.area]))
            guard let distance = distances[number] else {
                #expect(least > limit.meters)
                continue
            }
            #expect(abs(distance - least) < 0.001)
            crossed += distance == 0 ? 1 : 0
            apart += distance > 0 ? 1 : 0
        }
        #expect(crossed > 3 && apart > 3)
    }
}

extension BoundingBox {
    /// A box that the test knows to be one.
    static func around(
        _ west: Double,
        _ south: Double,
        _ east: Double,
        _ north: Double
    ) -> BoundingBox {
        (try? BoundingBox(west: west, south: south, east: east, north: north)) ?? .world
    }
}
