internal import Datasets
internal import SpatialIndex

extension LiveMessages {
    /// A reading of the store that is compared with what is in memory.
    ///
    /// Messages that are new or different are staged: they have records, unpublished, so nobody sees
    /// them. Publishing then shows all of them and hides all that the store no longer has, in one
    /// short change; the hidden records are erased afterwards, a few at a time.
    struct Refresh: Sendable {
        /// Only the messages of this dataset; nil for all.
        let dataset: DatasetName?
        /// The revision when the reading began: what was published later is newer than the reading.
        let startRevision: UInt64
        /// Whether the index gets the staged points at the end, all at once.
        let indexesAtEnd: Bool
        var staged: [UInt32] = []
        /// The slots whose message the reading found unchanged.
        var confirmed: Set<UInt32> = []
        /// Messages that their authors removed since the reading began: it may have found them still.
        var removed: Set<Message.ID> = []
    }

    /// When a reading changes more than that, those who follow are told to ask for the whole.
    static let mostLoggedChanges = 1000

    mutating func beginRefresh(of dataset: DatasetName?) {
        refresh = Refresh(
            dataset: dataset,
            startRevision: revision,
            indexesAtEnd: slots.isEmpty
        )
    }

    /// Takes some messages of a batch of the reading.
    ///
    /// - Parameters:
    ///   - batch: Packed with ``MessageTable/packer``.
    ///   - range: Which of its messages.
    mutating func stage(_ batch: MessageBatch, _ range: Range<Int>) {
        guard var refresh else { return }
        self.refresh = nil
        let numbers = table.numbers(of: batch)
        for index in range {
            let record = table.renumbered(batch.records[index], numbers)
            let id = Message.ID(rawValue: record.id)
            guard !refresh.removed.contains(id) else { continue }
            batch.withBytes(of: index) { bytes in
                if let slot = slots[id], table.holds(record, bytes, at: slot) {
                    refresh.confirmed.insert(slot)
                    return
                }
                let slot = table.add(record, bytes, revision: MessageTable.Record.unpublished)
                if !refresh.indexesAtEnd { self.index.insert(point(at: slot)) }
                refresh.staged.append(slot)
            }
        }
        self.refresh = refresh
    }

    /// How many points the index will get at the end; nil when it has them already.
    var countToIndexAtEnd: Int? {
        guard let refresh, refresh.indexesAtEnd else { return nil }
        return refresh.staged.count
    }

    /// Some of the points that the index will get at the end.
    func pointsToIndexAtEnd(_ range: Range<Int>) -> [IndexedPoint<UInt32>] {
        guard let refresh else { return [] }
        return refresh.staged[range].map(point(at:))
    }

    /// Shows what the reading found, and nothing else of its dataset but what is newer.
    ///
    /// - Parameter bulkIndex: The index over the ``countToIndexAtEnd`` points, when there were any.
    /// - Returns: The slots to ``erase(_:)``: hidden, but still in the table and in the index.
    mutating func publishRefresh(bulkIndex: NumberedQuadTree?) -> [UInt32] {
        guard let refresh else { return [] }
        self.refresh = nil
        if var bulkIndex {
            // The index was empty when the reading began: what it holds now was posted since.
            for slot in slots.values { bulkIndex.insert(point(at: slot)) }
            index = bulkIndex
        }
        var retired = slotsNotConfirmed(by: refresh)
        let isLogged = retired.count + refresh.staged.count <= Self.mostLoggedChanges
        for slot in retired {
            slots[Message.ID(rawValue: table[slot].id)] = nil
            if isLogged { noteHidden(slot) }
        }

        revision += 1
        var superfluous: [UInt32] = []
        var new: [UInt32] = []
        new.reserveCapacity(refresh.staged.count)
        for slot in refresh.staged {
            let id = Message.ID(rawValue: table[slot].id)
            // Still there under its id: posted while the store was read, and read as well.
            if refresh.removed.contains(id) || slots[id] != nil {
                superfluous.append(slot)
            } else {
                table.setRevision(revision, at: slot)
                new.append(slot)
                if isLogged { noteShown(slot) }
            }
        }
        register(new)
        if !isLogged { breakOff() }
        for slot in retired { table.setRevision(MessageTable.Record.unpublished, at: slot) }
        countStrayExpiries(retired.count)
        retired += superfluous
        return retired
    }

    /// Forgets the reading.
    ///
    /// - Returns: The slots to ``erase(_:)``.
    mutating func abandonRefresh() -> [UInt32] {
        guard let refresh else { return [] }
        self.refresh = nil
        return refresh.staged
    }

    /// The published slots within the reading's dataset that it did not find as they are, and that
    /// are not newer than it.
    private func slotsNotConfirmed(by refresh: Refresh) -> [UInt32] {
        let dataset: UInt32?
        if let name = refresh.dataset {
            guard let number = table.datasets.existingNumber(of: name) else { return [] }
            dataset = number + 1
        } else {
            dataset = nil
        }
        return (0..<UInt32(table.slotCount)).filter { slot in
            let record = table[slot]
            return !record.isVacant && record.revision <= refresh.startRevision
                && (dataset == nil || record.dataset == dataset)
                && !refresh.confirmed.contains(slot)
        }
    }
}
