import Foundation
import Testing

@testable import Geodesy

/// Rings that touch, and rings within rings, found by a sweep and by comparing every edge with every
/// other.
@Suite struct RingSweepTests {
    /// A corner with whole numbers, which 64 bits multiply without rounding.
    private struct Corner: Hashable {
        let x: Int
        let y: Int
    }

    private static func side(_ a: Corner, _ b: Corner, _ c: Corner) -> Int {
        ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)).signum()
    }

    private static func isOn(_ a: Corner, _ b: Corner, _ c: Corner) -> Bool {
        side(a, b, c) == 0 && min(a.x, b.x) <= c.x && c.x <= max(a.x, b.x)
            && min(a.y, b.y) <= c.y && c.y <= max(a.y, b.y)
    }

    private static func meet(_ a: Corner, _ b: Corner, _ c: Corner, _ d: Corner) -> Bool {
        side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
            || isOn(a, b, c) || isOn(a, b, d) || isOn(c, d, a) || isOn(c, d, b)
    }

    private static func holds(_ ring: [Corner], _ place: Corner) -> Bool {
        var isInside = false
        for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1))
        where (a.y > place.y) != (b.y > place.y) && (b.y > a.y) == (side(a, b, place) > 0) {
            isInside.toggle()
        }
        return isInside
    }

    /// Whether an edge folds back over the one before it.
    private static func foldsBack(_ a: Corner, _ b: Corner, _ c: Corner) -> Bool {
        side(a, b, c) == 0 && (a.x - b.x) * (c.x - b.x) + (a.y - b.y) * (c.y - b.y) > 0
    }

    /// The same as ``RingSweep/parents(of:)``, by brute force.
    private static func parents(of rings: [[Corner]]) -> [Int?]? {
        let edges = rings.enumerated().flatMap { ring, corners in
            corners.indices.map { index in
                (ring, index, corners[index], corners[(index + 1) % corners.count])
            }
        }
        for (number, one) in edges.enumerated() {
            for other in edges[(number + 1)...] {
                let count = rings[one.0].count
                if one.0 == other.0, (one.1 + 1) % count == other.1 {
                    if foldsBack(one.2, one.3, other.3) { return nil }
                } else if one.0 == other.0, (other.1 + 1) % count == one.1 {
                    if foldsBack(other.2, other.3, one.3) { return nil }
                } else if meet(one.2, one.3, other.2, other.3) {
                    return nil
                }
            }
        }
        let holders = rings.indices.map { ring in
            rings.indices.filter { $0 != ring && holds(rings[$0], rings[ring][0]) }
        }
        return holders.map { around in around.max { holders[$0].count < holders[$1].count } }
    }

    private static func ring(
        _ size: Int,
        _ random: inout SeededGenerator
    ) -> [Corner] {
        func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
        guard Bool.random(using: &random) else {
            return (0..<number(3..<7)).map { _ in Corner(x: number(0..<size), y: number(0..<size)) }
        }
        let (x, y, w, h) = (number(0..<size), number(0..<size), number(1..<size), number(1..<size))
        let corners = [
            Corner(x: x, y: y), Corner(x: x + w, y: y), Corner(x: x + w, y: y + h),
            Corner(x: x, y: y + h),
        ]
        let start = number(0..<4)
        let turned = Array(corners[start...] + corners[..<start])
        return Bool.random(using: &random) ? turned : turned.reversed()
    }

    @Test("the sweep agrees with brute force", arguments: [4, 6, 10, 30])
    func bruteForce(size: Int) throws {
        var random = SeededGenerator(seed: UInt64(size))
        var counts = (sound: 0, nested: 0, touching: 0)
        for _ in 0..<4_000 {
            let rings = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                Self.ring(size, &random)
            }
            // Places that are repeated make no edge, which brute force does not know.
            let isPlain = rings.allSatisfy { ring in
                zip(ring, ring.dropFirst() + ring.prefix(1)).allSatisfy { $0 != $1 }
            }
            guard isPlain else { continue }
            let expected = Self.parents(of: rings)
            let places = try rings.map { ring in
                try (ring + ring.prefix(1)).map {
                    try Coordinate(latitude: Double($0.y), longitude: Double($0.x))
                }
            }
            #expect(RingSweep.parents(of: places) == expected, "\(rings)")
            if let expected {
                counts.sound += 1
                if expected.contains(where: { $0 != nil }) { counts.nested += 1 }
            } else {
                counts.touching += 1
            }
        }
        #expect(counts.sound > 100 && counts.touching > 100)
        #expect(size < 10 || counts.nested > 5)
    }

    @Test("which side of a line a place lies on is exact to the last bit")
    func exactness() {
        // The line through (12, 12) and (24, 24); what lies beside it does so by 2^-53 alone, where
        // plain arithmetic is wrong for about half (the source's figure 1).
        let unit = 0x1p-53
        let (start, end) = (PlanePoint(x: 12, y: 12), PlanePoint(x: 24, y: 24))
        for x in 0..<64 {
            for y in 0..<64 {
                let place = PlanePoint(x: 0.5 + Double(x) * unit, y: 0.5 + Double(y) * unit)
                let expected = place.y == place.x ? 0 : place.y > place.x ? 1 : -1
                #expect(PlanePoint.side(start, end, of: place) == expected)
                #expect(PlanePoint.side(end, start, of: place) == -expected)
            }
        }
    }

    private func polygon(_ corners: [(Double, Double)]) throws -> [Coordinate] {
        try (corners + corners.prefix(1)).map {
            try Coordinate(latitude: $0.1, longitude: $0.0)
        }
    }

    @Test("an area is surely sound when its holes lie right within it, and its parts apart")
    func areas() throws {
        func square(_ low: Double, _ high: Double) throws -> [Coordinate] {
            try polygon([(low, low), (high, low), (high, high), (low, high)])
        }
        let (outer, middle, inner) = (try square(0, 9), try square(1, 8), try square(2, 7))
        func isSound(_ polygons: [([Coordinate], [[Coordinate]])]) throws -> Bool {
            MultiPolygon(try polygons.map { try Polygon(exterior: $0.0, holes: $0.1) })
                .isSurelySound
        }
        #expect(try isSound([(outer, [])]))
        #expect(try isSound([(outer.reversed(), [middle])]))
        // An island in a lake; a hole in a hole; a hole that is another's; a part within a part.
        #expect(try isSound([(outer, [middle]), (inner, [])]))
        #expect(try isSound([(inner, []), (outer, [middle])]))
        #expect(try !isSound([(outer, [middle, inner])]))
        #expect(try !isSound([(middle, [outer])]))
        #expect(try !isSound([(outer, []), (inner, [])]))
        #expect(try !isSound([(outer, []), (try square(20, 30), [inner])]))
        // A bow tie, and squares with a corner in common.
        #expect(try !isSound([(polygon([(0, 0), (2, 2), (2, 0), (0, 2)]), [])]))
        #expect(try !isSound([(outer, []), (try square(9, 10), [])]))
    }

    @Test(
        "a zigzag of 50,000 corners is judged at once, however it runs",
        .timeLimit(.minutes(1)),
        arguments: [0.0, 0.7, 1.5]
    )
    func zigzag(turn: Double) throws {
        // Across and back, so that every edge's box overlaps very many others, and again beside that.
        let count = 25_000
        let there = (0..<count).map { (Double($0 % 2), Double($0) / Double(count)) }
        let back = there.reversed().map { ($0.0 + 0.01, $0.1) }
        func ring(_ corners: [(Double, Double)]) throws -> [Coordinate] {
            try (corners + corners.prefix(1)).map { x, y in
                try Coordinate(
                    latitude: x * sin(turn) + y * cos(turn),
                    longitude: x * cos(turn) - y * sin(turn)
                )
            }
        }
        #expect(RingSweep.parents(of: [try ring(there + back)]) == [nil])
        // One corner of the way back lies across the way there.
        var crossing = back
        crossing[12_000].0 -= 0.02
        #expect(RingSweep.parents(of: [try ring(there + crossing)]) == nil)
    }
}
