internal import Datasets
internal import Polling
internal import Synchronization

/// The elections that a dataset would have, held against what published contests and measures name.
final class OfferedElections: Sendable {
    private let keys = Mutex((passed: Set<String>(), kept: Set<String>()))

    /// Takes in elections of a pass; nil at its beginning.
    func observe(_ elections: [Election]?) {
        keys.withLock { keys in
            guard let elections else { return keys.passed = [] }
            keys.passed.formUnion(elections.map(\.key))
        }
    }

    /// Takes in published elections that stay beside those of the file.
    func keep(_ elections: [Election]) {
        keys.withLock { $0.kept.formUnion(elections.map(\.key)) }
    }

    /// What is to be said of contests and measures that name an election which no dataset would have; nil
    /// where there are none.
    ///
    /// - Parameters:
    ///   - store: What is published.
    ///   - dataset: The one that the elections go to, whose published ones do not count.
    /// - Throws: What the store throws.
    func note(
        _ store: any ElectionStore,
        except dataset: DatasetName
    ) async throws -> ImportNote? {
        let known = Mutex(keys.withLock { $0.passed.union($0.kept) })
        try await store.forEachElection { batch in
            let others = batch.filter { $0.dataset != dataset }.map(\.key)
            known.withLock { $0.formUnion(others) }
        }
        let missing = Mutex<[String: Int]>([:])
        @Sendable func look(_ elections: [ElectionReference]) {
            let unknown = known.withLock { known in
                elections.map(\.key).filter { !known.contains($0) }
            }
            missing.withLock { missing in for key in unknown { missing[key, default: 0] += 1 } }
        }
        try await store.forEachContest { look($0.map(\.election)) }
        try await store.forEachMeasure { look($0.map(\.election)) }
        let counts = missing.withLock { $0 }
        guard let example = counts.keys.min() else { return nil }
        return ImportNote(
            .warning,
            Finding(
                .electionsInUse,
                [
                    "records": .count(counts.values.reduce(0, +)), "example": .text(example),
                ]
            )
        )
    }
}
