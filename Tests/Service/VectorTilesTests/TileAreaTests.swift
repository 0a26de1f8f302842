import Foundation
import Testing

@testable import VectorTiles

@Suite struct GridAreaTests {
    /// Whether a point, in halves of a unit, is gone round more than no time.
    private func covers(_ rings: [(ring: [GridPoint], isHole: Bool)], _ x: Int64, _ y: Int64)
        -> Bool
    {
        var sum = 0
        for (ring, isHole) in rings {
            var winding = 0
            for (start, end) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
                let (a, b) = (start.wide &* 2, end.wide &* 2)
                guard (a.y > y) != (b.y > y) else { continue }
                let side = (b.x - a.x) * (y - a.y) - (x - a.x) * (b.y - a.y)
                if a.y <= y, side > 0 { winding += 1 }
                if a.y > y, side < 0 { winding -= 1 }
            }
            sum += (ring.doubledArea > 0) == isHole ? -winding : winding
        }
        return sum > 0
    }

    private func ring(_ count: Int, within size: Int32, using numbers: inout SeededNumbers)
        -> [GridPoint]
    {
        (0..<count).map { _ in
            GridPoint(
                .random(in: 0...size, using: &numbers),
                .random(in: 0...size, using: &numbers)
            )
        }
    }

    @Test("rings without order become valid polygons of nearly the same area", arguments: 0..<120)
    func disorder(seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        let size: Int32 = [4, 8, 20, 300][Int(seed % 4)]
        var rings: [(ring: [GridPoint], isHole: Bool)] = []
        for index in 0..<Int.random(in: 1...4, using: &numbers) {
            let count = Int.random(in: 3...9, using: &numbers)
            rings.append((ring(count, within: size, using: &numbers), index > 0 && seed % 3 == 0))
        }
        var area = TileArea()
        for (ring, isHole) in rings { area.add(ring: ring, isHole: isHole) }
        let polygons = area.polygons()
        #expect(polygons.fault == nil, "\(rings)")
        guard size > 50 else { return }
        // Edges were moved by less than a unit here, so that points far from all of them count.
        var wrong = 0
        var all = 0
        for x in stride(from: Int64(1), to: Int64(2 * size), by: 14) {
            for y in stride(from: Int64(1), to: Int64(2 * size), by: 14) {
                let isCovered = polygons.contains { rings in
                    rings.count { covers([($0, false)], x, y) } % 2 == 1
                }
                all += 1
                if isCovered != covers(rings, x, y) { wrong += 1 }
            }
        }
        #expect(Double(wrong) < 0.02 * Double(all), "\(wrong) of \(all)")
    }

    @Test("touching squares, a hole that touches, and an area that falls apart")
    func touches() {
        func square(_ x: Int32, _ y: Int32, _ size: Int32) -> [GridPoint] {
            [
                GridPoint(x, y), GridPoint(x + size, y), GridPoint(x + size, y + size),
                GridPoint(x, y + size),
            ]
        }
        func polygons(_ rings: ([GridPoint], Bool)...) -> [[[GridPoint]]] {
            var area = TileArea()
            for (ring, isHole) in rings { area.add(ring: ring, isHole: isHole) }
            let polygons = area.polygons()
            #expect(polygons.fault == nil)
            return polygons
        }
        // Side by side: one. Corner by corner: two. One on the other: one.
        #expect(polygons((square(0, 0, 4), false), (square(4, 0, 4), false)).map(\.count) == [1])
        #expect(
            polygons((square(0, 0, 4), false), (square(4, 4, 4), false)).map(\.count) == [1, 1]
        )
        #expect(polygons((square(0, 0, 4), false), (square(0, 0, 4), false)).map(\.count) == [1])
        // A hole within, one that touches a corner, one from corner to corner, one that takes all.
        #expect(polygons((square(0, 0, 8), false), (square(2, 2, 2), true)).map(\.count) == [2])
        let diamond = [GridPoint(4, 0), GridPoint(6, 4), GridPoint(4, 6), GridPoint(2, 4)]
        #expect(polygons((square(0, 0, 8), false), (diamond, true)).map(\.count) == [2])
        let across = [GridPoint(4, 0), GridPoint(6, 4), GridPoint(4, 8), GridPoint(2, 4)]
        #expect(polygons((square(0, 0, 8), false), (across, true)).map(\.count) == [1, 1])
        #expect(polygons((square(0, 0, 8), false), (square(0, 0, 8), true)) == [])
        #expect(polygons((square(0, 0, 8), false), (square(-1, -1, 12), true)) == [])
        // An island in a hole, and what has no area at all.
        let island = polygons(
            (square(0, 0, 8), false),
            (square(2, 2, 4), true),
            (square(3, 3, 2), false)
        )
        #expect(island.map(\.count).sorted() == [1, 2])
        #expect(polygons(([GridPoint(0, 0), GridPoint(5, 5), GridPoint(2, 2)], false)) == [])
        // Either way round it is the same.
        #expect(
            polygons((square(0, 0, 8).reversed(), false), (square(2, 2, 2), true)).map(\.count)
                == [2]
        )
    }

    /// Rings of many points whose edges cross, touch or lie close to each other nearly everywhere.
    private static func jagged(_ course: Course, _ count: Int) -> [GridPoint] {
        var numbers = SeededNumbers(seed: 5)
        let side = Int32(TileFrame.extent)
        return (0..<count).map { number in
            let along = Int32(number * Int(side) / count)
            switch course {
            case .anywhere:
                return GridPoint(
                    .random(in: 0...side, using: &numbers),
                    .random(in: 0...side, using: &numbers)
                )
            case .toAndFro: return GridPoint(along, number % 2 == 0 ? 0 : side)
            case .spikes:
                return GridPoint(
                    along,
                    number % 2 == 0 ? 0 : .random(in: 1...side, using: &numbers)
                )
            case .star:
                let angle = Double(number * (count / 2 - 1) % count) / Double(count) * 2 * .pi
                return GridPoint(
                    side / 2 + Int32(2000 * cos(angle)),
                    side / 2 + Int32(2000 * sin(angle))
                )
            }
        }
    }

    enum Course: CaseIterable { case anywhere, toAndFro, spikes, star }

    @Test(
        "a ring of a hundred thousand points that cannot be followed is drawn all the same",
        .timeLimit(.minutes(1)),
        arguments: Course.allCases
    )
    func jaggedRings(course: Course) {
        let ring = Self.jagged(course, 100_000)
        let simpler = GridLines.simplified(ring: ring)
        #expect(simpler.count > 2 && Set(simpler).isSubset(of: ring))
        var area = TileArea()
        area.add(ring: ring, isHole: false)
        let polygons = area.polygons()
        // What goes to and fro between two lines goes round next to nothing.
        if course != .toAndFro { #expect(!polygons.isEmpty) }
    }

    @Test("an area by cells is the same area, but for its edges", arguments: 0..<4)
    func cells(seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        var area = TileArea()
        var rings: [(ring: [GridPoint], isHole: Bool)] = []
        for index in 0..<3 {
            rings.append((ring(7, within: 4000, using: &numbers), index == 2))
            area.add(ring: rings[index].ring, isHole: index == 2)
        }
        var work = TileWork.unlimited
        let polygons = GridRings.polygons(of: GridCells(area.edges).bounds, &work) ?? []
        #expect(polygons.fault == nil)
        // The middles of each third cell, in halves of a unit.
        for x in stride(from: Int64(-96), to: 8300, by: 192) {
            for y in stride(from: Int64(-96), to: 8300, by: 192) {
                let isCovered = polygons.contains { rings in
                    rings.count { covers([($0, false)], x, y) } % 2 == 1
                }
                #expect(isCovered == covers(rings, x, y), "\(x) \(y)")
            }
        }
    }
}
