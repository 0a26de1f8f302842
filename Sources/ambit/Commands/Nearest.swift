import ArgumentParser
import DomainModules
import Geodesy

/// `ambit nearest`: the k nearest of a layer, for one place or for many.
struct Nearest: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nearest",
        abstract: "Lists the nearest stations, messages or districts, nearest first.",
        discussion: """
            A message is listed where it can be read from the place: within its own visible range. \
            A district that holds the place, or whose edge does, is 0 m away; any other is as far as \
            the nearest point of its edge. \
            Rows that --where drops don't count. With many places all cores work, and the answers \
            come in the order of the places.

            EXAMPLES
              ambit nearest stations --at 38.8977,-77.0365
              ambit nearest stations --at 38.8977,-77.0365 -k 1 --max 20km --format json
              ambit nearest stations --at 38.9,-77 --where wheelchair=yes --fields id,name,distance_m
              ambit nearest messages --at 38.897,-77.006 -k 10 --visible-at 2016-07-15T12:00:00Z
              ambit nearest districts --at 38.8977,-77.0365 --type precinct -k 1
              ambit nearest stations --at places.csv -k 1 > nearest.csv
              ambit nearest stations --at voters.csv -k 3 --by walk --max 30min
              ambit nearest libraries.geojson --at - -k 3 --explain < schools.geojson
            """
    )

    @OptionGroup var layer: LayerOptions
    @OptionGroup var place: PlaceOptions
    @OptionGroup var answers: AnswerOptions

    @Option(
        name: .customShort("k"),
        parsing: .unconditional,
        help: ArgumentHelp("How many, 1 to 1000000.", valueName: "count")
    )
    var count = 5

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "No farther than this: 500m, 20km, 3mi, 900ft; with --by also 10min.",
            valueName: "distance"
        )
    )
    var max: String?

    @OptionGroup var way: WayOptions

    @OptionGroup var rows: RowOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var database: ReadingOptions

    func validate() throws {
        try layer.requireDistrictsForDay()
        try way.require(layer)
        guard (1...1_000_000).contains(count) else {
            throw ValidationError("-k is \(count); it lies between 1 and 1000000")
        }
        if let max { _ = try WayLimit.parse(max, option: "--max", by: way.by) }
        if place.at == nil {
            throw ValidationError("Missing expected argument '--at <lat,lon|file|->'")
        }
    }

    func run() async throws {
        guard let argument = try place.argument else { return }
        try output.requireOwnFile(reading: [(nil, layer.file), ("--at", place.at)], database.file)
        let limit = try max.map { try WayLimit.parse($0, option: "--max", by: way.by) }
        let timings = Timings()
        if let mode = way.by {
            return try await WayRun.run(
                mode,
                from: argument,
                answers,
                to: layer,
                count: count,
                limit: limit,
                rows,
                output,
                database,
                timings
            )
        }
        let bound = limit?.length
        try await layer.withSource(database, timings) { source in
            try await PlaceRun(
                source: source,
                question: .nearest(count: count, within: bound),
                rows: rows,
                skipsBadRows: layer.skipBadRows,
                timings: timings
            ).run(argument, answers, output)
        }
    }
}
