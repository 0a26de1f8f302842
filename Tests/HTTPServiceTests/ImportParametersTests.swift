import Foundation
import HTTPTypes
import Testing

@testable import HTTPService
@testable import Importing

/// What `POST /v1/imports` takes besides the file, and what it says of values that it does not take.
@Suite struct ImportParametersTests {
    /// A service whose importer tells what it was given, as the reason for doing nothing.
    private func send(_ query: String) async throws -> Answer {
        let service = try await TestService(
            imports: ImportDesk(kinds: ["stations", "ground", "contests"]) { _, input, _, _ in
                throw ImportError.noRows(name: input.name)
            }
        )
        return try await service.send(
            .post,
            "/v1/imports?\(query)",
            token: TestService.importer,
            json: "id,name"
        )
    }

    @Test(
        "a file is told of by its name without folders, whatever machine it comes from",
        arguments: [
            ("list.csv", "list.csv"), ("../../x.csv", "x.csv"), ("/etc/x.csv", "x.csv"),
            ("C:%5Clists%5Cx.csv", "x.csv"), ("folder/", "folder"),
            ("W%C3%A4hler%202026.csv", "Wähler 2026.csv"),
            ("folder/%CC%81x.csv", "\u{301}x.csv"),
        ]
    )
    func name(given: String, kept: String) async throws {
        let answer = try await send("kind=stations&dataset=dc&name=\(given)")
        #expect(answer.status == 422)
        let json = try JSONSerialization.jsonObject(with: Data(answer.body.utf8))
        let detail = (json as? [String: Any])?["detail"] as? String
        #expect(
            detail == "\"\(kept)\" has a line of column names and no row of data; export it again"
        )
    }

    @Test(
        "a name that is none, or that holds control characters, is refused",
        arguments: [
            ("evil%0Aname.csv", #"\"evil\nname.csv\""#), ("%00", #"\"\u0000\""#),
            ("a%C2%9Bb", "\\\"a\u{9B}b\\\""), ("a%E2%80%AEb", "\\\"a\u{202E}b\\\""),
            ("a%0A/b.csv", #"\"a\n/b.csv\""#), ("..", #"\"..\""#), ("/", #"\"/\""#),
            (
                String(repeating: "a", count: 256),
                #"\""# + String(repeating: "a", count: 40) + #"...\""#
            ),
        ]
    )
    func badName(given: String, quoted: String) async throws {
        let answer = try await send("kind=stations&dataset=dc&name=\(given)")
        #expect(answer.status == 400)
        #expect(
            answer.body
                == badRequest([
                    (
                        "name",
                        "is \(quoted); it is a file's name of 1 to 255 characters, none of them a "
                            + "control character"
                    )
                ])
        )
    }
}
