import Foundation
import Testing

/// What `ambit import` refuses without `--force`, and what `ambit datasets` remembers.
@Suite struct GuardedImportTests {
    private let folder: TemporaryFolder
    private let database: String

    init() throws {
        folder = try TemporaryFolder()
        database = folder.path("test.sqlite")
    }

    private func file(_ name: String, keeping count: Int) throws -> String {
        let rows = (1...count).map { "\($0),Hall \($0),38.\(100 + $0),-77\n" }
        return try folder.write("id,name,lat,lon\n" + rows.joined(), to: name)
    }

    private func importFile(_ file: String, _ more: String...) async throws -> AmbitCommand.Outcome
    {
        try await AmbitCommand.run(
            ["import", "stations", file, "--dataset", "list", "--database", database] + more
        )
    }

    @Test("a file that lacks too much is refused with the numbers, and published with --force")
    func refused() async throws {
        _ = try await importFile(file("whole.csv", keeping: 20))
        let short = try file("short.csv", keeping: 15)
        let check = try await importFile(short, "--check")
        #expect(check.exitCode == 3)
        #expect(check.output.contains("To publish it will need --force"))
        let quiet = try await importFile(short, "--check", "--quiet")
        #expect(quiet.exitCode == 3)
        #expect(quiet.output.isEmpty)
        #expect(
            quiet.errors == """
                warning: publishing would be refused without --force: 5 of the 20 published \
                stations are not in the file (25.0 %); without --force at most 4 (20 %) may
                list: 15 rows, 15 stations, 0 rejected; checked, nothing was changed; to publish \
                it will need --force

                """
        )
        let meant = try await importFile(short, "--check", "--quiet", "--force")
        #expect(meant.exitCode == 0)
        let refused = try await importFile(short, "--report", "-")
        #expect(refused.exitCode == 1)
        #expect(
            refused.errors == """
                error: 5 of the 20 published stations are not in the file (25.0 %); without --force \
                at most 4 (20 %) may. Nothing was changed; if the file is right, run this again \
                with --force

                """
        )
        let json = try JSONSerialization.jsonObject(with: Data(refused.output.utf8))
        let report = try #require(json as? [String: Any])
        #expect(report["outcome"] as? String == "refused")
        #expect((report["force_needed"] as? [[String: Any]])?.first?["count"] as? Int == 5)
        let list = try await AmbitCommand.run("datasets", "list", "--database", database)
        #expect(list.lines.last?.hasPrefix("list,stations,1,yes,20,") == true)
        let forced = try await importFile(short, "--force")
        #expect(forced.exitCode == 0, "\(forced.errors)")
        let after = try await AmbitCommand.run("datasets", "list", "--database", database)
        #expect(after.lines.last?.hasPrefix("list,stations,2,yes,15,") == true)
    }

    @Test("the ledger says who imported which file, and what is still kept")
    func ledger() async throws {
        for count in 20...26 { _ = try await importFile(file("\(count).csv", keeping: count)) }
        let show = try await AmbitCommand.run(
            ["datasets", "show", "list", "--format", "json", "--database", database]
        )
        let json = try JSONSerialization.jsonObject(with: Data(show.output.utf8))
        let versions = try #require(json as? [[String: Any]])
        #expect(versions.compactMap { $0["version"] as? Int } == [7, 6, 5, 4, 3, 2, 1])
        #expect(versions.compactMap { $0["file"] as? String }.first == "26.csv")
        #expect(versions.compactMap { $0["added"] as? Int } == [1, 1, 1, 1, 1, 1, 20])
        #expect(versions.allSatisfy { $0["imported_by"] as? String == NSUserName() })
        #expect(versions.compactMap { $0["kept"] as? String }.filter { $0 == "yes" }.count == 5)
        let gone = try await AmbitCommand.run(
            ["datasets", "rollback", "list", "--to", "1", "--database", database]
        )
        #expect(gone.exitCode == 1)
        #expect(gone.errors == "error: dataset \"list\" has no version 1; it has 3, 4, 5, 6, 7\n")
    }

    @Test("a dataset is withdrawn with --force alone, listed as such, and brought back")
    func withdrawal() async throws {
        _ = try await importFile(file("whole.csv", keeping: 20))
        func ambit(_ arguments: String...) async throws -> AmbitCommand.Outcome {
            try await AmbitCommand.run(arguments + ["--database", database])
        }
        let asked = try await ambit("datasets", "withdraw", "list")
        #expect(asked.exitCode == 1)
        #expect(
            asked.errors == """
                error: withdrawing "list" would remove all of its 20 published stations (100 %); \
                nothing was changed. If that is meant, say so with force (`--force`)

                """
        )
        let done = try await ambit("datasets", "withdraw", "list", "--force")
        #expect(done.exitCode == 0)
        #expect(
            done.errors == """
                list: withdrawn, the public sees none of its 20 stations any more; `ambit datasets \
                rollback list --to 1` brings them back.

                """
        )
        let near = try await ambit("nearest", "stations", "--at", "38.1,-77", "--format", "csv")
        #expect(near.lines.count == 1)
        let list = try await ambit("datasets", "list", "--format", "json")
        let json = try JSONSerialization.jsonObject(with: Data(list.output.utf8))
        let versions = try #require(json as? [[String: Any]])
        #expect(versions.map { $0["published"] as? String } == ["no"])
        let withdrawn = try #require(versions.first?["withdrawn"] as? String)
        #expect(withdrawn.hasSuffix(" by \(NSUserName())"))
        let again = try await ambit("datasets", "withdraw", "list", "--force")
        #expect(again.exitCode == 1)
        #expect(again.errors.contains("is not published"))
        let back = try await ambit("datasets", "rollback", "list", "--to", "1")
        #expect(back.exitCode == 0)
        let after = try await ambit("nearest", "stations", "--at", "38.1,-77", "--format", "csv")
        #expect(after.lines.count > 1)
    }
}
