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
        let tree = SharedQuadTree(
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
                for _ in 0..<2000 {
                    let id = Int.random(in: 0..<count, using: &random)
                    let (from, to) = (sites[id][site[id]], sites[id][1 - site[id]])
                    site[id] = 1 - site[id]
                    tree.update { changes in
                        if !changes.remove(id: UInt32(id), at: from) {
                            tally.wrong.add(1, ordering: .relaxed)
                        }
                        changes.insert(IndexedPoint(id: UInt32(id), coordinate: to))
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
        let shared = SharedQuadTree(points)
        for _ in 0..<300 {
            let moved = Int.random(in: 0..<points.count, using: &random)
            let old = points[moved]
            points[moved] = Scene.point(old.id, .clustered, &random)
            let new = points[moved]
            shared.update { changes in
                changes.remove(id: old.id, at: old.coordinate)
                changes.insert(new)
            }
        }
        let plain = QuadTree(points)
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
}
