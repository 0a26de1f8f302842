internal import Accounts
internal import AccountsModule
package import ArgumentParser
package import DomainModules
internal import Expo
internal import Foundation
internal import Pictures
package import SpatiaLiteStore
internal import Standings
internal import Timekeeping
internal import Vault

/// `ambit fair`: what a fair's organizers do at the command line.
package struct FairCommand: StoreCommand {
    /// What is done.
    package enum Act: String, ExpressibleByArgument, CaseIterable, Sendable {
        case leaderboard
        case stats
        case export
        case draw
        case codes
        case logos
    }

    /// What is printed.
    package enum Format: String, ExpressibleByArgument, CaseIterable, Sendable {
        case csv
        case json
    }

    package static let configuration = CommandConfiguration(
        commandName: "fair",
        abstract:
            "Shows who leads at a fair and how it goes, exports its visitors, draws prizes, prints codes, sets logos.",
        discussion: """
            leaderboard  who has most points; no visitor sees it.
            stats        visitors by age and role, ratings by hour and by exhibitor; of fewer than five people \
            nothing is told.
            export       visitors with what they did, and how those are reached who want prizes; each look at \
            somebody's address is noted.
            draw         begins a draw: prints its number and the SHA-256 of the seed, to be told before; with \
            --run NUMBER it draws, and prints the seed and the winners' tickets.
            codes        the codes at the booths; with -o FILE a PDF of one page a booth and a list to walk \
            along, scanning each.
            logos        sets the exhibitors' logos from the pictures of --folder: the file that the column logo of an \
            exhibitor names, else the one that is called after its id, such as noble.png.

            EXAMPLES
              ambit fair leaderboard --event denver-2027 --limit 20
              ambit fair export --event denver-2027 --format csv -o visitors.csv
              ambit fair draw --event denver-2027 --prize "A bicycle" --winners 1 --reserves 3
              ambit fair draw --event denver-2027 --run 1
              ambit fair codes --event denver-2027 -o codes.pdf
              ambit fair logos --event denver-2027 --folder logos/
            """
    )
    package static let access = SpatiaLiteStore.Access.readWrite

    @Argument(help: "leaderboard, stats, export, draw, codes or logos.")
    package var act: Act

    @Option(help: "The fair: the id of its event, or its key in its file.")
    package var event: String

    @Option(help: "csv or json; of codes with -o the file is a PDF (default: csv; stats: json).")
    package var format: Format?

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("The file to write (default: standard output).", valueName: "file")
    )
    package var output: String?

    @Option(help: "How many places of the leaderboard.")
    package var limit = 50

    @Option(
        help: ArgumentHelp(
            "The folder with the logos: PNG, JPEG or WebP.",
            valueName: "folder"
        )
    )
    package var folder: String?

    @Option(help: "What is drawn.")
    package var prize: String?

    @Option(help: "How many win.")
    package var winners = 1

    @Option(help: "How many wait to take the place of winners who are not found.")
    package var reserves = 0

    @Option(help: "How many exhibitors who takes part has rated at least.")
    package var leastVisits = 1

    @Option(
        name: .customLong("run"),
        help: "Draws the draw of this number, which was begun before."
    )
    package var drawNumber: Int64?

    @Option(
        help: ArgumentHelp(
            "The key file (default: $AMBIT_VAULT_KEYS, else DATABASE-vault-keys).",
            valueName: "file"
        )
    )
    package var vaultKeys: String?

    @OptionGroup package var database: DatabaseOptions

    package init() {}

    package func validate() throws {
        func require(_ name: String, _ number: Int, _ range: ClosedRange<Int>) throws {
            guard !range.contains(number) else { return }
            throw ValidationError(
                "\(name) is \(number); it is \(range.lowerBound) to \(range.upperBound)"
            )
        }
        try require("--limit", limit, 1...100_000)
        try require("--winners", winners, 1...1000)
        try require("--reserves", reserves, 0...1000)
        try require("--least-visits", leastVisits, 0...1000)
        if act == .draw, drawNumber == nil, prize == nil {
            throw ValidationError(
                "say what is drawn with --prize, or which draw is drawn with --run"
            )
        }
        if let prize, !(1...200).contains(prize.count) {
            throw ValidationError("--prize has \(prize.count) characters; it has 1 to 200")
        }
        if let output, database.isOwnFile(output) {
            throw ValidationError(
                "--output \"\(output)\" is the database or a file of it; name another file"
            )
        }
        if act != .draw, prize != nil || drawNumber != nil {
            throw ValidationError("--prize and --run go with draw alone")
        }
        if act == .logos, folder == nil {
            throw ValidationError("name the folder with the logos: --folder FOLDER")
        }
        if act != .logos, folder != nil {
            throw ValidationError("--folder goes with logos alone")
        }
    }

    package func run(on store: SpatiaLiteStore) async throws {}

    package func run(on store: SpatiaLiteStore, in modules: ModuleList) async throws {
        var settings = ModuleSettings()
        settings[VaultKeysPath.self] = vaultKeys.map { VaultKeysPath($0) }
        let site = modules.site(store: store, clock: SystemWallClock(), settings: settings)
        let snapshot = try await FairLoading(store).snapshot()
        guard let fair = snapshot.fair(event) else {
            let known = snapshot.fairs.keys.sorted().prefix(10).joined(separator: ", ")
            throw ValidationError(
                "no fair is called \"\(event)\""
                    + (known.isEmpty ? "; none is published" : "; there are \(known)")
            )
        }
        let work = FairWork(fair: fair, snapshot: snapshot, store: store, site: site)
        switch act {
        case .leaderboard: try write(try await work.leaderboard(limit: limit, as: format ?? .csv))
        case .stats: try write(try await work.statistics())
        case .export: try write(try await work.export(as: format ?? .csv))
        case .draw: try write(try await draw(work))
        case .codes:
            let sheet = try await work.codes()
            guard let output else { return try write(sheet.bytes(as: format ?? .csv)) }
            try sheet.pages.write(to: output)
        case .logos:
            let report = try await work.setLogos(from: folder ?? "")
            try write(report.bytes(as: format ?? .csv))
            // As imports have it where rows were rejected and the others are in.
            if report.hasFaults { throw ExitCode(2) }
        }
    }

    private func draw(_ work: FairWork) async throws -> [UInt8] {
        if let drawNumber { return try await work.run(draw: drawNumber) }
        return try await work.begin(
            DrawStore.Plan(
                fair: work.fair.id,
                prize: prize ?? "",
                winners: winners,
                reserves: reserves,
                leastVisits: leastVisits
            )
        )
    }

    private func write(_ bytes: [UInt8]) throws {
        let data = Data(bytes)
        if let output {
            try data.write(to: URL(filePath: output))
        } else {
            try FileHandle.standardOutput.write(contentsOf: data)
        }
    }
}
