import Foundation
import Geodesy
import SpatialIndex

/// Measures the quadtree on the files and with the operations that the peers' harnesses use, and
/// then what only Ambit does: reaches, and readers beside a writer.
struct IndexBenchmark {
    let isChecked: Bool
    let points: PointFile
    let centers: [Coordinate]
    let rows: Measurements
    private let moves: MoveFile

    init(_ arguments: IndexArguments) throws {
        let (directory, dataset) = (arguments.directory, arguments.dataset)
        isChecked = arguments.isChecked
        points = try PointFile("\(directory)/\(dataset)_\(arguments.count).pts")
        moves = try MoveFile("\(directory)/\(dataset)_\(arguments.count).upd")
        let queryFile = try PointFile("\(directory)/\(dataset).qry")
        centers = try (0..<min(arguments.queries, queryFile.count)).map {
            try queryFile.coordinate($0)
        }
        rows = Measurements(
            dataset: dataset,
            count: points.count,
            runs: arguments.runs,
            only: arguments.only
        )
    }

    /// Measures everything that is wanted; checked, first compares a sample of answers with brute
    /// force.
    func run() throws {
        var index = try measureLoad()
        try check(index.tree, "as loaded")
        try measureRadius(index, "radius1km", 1000)
        try measureRadius(index, "radius5km", 5000)
        try measureNearest(index, "radius5km_top100", 100, within: .meters(5000))
        try measureNearest(index, "knn1", 1, within: nil)
        try measureNearest(index, "knn10", 10, within: nil)
        try measureNearest(index, "knn100", 100, within: nil)
        measureBox(index)
        // As many found as within 5 km of a million.
        let scale = (1e6 / Double(points.count)).squareRoot()
        try measureRadius(index, "radius5km_of_million", 5000 * scale)
        try measureReaches(index.tree)
        try measureSharing()
        try measureMoves(&index)
        try measureRadius(index, "radius5km_after_moves", 5000)
    }

    /// The tree with an expiry time by id beside it, as an owner of messages keeps it.
    private struct Index {
        var tree: NumberedQuadTree
        var expiries: [UInt32]
    }

    /// A point of the file, as the index takes it.
    func point(_ index: Int, reach: Reach = .unlimited) -> IndexedPoint<UInt32> {
        IndexedPoint(
            id: UInt32(index),
            coordinate: Coordinate(
                uncheckedLatitude: points.latitudes[index],
                longitude: points.longitudes[index]
            ),
            reach: reach
        )
    }

    private func measureLoad() throws -> Index {
        var seconds: [Double] = []
        var bytes: [Double] = []
        var index: Index?
        for _ in 0..<(points.count > 2_000_000 || !rows.isWanted("load") ? 1 : rows.runs) {
            index = nil
            let before = residentBytes()
            let start = now()
            index = Index(
                tree: NumberedQuadTree((0..<points.count).lazy.map { point($0) }),
                expiries: points.expiries.map { $0 &+ 0 }
            )
            seconds.append(now() - start)
            bytes.append((residentBytes() - before) / Double(points.count))
        }
        guard let index else { throw BenchmarkError("nothing was loaded") }
        if rows.isWanted("load") { rows.report("load", seconds, "s") }
        if rows.isWanted("memory") { rows.report("memory", [bytes[0]], "B/point") }
        return index
    }

    private func measureRadius(_ index: Index, _ name: String, _ meters: Double) throws {
        measureRadius(index.tree, name, try .meters(meters))
    }

    func measureRadius(_ tree: NumberedQuadTree, _ name: String, _ radius: Distance) {
        var found: [Neighbor<UInt32>] = []
        rows.measure(name, centers) { center in
            found.removeAll(keepingCapacity: true)
            tree.collect(within: radius, of: center, into: &found)
            return (found.count, found.reduce(0) { $0 + $1.distance.meters })
        }
    }

    private func measureNearest(
        _ index: Index,
        _ name: String,
        _ k: Int,
        within limit: Distance?
    ) throws {
        var found: [Neighbor<UInt32>] = []
        rows.measure(name, centers) { center in
            found.removeAll(keepingCapacity: true)
            index.tree.collectNearest(to: center, count: k, within: limit, into: &found)
            return (found.count, found.reduce(0) { $0 + $1.distance.meters })
        }
    }

    private func measureBox(_ index: Index) {
        var found: [UInt32] = []
        rows.measure("bbox0.1deg", centers.map { BoundingBox(benchmarkedAround: $0) }) { box in
            found.removeAll(keepingCapacity: true)
            index.tree.collect(within: box, into: &found)
            return (found.count, Double(found.reduce(UInt64(0)) { $0 &+ UInt64($1) }))
        }
    }

    /// Each run moves other points, first all drifts, then all jumps, on the living index: one half of
    /// a run's points one by one, as the peers do, the other a thousand at a time.
    private func measureMoves(_ index: inout Index) throws {
        guard rows.isWanted("move") || rows.isWanted("radius5km_after_moves") else { return }
        var places = try (0..<points.count).map { try points.coordinate($0) }
        for (name, targets) in [("move_drift", moves.drifts), ("move_jump", moves.jumps)] {
            let share = targets.count / rows.runs / 2
            var times: [Double] = []
            var timesOfMany: [Double] = []
            for run in 0..<rows.runs {
                let first = 2 * run * share
                times.append(
                    try microseconds(each: share) {
                        try moveEach(first..<first + share, to: targets, &index, &places)
                    }
                )
                timesOfMany.append(
                    try microseconds(each: share) {
                        let others = first + share..<first + 2 * share
                        try moveMany(others, to: targets, &index, &places)
                    }
                )
            }
            rows.report(name, times, "us")
            rows.report("\(name)_many", timesOfMany, "us")
        }
        try check(index.tree, "after the moves", places: places)
    }

    private func microseconds(each count: Int, _ body: () throws -> Void) rethrows -> Double {
        let start = now()
        try body()
        return (now() - start) / Double(count) * 1e6
    }

    private func moveEach(
        _ steps: Range<Int>,
        to targets: [Coordinate],
        _ index: inout Index,
        _ places: inout [Coordinate]
    ) throws {
        for step in steps {
            let id = moves.ids[step]
            let moved = IndexedPoint(id: id, coordinate: targets[step])
            guard index.tree.move(moved, from: places[Int(id)]) else {
                throw BenchmarkError("point \(id) is lost")
            }
            places[Int(id)] = targets[step]
        }
    }

    private func moveMany(
        _ steps: Range<Int>,
        to targets: [Coordinate],
        _ index: inout Index,
        _ places: inout [Coordinate]
    ) throws {
        for start in stride(from: steps.lowerBound, to: steps.upperBound, by: 1000) {
            let some = start..<min(start + 1000, steps.upperBound)
            let changes = some.map { step in
                let id = moves.ids[step]
                let moved = IndexedPoint(id: id, coordinate: targets[step])
                defer { places[Int(id)] = targets[step] }
                return PointMove(moved, from: places[Int(id)])
            }
            let missing = index.tree.move(changes)
            if let lost = missing.first {
                throw BenchmarkError("point \(changes[lost].point.id) is lost")
            }
        }
    }

    // MARK: Checking

    /// Compares answers at a sample of the centres with brute force, when that is wanted.
    func check(
        _ tree: NumberedQuadTree,
        _ state: String,
        places: [Coordinate]? = nil,
        reaches: [Reach]? = nil
    ) throws {
        guard isChecked else { return }
        let wanted = points.count > 2_000_000 ? 5 : 20
        let sample = stride(from: 0, to: centers.count, by: max(1, centers.count / wanted))
            .map { centers[$0] }
        let places = try places ?? (0..<points.count).map { try points.coordinate($0) }
        try BruteForceCheck(places: places, reaches: reaches).run(tree, centers: sample)
        print("# \(state): \(sample.count) centres checked against geod_inverse, all right")
    }
}

extension BoundingBox {
    /// A tenth of a degree wide and high. The centres keep to latitudes of -60 to 70 or to towns;
    /// none comes near a pole.
    init(benchmarkedAround center: Coordinate) {
        func wrapped(_ longitude: Double) -> Double {
            longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
        }
        self.init(
            uncheckedWest: wrapped(center.longitude - 0.05),
            south: center.latitude - 0.05,
            east: wrapped(center.longitude + 0.05),
            north: center.latitude + 0.05
        )
    }
}
