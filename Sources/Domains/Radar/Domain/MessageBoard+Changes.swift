internal import Geodesy
internal import HeapModule
internal import Timekeeping

/// A change of what can be seen, with what is to be seen of its message now.
struct BoardChange: Sendable {
    /// Counts the board's changes.
    let number: UInt64
    let entry: EventLog.Entry
    let category: Category
    /// The message, of a change that shows it; nil when nobody sees it any more.
    let message: Message?
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
                let id = Message.ID(rawValue: entry.messageID)
                return BoardChange(
                    number: number + UInt64(index) + 1,
                    entry: entry,
                    category: live.table.categories[entry.category],
                    message: entry.kind == .posted ? live.message(id, at: moment) : nil
                )
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
