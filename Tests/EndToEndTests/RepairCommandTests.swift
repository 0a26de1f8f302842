import Foundation
import Testing

/// `ambit import` and what it does about places that look wrong, over several files of one dataset.
@Suite struct RepairCommandTests {
    private let folder: TemporaryFolder
    private let database: String

    init() throws {
        folder = try TemporaryFolder()
        database = folder.path("test.sqlite")
    }

    private func file(_ name: String, _ rows: String...) throws -> String {
        let good = (0..<40).map {
            "Good \($0),\($0) Oak St,29.\(70 + $0 % 9),-95.\(30 + $0 % 7)\n"
        }
        return try folder.write(
            "name,address,lat,lon\n" + good.joined() + rows.map { $0 + "\n" }.joined(),
            to: name
        )
    }

    private func ambit(_ arguments: String...) async throws -> AmbitCommand.Outcome {
        try await AmbitCommand.run(arguments + ["--database", database])
    }

    private func isFound() async throws -> Bool {
        try await ambit("nearest", "stations", "--at", "29.7,-95.4", "-k", "1", "--format", "csv")
            .output.contains("Odd")
    }

    @Test(
        "nothing is repaired unasked; what was accepted once is told later, and repeated by a word"
    )
    func remembered() async throws {
        let repairs = folder.path("repairs.json")
        let first = try file("first.csv", "Odd,1 Elm St,29.7,95.4")
        let proposed = try await ambit(
            "import",
            "stations",
            first,
            "--dataset",
            "harris",
            "--save-repairs",
            repairs
        )
        #expect(proposed.exitCode == 0, "\(proposed.errors)")
        var text = try String(contentsOfFile: repairs, encoding: .utf8)
        #expect(text.contains("\"accept\" : null"))

        // The file as it was written decides nothing.
        _ = try await ambit("import", "stations", first, "--dataset", "harris", "--accept", repairs)
        #expect(try await !isFound())
        text = text.replacingOccurrences(
            of: "\"accept_likely\" : false",
            with: "\"accept_likely\" : true"
        )
        try text.write(toFile: repairs, atomically: true, encoding: .utf8)
        let accepted = try await ambit(
            "import",
            "stations",
            first,
            "--dataset",
            "harris",
            "--accept",
            repairs
        )
        #expect(accepted.output.contains("Repairs accepted and applied: 1 place, 1 row"))
        #expect(try await isFound())

        let second = try file("second.csv", "New,9 Elm St,29.75,-95.35", "Odd,1 Elm St,29.7,95.4")
        let told = try await ambit("import", "stations", second, "--dataset", "harris", "--check")
        let words = told.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("; accepted before, in version 2, on 20"), "\(told.output)")
        #expect(words.contains("--accept earlier decides them the same again"))
        #expect(!told.output.contains("Repairs accepted and applied"))
        let again = try await ambit(
            "import",
            "stations",
            second,
            "--dataset",
            "harris",
            "--accept",
            "earlier"
        )
        #expect(again.output.contains("Repairs accepted and applied: 1 place, 1 row"))
        #expect(try await isFound())
    }

    @Test("a time zone is written down as a repair, and its rows are read once that is accepted")
    func zone() async throws {
        let repairs = folder.path("zones.json")
        let events = try folder.write(
            "id,title,starts,time_zone\n1,Fair,2026-05-01T09:00,US / Eastern\n",
            to: "events.csv"
        )
        let refused = try await ambit(
            "import",
            "events",
            events,
            "--dataset",
            "fairs",
            "--save-repairs",
            repairs
        )
        #expect(refused.exitCode == 1 && refused.errors.contains("accept the repair"))
        let checked = try await ambit("import", "events", events, "--dataset", "fairs", "--check")
        #expect(checked.exitCode == 2, "\(checked.errors)")
        #expect(checked.output.contains("would become \"US/Eastern\""))

        var text = try String(contentsOfFile: repairs, encoding: .utf8)
        text = text.replacing("\"accept\" : null", with: "\"accept\" : true")
        try text.write(toFile: repairs, atomically: true, encoding: .utf8)
        for accept in [repairs, repairs, "earlier"] {
            let accepted = try await ambit(
                "import",
                "events",
                events,
                "--dataset",
                "fairs",
                "--accept",
                accept
            )
            #expect(accepted.exitCode == 0, "\(accepted.errors)")
        }
        let unasked = try await ambit("import", "events", events, "--dataset", "fairs")
        #expect(unasked.exitCode == 1)
    }
}
