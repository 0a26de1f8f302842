import Analysis
import ArgumentParser
import DomainModules
import Geodesy

/// `ambit within`: all of a layer within a radius, a box, a polygon or a corridor.
struct Within: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "within",
        abstract: "Lists all of a layer within a radius, a box, a polygon or a corridor.",
        discussion: """
            With --at and --radius the list is nearest first, and a message is listed where the \
            distance is within its own visible range too. With --along the list is nearest to the \
            line first, and distance_m is the distance from it. With --bbox, --polygon and \
            --intersects the list is by id; a box whose west edge is greater than its east edge \
            crosses the antimeridian.

            Districts, and the areas of a file, are within a radius when their nearest point is: \
            with a radius of 0m those that hold the place. With --bbox and --intersects they are \
            listed when they share a place with the box or the polygons, with --polygon when they \
            lie wholly in the polygons, with --along when a part of them lies that near to the \
            line. Edges count everywhere, to the last digit. Of boundaries that were drawn anew those \
            of today count, or those of the day that --on names.

            EXAMPLES
              ambit within stations --at 38.8977,-77.0365 --radius 3km
              ambit within messages --at 38.897,-77.006 --radius 500m --category news,help
              ambit within stations --bbox -77.2,38.8,-76.9,39 --format geojson
              ambit within stations --bbox 179,-18,-179,-16 --count
              ambit within stations --polygon ward.geojson --where 'name~school' --sort name
              ambit within messages --intersects ward.geojson --visible-at 2016-07-15T12:00:00Z
              ambit within stations --along route.geojson --radius 200m
              ambit within districts --at 38.8977,-77.0365 --radius 0m
              ambit within districts --polygon ward.geojson --type precinct
              ambit within districts --at 38.8977,-77.0365 --radius 0m --type ward --on 2017-05-04
              ambit within stations --at voters.csv --radius 1mi --count > counts.csv
              ambit within stations --at 38.8977,-77.0365 --by walk --radius 15min
            """
    )

    @OptionGroup var layer: LayerOptions
    @OptionGroup var place: PlaceOptions
    @OptionGroup var answers: AnswerOptions

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How far from --at or --along: 500m, 5km, 3mi, 900ft; with --by also 10min.",
            valueName: "distance"
        )
    )
    var radius: String?

    @OptionGroup var way: WayOptions

    @Option(
        name: [.long, .customLong("box")],
        parsing: .unconditional,
        help: ArgumentHelp("A box in degrees, edges included.", valueName: "west,south,east,north")
    )
    var bbox: String?

    @Option(
        help: ArgumentHelp(
            "The polygons of a GeoJSON file, edges included and straight in longitude and latitude; districts that lie wholly in them.",
            valueName: "file"
        ),
        completion: .file()
    )
    var polygon: String?

    @Option(
        help: ArgumentHelp(
            "Like --polygon, and also messages outside that can be read from somewhere inside, and districts that lie partly inside.",
            valueName: "file"
        ),
        completion: .file()
    )
    var intersects: String?

    @Option(
        help: ArgumentHelp(
            "The lines of a GeoJSON file, with --radius: all within a corridor about them. From place to place a line is the geodesic, the shortest way on the ellipsoid, and not straight in degrees as the edges of --polygon are.",
            valueName: "file"
        ),
        completion: .file()
    )
    var along: String?

    @OptionGroup var rows: RowOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var database: ReadingOptions

    func validate() throws {
        try layer.requireDistrictsForDay()
        try way.require(layer)
        let given = [place.at, bbox, polygon, intersects, along].compactMap(\.self)
        let wantsRadius = place.at != nil || along != nil
        guard given.count == 1, wantsRadius == (radius != nil) else {
            throw ValidationError(
                "give one of: --at and --radius, --along and --radius, --bbox, --polygon, --intersects"
            )
        }
        guard way.by == nil || place.at != nil else {
            throw ValidationError("--by goes with --at and --radius")
        }
        if let radius { _ = try WayLimit.parse(radius, option: "--radius", by: way.by) }
        if let bbox { _ = try BoundingBox(parsing: bbox) }
    }

    func run() async throws {
        try output.requireOwnFile(
            reading: [
                (nil, layer.file), ("--at", place.at), ("--polygon", polygon),
                ("--intersects", intersects), ("--along", along),
            ],
            database.file
        )
        let limit = try radius.map { try WayLimit.parse($0, option: "--radius", by: way.by) }
        let timings = Timings()
        if let mode = way.by, let argument = try place.argument {
            return try await WayRun.run(
                mode,
                from: argument,
                answers,
                to: layer,
                count: nil,
                limit: limit,
                rows,
                output,
                database,
                timings
            )
        }
        let radius = limit?.length
        if let argument = try place.argument, let radius {
            return try await layer.withSource(database, timings) { source in
                try await PlaceRun(
                    source: source,
                    question: .within(radius),
                    rows: rows,
                    skipsBadRows: layer.skipBadRows,
                    timings: timings
                ).run(argument, answers, output)
            }
        }
        guard let region = try timings.measure("read the shapes", { try region(radius) }) else {
            return
        }
        try await layer.withSource(database, timings) { source in
            var plan = try await rows.plan(for: source)
            let sifted = source.sifted(by: plan.filter)
            plan.filter = sifted.rest
            try await RegionRun(
                source: sifted.source,
                region: region,
                plan: plan,
                timings: timings
            ).run(countsOnly: rows.count, explains: answers.explain, output: output)
        }
    }

    private func region(_ radius: Distance?) throws -> Region? {
        if let bbox { return .box(try BoundingBox(parsing: bbox)) }
        if let polygon { return .polygon(try Region.area(of: polygon, option: "--polygon")) }
        if let intersects {
            let area = try Region.area(of: intersects, option: "--intersects")
            return .reach(area, outline: area.outline)
        }
        guard let along, let radius else { return nil }
        return .corridor(try Region.route(of: along, option: "--along"), radius)
    }
}
