internal import Datasets
internal import Polling
internal import Synchronization

/// The elections that a dataset would have, held against what published contests and measures name.
final class OfferedElections: Sendable {
    private let elections = Mutex((passed: [Election](), kept: [Election]()))

    /// Takes in elections of a pass; nil at its beginning.
    func observe(_ elections: [Election]?) {
        self.elections.withLock { known in
            guard let elections else { return known.passed = [] }
            known.passed += elections
        }
    }

    /// Takes in published elections that stay beside those of the file.
    func keep(_ elections: [Election]) {
        self.elections.withLock { $0.kept += elections }
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
        let read = Mutex(elections.withLock { $0.passed + $0.kept })
        try await store.forEachElection { batch in
            read.withLock { $0 += batch.filter { $0.dataset != dataset } }
        }
        let known = read.withLock { $0 }
        let named = Mutex<[ElectionReference: Int]>([:])
        @Sendable func look(_ elections: [ElectionReference]) {
            named.withLock { named in for election in elections { named[election, default: 0] += 1 }
            }
        }
        try await store.forEachContest { look($0.map(\.election)) }
        try await store.forEachMeasure { look($0.map(\.election)) }
        let counts = named.withLock { $0 }.filter { $0.key.meant(among: known).isEmpty }
        guard let example = counts.keys.map(\.key).min() else { return nil }
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
