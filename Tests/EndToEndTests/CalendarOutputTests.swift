import Foundation
import TestSupport
import Testing

/// Where `ambit calendar` writes.
@Suite struct CalendarOutputTests {
    @Test("a calendar takes the place of no database, by no name of it")
    func keepsTheDatabase() async throws {
        let folder = try TemporaryFolder()
        let (database, file) = (folder.path("a.sqlite"), folder.path("events.csv"))
        let (symbolic, hard) = (folder.path("s.ics"), folder.path("h.ics"))
        try "id,title,starts,ends,time_zone\n1,Fair,2027-03-01 09:00,2027-03-01 17:00,UTC\n"
            .write(toFile: file, atomically: true, encoding: .utf8)
        let imported = try await AmbitCommand.run(
            "import",
            "events",
            file,
            "--dataset",
            "fairs",
            "--database",
            database
        )
        #expect(imported.exitCode == 0, "\(imported.errors)")
        let files = FileManager.default
        try files.createSymbolicLink(atPath: symbolic, withDestinationPath: database)
        try files.linkItem(atPath: database, toPath: hard)
        let before = try Data(contentsOf: URL(filePath: database))
        for output in [database, symbolic, hard, database + "-vault-keys"] {
            let refused = try await AmbitCommand.run(
                "calendar",
                "--database",
                database,
                "-o",
                output
            )
            #expect(refused.exitCode == 64 && refused.errors.contains("is the database"))
        }
        #expect(try Data(contentsOf: URL(filePath: database)) == before)
        #expect(!files.fileExists(atPath: database + "-vault-keys"))
        let written = try await AmbitCommand.run(
            "calendar",
            "--database",
            database,
            "-o",
            folder.path("right.ics")
        )
        #expect(written.exitCode == 0, "\(written.errors)")
        #expect(
            try String(contentsOfFile: folder.path("right.ics"), encoding: .utf8)
                .contains("SUMMARY:Fair")
        )
    }
}
