internal import Cryptography
public import Geodesy
public import Timekeeping

/// Keeps webhooks and posts to each what happens where it watches.
///
/// What happens is taken from a feed of the board as live streams have it, and kept in the store before
/// anything is sent, so that an event is sent again after a crash, under the same id, and none is lost.
/// Each webhook gets its events one at a time in their order; many get theirs at once, and those that
/// are slow or fail share a part of the room, so that they hold up one another and nobody else.
/// Nothing here is waited for by those who post or read messages.
public actor WebhookDesk {
    /// What is posted to an address.
    public struct Request: Sendable {
        /// Where to.
        public let url: String
        /// Names and values.
        public let fields: [(name: String, value: String)]
        /// JSON.
        public let body: [UInt8]
    }

    /// What came of it.
    public enum Answer: Sendable, Hashable {
        /// A status, the beginning of the body, and after how many seconds to try again, where it says so.
        case answered(status: Int, body: [UInt8], retryAfterSeconds: Int?)
        /// The host has no address that may be reached.
        case refused
        /// There was no answer, with the reason.
        case failed(String)
    }

    /// What a body tells.
    public enum Notice: Sendable {
        /// The address is to answer with this text.
        case challenge(String)
        /// A message can be seen; the distance is nil for a polygon.
        case posted(Message, Distance?)
        /// A message's time is over.
        case expired(Message.ID)
        /// A message was removed or hidden.
        case removed(Message.ID)
        /// Events may be missing.
        case gap
    }

    /// What the desk needs of the outside.
    public struct Means: Sendable {
        /// Sends a request, within a time that has a bound.
        public var send: @Sendable (Request) async -> Answer
        /// The JSON that tells a webhook something; the moment is when it happened.
        public var body: @Sendable (Notice, _ webhook: String, _ moment: Timestamp) -> [UInt8]
        /// From 0 to 1, for the waits after failures.
        public var chance: @Sendable () -> Double = { .random(in: 0...1) }

        /// Means with both members.
        public init(
            send: @escaping @Sendable (Request) async -> Answer,
            body: @escaping @Sendable (Notice, _ webhook: String, _ moment: Timestamp) -> [UInt8]
        ) {
            self.send = send
            self.body = body
        }
    }

    /// A webhook with what waits for it.
    struct Line {
        var webhook: Webhook
        var subscription: LiveSubscription?
        var waiting: [WebhookEvent] = []
        var lastEvent: Int64 = 0
        /// The number of the last event that is on disk: nothing is sent before.
        var lastKept: Int64 = 0
        var failures = 0
        var nextTryAt: Timestamp?
        var isUnderWay = false
        /// It stands among ``WebhookDesk/ready``.
        var isReady = false
        /// Its last delivery was quick and succeeded.
        var isQuick = false

        init(_ webhook: Webhook) { self.webhook = webhook }
    }

    /// A message that a webhook was told of.
    struct Told: Hashable {
        let webhook: String
        let message: Message.ID?
    }

    /// What may be asked, and how patiently.
    public nonisolated let limits: WebhookLimits
    /// What happened so far.
    public nonisolated let counts = WebhookCounts()

    let board: MessageBoard
    let feed: LiveFeed
    let store: any WebhookStore
    let key: WebhookKey
    let clock: any WallClock
    let means: Means

    var lines: [String: Line] = [:]
    /// Webhooks that have something to send now, in the order in which they came to have it.
    var ready: [String] = []
    var underWay = 0
    var slowUnderWay = 0
    var underWayByHost: [Substring: Int] = [:]
    /// What happened since the last round and is not in the store yet.
    var round = WebhookRound()
    /// Messages of the time when nobody listened, which the feed may tell again.
    var caughtUp: Set<Told> = []
    var hasBegun = false
    var isOver = false
    var lastMark: ChangeMark?
    var nextMarkAt: Timestamp?
    var nextLookAt: Timestamp?
    /// Who is told of failures of the store, while the desk runs.
    var onFailure: (@Sendable (any Error) -> Void)?
    /// When the next failure is told of; nil for at once.
    var nextNoteAt: Timestamp?

    /// A desk that keeps nothing yet; ``run(pausing:)`` reads what the store has.
    public init(
        board: MessageBoard,
        store: any WebhookStore,
        key: WebhookKey,
        clock: any WallClock,
        limits: WebhookLimits = WebhookLimits(),
        means: Means
    ) {
        self.board = board
        feed = LiveFeed(of: board)
        self.store = store
        self.key = key
        self.clock = clock
        self.limits = limits
        self.means = means
    }

    /// Makes a webhook; when this returns, it is on disk, and its address is challenged.
    ///
    /// - Returns: The webhook, and its secret, which is shown this once.
    /// - Throws: ``WebhookError``; what the store throws.
    public func add(
        _ watch: Webhook.Watch,
        postingTo url: String,
        for owner: Webhook.Owner,
        lastingSeconds: Int64
    ) async throws -> (status: WebhookStatus, secret: [UInt8]) {
        let moment = clock.now
        let id = "wh_" + Base64URL.encode(Bytes.secureRandom(count: 16))
        let webhook = Webhook(
            id: id,
            owner: owner,
            url: url,
            watch: watch,
            createdAt: moment,
            expiresAt: expiry(after: lastingSeconds, from: moment),
            isProven: false,
            generation: 0,
            previousSecretUntil: nil
        )
        try await store.addWebhook(
            StoredWebhook(
                id: id,
                owner: owner,
                sealed: key.seal(webhook.sealedText, for: id),
                createdAt: moment,
                expiresAt: webhook.expiresAt
            ),
            perOwner: limits.perOwner,
            inAll: limits.inAll
        )
        lines[id] = Line(webhook)
        makeReady(id)
        send()
        return (status(of: Line(webhook)), key.secret(of: webhook, generation: 0))
    }

    /// The moment of the desk's clock.
    public var now: Timestamp { clock.now }

    /// An owner's webhooks, the oldest first.
    public func webhooks(of owner: Webhook.Owner) -> [WebhookStatus] {
        let moment = clock.now
        return lines.values.filter { $0.webhook.owner == owner && moment < $0.webhook.expiresAt }
            .sorted {
                ($0.webhook.createdAt, $0.webhook.id) < ($1.webhook.createdAt, $1.webhook.id)
            }
            .map(status)
    }

    /// An owner's webhook.
    ///
    /// - Throws: ``WebhookError/notFound``.
    public func webhook(_ id: String, of owner: Webhook.Owner) throws -> WebhookStatus {
        status(of: try line(id, of: owner))
    }

    /// Removes a webhook; when this returns, nothing more is sent but what is under way.
    ///
    /// - Throws: ``WebhookError/notFound``; what the store throws.
    public func remove(_ id: String, of owner: Webhook.Owner) async throws {
        _ = try line(id, of: owner)
        try await store.removeWebhook(id)
        lines[id] = nil
    }

    /// Lets a webhook last for so long from now.
    ///
    /// - Throws: ``WebhookError/notFound``; what the store throws.
    public func renew(
        _ id: String,
        of owner: Webhook.Owner,
        lastingSeconds: Int64
    ) async throws -> WebhookStatus {
        var webhook = try line(id, of: owner).webhook
        webhook.expiresAt = expiry(after: lastingSeconds, from: clock.now)
        try await update(webhook)
        return try self.webhook(id, of: owner)
    }

    /// Gives a webhook another secret; the one before signs beside it for a day.
    ///
    /// - Throws: ``WebhookError/notFound``; what the store throws.
    public func replaceSecret(
        of id: String,
        of owner: Webhook.Owner
    ) async throws -> (status: WebhookStatus, secret: [UInt8]) {
        var webhook = try line(id, of: owner).webhook
        webhook.generation += 1
        webhook.previousSecretUntil = clock.now.adding(milliseconds: limits.overlapMilliseconds)
        try await update(webhook)
        let status = try self.webhook(id, of: owner)
        return (status, key.secret(of: status.webhook, generation: status.webhook.generation))
    }

    /// The latest events that were given up, the latest first: 100 at most.
    ///
    /// - Throws: ``WebhookError/notFound``; what the store throws.
    public func deadLetters(of id: String, of owner: Webhook.Owner) async throws -> [DeadLetter] {
        _ = try line(id, of: owner)
        return try await store.deadLetters(of: id, limit: 100)
    }

    /// Sends nothing more for somebody who was forgotten; the store has forgotten them by itself.
    public func forget(_ owner: Webhook.Owner) {
        lines = lines.filter { $0.value.webhook.owner != owner }
    }

    /// Removes what is over; see ``WebhookStore/sweepWebhooks(at:_:limit:)``.
    public func sweep(limit: Int) async throws -> Int {
        try await store.sweepWebhooks(at: clock.now, limits, limit: limit)
    }

    private func line(_ id: String, of owner: Webhook.Owner) throws -> Line {
        guard let line = lines[id], line.webhook.owner == owner,
            clock.now < line.webhook.expiresAt
        else { throw WebhookError.notFound }
        return line
    }

    private func update(_ webhook: Webhook) async throws {
        guard try await store.updateWebhook(webhook) else {
            lines[webhook.id] = nil
            throw WebhookError.notFound
        }
        // It may have been proven meanwhile.
        let isProven = lines[webhook.id]?.webhook.isProven ?? webhook.isProven
        lines[webhook.id]?.webhook = webhook
        lines[webhook.id]?.webhook.isProven = isProven
    }

    private func expiry(after seconds: Int64, from moment: Timestamp) -> Timestamp {
        moment.adding(milliseconds: seconds * 1000) ?? moment
    }

    private func status(of line: Line) -> WebhookStatus {
        WebhookStatus(
            webhook: line.webhook,
            waiting: line.waiting.count,
            failures: line.failures,
            nextTryAt: line.failures > 0 ? line.nextTryAt : nil
        )
    }
}
