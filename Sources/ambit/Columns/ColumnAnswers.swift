import Geodesy
import SpatialIndex

/// Answers pieces of the input in CSV, straight from columns: no row is put together on the way.
struct ColumnAnswers: Sendable {
    let question: Question
    let layout: RowLayout
    let keepsUnmatched: Bool
    let skipsBadRows: Bool
    /// Whether the row that the place is itself is left out, and one more was asked for therefore.
    let excludesSelf: Bool
    let timings: Timings

    /// What finds the rows, or counts them.
    enum Source: Sendable {
        case rows(ColumnEngine)
        case counts(LoadedLayer)

        /// What the search is called where it is told how long it took.
        fileprivate var searchName: String {
            switch self {
            case .counts: "search"
            case .rows(let engine):
                switch engine.index {
                case .points: "search"
                case .areas, .areaCells: "search the areas"
                }
            }
        }
    }

    /// So many rows are found before they are written.
    private static let rowLimit = 1 << 16
    /// So much is kept before it waits for its turn to go out.
    private static let byteLimit = 4 << 20

    /// Answers a piece of the input.
    ///
    /// - Parameter write: Takes what is too much to be kept.
    func answer(
        _ piece: Pipeline<PlaceRow>.Piece,
        from source: Source,
        _ write: Pipeline<PlaceRow>.PartWriter
    ) async throws -> Answered {
        let table = timings.measure("read the places") {
            switch piece {
            case .block(let block):
                PlaceTable(block, parts: layout.placeParts, skipsBadRows: skipsBadRows)
            case .items(let rows):
                PlaceTable(rows, parts: layout.placeParts, keepsIdentities: excludesSelf)
            }
        }
        var output = Output()
        var next = 0
        var found: [Neighbor<UInt32>] = []
        var ends: [Int] = []
        while next < table.places.count {
            guard !Interruption.isRequested else {
                return Answered(
                    portion: .bytes(output.bytes, count: output.count),
                    placeCount: next,
                    failure: Interruption.Stopped()
                )
            }
            let start = next
            found.removeAll(keepingCapacity: true)
            ends.removeAll(keepingCapacity: true)
            timings.measure(source.searchName) {
                find(table, &next, source, &found, &ends)
            }
            timings.measure("encode") {
                encode(table, start, source, found, ends, into: &output)
            }
            if output.bytes.count >= Self.byteLimit, next < table.places.count {
                try await write(.bytes(output.bytes, count: output.count))
                output = Output()
            }
        }
        return Answered(
            portion: .bytes(output.bytes, count: output.count),
            placeCount: table.places.count,
            skipped: table.outcome.skipped,
            failure: table.outcome.failure
        )
    }

    private struct Output {
        var bytes: [UInt8] = []
        var count = 0
    }

    /// Answers places from `next` on, until there are many rows.
    private func find(
        _ table: PlaceTable,
        _ next: inout Int,
        _ source: Source,
        _ found: inout [Neighbor<UInt32>],
        _ ends: inout [Int]
    ) {
        // What answers is looked up once, and not for each place.
        switch source {
        case .counts(let layer):
            var some: [Neighbor<UInt32>] = []
            while next < table.places.count, ends.count < Self.rowLimit {
                some.removeAll(keepingCapacity: true)
                layer.collectAny(question, at: table.places[next], into: &some)
                ends.append(some.count)
                next += 1
            }
        case .rows(let engine):
            let start = next
            engine.collect(
                question,
                at: table.places[start...],
                upTo: Self.rowLimit,
                into: &found,
                &ends
            ) { offset, some in
                if excludesSelf { leaveOut(table.identities[start + offset], of: &some, engine) }
            }
            next += ends.count
        }
    }

    /// The rows that are not the place itself, as many as were wanted.
    private func leaveOut(
        _ identity: Value,
        of found: inout [Neighbor<UInt32>],
        _ engine: ColumnEngine
    ) {
        found.removeAll { engine.identity(of: $0.id) == identity }
        guard case .nearest(let count, _) = question, found.count >= count else { return }
        found.removeLast(found.count - (count - 1))
    }

    private func encode(
        _ table: PlaceTable,
        _ start: Int,
        _ source: Source,
        _ found: [Neighbor<UInt32>],
        _ ends: [Int],
        into output: inout Output
    ) {
        output.bytes.reserveCapacity(output.bytes.count + 48 * max(found.count, ends.count))
        guard case .rows(let engine) = source else {
            return encodeCounts(table, start, ends, into: &output)
        }
        var first = 0
        for (offset, end) in ends.enumerated() {
            let place = start + offset
            for neighbor in found[first..<end] {
                write(table, place, neighbor, engine, into: &output)
            }
            if first == end, keepsUnmatched { write(table, place, nil, engine, into: &output) }
            first = end
        }
    }

    private func encodeCounts(
        _ table: PlaceTable,
        _ start: Int,
        _ counts: [Int],
        into output: inout Output
    ) {
        for (offset, count) in counts.enumerated() {
            table.append(start + offset, 0, to: &output.bytes)
            output.bytes.append(UInt8(ascii: ","))
            output.bytes.append(contentsOf: String(count).utf8)
            output.bytes.append(UInt8(ascii: "\n"))
            output.count += 1
        }
    }

    /// Writes a row; without a neighbour, what stands for none.
    @inline(__always)
    private func write(
        _ table: PlaceTable,
        _ place: Int,
        _ neighbor: Neighbor<UInt32>?,
        _ engine: ColumnEngine,
        into output: inout Output
    ) {
        for index in layout.pieces.indices {
            if index > 0 { output.bytes.append(UInt8(ascii: ",")) }
            switch layout.pieces[index] {
            case .place(let part): table.append(place, part, to: &output.bytes)
            case .row(let property):
                if let neighbor { engine.append(property, of: neighbor.id, to: &output.bytes) }
            case .distance:
                if let neighbor { output.bytes.append(neighbor.distance) }
            }
        }
        output.bytes.append(UInt8(ascii: "\n"))
        output.count += 1
    }
}

extension LoadedLayer {
    /// The points that answer a question, in no stated order; of a count any that tie with the last.
    fileprivate func collectAny(
        _ question: Question,
        at place: Coordinate,
        into found: inout [Neighbor<UInt32>]
    ) {
        switch question {
        case .within(let radius): tree.collect(within: radius, of: place, into: &found)
        case .nearest(let count, let bound):
            tree.collectNearest(to: place, count: count, within: bound, into: &found)
        }
    }
}
