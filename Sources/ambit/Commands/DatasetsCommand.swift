import ArgumentParser
import Datasets
import DomainModules
import Foundation
import Importing
import SpatiaLiteStore
import Timekeeping

/// `ambit datasets`: what was imported, and which version the public sees.
struct DatasetsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "datasets",
        abstract: "Shows what was imported, goes back to an earlier version, and withdraws.",
        discussion: """
            A dataset keeps five versions: the published one and the four newest of the others. \
            The next import drops the oldest of those for good; its entry in the list of imports \
            stays. Messages keep the published version alone.
            """,
        subcommands: [List.self, Show.self, Rollback.self, Withdraw.self],
        defaultSubcommand: List.self
    )

    private static let columns = [
        "dataset", "kind", "version", "published", "records", "imported_at", "file", "read",
        "merged", "rejected", "added", "removed", "changed", "sha256", "bytes", "imported_by",
        "kept", "republished", "withdrawn",
    ]

    private static func row(_ version: DatasetVersion) -> Row {
        Row(
            values: [
                .text(version.dataset.text), .text(version.kind.rawValue),
                .integer(Int64(version.number)), .text(version.isPublished ? "yes" : "no"),
                .integer(Int64(version.recordCount)), .text(version.importedAt.rfc3339),
                .text(version.source.fileName), .integer(Int64(version.rows.read)),
                .integer(Int64(version.rows.merged)), .integer(Int64(version.rows.rejected)),
                .integer(Int64(version.changes.added)), .integer(Int64(version.changes.removed)),
                .integer(Int64(version.changes.changed)), .text(version.source.sha256),
                .integer(version.source.byteCount),
                version.source.importedBy.map { .text($0) } ?? .missing,
                .text(version.isKept ? "yes" : "no"),
                moments(version.republications.map { ($0.at, $0.by) }),
                moments(version.withdrawals.map { ($0.at, $0.by) }),
            ],
            coordinate: nil,
            id: .text("\(version.dataset.text).\(version.number)")
        )
    }

    private static func moments(_ moments: [(at: Timestamp, by: String?)]) -> Value {
        moments.isEmpty
            ? .missing
            : .text(
                moments.map { "\($0.at.rfc3339) by \($0.by ?? "?")" }.joined(separator: "; ")
            )
    }

    /// `ambit datasets list`.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "Lists the datasets and the version of each that the public sees.",
            discussion: """
                Those that were withdrawn come last, with the version that was published.

                EXAMPLE
                  ambit datasets list --format csv
                """
        )

        @OptionGroup var output: OutputOptions
        @OptionGroup var database: DatabaseOptions

        func run() async throws {
            try output.requireOwnFile(database)
            let versions = try await database.withStore(.readOnly) {
                try await $0.publishedVersions() + $0.withdrawnVersions()
            }
            let writer = output.makeWriter(columns: DatasetsCommand.columns)
            for version in versions { writer.write(DatasetsCommand.row(version)) }
            writer.finish()
        }
    }

    /// `ambit datasets show`.
    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Lists every import of a dataset, newest first.",
            discussion: """
                Who imported what, when, from which file, and what that changed. The column kept \
                says which versions still have their records, so that `rollback` can publish \
                them again, republished when that was done and by whom, and withdrawn when the \
                dataset was taken from the public.

                EXAMPLE
                  ambit datasets show dc
                """
        )

        @Argument(help: "The dataset's name.")
        var name: String

        @OptionGroup var output: OutputOptions
        @OptionGroup var database: DatabaseOptions

        func run() async throws {
            let name = try DatasetName(name)
            try output.requireOwnFile(database)
            let versions = try await database.withStore(.readOnly) {
                try await $0.history(of: name)
            }
            let writer = output.makeWriter(columns: DatasetsCommand.columns)
            for version in versions { writer.write(DatasetsCommand.row(version)) }
            writer.finish()
        }
    }

    /// `ambit datasets rollback`.
    struct Rollback: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rollback",
            abstract: "Publishes an earlier version of a dataset again, at once.",
            discussion: """
                One of the versions that are kept: `ambit datasets show NAME` says which they are.

                Districts return as an import would publish them: where they would lie on ground \
                for which another dataset has districts of their type, in force on the same days, \
                or begin later than what they take from the public, that is said, and takes --force.

                EXAMPLE
                  ambit datasets rollback dc --to 3
                """
        )

        @Argument(help: "The dataset's name.")
        var name: String

        @Option(name: .customLong("to"), help: ArgumentHelp("The version.", valueName: "version"))
        var version: Int

        @Flag(help: "Publish it, whatever would be in two districts at once, or in none.")
        var force = false

        @OptionGroup var database: DatabaseOptions

        func run() async throws {
            let name = try DatasetName(name)
            let published = try await database.withStore(.readWrite) { store in
                try await Import.rollback(on: store).run(
                    name,
                    version: version,
                    isForced: force,
                    by: NSUserName()
                )
            }
            StandardError.print(
                "\(name): version \(published.number) is published "
                    + "(\(counted(published.recordCount, ofKind: "\(published.kind)")))."
            )
        }
    }
    /// `ambit datasets withdraw`.
    struct Withdraw: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "withdraw",
            abstract: "Takes a dataset from the public, at once.",
            discussion: """
                Nothing of the dataset is shown or answered any more. Its versions are kept, so that \
                `rollback` publishes one of them again; messages alone keep none, and are removed \
                for good. All records go, so it takes --force.

                EXAMPLE
                  ambit datasets withdraw dc-2024 --force
                """
        )

        @Argument(help: "The dataset's name.")
        var name: String

        @Flag(help: "Withdraw it: that all of its records go is meant.")
        var force = false

        @OptionGroup var database: DatabaseOptions

        func run() async throws {
            let name = try DatasetName(name)
            let (withdrawn, isKept) = try await database.withStore(.readWrite) { store in
                let version = try await store.withdraw(
                    name,
                    isForced: force,
                    by: NSUserName(),
                    at: SystemWallClock().now
                )
                return (version, version.isKept)
            }
            StandardError.print(
                "\(name): withdrawn, the public sees none of its "
                    + "\(counted(withdrawn.recordCount, "\(withdrawn.kind)")) any more"
                    + (isKept
                        ? "; `ambit datasets rollback \(name) --to \(withdrawn.number)` brings them back."
                        : ". They are removed; import them again to bring them back.")
            )
        }
    }
}
