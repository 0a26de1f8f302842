internal import Geodesy
internal import SpatialIndex
internal import Synchronization
internal import Timekeeping

/// Tells those who watch a place what happens there: messages that appear, expire or are removed.
///
/// Readers are points whose reach is how far they look, in the same kind of index as messages: a
/// message that appears finds those who see it in O(log n + readers). The board notes each change
/// under a number as it makes it and goes on at once; one task, ``run()``, hands the changes over in
/// their order and lets messages expire at their time. So a post waits for no reader, and a reader
/// sees the changes of a message in the order in which they were made.
///
/// Each event carries its number. A reader that comes back with the last one that it saw is told
/// what it missed, unless that is too much to look through, and otherwise that there is a gap.
/// An event may come twice; none is left out unsaid.
public final class LiveFeed: Sendable {
    private struct State {
        var readers: [LiveReader?] = []
        var vacant: [UInt32] = []
        var index = NumberedQuadTree()
        /// The readers of polygons, which are few: each is asked about each change.
        var ofPolygons: [UInt32] = []
        /// The number of the last change that was handed over.
        var told: UInt64 = 0
        /// Counts the rounds, for signs of life.
        var round = 0
        var isOver = false

        /// Whether somebody is to be told of changes.
        var isRead: Bool { index.count > 0 || !ofPolygons.isEmpty }

        mutating func admit(_ query: LiveQuery, at slot: UInt32) {
            guard query.polygon == nil else { return ofPolygons.append(slot) }
            index.insert(
                IndexedPoint(
                    id: slot,
                    coordinate: query.center,
                    reach: .upTo(LiveFeed.widened(query.radius))
                )
            )
        }

        mutating func dismiss(_ query: LiveQuery, at slot: UInt32) {
            if query.polygon == nil {
                index.remove(id: slot, at: query.center)
            } else {
                ofPolygons.removeAll { $0 == slot }
            }
            readers[Int(slot)] = nil
        }
    }

    /// What may be tuned.
    public struct Options: Sendable {
        /// How many readers there may be.
        public var readers = 20_000
        /// How many events may wait for a reader before it is dropped.
        public var waitingEvents = 1024

        /// The usual values.
        public init() {}
    }

    /// How often a round is made: messages expire at most that much late.
    static let roundMilliseconds: Int64 = 25
    /// In how many rounds every reader gets a sign of life: 15 seconds.
    static let roundsBetweenSigns = 600
    /// How far a reader that comes back is told what it missed, in changes of the whole board: they
    /// are looked at one by one while others wait.
    static let resumedChanges: UInt64 = 1000
    /// How many changes are handed over at once, before others get their turn.
    private static let batchSize = 256

    /// What the board tells of itself.
    public let board: MessageBoard
    private let options: Options
    private let state = Mutex(State())
    private let delivered = Atomic(0)
    private let drops = Atomic(0)
    private let latestLag = Atomic(Int64(0))

    /// A feed of what happens on a board from now on.
    public init(of board: MessageBoard, options: Options = Options()) {
        self.board = board
        self.options = options
        state.withLock { $0.told = board.lastChange }
    }

    /// How many readers there are.
    public var readerCount: Int {
        state.withLock { $0.readers.count - $0.vacant.count }
    }

    /// How many events were handed to readers.
    public var deliveredCount: Int { delivered.load(ordering: .relaxed) }

    /// How many readers were dropped for being slow.
    public var dropCount: Int { drops.load(ordering: .relaxed) }

    /// By how much the messages that expired last were late, in milliseconds.
    public var expiryLagMilliseconds: Int64 { latestLag.load(ordering: .relaxed) }

    /// Begins to watch: everything that happens after this call is told.
    ///
    /// - Parameter position: Where an earlier stream of the same query ended: what was missed since
    ///   comes first. Nil to begin now. ``LiveEvent/Content/gap`` comes first where more than 1,000
    ///   changes were missed, anywhere on the board, where the log does not go back that far, and where
    ///   the position is another process's, unless both share a database that numbers its changes.
    /// - Throws: ``RadarError/refused(_:)`` on `radius_m`, ``RadarError/tooManyReaders(limit:)``,
    ///   ``RadarError/elsewhere(_:)``.
    /// - Complexity: O(log n), and O(missed) to resume, which is bounded.
    public func subscribe(
        to query: LiveQuery,
        after position: LivePosition? = nil
    ) throws(RadarError) -> LiveSubscription {
        if let violation = board.limits.violation(inRadius: query.radius) {
            throw .refused([violation])
        }
        try checkGround(of: query)
        let reader = LiveReader(
            query,
            capacity: options.waitingEvents,
            expiredUpTo: position.flatMap(board.point(of:))?.expiredUpTo
        )
        let slot = state.withLock { state -> UInt32? in
            guard state.readers.count - state.vacant.count < options.readers else { return nil }
            // Nobody was there to be told what happened since.
            if !state.isRead { state.told = board.lastChange }
            // Some changes are told to those alone who come from another node: not by what is handed over.
            if position != nil, board.isShared { while handOver(in: &state) {} }
            begin(reader, after: position, told: state.told)
            if state.isOver { reader.end() }
            let slot: UInt32
            if let vacant = state.vacant.popLast() {
                slot = vacant
                state.readers[Int(slot)] = reader
            } else {
                slot = UInt32(state.readers.count)
                state.readers.append(reader)
            }
            state.admit(query, at: slot)
            return slot
        }
        guard let slot else { throw .tooManyReaders(limit: options.readers) }
        let subscription = LiveSubscription(reader: reader, slot: slot, feed: self)
        // The ground may have moved before the reader was among those who are told to go.
        try checkGround(of: query)
        handOver()
        return subscription
    }

    /// As ``subscribe(to:after:)``, but where another node of the same database has told more than this one
    /// has followed, waits for it: half a second at most.
    ///
    /// - Parameter pause: Waits some 10 milliseconds.
    public func resume(
        _ query: LiveQuery,
        after position: LivePosition,
        pausing pause: @Sendable () async -> Void = {
            try? await Task.sleep(for: .milliseconds(10))
        }
    ) async throws(RadarError) -> LiveSubscription {
        for _ in 0..<50 {
            guard board.isBehind(position) else { break }
            await pause()
        }
        return try subscribe(to: query, after: position)
    }

    /// Ends all streams, and each that begins after this.
    public func end() {
        let readers = state.withLock { state in
            state.isOver = true
            return state.readers
        }
        for reader in readers { reader?.end() }
    }

    /// Hands over changes as they come until the task is cancelled.
    public func run() async {
        await run { try? await Task.sleep(for: .milliseconds(Self.roundMilliseconds)) }
    }

    /// - Parameter pause: Waits between two rounds; returns at once when the task is cancelled.
    package func run(pausing pause: @escaping @Sendable () async -> Void) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in self.board.changed { self.handOver() } }
            group.addTask {
                while !Task.isCancelled {
                    self.makeRound()
                    await pause()
                }
            }
            await group.waitForAll()
        }
    }

    /// - Throws: ``RadarError/elsewhere(_:)`` when another shard answers for where the reader is.
    private func checkGround(of query: LiveQuery) throws(RadarError) {
        guard query.polygon == nil else { return }
        try board.checkGround(at: query.center, mapEpoch: query.mapEpoch)
    }

    /// Ends the streams of readers whose ground another shard answers for now, or may: they ask again, and
    /// are told where.
    public func endWhereGroundMoved() {
        guard let ground = board.ground else { return }
        let (map, isSure) = (ground.map, ground.isSure)
        let readers = state.withLock { $0.readers }
        for reader in readers {
            guard let reader, reader.query.polygon == nil,
                !isSure || map.shard(at: reader.query.center) != ground.shard
            else { continue }
            reader.end()
        }
    }

    /// Lets expire what is due, hands over what happened, and gives some readers a sign of life.
    package func makeRound() {
        if let lag = board.expireDue(limit: Self.batchSize) {
            latestLag.store(lag, ordering: .relaxed)
            while board.expireDue(limit: Self.batchSize) != nil {}
        }
        handOver()
        state.withLock { state in
            let position = board.position(at: state.told)
            // Each in a round of its own, so that they do not all write at the same moment.
            state.round = (state.round + 1) % Self.roundsBetweenSigns
            let places = stride(
                from: state.round,
                to: state.readers.count,
                by: Self.roundsBetweenSigns
            )
            for slot in places { state.readers[slot]?.tellAlive(at: position) }
        }
    }

    /// Tells readers what happened since they were told last.
    package func handOver() {
        var isBehind = true
        while isBehind {
            while state.withLock({ handOver(in: &$0) }) {}
            guard state.withLock({ $0.isRead }) else { return }
            board.awaitChange()
            // What changed before that gave no sign.
            isBehind = state.withLock { $0.told < board.lastChange }
        }
    }

    /// - Returns: Whether there may be more.
    private func handOver(in state: inout State) -> Bool {
        let last = board.lastChange
        guard state.told < last else { return false }
        guard state.isRead else {
            state.told = last
            return false
        }
        guard let changes = board.changes(after: state.told, limit: Self.batchSize) else {
            state.told = last
            let event = LiveEvent(.gap, position: board.position(at: last))
            for slot in state.readers.indices { tell(event, to: UInt32(slot), in: &state) }
            return false
        }
        for change in changes {
            state.told += 1
            if change.entry.kind.isForArrivals { continue }
            // Its message is gone again: the change that says so follows.
            if change.entry.kind == .posted, change.message == nil { continue }
            let near = state.index.within(
                Self.widened(change.entry.visibleRadius),
                of: change.entry.coordinate
            )
            let slots = near.map(\.id) + state.ofPolygons
            guard !slots.isEmpty else { continue }
            let position = board.position(of: change)
            for slot in slots {
                guard let reader = state.readers[Int(slot)],
                    let content = content(of: change, for: reader)
                else { continue }
                tell(LiveEvent(content, position: position), to: slot, in: &state)
            }
        }
        return true
    }

    private func tell(_ event: LiveEvent, to slot: UInt32, in state: inout State) {
        guard let reader = state.readers[Int(slot)] else { return }
        switch reader.tell(event) {
        case .taken:
            delivered.wrappingAdd(1, ordering: .relaxed)
            return
        case .dropped: drops.wrappingAdd(1, ordering: .relaxed)
        case .gone: break
        }
        // Its slot stays taken until its subscription goes.
        state.dismiss(reader.query, at: slot)
    }

    /// Tells a new reader what it missed, and where it is.
    private func begin(_ reader: LiveReader, after position: LivePosition?, told: UInt64) {
        let start = position.flatMap(board.point(of:))
        let here = board.position(at: told, from: start)
        guard let position else { return _ = reader.tell(LiveEvent(.nothing, position: here)) }
        guard
            let missed = board.changes(
                since: position,
                upTo: told,
                limit: Self.resumedChanges,
                where: {
                    reader.distance(to: $0.coordinate, visibleWithin: $0.visibleRadius) != nil
                }
            ), missed.count <= options.waitingEvents / 2
        else {
            return _ = reader.tell(LiveEvent(.gap, position: board.position(at: told)))
        }
        for change in missed {
            guard let content = content(of: change, for: reader) else { continue }
            let position = board.position(of: change, from: start)
            _ = reader.tell(LiveEvent(content, position: position))
        }
        _ = reader.tell(LiveEvent(.nothing, position: here))
    }

    /// What a change means for a reader; nil when it does not concern it.
    private func content(of change: BoardChange, for reader: LiveReader) -> LiveEvent.Content? {
        let entry = change.entry
        let id = Message.ID(rawValue: entry.messageID)
        if entry.kind == .goneUnseen {
            return change.mark?.expiresAt == nil ? .removed(id) : .expired(id)
        }
        if let categories = reader.query.categories, let category = change.category,
            !categories.contains(category)
        {
            return nil
        }
        guard
            let distance = reader.distance(
                to: entry.coordinate,
                visibleWithin: entry.visibleRadius
            )
        else { return nil }
        let known = reader.expiredUpTo ?? .min
        switch entry.kind {
        case .posted, .stillShown:
            guard let message = change.message, message.expiresAt.millisecondsSince1970 > known
            else { return nil }
            return .posted(Sighting(message: message, distance: distance))
        case .expired:
            if let moment = change.mark?.expiresAt, moment <= known { return nil }
            return .expired(id)
        case .removed: return .removed(id)
        case .goneUnseen, .superseded: return nil
        }
    }

    /// The index measures from the other end, and keeps reaches to 24 bits: what it finds is looked
    /// at again, so it must find a little more.
    private static func widened(_ distance: Distance) -> Distance {
        Distance(uncheckedMeters: distance.meters * 1.000001 + 0.001)
    }

    fileprivate func leave(_ slot: UInt32) {
        state.withLock { state in
            if let reader = state.readers[Int(slot)] { state.dismiss(reader.query, at: slot) }
            state.vacant.append(slot)
        }
    }
}

/// A reader's place in a feed; it is given up when the last reference to it goes.
public final class LiveSubscription: Sendable {
    let reader: LiveReader
    private let slot: UInt32
    private let feed: LiveFeed

    fileprivate init(reader: LiveReader, slot: UInt32, feed: LiveFeed) {
        self.reader = reader
        self.slot = slot
        self.feed = feed
    }

    deinit { feed.leave(slot) }

    /// The events that wait, or the next ones that come; nil when none come any more.
    ///
    /// One task may ask at a time; when it is cancelled, none come any more.
    public func next() async -> [LiveEvent]? { await reader.next() }

    /// Lets none come any more.
    public func end() { reader.end() }
}
