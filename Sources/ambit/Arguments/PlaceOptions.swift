import ArgumentParser
import Geodesy

/// The place, or places, that a question is asked from.
struct PlaceOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The place in degrees, or - to read places from standard input.",
            discussion: """
                Standard input holds a place a line (lat,lon), or a CSV whose header names a \
                latitude and a longitude; each row is answered, and its columns are carried \
                into the output with at_ before their names.
                """,
            valueName: "lat,lon"
        )
    )
    var at: String

    func validate() throws {
        if at != "-" { _ = try Coordinate(parsing: at) }
    }

    /// Writes the answers for the place, or for each place of standard input.
    func answer(
        _ columns: [String],
        _ output: OutputOptions,
        _ rows: (Coordinate) async throws -> [Row]
    ) async throws {
        guard at == "-" else {
            let writer = output.makeWriter(columns: columns)
            for row in try await rows(try Coordinate(parsing: at)) { writer.write(row) }
            writer.finish()
            return
        }
        var places = try PlaceReader.standardInput()
        let writer = output.makeWriter(columns: places.columns.map { "at_" + $0 } + columns)
        while let asked = try places.next() {
            for var row in try await rows(asked.coordinate) {
                row.values = asked.values + row.values
                writer.write(row)
            }
        }
        writer.finish()
    }
}

/// The same, for a command that can be asked without a place.
struct OptionalPlaceOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The place in degrees, or - to read places from standard input.",
            valueName: "lat,lon"
        )
    )
    var at: String?

    func validate() throws {
        if let at, at != "-" { _ = try Coordinate(parsing: at) }
    }

    /// The place as an option that is there.
    var places: PlaceOptions? {
        guard let at else { return nil }
        var options = PlaceOptions()
        options.at = at
        return options
    }
}
