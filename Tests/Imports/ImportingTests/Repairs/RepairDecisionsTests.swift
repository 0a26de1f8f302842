import Datasets
import Foundation
import Testing

@testable import Importing

/// Files of decisions that cannot be meant so.
@Suite struct RepairDecisionsTests {
    private let imports = Imports()
    private static let file =
        "name,address,lat,lon\n"
        + (0..<40).map { "Good \($0),\($0) Oak St,29.\(70 + $0 % 9),-95.\(30 + $0 % 7)\n" }.joined()
        + "Odd,1 Elm St,29.7,95.4\nSwapped,2 Elm St,-95.35,29.75\n"

    /// What an import proposes, with what a test makes of it.
    private func decisions(
        _ change: (inout [RepairProposal]) -> Void = { _ in },
        dataset: String = "dc"
    ) async throws -> RepairDecisions {
        var proposed = try await imports.stations(Self.file, mode: .check).repairs.proposed
        #expect(proposed.count == 2)
        change(&proposed)
        let json = try RepairDecisions(proposed).json(file: "s.csv", dataset: dataset)
        return try RepairDecisions(json: json, name: "repairs.json")
    }

    private func run(_ decisions: RepairDecisions) async throws -> ImportReport {
        try await imports.stations(Self.file) {
            $0.mode = .check
            $0.decisions = decisions
        }
    }

    @Test("decisions that were made for another dataset are refused by its name")
    func otherDataset() async throws {
        let other = try await decisions({ $0[0].accept = true }, dataset: "va")
        let error = await #expect(throws: ImportError.self) { try await run(other) }
        #expect(
            error?.description
                == "\"repairs.json\" holds no decisions about repairs: they were made for the dataset "
                + "\"va\", and this import is into \"dc\"; write them down anew with --save-repairs"
        )
        let own = try await decisions({ $0[0].accept = true })
        #expect(try await run(own).repairs.applied.count == 1)
    }

    @Test(
        "a place that is accepted and refused, or accepted at two places, is refused with its rows"
    )
    func contradictions() async throws {
        let twice = await #expect(throws: ImportError.self) {
            try await decisions { repairs in
                repairs[0].accept = true
                repairs.append(repairs[0])
                repairs[2].accept = false
            }
        }
        #expect(
            twice?.description.contains(
                "repairs 1 and 3 are about one place of \"Odd\", and one is accepted (true), the "
                    + "other refused (false); leave one of them"
            ) == true
        )
        let apart = await #expect(throws: ImportError.self) {
            try await decisions { repairs in
                repairs[0].accept = true
                repairs.append(repairs[0])
                repairs[2].becomes = .init(latitude: 29.71, longitude: -95.4)
            }
        }
        #expect(apart?.description.contains("repairs 1 and 3 put \"Odd\" at two places") == true)
        let same = await #expect(throws: ImportError.self) {
            try await decisions { repairs in
                repairs[0].accept = true
                repairs.append(repairs[0])
            }
        }
        #expect(
            same?.description.contains(
                "repairs 1 and 3 decide the same about one place of \"Odd\"; leave one of them"
            ) == true
        )
        // What nobody has decided decides nothing.
        let undecided = try await decisions { repairs in
            repairs[0].accept = true
            repairs.append(repairs[0])
            repairs[2].accept = nil
        }
        #expect(try await run(undecided).repairs.applied.map(\.name) == ["Odd"])
    }

    @Test(
        "a repair for all rows cannot be put elsewhere by hand, and its box must be one",
        arguments: [
            ("becomes", "null", "becomes only shows what comes of the first"),
            ("becomes", #"{"latitude": 48.9, "longitude": 2.3}"#, "becomes only shows"),
            ("south", "39.5", "within: south is 39.5, which is more than north, 39.0"),
            (
                "east", "-78.0",
                "within: west is -77.1, which is more than east, -78.0, and across the antimeridian "
                    + "it would be more than 180 degrees wide"
            ),
            ("west", "-277.1", "within: west is -277.1; it must be between -180.0 and 180.0"),
        ]
    )
    func wholes(member: String, value: String, reason: String) throws {
        func json(_ changes: [String: String]) -> [UInt8] {
            func text(_ member: String, _ usual: String) -> String {
                "\"\(member)\": \(changes[member] ?? usual)"
            }
            return Array(
                """
                {"format": "ambit-repairs-1", "dataset": "dc", "repairs": [{
                "accept": true, "likely": true, "kind": "swapped_axes", "confidence": 0.99,
                "line": 2, "rows": 9, "name": "9 of the 9 rows", "was": {"x": 38.9, "y": -77.05},
                \(text("becomes", #"{"latitude": 38.9, "longitude": -77.05}"#)), "reason": "",
                "station": "every:swapped", "whole": {"reading": "swapped", "within": {
                \(text("west", "-77.1")), \(text("east", "-77.0")),
                \(text("south", "38.8")), \(text("north", "39.0"))}}}]}
                """.utf8
            )
        }
        #expect(try RepairDecisions(json: json([:]), name: "r.json").repairs.count == 1)
        let error = #expect(throws: ImportError.self) {
            try RepairDecisions(json: json([member: value]), name: "r.json")
        }
        let words = error?.description ?? ""
        #expect(words.contains("repair 1 (\"9 of the 9 rows\"): "), "\(words)")
        #expect(words.contains(reason), "\(words)")
    }

    @Test("a file in which nothing is decided is said to decide nothing")
    func idle() async throws {
        let report = try await run(decisions())
        #expect(
            report.notes.first
                == ImportNote(
                    .warning,
                    Finding(
                        .repairsUndecided,
                        ["file": .text("repairs.json"), "repairs": .count(2)]
                    )
                )
        )
        #expect(
            report.notes.first?.text
                == "\"repairs.json\" decides nothing: accept is null in 2 repairs; set it to "
                + "true or to false, or set accept_likely to true"
        )
        let empty = try await run(decisions { $0 = [] })
        #expect(
            empty.notes.first?.text == "\"repairs.json\" decides nothing: it holds no repairs"
        )
        let decided = try await run(decisions { $0[1].accept = false })
        #expect(!decided.notes.contains { $0.text.contains("decides nothing") })
    }
}
