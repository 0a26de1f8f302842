import Importing
import Polling
import Testing

/// Codes of boundaries that stand at one another's ground.
@Suite struct SwappedCodesTests {
    private let imports = DistrictImports()

    /// Squares of a tenth of a degree in a row, from the west, each with a code; `shift` moves the eastern
    /// edge of each, and `edges` both sides of the edge behind a square.
    private func run(
        _ codes: [String],
        shift: Double = 0,
        edges: [Int: Double] = [:],
        force: Bool = false
    ) async throws -> ImportReport {
        let features = codes.enumerated().map { index, code in
            let west = -102 + Double(index) / 10 + edges[index - 1, default: 0]
            let east = -101.9 + Double(index) / 10 + shift + edges[index, default: 0]
            let ring = [(west, 42.0), (east, 42.0), (east, 42.1), (west, 42.1), (west, 42.0)]
                .map { "[\($0.0),\($0.1)]" }.joined(separator: ",")
            return (
                properties: "{\"PRECINCT\":\"\(code)\"}",
                geometry: "{\"type\":\"Polygon\",\"coordinates\":[[\(ring)]]}"
            )
        }
        return try await imports.run(features, force: force)
    }

    private static let codes = ["001", "002", "003", "004", "005", "006"]

    @Test(
        "two codes or more that are swapped take consent, also where boundaries were drawn anew",
        arguments: [
            (["002", "001", "003", "004", "005", "006"], 2),
            (["002", "003", "001", "005", "006", "004"], 6),
        ],
        [0, 0.0005]
    )
    func swapped(codes: ([String], Int), shift: Double) async throws {
        _ = try await run(Self.codes)
        let report = try await run(codes.0, shift: shift)
        #expect(report.outcome == .refused)
        let finding = try #require(report.forceNeeded.first { $0.limit == .swappedCodes })
        #expect(finding.count == codes.1)
        #expect(finding.text.contains("2 (published as "), "\(finding.text)")
        #expect(try await run(codes.0, shift: shift, force: true).outcome == .published)
    }

    @Test(
        "codes are swapped also where the edge between their boundaries was drawn anew",
        arguments: [0.002, -0.01, 0.02]
    )
    func redrawn(edge: Double) async throws {
        _ = try await run(Self.codes)
        let codes = ["001", "003", "002", "004", "005", "006"]
        let report = try await run(codes, edges: [1: edge])
        #expect(report.outcome == .refused)
        let finding = try #require(report.forceNeeded.first { $0.limit == .swappedCodes })
        #expect(finding.count == 2)
        #expect(finding.text.contains("003 (published as 002), 002 (published as 003)"))
    }

    @Test("a new code that has most of what two boundaries were, which keep the rest, is none")
    func divided() async throws {
        _ = try await run(["001", "002", "003", "004"])
        // 002 and 003 go to their eastern, A2 and A3 to their western parts.
        func feature(_ code: String, _ west: Double, _ east: Double) -> (String, String) {
            let ring = [(west, 42.0), (east, 42.0), (east, 42.1), (west, 42.1), (west, 42.0)]
                .map { "[\($0.0),\($0.1)]" }.joined(separator: ",")
            return (
                "{\"PRECINCT\":\"\(code)\"}",
                "{\"type\":\"Polygon\",\"coordinates\":[[\(ring)]]}"
            )
        }
        let features = [
            feature("001", -102, -101.9), feature("A2", -101.9, -101.83),
            feature("002", -101.83, -101.8), feature("A3", -101.8, -101.73),
            feature("003", -101.73, -101.7), feature("004", -101.7, -101.6),
        ]
        let report = try await imports.run(
            features.map { (properties: $0.0, geometry: $0.1) },
            force: false
        )
        #expect(!report.forceNeeded.contains { $0.limit == .swappedCodes })
    }

    @Test("codes that go on from a new one are swapped, for all of them stand elsewhere")
    func slipped() async throws {
        _ = try await run(Self.codes)
        let report = try await run(["007"] + Self.codes.dropLast())
        #expect(report.forceNeeded.contains { $0.limit == .swappedCodes && $0.count == 5 })
    }

    @Test("codes that are new, and boundaries that are drawn otherwise, are none")
    func others() async throws {
        _ = try await run(Self.codes)
        for report in [
            try await run(["A1", "A2", "003", "004", "005", "006"]),
            try await run(Self.codes, shift: 0.01),
        ] {
            #expect(!report.forceNeeded.contains { $0.limit == .swappedCodes })
        }
    }
}
