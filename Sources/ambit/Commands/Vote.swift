import ArgumentParser
import DomainModules
import Foundation
import GeoJSON
import Geodesy
import HTTPService
import Polling
import SpatiaLiteStore
import Timekeeping

/// `ambit vote`: where a voter votes, on what, and how that is known.
struct Vote: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vote",
        abstract: "Tells where a voter at a place votes, on what, and how that is known.",
        discussion: """
            Assigned is not nearest: a station is assigned because it serves the district that \
            holds the place, or the address in a list. Where what is known allows several answers, they are the choices; \
            where it allows none, there is only what is nearby. An address that no list has as it \
            is written is asked back: the choices are the addresses that may be meant. A place on a \
            boundary belongs to the district directly east of it. A code joins a station with \
            boundaries or addresses of another dataset where it stands on their ground, or half of \
            its dataset does.

            EXAMPLES
              ambit vote --at 38.9072,-77.0369
              ambit vote --at 38.9072,-77.0369 --election 2016-11-08 --format json
              ambit vote --address "917 Bobolink Cir, Bluestem"
              ambit vote --postcode 20001-1234
              ambit vote --at voters.csv > assigned.csv
              ambit vote --address electors.csv --output assigned.csv
              ambit vote --address waehler.csv --column Meldeanschrift
              cut -f3 electors.tsv | ambit vote --postcode - --format ndjson
            """
    )

    @OptionGroup var place: OptionalPlaceOptions

    @Option(
        help: ArgumentHelp(
            "The voter's postcode in any spelling, or a file of postcodes, or - for standard input.",
            valueName: "code|file|-"
        )
    )
    var postcode: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The voter's address as people write it, or a file of addresses, or - for standard input.",
            discussion: """
                A file holds one a line, or is a table whose header names a column address (or \
                street, with a house_number, a city and a postcode beside it), or postcode, in \
                English or German. Commas, semicolons, tabs or bars may divide it, and it may be \
                in UTF-8, UTF-16 or windows-1252, packed by gzip or not. Each row is answered in its \
                turn as with --at; where nothing is known of one, its warnings say unknown_address \
                or unknown_postcode.
                """,
            valueName: "text|file|-"
        )
    )
    var address: String?

    @Option(
        help: ArgumentHelp(
            "The column of a file that holds the address or the postcode, by its exact name.",
            valueName: "name"
        )
    )
    var column: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How far the voter may be from the place: 25m, 100ft. A nearer boundary is warned of.",
            valueName: "distance"
        )
    )
    var accuracy: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How far away stations are shown as nearby: 20km, 5mi (default: 100km).",
            valueName: "distance"
        )
    )
    var nearby: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How many vote centers are listed, the nearest first, 0 to 100000 (default: 20).",
            valueName: "count"
        )
    )
    var voteCenters: Int?

    @Option(
        help: ArgumentHelp(
            "The id or the key of an election (default: the next one).",
            valueName: "id"
        )
    )
    var election: String?

    @Option(
        name: .customLong("lang"),
        help: ArgumentHelp("The language of ballots, such as es.", valueName: "tag")
    )
    var language: String?

    @OptionGroup var output: OutputOptions
    @OptionGroup var database: ReadingOptions

    func validate() throws {
        guard [place.at, postcode, address].compactMap({ $0 }).count == 1 else {
            throw ValidationError("give one of --at, --postcode and --address")
        }
        for (option, text) in [("--postcode", postcode), ("--address", address)] {
            guard let text, !Self.isFile(text) else { continue }
            if Self.looksLikeFile(text) {
                throw ValidationError("\(option): there is no file \"\(text.cut)\"")
            }
            if text.count > Self.longestText {
                throw ValidationError(
                    "\(option) has \(text.count) characters; at most \(Self.longestText) are read"
                )
            }
        }
        if column != nil, question.map({ !Self.isFile($0.text) }) ?? true {
            throw ValidationError("--column goes with a file in --address or --postcode")
        }
        if let accuracy { _ = try Distance.parse(accuracy, option: "--accuracy") }
        if let nearby { _ = try Distance.parse(nearby, option: "--nearby") }
        if let voteCenters, !(0...100_000).contains(voteCenters) {
            throw ValidationError(
                "--vote-centers is \(voteCenters); it lies between 0 and 100000"
            )
        }
    }

    /// How many characters of a postcode or an address are read.
    static let longestText = 200

    /// Whether what was given is a file, or standard input.
    static func isFile(_ text: String) -> Bool {
        text == "-" || SheetPath.exists(text)
    }

    /// Whether a text that is no file was meant as one: it ends as files' names do, or holds a slash that
    /// is not that of `12/14` or `12 1/2`.
    static func looksLikeFile(_ text: String) -> Bool {
        let name = text.lowercased()
        let endings = [".csv", ".txt", ".tsv", ".tab", ".gz", ".zip", ".xls", ".xlsx", ".json"]
        if endings.contains(where: name.hasSuffix) { return true }
        if ["/", "./", "../", "~/"].contains(where: name.hasPrefix) { return true }
        return name.contains("/") && !name.contains(" ")
            && !name.split(separator: "/").allSatisfy { $0.first?.isNumber == true }
    }

    private var scope: VoterScope {
        get throws {
            var scope = VoterScope.standard
            if let nearby { scope.nearbyLimit = try Distance.parse(nearby, option: "--nearby") }
            if let voteCenters { scope.voteCenterLimit = voteCenters }
            return scope
        }
    }

    func run() async throws {
        try output.requireOwnFile(
            reading: [("--at", place.at), ("--postcode", postcode), ("--address", address)],
            database.file
        )
        let accuracy = try accuracy.map { try Distance.parse($0, option: "--accuracy") }
        let scope = try scope
        try await database.withStore { store in
            let stations = StationDirectory(store: store)
            let voting = VotingDirectory(stations: stations, store: store, clock: SystemWallClock())
            try await voting.load()
            let guide = voting.guide
            try requireKnownElection(to: guide)
            let opening = OpeningContext(at: SystemWallClock().now, guide)
            let batch = VoteRun(
                guide: guide,
                opening: opening,
                accuracy: accuracy,
                election: election,
                scope: scope,
                languages: languages
            )
            if let (kind, text) = question, Self.isFile(text) {
                let feed = RowFeed<TextRow>(
                    path: text == "-" ? nil : text,
                    skipsBadRows: place.skipBadRows,
                    ahead: BatchRun.ahead
                ) { [column] in try TextSource($0, kind, column: column) }
                return try await batch.run(feed, of: kind, output: output)
            }
            var path: String?
            switch try place.argument {
            case .place(let coordinate):
                let location = VoterLocation(
                    coordinate: coordinate,
                    source: .point,
                    accuracy: accuracy
                )
                return try await show(
                    guide.answer(at: location, election: election, scope: scope),
                    opening
                )
            case nil: return try await show(try answer(from: guide, scope), opening)
            case .standardInput: break
            case .file(let name): path = name
            }
            let feed = PlaceFeed(
                path: path,
                skipsBadRows: place.skipBadRows,
                ahead: BatchRun.ahead
            )
            try await batch.run(feed, output: output)
        }
    }

    private func requireKnownElection(to guide: VoterGuide) throws {
        guard let election, guide.ballots.entry(election) == nil else { return }
        // Two places may vote on one day, which both call the election by.
        var known: [String] = []
        for entry in guide.ballots.entries where !known.contains(entry.election.key) {
            known.append(entry.election.key)
        }
        throw VoteError.unknownElection(election, known: known)
    }

    private var languages: [String] { language.map { [$0] } ?? [] }

    /// What is asked by, where it is no place.
    private var question: (kind: VoterText, text: String)? {
        if let postcode { return (.postcode, postcode) }
        if let address { return (.address, address) }
        return nil
    }

    /// The answer to a question by postcode or address.
    private func answer(from guide: VoterGuide, _ scope: VoterScope) throws -> VoterAnswer {
        let (kind, text) = question ?? (.address, "")
        let answer =
            switch kind {
            case .postcode: guide.answer(postcode: text, election: election, scope: scope)
            case .address: guide.answer(address: text, election: election, scope: scope)
            }
        guard let answer else { throw VoteError.unknown(kind, text) }
        return answer
    }

    private func show(_ answer: VoterAnswer, _ opening: OpeningContext) async throws {
        if output.chosenFormat?.needsFile == true {
            // One feature: the station, at its place where it has one.
            let writer = try output.openWriter(columns: VoteRow.columns)
            try writer.write(VoteRow.row(answer))
            return try await writer.finish()
        }
        switch output.resolvedFormat {
        case .json, .ndjson:
            // The whole answer, as `GET /v1/vote` gives it, on one line.
            var json = JSONWriter(capacity: 16 * 1024)
            answer.write(to: &json, languages: languages, opening: opening)
            output.writeWhole(json.takeBytes() + [UInt8(ascii: "\n")])
        case .table:
            let page = VoterPage(answer, languages: languages, at: SystemWallClock().now)
            output.writeWhole(Array((page.text + "\n").utf8))
        case .csv, .geojson:
            let writer = output.makeWriter(columns: VoteRow.columns)
            writer.write(VoteRow.row(answer))
            writer.finish()
        }
    }
}

/// Why a voter's question cannot be answered.
enum VoteError: Error, CustomStringConvertible {
    case unknownElection(String, known: [String])
    case unknown(VoterText, String)

    /// What it is, among warnings.
    var code: String {
        switch self {
        case .unknownElection: "unknown_election"
        case .unknown(let what, _): "unknown_\(what.rawValue)"
        }
    }

    var description: String {
        switch self {
        case .unknown(let what, let text):
            "nothing that is loaded knows the \(what.rawValue) \"\(text)\""
                + (what == .address ? " or one that is like it" : "")
                + "; ask with --at, or import "
                + (what == .address ? "addresses" : "postcodes or addresses")
        case .unknownElection(let name, let known):
            "no election is called \"\(name)\"; "
                + (known.isEmpty
                    ? "none is loaded, import contests first"
                    : "there are \(known.joined(separator: ", "))")
        }
    }
}
