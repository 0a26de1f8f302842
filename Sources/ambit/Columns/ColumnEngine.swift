import Analysis
import Geodesy
import SpatialIndex

/// An index in memory with what is written of its rows.
struct ColumnEngine: Sendable {
    /// What finds the rows.
    enum Index: Sendable {
        case points(LoadedLayer)
        case areas(AreaSource)
        /// Areas of which only those are asked for that hold a place.
        case areaCells(AreaCells)
    }

    private(set) var index: Index
    private let set: ColumnSet

    /// A loaded layer that read columns; nil for one that fetches its rows.
    init?(_ layer: LoadedLayer) {
        guard let columns = layer.columns else { return nil }
        (index, set) = (.points(layer), columns)
    }

    /// Areas, which are in memory with all that is known of them.
    init(_ areas: AreaSource, properties: [Property]) {
        (index, set) = (.areas(areas), areas.columnSet(properties))
    }

    /// The same for questions that a map of the areas answers.
    func asking(_ cells: AreaCells) -> ColumnEngine {
        var engine = self
        engine.index = .areaCells(cells)
        return engine
    }

    /// The rows that answer a question from each of some places: nearest first; ties by id.
    ///
    /// - Parameters:
    ///   - limit: The search ends behind the place with which so many rows were found.
    ///   - found: Gets the rows of one place after the other.
    ///   - ends: Gets for each place how many rows there are up to its last.
    ///   - settle: May leave out rows of a place, which it is told by its number from 0.
    func collect(
        _ question: Question,
        at places: ArraySlice<Coordinate>,
        upTo limit: Int,
        into found: inout [Neighbor<UInt32>],
        _ ends: inout [Int],
        settle: (Int, inout [Neighbor<UInt32>]) -> Void
    ) {
        func search(_ find: (Coordinate, inout [Neighbor<UInt32>]) -> Void) {
            var some: [Neighbor<UInt32>] = []
            for index in places.indices {
                some.removeAll(keepingCapacity: true)
                find(places[index], &some)
                settle(index - places.startIndex, &some)
                found += some
                ends.append(found.count)
                if found.count >= limit { return }
            }
        }
        // The index is looked up once, and not for each place.
        switch index {
        case .areaCells(let cells):
            search { place, some in
                cells.forEach(holding: place) { area in
                    let number = UInt32(truncatingIfNeeded: area)
                    some.append(Neighbor(id: number, distance: .zero))
                }
            }
        case .areas(let areas): search { areas.collect(question, at: $0, into: &$1) }
        case .points(let layer):
            let id = { (row: UInt32) in set.id(Int(row), set.cells) }
            search { layer.collect(question, at: $0, into: &$1, id: id) }
        }
    }

    /// By what a row is known.
    private func id(of row: UInt32) -> Value { set.id(Int(row), set.cells) }

    /// Which row it is, as ``Row/identity`` tells it.
    func identity(of row: UInt32) -> Value {
        set.number.map { Value.integer($0(Int(row))) } ?? id(of: row)
    }

    /// Appends a property of a row as CSV has it.
    @inline(__always)
    func append(_ property: Int, of row: UInt32, to bytes: inout [UInt8]) {
        switch set.columns[property] {
        case .text(let column): set.cells.appendCSV(Int(row), column, to: &bytes)
        case .latitude:
            bytes.append(contentsOf: set.points.places[Int(row)].latitude.plainText.utf8)
        case .longitude:
            bytes.append(contentsOf: set.points.places[Int(row)].longitude.plainText.utf8)
        }
    }
}

extension LoadedLayer {
    /// The points that answer a question: nearest first; ties by what `id` gives them.
    fileprivate func collect(
        _ question: Question,
        at place: Coordinate,
        into found: inout [Neighbor<UInt32>],
        id: (UInt32) -> Value
    ) {
        switch question {
        case .within(let radius):
            tree.collect(within: radius, of: place, into: &found)
            found.sort { $0.distance < $1.distance }
            Self.settleTies(&found, id)
        case .nearest(let count, let bound):
            // One more tells whether others tie with the last.
            tree.collectNearest(to: place, count: count + 1, within: bound, into: &found)
            guard found.count > count else { return Self.settleTies(&found, id) }
            let last = found[count - 1].distance
            if found[count].distance == last {
                found.removeAll(keepingCapacity: true)
                tree.collect(within: last, of: place, into: &found)
                found.sort { $0.distance < $1.distance }
                Self.settleTies(&found, id)
                found.removeLast(max(0, found.count - count))
            } else {
                found.removeLast()
                Self.settleTies(&found, id)
            }
        }
    }

    /// Orders by id what is equally far.
    private static func settleTies(_ found: inout [Neighbor<UInt32>], _ id: (UInt32) -> Value) {
        var start = 0
        while start < found.count {
            var end = start + 1
            while end < found.count, found[end].distance == found[start].distance { end += 1 }
            if end - start > 1 {
                let tied = found[start..<end].map { (neighbor: $0, id: id($0.id)) }
                    .sorted { Value.precedes($0.id, $1.id) }
                found.replaceSubrange(start..<end, with: tied.map(\.neighbor))
            }
            start = end
        }
    }
}
