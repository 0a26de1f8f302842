internal import Timekeeping

/// How far a board has come in what all nodes of a database count alike.
struct SharedPoint: Sendable, Hashable {
    /// ``ChangeMark/epoch`` of the database; 0 before a board has read it.
    var history: Int64
    /// The number of the last change that was told.
    var number: Int64
    /// ``ChangeMark/chain`` at that change: another history has another one.
    var chain: Int64
    /// Of all messages that expire up to this moment it was told; milliseconds since 1970.
    var expiredUpTo: Int64
}

/// What ties a board's own changes to the numbers that all nodes of a database share.
///
/// A node shows what is posted and removed through it at once, under numbers of which it may not have
/// seen all that come before. So those who follow the board are told of it when the node has followed the
/// database that far: all nodes tell the same changes in the same order, and a reader may go on at any of
/// them from where it was.
///
/// What expires is told by each node's clock, and is no change of the database; how far a node has come in
/// it is a moment.
struct SharedTrail: Sendable {
    /// Where the board stood after a change of its log.
    struct Mark: Sendable {
        let point: SharedPoint
        /// Of a change that says that a message has expired: when; milliseconds since 1970.
        let expiresAt: Int64?

        /// Whether somebody at a point was told the change, here or elsewhere.
        func isKnown(at other: SharedPoint) -> Bool {
            expiresAt.map { $0 <= other.expiredUpTo } ?? (point.number <= other.number)
        }
    }

    /// How many marks are kept at least: more than readers that come back are told of.
    static let capacity = 4096
    /// A change of another shard's message comes when that one's database was followed.
    private static let patienceMilliseconds: Int64 = 5000

    /// Where the board is.
    private(set) var point = SharedPoint(history: 0, number: 0, chain: 0, expiredUpTo: .min)
    /// Messages in memory of which nobody was told yet.
    private(set) var untold: Set<Message.ID> = []
    /// Messages that went from memory, and nobody was told yet that they did: what is to be told then.
    private(set) var departed: [Message.ID: EventLog.Entry] = [:]
    /// What waited a while ago, and since when.
    private var watched: (ids: Set<Message.ID>, since: Int64) = ([], .min)
    /// The number in the log of the first mark.
    private var first: UInt64 = 0
    private var marks: ContiguousArray<Mark> = []

    /// Everything that waits to be told.
    var heldBack: Set<Message.ID> { untold.union(departed.keys) }

    var isHoldingBack: Bool { !untold.isEmpty || !departed.isEmpty }

    // MARK: What waits

    /// A message came into memory; nobody is told yet.
    mutating func show(_ id: Message.ID) {
        if departed.removeValue(forKey: id) == nil { untold.insert(id) }
    }

    /// A message went from memory; nobody is told yet.
    mutating func hide(_ entry: EventLog.Entry) {
        let id = Message.ID(rawValue: entry.messageID)
        if untold.remove(id) == nil { departed[id] = entry }
    }

    /// - Returns: Whether somebody is to be told now that the message can be seen: nobody was yet.
    mutating func takeUntold(_ id: Message.ID) -> Bool { untold.remove(id) != nil }

    /// - Returns: What is to be told now; nil unless the message has gone, and nobody was told yet.
    mutating func takeDeparted(_ id: Message.ID) -> EventLog.Entry? {
        departed.removeValue(forKey: id)
    }

    /// What has waited for so long that its change will not come: 5 seconds at least, and less than twice
    /// as much if this is asked all the while.
    mutating func overdue(at moment: Timestamp) -> Set<Message.ID> {
        let now = moment.millisecondsSince1970
        guard isHoldingBack,
            watched.since == .min || now - watched.since >= Self.patienceMilliseconds
        else { return [] }
        let waiting = heldBack
        defer { watched = (waiting, now) }
        return watched.ids.intersection(waiting)
    }

    mutating func dropHeldBack() {
        untold = []
        departed = [:]
    }

    // MARK: Where the board is

    /// Begins anew: no earlier point is known any more.
    ///
    /// - Parameters:
    ///   - change: The last number in the log.
    ///   - isWhole: Whether the board is exactly what the database was at the point; otherwise nobody can
    ///     go on from the point itself.
    mutating func begin(at point: SharedPoint, after change: UInt64, isWhole: Bool) {
        self.point = point
        marks = isWhole ? [Mark(point: point, expiresAt: nil)] : []
        first = isWhole ? change : change + 1
    }

    /// Notes the log's next change.
    ///
    /// - Parameters:
    ///   - change: Its number in the log.
    ///   - step: The number and the hash of the database's change that it tells; nil where it is none.
    mutating func note(
        _ change: UInt64,
        step: (number: Int64, chain: Int64)?,
        expiresAt: Int64? = nil,
        expiredUpTo: Int64
    ) {
        if let step { (point.number, point.chain) = step }
        point.expiredUpTo = max(point.expiredUpTo, expiredUpTo)
        guard change == first + UInt64(marks.count) else { return begin(after: change) }
        if marks.count >= Self.capacity * 2 {
            marks.removeFirst(Self.capacity)
            first += UInt64(Self.capacity)
        }
        marks.append(Mark(point: point, expiresAt: expiresAt))
    }

    /// The log has changes that no mark tells of: nobody can go on from before them.
    private mutating func begin(after change: UInt64) {
        marks = []
        first = change + 1
    }

    /// Where the board stood after a change of the log; nil when that is not kept.
    func mark(_ change: UInt64) -> Mark? {
        guard change >= first, change - first < UInt64(marks.count) else { return nil }
        return marks[Int(change - first)]
    }

    /// The last change of the log of which somebody at a point knows, like of all before it.
    ///
    /// - Parameters:
    ///   - last: The change of the log to which the rest is wanted.
    ///   - limit: How many changes at most may come after the answer.
    /// - Returns: Nil when there are more, when they are not kept, and when the point is of another history.
    func lastKnown(at other: SharedPoint, upTo last: UInt64, limit: UInt64) -> UInt64? {
        var change = last
        guard let newest = mark(change), other.history == newest.point.history,
            other.number <= newest.point.number
        else { return nil }
        var isSameHistory = false
        while let mark = mark(change) {
            if mark.point.number == other.number {
                guard mark.point.isChained(as: other) else { return nil }
                isSameHistory = true
            }
            if mark.point.number <= other.number, mark.point.expiredUpTo <= other.expiredUpTo {
                return isSameHistory ? change : nil
            }
            guard change > 0, last - change < limit else { return nil }
            change -= 1
        }
        return nil
    }
}

extension SharedPoint {
    /// So many bits of a hash stand in a position.
    private static let chainBits = 20
    private static let chainMask = Int64(1) << chainBits - 1

    func isChained(as other: SharedPoint) -> Bool {
        (chain ^ other.chain) & Self.chainMask == 0
    }

    /// The later of both in each regard.
    func raised(to other: SharedPoint) -> SharedPoint {
        var raised = number < other.number ? other : self
        raised.expiredUpTo = max(expiredUpTo, other.expiredUpTo)
        return raised
    }

    /// The point as it is given to readers, who could otherwise count what is posted anywhere.
    func position(under ids: PublicIDs) -> LivePosition {
        let numbers = [
            UInt64(number) << UInt64(Self.chainBits) | UInt64(chain & Self.chainMask),
            UInt64(max(0, expiredUpTo)) << UInt64(Self.chainBits),
        ]
        let board = UInt64(bitPattern: history)
        let sealed = ids.sealed(numbers, after: board)
        return LivePosition(board: board, change: sealed[0], moment: sealed[1])
    }

    /// The point that a position was made of; nil where it was made of none.
    init?(_ position: LivePosition, under ids: PublicIDs) {
        guard let moment = position.moment else { return nil }
        let numbers = ids.opened([position.change, moment], after: position.board)
        // Whatever was not sealed here opens to no such zeros.
        guard numbers[1] & UInt64(Self.chainMask) == 0, numbers[0] >> 63 == 0,
            numbers[1] >> 63 == 0
        else { return nil }
        self.init(
            history: Int64(bitPattern: position.board),
            number: Int64(numbers[0] >> UInt64(Self.chainBits)),
            chain: Int64(numbers[0] & UInt64(Self.chainMask)),
            expiredUpTo: Int64(numbers[1] >> UInt64(Self.chainBits))
        )
    }
}
