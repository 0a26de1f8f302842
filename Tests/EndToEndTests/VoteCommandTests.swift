import Foundation
import TestSupport
import Testing

/// `ambit vote` on the sample county: one voter, many, and voters who mistype.
@Suite struct VoteCommandTests {
    private let folder: TemporaryFolder
    private let database: String

    init() async throws {
        folder = try TemporaryFolder()
        database = folder.path("county.sqlite")
        for (kind, file, more) in [
            ("stations", "stations.csv", []),
            ("districts", "precincts.geojson", ["--type", "precinct"]),
            ("addresses", "addresses.csv", []),
        ] {
            let outcome = try await AmbitCommand.run(
                ["import", kind, Checkout.county(file), "--dataset", "curlew-" + kind, "--quiet"]
                    + more + ["--database", database]
            )
            try #require(outcome.exitCode == 0, "\(outcome.errors)")
        }
    }

    private func vote(_ arguments: String..., input: String? = nil) async throws
        -> AmbitCommand.Outcome
    {
        try await AmbitCommand.run(
            ["vote"] + arguments + ["--database", database],
            input: input
        )
    }

    private func object(_ text: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test("the page names the address that was matched")
    func address() async throws {
        let page = try await vote("--address", "917 bobolink circle", "--format", "table")
        #expect(page.exitCode == 0 && page.errors.isEmpty)
        #expect(page.lines.first?.hasPrefix("Assigned by address: precinct ") == true)
        #expect(page.lines.dropFirst().first == "  for 917 Bobolink Cir, Bluestem, 69701")
        let row = try await vote("--address", "917 bobolink circle")
        #expect(row.lines.first?.contains(",warnings,matched_address,") == true)
        #expect(row.lines.last?.contains(",\"917 Bobolink Cir, Bluestem, 69701\",") == true)
    }

    @Test(
        "a typing mistake is asked back, and what is offered can be asked for",
        arguments: ["917 Boblink Cir", "917 Bobolink Ave, Bluestem", "917 bobolnik cir 69701"]
    )
    func misspelt(address: String) async throws {
        let page = try await vote("--address", address, "--format", "table")
        #expect(page.exitCode == 0)
        #expect(page.lines.first == "No station is assigned.")
        #expect(page.output.contains("Did you mean \"Bobolink Cir\"?"))
        #expect(page.output.contains("Choices, none of which is assigned:"))
        let answer = try object(try await vote("--address", address, "--format", "json").output)
        #expect(answer["assignment"] is NSNull)
        let choices = try #require(answer["choices"] as? [[String: Any]])
        let offered = try #require((choices.first?["addresses"] as? [String])?.first)
        #expect(offered == "917 Bobolink Cir, Bluestem, 69701")
        let row = try await vote("--address", address)
        #expect(row.lines.last?.hasPrefix(",,,,,") == true)
        #expect(row.lines.last?.contains("misspelt_address") == true)
        let asked = try await vote("--address", offered, "--format", "table")
        #expect(asked.lines.first?.hasPrefix("Assigned by address") == true)
    }

    @Test("the page says beside its date that an election is over")
    func past() async throws {
        let address = "917 bobolink circle"
        let first = try #require(
            try await vote("--address", address, "--format", "table").lines.first
        )
        let precinct = try #require(first.split(separator: " ").last)
        let elections = try folder.write(
            "id,name,date\nold,Old Election,2016-11-08\nnew,New Election,9998-11-08\n",
            to: "elections.csv"
        )
        let contests = try folder.write(
            """
            election,contest,district_type,district_code,candidate
            old,Mayor,precinct,\(precinct),Ada
            new,Clerk,precinct,\(precinct),Bo

            """,
            to: "contests.csv"
        )
        for (kind, file) in [("elections", elections), ("contests", contests)] {
            let outcome = try await AmbitCommand.run(
                ["import", kind, file, "--dataset", kind, "--quiet", "--database", database]
            )
            try #require(outcome.exitCode == 0, "\(outcome.errors)")
        }
        for (election, line) in [
            ("old", "On the ballot: Old Election, held on 2016-11-08 (it is over)"),
            ("new", "On the ballot: New Election, 9998-11-08"),
        ] {
            let page = try await vote(
                "--address",
                address,
                "--election",
                election,
                "--format",
                "table"
            )
            #expect(page.lines.contains(line), "\(page.output)")
        }
    }

    @Test("an address that nothing is like is not known")
    func unknown() async throws {
        let outcome = try await vote("--address", "1 Xyzzy Plugh Way")
        #expect(outcome.exitCode == 1)
        #expect(outcome.output.isEmpty)
        #expect(
            outcome.errors.contains(
                "knows the address \"1 Xyzzy Plugh Way\" or one that is like it"
            )
        )
    }

    @Test("near a boundary the page says that one of the choices is assigned, and it comes first")
    func nearBoundary() async throws {
        let page = try await vote(
            "--at",
            "42.1152,-101.4801",
            "--accuracy",
            "5km",
            "--format",
            "table"
        )
        let first = try #require(page.lines.first)
        #expect(first.hasPrefix("Assigned by district: precinct "))
        let heading = "Choices, of which the first is assigned:"
        let index = try #require(page.lines.firstIndex(of: heading), "\(page.output)")
        let code = first.dropFirst("Assigned by district: ".count)
        #expect(page.lines[index + 1].hasPrefix("  \(code) (holds the place, "))
        #expect(!page.output.contains("none of which"))
    }

    @Test("far from every station the page says how far, and lists none")
    func farAway() async throws {
        let page = try await vote("--at", "0,0", "--format", "table")
        #expect(page.output.contains("No station that is loaded lies within 100 km of the place; "))
        #expect(!page.output.contains("Nearby"))
        let wide = try await vote("--at", "0,0", "--nearby", "20000km", "--format", "table")
        #expect(wide.output.contains("Nearby, which does not make them yours:"))
        #expect(!wide.output.contains("No station that is loaded lies"))
    }

    private static let voters = """
        voter,lat,lon,note
        17,42.1152,-101.4801,"north, by the hall"
        18,0,0,
        19,42.12,-101.5,x

        """

    @Test("a file of voters is answered row by row, its columns carried along")
    func batch() async throws {
        let file = try folder.write(Self.voters, to: "voters.csv")
        let rows = try await vote("--at", file)
        #expect(rows.exitCode == 0, "\(rows.errors)")
        #expect(rows.lines.count == 4)
        #expect(
            rows.lines.first?.hasPrefix("at_voter,at_lat,at_lon,at_note,method,district_type,")
                == true
        )
        #expect(rows.lines[1].hasPrefix("17,42.1152,-101.4801,\"north, by the hall\",district,"))
        #expect(rows.lines[2].hasPrefix("18,0,0,,,,,,,"))
        #expect(rows.lines[2].contains("outside_districts no_station_nearby"))
        let single = try await vote("--at", "42.1152,-101.4801")
        #expect(rows.lines[1].hasSuffix(try #require(single.lines.last)))
        let piped = try await vote("--at", "-", input: Self.voters)
        #expect(piped.output == rows.output)
    }

    @Test(
        "what gzip has packed is read from standard input as from a file: a table, lines, GeoJSON",
        arguments: [
            ("--at", "H4sIAAAAAAACA8tJLNHJyc/jMjHSMzQ0NdLRNTQw1DOxMDDkAgCIbmXjGgAAAA=="),
            ("--address", "H4sIAAAAAAACA7M0NFdwyk/Kz8nMy1ZwzizSUXDKKU0tLknN5QIAWgdWqxsAAAA="),
            (
                "--at",
                """
                H4sIAAAAAAACA6tWKqksSFWyUnJLTSwpLUp1zs/JSU0uyczPU9JRSoOIFStZRVejqQPKFhTlF6QW
                lWSC5KtrdZTSU/NzU0uKKoE8mOKA/My8EqDS5Pz8opTMvMQSsFm6hgaGeiYWBoY6JkZ6hoamRrG1
                tbG1XADF6NZkiwAAAA==
                """
            ),
        ]
    )
    func packed(option: String, base64: String) async throws {
        let bytes = try #require(
            Data(base64Encoded: base64, options: .ignoreUnknownCharacters)
        )
        func assigned(_ source: String) async throws -> [String] {
            let outcome = try await AmbitCommand.run(
                ["vote", option, source, "--database", database],
                bytes: bytes
            )
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            return outcome.lines
        }
        let rows = try await assigned("-")
        #expect(rows.count == 2)
        #expect(rows.last?.contains(option == "--at" ? ",district,precinct," : ",address,") == true)
        let file = folder.path("voters.gz")
        try bytes.write(to: URL(fileURLWithPath: file))
        #expect(try await assigned(file) == rows)
        let half = try await AmbitCommand.run(
            ["vote", option, "-", "--database", database],
            bytes: bytes.prefix(bytes.count / 2)
        )
        #expect(half.exitCode == 1)
        #expect(half.errors.contains("\"standard input\" cannot be unpacked: it breaks off"))
    }

    @Test("a header without end is told by its beginning", arguments: ["--at", "--address"])
    func longHeader(option: String) async throws {
        let names = (1...10_000).map { "column \($0)" }.joined(separator: ",")
        for header in [names, String(repeating: "x", count: 1 << 20) + ",y,z"] {
            let file = try folder.write("\(header)\n1,2\n", to: "wide.csv")
            for source in [file, "-"] {
                let outcome = try await vote(option, source, input: header + "\n1,2\n")
                #expect(outcome.exitCode == 1)
                // A list of addresses a line begins with their columns' names.
                #expect(outcome.lines.count <= 1 && outcome.output.count < 2500)
                #expect((50..<2500).contains(outcome.errors.count), "\(outcome.errors.prefix(200))")
            }
        }
    }

    @Test("JSON of many voters is whole answers with the voter's columns: an array, or a line each")
    func batchJSON() async throws {
        let file = try folder.write(Self.voters, to: "voters.csv")
        let lines = try await vote("--at", file, "--format", "ndjson").lines
        #expect(lines.count == 3)
        let first = try object(try #require(lines.first))
        #expect((first["at"] as? [String: Any])?["voter"] as? String == "17")
        let single = try await vote("--at", "42.1152,-101.4801", "--format", "json")
        #expect(lines[0].hasSuffix(String(single.lines[0].dropFirst())))
        let path = folder.path("answers.json")
        let whole = try await vote("--at", file, "--output", path)
        #expect(whole.exitCode == 0 && whole.output.isEmpty)
        let array = try JSONSerialization.jsonObject(
            with: Data(contentsOf: URL(fileURLWithPath: path))
        )
        #expect((array as? [[String: Any]])?.count == 3)
    }

    @Test(
        "a file of addresses or postcodes is answered row by row: a column, columns, or one a line",
        arguments: [
            (
                "address", "voter,address\n17,917 Bobolink Cir\n18,1 Xyzzy Way\n",
                "at_voter,at_address,"
            ),
            (
                "address",
                "voter,house_number,street,city\n17,917,Bobolink Cir,Bluestem\n18,1,Xyzzy Way,\n",
                "at_voter,at_house_number,at_street,at_city,"
            ),
            ("address", "917 Bobolink Cir, Bluestem\n\n1 Xyzzy Way\n", "at_address,"),
            ("postcode", "voter,ZIP Code\n17,69701-0001\n18,99999\n", "at_voter,at_ZIP Code,"),
            ("postcode", "69701\r\n99999", "at_postcode,"),
        ]
    )
    func textBatch(kind: String, text: String, header: String) async throws {
        let file = try folder.write(text, to: "questions.csv")
        let rows = try await vote("--" + kind, file)
        #expect(rows.exitCode == 0, "\(rows.errors)")
        #expect(rows.lines.count == 3)
        #expect(rows.lines.first?.hasPrefix(header + "method,") == true)
        let single = try await vote(
            "--" + kind,
            kind == "address" ? "917 Bobolink Cir, Bluestem" : "69701"
        )
        #expect(rows.lines[1].hasSuffix(try #require(single.lines.last)))
        #expect(rows.lines[2].contains("unknown_\(kind)"))
        let piped = try await vote("--" + kind, "-", input: text)
        #expect(piped.output == rows.output)
        let json = try await vote("--" + kind, file, "--format", "ndjson")
        let unknown = try object(try #require(json.lines.last))
        #expect(unknown["assignment"] is NSNull)
        let warning = try #require((unknown["warnings"] as? [[String: Any]])?.first)
        #expect(warning["code"] as? String == "unknown_\(kind)")
    }

    @Test(
        "a file of voters is read as staff have it",
        arguments: [
            Array("voter;address\n17;917 Bobolink Cir, Bluestem\n".utf8),
            Array("voter\taddress\n17\t917 Bobolink Cir, Bluestem\n".utf8),
            Array(
                "Größe;address\n17;917 Bobolink Cir, Bluestem\n".unicodeScalars.map {
                    UInt8($0.value)
                }
            ),
            [0xFF, 0xFE]
                + "id\taddress\n17\t917 Bobolink Cir, Bluestem\n".utf16.flatMap { [UInt8($0), 0] },
            "917 Bobolink Cir, Bluestem\n".utf16.flatMap { [UInt8($0), 0] },
        ] as [[UInt8]]
    )
    func asStaffHaveIt(bytes: [UInt8]) async throws {
        let path = folder.path("voters.txt")
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let rows = try await vote("--address", path)
        #expect(rows.exitCode == 0, "\(rows.errors)")
        let single = try await vote("--address", "917 Bobolink Cir, Bluestem")
        #expect(single.lines.last?.hasPrefix("address,") == true)
        #expect(rows.lines.count == 2)
        #expect(rows.lines.last?.hasSuffix(try #require(single.lines.last)) == true)
    }

    @Test(
        "a file that does not tell which column is meant is refused, until the column is named",
        arguments: [
            ("id;Home Address;Address\n1;917 Bobolink Cir;x\n", "\"Home Address\", \"Address\""),
            ("id;Domizil\n1;917 Bobolink Cir\n", "The first line has \"id\", \"Domizil\""),
            ("id,name,Domizil\n1,A,917 Bobolink Cir\n", "The first line has \"id\", \"name\""),
        ]
    )
    func unclearColumn(text: String, message: String) async throws {
        let file = try folder.write(text, to: "voters.csv")
        let refused = try await vote("--address", file)
        #expect(refused.exitCode == 1 && refused.output.isEmpty)
        #expect(refused.errors.contains(message), "\(refused.errors)")
        #expect(refused.errors.contains("--column"))
        let column = text.contains("Domizil") ? "Domizil" : "Home Address"
        let named = try await vote("--address", file, "--column", column)
        #expect(named.exitCode == 0, "\(named.errors)")
        #expect(named.lines.last?.contains(",address,precinct,") == true)
        let wrong = try await vote("--address", file, "--column", "nothing")
        #expect(wrong.errors.contains("there is no column \"nothing\""))
    }

    @Test(
        "one answer is written into a GeoPackage as one feature, the station",
        .enabled(if: GDAL.isInstalled, GDAL.notice)
    )
    func geoPackage() async throws {
        let path = folder.path("v.gpkg")
        let outcome = try await vote("--at", "42.1152,-101.4801", "--output", path)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let info = try GDAL.run(["ogrinfo", "-so", path, "v"])
        #expect(info.contains("Feature Count: 1"))
        #expect(info.contains("station_id: String"))
    }

    @Test("a row without a place is named by file and line, or left out and counted")
    func badRow() async throws {
        let file = try folder.write("voter,lat,lon\n17,42.1,-101.4\n18,95,0\n", to: "voters.csv")
        let refused = try await vote("--at", file)
        #expect(refused.exitCode == 1)
        #expect(refused.errors.contains("line 3: latitude is 95.0"), "\(refused.errors)")
        #expect(refused.lines.count == 2)
        let passed = try await vote("--at", file, "--skip-bad-rows")
        #expect(passed.exitCode == 0)
        #expect(passed.errors == "1 row without a place was left out.\n")
    }

    @Test(
        "wrong options are named",
        arguments: [
            (["--at", "voters-that-are-not.csv"], "there is no file \"voters-that-are-not.csv\""),
            (["--address", String(repeating: "x", count: 201)], "--address has 201 characters"),
            (["--at", "1,2", "--nearby", "far"], "--nearby: distance is \"far\""),
            (["--at", "1,2", "--vote-centers", "100001"], "--vote-centers is 100001"),
            (["--address", "nofile.csv"], "--address: there is no file \"nofile.csv\""),
            (["--postcode", "lists/codes"], "--postcode: there is no file \"lists/codes\""),
            (["--address", "12/14 Main St", "--column", "x"], "--column goes with a file"),
            (["--at", "1,2", "--accuracy", "-5m"], "--accuracy: distance is -5.0"),
            (["--at", "1,2", "--nearby", "-5km"], "--nearby: distance is -5000.0"),
            (["--at", "1,2", "--vote-centers", "-1"], "--vote-centers is -1"),
            (["--at", "0x10,0x20"], "--at is \"0x10,0x20\""),
            (["--at", "1,2", "--postcode", "1"], "give one of --at, --postcode and --address"),
        ]
    )
    func usage(arguments: [String], message: String) async throws {
        let outcome = try await AmbitCommand.run(["vote"] + arguments + ["--database", database])
        #expect(outcome.exitCode == 64)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }
}
