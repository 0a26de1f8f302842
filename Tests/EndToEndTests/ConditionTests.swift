import Foundation
import Testing

/// `--where`: what the store tells by itself is what a look at every row tells.
@Suite(.serialized) struct ConditionTests {
    private let folder: TemporaryFolder
    private let database: String
    /// The same stations as a file of places, whose rows are all looked at.
    private let file: String

    init() async throws {
        folder = try TemporaryFolder()
        try await folder.bring("stations to filter", madeBy: Self.makeStations)
        database = folder.path("stations.sqlite")
        file = folder.path("rows.csv")
    }

    private static func makeStations(in folder: TemporaryFolder) async throws {
        let database = folder.path("stations.sqlite")
        var random = SplitMix(seed: 44)
        let names = [
            "Élan Hall", "elan hall", "ELAN HALL 7", "Straße", "STRASSE", "7", "7.0", "07", "x,y",
            "a \u{1F3EB} school",
        ]
        let numbers = ["", "5", "5.0", "-3", "abc", "1e1", "10"]
        var rows = ["id,name,address,postcode,wheelchair,rooms,note,latitude,longitude"]
        for number in 0..<400 {
            let name = names[number % names.count]
            rows.append(
                [
                    "s\(number)", "\"\(name)\"", "\(number) Main Street",
                    number % 5 == 0 ? "" : "\(20_000 + number % 37)",
                    ["yes", "no", "unknown"][number % 3], numbers[number % numbers.count],
                    number % 11 == 0 ? "\"says \"\"hi\"\"\"" : "plain",
                    "\(38.8 + random.unit() * 0.1)", "\(-77.1 + random.unit() * 0.1)",
                ].joined(separator: ",")
            )
        }
        let source = try folder.write(rows.joined(separator: "\n") + "\n", to: "in.csv")
        let imported = try await AmbitCommand.run(
            "import",
            "stations",
            source,
            "--dataset",
            "d",
            "--database",
            database,
            "--quiet"
        )
        try #require(imported.exitCode == 0, "\(imported.errors)")
        let all = try await AmbitCommand.run(
            "within",
            "stations",
            "--bbox",
            "-180,-90,180,90",
            "--fields",
            "id,name,address,postcode,districts,wheelchair,dataset,rooms,note,lat,lon",
            "-o",
            folder.path("rows.csv"),
            "--database",
            database
        )
        try #require(all.exitCode == 0, "\(all.errors)")
    }

    @Test(
        "the store's rows and a file's rows pass the same conditions",
        arguments: [
            ["name=7"], ["name!=7"], ["name<7.5"], ["name>=Straße"], ["name~hall"], ["name~élan"],
            ["name~^.lan h"], ["name in 7,07,STRASSE"], ["postcode="], ["postcode!="],
            ["postcode>20030"], ["wheelchair in yes,unknown", "name~s"], ["rooms=5"],
            ["rooms<=5"], ["rooms="], ["note~\"hi"], ["address~^1.. main", "rooms!=abc"],
            ["id in d.s1,d.s2,nothing"], ["dataset=d", "postcode~7$"], ["districts="],
            ["lat>38.85", "name~a"], ["name=nobody"], ["name = '7' OR name LIKE '%all%'"],
            ["postcode IS NULL AND lat > 38.85"], ["rooms BETWEEN 5 AND 10", "name~s"],
            ["S_DWITHIN(geometry, POINT(-77.05 38.85), 3000)"],
            ["NOT wheelchair IN ('yes', 'unknown') AND CASEI(name) LIKE 'str%'"],
            [#"{"op":"<>","args":[{"property":"name"},"07"]}"#, "wheelchair=yes"],
        ]
    )
    func agreement(conditions: [String]) async throws {
        let isEmpty = conditions == ["name=nobody"]
        for question in [
            ["within", "--bbox", "-77.08,38.8,-77,38.88"],
            ["nearest", "--at", "38.85,-77.05", "-k", "4"],
        ] {
            let count = try await compare(question, conditions)
            #expect(isEmpty ? count == 0 : count > 0)
        }
    }

    @Test(
        "so do those that answer many places, a circle, a long list and statistics",
        arguments: [["name~^.lan h"], ["postcode in 20001,20002", "lat>38.83"]]
    )
    func otherQuestions(conditions: [String]) async throws {
        let places = (0..<70).map { "38.\(8000 + $0 * 13),-77.0\($0 % 10)\n" }.joined()
        for (question, input) in [
            (["within", "--at", "38.85,-77.05", "--radius", "4km"], nil),
            (["nearest", "--at", "38.85,-77.05", "-k", "100"], nil),
            (["nearest", "--at", "-", "-k", "2"], places),
            (["within", "--at", "-", "--radius", "900m"], places),
        ] {
            #expect(try await compare(question, conditions, input: input) > 0)
        }
        #expect(try await compare(["stats"], conditions) > 10)
    }

    /// - Returns: How many rows both answer.
    private func compare(
        _ question: [String],
        _ conditions: [String],
        input: String? = nil
    ) async throws -> Int {
        var arguments = question.dropFirst() + conditions.flatMap { ["--where", $0] }
        if question != ["stats"] { arguments += ["--fields", "id,distance_m"] }
        let store = try await AmbitCommand.run(
            [question[0], "stations"] + arguments + ["--database", database],
            input: input
        )
        let rows = try await AmbitCommand.run([question[0], file] + arguments, input: input)
        try #require(store.exitCode == 0 && rows.exitCode == 0, "\(store.errors)\(rows.errors)")
        // A file's rows in a box are in the order of the file.
        let isListed = question.contains("--bbox")
        #expect(
            (isListed ? store.lines.sorted() : store.lines)
                == (isListed ? rows.lines.sorted() : rows.lines)
        )
        return store.lines.count - 1
    }

    @Test("what is no number is no match for a comparison with one, and is told")
    func noNumbers() async throws {
        let text =
            "id,lat,lon,pop\na,0,0,500\nb,0,0,n/a\nc,0,0,90\nd,0,0,1000\ne,0,0,-\nf,0,0,\"1,200\"\n"
            + "g,0,0,\nh,0,0,0500\n"
        let places = try folder.write(text, to: "pop.csv")
        func ids(_ condition: String) async throws -> (ids: String, errors: String) {
            let outcome = try await AmbitCommand.run([
                "within", places, "--at", "0,0", "--radius", "1m", "--where", condition,
                "--fields", "id", "--format", "csv",
            ])
            return (outcome.lines.dropFirst().sorted().joined(), outcome.errors)
        }
        let more = try await ids("pop>100")
        #expect(more.ids == "adh")
        #expect(
            more.errors
                == "--where: 3 values of pop are no numbers, and their rows no match: "
                + "\"-\", \"1,200\", \"n/a\"\n"
        )
        #expect(try await ids("pop<100").ids == "c")
        #expect(try await ids("pop=500.0").ids == "ah")
        // Codes are equal as they are written.
        #expect(try await ids("pop=500").ids == "a")
        #expect(try await ids("pop!=500.0").ids == "bcdefg")
        // Not "less than > 500".
        let unequal = try await ids("pop <> 500").ids
        #expect(!unequal.contains("a") && !unequal.isEmpty)
        #expect(try await ids("pop <> 500 AND pop <> -77").ids == unequal)
        #expect(try await ids("pop>m").ids == "b")
        #expect(try await ids("pop>100000").errors.contains("3 values"))
    }

    /// A table of which everything is known.
    private func rooms() throws -> String {
        try folder.write(
            """
            id,lat,lon,pop,name,Open On,free,zip
            a,0,0,500,Fire AND Rescue,2026-11-03,true,02139
            b,0,0.001,n/a,O'Brien,2026-11-10,false,02140
            c,0,0.002,90,'quoted',,yes,2139
            d,0,0.01,,Élan,tomorrow,TRUE,02141

            """,
            to: "rooms.csv"
        )
    }

    private func ask(_ conditions: String...) async throws -> (ids: String, errors: String) {
        let outcome = try await AmbitCommand.run(
            ["within", try rooms(), "--bbox", "-1,-1,1,1", "--fields", "id", "--format", "csv"]
                + conditions.flatMap { ["--where", $0] }
        )
        return (outcome.lines.dropFirst().sorted().joined(), outcome.errors)
    }

    @Test("a filter in CQL2 asks what its text says, and what is no value of its kind is told")
    func filters() async throws {
        #expect(try await ask("pop > 100 OR zip = '02140'").ids == "ab")
        #expect(try await ask("pop IS NULL").ids == "d")
        #expect(try await ask("(pop = 500)").ids == "a")
        #expect(try await ask("100 > pop").ids == "c")
        let late = "TIMESTAMP('2026-11-03T12:00:00Z')"
        #expect(try await ask("\"Open On\" > \(late)").ids == "b")
        #expect(try await ask("\"Open On\" = \(late)").ids == "a")
        #expect(try await ask("T_AFTER(\"Open On\", \(late))").ids == "b")
        #expect(try await ask("NOT (pop > 100 AND name <> 'x')").ids == "c")
        #expect(try await ask("name IN ('Élan', 'O''Brien')").ids == "bd")
        #expect(try await ask("CASEI(name) = CASEI('ÉLAN') AND free = TRUE").ids == "d")
        #expect(try await ask("\"Open On\" >= DATE('2026-11-04')").ids == "b")
        #expect(try await ask("T_BEFORE(\"Open On\", DATE('2026-11-04'))").ids == "a")
        #expect(try await ask("S_DWITHIN(geom, POINT(0 0), 112)").ids == "ab")
        #expect(
            try await ask("S_INTERSECTS(geometry, BBOX(0.0015, -1, 1, 1))", "zip=02141").ids == "d"
        )
        #expect(try await ask(#"{"op":">","args":[{"property":"pop"},100]}"#).ids == "a")
        let mixed = try await ask("free = TRUE AND pop > 100 AND \"Open On\" < DATE('2027-01-01')")
        #expect(mixed.ids == "a")
        #expect(
            mixed.errors.contains(
                "--where: 1 value of free is neither true nor false, and their rows no match: \"yes\"\n"
            )
        )
        #expect(mixed.errors.contains("1 value of Open On is no day or moment, such as 2026-11-03"))
        #expect(try await ask("pop < 100 AND id <> 'x'").errors.contains("pop is no number"))
        #expect(try await ask("\"Open On\" > DATE('2000-01-01')").errors.contains("is no day"))
    }

    @Test("what was a comparison before stays one")
    func comparisons() async throws {
        #expect(try await ask("name=Fire AND Rescue").ids == "a")
        #expect(try await ask("name=O'Brien").ids == "b")
        #expect(try await ask("zip=2139").ids == "c")
        #expect(try await ask("zip in 02139,02140").ids == "ab")
        // In any case, as a filter has it.
        #expect(try await ask("free=true").ids == "ad")
        #expect(try await ask("name~(fire|élan)").ids == "ad")
        #expect(try await ask("Open On=2026-11-03").ids == "a")
    }

    @Test(
        "what is no filter is refused with its place and what is allowed",
        arguments: [
            ("id = 1 OR", "at character 10: found the end"),
            ("name = 'Alpha", "the quote is not closed"), ("id = 1)", "found \")\""),
            ("name == 'x'", "found \"=\""), ("pop > 2 AND", "found the end"),
            ("pop > 2; id = 1", "\";\" has no meaning"), ("pop > 2 , pop < 9", "found \",\""),
            ("pop < 1e400", "\"1e400\" is no number that can be compared"),
            ("pop * 2 > 4", "\"*\" has no meaning here"),
            ("name!='x'", "what differs is written <>"),
            ("name LIKE 'x", "at character"),
            ("pop > 100 AND status=open", "texts stand in single quotes"),
            ("name = 'x' AND nope = 1", "there is no column \"nope\""),
            ("pop > 100 AND pop = 'x'", "is compared as a number and as a text"),
            ("S_DWITHIN(geometry, POINT(0 95), 5)", "at character"),
            ("S_BUFFER(geometry, 5)", "there is no s_buffer here"), ("{\"op\":", "--where is \"{"),
            ("name = 'x' AND", "found the end"), ("name BETWEEN 'a' AND 'b'", "BETWEEN takes"),
        ]
    )
    func refused(condition: String, reason: String) async throws {
        let outcome = try await AmbitCommand.run([
            "within", try rooms(), "--bbox", "-1,-1,1,1", "--where", condition,
        ])
        #expect(outcome.exitCode == 64, "\(outcome.errors)")
        #expect(outcome.errors.contains(reason), "\(outcome.errors)")
        #expect(outcome.output.isEmpty)
    }
}
