import ArgumentParser
import DomainModules
import Foundation
import Geodesy

/// `ambit join`: puts the rows of one layer beside those of another that are near.
struct Join: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "join",
        abstract: "Joins two layers or files by distance.",
        discussion: """
            For each row of the first the nearest row of the second, or with --within all rows \
            that near. The first's columns have a_ before their names and the second's b_; \
            distance_m is the distance between the two. A layer or a file joined with itself, \
            however its path is written, doesn't match a row with itself; other rows of the same \
            id it does.

            Districts, and the areas of a file, are 0 m away from what lies in them, touches or \
            overlaps them; otherwise the distance is between the nearest points of the edges. What \
            is asked from a district is asked from all of it: a message counts where it can be \
            read somewhere in it.

            EXAMPLES
              ambit join schools.csv stations --nearest
              ambit join stations stations --nearest --fields a_id,b_id,distance_m
              ambit join homes.geojson libraries.csv --within 1mi --keep-unmatched
              ambit join homes.csv districts --type ward,precinct --within 0m
              ambit join districts stations --first-type precinct --nearest
              ambit join districts districts --first-type ward --type ward --within 0m
              ambit join messages stations --nearest -k 2 --max 5km --format ndjson
              gunzip -c homes.csv.gz | ambit join - stations --nearest > nearest.csv
            """
    )

    @Argument(
        help:
            "The rows to find something for: stations, messages, districts, a file of places or areas, or - for standard input.",
        completion: .list(Layer.names)
    )
    var first: String

    @OptionGroup var second: LayerOptions

    @Option(
        help: ArgumentHelp(
            "Districts that stand first: only these types, separated by commas.",
            valueName: "type,..."
        )
    )
    var firstType: String?

    @Flag(help: "Only the nearest, or with -k the k nearest (the default).")
    var nearest = false

    @Option(
        name: .customShort("k"),
        parsing: .unconditional,
        help: ArgumentHelp("How many with --nearest, 1 to 1000000.", valueName: "count")
    )
    var count: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("With --nearest: no farther than this.", valueName: "distance")
    )
    var max: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("All within this distance: 500m, 3mi.", valueName: "distance")
    )
    var within: String?

    @Flag(help: "Write a row also for what has no match.")
    var keepUnmatched = false

    @Flag(help: "Tell which index answered and why, and how long each part took.")
    var explain = false

    @OptionGroup var rows: RowOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var database: ReadingOptions

    /// What stands for standard input.
    private static let standardInput = "-"

    /// The layer that stands first; nil for standard input.
    private var firstLayer: Layer? {
        get throws { first == Self.standardInput ? nil : try Layer(parsing: first) }
    }

    func validate() throws {
        guard try firstLayer == .districts || firstType == nil else {
            throw ValidationError(
                "--first-type is for districts that stand first; here \(first) stands first"
            )
        }
        try firstOptions().validateTypes(option: "--first-type")
        try second.requireDistrictsForDay(orIn: try firstLayer.map { _ in first })
        _ = try question()
        if within != nil, nearest || count != nil || max != nil {
            throw ValidationError("give either --nearest, with -k and --max, or --within")
        }
        if let count, !(1...1_000_000).contains(count) {
            throw ValidationError("-k is \(count); it lies between 1 and 1000000")
        }
    }

    /// The options of the layer that stands first.
    private func firstOptions() throws -> LayerOptions {
        var options = LayerOptions()
        options.layer = first == Self.standardInput ? second.layer : first
        options.category = nil
        options.skipBadRows = second.skipBadRows
        options.type = firstType
        options.onDay = second.onDay
        options.visibleAt = try firstLayer == .messages ? second.visibleAt : nil
        return options
    }

    private func question() throws -> Question {
        if let within { return .within(try Distance.parse(within, option: "--within")) }
        return .nearest(
            count: count ?? 1,
            within: try max.map { try Distance.parse($0, option: "--max") }
        )
    }

    func run() async throws {
        try output.requireOwnFile(
            reading: [(nil, try firstOptions().file), (nil, second.file)],
            database.file
        )
        let timings = Timings()
        let isSelf = try isSelf
        if isSelf {
            return try await firstOptions().withSource(database, timings) { places in
                let feed = PlaceFeed(places, ahead: BatchRun.ahead)
                try await join(feed, isSelf: true, timings)
            }
        }
        guard let layer = try firstLayer else {
            return try await join(placesOf(path: nil), isSelf: false, timings)
        }
        guard case .file(let path) = layer else {
            return try await firstOptions().withSource(database, timings) { places in
                let feed = PlaceFeed(places, ahead: BatchRun.ahead)
                try await join(feed, isSelf: false, timings)
            }
        }
        if let areas = try timings.measure(
            "read \(path)",
            { try AreaSource(path: path, skipsBadRows: second.skipBadRows) }
        ) {
            let feed = PlaceFeed(areas, ahead: BatchRun.ahead)
            return try await join(feed, isSelf: false, timings)
        }
        try await join(placesOf(path: path), isSelf: false, timings)
    }

    /// Whether both are one layer, or one file under any of its paths, or that file at its beginning on
    /// standard input. It is read row by row then, with what tells the rows apart.
    private var isSelf: Bool {
        get throws {
            guard case .file(let path) = try Layer(parsing: second.layer) else {
                return first == second.layer
            }
            switch try firstLayer {
            case .file(let other)?: return FilePlace(other) == FilePlace(path)
            case nil:
                return lseek(STDIN_FILENO, 0, SEEK_CUR) == 0
                    && FilePlace("/dev/stdin") == FilePlace(path)
            default: return false
            }
        }
    }

    /// - Parameter path: A file; nil for standard input.
    private func placesOf(path: String?) -> PlaceFeed {
        PlaceFeed(
            path: path,
            skipsBadRows: second.skipBadRows,
            inBlocks: true,
            ahead: BatchRun.ahead
        )
    }

    private func join(_ feed: PlaceFeed, isSelf: Bool, _ timings: Timings) async throws {
        try await second.withSource(database, timings) { source in
            let prefixes = Prefixes(place: "a_", row: "b_")
            var plan = try await rows.plan(for: source, prefixes: prefixes)
            let sifted = source.sifted(by: plan.filter)
            plan.filter = sifted.rest
            var batch = BatchRun(
                source: sifted.source,
                question: try question(),
                plan: plan,
                countsOnly: rows.count,
                timings: timings,
                prefixes: prefixes
            )
            batch.keepsUnmatched = keepUnmatched
            batch.skipsBadRows = second.skipBadRows
            batch.excludesSelf = isSelf
            try await batch.run(feed, explains: explain, output: output)
        }
    }
}
