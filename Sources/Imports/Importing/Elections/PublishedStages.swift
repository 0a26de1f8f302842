internal import Polling
internal import Synchronization

/// What the published elections say of whether a party's candidates stand against each other alone: a file
/// of contests that names one by its key says nothing of it.
final class PublishedStages: Sendable {
    /// By the key and by the names, in small letters.
    private let stages = Mutex<[String: ElectionStage]>([:])

    /// Reads the published elections.
    ///
    /// - Parameter store: nil to leave that out.
    /// - Throws: What the store throws.
    func learn(_ store: (any ElectionStore)?) async throws {
        stages.withLock { $0 = [:] }
        try await store?.forEachElection { batch in
            self.stages.withLock { stages in
                for election in batch {
                    let stage = ElectionStage.of([election.type?.text(), election.name.text()])
                    let names = Set([election.key] + election.name.byLanguage.values)
                    for name in names.map({ $0.lowercased() }) {
                        // Of two of one name nothing tells which is meant.
                        let isOther = stages[name].map { $0 != stage } ?? false
                        stages[name] = isOther ? .unknown : stage
                    }
                }
            }
        }
    }

    /// What is known of the election that a file calls so.
    func stage(of election: String?) -> ElectionStage {
        election.flatMap { name in stages.withLock { $0[name.lowercased()] } } ?? .unknown
    }
}
