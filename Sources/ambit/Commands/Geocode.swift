import ArgumentParser
import DomainModules
import Foundation
import GeoJSON
import Geodesy
import Polling
import SpatiaLiteStore
import Timekeeping

/// `ambit geocode`: where an address, a postcode or a name lies, by what is loaded.
struct Geocode: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "geocode",
        abstract: "Finds addresses, postcodes, stations and districts by what people write.",
        discussion: """
            Nothing but what is loaded is looked at: lists of addresses, gazetteers of postcodes, \
            boundaries, stations. Each answer says what it is (kind), how far what is meant may lie from \
            the place (accuracy_m), and how much of the text it is (score, 1 for all of it). Typing \
            mistakes are forgiven, and lower the score. Of a house that no list has the street is found, at \
            the place of its nearest number and as exact as it is long.

            Of a file each row is answered with the place that fits best, beside its own columns as \
            at_NAME; choices counts the places that fit as well, so that a row with more than one is \
            looked at. A row of which nothing is known is answered without a place.

            EXAMPLES
              ambit geocode "917 Bobolink Cir, Bluestem"
              ambit geocode 69701 --format json
              ambit geocode electors.csv --output places.csv
              ambit geocode waehler.csv --column Meldeanschrift --format geojson
              cut -f3 electors.tsv | ambit geocode - --format ndjson
            """
    )

    @Argument(
        help: ArgumentHelp(
            "An address, a postcode or a name; or a file of them, or - for standard input.",
            discussion: """
                A file holds one a line, or is a table whose header names a column address (or \
                street, with a house_number, a city and a postcode beside it), in English or German.
                """,
            valueName: "text|file|-"
        )
    )
    var text: String

    @Option(
        help: ArgumentHelp(
            "The column of a file that holds the address, by its exact name.",
            valueName: "name"
        )
    )
    var column: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How many places are listed for a text, the best first, 1 to 1000 (default: 10).",
            valueName: "count"
        )
    )
    var limit: Int?

    @Flag(help: "Leave out rows of a file that cannot be read, and say how many.")
    var skipBadRows = false

    @OptionGroup var output: OutputOptions
    @OptionGroup var database: ReadingOptions

    private static let usualLimit = 10

    func validate() throws {
        if let limit, !(1...1_000).contains(limit) {
            throw ValidationError("--limit is \(limit); it lies between 1 and 1000")
        }
        guard !Vote.isFile(text) else {
            if limit != nil {
                throw ValidationError("--limit goes with a text; a file has one answer a row")
            }
            return
        }
        if Vote.looksLikeFile(text) {
            throw ValidationError("there is no file \"\(text.cut)\"")
        }
        if text.count > Vote.longestText {
            throw ValidationError(
                "the text has \(text.count) characters; at most \(Vote.longestText) are read"
            )
        }
        if text.trimmed.isEmpty { throw ValidationError("give an address, a postcode or a name") }
        if column != nil { throw ValidationError("--column goes with a file") }
        if skipBadRows { throw ValidationError("--skip-bad-rows goes with a file") }
    }

    func run() async throws {
        try output.requireOwnFile(reading: [(nil, Vote.isFile(text) ? text : nil)], database.file)
        try await database.withStore { store in
            let stations = StationDirectory(store: store)
            let voting = VotingDirectory(stations: stations, store: store, clock: SystemWallClock())
            try await voting.load()
            let guide = voting.guide
            let geocoder = guide.geocoder
            if Vote.isFile(text) { return try await answerFile(geocoder) }
            let places = geocoder.find(text, limit: limit ?? Self.usualLimit)
            guard !places.isEmpty else { throw VoteError.unknown(.address, text) }
            let writer = try output.openWriter(columns: GeocodeRow.columns)
            for place in places { try writer.write(GeocodeRow.row(place)) }
            try await writer.finish()
        }
    }

    private func answerFile(_ geocoder: Geocoder) async throws {
        let feed = RowFeed<TextRow>(
            path: text == "-" ? nil : text,
            skipsBadRows: skipBadRows,
            ahead: BatchRun.ahead
        ) { [column] in try TextSource($0, .address, column: column) }
        let pipeline = Pipeline(
            feed: feed,
            output: output,
            noun: "addresses",
            lacking: VoterText.address.phrase
        )
        try await pipeline.run { columns, _ in
            columns.map { $0.prefixed("at_") }
                + (GeocodeRow.columns + [GeocodeRow.choices]).map { OutputColumn($0) }
        } prepare: { piece, encoder in
            let items = piece.items
            return { _ in
                Answered(
                    portion: Portion(items.map { GeocodeRow.row($0, geocoder) }, with: encoder),
                    placeCount: items.count
                )
            }
        }
    }
}

/// A place that was found as a row.
enum GeocodeRow {
    static let columns = ["kind", "id", "label", "lat", "lon", "accuracy_m", "score"]
    /// How many places fit as well as the one that is given, itself included.
    static let choices = "choices"

    /// So many places are looked at to tell how many fit equally well.
    private static let choiceLimit = 50

    static func row(_ place: GeocodedPlace) -> Row {
        Row(
            values: values(place),
            coordinate: place.coordinate,
            id: .text(place.id)
        )
    }

    /// A row of a file with the place that fits best.
    static func row(_ row: TextRow, _ geocoder: Geocoder) -> Row {
        let places = geocoder.find(row.text, limit: choiceLimit)
        guard let best = places.first else {
            return Row(
                values: row.values + columns.map { _ in .missing } + [.integer(0)],
                geometry: nil,
                id: .missing
            )
        }
        let equals = places.count { $0.score == best.score && $0.coordinate != best.coordinate }
        return Row(
            values: row.values + values(best) + [.integer(Int64(equals + 1))],
            coordinate: best.coordinate,
            id: .text(best.id)
        )
    }

    private static func values(_ place: GeocodedPlace) -> [Value] {
        [
            .text(place.kind.rawValue), .text(place.id), .text(place.label),
            place.coordinate.map { .number($0.latitude) } ?? .missing,
            place.coordinate.map { .number($0.longitude) } ?? .missing,
            place.accuracy.map(Value.meters) ?? .missing,
            .number((place.score * 100).rounded() / 100),
        ]
    }
}
