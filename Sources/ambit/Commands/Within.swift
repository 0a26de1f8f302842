import ArgumentParser
import Geodesy
import SpatiaLiteStore
import Timekeeping

/// `ambit within`: all of a layer within a radius or a box.
struct Within: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lists all stations or messages within a radius or a box.",
        discussion: """
            With --at and --radius the list is nearest first, and a message is listed where the \
            distance is within its own visible range too. With --bbox the list is by id; a box \
            whose west edge is greater than its east edge crosses the antimeridian.

            EXAMPLES
              ambit within stations --at 38.8977,-77.0365 --radius 3km
              ambit within messages --at 38.897,-77.006 --radius 500m --category news,help
              ambit within stations --bbox -77.2,38.8,-76.9,39 --format geojson
              ambit within stations --at 38.9,-77 --radius 5km --where wheelchair=yes
            """
    )

    @OptionGroup var layer: LayerOptions
    @OptionGroup var place: OptionalPlaceOptions

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How far: 500m, 5km, 3mi, 900ft.", valueName: "distance")
    )
    var radius: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("A box in degrees, edges included.", valueName: "west,south,east,north")
    )
    var bbox: String?

    @Option(
        name: .customLong("where"),
        help: ArgumentHelp(
            "Only rows whose column has this value; may be repeated.",
            valueName: "column=value"
        )
    )
    var conditions: [String] = []

    @OptionGroup var output: OutputOptions
    @OptionGroup var database: DatabaseOptions

    func validate() throws {
        switch (place.at, radius, bbox) {
        case (_?, let radius?, nil):
            _ = try Distance.parse(radius, option: "--radius")
        case (nil, nil, let bbox?):
            _ = try BoundingBox(parsing: bbox)
        default:
            throw ValidationError("give either --at and --radius, or --bbox")
        }
        for condition in conditions { _ = try Condition(parsing: condition) }
    }

    func run() async throws {
        let conditions = try conditions.map { try Condition(parsing: $0) }
        try await database.withStore(.readOnly) { store in
            let query = try layer.query(on: store, clock: SystemWallClock())
            for condition in conditions { try condition.check(against: query.columns) }
            let keeps: (Row) -> Bool = { row in
                conditions.allSatisfy { $0.holds(for: row, under: query.columns) }
            }
            if let bbox {
                let writer = output.makeWriter(columns: query.columns)
                for row in try await query.within(try BoundingBox(parsing: bbox)) where keeps(row) {
                    writer.write(row)
                }
                writer.finish()
            } else if let places = place.places, let radius {
                let radius = try Distance.parse(radius, option: "--radius")
                try await places.answer(query.columns, output) { place in
                    try await query.within(radius, of: place).filter(keeps)
                }
            }
        }
    }
}

/// One `--where column=value`.
struct Condition {
    let column: String
    let value: String

    init(parsing text: String) throws {
        guard let split = text.firstIndex(of: "="), split != text.startIndex else {
            throw ValidationError("--where is \"\(text)\"; write column=value")
        }
        column = String(text[..<split])
        value = String(text[text.index(after: split)...])
    }

    func check(against columns: [String]) throws {
        guard columns.contains(column) else {
            throw ValidationError(
                "--where: there is no column \"\(column)\"; the columns are "
                    + columns.joined(separator: ", ")
            )
        }
    }

    func holds(for row: Row, under columns: [String]) -> Bool {
        columns.firstIndex(of: column).map { row.values[$0].text == value } ?? false
    }
}
