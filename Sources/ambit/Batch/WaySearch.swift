import ArgumentParser
import Foundation
import Geodesy
import Roads
import SpatialIndex
import Synchronization

/// The quickest ways from places to rows, as many of each place as are wanted.
///
/// Every row that may be among the answers is searched from, backward, and finds the ways from all places at
/// once. Which may be is told by straight lines, than which no way is shorter or quicker.
struct WaySearch: Sendable {
    /// A row that was found from a place.
    struct Hit: Sendable {
        let row: Int32
        let seconds: Float
        let meters: Float

        /// The quickest first; rows are in the order of their ids.
        static func precedes(_ left: Hit, _ right: Hit) -> Bool {
            (left.seconds, left.row) < (right.seconds, right.row)
        }

        /// How long the way is, and how long it takes to a tenth of a second.
        var values: [Value] {
            [
                .meters(Distance(uncheckedMeters: Double(meters))),
                .number((Double(seconds) * 10).rounded() / 10),
            ]
        }
    }

    let network: RoadNetwork
    let mode: TravelMode
    let places: [Coordinate]
    /// Where the rows are, in the order of their ids.
    let rows: [Coordinate]
    /// How many of each place at most; nil for all.
    let count: Int?
    let limit: WayLimit?

    /// So many answers are held, 12 bytes each.
    static let mostHits = 200_000_000
    /// So many ways are looked at.
    static let mostPairs = 20_000_000_000

    struct Findings: Sendable {
        /// By place, the quickest first.
        var hits: [[Hit]]
        /// How many rows were searched from.
        var searched: Int
        /// How many places are farther from every road than it is told for.
        var placesOffRoads: Int
        /// How many rows are, of those that were searched from.
        var rowsOffRoads: Int
    }

    /// - Throws: `ValidationError` where there would be too many answers.
    func run() async throws -> Findings {
        let pairs = places.count.multipliedReportingOverflow(by: rows.count)
        guard !pairs.overflow, pairs.partialValue <= Self.mostPairs else {
            throw ValidationError(
                "--by: \(grouped(places.count)) places and \(grouped(rows.count)) rows are more than "
                    + "\(Self.mostPairs / 1_000_000_000) thousand million pairs; ask in parts, or leave out "
                    + "rows with --where"
            )
        }
        let matrix = await RoadMatrix(network, from: places, by: mode)
        let order = candidates()
        let board = Board(self)
        let workers = max(1, ProcessInfo.processInfo.activeProcessorCount)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<workers {
                group.addTask {
                    while true {
                        let index = board.next()
                        guard index < order.count, !board.isOver else { return }
                        let candidate = order[index]
                        // No way is quicker than the straight line at the greatest speed.
                        if board.isBeyond(matrix.leastSeconds(candidate.nearest)) { return }
                        let ways = matrix.ways(to: rows[candidate.row])
                        board.add(ways, row: candidate.row)
                    }
                }
            }
        }
        guard !board.isOver else {
            throw ValidationError(
                "--by: there are more than \(Self.mostHits / 1_000_000) million answers; ask for fewer "
                    + "with -k, a smaller limit, or in parts"
            )
        }
        return Findings(
            hits: board.hits(),
            searched: board.searched,
            placesOffRoads: matrix.startsOffRoads,
            rowsOffRoads: board.offRoads
        )
    }

    private struct Candidate {
        let row: Int
        /// How far the nearest place is in a straight line; 0 where that decides nothing.
        let nearest: Distance
    }

    /// The rows that may be among the answers: of one place the nearest first.
    private func candidates() -> [Candidate] {
        if places.count == 1 {
            return rows.indices.map { row in
                Candidate(row: row, nearest: Geodesic.distance(from: places[0], to: rows[row]))
            }.filter { candidate in
                limit?.length.map { candidate.nearest.meters <= $0.meters + 1 } ?? true
            }.sorted { ($0.nearest, $0.row) < ($1.nearest, $1.row) }
        }
        guard let length = limit?.length else {
            return rows.indices.map { Candidate(row: $0, nearest: .zero) }
        }
        let tree = NumberedQuadTree(
            places.enumerated().map {
                IndexedPoint(id: UInt32(truncatingIfNeeded: $0), coordinate: $1)
            }
        )
        let reach = Distance(uncheckedMeters: length.meters + 1)
        return rows.indices.filter {
            !tree.nearest(to: rows[$0], count: 1, within: reach).isEmpty
        }.map { Candidate(row: $0, nearest: .zero) }
    }

    /// What was found so far, from all cores.
    private final class Board: Sendable {
        private let count: Int?
        private let limit: WayLimit?
        private let state: Mutex<State>

        private struct State {
            /// By place; with a count, ordered and no more than that.
            var hits: [[Hit]]
            var total = 0
            /// How many rows were handed out, searched from, and found to be off the roads.
            var next = 0
            var searched = 0
            var offRoads = 0
        }

        init(_ search: WaySearch) {
            count = search.count
            limit = search.limit
            state = Mutex(State(hits: Array(repeating: [], count: search.places.count)))
        }

        var searched: Int { state.withLock { $0.searched } }
        var offRoads: Int { state.withLock { $0.offRoads } }

        /// The number of the next candidate.
        func next() -> Int {
            state.withLock { state in
                state.next += 1
                return state.next - 1
            }
        }

        /// Whether there are more answers than are held.
        var isOver: Bool { state.withLock { $0.total > WaySearch.mostHits } }

        /// Whether what takes so long at least is no answer from the only place.
        func isBeyond(_ seconds: Double) -> Bool {
            guard seconds > 0 else { return false }
            if case .time(let most)? = limit, seconds > most { return true }
            guard let count else { return false }
            return state.withLock { state in
                guard state.hits.count == 1, state.hits[0].count == count,
                    let last = state.hits[0].last
                else { return false }
                return seconds > Double(last.seconds)
            }
        }

        func add(_ ways: RoadMatrix.Ways, row: Int) {
            let row = Int32(truncatingIfNeeded: row)
            state.withLock { state in
                state.searched += 1
                if !ways.isGoalOnRoads { state.offRoads += 1 }
                for place in state.hits.indices {
                    let hit = Hit(
                        row: row,
                        seconds: ways.seconds[place],
                        meters: ways.meters[place]
                    )
                    guard hit.seconds < .infinity, limit?.holds(hit) ?? true else { continue }
                    guard let count else {
                        state.hits[place].append(hit)
                        state.total += 1
                        continue
                    }
                    if state.hits[place].count == count {
                        guard let last = state.hits[place].last, Hit.precedes(hit, last) else {
                            continue
                        }
                        state.hits[place].removeLast()
                        state.total -= 1
                    }
                    let slot =
                        state.hits[place].lastIndex { Hit.precedes($0, hit) }.map { $0 + 1 } ?? 0
                    state.hits[place].insert(hit, at: slot)
                    state.total += 1
                }
            }
        }

        func hits() -> [[Hit]] {
            state.withLock { state in
                count == nil ? state.hits.map { $0.sorted(by: Hit.precedes) } : state.hits
            }
        }
    }
}
