import Datasets
import Geodesy
import Polling
import RowFilesTesting
import Synchronization
import Testing
import Timekeeping

@testable import Importing

/// Decisions on repairs that later files of the dataset are told of.
@Suite struct RememberedRepairsTests {
    /// Decisions in memory.
    private final class Memory: DecisionMemory {
        private let kept = Mutex<[String: [String: KeptDecision]]>([:])

        var count: Int { kept.withLock { $0.values.map(\.count).reduce(0, +) } }

        func decisions(of name: DatasetName) async throws -> [KeptDecision] {
            kept.withLock { ($0[name.text] ?? [:]).values.sorted { $0.subject < $1.subject } }
        }

        func keep(_ decisions: [KeptDecision], of name: DatasetName) async throws {
            kept.withLock { kept in
                for decision in decisions {
                    kept[name.text, default: [:]][decision.subject] = decision
                }
            }
        }
    }

    private let stations = FakeStore<Station>(kind: .stations)
    private let memory = Memory()
    // 2027-01-15.
    private let clock = ManualWallClock(Timestamp(millisecondsSince1970: 1_800_000_000_000))

    private static func file(_ rows: String...) -> String {
        "name,address,lat,lon\n"
            + (0..<40).map { "Good \($0),\($0) Oak St,29.\(70 + $0 % 9),-95.\(30 + $0 % 7)\n" }
            .joined()
            + rows.map { $0 + "\n" }.joined()
    }

    private func run(
        _ text: String,
        into dataset: String = "dc",
        mode: ImportOptions.Mode = .publish,
        decisions: RepairDecisions? = nil,
        repeats: Bool = false
    ) async throws -> ImportReport {
        try await withFile(Array(text.utf8), name: "s.csv") { path in
            var options = ImportOptions(dataset: try DatasetName(dataset), mode: mode)
            options.decisions = decisions
            options.repeatsDecisions = repeats
            options.importedBy = "ann"
            return try await StationImporter(store: stations, memory: memory, clock: clock)
                .run(.file(path), options: options)
        }
    }

    private func place(_ name: String) -> Coordinate? {
        stations.published.first { $0.name == name }?.coordinate
    }

    private let lost = "Odd,1 Elm St,29.7,95.4"

    @Test("what was accepted is proposed again with who accepted it, and not applied unasked")
    func told() async throws {
        let first = try await run(Self.file(lost))
        #expect(first.repairs.proposed.first?.earlier == nil)
        #expect(memory.count == 0)
        let accepted = first.repairs.decisions.acceptingLikely
        let second = try await run(Self.file(lost), decisions: accepted)
        #expect(second.repairs.applied.map(\.name) == ["Odd"])
        #expect(second.version == 2)
        #expect(memory.count == 1)

        let third = try await run(Self.file("New,9 Elm St,29.75,-95.35", lost))
        let proposal = try #require(third.repairs.proposed.first)
        #expect(third.repairs.applied.isEmpty)
        // It stays where it is published, and that is told.
        #expect(third.repairs.keptPlaces == 1)
        #expect(place("Odd") == (try Coordinate(latitude: 29.7, longitude: -95.4)))
        #expect(proposal.accept == nil)
        #expect(
            proposal.earlier
                == EarlierDecision(
                    accept: true,
                    becomes: .init(latitude: 29.7, longitude: -95.4),
                    version: 2,
                    at: "2027-01-15T08:00:00Z",
                    by: "ann"
                )
        )
        let text = third.text(width: 300)
        #expect(text.contains("; accepted before, in version 2, on 2027-01-15 by ann\n"))
        #expect(text.contains("1 of them was decided in an earlier import: --accept earlier"))
    }

    @Test("a repair of all rows is remembered, told of, and decided again")
    func whole() async throws {
        func file(_ count: Int) -> String {
            "name,address,zip,lat,lon\n"
                + (0..<count).map {
                    "Hall \($0),\($0) Oak St,77002,29.\(70 + $0 % 9),95.\(30 + $0 % 7)\n"
                }.joined()
        }
        let first = try await run(file(40))
        #expect(first.repairs.proposed.map(\.whole?.reading) == [.otherLongitudeSign])
        _ = try await run(file(40), decisions: first.repairs.decisions.acceptingLikely)
        #expect(memory.count == 1)
        #expect(place("Hall 3") == (try Coordinate(latitude: 29.73, longitude: -95.33)))
        let told = try await run(file(41), mode: .check)
        #expect(told.repairs.proposed.first?.earlier?.accept == true)
        let again = try await run(file(41), repeats: true)
        #expect(again.repairs.applied.map(\.rows) == [41])
        #expect(place("Hall 40") == (try Coordinate(latitude: 29.74, longitude: -95.35)))
    }

    @Test("one word decides the same again, with the place that a person has corrected")
    func repeated() async throws {
        var decisions = try await run(Self.file(lost)).repairs.proposed
        decisions[0].accept = true
        decisions[0].becomes = .init(latitude: 29.71, longitude: -95.41)
        _ = try await run(Self.file(lost), decisions: RepairDecisions(decisions))
        let again = try await run(Self.file("New,9 Elm St,29.75,-95.35", lost), repeats: true)
        #expect(again.repairs.applied.map(\.name) == ["Odd"])
        #expect(place("Odd") == (try Coordinate(latitude: 29.71, longitude: -95.41)))
        // A file in which it was put right needs no decision, and no word about it.
        let mended = try await run(Self.file("Odd,1 Elm St,29.7,-95.4"), repeats: true)
        #expect(mended.repairs.isEmpty)
    }

    @Test("a refusal is remembered too, also where nothing was to change")
    func refused() async throws {
        let far = "Far,3 Elm St,39.7,-95.4"
        var decisions = try await run(Self.file(far)).repairs.proposed
        #expect(decisions.map(\.kind) == [.farFromNeighbours])
        decisions[0].accept = false
        let second = try await run(Self.file(far), decisions: RepairDecisions(decisions))
        #expect(second.outcome == .nothingToChange)
        let third = try await run(Self.file(far), mode: .check)
        #expect(third.repairs.proposed.first?.earlier?.accept == false)
        #expect(third.repairs.proposed.first?.earlier?.version == nil)
        let fourth = try await run(Self.file(far), mode: .check, repeats: true)
        #expect(fourth.repairs.refused.map(\.name) == ["Far"])
        #expect(fourth.repairs.proposed.isEmpty)
    }

    @Test("a check remembers nothing, other numbers are not the same, nor is another dataset's")
    func apart() async throws {
        let first = try await run(Self.file(lost))
        let accepted = first.repairs.decisions.acceptingLikely
        _ = try await run(Self.file(lost), mode: .check, decisions: accepted)
        #expect(memory.count == 0)
        _ = try await run(Self.file(lost), decisions: accepted)
        #expect(memory.count == 1)
        let moved = try await run(Self.file("Odd,1 Elm St,29.72,95.4"), mode: .check)
        #expect(moved.repairs.proposed.map(\.name) == ["Odd"])
        #expect(moved.repairs.proposed.first?.earlier == nil)
        let other = try await run(Self.file(lost), into: "va", mode: .check)
        #expect(other.repairs.proposed.first?.earlier == nil)
    }
}
