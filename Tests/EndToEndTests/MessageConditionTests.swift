import Foundation
import Testing

/// `--where` on messages: what the store tells by itself is what a look at every row tells.
@Suite(.serialized) struct MessageConditionTests {
    private let database: String
    /// The same messages as a file of places, whose rows are all looked at.
    private let file: String
    private let folder: TemporaryFolder

    init() async throws {
        folder = try TemporaryFolder()
        database = folder.path("messages.sqlite")
        var random = SplitMix(seed: 45)
        let categories = ["news", "cute", "help"]
        let texts = ["Élan", "elan again", "a \"quoted\" word", "7", "rain, and more rain"]
        var rows = ["id,text,category,lat,lon,visible_radius_m,posted_at,expires_at,street"]
        for number in 0..<300 {
            let text = texts[number % texts.count].replacing("\"", with: "\"\"")
            rows.append(
                [
                    "m\(number)", "\"\(text)\"", categories[number % 3],
                    "\(38.8 + random.unit() * 0.1)", "\(-77.1 + random.unit() * 0.1)",
                    "\([500, 1000, 2000][number % 3])",
                    "2026-01-\(10 + number % 15)T12:00:00Z", "2036-01-01T00:00:00Z",
                    number % 4 == 0 ? "" : "Elm \(number % 6)",
                ].joined(separator: ",")
            )
        }
        let source = try folder.write(rows.joined(separator: "\n") + "\n", to: "in.csv")
        let imported = try await AmbitCommand.run(
            "import",
            "messages",
            source,
            "--dataset",
            "m",
            "--quiet",
            "--database",
            database
        )
        try #require(imported.exitCode == 0, "\(imported.errors)")
        file = folder.path("rows.csv")
        let all = try await AmbitCommand.run(
            "within",
            "messages",
            "--bbox",
            "-180,-90,180,90",
            "--fields",
            "id,text,category,posted_at,expires_at,visible_radius_m,lat,lon,street",
            "-o",
            file,
            "--database",
            database
        )
        try #require(all.exitCode == 0, "\(all.errors)")
    }

    @Test(
        "the store's rows and a file's rows pass the same conditions",
        arguments: [
            ["text~élan"], ["text=7"], ["category=news", "text~rain"], ["category!=news"],
            ["posted_at>=2026-01-20T00:00:00Z"], ["posted_at~01-1[3-5]"], ["street=Elm 3"],
            ["street="], ["street in Elm 1,Elm 2", "lat<38.85"], ["visible_radius_m>=1000"],
            ["lat>38.85", "lon<=-77.05"], ["expires_at=2036-01-01T00:00:00Z", "id~[0-7]$"],
            ["id~^m[0-7]"],
        ]
    )
    func agreement(conditions: [String]) async throws {
        let tests = conditions.flatMap { ["--where", $0] }
        let box = ["--bbox", "-77.09,38.81,-77.01,38.89", "--fields", "id,street,posted_at"]
        let store = try await AmbitCommand.run(
            ["within", "messages"] + box + tests + ["--database", database]
        )
        let rows = try await AmbitCommand.run(["within", file] + box + tests)
        try #require(store.exitCode == 0 && rows.exitCode == 0, "\(store.errors)\(rows.errors)")
        #expect(store.lines.sorted() == rows.lines.sorted())
        #expect(store.lines.count > 1 && store.lines.count < 250)
        let counted = try await AmbitCommand.run(
            ["stats", "messages"] + tests + ["--database", database, "--format", "csv"]
        )
        let countedRows = try await AmbitCommand.run(
            ["stats", file] + tests + ["--format", "csv"]
        )
        #expect(counted.lines == countedRows.lines)
    }

    @Test("the nearest of those that a condition keeps count, and are seen from their own range")
    func nearest() async throws {
        let arguments = [
            "nearest", "messages", "--at", "38.85,-77.05", "--fields", "id,distance_m,street",
            "--database", database,
        ]
        let all = try await AmbitCommand.run(arguments + ["-k", "300"])
        let expected = all.lines.filter { $0.contains(",Elm ") }
        let found = try await AmbitCommand.run(arguments + ["-k", "3", "--where", "street~Elm"])
        #expect(found.exitCode == 0, "\(found.errors)")
        #expect(expected.count >= 3)
        #expect(Array(found.lines.dropFirst()) == Array(expected.prefix(3)))
    }
}
