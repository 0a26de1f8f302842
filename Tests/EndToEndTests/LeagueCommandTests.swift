import Foundation
import Testing

/// `ambit products`, `ambit tournaments`, `ambit calendar --game` and the imports of a league, with the built binary.
@Suite struct LeagueCommandTests {
    private let folder: TemporaryFolder
    private let database: String

    init() throws {
        folder = try TemporaryFolder()
        database = folder.path("test.sqlite")
    }

    private func run(_ arguments: String...) async throws -> (
        status: Int32, output: String, errors: String
    ) {
        let done = try await AmbitCommand.run(arguments + ["--database", database])
        return (done.exitCode, done.output, done.errors)
    }

    private func publish(_ kind: String, _ text: String) async throws -> (
        status: Int32, output: String, errors: String
    ) {
        let file = try folder.write(text, to: "\(kind).csv")
        return try await run("import", kind, file, "--dataset", kind)
    }

    /// Two games with four tournaments, two of them in a city, and what a shop offers.
    private func publish() async throws {
        for (kind, text) in [
            ("games", "id,name,aliases\n1,Overwatch,OW\n2,Dota 2,\n"),
            (
                "tournaments",
                """
                id,title,starts,ends,time_zone,location,game
                a,Austin Cup,2027-06-05,2027-06-07,America/Chicago,"United, States Austin",Overwatch
                b,Berlin Cup,2027-07-05,2027-07-07,Europe/Berlin,"Berlin, Germany",Dota 2
                c,Net Cup,2027-06-03,2027-06-03,UTC,Online,Overwatch
                d,Euro Cup,2027-06-04,2027-06-04,UTC,Europe,Overwatch

                """
            ),
            (
                "products",
                """
                id,title,price,currency,categories,condition,buying_options
                1,Overwatch hoodie,39.99,USD,155183,New,FIXED_PRICE
                2,Overwatch figure,19.00,USD,220,New,FIXED_PRICE
                4,Dota 2 plush,9.50,USD,220,New,FIXED_PRICE

                """
            ),
        ] {
            let done = try await publish(kind, text)
            try #require(done.status == 0, "\(done.errors)")
        }
    }

    @Test("products of a game stand by price, in whole units of their currency, with the reason")
    func products() async throws {
        try await publish()
        let table = try await run("products", "--game", "OW", "--sort", "lowest_price")
        #expect(
            table.output == """
                id,title,price,currency,amount_minor,source,why,url
                products.2,Overwatch figure,19.00,USD,1900,imported,title,
                products.1,Overwatch hoodie,39.99,USD,3999,imported,title,

                """
        )
        let toys = try await run("products", "--category", "toys", "--format", "ndjson")
        #expect(toys.output.split(separator: "\n").count == 2 && !toys.output.contains("hoodie"))
        let unknown = try await run("products", "--game", "nothing")
        #expect(unknown.status == 1)
        #expect(unknown.errors.contains("no game is called \"nothing\""))
        let order = try await run("products", "--sort", "dear")
        #expect(order.status == 64)
        #expect(order.errors.contains("--sort is \"dear\"; it is best_match, lowest_price"))
    }

    @Test("the nearest tournaments are those with a city, the nearest first")
    func nearest() async throws {
        try await publish()
        let found = try await run("tournaments", "nearest", "--at", "30,-98")
        let lines = found.output.split(separator: "\n").map(String.init)
        #expect(lines.count == 3 && lines[1].contains(",tournaments.a,Austin Cup,Overwatch,"))
        #expect(lines[2].contains(",tournaments.b,Berlin Cup,Dota 2,"))
        // 39 km from Austin's middle to 30 degrees north, 98 degrees west.
        let meters = try #require(lines[1].split(separator: ",").first.flatMap { Double($0) })
        #expect((38_000...41_000).contains(meters))
        let others = try await run("tournaments", "nearest", "--at", "30,-98", "--game", "dota")
        #expect(!others.output.contains("Austin") && others.output.contains("Berlin"))
        let near = try await run("tournaments", "nearest", "--at", "52,13", "--max", "100")
        #expect(!near.output.contains("Austin") && near.output.contains("Berlin"))
        let late = try await run("tournaments", "nearest", "--at", "30,-98", "--from", "2027-07-01")
        #expect(!late.output.contains("Austin") && late.output.contains("Berlin"))
        let half = try await run("tournaments", "nearest", "--at", "52")
        #expect(half.status == 64 && half.errors.contains("--at is \"52\"; it is a latitude"))
    }

    @Test("a calendar of a game has its tournaments, whether they have a place or not")
    func calendar() async throws {
        try await publish()
        let written = try await run("calendar", "--game", "overwatch")
        let titles = written.output.split(whereSeparator: \.isNewline)
            .filter { $0.hasPrefix("SUMMARY:") }.map(String.init)
        #expect(titles == ["SUMMARY:Net Cup", "SUMMARY:Euro Cup", "SUMMARY:Austin Cup"])
        let unknown = try await run("calendar", "--game", "nothing")
        #expect(unknown.status == 1 && unknown.errors.contains("no game is called \"nothing\""))
    }

    @Test(
        "the same file again changes nothing, and a decision about a place holds for the next import"
    )
    func again() async throws {
        try await publish()
        let text = try String(contentsOfFile: folder.path("tournaments.csv"), encoding: .utf8)
        let same = try await publish("tournaments", text)
        #expect(same.status == 0 && same.output.contains("Nothing to change"))
        let decided = try await publish(
            "placenames",
            "text,city,country,lat,lon,region\nEurope,Katowice,PL,50.26,19.03,\n"
        )
        #expect(decided.status == 0, "\(decided.errors)")
        let changed = try await publish("tournaments", text)
        #expect(changed.status == 0, "\(changed.errors)")
        let near = try await run("tournaments", "nearest", "--at", "50,19", "-k", "1")
        #expect(near.output.contains("Euro Cup") && near.output.contains("Katowice,Poland"))
    }

    @Test(
        "what cannot be is refused with its sentence, and nothing is published",
        arguments: [
            (
                "tournaments",
                "id,title,starts,ends,time_zone\nz,Late Cup,2027-06-07,2027-06-05,UTC\n",
                "it ends (2027-06-05) before it begins (2027-06-07)"
            ),
            (
                "matches", "id,team1,team2,starts,time_zone\n1,Curlews,,2027-06-05T10:00,UTC\n",
                "a match has two teams, and the row names one at most"
            ),
            ("products", "id,title,price\n9,Overwatch cap,9\n", "price has no currency"),
            (
                "products", "{\"itemSummaries\":[{\"itemId\":\"v1|1|0\",\"title\":\"Overwa",
                "no answer of eBay's Browse API that can be read"
            ),
        ]
    )
    func refused(kind: String, text: String, sentence: String) async throws {
        let refused = try await publish(kind, text)
        #expect(refused.status == 1 && refused.errors.contains(sentence), "\(refused.errors)")
        let datasets = try await run("datasets")
        #expect(!datasets.output.contains(kind))
    }
}
