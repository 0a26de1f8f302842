import ArgumentParser
import DomainModules
import Foundation
import ReferenceSystems
import SpatiaLiteStore
import SpatialFiles

/// The command `ambit`: the server, the importer and the analyst's command line in one.
@main
struct Ambit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ambit",
        abstract: "Answers what is near here, exactly on the WGS84 ellipsoid.",
        discussion: """
            Every distance is the WGS84 geodesic, and every radius is inclusive. Results go to \
            standard output, progress and messages to standard error.

            EXIT CODES
              0    done
              1    failed; nothing was changed
              2    imported, but for rows that were rejected
              3    ambit import --check: publishing would need --force
              64   the command line was wrong; nothing was read
              130  stopped by Ctrl-C, after whole rows of output
            """,
        version: "ambit \(version)",
        subcommands: [
            Serve.self, Import.self, Nearest.self, Within.self, Join.self, Density.self, Stats.self,
            Coverage.self, Siting.self, IsochroneCommand.self, TilesCommand.self, Vote.self,
            Geocode.self,
            RouteCommand.self, MatchCommand.self, TripsCommand.self, TracksCommand.self,
            DatasetsCommand.self,
            Check.self,
            Backup.self, Restore.self, ClusterCommand.self,
            TokenCommand.self, Manual.self, Completions.self,
        ] + Modules.all.commands.map { $0 as any ParsableCommand.Type }
    )

    /// Follows semantic versioning.
    static let version = "0.1.0"

    static func main() async {
        // Writing to a reader that has gone away is an error like others, not the end.
        signal(SIGPIPE, SIG_IGN)
        // So is a file that the system lets grow no further.
        signal(SIGXFSZ, SIG_IGN)
        CutFile.explainEnd()
        if CommandLine.arguments.dropFirst().elementsEqual([AreaWorker.command]) {
            Foundation.exit(AreaWorker.serve())
        }
        if CommandLine.arguments.dropFirst().elementsEqual([SystemWorker.command]) {
            Foundation.exit(SystemWorker.serve())
        }
        if CommandLine.arguments.dropFirst().elementsEqual([LayerWorker.command]) {
            Foundation.exit(LayerWorker.serve())
        }
        let systems = FencedSystems()
        ForeignSystems.tryFirst { systems.isHarmless($0) }
        do {
            try checkCommand(CommandLine.arguments.dropFirst().first)
            var command = try await parse()
            if let ofModule = command as? any StoreCommand {
                try await ofModule.run(in: Modules.all)
            } else if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
            ValueFaults.shared.print()
        } catch {
            finish(after: error)
        }
    }

    /// - Throws: Where an option or a subcommand does not exist, that, and what may have been meant.
    private static func parse() async throws -> any ParsableCommand {
        do {
            let arguments = try SettingsFile.expand(Array(CommandLine.arguments.dropFirst()))
            if let own = importCommand(named: arguments) {
                return try own.parse(Array(arguments.dropFirst(2)))
            }
            return try await asyncParseAsRoot(arguments)
        } catch {
            // The tree of commands has no place for these: they tell their own mistakes, and help.
            if let own = importCommand(named: Array(CommandLine.arguments.dropFirst())) {
                if own.exitCode(for: error) == .success { own.exit(withError: error) }
                if own.exitCode(for: error) == .validationFailure {
                    throw ValidationError(own.message(for: error))
                }
            }
            guard exitCode(for: error) == .validationFailure,
                let mistake = try? CommandTree.ambit()
                    .mistake(in: Array(CommandLine.arguments.dropFirst()))
            else { throw error }
            throw mistake
        }
    }

    /// What `ambit import WORD` is where the word names no kind of dataset, but a command of a module: the
    /// parser knows of no command with arguments of its own that has others below it.
    private static func importCommand(named arguments: [String]) -> (any StoreCommand.Type)? {
        guard arguments.count > 1, arguments[0] == "import" else { return nil }
        return Modules.all.importCommands.first { $0.commandWord == arguments[1] }
    }

    /// - Throws: `ValidationError` with a suggestion for a command that does not exist.
    private static func checkCommand(_ name: String?) throws {
        guard let name, !name.hasPrefix("-") else { return }
        let names = configuration.subcommands.map { $0._commandName } + ["help"]
        guard !names.contains(name) else { return }
        throw ValidationError(
            "there is no command \"\(name)\"" + Suggestion.text(for: name, among: names)
        )
    }

    /// The command that arguments begin with, and how it is called from the start.
    private static func command(
        named arguments: [String]
    ) -> (command: any ParsableCommand.Type, path: String) {
        if let own = importCommand(named: arguments) {
            return (own, "\(_commandName) import \(own.commandWord)")
        }
        var found: (command: any ParsableCommand.Type, path: String) = (Ambit.self, _commandName)
        for name in arguments {
            guard
                let next = found.command.configuration.subcommands
                    .first(where: { $0._commandName == name })
            else { break }
            found = (next, found.path + " " + name)
        }
        return found
    }

    /// Ends the process after an error: usage errors the parser's way, all others as one
    /// `error:` text.
    private static func finish(after error: any Error) -> Never {
        if case OutputError.readerGone = error { exit() }
        let isParsing =
            error is ValidationError || error is ExitCode || error is CleanExit
            || exitCode(for: error) != .failure
        let (command, path) = command(named: Array(CommandLine.arguments.dropFirst()))
        if error is ValidationError, command != Ambit.self {
            // The parser knows of no command when it did not find the mistake itself.
            StandardError.print(
                "Error: \(error)\nUsage: \(usageString(for: command))\n"
                    + "  See '\(path) --help' for more information."
            )
            exit(withError: ExitCode.validationFailure)
        }
        guard !isParsing else { exit(withError: error) }
        StandardError.print("error: \(error)")
        exit(withError: ExitCode.failure)
    }
}
