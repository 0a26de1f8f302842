import ArgumentParser
import DomainModules
import FeatureFiles
import Geodesy
import Roads
import SpatiaLiteStore

/// One question asked of one place, or of many, along the roads that are loaded.
struct WayRun: Sendable {
    let source: any LayerSource
    let network: RoadNetwork
    let mode: WayMode
    /// How many of each place at most; nil for all.
    let count: Int?
    let limit: WayLimit?
    let rows: RowOptions
    let skipsBadRows: Bool
    let timings: Timings

    /// What a row says besides its distance.
    private static let durationColumn = "duration_s"

    /// The roads that are loaded.
    ///
    /// - Throws: `ValidationError` where there are none.
    static func network(_ database: ReadingOptions, _ timings: Timings) async throws -> RoadNetwork
    {
        let reading = timings.begin("read the roads")
        defer { reading.end() }
        let network = try await database.withStore { store in
            let ways = WayFinder(store: store)
            try await ways.load()
            return ways.network
        }
        guard let network, network.edgeCount > 0 else {
            throw ValidationError("--by: no roads are loaded; ambit import roads loads them")
        }
        return network
    }

    /// Asks a layer, along the roads of the database.
    ///
    /// - Parameters:
    ///   - count: How many of each place at most; nil for all.
    ///   - limit: How far, or how long; nil for any way.
    static func run(
        _ mode: WayMode,
        from argument: PlaceArgument,
        _ answers: AnswerOptions,
        to layer: LayerOptions,
        count: Int?,
        limit: WayLimit?,
        _ rows: RowOptions,
        _ output: OutputOptions,
        _ database: ReadingOptions,
        _ timings: Timings
    ) async throws {
        let network = try await network(database, timings)
        try await layer.withSource(database, timings) { source in
            try await WayRun(
                source: source,
                network: network,
                mode: mode,
                count: count,
                limit: limit,
                rows: rows,
                skipsBadRows: layer.skipBadRows,
                timings: timings
            ).run(argument, answers, output)
        }
    }

    private func run(_ argument: PlaceArgument, _ options: AnswerOptions, _ output: OutputOptions)
        async throws
    {
        guard source.isLoadable else {
            throw ValidationError("--by: ways lead to points, and the \(source.noun) are areas")
        }
        let places = try Self.places(argument, skipsBadRows: skipsBadRows, timings)
        let prefixes = Prefixes()
        var plan = try await rows.plan(
            for: source,
            prefixes: places.isBatch ? prefixes : nil,
            more: [Self.durationColumn]
        )
        if places.isBatch {
            plan.projection = try plan.projection.with(placeColumns: places.columns)
        }
        let found = try await LayerPlaces.rows(of: source, where: plan.filter)
            .sorted { Value.precedes($0.row.id, $1.row.id) }
        let search = WaySearch(
            network: network,
            mode: mode.travelMode,
            places: places.rows.map(\.coordinate),
            rows: found.map(\.place),
            count: count,
            limit: limit
        )
        let searching = timings.begin("search the ways")
        let findings = try await search.run()
        searching.end()
        try await write(findings, found.map(\.row), places, plan, options, output)
        tell(findings)
        guard options.explain else { return }
        StandardError.print(
            """
            \(counted(places.rows.count, "places")), \(counted(findings.hits.reduce(0) { $0 + $1.count }, "rows")) \
            found. Ways were searched backward from \(grouped(findings.searched)) of \
            \(counted(found.count, "rows")), along \(counted(network.edgeCount, "roads")).
            \(timings.text)
            """
        )
    }

    /// Where ways begin.
    struct Places {
        let isBatch: Bool
        let columns: [String]
        /// What each of them holds, as far as that is known.
        let kinds: [SpatialTable.Kind?]
        let rows: [PlaceRow]
    }

    /// The place that was named, or those of a file.
    static func places(
        _ argument: PlaceArgument,
        skipsBadRows: Bool,
        _ timings: Timings
    ) throws -> Places {
        switch argument {
        case .place(let coordinate):
            return Places(
                isBatch: false,
                columns: [],
                kinds: [],
                rows: [PlaceRow(coordinate: coordinate, values: [])]
            )
        case .standardInput, .file:
            var path = "/dev/stdin"
            if case .file(let file) = argument { path = file }
            let source = try timings.measure("read the places") {
                try FileSource(path: path, skipsBadRows: skipsBadRows)
            }
            return Places(
                isBatch: true,
                columns: source.columns,
                kinds: source.kinds,
                rows: zip(source.allRows, source.places).map { row, place in
                    PlaceRow(coordinate: place, values: row.values, id: row.id)
                }
            )
        }
    }

    private func write(
        _ findings: WaySearch.Findings,
        _ candidates: [Row],
        _ places: Places,
        _ plan: RowPlan,
        _ options: AnswerOptions,
        _ output: OutputOptions
    ) async throws {
        if rows.count, !places.isBatch {
            return try await output.writeCount(findings.hits[0].count)
        }
        let columns =
            rows.count
            ? OutputColumn.all(places.columns, places.kinds).map { $0.prefixed(Prefixes().place) }
                + [OutputColumn("count", .integer)]
            : plan.projection.outputColumns(
                places: places.kinds,
                rows: source.foundKinds + [.real]
            )
        let writer = try output.openWriter(columns: columns)
        for (place, hits) in zip(places.rows, findings.hits) {
            if rows.count {
                try writer.write(
                    Row(
                        values: place.values + [.integer(Int64(hits.count))],
                        geometry: place.geometry,
                        id: place.id
                    )
                )
                continue
            }
            guard !hits.isEmpty || !options.keepUnmatched || !places.isBatch else {
                try writer.write(
                    Row(
                        values: plan.projection.unanswered(place: place.values),
                        geometry: place.geometry,
                        id: place.id
                    )
                )
                continue
            }
            let found = hits.map { hit in
                var row = candidates[Int(hit.row)]
                row.values += hit.values
                return row
            }
            try writer.write(plan.finish(found, place: place.values))
        }
        try await writer.finish()
    }

    private func tell(_ findings: WaySearch.Findings) {
        if findings.placesOffRoads > 0 {
            let count = findings.placesOffRoads
            StandardError.print(
                "\(counted(count, "places")) \(count == 1 ? "is" : "are") \(WayOptions.offRoads(mode)), and "
                    + "nothing is found from there."
            )
        }
        if findings.rowsOffRoads > 0 {
            let count = findings.rowsOffRoads
            StandardError.print(
                "\(counted(count, source.noun)) \(count == 1 ? "is" : "are") \(WayOptions.offRoads(mode)), and "
                    + "in no answer."
            )
        }
    }
}
