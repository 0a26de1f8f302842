import Foundation
import Synchronization
import Testing

@testable import Geodesy
@testable import SpatialIndex

/// What readers and writers tell the test.
private final class Tally: Sendable {
    let isDone = Atomic(false)
    let wrong = Atomic(0)
    let queries = Atomic(0)
    /// The numbers of the last update that has begun and of the last that has returned.
    let begun = Atomic(0)
    let returned = Atomic(0)
}

/// The shared tree under readers and a writer; run it under the thread sanitizer as well.
@Suite struct SharedQuadTreeTests {
    /// Every id is at one of two places that are far apart; a reader must see it at exactly one.
    @Test("readers see every point once, whatever moves", arguments: [1, 2, 3])
    func movesAreWhole(readers: Int) async throws {
        let count = 600
        let sites = try (0..<count).map { index in
            [
                try Coordinate(latitude: 10 + Double(index) / 9000, longitude: 20),
                try Coordinate(latitude: -40, longitude: -120 + Double(index) / 9000),
            ]
        }
        let tree = try SharedQuadTree(
            (0..<count).map { IndexedPoint(id: UInt32($0), coordinate: sites[$0][0]) }
        )
        let tally = Tally()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<readers {
                group.addTask {
                    repeat {
                        let ids = tree.within(.world)
                        if ids.count != count || Set(ids).count != count {
                            tally.wrong.add(1, ordering: .relaxed)
                        }
                        tally.queries.add(1, ordering: .relaxed)
                        // The pool may have fewer threads than there are tasks.
                        await Task.yield()
                    } while !tally.isDone.load(ordering: .acquiring)
                }
            }
            group.addTask {
                var random = SeededGenerator(seed: 8)
                var site = [Int](repeating: 0, count: count)
                for step in 0..<2000 {
                    // One alone, or several at once.
                    let moves = (0..<(step % 2 == 0 ? 1 : 20)).map { _ in
                        let id = Int.random(in: 0..<count, using: &random)
                        let (from, to) = (sites[id][site[id]], sites[id][1 - site[id]])
                        site[id] = 1 - site[id]
                        return PointMove(IndexedPoint(id: UInt32(id), coordinate: to), from: from)
                    }
                    tree.update { changes in
                        let areMade =
                            moves.count == 1
                            ? try? changes.move(moves[0].point, from: moves[0].origin)
                            : try? changes.move(moves).isEmpty
                        if areMade != true { tally.wrong.add(1, ordering: .relaxed) }
                    }
                }
                tally.isDone.store(true, ordering: .releasing)
            }
        }
        #expect(tally.wrong.load(ordering: .relaxed) == 0)
        #expect(tally.queries.load(ordering: .relaxed) >= readers)
        #expect(tree.count == count)
    }

    @Test("after any updates it answers as a plain tree does", arguments: UInt64(0)..<6)
    func model(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var points = Scene.points(.clustered, count: 500, &random)
        let shared = try SharedQuadTree(points)
        for _ in 0..<300 {
            let moved = Int.random(in: 0..<points.count, using: &random)
            let old = points[moved]
            points[moved] = Scene.point(old.id, .clustered, &random)
            let new = points[moved]
            try shared.update { changes in
                try changes.remove(id: old.id, at: old.coordinate)
                try changes.insert(new)
            }
        }
        let plain = NumberedQuadTree(points)
        #expect(shared.count == plain.count)
        for _ in 0..<20 {
            let center = Scene.center(.clustered, points, &random)
            let radius = try Scene.radius(&random)
            #expect(
                shared.within(radius, of: center).sorted { $0.precedes($1) }
                    == plain.within(radius, of: center).sorted { $0.precedes($1) }
            )
            #expect(
                shared.nearest(to: center, count: 9, within: radius)
                    == plain.nearest(to: center, count: 9, within: radius)
            )
        }
    }

    /// Points of an even id stay where they are; readers ask at the very places, where the map of
    /// what is reached must never keep them away, while others move until the map is made anew.
    @Test("readers beside a writer find what reaches them, whichever map they look at")
    func maps() async throws {
        var random = SeededGenerator(seed: 77)
        var points = ReachMapTests.sparsePoints(4200, mostReach: 40_000, &random)
        let first = points
        let tree = try SharedQuadTree(first)
        let tally = Tally()
        let targets = (0..<9000).map { _ in
            (Int.random(in: 0..<2100, using: &random) * 2 + 1, Terrain.uniform.place(&random))
        }
        await withTaskGroup(of: Void.self) { group in
            for reader in 0..<2 {
                group.addTask {
                    var id = reader * 1000
                    repeat {
                        for _ in 0..<50 {
                            id = (id + 14) % first.count
                            let found = tree.within(.zero, of: first[id].coordinate)
                            if !found.contains(where: { $0.id == UInt32(id) }) {
                                tally.wrong.add(1, ordering: .relaxed)
                            }
                        }
                        tally.queries.add(1, ordering: .relaxed)
                        await Task.yield()
                    } while !tally.isDone.load(ordering: .acquiring)
                }
            }
            group.addTask { [points] in
                var points = points
                for (id, target) in targets {
                    let old = points[id]
                    points[id] = IndexedPoint(id: old.id, coordinate: target, reach: old.reach)
                    let new = points[id]
                    tree.update { changes in
                        if (try? changes.move(new, from: old.coordinate)) != true {
                            tally.wrong.add(1, ordering: .relaxed)
                        }
                    }
                }
                tally.isDone.store(true, ordering: .releasing)
            }
        }
        #expect(tally.wrong.load(ordering: .relaxed) == 0)
        #expect(tally.queries.load(ordering: .relaxed) >= 2)
        for (id, target) in targets {
            points[id] = IndexedPoint(id: UInt32(id), coordinate: target, reach: points[id].reach)
        }
        let plain = NumberedQuadTree(points)
        for point in points.prefix(300) {
            let found = tree.nearest(to: point.coordinate, count: 3)
            #expect(found == plain.nearest(to: point.coordinate, count: 3))
        }
    }

    /// What a reader may see of the tree under change: every answer that some whole state gives.
    private struct Expected: Equatable {
        var within: [Neighbor<UInt32>]
        var nearest: [Neighbor<UInt32>]
        var box: [UInt32]
    }

    /// Updates of many changes each, in the order of their number; readers take note of the last
    /// update that had returned when they began and the last that had begun when they ended. The
    /// answer must be, to the last bit, what one of the states from the first to the last gives.
    @Test("readers see whole states in their order, beside a writer", arguments: UInt64(0)..<3)
    func states(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed &+ 90)
        let center = try Coordinate(latitude: 22, longitude: 32)
        let radius = try Distance.kilometers(60)
        let box = try BoundingBox(west: 31.8, south: 21.9, east: 32.3, north: 22.2)
        func point(_ id: UInt32) -> IndexedPoint<UInt32> {
            IndexedPoint(
                id: id,
                coordinate: Coordinate(
                    uncheckedLatitude: .random(in: 21.5...22.5, using: &random),
                    longitude: .random(in: 31.5...32.5, using: &random)
                ),
                reach: .upTo(Distance(uncheckedMeters: .random(in: 1000...90_000, using: &random)))
            )
        }
        // All states beforehand: each moves some points, drops some and brings some in.
        var points = (0..<400).map { point(UInt32($0)) }
        let first = points
        var updates: [(gone: [IndexedPoint<UInt32>], come: [IndexedPoint<UInt32>])] = []
        var expected: [Expected] = []
        func expect() {
            let all = BruteForce(points).exactly(within: radius, of: center)
            expected.append(
                Expected(
                    within: all,
                    nearest: Array(all.prefix(20)),
                    box: points.filter { box.contains($0.coordinate) }.map(\.id).sorted()
                )
            )
        }
        expect()
        for number in 0..<300 {
            points.shuffle(using: &random)
            let gone = Array(points.suffix(20))
            points.removeLast(20)
            let come = gone.enumerated().map { index, old in
                point(index < 15 ? old.id : UInt32(1000 + number * 5 + index - 15))
            }
            points += come
            updates.append((gone, come))
            expect()
        }

        let tree = try SharedQuadTree(first)
        let tally = Tally()
        let (answers, changes) = (expected, updates)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    repeat {
                        let least = tally.returned.load(ordering: .sequentiallyConsistent)
                        let within = tree.within(radius, of: center).sorted { $0.precedes($1) }
                        let nearest = tree.nearest(to: center, count: 20, within: radius)
                        let ids = tree.within(box).sorted()
                        let most = tally.begun.load(ordering: .sequentiallyConsistent)
                        let states = answers[least...most]
                        if !states.contains(where: { $0.within == within })
                            || !states.contains(where: { $0.nearest == nearest })
                            || !states.contains(where: { $0.box == ids })
                        {
                            tally.wrong.add(1, ordering: .relaxed)
                        }
                        tally.queries.add(1, ordering: .relaxed)
                        await Task.yield()
                    } while !tally.isDone.load(ordering: .acquiring)
                }
            }
            group.addTask {
                for (number, update) in changes.enumerated() {
                    tally.begun.store(number + 1, ordering: .sequentiallyConsistent)
                    tree.update { changes in
                        for point in update.gone {
                            let isRemoved = try? changes.remove(id: point.id, at: point.coordinate)
                            if isRemoved != true {
                                tally.wrong.add(1, ordering: .relaxed)
                            }
                        }
                        for point in update.come where (try? changes.insert(point)) == nil {
                            tally.wrong.add(1, ordering: .relaxed)
                        }
                    }
                    tally.returned.store(number + 1, ordering: .sequentiallyConsistent)
                    await Task.yield()
                }
                tally.isDone.store(true, ordering: .releasing)
            }
        }
        #expect(tally.wrong.load(ordering: .relaxed) == 0)
        #expect(tally.queries.load(ordering: .relaxed) >= 3)
        #expect(tree.within(radius, of: center).sorted { $0.precedes($1) } == expected[300].within)
    }
}
