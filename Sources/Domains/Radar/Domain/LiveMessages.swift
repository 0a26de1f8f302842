internal import Datasets
internal import Geodesy
internal import HeapModule
internal import SpatialIndex
internal import Timekeeping

/// The messages in memory: records, ids, places and the order of expiry, changed together in one
/// place.
///
/// Invariants, which ``violatedInvariants()`` checks:
/// - `slots` names exactly the published records, each under its own id;
/// - the index holds exactly the published records and those that a refresh has staged into it or
///   retired, each at its place with its visible radius as reach;
/// - every published record has an entry in `expiries`; entries without a record are skipped.
struct LiveMessages: Sendable {
    /// When a slot's record expires.
    struct Expiry: Sendable, Comparable {
        let moment: Int64
        let slot: UInt32

        static func < (left: Expiry, right: Expiry) -> Bool {
            left.moment != right.moment ? left.moment < right.moment : left.slot < right.slot
        }
    }

    var table: MessageTable
    var index = NumberedQuadTree()
    var slots = SlotMap()
    var expiries = Heap<Expiry>()
    /// Entries of `expiries` whose record was removed before it expired.
    private var strayExpiries = 0
    /// Counts the changes that added messages.
    var revision: UInt64 = 0
    /// The highest id ever published.
    private(set) var highestID = Message.ID(rawValue: 0)
    /// The refresh that is under way.
    var refresh: Refresh?
    /// What became visible and what no longer is.
    var log = EventLog()
    /// How the log goes with what other nodes tell; nil where there are none.
    var shared: SharedTrail?
    /// What was removed while the store is being read; nil at other times.
    private var removedWhileFollowing: Set<Message.ID>?

    var count: Int { slots.count }

    /// No messages yet.
    ///
    /// - Parameter isShared: Whether other nodes tell the same changes.
    init(publicIDs: PublicIDs, isShared: Bool = false) {
        table = MessageTable(publicIDs: publicIDs)
        if isShared { shared = SharedTrail() }
    }

    /// Publishes a message.
    ///
    /// - Returns: Whether it is new; a message whose id is there already is left as it is.
    @discardableResult
    mutating func insert(_ message: Message) -> Bool {
        guard slots[message.id] == nil else { return false }
        revision += 1
        let slot = table.add(message, revision: revision)
        index.insert(point(at: slot))
        register(slot)
        noteShown(slot)
        return true
    }

    /// Removes a message.
    ///
    /// - Returns: Whether it was there.
    @discardableResult
    mutating func remove(_ id: Message.ID) -> Bool {
        refresh?.removed.insert(id)
        removedWhileFollowing?.insert(id)
        guard let slot = slots.removeValue(forKey: id) else { return false }
        noteHidden(slot)
        erase(slot)
        strayExpiries += 1
        sortOutExpiries()
        return true
    }

    /// Removes messages that have expired, the earliest first.
    ///
    /// - Returns: How many, at most `limit`.
    mutating func removeExpired(at moment: Timestamp, limit: Int) -> Int {
        var removed = 0
        while removed < limit, let next = expiries.min,
            next.moment <= moment.millisecondsSince1970
        {
            expiries.removeMin()
            let record = table[next.slot]
            guard isCurrent(next) else {
                strayExpiries = max(0, strayExpiries - 1)
                continue
            }
            slots[Message.ID(rawValue: record.id)] = nil
            noteExpired(record, at: moment)
            erase(next.slot)
            removed += 1
        }
        return removed
    }

    mutating func beginFollowing() { removedWhileFollowing = [] }

    mutating func endFollowing() { removedWhileFollowing = nil }

    func hasRemovedWhileFollowing(_ id: Message.ID) -> Bool {
        removedWhileFollowing?.contains(id) == true
    }

    /// The message with an id, while it is live.
    func message(_ id: Message.ID, at moment: Timestamp) -> Message? {
        guard let slot = slots[id], table[slot].isLive(at: moment) else { return nil }
        return table.message(at: slot)
    }

    /// Makes a record known by its id and by its expiry.
    mutating func register(_ slot: UInt32) {
        expiries.insert(registerID(slot))
    }

    /// Makes many records known: O(n), where one by one takes O(n log n).
    mutating func register(_ new: [UInt32]) {
        guard new.count > expiries.count / 8 else { return new.forEach { register($0) } }
        var all = ContiguousArray(expiries.unordered)
        all.reserveCapacity(all.count + new.count)
        for slot in new { all.append(registerID(slot)) }
        expiries = Heap(all)
    }

    /// - Returns: When it expires, for the caller to keep.
    private mutating func registerID(_ slot: UInt32) -> Expiry {
        let record = table[slot]
        let id = Message.ID(rawValue: record.id)
        slots[id] = slot
        highestID = max(highestID, id)
        return Expiry(moment: record.expiresAt, slot: slot)
    }

    /// Takes a record out of the table, and out of the index if it is there; its id is the caller's
    /// to forget.
    mutating func erase(_ slot: UInt32) {
        index.remove(id: slot, at: table[slot].coordinate)
        table.remove(at: slot)
    }

    func point(at slot: UInt32) -> IndexedPoint<UInt32> {
        let record = table[slot]
        return IndexedPoint(
            id: slot,
            coordinate: record.coordinate,
            reach: .upTo(record.visibleRadius)
        )
    }

    mutating func countStrayExpiries(_ number: Int) {
        strayExpiries += number
        sortOutExpiries()
    }

    /// An entry is stray when its slot is vacant, retired, or holds a message that expires at another
    /// moment. (One that expires at the same moment may go by it: the time is its own.)
    private func isCurrent(_ entry: Expiry) -> Bool {
        let record = table[entry.slot]
        return !record.isVacant && record.revision != MessageTable.Record.unpublished
            && record.expiresAt == entry.moment
    }

    /// Builds `expiries` anew when most of it is stray: amortized O(1) a removal.
    private mutating func sortOutExpiries() {
        guard strayExpiries > 1024, strayExpiries * 2 > expiries.count else { return }
        expiries = Heap(slots.values.map { Expiry(moment: table[$0].expiresAt, slot: $0) })
        strayExpiries = 0
    }

    /// What is wrong with the aggregate, for tests; empty when nothing is.
    func violatedInvariants() -> [String] {
        var wrong: [String] = []
        let due = Set(expiries.unordered.filter(isCurrent).map(\.slot))
        let indexed = index.within(.world)
        var published = 0
        for slot in (0..<UInt32(table.slotCount)) {
            let record = table[slot]
            guard !record.isVacant, record.revision != MessageTable.Record.unpublished else {
                continue
            }
            published += 1
            if slots[Message.ID(rawValue: record.id)] != slot { wrong.append("\(slot): no id") }
            if !due.contains(slot) { wrong.append("\(slot): no expiry") }
            if record.revision > revision { wrong.append("\(slot): revision too high") }
        }
        if slots.count != published { wrong.append("\(slots.count) ids, \(published) records") }
        if Set(indexed).count != indexed.count { wrong.append("indexed twice") }
        if refresh == nil, indexed.count != published || table.count != published {
            wrong.append("\(indexed.count) indexed, \(table.count) kept, \(published) published")
        }
        if !Set(slots.values).isSubset(of: indexed) { wrong.append("a message is not indexed") }
        return wrong
    }
}
