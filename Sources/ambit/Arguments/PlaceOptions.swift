import ArgumentParser
import Foundation
import Geodesy

/// Where a question is asked from: one place, or many out of a file.
enum PlaceArgument: Equatable {
    case place(Coordinate)
    case standardInput
    case file(String)

    /// Reads `LAT,LON`, `-` or a file's name.
    ///
    /// - Throws: `ValidationError` that names the value and what is allowed.
    init(parsing text: String) throws {
        if text == "-" {
            self = .standardInput
            return
        }
        do {
            self = .place(try Coordinate(parsing: text, option: "--at"))
        } catch {
            guard SheetPath.exists(text) else {
                let looksLikeFile = text.contains("/") || text.contains(".") && !text.contains(",")
                throw looksLikeFile
                    ? ValidationError("--at: there is no file \"\(text.cut)\"") : error
            }
            self = .file(text)
        }
    }
}

/// The place, or places, that a question is asked from.
struct PlaceOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The place in degrees, or a file of places, or - for standard input.",
            discussion: """
                A file holds a place a line (lat,lon), a CSV whose header names a latitude and a \
                longitude, x and y in degrees, or a column of WKT points, GeoJSON, or JSON a line. \
                Each row is answered in its turn, and its columns are carried into the output with at_ before their names.
                """,
            valueName: "lat,lon|file|-"
        ),
        completion: .file()
    )
    var at: String?

    func validate() throws {
        if let at { _ = try PlaceArgument(parsing: at) }
    }

    /// What was given.
    var argument: PlaceArgument? {
        get throws { try at.map { try PlaceArgument(parsing: $0) } }
    }
}

/// What is told of answers that are found by an index.
struct AnswerOptions: ParsableArguments {
    @Flag(help: "Write a row also for a place of a file that has no answer.")
    var keepUnmatched = false

    @Flag(help: "Tell which index answered and why, and how long each part took.")
    var explain = false
}

/// The place, or places, for a command that can be asked without one.
struct OptionalPlaceOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The place in degrees, or a file of places, or - for standard input.",
            discussion: """
                A file holds a place a line (lat,lon), a CSV whose header names a latitude and a \
                longitude, x and y in degrees, or a column of WKT points, GeoJSON, or JSON a line. \
                Each row is answered in its turn, and its columns are carried into the output with at_ before their names, in JSON as the \
                member at.
                """,
            valueName: "lat,lon|file|-"
        ),
        completion: .file()
    )
    var at: String?

    @Flag(
        help: """
            Leave out rows of a file that hold no place, address or postcode, and say how many, \
            instead of stopping.
            """
    )
    var skipBadRows = false

    func validate() throws {
        if let at { _ = try PlaceArgument(parsing: at) }
    }

    /// What was given.
    var argument: PlaceArgument? {
        get throws { try at.map { try PlaceArgument(parsing: $0) } }
    }
}
