import Foundation
import Geodesy
import SpatialIndex

/// Measures the quadtree on the files and with the operations that the peers' harnesses use, and
/// prints the same rows: name, flags, data, n, operation, median, least and greatest of the runs,
/// unit, average number of results, checksum.
struct IndexBenchmark {
    let dataset: String
    let runs: Int
    private let points: PointFile
    private let centers: [Coordinate]
    private let moves: MoveFile

    init(directory: String, dataset: String, count: String, runs: Int, queries: Int) throws {
        self.dataset = dataset
        self.runs = runs
        points = try PointFile("\(directory)/\(dataset)_\(count).pts")
        moves = try MoveFile("\(directory)/\(dataset)_\(count).upd")
        let queryFile = try PointFile("\(directory)/\(dataset).qry")
        centers = try (0..<min(queries, queryFile.count)).map { try queryFile.coordinate($0) }
    }

    /// Measures everything; with `isChecked`, first compares a sample of answers with brute force.
    func run(isChecked: Bool) throws {
        var index = try measureLoad()
        if isChecked {
            let sample = stride(from: 0, to: centers.count, by: max(1, centers.count / 20))
                .map { centers[$0] }
            try BruteForceCheck(points).run(index.tree, centers: sample)
            print("# \(sample.count) centres checked against geod_inverse: all answers are right")
        }
        try measureRadius(index, "radius1km", 1000)
        try measureRadius(index, "radius5km", 5000)
        try measureNearest(index, "radius5km_top100", 100, within: .meters(5000))
        try measureNearest(index, "knn1", 1, within: nil)
        try measureNearest(index, "knn10", 10, within: nil)
        try measureNearest(index, "knn100", 100, within: nil)
        try measureBox(index)
        try measureMoves(&index)
        try measureRadius(index, "radius5km_after_moves", 5000)
    }

    /// The tree with an expiry time by id beside it, as an owner of messages keeps it.
    struct Index {
        var tree: QuadTree
        var expiries: [UInt32]
    }

    func makeIndex() -> Index {
        let tree = QuadTree(
            (0..<points.count).lazy.map { index in
                IndexedPoint(
                    id: UInt32(index),
                    coordinate: Coordinate(
                        uncheckedLatitude: points.latitudes[index],
                        longitude: points.longitudes[index]
                    )
                )
            }
        )
        return Index(tree: tree, expiries: points.expiries.map { $0 &+ 0 })
    }

    private func measureLoad() throws -> Index {
        var seconds: [Double] = []
        var bytes: [Double] = []
        var index: Index?
        for _ in 0..<(points.count > 2_000_000 ? 1 : runs) {
            index = nil
            let before = residentBytes()
            let start = now()
            index = makeIndex()
            seconds.append(now() - start)
            bytes.append((residentBytes() - before) / Double(points.count))
        }
        guard let index else { throw BenchmarkError("runs must be 1 or more") }
        print(row("load", seconds, "s", 0, 0))
        print(row("memory", [bytes[0]], "B/point", 0, 0))
        return index
    }

    private func measureRadius(_ index: Index, _ name: String, _ meters: Double) throws {
        let radius = try Distance.meters(meters)
        var found: [Neighbor] = []
        measure(name) { center in
            found.removeAll(keepingCapacity: true)
            index.tree.collect(within: radius, of: center, into: &found)
            return (found.count, found.reduce(0) { $0 + $1.distance.meters })
        }
    }

    private func measureNearest(
        _ index: Index,
        _ name: String,
        _ k: Int,
        within limit: Distance?
    ) throws {
        var found: [Neighbor] = []
        measure(name) { center in
            found.removeAll(keepingCapacity: true)
            index.tree.collectNearest(to: center, count: k, within: limit, into: &found)
            return (found.count, found.reduce(0) { $0 + $1.distance.meters })
        }
    }

    private func measureBox(_ index: Index) throws {
        var found: [UInt32] = []
        // The queries keep to latitudes of -60 to 70 or to towns; none comes near a pole.
        let boxes = centers.map { center in
            BoundingBox(
                uncheckedWest: wrapped(center.longitude - 0.05),
                south: center.latitude - 0.05,
                east: wrapped(center.longitude + 0.05),
                north: center.latitude + 0.05
            )
        }
        var next = 0
        measure("bbox0.1deg") { _ in
            found.removeAll(keepingCapacity: true)
            index.tree.collect(within: boxes[next % boxes.count], into: &found)
            next += 1
            return (found.count, found.reduce(0) { $0 + Double($1) })
        }
    }

    private func wrapped(_ longitude: Double) -> Double {
        longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
    }

    /// Each run moves other points: first all drifts, then all jumps, on the living index.
    private func measureMoves(_ index: inout Index) throws {
        var places = try (0..<points.count).map { try points.coordinate($0) }
        for (name, targets) in [("move_drift", moves.drifts), ("move_jump", moves.jumps)] {
            let share = targets.count / runs
            var times: [Double] = []
            for run in 0..<runs {
                let start = now()
                for step in run * share..<(run + 1) * share {
                    let id = moves.ids[step]
                    guard index.tree.remove(id: id, at: places[Int(id)]) else {
                        throw BenchmarkError("point \(id) is lost")
                    }
                    index.tree.insert(IndexedPoint(id: id, coordinate: targets[step]))
                    places[Int(id)] = targets[step]
                }
                times.append((now() - start) / Double(share) * 1e6)
            }
            print(row(name, times, "us", 0, 0))
        }
    }

    private func measure(_ name: String, _ query: (Coordinate) -> (Int, Double)) {
        var times: [Double] = []
        var count = 0
        var checksum = 0.0
        for _ in 0..<runs {
            (count, checksum) = (0, 0)
            let start = now()
            for center in centers {
                let (found, sum) = query(center)
                count += found
                checksum += sum
            }
            times.append((now() - start) / Double(centers.count) * 1e6)
        }
        print(row(name, times, "us", Double(count) / Double(centers.count), checksum))
    }

    private func row(
        _ operation: String,
        _ values: [Double],
        _ unit: String,
        _ average: Double,
        _ checksum: Double
    ) -> String {
        let sorted = values.sorted()
        let numbers = [sorted[sorted.count / 2], sorted[0], sorted[sorted.count - 1]]
            .map { String(format: "%.4g", $0) }
        return
            (["ambit", "release", dataset, "\(points.count)", operation] + numbers
            + [unit, String(format: "%.4g", average), String(format: "%.10g", checksum)])
            .joined(separator: "\t")
    }
}

/// Seconds of a clock that only moves forward.
func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

/// The process's resident memory, after giving back what is free.
func residentBytes() -> Double {
    trimHeap()
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
        let pages = text.split(separator: " ").dropFirst().first.flatMap({ Double($0) })
    else { return 0 }
    return pages * Double(sysconf(Int32(_SC_PAGESIZE)))
}

/// Calls glibc's `malloc_trim`, whose header Swift does not import, where there is one.
private func trimHeap() {
    typealias Trim = @convention(c) (Int) -> Int32
    guard let symbol = dlsym(nil, "malloc_trim") else { return }
    _ = unsafeBitCast(symbol, to: Trim.self)(0)
}
