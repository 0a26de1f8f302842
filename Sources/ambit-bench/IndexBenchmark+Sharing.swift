import Foundation
import Geodesy
import SpatialIndex
import Synchronization

extension IndexBenchmark {
    /// How many moves a second the writer makes.
    private static let movesPerSecond = 20_000.0
    private static let secondsPerRun = 0.25

    /// Queries a microsecond of one and two reading threads, alone and beside a writer.
    ///
    /// A round measures all four ways one after the other, so that what else the machine does
    /// befalls all alike.
    func measureSharing() throws {
        guard rows.isWanted("shared") else { return }
        let shared = SharedQuadTree((0..<points.count).map { point($0) })
        var times: [String: [Double]] = [:]
        var ratios: [Double] = []
        var costs: [Double] = []
        for round in 0..<max(9, rows.runs) {
            var rates: [String: Double] = [:]
            for (name, readers, isMoved) in [
                ("shared_1_reader", 1, false), ("shared_2_readers", 2, false),
                ("shared_1_reader_moves", 1, true), ("shared_2_readers_moves", 2, true),
            ] {
                let rate = try queryRate(shared, readers: readers, isMoved: isMoved, round: round)
                rates[name] = rate
                times[name, default: []].append(1 / rate)
            }
            if let one = rates["shared_1_reader"], let two = rates["shared_2_readers"],
                let oneMoved = rates["shared_1_reader_moves"],
                let twoMoved = rates["shared_2_readers_moves"]
            {
                ratios.append(two / one)
                costs.append(1 - oneMoved / one)
                times["cost of two", default: []].append(1 - twoMoved / two)
            }
        }
        for name in [
            "shared_1_reader", "shared_2_readers", "shared_1_reader_moves",
            "shared_2_readers_moves",
        ] {
            rows.report(name, times[name] ?? [], "us")
        }
        rows.report("shared_2_readers_gain", ratios, "times")
        rows.report("shared_moves_cost_1", costs, "share")
        rows.report("shared_moves_cost_2", times["cost of two"] ?? [], "share")
    }

    /// Queries of 5 km a microsecond, all readers together.
    private func queryRate(
        _ shared: SharedQuadTree,
        readers: Int,
        isMoved: Bool,
        round: Int
    ) throws -> Double {
        let radius = try Distance.meters(5000)
        let stop = Stop()
        let counts = (0..<readers).map { _ in Counter() }
        let centers = centers
        let threads = (0..<readers).map { reader in
            Thread {
                var found: [Neighbor] = []
                // Readers begin at different places, so that they don't share what they read.
                var next = reader * centers.count / 2
                var done = 0
                while !stop.isSet.load(ordering: .relaxed) {
                    for _ in 0..<64 {
                        found.removeAll(keepingCapacity: true)
                        shared.collect(within: radius, of: centers[next], into: &found)
                        next = next + 1 == centers.count ? 0 : next + 1
                    }
                    done += 64
                }
                counts[reader].finish(done)
            }
        }
        let writer = isMoved ? Counter() : nil
        if let writer {
            let points = points
            Thread {
                var mover = Mover(shared, places: points, round: round)
                writer.finish(mover.move(Self.movesPerSecond, until: stop))
            }.start()
        }
        let start = now()
        for thread in threads { thread.start() }
        Thread.sleep(forTimeInterval: Self.secondsPerRun)
        stop.isSet.store(true, ordering: .relaxed)
        let seconds = now() - start
        let total = counts.reduce(0) { $0 + $1.wait() }
        if let writer {
            let moved = writer.wait()
            guard Double(moved) > 0.8 * Self.movesPerSecond * seconds else {
                throw BenchmarkError("the writer came to \(moved) moves in \(seconds) s only")
            }
        }
        return Double(total) / (seconds * 1e6)
    }
}

/// Moves points to and fro, one in an update, at a steady rate.
private struct Mover {
    private let shared: SharedQuadTree
    private let places: PointFile
    private var id: Int

    init(_ shared: SharedQuadTree, places: PointFile, round: Int) {
        self.shared = shared
        self.places = places
        id = round * 7919
    }

    /// - Returns: How many moves there were.
    mutating func move(_ perSecond: Double, until stop: Stop) -> Int {
        let start = now()
        var done = 0
        while !stop.isSet.load(ordering: .relaxed) {
            let due = Int((now() - start) * perSecond)
            while done < due {
                // Two moves bring a point 200 m away and back.
                id = (id + 7919) % places.count
                move(id, from: 0, to: 0.0018)
                move(id, from: 0.0018, to: 0)
                done += 2
            }
            usleep(1000)
        }
        return done
    }

    private func move(_ id: Int, from: Double, to: Double) {
        let (old, new) = (place(id, from), place(id, to))
        shared.update { changes in
            _ = changes.move(IndexedPoint(id: UInt32(id), coordinate: new), from: old)
        }
    }

    private func place(_ id: Int, _ north: Double) -> Coordinate {
        let latitude = places.latitudes[id]
        return Coordinate(
            uncheckedLatitude: latitude + (latitude < 0 ? north : -north),
            longitude: places.longitudes[id]
        )
    }
}

private final class Stop: Sendable {
    let isSet = Atomic(false)
}

/// A number that one thread leaves for another.
private final class Counter: Sendable {
    private let value = Mutex(0)
    private let isFinished = DispatchSemaphore(value: 0)

    func finish(_ count: Int) {
        value.withLock { $0 = count }
        isFinished.signal()
    }

    func wait() -> Int {
        isFinished.wait()
        return value.withLock { $0 }
    }
}
