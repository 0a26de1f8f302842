import Datasets
import Foundation
import Geodesy
import Roads
import Timekeeping
import Trajectories

/// A track with its own network and the way that was really gone, in the files of M. Kubicka et al.,
/// "Dataset for testing and training of map-matching algorithms" (2015): `.nodes` (longitude, latitude),
/// `.arcs` (from, to), `.track` (longitude, latitude, second) and `.route` (arcs in their order), all
/// counted from 0.
struct MatchTrial: Sendable {
    let name: String
    let network: RoadNetwork
    let fixes: [Fix]
    /// The arcs that were gone. Arcs between the same nodes are one.
    let truth: [Int]
    /// How many times the truth itself does not go on where it was.
    let truthBreaks: Int
    /// The length of each arc in metres.
    let meters: [Double]
    private let arcs: [(from: Int, to: Int)]
    private let numbers: [Pair: Int]
    private let nodes: [Coordinate]

    private struct Pair: Hashable {
        let from: Int
        let to: Int
    }

    /// - Parameter folder: Holds four files that begin with its own name.
    init(_ folder: URL) throws {
        let name = folder.lastPathComponent
        func rows(_ kind: String, _ columns: Int) throws -> [[Double]] {
            let url = folder.appending(path: "\(name).\(kind)")
            let text = String(decoding: try Data(contentsOf: url), as: UTF8.self)
            return try text.split(whereSeparator: \.isNewline).map { line in
                let row = line.split(whereSeparator: { $0 == "\t" || $0 == " " })
                    .compactMap { Double($0) }
                guard row.count >= columns else {
                    throw BenchmarkError("\(url.path): \(line) has not \(columns) numbers")
                }
                return row
            }
        }
        self.name = name
        let nodes = try rows("nodes", 2).map {
            try Coordinate(latitude: $0[1], longitude: $0[0])
        }
        let arcs = try rows("arcs", 2).map { (from: Int($0[0]), to: Int($0[1])) }
        var numbers: [Pair: Int] = [:]
        for (number, arc) in arcs.enumerated() where arc.from != arc.to {
            let pair = Pair(from: arc.from, to: arc.to)
            if numbers[pair] == nil { numbers[pair] = number }
        }
        fixes = try rows("track", 3).map {
            Fix(
                at: Timestamp(millisecondsSince1970: Int64($0[2] * 1000)),
                place: try Coordinate(latitude: $0[1], longitude: $0[0])
            )
        }
        truth = try rows("route", 1).map {
            let arc = arcs[Int($0[0])]
            return numbers[Pair(from: arc.from, to: arc.to)] ?? Int($0[0])
        }
        truthBreaks = zip(truth, truth.dropFirst()).count { arcs[$0.0].to != arcs[$0.1].from }
        meters = arcs.map { Geodesic.distance(from: nodes[$0.from], to: nodes[$0.to]).meters }
        network = RoadNetwork(
            try Self.roads(nodes, arcs, numbers, DatasetName("trial"))
        )
        (self.arcs, self.numbers, self.nodes) = (arcs, numbers, nodes)
    }

    /// A road for each arc, or for two that are each other's way back.
    private static func roads(
        _ nodes: [Coordinate],
        _ arcs: [(from: Int, to: Int)],
        _ numbers: [Pair: Int],
        _ dataset: DatasetName
    ) -> [Road] {
        numbers.compactMap { pair, number in
            let back = numbers[Pair(from: pair.to, to: pair.from)]
            if let back, back < number { return nil }
            return Road(
                dataset: dataset,
                key: String(number),
                kind: .street,
                driving: back == nil ? .along : .both,
                line: [nodes[pair.from], nodes[pair.to]]
            )
        }
    }

    /// The arcs of a matched way.
    func arcs(of match: TrackMatch) -> [Int] {
        match.parts.flatMap(\.arcs).compactMap { arc in
            guard let number = Int(network.roads[arc.road].key) else { return nil }
            guard arc.first > arc.last else { return number }
            return numbers[Pair(from: arcs[number].to, to: arcs[number].from)]
        }
    }

    /// How much of the truth a way has in its order, and how much it has that is not true.
    struct Score: Sendable {
        var truthMeters = 0.0
        var rightMeters = 0.0
        var falseMeters = 0.0
        /// Where the two differ.
        var differences: [String] = []

        /// What is right less what is false, of the truth.
        var fraction: Double {
            truthMeters > 0 ? (rightMeters - falseMeters) / truthMeters : 0
        }
    }

    /// Compares two chains of arcs by the longest chain, in metres, that both have in order.
    func score(_ found: [Int]) -> Score {
        let width = found.count + 1
        var table = [Double](repeating: 0, count: (truth.count + 1) * width)
        for row in stride(from: truth.count - 1, through: 0, by: -1) {
            for column in stride(from: found.count - 1, through: 0, by: -1) {
                let at = row * width + column
                table[at] =
                    truth[row] == found[column]
                    ? table[at + width + 1] + meters[truth[row]]
                    : max(table[at + width], table[at + 1])
            }
        }
        var score = Score()
        score.truthMeters = truth.reduce(0) { $0 + meters[$1] }
        score.rightMeters = table[0]
        score.falseMeters = found.reduce(0) { $0 + meters[$1] } - table[0]
        var (row, column) = (0, 0)
        while row < truth.count || column < found.count {
            if row < truth.count, column < found.count, truth[row] == found[column] {
                row += 1
                column += 1
            } else if column == found.count
                || row < truth.count
                    && table[(row + 1) * width + column]
                        >= table[row * width + column + 1]
            {
                score.differences.append(difference("lost", truth[row], "route \(row)"))
                row += 1
            } else {
                score.differences.append(difference("false", found[column], "found \(column)"))
                column += 1
            }
        }
        return score
    }

    private func difference(_ kind: String, _ arc: Int, _ at: String) -> String {
        let (from, to) = (nodes[arcs[arc].from], nodes[arcs[arc].to])
        let middle = (from.latitude + to.latitude) / 2
        let across = (from.longitude + to.longitude) / 2
        let near = fixes.indices.min {
            let (left, right) = (fixes[$0].place, fixes[$1].place)
            let shrink = cos(middle * .pi / 180)
            return hypot(left.latitude - middle, (left.longitude - across) * shrink)
                < hypot(right.latitude - middle, (right.longitude - across) * shrink)
        }
        return
            "\(kind) \(at): arc \(arc) (\(arcs[arc].from)-\(arcs[arc].to)) of \(Int(meters[arc])) m"
            + (near.map { " near fix \($0)" } ?? "")
    }
}
