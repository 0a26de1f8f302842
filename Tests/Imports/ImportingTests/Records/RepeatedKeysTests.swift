import Datasets
import Geodesy
import Radar
import RowFilesTesting
import Testing

@testable import Importing

@Suite struct RepeatedKeysTests {
    @Test("repeated keys are found alike in memory and on disk", arguments: [200, 1 << 20])
    func brute(memoryBytes: Int) throws {
        var random = SeededGenerator(seed: 41)
        let rows = (0..<3_000).map { _ in
            (
                key: "k\(Int.random(in: 0..<900, using: &random))",
                content: Int.random(in: 0..<2, using: &random)
            )
        }
        var keys = RepeatedKeys(memoryBytes: memoryBytes)
        // Every tenth row is refused, and asked about all the same.
        for (index, row) in rows.enumerated() where index % 10 != 3 {
            try keys.add(row.key, content: row.content, row: index + 1, line: 2 * index)
        }
        try keys.finish()
        for _ in 0..<2 {
            var first: [String: (line: Int, content: Int)] = [:]
            var conflicts = 0
            keys.restart()
            for (index, row) in rows.enumerated() {
                let found = try keys.repetition(ofRow: index + 1)
                if index % 10 == 3 {
                    #expect(found == nil)
                    continue
                }
                guard let known = first[row.key] else {
                    first[row.key] = (2 * index, row.content)
                    #expect(found == nil)
                    continue
                }
                let isSame = known.content == row.content
                if !isSame { conflicts += 1 }
                #expect(found == .init(firstLine: known.line, isSame: isSame))
            }
            #expect(keys.conflicts == conflicts)
        }
    }

    @Test(
        "of the rows with one key that is chosen which says most, whatever their order",
        arguments: [200, 1 << 20]
    )
    func greatest(memoryBytes: Int) throws {
        var random = SeededGenerator(seed: 43)
        let rows = (0..<3_000).map { number in
            (key: "k\(Int.random(in: 0..<900, using: &random))", content: number % 7)
        }
        var chosen: Set<String> = []
        for order in [rows, rows.reversed(), rows.shuffled(using: &random)] {
            var keys = RepeatedKeys(choosing: .greatest, memoryBytes: memoryBytes)
            for (index, row) in order.enumerated() {
                try keys.add(row.key, content: row.content, row: index, line: index)
            }
            try keys.finish()
            keys.restart()
            let found = try order.enumerated().filter {
                try keys.repetition(ofRow: $0.offset) == nil
            }.map { "\($0.element.key) \($0.element.content)" }
            #expect(Set(found).count == found.count)
            if chosen.isEmpty { chosen = Set(found) }
            #expect(Set(found) == chosen)
        }
        let best = Dictionary(rows.map { ($0.key, $0.content) }, uniquingKeysWith: max)
        #expect(chosen == Set(best.map { "\($0.key) \($0.value)" }))
    }

    @Test(
        "messages with and without ids are told apart alike, however little memory there is",
        arguments: ["id,", ""]
    )
    func messages(header: String) async throws {
        var random = SeededGenerator(seed: 42)
        let rows = (0..<2_000).map { row in
            // Three in a hundred rows say what an earlier one says, and one says something else.
            let number = row % 33 == 32 ? 33 * Int.random(in: 0...row / 33, using: &random) : row
            let text = row == 1_500 ? "Other" : "Text \(number)"
            return (header.isEmpty ? "" : row == 1_500 ? "7," : "\(number),")
                + "\(text),2026-01-01T00:00:00Z,38.9,-77\n"
        }
        let file = "\(header)text,posted,lat,lon\n" + rows.joined()
        func run(_ memory: ImportMemory) async throws -> (report: [UInt8], [ImportedMessage]) {
            let imports = Imports()
            var importer = MessageImporter(store: imports.messages, clock: imports.clock)
            importer.memory = memory
            let report = try await withFile(Array(file.utf8), name: "m.csv") { [importer] path in
                try await importer.run(
                    .file(path),
                    options: ImportOptions(dataset: try DatasetName("dc"))
                )
            }
            #expect(report.rows.merged == 60)
            #expect(report.rows.rejected == (header.isEmpty ? 0 : 1))
            return (Array(try report.json()), imports.messages.published)
        }
        let roomy = try await run(.standard)
        let small = try await run(
            ImportMemory(surveyBytes: 2_000, draftBytes: 5_000, comparisonBytes: 3_000)
        )
        #expect(roomy.report == small.report)
        #expect(roomy.1 == small.1)
        #expect(roomy.1.count == (header.isEmpty ? 1_940 : 1_939))
    }
}
