internal import Synchronization

extension MessageBoard {
    /// Takes over what other processes have posted, removed, hidden or shown again in the same
    /// store since ``load()`` or since this was called last. Cheap when that is nothing.
    ///
    /// What is removed through this board meanwhile stays so.
    ///
    /// - Throws: What the store throws; the next call then takes over the rest.
    /// - Complexity: O(m log n) for m changes.
    public func follow() async throws {
        guard isLoaded else { return }
        try await inTurn { board in
            guard let mark = board.followed.withLock({ $0 }) else { return }
            board.live.write { $0.beginFollowing() }
            defer { board.live.write { $0.endFollowing() } }
            let changes = try await board.changes(since: mark)
            guard changes.isComplete else {
                _ = try await board.refreshAll()
                return
            }
            await board.take(changes)
            board.tell(changes)
            board.followed.withLock { $0 = changes.mark }
        }
    }

    func changes(since mark: ChangeMark) async throws -> MessageChanges {
        try await store.changes(since: mark) { id in live.read { $0.slots[id] != nil } }
    }

    /// Tells those who follow, where the numbers of changes are everybody's.
    private func tell(_ changes: MessageChanges) {
        guard isShared, !changes.numbered.isEmpty || awaitsFollowing else { return }
        let moment = presentMoment()
        change { live in
            guard changes.isWhole else {
                // What is in memory may come from later changes than these.
                live.breakOff()
                live.beginTrail(
                    at: changes.mark,
                    expiredUpTo: live.expiredUpTo(at: moment),
                    isWhole: false
                )
                return
            }
            // What has expired before it was taken is told here as gone: then all that expired earlier must
            // have been told.
            _ = live.removeExpired(at: moment, limit: .max)
            live.tell(changes.numbered, expiredUpTo: live.expiredUpTo(at: moment))
            let overdue = live.shared?.overdue(at: moment) ?? []
            guard !overdue.isEmpty else { return }
            live.tellAtOnce(
                overdue,
                beginningAt: changes.mark,
                expiredUpTo: live.expiredUpTo(at: moment)
            )
        }
    }

    /// Shows a message or hides it, as the store has it now.
    ///
    /// A message may be hidden, shown again and removed at the same time, through this process and
    /// others, and the answers come in any order. So what is to be seen is not taken from an answer, but
    /// read again after it, one reading after the other: the last of them has seen every change.
    ///
    /// - Throws: What the store throws; what is to be seen then is left to ``follow()``.
    func settle(_ id: Message.ID) async throws {
        // Whoever asked may have gone: the change is made, and must be seen.
        try await inTurn(isCancellable: false) { board in
            board.live.write { $0.beginFollowing() }
            defer { board.live.write { $0.endFollowing() } }
            let moment = board.presentMoment()
            let stored = try await board.store.message(id, at: moment)
            guard let stored, stored.state == .live else {
                await board.arrivals.waitForPosts()
                board.showArrivals()
                // One that has expired goes as such.
                board.change { if $0.message(id, at: moment) != nil { _ = $0.remove(id) } }
                return
            }
            board.change { live in
                if !live.hasRemovedWhileFollowing(id) { _ = live.insert(stored.message) }
            }
        }
    }

    /// Shows and hides what the store says.
    func take(_ changes: MessageChanges) async {
        // A message may be removed before its post is answered here: it must not be shown after that.
        if !changes.disappeared.isEmpty {
            await arrivals.waitForPosts()
            showArrivals()
        }
        for start in stride(from: 0, to: changes.appeared.count, by: Self.batchSize) {
            let end = min(start + Self.batchSize, changes.appeared.count)
            change { live in
                // Nothing is shown that expired before the last that was said to have expired.
                let moment = presentMoment()
                for message in changes.appeared[start..<end]
                where message.isLive(at: moment) && !live.hasRemovedWhileFollowing(message.id) {
                    live.insert(message)
                }
            }
        }
        change { live in
            for id in changes.disappeared { live.remove(id) }
        }
    }
}
