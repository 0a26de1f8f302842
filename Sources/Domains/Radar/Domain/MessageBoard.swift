public import Geodesy
internal import Synchronization
public import Timekeeping
internal import Wording

/// The live messages in memory, in step with the store: who may post, and who sees what.
///
/// A message is visible to a reader whose distance from it is at most the reader's radius and at most
/// the message's own, until the moment at which it expires. Reading never waits for the store, and
/// readers do not wait for each other.
///
/// Time is read from the clock at each call, and never goes back: while the clock shows less than it
/// has shown, the board stays at the latest moment that it saw. A message that has expired therefore
/// stays expired, and one that is posted meanwhile lives for its whole time. Use a
/// ``Timekeeping/SteadyWallClock`` so that a clock set forward by mistake expires nothing.
public final class MessageBoard: Sendable {
    /// What may be posted and asked.
    public let limits: RadarLimits
    /// What messages are called outside.
    public let publicIDs: PublicIDs

    /// How the ground is divided among shards; nil where it never is.
    public let ground: TerritoryWatch?

    let store: any RadarStore
    let reportWatch: ReportWatch
    let background: BackgroundWork
    let live: ReadWriteLocked<LiveMessages>
    /// The refresh that was begun last: the next one waits for it.
    let lastRefresh = Mutex<Task<Void, any Error>?>(nil)
    let hasLoaded = Atomic(false)
    /// How far the store's changes are in memory; nil before ``load()``.
    let followed = Mutex<ChangeMark?>(nil)
    private let clock: any WallClock
    /// Posts that are on disk and not shown yet.
    let arrivals = Arrivals()
    private let posts = Atomic(0)
    /// The latest moment seen, in milliseconds.
    private let latestMoment = Atomic(Int64.min)
    /// Tells this board's cursors and positions from those of an earlier process.
    let number = UInt64.random(in: .min ... .max)
    /// ``ChangeMark/epoch`` of the store that was loaded.
    let epoch = Atomic(Int64(0))
    /// Gives a sign after the change that follows ``awaitChange()``.
    let changed: AsyncStream<Void>
    private let awaitsChange = Atomic(false)
    private let bell: AsyncStream<Void>.Continuation

    /// An empty board; ``load()`` fills it.
    public convenience init(
        store: any RadarStore,
        clock: any WallClock,
        limits: RadarLimits = .standard,
        ground: TerritoryWatch? = nil
    ) {
        self.init(
            store: store,
            clock: clock,
            limits: limits,
            ground: ground,
            background: .standard
        )
    }

    package init(
        store: any RadarStore,
        clock: any WallClock,
        limits: RadarLimits,
        ground: TerritoryWatch? = nil,
        background: BackgroundWork
    ) {
        self.store = store
        self.ground = ground
        self.background = background
        self.clock = clock
        self.limits = limits
        reportWatch = ReportWatch(limits.reportRules)
        publicIDs = store.publicIDs
        live = ReadWriteLocked(
            LiveMessages(publicIDs: publicIDs, isShared: store.numbersChanges)
        )
        (changed, bell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Whether ``load()`` has finished once.
    public var isLoaded: Bool { hasLoaded.load(ordering: .acquiring) }

    /// How many messages were posted through this board.
    public var postCount: Int { posts.load(ordering: .relaxed) }

    /// How many messages are in memory, with the expired ones that no sweep has removed yet.
    public var count: Int { live.read { $0.count } }

    /// Stores a message, then shows it: when this returns, it is on disk and visible.
    ///
    /// - Parameter key: What the client calls this post, or nil. The same post under the same key
    ///   stores nothing again within ``RadarLimits/postKeySeconds``, whether it comes later, at the
    ///   same time or after a restart, and is answered as it was the first time.
    /// - Returns: The message as it was stored: trimmed, its place blurred or with five decimals.
    /// - Throws: ``RadarError/refused(_:)`` with all that is wrong with the draft,
    ///   ``RadarError/textRefused``, ``RadarError/keyTaken``, ``RadarError/unknownDevice``,
    ///   ``RadarError/tooManyMessages(limit:)``, ``RadarError/noRoom(limit:)``,
    ///   ``RadarError/elsewhere(_:)``; what the store throws, and then the message is not shown.
    /// - Complexity: O(log n) and the store's time.
    public func post(
        _ draft: MessageDraft,
        by device: Device.ID,
        once key: String? = nil
    ) async throws -> Message {
        try await withCheckedThrowingContinuation { continuation in
            post(draft, by: device, once: key, goingOn: { $0() }) { continuation.resume(with: $0) }
        }
    }

    /// As ``post(_:by:once:)``, for callers that are called back: a task for each of thousands of
    /// posts a second would cost more than the posts.
    ///
    /// - Parameters:
    ///   - resume: Runs what it is given somewhere, such as on an event loop; called on the store's
    ///     thread, which it must not hold up, or on one of the board's.
    ///   - answer: Called once: by `resume`, or at once when the draft is refused.
    public func post(
        _ draft: MessageDraft,
        by device: Device.ID,
        once key: String?,
        goingOn resume: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
        then answer: @escaping @Sendable (Result<Message, any Error>) -> Void
    ) {
        let new: NewMessage
        do {
            new = try limits.newMessage(from: draft, by: device, at: presentMoment())
            try checkGround(at: new.coordinate)
            guard !limits.refusedWords.refuses(new.text) else { throw RadarError.textRefused }
            try checkRoom(for: device)
        } catch {
            return answer(.failure(error))
        }
        let postKey = key.map { PostKey($0, for: new, keptForSeconds: limits.postKeySeconds) }
        let post = arrivals.beginPost()
        store.append(new, once: postKey) { [self] outcome in
            if case .success(.stored(let message)) = outcome { arrivals.add(message) }
            arrivals.endPost(post)
            resume { [self] in
                let answered = Result { try shown(outcome.get()) }
                guard case .success(.repeated(let message)) = outcome, isMissing(message) else {
                    return answer(answered)
                }
                settle(message, goingOn: resume, then: answer)
            }
        }
    }

    /// - Throws: ``RadarError/elsewhere(_:)`` when another shard answers for a place.
    /// - Complexity: O(1) while the ground is undivided.
    public func checkGround(
        at place: Coordinate,
        mapEpoch epoch: Int64? = nil
    ) throws(RadarError) {
        try ground?.check(place, mapEpoch: epoch)
    }

    /// - Throws: ``RadarError/tooManyMessages(limit:)``, ``RadarError/noRoom(limit:)``. Posts at the same
    ///   moment may pass the limits by as many as there are.
    private func checkRoom(for device: Device.ID) throws(RadarError) {
        let (all, own) = live.read { ($0.count, $0.table.countsByAuthor[device.rawValue] ?? 0) }
        guard own < limits.liveMessagesPerDevice else {
            throw .tooManyMessages(limit: limits.liveMessagesPerDevice)
        }
        guard all < limits.liveMessages else { throw .noRoom(limit: limits.liveMessages) }
    }

    /// Whether a message lives that was posted before and is not in memory: it may have been posted
    /// through another process, or removed since.
    private func isMissing(_ message: Message) -> Bool {
        message.isLive(at: presentMoment()) && self.message(message.id) == nil
    }

    private func settle(
        _ message: Message,
        goingOn resume: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
        then answer: @escaping @Sendable (Result<Message, any Error>) -> Void
    ) {
        Task(executorPreference: background.executor) { [self] in
            let outcome: Result<Message, any Error>
            do {
                try await settle(message.id)
                outcome = .success(message)
            } catch {
                outcome = .failure(error)
            }
            resume { answer(outcome) }
        }
    }

    /// The message that a post made, or made before; everybody sees what is new.
    private func shown(_ outcome: AppendOutcome) throws -> Message {
        switch outcome {
        case .stored(let message):
            showArrivals()
            posts.wrappingAdd(1, ordering: .relaxed)
            return message
        case .repeated(let message):
            // The first may have come just now.
            showArrivals()
            return message
        case .keyTaken: throw RadarError.keyTaken
        case .unknownDevice: throw RadarError.unknownDevice
        }
    }

    /// Shows what has been posted and is on disk: when this returns, all of it that was there before
    /// is visible. Those who post at the same time share one change, and one wait for the readers.
    func showArrivals() {
        arrivals.takeAll { messages in
            change { live in for message in messages { live.insert(message) } }
        }
    }

    /// What a reader sees: one page.
    ///
    /// The first page shows what is visible at its moment. Later pages go on with that: they show
    /// what was published when the first was made, in the same order, without what has expired or
    /// was removed since. A message that a later import changed counts as a new one.
    ///
    /// - Returns: At most `query.limit` sightings; by distance and then by id, or the highest id
    ///   first.
    /// - Throws: ``RadarError/refused(_:)`` on `limit`, `category` and `cursor`.
    /// - Complexity: O((shown + limit) log n) typical for the nearest, O(log n + found) for the
    ///   newest; O(n) worst.
    /// Accuracy: distances to 1 mm.
    public func messages(matching query: MessageQuery) throws(RadarError) -> MessagePage {
        var sightings: [Sighting] = []
        let (next, moment) = try visitPage(of: query) { live, slot, distance in
            sightings.append(Sighting(message: live.table.message(at: slot), distance: distance))
        }
        return MessagePage(sightings: sightings, next: next, moment: moment)
    }

    /// As ``messages(matching:)``, handing the sightings over one by one: for whoever writes them out
    /// at once. Their texts are copied as one, so that nobody waits for what is made of them.
    ///
    /// - Parameter visit: Called in the page's order, when the board is free again.
    /// - Returns: What asks for the page after this one, and the moment for which it was made.
    public func readMessages(
        matching query: MessageQuery,
        _ visit: (MessageView, Distance) -> Void
    ) throws(RadarError) -> (next: MessageCursor?, moment: Timestamp) {
        var page = CopiedPage(capacity: query.limit)
        let end = try visitPage(of: query) { page.add($0.table.view(at: $1), $2) }
        page.forEach(visit)
        return end
    }

    private func visitPage(
        of query: MessageQuery,
        _ visit: (LiveMessages, UInt32, Distance) -> Void
    ) throws(RadarError) -> (next: MessageCursor?, moment: Timestamp) {
        try checkGround(at: query.center, mapEpoch: query.mapEpoch)
        return try live.read { live throws(RadarError) in
            let violations = limits.violations(in: query) { category in
                live.table.categories.existingNumber(of: category) != nil
            }
            guard violations.isEmpty else { throw .refused(violations) }
            let epoch = epoch.load(ordering: .relaxed)
            if let cursor = query.cursor, cursor.snapshot.epoch != epoch {
                throw MessageCursor.staleRefusal
            }
            let moment = presentMoment()
            let next = live.page(matching: query, at: moment, board: number, epoch: epoch) {
                visit(live, $0, $1)
            }
            return (next, moment)
        }
    }

    /// Removes a message for good: when this returns, its removal is on disk and nobody sees it,
    /// those who bookmarked it included.
    ///
    /// - Parameter device: Who asks; only the author may.
    /// - Throws: ``RadarError/notOwn``, alike when the message is somebody else's, was imported, has
    ///   expired and nobody keeps it, or never was; what the store throws, and then the message stays
    ///   visible.
    public func remove(_ id: Message.ID, by device: Device.ID) async throws {
        switch try await store.remove(id, by: device, at: presentMoment()) {
        case .removed: hide(id)
        case .notFound, .notAuthor: throw RadarError.notOwn
        }
    }

    /// Lets nobody see a message any more.
    func hide(_ id: Message.ID) {
        // It may have been posted just now: nothing must show it afterwards.
        showArrivals()
        change { _ = $0.remove(id) }
    }

    /// Changes what can be seen, and gives those who follow a sign.
    @discardableResult
    func change<Result>(_ body: (inout LiveMessages) -> Result) -> Result {
        defer {
            // A sign wakes a thread: it is given only to somebody who waits for it.
            if awaitsChange.load(ordering: .sequentiallyConsistent),
                awaitsChange.exchange(false, ordering: .sequentiallyConsistent)
            {
                bell.yield()
            }
        }
        return live.write(body)
    }

    /// Lets the next change give a sign in ``changed``.
    func awaitChange() { awaitsChange.store(true, ordering: .sequentiallyConsistent) }

    /// Removes expired messages from memory and, but for imported ones, from disk.
    ///
    /// Nothing depends on it but space: an expired message is invisible before.
    ///
    /// - Parameter limit: How many at most in memory, and how many on disk, so that posts never wait
    ///   long; 1 or more.
    /// - Returns: The greater of both numbers: fewer than `limit` when none are left.
    /// - Throws: What the store throws.
    public func sweep(limit: Int) async throws -> Int {
        let moment = presentMoment()
        let fromMemory = change { $0.removeExpired(at: moment, limit: limit) }
        // A node that begins tells those who come from another what has expired lately.
        let kept = isShared ? Self.recallMilliseconds * 2 : 0
        let fromDisk = try await store.removeExpired(
            atOrBefore: moment.adding(milliseconds: -kept) ?? moment,
            limit: limit
        )
        return max(fromMemory, fromDisk)
    }

    /// The clock's moment, or the latest that it has shown when it was set back.
    func presentMoment() -> Timestamp {
        let moment = clock.now.millisecondsSince1970
        let latest = latestMoment.load(ordering: .relaxed)
        if moment == latest { return Timestamp(millisecondsSince1970: moment) }
        if moment < latest { return Timestamp(millisecondsSince1970: latest) }
        return Timestamp(
            millisecondsSince1970: latestMoment.max(moment, ordering: .relaxed).newValue
        )
    }
}
