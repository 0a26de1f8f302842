public import Datasets
internal import SpatialIndex
internal import Synchronization

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

    /// Reads all messages.
    ///
    /// - Returns: How far the store's changes are in memory then.
    func refreshAll() async throws -> ChangeMark {
        // The mark first: what comes while the store is read is read or followed. Posts that began
        // before it must be in memory, for it to be seen that they are gone.
        let mark = try await store.changeMark()
        await arrivals.waitForPosts()
        showArrivals()
        try await refresh(dataset: nil)
        followed.withLock { $0 = mark }
        return mark
    }

    func refresh(dataset: DatasetName?) async throws {
        live.write { $0.beginRefresh(of: dataset) }
        let desk = StagingDesk(on: background.makeQueue()) { batch in
            for start in stride(from: 0, to: batch.count, by: Self.batchSize) {
                let end = min(start + Self.batchSize, batch.count)
                self.live.write { $0.stage(batch, start..<end) }
            }
        }
        do {
            try await store.forEachBatch(
                expiringAfter: presentMoment(),
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
