import ArgumentParser
import Foundation
import Radar
import SpatiaLiteStore
import Timekeeping

/// The options that choose a layer and what of it counts.
struct LayerOptions: ParsableArguments {
    @Argument(
        help: "What to ask about: stations, messages, or a file of places (CSV, GeoJSON, NDJSON).",
        completion: .list(Layer.names)
    )
    var layer: String

    @Option(
        help: ArgumentHelp(
            "Messages: only these categories, separated by commas.",
            valueName: "category,..."
        )
    )
    var category: String?

    @Option(
        name: .customLong("visible-at"),
        help: ArgumentHelp(
            "Messages: those that were visible at this moment (default: now).",
            discussion: "RFC 3339, such as 2016-07-15T12:00:00Z.",
            valueName: "time"
        )
    )
    var visibleAt: String?

    func validate() throws {
        let layer = try Layer(parsing: layer)
        if let visibleAt { _ = try Timestamp.parse(visibleAt, option: "--visible-at") }
        guard layer == .messages || (category == nil && visibleAt == nil) else {
            throw ValidationError("--category and --visible-at are for messages")
        }
        if let category, categories == nil || category.hasSuffix(",") {
            throw ValidationError(
                "--category is \"\(category)\"; write one or more words: funny,cute"
            )
        }
    }

    private var categories: Set<Radar.Category>? {
        guard let category else { return nil }
        let words = category.split(separator: ",", omittingEmptySubsequences: false)
        guard !words.contains(where: { $0.trimmed.isEmpty }) else { return nil }
        return Set(words.map { Radar.Category(rawValue: $0.trimmed) })
    }

    /// Lends the chosen layer; the database is opened for its layers alone.
    func withSource<Result>(
        _ database: DatabaseOptions,
        _ timings: Timings,
        _ body: (any LayerSource) async throws -> Result
    ) async throws -> Result {
        let layer = try Layer(parsing: layer)
        if case .file(let path) = layer {
            let source = try timings.measure("read \(path)") { try FileSource(path: path) }
            return try await body(source)
        }
        let opening = timings.begin("open the database")
        return try await database.withStore(.readOnly) { store in
            let source = try await source(layer, on: store)
            opening.end()
            return try await body(source)
        }
    }

    private func source(
        _ layer: Layer,
        on store: SpatiaLiteStore
    ) async throws -> any LayerSource {
        guard layer == .messages else {
            return try await StationSource(layer: store.stationLayer)
        }
        let past = try visibleAt.map { try Timestamp.parse($0, option: "--visible-at") }
        return MessageSource(
            layer: store.messageLayer,
            filter: MessageFilter(
                liveAt: past ?? SystemWallClock().now,
                postedAtOrBefore: past,
                categories: categories
            )
        )
    }
}
