import ArgumentParser
import DomainModules
import Foundation
import Polling
import Radar
import SpatiaLiteStore
import Timekeeping

/// The options that choose a layer and what of it counts.
struct LayerOptions: ParsableArguments {
    @Argument(
        help:
            "What to ask about: \(Layer.names.joined(separator: ", ")), or a file of places (CSV, GeoJSON, NDJSON) or areas (GeoJSON).",
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

    @Option(
        help: ArgumentHelp(
            "Districts: only these types, separated by commas: precinct,ward.",
            valueName: "type,..."
        )
    )
    var type: String?

    @Option(
        name: .customLong("on"),
        help: ArgumentHelp(
            "Districts: those in force on this day (default: today).",
            discussion: "Such as 2026-11-03. What has no validity is in force on every day.",
            valueName: "day"
        )
    )
    var onDay: String?

    @Flag(
        help:
            "Leave out what holds no place in the files that are read, and say how many, instead of stopping."
    )
    var skipBadRows = false

    func validate() throws {
        let layer = try Layer(parsing: layer)
        if let visibleAt { _ = try Timestamp.parse(visibleAt, option: "--visible-at") }
        guard layer == .messages || (category == nil && visibleAt == nil) else {
            throw ValidationError("--category and --visible-at are for messages")
        }
        guard layer == .districts || type == nil else {
            throw ValidationError("--type is for districts")
        }
        try validateTypes(option: "--type")
        _ = try day()
        if let category, categories == nil || category.hasSuffix(",") {
            throw ValidationError(
                "--category is \"\(category)\"; write one or more words: funny,cute"
            )
        }
    }

    /// The day on which districts are to be in force: the one that is named, or today.
    ///
    /// - Throws: `ValidationError` for a text that is no day.
    func day() throws -> CalendarDate {
        guard let onDay else { return CalendarDate(lastOnEarthAt: SystemWallClock().now) }
        guard let day = CalendarDate(parsing: onDay) else {
            throw ValidationError("--on is \"\(onDay)\"; write a day such as 2026-11-03")
        }
        return day
    }

    /// - Throws: `ValidationError` where a day is named and nothing that is asked about is a district.
    func requireDistrictsForDay(orIn other: String? = nil) throws {
        let layers = try [layer, other].compactMap { $0 }.map { try Layer(parsing: $0) }
        guard onDay == nil || layers.contains(.districts) else {
            throw ValidationError("--on is for districts")
        }
    }

    /// - Throws: `ValidationError` that names the option when the types cannot be read.
    func validateTypes(option: String) throws {
        guard let type, types == nil else { return }
        throw ValidationError("\(option) is \"\(type)\"; write one or more types: precinct,ward")
    }

    /// The file that is asked about; nil for a layer of the database.
    var file: String? {
        if case .file(let path) = try? Layer(parsing: layer) { path } else { nil }
    }

    private var categories: Set<Radar.Category>? {
        Self.words(category).map { words in Set(words.map { Radar.Category(rawValue: $0) }) }
    }

    /// In the one way that types are kept.
    private var types: Set<String>? {
        Self.words(type).map { words in Set(words.map(DistrictKey.canonicalType)) }
    }

    /// What stands between commas; nil where there is nothing in a place.
    private static func words(_ list: String?) -> [String]? {
        guard let list else { return nil }
        let words = list.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
        return words.contains("") ? nil : words
    }

    /// Lends the chosen layer; the database is opened for its layers alone.
    func withSource<Result>(
        _ database: ReadingOptions,
        _ timings: Timings,
        _ body: (any LayerSource) async throws -> Result
    ) async throws -> Result {
        let layer = try Layer(parsing: layer)
        if case .file(let path) = layer {
            try Self.requireReadTwice(path, option: "LAYER")
            if database.asOf != nil {
                StandardError.print("--as-of: the rows of \(path), a file, are as they are now")
            }
            let source = try timings.measure("read \(path)") { () -> any LayerSource in
                if let areas = try AreaSource(path: path, skipsBadRows: skipBadRows) {
                    return areas
                }
                return try FileSource(path: path, skipsBadRows: skipBadRows)
            }
            return try await body(source)
        }
        let opening = timings.begin("open the database")
        return try await database.withStore { store in
            opening.end()
            return try await body(try await source(layer, on: store, timings))
        }
    }

    /// Refuses a pipe where a file is looked at before it is read.
    ///
    /// - Throws: `ValidationError` that says what to do.
    static func requireReadTwice(_ path: String, option: String) throws {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return }
        throw ValidationError(
            "\(option): \(path) is a pipe, and what is asked about is read more than once; write it into a "
                + "file first"
        )
    }

    /// Categories are known that are usual, or that a message has.
    ///
    /// - Throws: `ValidationError` that names one that is not known, and those that are.
    private static func check(
        _ categories: Set<Radar.Category>,
        on store: SpatiaLiteStore
    ) async throws {
        let usual = RadarLimits.standard.categories
        guard !categories.isSubset(of: usual) else { return }
        let known = usual + (try await store.messageLayer.categories())
        guard let wrong = categories.subtracting(known).map(\.rawValue).min() else { return }
        throw unknown("category", wrong, known: Set(known.map(\.rawValue)), option: "--category")
    }

    /// An error that names a value, and those that there are.
    static func unknown(
        _ noun: String,
        _ value: String,
        known: Set<String>,
        option: String
    ) -> ValidationError {
        let hint = Suggestion.text(for: value, among: known.sorted())
        return ValidationError(
            "\(option): there is no \(noun) \"\(value)\"" + (hint.isEmpty ? "; " : "\(hint) ")
                + "\(hint.isEmpty ? "there" : "There") are \(known.sorted().joined(separator: ", "))"
        )
    }

    /// The moment of `--as-of` for messages; nil for now.
    ///
    /// - Throws: `ValidationError` for a moment of which no message is kept.
    private static func kept(_ store: SpatiaLiteStore) async throws -> Timestamp? {
        guard let moment = store.asOf else { return nil }
        if let first = try await store.messageLayer.firstPosting(), moment < first {
            throw ValidationError(
                "--as-of is \(moment.rfc3339); of messages only those that are still kept are known, and "
                    + "the earliest of them was posted at \(first.rfc3339)"
            )
        }
        StandardError.print(
            "--as-of: messages that have expired or were removed since are not among those shown"
        )
        return moment
    }

    private func source(
        _ layer: Layer,
        on store: SpatiaLiteStore,
        _ timings: Timings
    ) async throws -> any LayerSource {
        if layer == .districts {
            return try await timings.measure("read the districts") {
                try await AreaSource(districts: store, types: types, on: try day())
            }
        }
        if case .module(let name) = layer,
            let told = Modules.all.layers.first(where: { $0.name == name })
        {
            return try await timings.measure("read the \(name)") {
                ModuleSource(told, rows: try await told.rows(store))
            }
        }
        guard layer == .messages else {
            return try await timings.measure("open the database") {
                try await StationSource(layer: store.stationLayer)
            }
        }
        if let categories { try await Self.check(categories, on: store) }
        var past = try await Self.kept(store)
        if let visibleAt { past = try Timestamp.parse(visibleAt, option: "--visible-at") }
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
