import FeatureFiles
import Foundation
import Geodesy

/// One question asked of many places: read, answered on all cores and written at the same time, in
/// the order of the input.
struct BatchRun: Sendable {
    let source: any LayerSource
    let question: Question
    private(set) var plan: RowPlan
    let countsOnly: Bool
    let timings: Timings
    /// What stands before the names of the columns that a place brings along, and of the layer's.
    let prefixes: Prefixes
    /// Whether a place without an answer has a row of its own.
    var keepsUnmatched = false
    /// Whether the places are the layer's own rows, which shall not find themselves.
    var excludesSelf = false
    /// Whether rows of the input without a place are left out.
    var skipsBadRows = false

    /// How many pieces of the input are under way at the same time.
    static let ahead = 4 * max(1, ProcessInfo.processInfo.activeProcessorCount)

    /// The question as the index is asked.
    private var asked: Question {
        guard excludesSelf, case .nearest(let count, let bound) = question else { return question }
        return .nearest(count: count + 1, within: bound)
    }

    /// Whether a search may have to look at many rows: the nearest of few that a filter keeps.
    private var mayLookFar: Bool {
        guard case .nearest = question else { return false }
        return source.isSifted || !plan.filter.isEmpty
    }

    private var asker: Asker { Asker(source: source, question: asked, filter: plan.filter) }

    func run(_ feed: PlaceFeed, explains: Bool, output: OutputOptions) async throws {
        var run = self
        var index: IndexChoice?
        var columns: ColumnPlan?
        var way: (places: QueryPlan.Places, output: QueryPlan.Output) = (.rows, .rows)
        var pipeline = Pipeline(feed: feed, output: output, noun: "places", lacking: "a place")
        pipeline.shape = countsOnly ? .points : source.shape
        try await pipeline.run { placeColumns, expected in
            run.plan.projection = try plan.projection.with(placeColumns: placeColumns.map(\.name))
            index = try await IndexChoice(
                for: source,
                expectedCount: expected,
                mayLookFar: mayLookFar
            )
            columns = run.columnPlan
            return countsOnly
                ? placeColumns.map { $0.prefixed(prefixes.place) } + [
                    OutputColumn("count", .integer)
                ]
                : run.plan.projection.outputColumns(
                    places: placeColumns.map(\.kind),
                    rows: source.foundKinds
                )
        } prepare: { piece, encoder in
            let usesColumns = encoder is CSVEncoder
            if index?.wantsTree(for: piece) == true {
                index?.tree = try await LoadedLayer(
                    source,
                    filter: plan.filter,
                    properties: usesColumns && !countsOnly ? columns?.layout.properties : nil,
                    timings: timings
                )
            }
            if usesColumns, let placeCount = index?.knownCount,
                let cellCount = await columns?.mapAreas(for: placeCount, timings)
            {
                index?.cellCount = cellCount
            }
            let (tree, batch) = (index?.tree, run)
            if case .block = piece { way.places = .blocks }
            if countsOnly { way.output = .counts }
            if usesColumns, !piece.items.contains(where: { $0.area != nil }),
                let source = columns?.source(tree), let answers = columns?.answers
            {
                if !countsOnly { way.output = .columns }
                return { write in try await answers.answer(piece, from: source, write) }
            }
            return { write in try await batch.answer(piece, tree, encoder, write) }
        } end: { done in
            guard explains, let index else { return }
            explain(index, index.plan(places: way.places, output: way.output), done)
        }
    }

    /// So many places are answered before their rows are written.
    private static let step = 256
    /// So much is kept before it waits for its turn to go out.
    private static let byteLimit = 4 << 20

    /// Answers a piece of the input row by row.
    private func answer(
        _ piece: Pipeline<PlaceRow>.Piece,
        _ tree: LoadedLayer?,
        _ encoder: (any RowEncoder)?,
        _ write: Pipeline<PlaceRow>.PartWriter
    ) async throws -> Answered {
        var (places, outcome) = (piece.items, PlaceBlock.Outcome())
        if case .block(let block) = piece {
            (places, outcome) = block.rows(skipsBadRows: skipsBadRows)
        }
        var output: Portion?
        for start in stride(from: 0, to: places.count, by: Self.step) {
            guard !Interruption.isRequested else {
                return Answered(
                    portion: output ?? Portion([], with: encoder),
                    placeCount: start,
                    failure: Interruption.Stopped()
                )
            }
            let step = Array(places[start..<min(start + Self.step, places.count)])
            let rows = try await answer(step, tree)
            let portion = timings.measure("encode") { Portion(rows, with: encoder) }
            output = output?.followed(by: portion, encoder) ?? portion
            if let whole = output, whole.byteCount >= Self.byteLimit {
                try await write(whole)
                output = nil
            }
        }
        return Answered(
            portion: output ?? Portion([], with: encoder),
            placeCount: places.count,
            skipped: outcome.skipped,
            failure: outcome.failure
        )
    }

    private func answer(_ places: [PlaceRow], _ tree: LoadedLayer?) async throws -> [Row] {
        // Who is counted need not be known, unless it is the place itself.
        if countsOnly, !excludesSelf, let tree {
            let counts = timings.measure("search") { tree.counts(asked, at: places) }
            return zip(places, counts).map(Self.countRow)
        }
        let answers: [[Found]]
        if let tree {
            answers = try await tree.answers(asked, at: places, timings: timings)
        } else {
            answers = try await timings.measure(searchName) {
                var answers: [[Found]] = []
                for place in places { answers.append(try await asker.found(from: place)) }
                return answers
            }
        }
        if countsOnly {
            return zip(places, answers).map { Self.countRow($0, others(than: $0, $1).count) }
        }
        return zip(places, answers).flatMap { place, found in
            let rows = others(than: place, found)
            guard rows.isEmpty, keepsUnmatched else {
                return plan.finish(rows.map(\.finished), place: place.values)
            }
            return [
                Row(
                    values: plan.projection.unanswered(place: place.values),
                    geometry: place.geometry,
                    id: place.id
                )
            ]
        }
    }

    /// How the input is answered from columns, where that can be.
    private var columnPlan: ColumnPlan? {
        guard plan.sorting == nil else { return nil }
        let layout =
            countsOnly ? .counts : RowLayout(plan.projection, columns: source.columns)
        let answers = ColumnAnswers(
            question: asked,
            layout: layout,
            keepsUnmatched: keepsUnmatched,
            skipsBadRows: skipsBadRows,
            excludesSelf: excludesSelf,
            timings: timings
        )
        let areas = plan.filter.isEmpty && !countsOnly ? source as? AreaSource : nil
        return ColumnPlan(
            layout: layout,
            answers: answers,
            countsOnly: countsOnly,
            areas: areas
        )
    }

    private static func countRow(_ place: PlaceRow, _ count: Int) -> Row {
        Row(
            values: place.values + [.integer(Int64(count))],
            geometry: place.geometry,
            id: place.id
        )
    }

    private var searchName: String {
        source.isLoadable ? "search the R-tree" : "search the areas"
    }

    /// The rows that are not the place itself, as many as were wanted.
    private func others(than place: PlaceRow, _ found: [Found]) -> [Found] {
        guard excludesSelf else { return found }
        let others = found.filter { $0.row.identity != place.identity }
        guard case .nearest(let count, _) = question else { return others }
        return Array(others.prefix(count))
    }

    private func explain(
        _ index: IndexChoice,
        _ plan: QueryPlan,
        _ done: (places: Int, rows: Int)
    ) {
        StandardError.print(
            """
            \(counted(done.places, "places")), \(counted(done.rows, "rows")) of output. \(index.reason)
            \(plan.text)
            \(timings.text)
              (search, fetch and encode are summed over all cores)
            """
        )
    }
}

/// Asks a layer from one place, straight from its R-tree, or areas from an area.
struct Asker: Sendable {
    let source: any LayerSource
    let question: Question
    let filter: RowFilter

    /// Nearest first; ties by id.
    func found(from row: PlaceRow) async throws -> [Found] {
        let place = row.coordinate
        switch question {
        case .within(let radius):
            let found: [Found]
            if let area = row.area?.measured, let answer = source.answer(question, from: area) {
                found = answer
            } else {
                found = try await source.within(radius, of: place)
            }
            return found.filter { filter.keeps($0.row) }
        case .nearest(let count, let bound):
            // Rows that the filter drops don't count: more are asked for until there are enough, or
            // no more.
            var asked = count
            while true {
                let found: [Found]
                if let area = row.area?.measured,
                    let answer = source.answer(.nearest(count: asked, within: bound), from: area)
                {
                    found = answer
                } else {
                    found = try await source.nearest(to: place, count: asked, within: bound)
                }
                let kept = filter.isEmpty ? found : found.filter { filter.keeps($0.row) }
                if kept.count >= count || found.count < asked {
                    return Array(kept.prefix(count))
                }
                asked = asked > Int.max / 8 ? Int.max : asked * 8
            }
        }
    }
}

/// Which index answers: the R-tree needs no loading, the quadtree is quicker once it is loaded.
struct IndexChoice {
    /// Loaded when it pays.
    var tree: LoadedLayer?
    /// How many cells the areas were mapped in, where they were.
    var cellCount: Int?
    /// How many places make the loading pay; nil when there is no R-tree.
    let threshold: Int?
    /// Whether the rows are areas, whose index is in memory from the start.
    private let isAreas: Bool
    private let areaCount: Int?
    private let expectedCount: Int
    private var placeCount = 0
    /// Whether the questions come from areas.
    private var fromAreas = false

    /// The R-tree takes about as long for one place as loading takes for so many rows.
    private static let rowsPerSearch = 250
    /// So many rows are looked at one by one before loading pays.
    private static let rowsLookedAt = 250_000

    /// - Parameters:
    ///   - source: What is asked.
    ///   - expectedCount: How many places a file seems to hold; nil for a pipe.
    ///   - mayLookFar: Whether the R-tree may have to look at many rows for a place.
    init(for source: any LayerSource, expectedCount: Int?, mayLookFar: Bool) async throws {
        threshold = try await source.rowLimit().map {
            mayLookFar
                ? min(64, max(1, Self.rowsLookedAt / max(1, $0))) : max(64, $0 / Self.rowsPerSearch)
        }
        isAreas = !source.isLoadable
        areaCount = (source as? AreaSource)?.count
        self.expectedCount = expectedCount ?? 0
    }

    /// Counts places, and tells whether the tree should be loaded before they are answered.
    mutating func wantsTree(for piece: Pipeline<PlaceRow>.Piece) -> Bool {
        placeCount += piece.count
        guard tree == nil, !isAreas else { return false }
        if piece.items.contains(where: { $0.area != nil }) {
            fromAreas = true
            return true
        }
        guard let threshold else { return true }
        return knownCount > threshold
    }

    /// How many places there are, as far as is known.
    var knownCount: Int { max(placeCount, expectedCount) }

    /// What is said of areas.
    static let areaReason = "The areas and their edges were put in an index in memory."

    /// Which way it was, with what is known besides.
    func plan(places: QueryPlan.Places, output: QueryPlan.Output) -> QueryPlan {
        var plan = QueryPlan(index: .rTree, places: places, output: output)
        if isAreas {
            plan.index = cellCount == nil ? .areas : .areaCells
            plan.indexedCount = areaCount
        } else if let tree {
            (plan.index, plan.indexedCount) = (.quadtree, tree.count)
        }
        return plan
    }

    /// In words.
    var reason: String {
        if let cellCount {
            return "A map of \(grouped(cellCount)) cells tells which areas hold a place, and near "
                + "their edges the areas themselves."
        }
        if isAreas { return Self.areaReason }
        guard let threshold else {
            return "A file has no R-tree: its points were put in a quadtree."
        }
        if fromAreas {
            return "A quadtree of \(grouped(tree?.count ?? 0)) answered: it is asked from areas."
        }
        let limit = "more than \(counted(threshold, "places")) make loading a quadtree pay"
        return tree == nil
            ? "The R-tree answered: \(limit)."
            : "A quadtree of \(grouped(tree?.count ?? 0)) answered: \(limit)."
    }
}
