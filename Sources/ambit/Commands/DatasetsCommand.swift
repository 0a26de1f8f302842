import ArgumentParser
import Datasets
import Foundation
import SpatiaLiteStore
import Timekeeping

/// `ambit datasets`: what was imported, and which version the public sees.
struct DatasetsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "datasets",
        abstract: "Shows what was imported, and goes back to an earlier version.",
        subcommands: [List.self, Show.self, Rollback.self],
        defaultSubcommand: List.self
    )

    private static let columns = [
        "dataset", "kind", "version", "published", "records", "imported_at", "file", "read",
        "merged", "rejected", "added", "removed", "changed", "sha256", "bytes", "imported_by",
        "kept", "republished",
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
                version.republications.isEmpty
                    ? .missing
                    : .text(
                        version.republications.map { "\($0.at.rfc3339) by \($0.by ?? "?")" }
                            .joined(separator: "; ")
                    ),
            ],
            coordinate: nil,
            id: .text("\(version.dataset.text).\(version.number)")
        )
    }

    /// `ambit datasets list`.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "Lists the datasets and the version of each that the public sees.",
            discussion: """
                EXAMPLE
                  ambit datasets list --format csv
                """
        )

        @OptionGroup var output: OutputOptions
        @OptionGroup var database: DatabaseOptions

        func run() async throws {
            let versions = try await database.withStore(.readOnly) {
                try await $0.publishedVersions()
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
                them again, and republished when that was done, and by whom.

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
                EXAMPLE
                  ambit datasets rollback dc --to 3
                """
        )

        @Argument(help: "The dataset's name.")
        var name: String

        @Option(name: .customLong("to"), help: ArgumentHelp("The version.", valueName: "version"))
        var version: Int

        @OptionGroup var database: DatabaseOptions

        func run() async throws {
            let name = try DatasetName(name)
            let published = try await database.withStore(.readWrite) {
                try await $0.publish(
                    name,
                    version: version,
                    by: NSUserName(),
                    at: SystemWallClock().now
                )
            }
            StandardError.print(
                "\(name): version \(published.number) is published "
                    + "(\(published.recordCount) \(published.kind))."
            )
        }
    }
}
