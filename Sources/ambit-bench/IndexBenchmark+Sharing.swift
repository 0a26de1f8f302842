import Foundation
import Geodesy
import SpatialIndex
import Synchronization

extension IndexBenchmark {
    /// How many moves a second the writer makes.
    private static let movesPerSecond = 20_000.0
    private static let secondsPerRun = 0.25

    /// Microseconds a query of one and two reading threads, alone and beside a writer: of the tree that is
    /// shared without a lock, and of a plain one behind a lock as the service has it.
    ///
    /// A round measures all ways one after the other, so that what else the machine does befalls all
    /// alike.
    func measureSharing() throws {
        guard rows.isWanted("shared") || rows.isWanted("locked") else { return }
        let shared = try SharedQuadTree((0..<points.count).map { point($0) })
        let locked = LockedQuadTree(NumberedQuadTree((0..<points.count).lazy.map { point($0) }))
        var (ofShared, ofLocked) = (SharingTimes(), SharingTimes())
        for round in 0..<max(9, rows.runs) {
            try ofShared.add { readers, isMoved in
                try queryRate(shared, readers: readers, isMoved: isMoved, round: round)
            }
            try ofLocked.add { readers, isMoved in
                try queryRate(locked, readers: readers, isMoved: isMoved, round: round)
            }
        }
        ofShared.report("shared", rows)
        ofLocked.report("locked", rows)
    }

    /// Queries of 5 km, all readers together, and what the writer comes to.
    private func queryRate(
        _ shared: some MovingPoints,
        readers: Int,
        isMoved: Bool,
        round: Int
    ) throws -> SharingRate {
        let radius = try Distance.meters(5000)
        let stop = Stop()
        let counts = (0..<readers).map { _ in Counter() }
        let centers = centers
        let threads = (0..<readers).map { reader in
            Thread {
                var found: [Neighbor<UInt32>] = []
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
        // A writer behind a lock may not come to all of its moves.
        let moved = writer?.wait() ?? 0
        return SharingRate(
            queriesPerMicrosecond: Double(total) / (seconds * 1e6),
            movesPerSecond: Double(moved) / seconds
        )
    }
}

/// What all readers of a run, and its writer, came to.
private struct SharingRate {
    let queriesPerMicrosecond: Double
    let movesPerSecond: Double
}

/// What the rounds measure of one way to share.
private struct SharingTimes {
    private var microseconds: [String: [Double]] = [:]
    private var gains: [Double] = []
    private var costs: [Int: [Double]] = [:]
    private var moves: [Int: [Double]] = [:]

    /// Measures a round.
    ///
    /// - Parameter rate: What so many readers come to, beside a writer or without one.
    mutating func add(_ rate: (_ readers: Int, _ isMoved: Bool) throws -> SharingRate) rethrows {
        var still: [Int: Double] = [:]
        for (readers, name) in [(1, "1_reader"), (2, "2_readers")] {
            let alone = try rate(readers, false).queriesPerMicrosecond
            let moved = try rate(readers, true)
            let beside = moved.queriesPerMicrosecond
            moves[readers, default: []].append(moved.movesPerSecond)
            microseconds[name, default: []].append(1 / alone)
            microseconds[name + "_moves", default: []].append(1 / beside)
            costs[readers, default: []].append(1 - beside / alone)
            still[readers] = alone
        }
        if let one = still[1], let two = still[2] { gains.append(two / one) }
    }

    func report(_ name: String, _ rows: Measurements) {
        for way in ["1_reader", "2_readers", "1_reader_moves", "2_readers_moves"] {
            rows.report("\(name)_\(way)", microseconds[way] ?? [], "us")
        }
        rows.report("\(name)_2_readers_gain", gains, "times")
        for readers in [1, 2] {
            rows.report("\(name)_moves_cost_\(readers)", costs[readers] ?? [], "share")
            rows.report("\(name)_moves_made_\(readers)", moves[readers] ?? [], "moves/s")
        }
    }
}

/// Points that some threads search while one moves them.
private protocol MovingPoints: Sendable {
    func collect(within radius: Distance, of center: Coordinate, into: inout [Neighbor<UInt32>])
    func makeMove(_ move: PointMove) throws
}

extension SharedQuadTree: MovingPoints {
    fileprivate func makeMove(_ move: PointMove) throws {
        try update { changes in _ = try changes.move(move.point, from: move.origin) }
    }
}

/// A plain tree behind a lock for many readers or one writer, which tries for a while before it makes
/// readers wait, as the service's does.
///
/// Safe to share although the compiler cannot see it: `tree` is touched only between a successful lock and
/// its unlock, and changed only under the write lock.
private final class LockedQuadTree: MovingPoints, @unchecked Sendable {
    private var tree: NumberedQuadTree
    private let lock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)

    init(_ tree: NumberedQuadTree) {
        self.tree = tree
        pthread_rwlock_init(lock, nil)
    }

    deinit {
        pthread_rwlock_destroy(lock)
        lock.deallocate()
    }

    func collect(
        within radius: Distance,
        of center: Coordinate,
        into found: inout [Neighbor<UInt32>]
    ) {
        pthread_rwlock_rdlock(lock)
        defer { pthread_rwlock_unlock(lock) }
        tree.collect(within: radius, of: center, into: &found)
    }

    func makeMove(_ move: PointMove) {
        lockPatiently()
        defer { pthread_rwlock_unlock(lock) }
        tree.move(move.point, from: move.origin)
    }

    private func lockPatiently() {
        for attempt in 0..<2500 {
            if pthread_rwlock_trywrlock(lock) == 0 { return }
            if attempt < 16 { sched_yield() } else { usleep(100) }
        }
        pthread_rwlock_wrlock(lock)
    }
}

/// Moves points to and fro, one in an update, at a steady rate.
private struct Mover<Points: MovingPoints> {
    private let shared: Points
    private let places: PointFile
    private var id: Int

    init(_ shared: Points, places: PointFile, round: Int) {
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
                guard (try? move(id, from: 0, to: 0.0018)) != nil,
                    (try? move(id, from: 0.0018, to: 0)) != nil
                else { return done }
                done += 2
            }
            usleep(1000)
        }
        return done
    }

    private func move(_ id: Int, from: Double, to: Double) throws {
        let moved = IndexedPoint(id: UInt32(id), coordinate: place(id, to))
        try shared.makeMove(PointMove(moved, from: place(id, from)))
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
