public import Timekeeping

/// A webhook as a store keeps it: where it goes and what it watches are sealed.
public struct StoredWebhook: Sendable, Hashable {
    /// ``Webhook/id``.
    public var id: String
    /// Who made it.
    public var owner: Webhook.Owner
    /// The address and the watch, sealed.
    public var sealed: [UInt8]
    /// When it was made.
    public var createdAt: Timestamp
    /// The first moment at which it is no more.
    public var expiresAt: Timestamp
    /// Whether the address has answered the challenge.
    public var isProven = false
    /// How many secrets it had before this one.
    public var generation = 0
    /// Until when the secret before signs too.
    public var previousSecretUntil: Timestamp?
    /// The number of its last event; 0 before the first.
    public var lastEvent: Int64 = 0
    /// How often in a row the last delivery failed.
    public var failures = 0
    /// When it is tried again; nil for at once.
    public var nextTryAt: Timestamp?

    /// A new webhook.
    public init(
        id: String,
        owner: Webhook.Owner,
        sealed: [UInt8],
        createdAt: Timestamp,
        expiresAt: Timestamp
    ) {
        self.id = id
        self.owner = owner
        self.sealed = sealed
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }
}

/// All that a store holds of webhooks.
public struct StoredWebhooks: Sendable {
    /// The webhooks, by id.
    public var webhooks: [StoredWebhook]
    /// The events that wait, by webhook and then by number.
    public var waiting: [(webhook: String, event: WebhookEvent)]
    /// Those that were delivered lately, likewise.
    public var delivered: [(webhook: String, event: WebhookEvent)]
    /// How far the board's changes are among the events; nil before the first webhook.
    public var mark: ChangeMark?

    /// All with their members.
    public init(
        webhooks: [StoredWebhook],
        waiting: [(webhook: String, event: WebhookEvent)],
        delivered: [(webhook: String, event: WebhookEvent)],
        mark: ChangeMark?
    ) {
        self.webhooks = webhooks
        self.waiting = waiting
        self.delivered = delivered
        self.mark = mark
    }
}

/// What happened to webhooks and their events in a moment: kept whole or not at all.
public struct WebhookRound: Sendable {
    /// How a webhook's deliveries go.
    public struct Progress: Sendable, Hashable {
        /// How often in a row the last delivery failed.
        public var failures: Int
        /// When it is tried again.
        public var nextTryAt: Timestamp?
    }

    /// New events.
    public var noted: [(webhook: String, event: WebhookEvent)] = []
    /// Events that were delivered, or that nobody may read any more.
    public var settled: [(webhook: String, number: Int64)] = []
    /// Events that were given up.
    public var dead: [(webhook: String, letter: DeadLetter)] = []
    /// How deliveries go, of the webhooks where that changed.
    public var progress: [String: Progress] = [:]
    /// How far the board's changes are among the events; nil for as far as before.
    public var mark: ChangeMark?

    /// Nothing.
    public init() {}

    /// Whether there is nothing to keep.
    public var isEmpty: Bool {
        noted.isEmpty && settled.isEmpty && dead.isEmpty && progress.isEmpty && mark == nil
    }
}

/// What webhooks need of a durable store. What it answers is on disk.
public protocol WebhookStore: Sendable {
    /// Everything, as of one moment.
    func storedWebhooks() async throws -> StoredWebhooks

    /// Keeps a new webhook.
    ///
    /// - Throws: ``WebhookError/tooMany(limit:)``, ``WebhookError/noRoom(limit:)``,
    ///   ``WebhookError/unknownOwner``.
    func addWebhook(_ webhook: StoredWebhook, perOwner: Int, inAll: Int) async throws

    /// Keeps what a webhook's proof, lifetime and secrets are now.
    ///
    /// - Returns: False when there is no such webhook any more.
    func updateWebhook(_ webhook: Webhook) async throws -> Bool

    /// Removes a webhook and all of it; harmless where there is none.
    func removeWebhook(_ id: String) async throws

    /// Keeps what happened; what is told of webhooks that are gone is left out.
    func keep(_ round: WebhookRound, at moment: Timestamp) async throws

    /// The webhooks whose owners are there, by id: a device that was not forgotten, a token that was not
    /// revoked.
    func standingWebhooks() async throws -> Set<String>

    /// The events of a webhook that were given up, the latest first.
    func deadLetters(of id: String, limit: Int) async throws -> [DeadLetter]

    /// Removes webhooks that expired or were not proven in time, and what was settled or given up long ago.
    ///
    /// - Returns: How many rows were removed; fewer than `limit` when none are left.
    func sweepWebhooks(at moment: Timestamp, _ limits: WebhookLimits, limit: Int) async throws
        -> Int
}
