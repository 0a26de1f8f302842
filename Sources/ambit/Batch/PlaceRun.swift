import FeatureFiles
import Geodesy

/// One question asked of one place, or of many.
struct PlaceRun: Sendable {
    let source: any LayerSource
    let question: Question
    let rows: RowOptions
    let skipsBadRows: Bool
    let timings: Timings

    func run(_ argument: PlaceArgument, _ answers: AnswerOptions, _ output: OutputOptions)
        async throws
    {
        let prefixes = Prefixes()
        var isBatch = true
        if case .place = argument { isBatch = false }
        var plan = try await rows.plan(for: source, prefixes: isBatch ? prefixes : nil)
        let whole = plan.filter
        let isFiltered = !whole.isEmpty
        let source: any LayerSource
        (source, plan.filter) = self.source.sifted(by: plan.filter)
        let place: PlaceRow
        switch argument {
        case .place(let coordinate): place = PlaceRow(coordinate: coordinate, values: [])
        case .standardInput, .file:
            var file: String?
            if case .file(let path) = argument { file = path }
            var batch = BatchRun(
                source: source,
                question: question,
                plan: plan,
                countsOnly: rows.count,
                timings: timings,
                prefixes: prefixes
            )
            batch.keepsUnmatched = answers.keepUnmatched
            batch.skipsBadRows = skipsBadRows
            let feed = PlaceFeed(
                path: file,
                skipsBadRows: skipsBadRows,
                inBlocks: true,
                ahead: BatchRun.ahead
            )
            return try await batch.run(feed, explains: answers.explain, output: output)
        }
        let found: [Found]
        var reason = "The R-tree answered: for one place nothing is loaded."
        if !source.isLoadable {
            reason = IndexChoice.areaReason
            found = try await timings.measure("search the areas") {
                try await Asker(source: source, question: question, filter: plan.filter)
                    .found(from: place)
            }
        } else if try await source.rowLimit() == nil {
            reason = "A file has no R-tree: its points were put in a quadtree."
            let tree = try await LoadedLayer(source, filter: plan.filter, timings: timings)
            found = try await tree.answers(question, at: [place], timings: timings)[0]
        } else if isFiltered, case .nearest(let count, let bound) = question {
            let near = try await timings.measure("search the R-tree") {
                try await self.nearest(count, to: place.coordinate, within: bound, where: whole)
            }
            if let near {
                found = near
            } else {
                reason =
                    "A quadtree of what --where keeps answered: there is little of it nearby."
                let tree = try await LoadedLayer(source, filter: plan.filter, timings: timings)
                found = try await tree.answers(question, at: [place], timings: timings)[0]
            }
        } else {
            found = try await timings.measure("search the R-tree") {
                try await Asker(source: source, question: question, filter: plan.filter)
                    .found(from: place)
            }
        }
        if rows.count {
            try await output.writeCount(found.count)
        } else {
            let writing = timings.begin("write")
            let writer = try output.openWriter(
                columns: plan.projection.outputColumns(rows: source.foundKinds),
                shape: source.shape
            )
            try writer.write(plan.finish(found.map(\.finished)))
            try await writer.finish()
            writing.end()
        }
        if answers.explain {
            StandardError.print("\(counted(found.count, "rows")). \(reason)\n\(timings.text)")
        }
    }

    /// The nearest that a filter keeps, where they are among the nearest few hundred of all.
    private func nearest(
        _ count: Int,
        to place: Coordinate,
        within bound: Distance?,
        where filter: RowFilter
    ) async throws -> [Found]? {
        let looked = max(Self.nearbyCount, count > Int.max / 8 ? count : count * 8)
        let all = try await source.nearest(to: place, count: looked, within: bound)
        let kept = all.filter { filter.keeps($0.row) }
        return kept.count >= count || all.count < looked ? Array(kept.prefix(count)) : nil
    }

    private static let nearbyCount = 500
}
