import ArgumentParser
import DomainModules
import Foundation
import Logging
import ServiceLifecycle
import SpatiaLiteStore
import Timekeeping
import UnixSignals

/// `ambit backup`: a copy of the database, taken while it is in use; or one again and again.
struct Backup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copies the database into a new file, also while it is served.",
        discussion: """
            The copy is the database as it was at one moment. An existing file is never \
            overwritten. What killed backups have left in the folder is cleared away.

            With --every it goes on until Ctrl-C or SIGTERM: each copy is named after its moment \
            (ambit-2026-11-02T18-00-00.412Z.sqlite), and those beyond --keep are removed when a newer \
            one is complete. Where the folder has a copy already, the next is made when its time has \
            come, so that starting again makes none more. A copy that fails is told of, and the next is \
            tried at its time; only when the first fails the command ends.

            `ambit restore` puts a backup into the database's place, and erases again what was erased \
            since. The backup itself keeps what it has: remove backups when you may no longer keep what \
            people have erased.

            The keys of what people's accounts have sealed are in no backup. One copy of the key file lies \
            beside the backups of a folder, DATABASE-vault-keys-copy; it is written anew with each backup, and \
            when an account is erased: so no backup, however old, opens what was erased.

            EXAMPLES
              ambit backup /backup/ambit-2026-11-02.sqlite
              ambit backup --every 6h --keep 28 --into /backup
            """
    )

    @Argument(help: "The file to write; it must not exist.")
    var file: String?

    @Option(
        help: ArgumentHelp(
            "Copy again and again: from one copy to the next, such as 90s, 15min, 6h or 1d.",
            valueName: "time"
        )
    )
    var every: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("With --every: how many copies are kept, the latest.", valueName: "n")
    )
    var keep: Int?

    @Option(
        help: ArgumentHelp("With --every: the folder that the copies go to.", valueName: "folder")
    )
    var into: String?

    @OptionGroup var vault: VaultOptions

    @OptionGroup var database: DatabaseOptions

    func validate() throws {
        guard let every else {
            guard keep == nil, into == nil else {
                throw ValidationError("--keep and --into go with --every")
            }
            guard file != nil else {
                throw ValidationError(
                    "name the file to write, or give --every, --keep and --into"
                )
            }
            return
        }
        guard file == nil else {
            throw ValidationError(
                "a file is named, and --every names its files itself; give --into"
            )
        }
        guard Duration(parsing: every) != nil else {
            throw ValidationError(
                "--every is \"\(every)\"; write a whole number and s, min, h or d, such as 6h, up to "
                    + "366d"
            )
        }
        guard let keep, into != nil else {
            throw ValidationError("--every needs --keep and --into")
        }
        guard 1...100_000 ~= keep else {
            throw ValidationError("--keep is \(keep); it lies between 1 and 100000")
        }
    }

    func run() async throws {
        vault.apply()
        if let file {
            let keys = try await database.withStore(.readOnly) { store in
                try await store.backup(to: file)
                return try await VaultOptions.copyKeys(of: store, beside: file)
            }
            StandardError.print("\(database.path) was copied to \(file).")
            if let keys { StandardError.print("The key file was copied to \(keys).") }
            return
        }
        guard let every, let interval = Duration(parsing: every), let keep, let into else { return }
        let series = BackupSeries(
            database: database.path,
            folder: into,
            interval: interval,
            keep: keep,
            clock: SystemWallClock()
        )
        var logger = Logger(label: "ambit") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .error
        try await ServiceGroup(
            configuration: .init(
                services: [
                    .init(service: series, successTerminationBehavior: .gracefullyShutdownGroup)
                ],
                gracefulShutdownSignals: [.sigterm, .sigint],
                logger: logger
            )
        ).run()
    }
}
