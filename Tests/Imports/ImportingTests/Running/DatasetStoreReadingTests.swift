import Datasets
import Polling
import Testing
import Timekeeping

@testable import Importing

/// What is published, read at once.
@Suite struct DatasetStoreReadingTests {
    @Test("all records of a dataset are read in the order of the store", arguments: [0, 1, 250])
    func all(count: Int) async throws {
        let store = FakeStore<BallotMeasure>(kind: .measures)
        let dataset = try DatasetName("dc")
        let measures = (0..<count).map { number in
            BallotMeasure(
                id: BallotMeasure.ID(dataset, "2027.\(number)"),
                dataset: dataset,
                election: ElectionReference(key: "2027"),
                area: BallotArea(),
                title: LocalizedText("Measure \(number)")
            )
        }
        let build = try await store.beginVersion(of: dataset)
        try await build.append(measures)
        _ = try await build.publish(
            source: ImportSource(fileName: "measures.csv", sha256: "", byteCount: 0),
            rows: RowCounts(read: count, accepted: count, rejected: 0),
            changes: ChangeCounts(added: count, removed: 0, changed: 0, unchanged: 0),
            at: BallotImports().clock.now
        )
        #expect(try await store.published(in: dataset) == measures)
    }
}
