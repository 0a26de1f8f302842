internal import Dispatch
internal import GRDB

extension SpatiaLiteStore {
    /// Brings over into the list beside the database what was erased since the last time.
    static func listErasures(in connections: Connections) async throws {
        let (erasures, last, lineage) = try await connections.read { db in
            let (erasures, last) = try ErasureTable.waiting(in: db)
            return (erasures, last, try FileIdentity.lineage(of: db))
        }
        guard last > 0, let lineage else { return }
        let list = ErasureList(beside: connections.path)
        try await withCheckedThrowingContinuation {
            (continuation: CheckedContinuation<Void, any Error>) in
            DispatchQueue.global().async {
                continuation.resume(
                    with: Result { try list.append(erasures, lineage: lineage) }
                )
            }
        }
        // Listed twice is harmless, listed never is not.
        try await connections.writeWithoutWaiting { db in
            try ErasureTable.remove(through: last, in: db)
        }
    }
}
