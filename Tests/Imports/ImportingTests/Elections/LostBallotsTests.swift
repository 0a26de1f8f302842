import Datasets
import Geodesy
import Polling
import Synchronization
import TestSupport
import Testing

@testable import Importing

/// Contests and measures that leave every ballot, found with as little reading as it takes.
@Suite struct LostBallotsTests {
    /// One precinct, and how often it was read.
    private final class Precinct: DistrictStore {
        private let reads = Mutex(0)
        var readCount: Int { reads.withLock { $0 } }

        func forEachDistrict(_ visit: @Sendable ([District]) throws -> Void) async throws {
            reads.withLock { $0 += 1 }
            let corners = [(38.5, -77.2), (38.5, -76.8), (39, -76.8), (39, -77.2), (38.5, -77.2)]
            let ring = try corners.map { try Coordinate(latitude: $0.0, longitude: $0.1) }
            let dataset = try DatasetName("p")
            try visit([
                District(
                    id: District.ID(dataset, "101"),
                    dataset: dataset,
                    reference: DistrictReference(type: "precinct", code: "101"),
                    name: "",
                    area: MultiPolygon([try Polygon(exterior: ring)])
                )
            ])
        }
    }

    private let clock = BallotImports().clock

    private func contest(_ key: String, _ type: String) throws -> Contest {
        Contest(
            dataset: try DatasetName("dc"),
            key: key,
            election: ElectionReference(key: "2027"),
            title: LocalizedText("Contest \(key)"),
            area: BallotArea(district: DistrictReference(type: type, code: "101"))
        )
    }

    private func measure(_ key: String, _ type: String) throws -> BallotMeasure {
        let dataset = try DatasetName("dc")
        return BallotMeasure(
            id: BallotMeasure.ID(dataset, key),
            dataset: dataset,
            election: ElectionReference(key: "2027"),
            area: BallotArea(district: DistrictReference(type: type, code: "101")),
            title: LocalizedText("Measure \(key)")
        )
    }

    @Test("contests and measures are told alike: those that were on a ballot and are on none")
    func alike() async throws {
        let published = CountedBallots.Records(
            contests: [
                try contest("a", "precinct"), try contest("b", "ward"),
                try contest("c", "precinct"),
            ],
            measures: [try measure("m", "precinct"), try measure("gone", "precinct")]
        )
        let ballots = CountedBallots()
        ballots.observe([
            try contest("a", "ward"), try contest("b", "ward"), try contest("c", "precinct"),
        ])
        ballots.observe([try measure("m", "ward")])
        let lost = try await LostBallots(of: published, by: ballots, Precinct(), clock: clock)
        let finding = try #require(lost.consent(of: "records"))
        #expect(finding.count == 2)
        #expect(finding.published == 5)
        #expect(
            finding.text.contains(
                "\"Contest a\" (precinct 101 > ward 101), \"Measure m\" (precinct 101 > ward 101)"
            )
        )
    }

    @Test("what a file's contests reach is found out once, and again where they differ")
    func once() async throws {
        let published = CountedBallots.Records(contests: [try contest("a", "precinct")])
        let ballots = CountedBallots()
        ballots.observe([try contest("a", "precinct"), try contest("b", "ward")])
        let store = Precinct()
        _ = try await LostBallots(of: published, by: ballots, store, clock: clock)
        #expect(store.readCount == 1)
        let uses = try await ballots.uses(store, clock)
        #expect(store.readCount == 1)
        #expect(uses.map(\.type) == ["precinct", "ward"])
        #expect(uses.map(\.found) == [1, 0])
        #expect(uses.map(\.isTypePublished) == [true, false])
        // Another pass over the same file.
        ballots.observe(nil as [Contest]?)
        ballots.observe([try contest("a", "precinct"), try contest("b", "ward")])
        #expect(try await ballots.uses(store, clock) == uses)
        #expect(store.readCount == 1)
        ballots.keep([try contest("c", "precinct")])
        #expect(try await ballots.uses(store, clock).map(\.found) == [2, 0])
        #expect(store.readCount == 2)
    }
}
