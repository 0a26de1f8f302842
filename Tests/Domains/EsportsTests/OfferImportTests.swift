import Foundation
import Importing
import TestSupport
import Testing

@testable import Esports
@testable import EsportsModule

@Suite struct OfferImportTests {
    @Test("what eBay does not say to be new and at a fixed price is not offered")
    func unsaid() async throws {
        let database = try await LeagueDatabase()
        let both = #""conditionId":"1000","buyingOptions":["FIXED_PRICE"]"#
        let members = [
            both, #""conditionId":"1000""#, #""buyingOptions":["FIXED_PRICE"]"#,
            #""condition":"New","buyingOptions":["FIXED_PRICE"]"#,
        ]
        let items = members.enumerated().map { number, members in
            #"{"itemId":"\#(number)","title":"Cap","price":{"value":"5.00","currency":"USD"},\#(members)}"#
        }
        let path = try database.file(
            "answer.json",
            "{\"itemSummaries\": [\(items.joined(separator: ","))]}"
        )
        let report = try await database.run("products", path)
        #expect(
            report.rejectedRows.map(\.finding.code) == [
                "esports_buying_options_missing", "esports_condition_missing",
            ]
        )
        #expect(try await database.snapshot().products.map(\.key) == ["0", "3"])
    }

    @Test("a feed's further pictures are read beside its picture, and the largest is shown")
    func furtherPictures() async throws {
        let database = try await LeagueDatabase()
        let path = try database.file(
            "feed.tsv",
            "itemId\ttitle\tpriceValue\tpriceCurrency\timageUrl\tadditionalImageUrls\n"
                + "1\tCap\t5.00\tUSD\thttps://i.example/a/s-l225.jpg\t"
                + "https://i.example/b/s-l500.jpg|https://i.example/c/s-l1600.jpg\n"
        )
        _ = try await database.run("products", path)
        let product = try #require(try await database.snapshot().products.first)
        #expect(product.images.first == "https://i.example/c/s-l1600.jpg")
        #expect(product.images.count == 3)
    }

    private static let python: URL? = (ProcessInfo.processInfo.environment["PATH"] ?? "")
        .split(separator: ":").map { URL(filePath: "\($0)/python3") }
        .first { FileManager.default.isExecutableFile(atPath: $0.path) }

    @Test(
        "every tournament that scripts/bench league makes is taken",
        .enabled(if: python != nil, "python3 is not installed: nothing is made")
    )
    func measuredFiles() async throws {
        let folder = NSTemporaryDirectory() + "ambit-league-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let process = Process()
        process.executableURL = Self.python
        let code = """
            import sys, types
            sys.dont_write_bytecode = True
            script = types.ModuleType("league")
            script.__file__ = sys.argv[1]
            exec(open(sys.argv[1]).read(), script.__dict__)
            script.make(sys.argv[2])
            """
        let script = Checkout.root.appending(path: "scripts/bench-league")
        process.arguments = ["-c", code, script.path, folder]
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        let database = try await LeagueDatabase()
        let report = try await database.run("tournaments", folder + "/tournaments.csv")
        #expect(report.rows.accepted == 10_000 && report.rows.rejected == 0)
    }
}
