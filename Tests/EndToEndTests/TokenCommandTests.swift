import Foundation
import Testing

/// `ambit token` with a service beside it.
@Suite struct TokenCommandTests {
    private let folder: TemporaryFolder
    private let database: String

    init() throws {
        folder = try TemporaryFolder()
        database = folder.path("test.sqlite")
    }

    private func create(_ role: String, _ label: String) async throws -> String {
        let outcome = try await AmbitCommand.run(
            "token",
            "create",
            "--role",
            role,
            "--label",
            label,
            "--database",
            database
        )
        try #require(outcome.exitCode == 0, "\(outcome.errors)")
        return outcome.output.trimmingCharacters(in: .newlines)
    }

    @Test(
        "an organizer's token is for a published event, whose id it keeps when another has its key"
    )
    func organizer() async throws {
        let events = """
            id,title,kind,starts,ends,time_zone
            today,Energy Day,fair,2027-05-01T09:00,2027-05-01T17:00,America/Denver
            """
        let file = try folder.write(events, to: "events.csv")
        func ambit(_ arguments: String...) async throws -> AmbitCommand.Outcome {
            try await AmbitCommand.run(arguments + ["--database", database])
        }
        func create(_ event: String) async throws -> AmbitCommand.Outcome {
            try await ambit(
                "token",
                "create",
                "--role",
                "expo.organizer",
                "--event",
                event,
                "--label",
                "Bo"
            )
        }
        #expect(try await ambit("import", "events", file, "--dataset", "one").exitCode == 0)
        let unknown = try await create("nosuch")
        #expect(unknown.exitCode == 64)
        #expect(unknown.errors.contains(#"--event is "nosuch""#))
        #expect(try await create("today").exitCode == 0)
        #expect(try await create("one.today").exitCode == 0)
        let list = try await ambit("token", "list", "--format", "csv")
        let lines = list.output.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines.dropFirst().allSatisfy { $0.hasSuffix(",one.today") })

        let second = try await ambit("import", "events", file, "--dataset", "two")
        #expect(second.exitCode == 1)
        #expect(second.errors.contains(#""today" of one"#))
        let check = try await ambit("import", "events", file, "--dataset", "two", "--check")
        #expect(check.exitCode == 3)
        #expect(try await ambit("import", "events", file, "--dataset", "one").exitCode == 0)
        #expect(
            try await ambit("import", "events", file, "--dataset", "two", "--force").exitCode == 0
        )
        #expect(try await create("today").exitCode == 64)
        #expect(try await create("two.today").exitCode == 0)
    }

    @Test("a moderator's token opens the queue until it is revoked; the role staff does not")
    func moderator() async throws {
        let token = try await create("moderator", "Ann, night shift")
        #expect(token.wholeMatch(of: /ambit_[0-9a-f]{64}/) != nil)
        let staff = try await create("staff", "Bo")
        let server = try await AmbitServer.start(database: database)
        func status(_ token: String?) async throws -> Int {
            try await server.send("GET", "/v1/moderation/queue", token: token).status
        }
        #expect(try await status(token) == 200)
        #expect(try await status(staff) == 403)
        #expect(try await status("ambit_" + String(repeating: "0", count: 64)) == 401)
        #expect(try await status(nil) == 401)

        let list = try await AmbitCommand.run(
            "token",
            "list",
            "--format",
            "csv",
            "--database",
            database
        )
        let lines = list.output.split(separator: "\n")
        #expect(lines.first == "id,role,label,created_at,revoked_at,event")
        #expect(lines.count == 3)
        #expect(lines[1].hasPrefix(#"1,moderator,"Ann, night shift",20"#))
        #expect(!list.output.contains(token))
        #expect(!list.output.contains(staff))

        let revoked = try await AmbitCommand.run("token", "revoke", "1", "--database", database)
        #expect(revoked.exitCode == 0)
        #expect(try await status(token) == 401)
        let unknown = try await AmbitCommand.run("token", "revoke", "9", "--database", database)
        #expect(unknown.exitCode == 1)
        #expect(
            unknown.errors.trimmingCharacters(in: .newlines)
                == "error: there is no token 9; ambit token list shows all"
        )
        // The file holds no token in the clear.
        let bytes = try Data(contentsOf: URL(fileURLWithPath: database))
        #expect(bytes.range(of: Data(token.utf8)) == nil)
        #expect(try await server.stop() == 0)
    }

    @Test("a role that does not exist and a label that says nothing are refused")
    func refusals() async throws {
        let role = try await AmbitCommand.run(
            "token",
            "create",
            "--role",
            "boss",
            "--label",
            "x",
            "--database",
            database
        )
        #expect(role.exitCode == 64)
        let label = try await AmbitCommand.run(
            "token",
            "create",
            "--role",
            "staff",
            "--label",
            " ",
            "--database",
            database
        )
        #expect(label.exitCode == 1)
        #expect(label.errors.hasPrefix("error: label is"))
    }
}
