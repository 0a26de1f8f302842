import Foundation
import Testing

/// `--where 'column~expression'`: what an expression finds, and that none holds a command for ever.
@Suite struct PatternTests {
    private let folder: TemporaryFolder
    private let file: String

    init() throws {
        folder = try TemporaryFolder()
        let names = [
            "Élan Hall", "STRASSE 12", "a_b", "x.y", "77002-1234", "", "line\nend",
            String(repeating: "a", count: 60) + "!", "aaa",
        ]
        let rows = names.enumerated().map { "\($0 + 1),\"\($1)\",1,2" }
        file = try folder.write(
            "id,name,lat,lon\n" + rows.joined(separator: "\n") + "\n",
            to: "rows.csv"
        )
    }

    private func within(_ pattern: String) async throws -> AmbitCommand.Outcome {
        try await AmbitCommand.run(
            "within",
            file,
            "--bbox",
            "-180,-90,180,90",
            "--where",
            "name~\(pattern)",
            "--fields",
            "id",
            "--format",
            "csv"
        )
    }

    @Test(
        "an expression finds what it says, in any case",
        arguments: [
            ("élan h.ll$", ["1"]), ("^(straße|strasse) \\d+$", ["2"]), ("a.b", ["3"]),
            ("x\\.y", ["4"]), ("^\\d{5}(-\\d{4})?$", ["5"]), ("^$", ["6"]), ("line.end", []),
            ("line\\send", ["7"]), ("[^a-z !_.-]{3}", ["5"]), ("^a{3,5}$", ["9"]),
            ("(?:ha|ll){2}", ["1"]), ("^a+?$", ["9"]), ("[.]y|_", ["3", "4"]),
            // What is left to the language's own expressions.
            ("\\bhall\\b", ["1"]), ("^(?!.*a)x", ["4"]), ("^(a)\\1+$", ["9"]),
        ]
    )
    func finds(pattern: String, ids: [String]) async throws {
        let outcome = try await within(pattern)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.output.split(separator: "\n").dropFirst().map(String.init) == ids)
    }

    @Test("no repeats within repeats take long", .timeLimit(.minutes(1)))
    func repeats() async throws {
        for pattern in ["^(a+)+$", "^(a|aa)+$", "^(.*a){20}$", "(a*)*b"] {
            let outcome = try await within(pattern)
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            #expect(!outcome.output.contains("8"), "\(pattern)")
        }
    }

    @Test("what may go on for ever ends with a sentence", .timeLimit(.minutes(2)))
    func endless() async throws {
        let output = folder.path("out.csv")
        let outcome = try await AmbitCommand.run(
            "within",
            file,
            "--bbox",
            "-180,-90,180,90",
            "--where",
            "name~^(?=a)(a+)+$",
            "-o",
            output
        )
        #expect(outcome.exitCode == 1)
        #expect(outcome.errors.contains("took more than 10 s over one value"), "\(outcome.errors)")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["rows.csv"]
        )
    }
}
