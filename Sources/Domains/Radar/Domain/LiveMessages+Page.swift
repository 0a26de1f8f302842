internal import Geodesy
internal import HeapModule
internal import SpatialIndex
internal import Timekeeping

extension LiveMessages {
    /// What was published when a query's first page was made.
    func snapshot(board: UInt64, epoch: Int64) -> MessageCursor.Snapshot {
        MessageCursor.Snapshot(
            board: board,
            epoch: epoch,
            revision: revision,
            highestID: highestID
        )
    }

    /// One page of what a reader sees.
    ///
    /// - Parameters:
    ///   - query: Checked against the limits; its cursor belongs to it.
    ///   - board: The board's number, which tells its own cursors from those of another process.
    ///   - epoch: That of the board's store.
    /// - Complexity: O((shown + limit) log n) typical for the nearest, O(log n + found) in time and
    ///   O(limit) in space for the newest.
    func page(
        matching query: MessageQuery,
        at moment: Timestamp,
        board: UInt64,
        epoch: Int64,
        _ visit: (UInt32, Distance) -> Void
    ) -> MessageCursor? {
        let snapshot = query.cursor?.snapshot ?? snapshot(board: board, epoch: epoch)
        let isVisible = visibility(in: snapshot, board: board, of: query.categories, at: moment)
        var found =
            switch query.order {
            case .nearest: nearest(matching: query, where: isVisible)
            case .newest: newest(matching: query, where: isVisible)
            }
        let more = found.count > query.limit
        if more { found.removeLast(found.count - query.limit) }
        let shown = UInt32(clamping: Int(query.cursor?.shown ?? 0) + found.count)
        let next = found.last.flatMap { last in
            more
                ? MessageCursor(
                    snapshot: snapshot,
                    position: last.position,
                    shown: shown,
                    queryDigest: query.digest
                )
                : nil
        }
        for sighting in found { visit(sighting.slot, sighting.position.distance) }
        return next
    }

    /// A slot that was found, with what orders it.
    private struct Found {
        let slot: UInt32
        let position: MessageCursor.Position
    }

    /// Which slots a reader may see, wherever they are: live, of the snapshot, of a category.
    private func visibility(
        in snapshot: MessageCursor.Snapshot,
        board: UInt64,
        of categories: Set<Category>?,
        at moment: Timestamp
    ) -> (UInt32) -> Bool {
        let isOwnSnapshot = snapshot.board == board
        let lastRevision = isOwnSnapshot ? snapshot.revision : revision
        let lastID = isOwnSnapshot ? Int64.max : snapshot.highestID.rawValue
        let wanted = categories.map { categories in
            (0..<UInt32(table.categories.count)).map { categories.contains(table.categories[$0]) }
        }
        return { slot in
            let record = table[slot]
            guard record.revision <= lastRevision, record.id <= lastID, record.isLive(at: moment)
            else { return false }
            guard let wanted else { return true }
            return wanted[Int(record.category)]
        }
    }

    /// The nearest after the cursor, one more than the limit where there are that many.
    ///
    /// The index breaks ties by slot, a page by id. So the page is taken from the index's answer only
    /// where it ends before the answer's last distance: nearer than that, the answer is complete.
    private func nearest(
        matching query: MessageQuery,
        where isVisible: (UInt32) -> Bool
    ) -> [Found] {
        let before = min(Int(query.cursor?.shown ?? 0), count)
        let asked = before + query.limit + 1
        let answer = index.nearest(
            to: query.center,
            count: asked,
            within: query.radius,
            where: isVisible
        )
        let found = inOrder(answer, after: query.cursor)
        guard answer.count == asked, let farthest = answer.last?.distance else { return found }
        if found.count > query.limit, found[query.limit - 1].position.distance < farthest {
            return found
        }
        let reach = found.count > query.limit ? farthest : query.radius
        return inOrder(
            index.within(reach, of: query.center, where: isVisible),
            after: query.cursor
        )
    }

    private func inOrder(_ neighbors: [Neighbor<UInt32>], after cursor: MessageCursor?) -> [Found] {
        var sightings = neighbors.map { found($0) }
        if let cursor { sightings.removeAll { !cursor.position.precedes($0.position) } }
        // The index mostly gives them in this order already.
        let isInOrder = zip(sightings, sightings.dropFirst())
            .allSatisfy { $0.position.precedes($1.position) }
        if !isInOrder { sightings.sort { $0.position.precedes($1.position) } }
        return sightings
    }

    /// The newest after the cursor, one more than the limit where there are that many.
    ///
    /// Of all that are found only so many are kept. Most of the others are older than those, and are
    /// passed over before anything else is asked of them.
    private func newest(
        matching query: MessageQuery,
        where isVisible: (UInt32) -> Bool
    ) -> [Found] {
        let bound = query.cursor?.position.id.rawValue
        var kept = Heap<Newest>()
        kept.reserveCapacity(query.limit + 1)
        _ = index.within(query.radius, of: query.center) { slot in
            let id = table[slot].id
            if let bound, id >= bound { return false }
            if kept.count > query.limit {
                guard let oldest = kept.min, id > oldest.id, isVisible(slot) else { return false }
                kept.replaceMin(with: Newest(id: id, slot: slot))
            } else if isVisible(slot) {
                kept.insert(Newest(id: id, slot: slot))
            }
            // Nothing is to be gathered there.
            return false
        }
        return kept.unordered.sorted { $1 < $0 }.map { newest in
            found(
                Neighbor(
                    id: newest.slot,
                    // The same to the last bit as the index measures it.
                    distance: Geodesic.distance(
                        from: query.center,
                        to: table[newest.slot].coordinate
                    )
                )
            )
        }
    }

    /// A message by the order of the newest.
    private struct Newest: Comparable {
        let id: Int64
        let slot: UInt32

        static func < (left: Newest, right: Newest) -> Bool { left.id < right.id }
    }

    private func found(_ neighbor: Neighbor<UInt32>) -> Found {
        Found(
            slot: neighbor.id,
            position: MessageCursor.Position(
                distance: neighbor.distance,
                id: Message.ID(rawValue: table[neighbor.id].id)
            )
        )
    }
}

extension MessageCursor.Position {
    /// The order of the nearest: by distance, ties by id.
    func precedes(_ other: MessageCursor.Position) -> Bool {
        distance != other.distance ? distance < other.distance : id < other.id
    }
}
