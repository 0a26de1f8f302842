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
            imports: ImportDesk(named: ["stations", "districts", "ground", "contests"]) {
                _,
                input,
                _,
                _ in
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

    @Test("the line of a table's header is a number from 1", arguments: ["0", "-1", "x", "1.5"])
    func badHeaderLine(text: String) async throws {
        let answer = try await send("kind=stations&dataset=dc&header=\(text)")
        #expect(answer.status == 400)
        #expect(answer.body.contains("it is the number of a line, 1 or more"))
    }

    @Test("the line of a table's header reaches the importer")
    func headerLine() async throws {
        let service = try await TestService(
            imports: ImportDesk(named: ["stations"]) { _, _, options, _ in
                throw ImportError.noRows(name: "line \(options.headerLine ?? 0)")
            }
        )
        let answer = try await service.send(
            .post,
            "/v1/imports?kind=stations&dataset=dc&header=17",
            token: TestService.importer,
            json: "id,name"
        )
        #expect(answer.body.contains("line 17"))
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

    @Test(
        "a value that is wrong is told by its parameter, in the words of the query",
        arguments: [
            ("map=foo", #"is \"foo\"; write column:field, such as lat:latitude"#),
            ("map=:name", #"is \":name\"; write column:field, such as lat:latitude"#),
            ("map=lat:latitude,x", #"holds \"x\"; write column:field, such as lat:latitude"#),
            ("map=lat:latitude,", #"holds \"\"; write column:field, such as lat:latitude"#),
            ("set=foo", #"is \"foo\"; write field=value, such as category=news"#),
            ("set==x", #"is \"=x\"; write field=value, such as category=news"#),
            (
                "crs=foo",
                #"is \"foo\"; write its number in the EPSG register, such as EPSG:27700"#
            ),
            (
                "crs=EPSG:1",
                #"is \"EPSG:1\"; the EPSG register has no reference system EPSG:1; look the "#
                    + "number up at https://epsg.org"
            ),
            ("type=ward", #"is \"ward\"; a type goes with districts and ground alone"#),
            ("mode=x", #"is \"x\"; it is check or publish"#),
            ("force=yes", #"is \"yes\"; it is true or false"#),
            ("add=1", #"is \"1\"; it is true or false"#),
            ("mend_encoding=", "is empty; leave it out or give it a value"),
            ("accept=likely", "needs repairs, the id of the import that proposed them"),
        ]
    )
    func wrongValue(parameter: String, message: String) async throws {
        let answer = try await send("kind=stations&dataset=dc&\(parameter)")
        #expect(answer.status == 400)
        let name = parameter.prefix { $0 != "=" }
        #expect(answer.body == badRequest([(String(name), message)]), "\(answer.body)")
        #expect(!answer.body.contains("--"))
    }

    @Test("a dataset, a kind, a profile and repairs are told with what they may be")
    func wrongNames() async throws {
        let dataset = try await send("kind=stations&dataset=A%0AB")
        #expect(
            dataset.body
                == badRequest([
                    (
                        "dataset",
                        #"is \"A\nB\"; a name is 1 to 64 small letters, digits, - and _, and begins "#
                            + "with a letter or a digit"
                    )
                ])
        )
        #expect(
            try await send("kind=x&dataset=dc").body
                == badRequest([
                    ("kind", #"is \"x\"; a file holds stations, districts, ground, contests"#)
                ])
        )
        let profile = try await send("kind=stations&dataset=dc&profile=../../etc/passwd")
        #expect(profile.status == 400)
        #expect(profile.body.contains(#"is \"../../etc/passwd\"; it is one of aec-gazette, "#))
        let digests = try await send("kind=stations&dataset=dc&repairs=x&accept=a,&refuse=,")
        for message in [
            #"is \"a,\"; a digest stands on both sides of each comma"#,
            #"is \",\"; a digest stands on both sides of each comma"#,
            #"is \"x\"; no import of that id is remembered"#,
        ] { #expect(digests.body.contains(message), "\(digests.body)") }
    }

    @Test(
        "what the file is found not to have is told by the parameter that named it",
        arguments: [
            (
                ImportError.unknownColumn("latt", choices: ["lat"]),
                #"map: the file has no column "latt"; it has "lat""#
            ),
            (
                .unknownField("latitud", option: "--map", choices: ["latitude"]),
                #"map: there is no field "latitud"; the fields are "latitude""#
            ),
            (
                .unknownField("wrd", option: "--set", choices: ["ward"]),
                #"set: there is no field "wrd"; the fields are "ward""#
            ),
        ]
    )
    func unknown(error: ImportError, words: String) async throws {
        let service = try await TestService(
            imports: ImportDesk(named: ["stations"]) { _, _, _, _ in throw error }
        )
        let answer = try await service.send(
            .post,
            "/v1/imports?kind=stations&dataset=dc",
            token: TestService.importer,
            json: "id,name"
        )
        #expect(answer.status == 422)
        let json = try JSONSerialization.jsonObject(with: Data(answer.body.utf8))
        #expect((json as? [String: Any])?["detail"] as? String == words)
    }
}
