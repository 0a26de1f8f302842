internal import Agenda
package import ArgumentParser
package import DomainModules
internal import Esports
internal import Foundation
internal import Geodesy
package import SpatiaLiteStore
internal import Timekeeping

/// `ambit tournaments`: what is asked of tournaments.
package struct TournamentsCommand: StoreCommand {
    package static let configuration = CommandConfiguration(
        commandName: "tournaments",
        abstract: "Finds the tournaments nearest to a place.",
        discussion: """
            Takes those that have a point: online ones and those of which a region alone is known are \
            left out.

            EXAMPLES
              ambit tournaments nearest --at 42.1,-101.5 --game melee --from 2026-08-01
              ambit tournaments nearest --at 52.5,13.4 --max 300 --format json
            """
    )

    @OptionGroup package var database: DatabaseOptions

    @Argument(help: "What is asked: nearest.")
    package var question: Question

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The place: latitude, longitude.", valueName: "lat,lon")
    )
    package var at: String

    @Option(help: "The game: its id or what it is called, or words that its name has.")
    package var game: String?

    @Option(help: ArgumentHelp("The first day of the period, by UTC.", valueName: "day"))
    package var from: String?

    @Option(help: ArgumentHelp("The day behind the period, by UTC.", valueName: "day"))
    package var to: String?

    @Option(name: .short, help: ArgumentHelp("How many (default: 5).", valueName: "n"))
    package var k = 5

    @Option(help: ArgumentHelp("How far at most, in kilometres.", valueName: "km"))
    package var max: Double?

    @Option(help: "table, csv, json or ndjson (default: table on a terminal, csv in a pipe).")
    package var format: RowStyle?

    /// What can be asked.
    package enum Question: String, ExpressibleByArgument, CaseIterable, Sendable {
        case nearest
    }

    package init() {}

    package func validate() throws {
        _ = try place()
        _ = try (moment(from, "--from"), moment(to, "--to"))
        guard (1...1000).contains(k) else {
            throw ValidationError("-k is \(k); it is from 1 to 1000")
        }
        if let max, !(max > 0 && max <= 20_037.508) {
            throw ValidationError("--max is \(max); it is more than 0 and at most 20037.508 km")
        }
    }

    private func place() throws -> Coordinate {
        let parts = at.split(separator: ",", omittingEmptySubsequences: false)
            .map { Double($0.trimmingCharacters(in: .whitespaces)) }
        guard parts.count == 2, let latitude = parts[0], let longitude = parts[1],
            let place = try? Coordinate(latitude: latitude, longitude: longitude)
        else {
            throw ValidationError(
                "--at is \"\(at)\"; it is a latitude from -90 to 90, a comma and a longitude from -180 to "
                    + "180, such as 42.1,-101.5"
            )
        }
        return place
    }

    private func moment(_ text: String?, _ name: String) throws -> Timestamp? {
        guard let text else { return nil }
        guard let moment = Moments.day(text) ?? WrittenMoment.read(text) else {
            throw ValidationError("\(name) is \"\(text)\"; it is a day such as 2026-08-01")
        }
        return moment
    }

    package func run(on store: SpatiaLiteStore) async throws {
        let snapshot = try await LeagueLoading.snapshot(of: store)
        var games: Set<Int>?
        if let game {
            let numbers = snapshot.book.numbers(meantBy: game)
            guard !numbers.isEmpty else {
                throw NothingFound(
                    description: "no game is called \"\(game)\"; `ambit import games` adds games"
                )
            }
            games = Set(numbers)
        }
        let found = snapshot.nearest(
            to: try place(),
            limit: k,
            within: try max.map { try .meters($0 * 1000) },
            from: try moment(from, "--from"),
            to: try moment(to, "--to"),
            games: games
        )
        let table = RowTable(
            columns: ["distance_m"] + TournamentRows.columns,
            rows: found.map { found in
                let meters = found.distance.map { "\(($0.meters * 1000).rounded() / 1000)" }
                return [meters] + TournamentRows.values(of: found.tournament)
            }
        )
        try FileHandle.standardOutput.write(
            contentsOf: Data(table.text(format ?? .standard).utf8)
        )
    }
}
