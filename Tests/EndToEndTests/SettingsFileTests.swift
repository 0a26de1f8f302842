import Foundation
import Testing

@testable import ambit

@Suite struct SettingsFileTests {
    private func settings(_ text: String) throws -> [SettingsFile.Setting] {
        try SettingsFile(text, path: "x.toml").settings
    }

    @Test("values of all kinds are read, comments and empty lines are not")
    func values() throws {
        let read = try settings(
            """
            # where it listens
            port = 9000   # not 8080

            host="127.0.0.1"
            \tcreate = true
            rate-limit = ["a=1", 'b\\2', ] # two
            limit = []
            AMBIT_LOG = "a \\"b\\" # \\\\c"
            """
        )
        #expect(read.map(\.line) == [2, 4, 5, 6, 7, 8])
        #expect(
            read.map(\.name) == ["port", "host", "create", "rate-limit", "limit", "AMBIT_LOG"]
        )
        #expect(
            read.map(\.value) == [
                .number(9000), .text("127.0.0.1"), .boolean(true), .list(["a=1", #"b\2"#]),
                .list([]), .text(#"a "b" # \c"#),
            ]
        )
    }

    @Test(
        "what is no setting is refused with its line",
        arguments: [
            ("port", "line 1: no setting; write one as port = 8080 or host = \"127.0.0.1\""),
            (
                "\nport = 80 80", "line 2: \"80\" follows the value of port"
            ),
            ("host = \"a", "line 1: a text has no end: its quotation mark is missing"),
            (
                "host = \"a\\n\"",
                "line 1: after a backslash stands a quotation mark or another backslash"
            ),
            (
                "[server]",
                "line 1: a table is begun; settings have none, only lines such as port = 8080"
            ),
            (
                "limit = [1]",
                "line 1: a list holds texts in quotation marks, and ends with ] on its line"
            ),
            ("limit = [\"a\" \"b\"]", "line 1: the texts of a list have commas between them"),
            ("port = 1\nport = 2", "line 2: port stands in line 1 already"),
            (
                "host = localhost",
                "line 1: host is localhost; a value is a text in quotation marks, a whole number, true, "
                    + "false, or a list of texts in square brackets"
            ),
        ]
    )
    func refused(text: String, problem: String) {
        #expect(throws: SettingsError("x.toml", problem)) { try settings(text) }
    }

    private func expand(_ text: String, _ own: String...) throws -> [String] {
        let folder = try TemporaryFolder()
        let path = try folder.write(text, to: "ambit.toml")
        return try SettingsFile.expand(["serve", "--settings", path] + own)
            .map { $0 == path ? "FILE" : $0 }
    }

    @Test("settings become options in front of the command's own")
    func options() throws {
        #expect(
            try expand(
                "port = 9000\ncreate = true\nlimit = ['a=1', 'b=2']\nhost = \"::1\"\n",
                "--port",
                "1"
            )
                == [
                    "serve", "--port=9000", "--create", "--limit=a=1", "--limit=b=2", "--host=::1",
                    "--settings", "FILE", "--port", "1",
                ]
        )
        #expect(try expand("create = false\n") == ["serve", "--settings", "FILE"])
        #expect(try SettingsFile.expand(["serve"]) == ["serve"])
        #expect(
            try SettingsFile.expand(["check", "--settings", "/none"])
                == ["check", "--settings", "/none"]
        )
        #expect(
            try SettingsFile.expand(["serve", "--settings", "/none", "--help"])
                == ["serve", "--settings", "/none", "--help"]
        )
    }

    @Test(
        "a setting that serve has not, or of another kind, ends the start with its line",
        arguments: [
            ("prot = 9000", "there is no setting \"prot\"; did you mean \"port\"?"),
            ("settings = \"x\"", "there is no setting \"settings\""),
            (
                "AMBIT_LOGS = \"x\"",
                "there is no setting \"AMBIT_LOGS\"; did you mean \"AMBIT_LOG\"?"
            ),
            ("create = 1", "create is 1; it is true or false"),
            ("port = true", "port is true; it is a text or a number"),
            ("host = [\"a\"]", "host is a list; it is one value"),
            ("AMBIT_LOG = 1", "AMBIT_LOG is 1; it is a text in quotation marks"),
        ]
    )
    func unknown(line: String, problem: String) async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("# mine\n\(line)\n", to: "ambit.toml")
        let outcome = try await AmbitCommand.run(
            "serve",
            "--settings=\(path)",
            "--database",
            folder.path("none.sqlite")
        )
        #expect(outcome.exitCode == 1)
        #expect(outcome.errors == "error: settings of \(path): line 2: \(problem)\n")
    }

    @Test("a file that cannot be read, and one that is no text, are told")
    func noFile() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("latin.toml")
        try Data([0x23, 0xE9]).write(to: URL(fileURLWithPath: path))
        for (path, problem) in [
            (folder.path("none.toml"), "it cannot be read"), (path, "it is not UTF-8 text"),
        ] {
            #expect(throws: SettingsError(path, problem)) { try SettingsFile(path: path) }
        }
    }

    @Test("a service is started by a file alone, and the command line holds before it")
    func served() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(
            """
            port = 1
            database = "\(folder.path("a.sqlite"))"
            limit = ["text_characters=1-77"]
            AMBIT_RATE_LIMIT = "off"
            """,
            to: "ambit.toml"
        )
        let server = try await AmbitServer.start(
            database: folder.path("b.sqlite"),
            arguments: ["--settings", path]
        )
        let limits = try await server.get("/v1/categories").json
        #expect("\(limits)".contains("77"))
        // Without limits no headers tell them.
        #expect(FileManager.default.fileExists(atPath: folder.path("b.sqlite")))
        #expect(!FileManager.default.fileExists(atPath: folder.path("a.sqlite")))
        #expect(try await server.stop() == 0)
    }
}
