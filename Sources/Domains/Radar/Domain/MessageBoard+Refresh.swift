public import Datasets
internal import SpatialIndex
internal import Synchronization
internal import Timekeeping

extension MessageBoard {
    /// Reads all messages that have not expired from the store.
    ///
    /// Posts and removals may go on meanwhile, and none is lost: what was posted since the reading
    /// began stays, what was removed since does not come back. Everything read shows at once, at the
    /// end. A message whose removal another process has made disappears.
    ///
    /// - Throws: What the store throws; the board is then as it was.
    /// - Complexity: O(n log n); readers and posts wait for single batches only.
    public func load() async throws {
        try await inTurn { board in
            let mark = try await board.refreshAll()
            board.epoch.store(mark.epoch, ordering: .relaxed)
        }
        hasLoaded.store(true, ordering: .releasing)
    }

    /// Reads the messages of a dataset again, after an import by another process.
    ///
    /// Readers see the dataset as it was until all of it has been read, then as it is now. Messages
    /// that the import left as they were keep their place in the pages under way.
    ///
    /// - Parameter dataset: Published, or dropped: then its messages disappear.
    /// - Throws: What the store throws; the board is then as it was.
    /// - Complexity: O(n + m log n) for m messages of the dataset.
    public func reload(dataset: DatasetName) async throws {
        try await inTurn { try await $0.refresh(dataset: dataset) }
    }

    /// One reading of the store at a time, in the order in which they were asked for, so that the
    /// one begun last is the one that stays.
    ///
    /// - Parameter isCancellable: Whether the work ends when the task is cancelled that asks for it.
    func inTurn(
        isCancellable: Bool = true,
        _ work: @escaping @Sendable (MessageBoard) async throws -> Void
    ) async throws {
        let task = lastRefresh.withLock { last in
            let task = Task(executorPreference: background.executor) { [last] in
                _ = await last?.result
                try await work(self)
            }
            last = task
            return task
        }
        try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            if isCancellable { task.cancel() }
        }
    }

    /// So long after it has expired a node that begins tells of a message, where there are other nodes.
    static let recallMilliseconds: Int64 = 60_000
    /// So many of the last changes a node that begins can tell of.
    private static let recalledChanges: Int64 = 1000

    /// Reads all messages.
    ///
    /// - Returns: How far the store's changes are in memory then.
    func refreshAll() async throws -> ChangeMark {
        // The mark first: what comes while the store is read is read or followed. Posts that began
        // before it must be in memory, for it to be seen that they are gone.
        var mark = try await store.changeMark()
        await arrivals.waitForPosts()
        showArrivals()
        let start = momentToReadFrom()
        try await refresh(dataset: nil, expiringAfter: start)
        if isShared { mark = try await beginTrail(at: mark, start) }
        followed.withLock { [mark] in $0 = mark }
        return mark
    }

    /// What has expired is read once more by a board that begins, where there are other nodes, and expires
    /// at once: so it can be told to those who were not told elsewhere.
    private func momentToReadFrom() -> Timestamp {
        let moment = presentMoment()
        guard isShared, !isLoaded else { return moment }
        return moment.adding(milliseconds: -Self.recallMilliseconds) ?? moment
    }

    /// Follows what was changed while all was read, and some changes before that, so that readers may come
    /// from there.
    ///
    /// - Parameters:
    ///   - mark: Where the changes stood before the reading.
    ///   - start: All that expires later was read.
    /// - Returns: How far the store's changes are in memory then.
    private func beginTrail(at mark: ChangeMark, _ start: Timestamp) async throws -> ChangeMark {
        let expiredUpTo = start.millisecondsSince1970
        var origin = try await store.mark(before: mark, by: Self.recalledChanges) ?? mark
        let held = live.read { $0.shared?.heldBack ?? [] }
        live.write { $0.beginFollowing() }
        defer { live.write { $0.endFollowing() } }
        var changes = try await changes(since: origin)
        if !changes.isComplete || !changes.isWhole, origin != mark {
            origin = mark
            changes = try await self.changes(since: mark)
        }
        guard changes.isComplete, changes.isWhole else {
            // So much happens that the next reading or following has to say where the board is.
            change { $0.tellAtOnce(held, beginningAt: mark, expiredUpTo: expiredUpTo) }
            return mark
        }
        await take(changes)
        let (first, numbered) = (origin, changes.numbered)
        change { live in
            live.tellHeldBack(held.subtracting(numbered.map(\.messageID)))
            live.beginTrail(at: first, expiredUpTo: expiredUpTo, isWhole: true)
            live.tell(numbered, expiredUpTo: expiredUpTo)
        }
        return changes.mark
    }

    /// - Parameter moment: What has expired by then is not read; nil for the present one.
    func refresh(dataset: DatasetName?, expiringAfter moment: Timestamp? = nil) async throws {
        live.write { $0.beginRefresh(of: dataset) }
        let desk = StagingDesk(on: background.makeQueue()) { batch in
            for start in stride(from: 0, to: batch.count, by: Self.batchSize) {
                let end = min(start + Self.batchSize, batch.count)
                self.live.write { $0.stage(batch, start..<end) }
            }
        }
        do {
            try await store.forEachBatch(
                expiringAfter: moment ?? presentMoment(),
                dataset: dataset,
                packedBy: live.read { $0.table.packer }
            ) { desk.take($0) }
            await desk.finish()
        } catch {
            await desk.finish()
            erase(live.write { $0.abandonRefresh() })
            throw error
        }
        let index = live.read { $0.countToIndexAtEnd }.map { count in
            NumberedQuadTree(StagedPoints(underestimatedCount: count, live: live))
        }
        erase(change { $0.publishRefresh(bulkIndex: index) })
    }

    /// Erases what nobody sees any more, a batch at a time.
    private func erase(_ slots: [UInt32]) {
        for start in stride(from: 0, to: slots.count, by: Self.batchSize) {
            let end = min(start + Self.batchSize, slots.count)
            live.write { live in slots[start..<end].forEach { live.erase($0) } }
        }
    }

    /// How many records change under one lock.
    static let batchSize = 1024
}

/// The points that a board's index gets at the end of a reading, read some at a time: nobody waits for
/// all of them, and they are not copied all at once.
private struct StagedPoints: Sequence, IteratorProtocol {
    private static let atOnce = 65_536

    let underestimatedCount: Int
    let live: ReadWriteLocked<LiveMessages>
    private var points: ArraySlice<IndexedPoint<UInt32>> = []
    private var read = 0

    init(underestimatedCount: Int, live: ReadWriteLocked<LiveMessages>) {
        self.underestimatedCount = underestimatedCount
        self.live = live
    }

    mutating func next() -> IndexedPoint<UInt32>? {
        if points.isEmpty {
            let range = read..<Swift.min(read + Self.atOnce, underestimatedCount)
            guard !range.isEmpty else { return nil }
            points = live.read { $0.pointsToIndexAtEnd(range)[...] }
            read = range.upperBound
        }
        return points.popFirst()
    }
}
