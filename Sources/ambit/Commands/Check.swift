import ArgumentParser
import DomainModules
import SpatiaLiteStore

/// `ambit check`: is the database whole?
struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Checks that the database is whole, and says what to do where it is not.",
        discussion: """
            Reads the whole file: SQLite's own checks, every R-tree against its geometries, and \
            rows that belong to nothing; that the sums of points are right, and that all that accounts have \
            sealed opens under their keys. What is damaged is named with its table, its dataset and \
            what to do. Ends with exit code 1 where anything is wrong. What a killed import has left \
            beside the database is listed too, and is no fault: the next import clears it away.

            EXAMPLE
              ambit check --database ambit.sqlite
            """
    )

    @OptionGroup var vault: VaultOptions

    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        vault.apply()
        let report: IntegrityReport
        do {
            report = try await database.withStore(.readOnly) { store in
                let report = try await store.check()
                return report.adding(await Modules.all.checks(of: store))
            }
        } catch let error as SpatiaLiteStoreError {
            switch error {
            // To write to a file before it is known to be whole is no way to check it.
            case .damaged, .olderSchema, .olderModule:
                report = await SpatiaLiteStore.checkUnopened(database.path)
            default: throw error
            }
        }
        for check in report.checks {
            guard check.findingCount > 0 else {
                print("ok       \(check.name)")
                continue
            }
            let subject = check.subject.map { " (\($0))" } ?? ""
            print("problem  \(check.name)\(subject): \(check.findingCount)")
            for finding in check.findings { print("         \(finding)") }
            if check.findingCount > check.findings.count {
                print("         ... and \(check.findingCount - check.findings.count) more")
            }
            print("         What to do: \(check.remedy)")
        }
        for remains in report.remains {
            print("left     \(remains) by a killed process; the next import clears it away")
        }
        guard report.isSound else {
            StandardError.print("error: \(database.path) is damaged, see above")
            throw ExitCode.failure
        }
        StandardError.print("\(database.path) is whole.")
    }
}
