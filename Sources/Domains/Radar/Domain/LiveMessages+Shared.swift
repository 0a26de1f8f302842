internal import HeapModule
internal import Timekeeping

// What those who follow are told: at once where the board is alone; otherwise in the order of the changes
// that all nodes count alike.
extension LiveMessages {
    /// A message can be seen from now on.
    mutating func noteShown(_ slot: UInt32) {
        guard shared == nil else {
            shared?.show(Message.ID(rawValue: table[slot].id))
            return
        }
        log.append(.posted, table[slot])
    }

    /// A message cannot be seen any more.
    mutating func noteHidden(_ slot: UInt32) {
        guard shared == nil else {
            shared?.hide(EventLog.Entry(.removed, table[slot]))
            return
        }
        log.append(.removed, table[slot])
    }

    /// A message's time is over.
    mutating func noteExpired(_ record: MessageTable.Record, at moment: Timestamp) {
        // Nobody was told that it was there.
        if shared?.takeUntold(Message.ID(rawValue: record.id)) == true { return }
        log.append(.expired, record)
        guard shared != nil else { return }
        let expiredUpTo = expiredUpTo(at: moment)
        shared?.note(log.last, step: nil, expiresAt: record.expiresAt, expiredUpTo: expiredUpTo)
    }

    /// So much changed at once that no entries tell of it.
    mutating func breakOff() {
        log.breakOff()
        shared?.dropHeldBack()
    }

    /// Tells what the database has under its numbers; what is in memory is that already.
    ///
    /// Each change gets an entry, so that each number has its place in the log. What a message has become
    /// with the last of the changes, which were read at once, stands in the entry of its last change.
    ///
    /// - Parameter expiredUpTo: Of all that expires up to then it was told before these.
    mutating func tell(_ changes: [NumberedChange], expiredUpTo: Int64) {
        var last: [Message.ID: Int64] = [:]
        for change in changes { last[change.messageID] = change.number }
        for change in changes {
            let isLast = last[change.messageID] == change.number
            let entry =
                isLast ? entry(of: change) : EventLog.Entry(.superseded, change.messageID)
            log.append(entry)
            let lastMoment = change.shownUntil?.millisecondsSince1970
            shared?.note(
                log.last,
                step: (change.number, change.chain),
                expiresAt: entry.kind == .goneUnseen ? lastMoment : nil,
                expiredUpTo: expiredUpTo
            )
        }
    }

    private mutating func entry(of change: NumberedChange) -> EventLog.Entry {
        let id = change.messageID
        if change.shownUntil != nil {
            if let slot = slots[id] {
                let isNew = shared?.takeUntold(id) == true
                return EventLog.Entry(isNew ? .posted : .stillShown, table[slot])
            }
        } else if let departed = shared?.takeDeparted(id) {
            return departed
        }
        return EventLog.Entry(.goneUnseen, id)
    }

    /// Tells what waits for a number that does not come.
    mutating func tellHeldBack(_ ids: Set<Message.ID>) {
        for id in ids.sorted() {
            if let departed = shared?.takeDeparted(id) {
                log.append(departed)
            } else if shared?.takeUntold(id) == true, let slot = slots[id] {
                log.append(.posted, table[slot])
            }
        }
    }

    /// Tells at once what has no number, and lets nobody go on from before that.
    mutating func tellAtOnce(
        _ ids: Set<Message.ID>,
        beginningAt mark: ChangeMark,
        expiredUpTo: Int64
    ) {
        tellHeldBack(ids)
        beginTrail(at: mark, expiredUpTo: expiredUpTo, isWhole: false)
    }

    /// Begins to count as all nodes do; earlier positions are not known any more.
    ///
    /// - Parameters:
    ///   - mark: How far the database's changes are in memory.
    ///   - expiredUpTo: Of all messages that expire later it is told from now on.
    ///   - isWhole: Whether nothing is in memory that came after the mark.
    mutating func beginTrail(at mark: ChangeMark, expiredUpTo: Int64, isWhole: Bool) {
        shared?.begin(
            at: SharedPoint(
                history: mark.epoch,
                number: mark.entry,
                chain: mark.chain,
                expiredUpTo: expiredUpTo
            ),
            after: log.last,
            isWhole: isWhole
        )
    }

    /// Every message that expired up to that moment is told of, and none is shown any more.
    func expiredUpTo(at moment: Timestamp) -> Int64 {
        let present = moment.millisecondsSince1970
        return expiries.min.map { min(present, $0.moment - 1) } ?? present
    }

    /// Where somebody is who was told all up to a change of the log; nil when that is not kept.
    func point(at change: UInt64, moment: Timestamp) -> SharedPoint? {
        guard let shared else { return nil }
        guard change == log.last else { return shared.mark(change)?.point }
        var point = shared.point
        point.expiredUpTo = max(point.expiredUpTo, expiredUpTo(at: moment))
        return point
    }
}
