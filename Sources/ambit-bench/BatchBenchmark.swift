import Foundation
import Geodesy
import SpatialIndex

/// The questions of `scripts/bench python`, asked in Swift: one place after another, on one thread.
///
/// Files are columns of 64-bit floats: latitudes and longitudes of points and of places. Prints a row for each
/// question: its name, the least seconds of a processor of all rounds, how many were found, the sum of the distances.
struct BatchBenchmark {
    private let points, centers: [Coordinate]
    private let radius: Distance
    private let k: Int
    private let rounds: Int

    init(_ arguments: BatchArguments) throws {
        func column(_ name: String) throws -> [Double] {
            let data = try Data(contentsOf: URL(filePath: "\(arguments.directory)/\(name)"))
            return data.withUnsafeBytes { Array($0.bindMemory(to: Double.self)) }
        }
        func places(_ name: String) throws -> [Coordinate] {
            try zip(column("\(name).lat"), column("\(name).lon")).map {
                try Coordinate(latitude: $0, longitude: $1)
            }
        }
        points = try places("points")
        centers = try places("centers")
        radius = try .meters(arguments.radiusMeters)
        (k, rounds) = (arguments.k, arguments.rounds)
    }

    func run() throws {
        var named = QuadTree<Int64>()
        try measure("build") {
            named = try QuadTree(
                points.enumerated().lazy.map {
                    IndexedPoint(id: Int64($0.offset), coordinate: $0.element)
                }
            )
            return (named.count, 0)
        }
        var numbered = NumberedQuadTree()
        try measure("build numbered") {
            numbered = try NumberedQuadTree(
                loading: points.enumerated().lazy.map {
                    IndexedPoint(id: UInt32($0.offset), coordinate: $0.element)
                }
            )
            return (numbered.count, 0)
        }
        try measure("within") { ask { named.neighbors(within: radius, of: $0) } }
        try measure("within numbered") {
            gather { numbered.collect(within: radius, of: $0, into: &$1) }
        }
        try measure("nearest") { ask { named.nearest(k, to: $0) } }
        try measure("nearest numbered") {
            gather { numbered.collectNearest(to: $0, count: k, into: &$1) }
        }
        try measure("distance") {
            var sum = 0.0
            for (point, center) in zip(points, centers) {
                sum += Geodesic.distance(from: center, to: point).meters
            }
            return (min(points.count, centers.count), sum)
        }
    }

    private func ask(_ query: (Coordinate) -> [Neighbor<Int64>]) -> (found: Int, sum: Double) {
        var (found, sum) = (0, 0.0)
        for center in centers {
            for neighbor in query(center) {
                sum += neighbor.distance.meters
                found += 1
            }
        }
        return (found, sum)
    }

    /// All answers in one list, in the order in which the tree has them.
    private func gather(
        _ query: (Coordinate, inout [Neighbor<UInt32>]) -> Void
    ) -> (found: Int, sum: Double) {
        var list: [Neighbor<UInt32>] = []
        for center in centers { query(center, &list) }
        return (list.count, list.reduce(0) { $0 + $1.distance.meters })
    }

    private func measure(_ name: String, _ body: () throws -> (found: Int, sum: Double)) throws {
        var least = Double.infinity
        var answer = (found: 0, sum: 0.0)
        for _ in 0..<rounds {
            let start = processorSeconds()
            answer = try body()
            least = min(least, processorSeconds() - start)
        }
        print("\(name)\t\(least)\t\(answer.found)\t\(answer.sum)")
    }
}

/// Seconds that processors have worked for this process, whatever else they had to do meanwhile.
private func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

/// What is asked of the benchmark of many places.
struct BatchArguments {
    let directory: String
    let radiusMeters: Double
    let k: Int
    let rounds: Int

    /// - Throws: ``UsageError`` when something is missing or not a positive number.
    init(_ words: [String]) throws {
        guard words.count == 4, let radius = Double(words[1]), radius > 0, let k = Int(words[2]),
            let rounds = Int(words[3]), k > 0, rounds > 0
        else { throw UsageError() }
        (directory, radiusMeters, self.k, self.rounds) = (words[0], radius, k, rounds)
    }
}
