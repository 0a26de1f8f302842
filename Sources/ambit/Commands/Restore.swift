import ArgumentParser
import DomainModules
import SpatiaLiteStore
import Timekeeping

/// `ambit restore`: a backup takes the database's place.
struct Restore: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Puts a backup into the database's place, and keeps the file that was there.",
        discussion: """
            The backup is checked first, and stays as it is. Refused while the database is served. The \
            file that is replaced is kept beside the new one, with its log, under a name that is told; \
            remove it when you need it no longer.

            What was erased since the backup is erased again: devices that were forgotten, messages \
            that their authors removed; and staff tokens that were revoked are revoked again. They stand, \
            without anything that says whose they were, in the file DATABASE-erasures beside the \
            database. Keep a copy of it elsewhere, too, and name it with --erasures where the disk was \
            lost.

            The key file of people's accounts stays as it is: accounts that were erased since the backup do not \
            come back. Where it is missing, the copy beside the backup takes its place.

            Where another file was put into the database's place by hand, restore that file itself: the \
            log that still lies beside it is put away.

            EXAMPLES
              ambit restore /backup/ambit-2026-11-02.sqlite
              ambit restore ambit.sqlite --database ambit.sqlite
            """
    )

    @Argument(help: "The backup, or any copy of the database.")
    var file: String

    @Option(
        help: ArgumentHelp(
            "The list of what was erased (default: DATABASE-erasures beside the database).",
            valueName: "file"
        )
    )
    var erasures: String?

    @OptionGroup var vault: VaultOptions

    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        let outcome = try await SpatiaLiteStore.restore(
            file,
            to: database.path,
            erasures: erasures,
            at: SystemWallClock().now
        )
        StandardError.print("\(file) was restored to \(database.path).")
        vault.apply()
        if let keys = try VaultOptions.restoreKeys(of: database.path, from: file) {
            StandardError.print("The key file was missing, and was copied from \(keys).")
        }
        if let replaced = outcome.replaced {
            let log = outcome.replacedLog.map { ", with its log \($0)" } ?? ""
            StandardError.print("The file that it replaced is kept: \(replaced)\(log).")
        }
        let again = [
            Self.words(outcome.erasedDevices, "device was forgotten", "devices were forgotten"),
            Self.words(outcome.erasedMessages, "message was removed", "messages were removed"),
            Self.words(
                outcome.revokedTokens,
                "staff token was revoked",
                "staff tokens were revoked"
            ),
        ].compactMap { $0 }
        if !again.isEmpty {
            StandardError.print(
                "Since the backup, and now again: \(again.joined(separator: ", "))."
            )
        }
    }

    private static func words(_ count: Int, _ one: String, _ many: String) -> String? {
        count == 0 ? nil : "\(count) \(count == 1 ? one : many)"
    }
}
