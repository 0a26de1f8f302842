internal import Synchronization

extension MessageBoard {
    /// Takes over what other processes have posted, removed, hidden or shown again in the same
    /// store since ``load()`` or since this was called last. Cheap when that is nothing.
    ///
    /// What this board changes meanwhile stays as this board changed it.
    ///
    /// - Throws: What the store throws; the next call then takes over the rest.
    /// - Complexity: O(m log n) for m changes.
    public func follow() async throws {
        guard isLoaded else { return }
        try await inTurn { board in
            guard let mark = board.followed.withLock({ $0 }) else { return }
            board.live.write { $0.beginFollowing() }
            defer { board.live.write { $0.endFollowing() } }
            let changes = try await board.store.changes(since: mark) { id in
                board.live.read { $0.slots[id] != nil }
            }
            guard changes.isComplete else {
                // The mark first: what comes while the store is read is read or followed.
                let mark = try await board.store.changeMark()
                try await board.refresh(dataset: nil)
                board.followed.withLock { $0 = mark }
                return
            }
            board.take(changes)
            board.followed.withLock { $0 = changes.mark }
        }
    }

    private func take(_ changes: MessageChanges) {
        let moment = presentMoment()
        for start in stride(from: 0, to: changes.appeared.count, by: Self.batchSize) {
            let end = min(start + Self.batchSize, changes.appeared.count)
            change { live in
                for message in changes.appeared[start..<end]
                where message.isLive(at: moment) && !live.hasRemovedWhileFollowing(message.id) {
                    live.insert(message)
                }
            }
        }
        change { live in
            for id in changes.disappeared where !live.hasInsertedWhileFollowing(id) {
                live.remove(id)
            }
        }
    }
}
