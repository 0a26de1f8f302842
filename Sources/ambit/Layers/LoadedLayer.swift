import Geodesy
import SpatialIndex
import Synchronization

/// What is asked of each place.
enum Question: Sendable {
    /// The nearest, no farther than a bound.
    case nearest(count: Int, within: Distance?)
    /// All within a radius.
    case within(Distance)
}

/// A layer whose points are in a quadtree: worth its loading when many questions follow.
final class LoadedLayer: Sendable {
    private let source: any LayerSource
    let set: PointSet
    let tree: NumberedQuadTree
    /// What was asked of all rows at once; nil where rows are fetched.
    let columns: ColumnSet?
    /// Rows that were fetched; all that the filter keeps, when there is one.
    private let rows: Mutex<[UInt32: Row]>
    private static let cacheLimit = 300_000

    /// How many points it holds.
    var count: Int { tree.count }

    /// Loads a layer; with a filter, only the rows that it keeps.
    ///
    /// - Parameter properties: What of all rows is read with the points, where the source can do that;
    ///   nil for nothing.
    init(
        _ source: any LayerSource,
        filter: RowFilter?,
        properties: [Property]? = nil,
        timings: Timings
    ) async throws {
        self.source = source
        let loading = timings.begin("load the points")
        if let properties, let columnar = source as? any ColumnarSource {
            columns = try await columnar.points(with: properties)
        } else {
            columns = nil
        }
        let set: PointSet
        if let columns { set = columns.points } else { set = try await source.points() }
        loading.end()
        self.set = set
        var kept: [UInt32: Row] = [:]
        if let filter, !filter.isEmpty {
            kept = try await timings.measure("sift the rows") {
                try await Self.rows(of: set, in: source, where: filter)
            }
        }
        let chosen = filter.map { $0.isEmpty } ?? true ? nil : kept.keys.sorted()
        tree = try timings.measure("build the quadtree") {
            guard set.count < UInt32.max else { throw LayerError.tooManyRows(set.count) }
            func point(_ index: Int) -> IndexedPoint<UInt32> {
                let range = set.ranges.isEmpty ? nil : try? Distance.meters(set.ranges[index])
                return IndexedPoint(
                    id: UInt32(truncatingIfNeeded: index),
                    coordinate: set.places[index],
                    reach: range.map(Reach.upTo) ?? .unlimited
                )
            }
            guard let chosen else { return NumberedQuadTree((0..<set.count).lazy.map(point)) }
            return NumberedQuadTree(chosen.lazy.map { point(Int($0)) })
        }
        rows = Mutex(kept)
    }

    private static func rows(
        of set: PointSet,
        in source: any LayerSource,
        where filter: RowFilter
    ) async throws -> [UInt32: Row] {
        let size = 5_000
        return try await withThrowingTaskGroup(of: [(UInt32, Row)].self) { group in
            for start in stride(from: 0, to: set.count, by: size) {
                group.addTask {
                    let range = start..<min(start + size, set.count)
                    let rows = try await source.rows(of: set, Array(range))
                    return zip(range, rows).compactMap { index, row in
                        guard let row else { return nil }
                        return filter.keeps(row)
                            ? (UInt32(truncatingIfNeeded: index), row) : nil
                    }
                }
            }
            var kept: [UInt32: Row] = [:]
            for try await rows in group { kept.merge(rows) { $1 } }
            return kept
        }
    }

    /// How many rows answer each place.
    func counts(_ question: Question, at places: [PlaceRow]) -> [Int] {
        var found: [Neighbor<UInt32>] = []
        return places.map { row in
            if let area = row.area {
                return neighbors(question, of: area.measured, around: row.coordinate).count
            }
            let place = row.coordinate
            found.removeAll(keepingCapacity: true)
            switch question {
            case .within(let radius): tree.collect(within: radius, of: place, into: &found)
            case .nearest(let count, let bound):
                tree.collectNearest(to: place, count: count, within: bound, into: &found)
            }
            return found.count
        }
    }

    /// The rows that answer each place: nearest first; ties by id.
    func answers(
        _ question: Question,
        at places: [PlaceRow],
        timings: Timings
    ) async throws -> [[Found]] {
        let hits = timings.measure("search") {
            places.map { row in
                row.area.map { neighbors(question, of: $0.measured, around: row.coordinate) }
                    ?? neighbors(question, of: row.coordinate)
            }
        }
        let fetching = timings.begin("fetch the rows")
        let rows = try await fetch(hits)
        fetching.end()
        return hits.map { neighbors in
            var found = neighbors.compactMap { neighbor in
                rows[neighbor.id].map { Found(row: $0, distance: neighbor.distance) }
            }
            found.sort(by: Found.precedes)
            if case .nearest(let count, _) = question, found.count > count {
                found.removeLast(found.count - count)
            }
            return found
        }
    }

    /// With a count, all that tie with the last: their ids decide, which the tree doesn't know.
    private func neighbors(_ question: Question, of place: Coordinate) -> [Neighbor<UInt32>] {
        switch question {
        case .within(let radius): return tree.within(radius, of: place)
        case .nearest(let count, let bound):
            let nearest = tree.nearest(to: place, count: count, within: bound)
            guard nearest.count == count, let last = nearest.last else { return nearest }
            return tree.within(last.distance, of: place)
        }
    }

    private func fetch(_ hits: [[Neighbor<UInt32>]]) async throws -> [UInt32: Row] {
        var wanted: Set<UInt32> = []
        for neighbors in hits { for neighbor in neighbors { wanted.insert(neighbor.id) } }
        var known: [UInt32: Row] = [:]
        known.reserveCapacity(wanted.count)
        var missing: [UInt32] = []
        rows.withLock { rows in
            for id in wanted {
                if let row = rows[id] { known[id] = row } else { missing.append(id) }
            }
        }
        guard !missing.isEmpty else { return known }
        missing.sort()
        let fetched = try await source.rows(of: set, missing.map(Int.init))
        rows.withLock { rows in
            if rows.count + missing.count > Self.cacheLimit { rows.removeAll() }
            for (id, row) in zip(missing, fetched) { rows[id] = row }
        }
        for (id, row) in zip(missing, fetched) { known[id] = row }
        return known
    }
}

/// Why a layer could not be used.
enum LayerError: Error, CustomStringConvertible {
    case tooManyRows(Int)
    /// The rows are areas where points are wanted.
    case areas(String)

    var description: String {
        switch self {
        case .areas(let noun):
            "the \(noun) are areas, and coverage is measured from points: "
                + "give stations, messages or a file of places"
        case .tooManyRows(let count): "\(count) rows are more than an index in memory holds"
        }
    }
}
