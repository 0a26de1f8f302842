import ArgumentParser
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
            where it allows none, there is only what is nearby. A place on a boundary belongs to \
            the district directly east of it.

            EXAMPLES
              ambit vote --at 38.9072,-77.0369
              ambit vote --at 38.9072,-77.0369 --election 2016-11-08 --format json
              ambit vote --address "917 Bobolink Cir, Bluestem"
              ambit vote --postcode 20001-1234
              ambit vote --at - < voters.csv > assigned.csv
            """
    )

    @OptionGroup var place: OptionalPlaceOptions

    @Option(
        help: ArgumentHelp(
            "The voter's postcode in any spelling, instead of a place.",
            valueName: "code"
        )
    )
    var postcode: String?

    @Option(
        help: ArgumentHelp(
            "The voter's address as people write it, instead of a place.",
            valueName: "text"
        )
    )
    var address: String?

    @Option(
        help: ArgumentHelp(
            "How far the voter may be from the place: 25m, 100ft. A nearer boundary is warned of.",
            valueName: "distance"
        )
    )
    var accuracy: String?

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
    @OptionGroup var database: DatabaseOptions

    func validate() throws {
        guard [place.at, postcode, address].compactMap({ $0 }).count == 1 else {
            throw ValidationError("give one of --at, --postcode and --address")
        }
        if let accuracy { _ = try Distance.parse(accuracy, option: "--accuracy") }
    }

    func run() async throws {
        let accuracy = try accuracy.map { try Distance.parse($0, option: "--accuracy") }
        try await database.withStore(.readOnly) { store in
            let stations = StationDirectory(store: store)
            let guide = VoterGuide(stations: stations, store: store, clock: SystemWallClock())
            try await stations.load()
            try await guide.load()
            if let election, guide.ballots.entry(election) == nil {
                throw VoteError.unknownElection(
                    election,
                    known: guide.ballots.entries.map(\.election.key)
                )
            }
            let ask: (Coordinate) -> VoterAnswer = { place in
                guide.answer(
                    at: VoterLocation(coordinate: place, source: .point, accuracy: accuracy),
                    election: election
                )
            }
            let opening = OpeningContext(at: SystemWallClock().now, guide)
            if let places = place.places, places.at == "-" {
                try answerAll(opening, ask)
            } else {
                try show(try answer(from: guide, ask), opening)
            }
        }
    }

    /// The answer to the one question that was asked.
    private func answer(
        from guide: VoterGuide,
        _ ask: (Coordinate) -> VoterAnswer
    ) throws -> VoterAnswer {
        if let postcode {
            guard let answer = guide.answer(postcode: postcode, election: election) else {
                throw VoteError.unknown("postcode", postcode)
            }
            return answer
        }
        if let address {
            guard let answer = guide.answer(address: address, election: election) else {
                throw VoteError.unknown("address", address)
            }
            return answer
        }
        return ask(try Coordinate(parsing: place.at ?? "", option: "--at"))
    }

    private func show(_ answer: VoterAnswer, _ opening: OpeningContext) throws {
        switch output.resolvedFormat {
        case .json, .ndjson:
            let output = StandardOutput()
            write(answer, opening, to: output)
            output.flush()
        case .table: print(VoterPage(answer, language: language).text)
        case .csv, .geojson:
            let writer = output.makeWriter(columns: VoteRow.columns)
            writer.write(VoteRow.row(answer))
            writer.finish()
        }
    }

    private func answerAll(
        _ opening: OpeningContext,
        _ ask: (Coordinate) -> VoterAnswer
    ) throws {
        let reader = try PlaceSources.open(ByteSource())
        switch output.resolvedFormat {
        case .json, .ndjson:
            let output = StandardOutput()
            while let asked = try reader.next() {
                write(ask(asked.coordinate), opening, to: output)
            }
            output.flush()
        case .table, .csv, .geojson:
            let writer = output.makeWriter(
                columns: reader.columns.map { "at_" + $0 } + VoteRow.columns
            )
            while let asked = try reader.next() {
                var row = VoteRow.row(ask(asked.coordinate))
                row.values = asked.values + row.values
                writer.write(row)
            }
            writer.finish()
        }
    }

    /// The whole answer, as `GET /v1/vote` gives it, on one line.
    private func write(
        _ answer: VoterAnswer,
        _ opening: OpeningContext,
        to output: StandardOutput
    ) {
        var json = JSONWriter(capacity: 16 * 1024)
        answer.write(to: &json, languages: language.map { [$0] } ?? [], opening: opening)
        output.write(json.takeBytes())
        output.write("\n")
    }
}

/// Why a voter's question cannot be answered.
enum VoteError: Error, CustomStringConvertible {
    case unknownElection(String, known: [String])
    case unknown(String, String)

    var description: String {
        switch self {
        case .unknown(let what, let text):
            "nothing that is loaded knows the \(what) \"\(text)\"; ask with --at, or import "
                + (what == "address" ? "addresses" : "postcodes or addresses")
        case .unknownElection(let name, let known):
            "no election is called \"\(name)\"; "
                + (known.isEmpty
                    ? "none is loaded, import contests first"
                    : "there are \(known.joined(separator: ", "))")
        }
    }
}

/// An answer as a row.
private enum VoteRow {
    static let columns = [
        "method", "district_type", "district", "station_id", "station", "address", "lat", "lon",
        "distance_m", "boundary_distance_m", "choices", "contests", "measures", "warnings",
    ]

    static func row(_ answer: VoterAnswer) -> Row {
        let assignment = answer.assignment
        let station = assignment?.station
        let place = station?.station.coordinate
        func count(_ number: Int) -> Value { .integer(Int64(number)) }
        return Row(
            values: [
                Value(assignment?.method.rawValue), Value(assignment?.district?.type),
                Value(assignment?.district?.code), Value(station?.station.id.rawValue),
                Value(station?.station.name), Value(station?.station.address),
                place.map { .number($0.latitude) } ?? .missing,
                place.map { .number($0.longitude) } ?? .missing,
                station?.distance.map(Value.meters) ?? .missing,
                assignment?.boundaryDistance.map(Value.meters) ?? .missing,
                count(answer.choices.count), count(answer.ballot.contests.count),
                count(answer.ballot.measures.count),
                Value(
                    answer.warnings.isEmpty
                        ? nil : answer.warnings.map(\.code.rawValue).joined(separator: " ")
                ),
            ],
            coordinate: place,
            id: Value(station?.station.id.rawValue)
        )
    }
}

/// An answer as a page for people.
private struct VoterPage {
    private let answer: VoterAnswer
    private let languages: [String]

    init(_ answer: VoterAnswer, language: String?) {
        self.answer = answer
        languages = language.map { [$0] } ?? []
    }

    var text: String {
        var lines: [String] = []
        if let assignment = answer.assignment {
            let district = assignment.district.map { " \($0.type) \($0.code)" } ?? ""
            lines.append("Assigned by \(assignment.method.rawValue):\(district)")
            if let distance = assignment.boundaryDistance {
                lines.append("  its boundary is \(Self.length(distance)) away")
            }
            lines += assignment.stations.map { "  " + Self.line($0.station, $0.distance) }
        } else {
            lines.append("No station is assigned.")
        }
        for warning in answer.warnings { lines.append("! \(warning.message)") }
        if !answer.choices.isEmpty {
            lines.append("Choices:")
            for choice in answer.choices {
                lines.append("  \(choice.district.type) \(choice.district.code)")
                lines += choice.stations.map { "    " + Self.line($0.station, $0.distance) }
            }
        }
        if !answer.voteCenters.isEmpty {
            lines.append("Vote centers for anybody of the county:")
            lines += answer.voteCenters.map { "  " + Self.line($0.station, $0.distance) }
        }
        lines.append("Nearby, which does not make them yours:")
        lines += answer.nearby.map { "  " + Self.line($0.station, $0.distance) }
        if !answer.districts.isEmpty {
            lines.append("Districts:")
            lines += answer.districts.map { "  \($0.reference.type) \($0.reference.code)" }
        }
        let today = SystemWallClock().now.rfc3339.prefix(10)
        for election in answer.ballot.elections {
            let isOver = election.date.map { "\($0)" < today } ?? false
            let date = (election.date.map { ", \($0)" } ?? "") + (isOver ? " (it is over)" : "")
            lines.append("On the ballot: \(election.name.text(in: languages))\(date)")
        }
        for contest in answer.ballot.contests {
            let names = contest.candidates.map { $0.name.text(in: languages) }
            lines.append(
                "  \(contest.title.text(in: languages)): \(names.joined(separator: ", "))"
            )
        }
        for measure in answer.ballot.measures {
            lines.append("  \(measure.title.text(in: languages))")
        }
        return lines.joined(separator: "\n")
    }

    private static func line(_ station: Station, _ distance: Distance?) -> String {
        let parts = [station.name, station.address, distance.map(length)]
        return parts.compactMap { $0 }.joined(separator: ", ") + " [\(station.id)]"
    }

    private static func length(_ distance: Distance) -> String {
        distance.meters < 1000
            ? "\(Int(distance.meters.rounded())) m"
            : "\((distance.meters / 100).rounded() / 10) km"
    }
}
