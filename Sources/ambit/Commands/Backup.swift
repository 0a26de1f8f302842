import ArgumentParser
import SpatiaLiteStore

/// `ambit backup`: a copy of the database, taken while it is in use.
struct Backup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copies the database into a new file, also while it is served.",
        discussion: """
            The copy is the database as it was at one moment. An existing file is never \
            overwritten. What killed backups have left in the folder is cleared away.

            `ambit restore` puts a backup into the database's place, and erases again what was erased \
            since. The backup itself keeps what it has: remove backups when you may no longer keep what \
            people have erased.

            EXAMPLE
              ambit backup /backup/ambit-2026-11-02.sqlite
            """
    )

    @Argument(help: "The file to write; it must not exist.")
    var file: String

    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        try await database.withStore(.readOnly) { try await $0.backup(to: file) }
        StandardError.print("\(database.path) was copied to \(file).")
    }
}
