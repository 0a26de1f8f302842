import Foundation
import Testing

/// What is done to a database while it is served, and killed with the service.
enum Companion: Int, CaseIterable {
    case none
    case importing
    case backup
    case restore

    static func of(_ round: Int) -> Companion {
        allCases[round % allCases.count]
    }

    /// Starts it; nil where nothing is to be started.
    func start(in folder: TemporaryFolder, database: String, _ round: Int) throws -> Process? {
        switch self {
        case .none, .restore: return nil
        case .importing:
            let rows = (0..<400).map { number in
                "\(number),Hall \(round) \(number),\(number) Main St,\(38 + Double(number) / 1000),-77\n"
            }
            let file = try folder.write(
                "id,name,address,lat,lon\n" + rows.joined(),
                to: "stations.csv"
            )
            return try run(
                "import",
                "stations",
                file,
                "--dataset",
                "list",
                "--quiet",
                "--database",
                database
            )
        case .backup:
            return try run("backup", folder.path("backup-\(round).sqlite"), "--database", database)
        }
    }

    private func run(_ arguments: String...) throws -> Process {
        let process = try AmbitCommand.makeProcess(arguments, environment: [:])
        process.standardError = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        return process
    }

    /// Restores a backup into a copy of a database that was killed, kills that as well, and does it
    /// again, which must leave a whole database.
    static func killRestore(
        in folder: TemporaryFolder,
        of database: String,
        after delay: Duration
    ) async throws {
        let files = FileManager.default
        let place = try TemporaryFolder()
        let copy = place.path("copy.sqlite")
        for end in ["", "-wal"] where files.fileExists(atPath: database + end) {
            try files.copyItem(atPath: database + end, toPath: copy + end)
        }
        let backup = place.path("backup.sqlite")
        let made = try await AmbitCommand.run(["backup", backup, "--database", copy])
        try #require(made.exitCode == 0, "\(made.errors)")
        let restore = ["restore", backup, "--database", copy]
        _ = try await AmbitCommand.run(restore, killedAfter: delay)
        let again = try await AmbitCommand.run(restore)
        #expect(again.exitCode == 0, "\(again.errors)")
        let check = try await AmbitCommand.run(["check", "--database", copy])
        #expect(check.exitCode == 0, "\(check.output)")
        // Whole or not there at all.
        for name in try files.contentsOfDirectory(atPath: folder.url.path)
        where name.hasPrefix("backup-") && name.hasSuffix(".sqlite") {
            let check = try await AmbitCommand.run(["check", "--database", folder.path(name)])
            #expect(check.exitCode == 0, "\(name): \(check.output)")
            try? files.removeItem(atPath: folder.path(name))
        }
    }
}
