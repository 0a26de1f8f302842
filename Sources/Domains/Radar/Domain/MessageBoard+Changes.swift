internal import Geodesy
internal import HeapModule
internal import Timekeeping

/// A change of what can be seen, with what is to be seen of its message now.
struct BoardChange: Sendable {
    /// Counts the board's changes.
    let number: UInt64
    let entry: EventLog.Entry
    /// Nil where it is not known.
    let category: Category?
    /// The message, of a change that shows it; nil when nobody sees it any more.
    let message: Message?
    /// Where the board stood then in what all nodes count alike; nil where it is alone, or that is not
    /// kept any more.
    let mark: SharedTrail.Mark?
}

// What those who follow a board ask of it.
extension MessageBoard {
    /// The number of the latest change.
    var lastChange: UInt64 { live.read { $0.log.last } }

    /// What happened after a change, in order; nil when the log no longer goes back that far.
    ///
    /// - Parameters:
    ///   - limit: How many changes at most, those that are left out included.
    ///   - include: Which changes are wanted.
    func changes(
        after number: UInt64,
        limit: Int,
        where include: (EventLog.Entry) -> Bool = { _ in true }
    ) -> [BoardChange]? {
        let moment = presentMoment()
        return live.read { live in
            guard let entries = live.log.entries(after: number, limit: limit) else { return nil }
            return entries.enumerated().compactMap { index, entry in
                guard include(entry) else { return nil }
                return change(number + UInt64(index) + 1, entry, in: live, at: moment)
            }
        }
    }

    private func change(
        _ number: UInt64,
        _ entry: EventLog.Entry,
        in live: LiveMessages,
        at moment: Timestamp
    ) -> BoardChange {
        let isShown = entry.kind == .posted || entry.kind == .stillShown
        let hasPlace = entry.kind != .goneUnseen && entry.kind != .superseded
        return BoardChange(
            number: number,
            entry: entry,
            category: hasPlace ? live.table.categories[entry.category] : nil,
            message: isShown
                ? live.message(Message.ID(rawValue: entry.messageID), at: moment) : nil,
            mark: live.shared?.mark(number)
        )
    }

    // MARK: Positions

    /// Whether other nodes tell the same changes.
    var isShared: Bool { store.numbersChanges }

    /// Where a reader is who was told all up to a change; nil where it goes on as from the last that it has.
    ///
    /// - Parameter start: Where the reader comes from, and may know more than was told here by then.
    func position(at change: UInt64, from start: SharedPoint? = nil) -> LivePosition? {
        guard isShared else { return LivePosition(board: number, change: change) }
        let moment = presentMoment()
        return position(live.read { $0.point(at: change, moment: moment) }, start)
    }

    /// The same, of a reader who was told a change.
    func position(of change: BoardChange, from start: SharedPoint? = nil) -> LivePosition? {
        guard isShared else { return LivePosition(board: number, change: change.number) }
        return position(change.mark?.point, start)
    }

    private func position(_ point: SharedPoint?, _ start: SharedPoint?) -> LivePosition? {
        guard let point else { return nil }
        return (start.map { point.raised(to: $0) } ?? point).position(under: publicIDs)
    }

    /// What a position says, of those that hold at all nodes; nil for others.
    func point(of position: LivePosition) -> SharedPoint? {
        isShared ? SharedPoint(position, under: publicIDs) : nil
    }

    /// Whether another node has told more than this one has followed.
    func isBehind(_ position: LivePosition) -> Bool {
        guard let point = point(of: position) else { return false }
        return live.read { live in
            guard let here = live.shared?.point else { return false }
            return here.history == point.history && here.number < point.number
        }
    }

    /// Whether something was changed here that those who follow are told of once the database is followed
    /// that far.
    package var awaitsFollowing: Bool { live.read { $0.shared?.isHoldingBack ?? false } }

    /// What happened since a position, in order; nil when that cannot be said.
    ///
    /// - Parameters:
    ///   - last: The change up to which it is wanted.
    ///   - limit: How many changes at most are looked at.
    ///   - include: Which changes are wanted.
    func changes(
        since position: LivePosition,
        upTo last: UInt64,
        limit: UInt64,
        where include: (EventLog.Entry) -> Bool
    ) -> [BoardChange]? {
        guard isShared else {
            guard position.board == number, position.moment == nil, position.change <= last,
                last - position.change <= limit
            else { return nil }
            return changes(
                after: position.change,
                limit: Int(last - position.change),
                where: include
            )
        }
        guard let point = point(of: position) else { return nil }
        let moment = presentMoment()
        return live.read { live in
            guard let start = live.shared?.lastKnown(at: point, upTo: last, limit: limit),
                let entries = live.log.entries(after: start, limit: Int(last - start))
            else { return nil }
            return entries.enumerated().compactMap { index, entry in
                guard entry.kind != .superseded, entry.kind == .goneUnseen || include(entry)
                else { return nil }
                let change = change(start + UInt64(index) + 1, entry, in: live, at: moment)
                return change.mark?.isKnown(at: point) == true ? nil : change
            }
        }
    }

    /// Removes from memory some messages that have expired, the earliest first.
    ///
    /// - Returns: How late the first of them was, in milliseconds; nil when none was due.
    func expireDue(limit: Int) -> Int64? {
        let moment = presentMoment()
        let isDue = { (live: LiveMessages) in
            live.expiries.min.map { $0.moment <= moment.millisecondsSince1970 } == true
        }
        guard let due = live.read({ isDue($0) ? $0.expiries.min?.moment : nil }) else { return nil }
        _ = change { $0.removeExpired(at: moment, limit: limit) }
        return moment.milliseconds(since: Timestamp(millisecondsSince1970: due))
    }
}
