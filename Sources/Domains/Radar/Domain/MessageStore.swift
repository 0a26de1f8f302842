public import Datasets
public import Geodesy
public import Timekeeping

/// A posted message that the store has not yet given an id.
public struct NewMessage: Sendable, Hashable {
    /// What it says, already checked against ``RadarLimits``.
    public let text: String
    /// What it is about.
    public let category: Category
    /// Where it is.
    public let coordinate: Coordinate
    /// How far from it a reader may be.
    public let visibleRadius: Distance
    /// When it was posted.
    public let postedAt: Timestamp
    /// The first moment at which it is no longer visible.
    public let expiresAt: Timestamp
    /// Who posted it.
    public let author: Device.ID

    /// A message with all its members.
    public init(
        text: String,
        category: Category,
        coordinate: Coordinate,
        visibleRadius: Distance,
        postedAt: Timestamp,
        expiresAt: Timestamp,
        author: Device.ID
    ) {
        self.text = text
        self.category = category
        self.coordinate = coordinate
        self.visibleRadius = visibleRadius
        self.postedAt = postedAt
        self.expiresAt = expiresAt
        self.author = author
    }

    /// The message under the id that a store has given it.
    ///
    /// - Parameter postedAt: When it was first posted; the message then lives as long from there.
    public func message(_ id: Message.ID, postedAt moment: Timestamp? = nil) -> Message {
        let life = expiresAt.milliseconds(since: postedAt)
        let start = moment ?? postedAt
        return Message(
            id: id,
            text: text,
            category: category,
            coordinate: coordinate,
            visibleRadius: visibleRadius,
            postedAt: start,
            expiresAt: moment == nil ? expiresAt : start.adding(milliseconds: life) ?? expiresAt,
            author: author,
            origin: nil
        )
    }
}

/// What became of a message that was to be stored.
public enum AppendOutcome: Sendable, Hashable {
    /// It is new, and on disk.
    case stored(Message)
    /// The same was stored before under the same key: as it was then, whatever became of it since.
    case repeated(Message)
    /// Something else was stored before under the same key.
    case keyTaken
    /// The device is not known any more.
    case unknownDevice
}

/// What became of a message that was to be removed.
public enum RemovalOutcome: Sendable, Hashable {
    /// It is gone from the disk.
    case removed
    /// There is none: never was, removed, or expired with nobody who keeps it.
    case notFound
    /// It is another device's, or was imported.
    case notAuthor
}

/// What Radar needs of a durable store to post and to read.
public protocol MessageStore: Sendable {
    /// What messages are called outside: the same for all who use the store, at all times.
    var publicIDs: PublicIDs { get }

    /// Stores a message, and calls back when it is on disk.
    ///
    /// - Parameters:
    ///   - key: Kept with the message, so that the same key stores nothing a second time, also when
    ///     both come at once; nil to store in any case.
    ///   - answer: Called once, on any thread, which it must not hold up: others wait behind it. A
    ///     message whose removal the store answers is answered before that.
    func append(
        _ message: NewMessage,
        once key: PostKey?,
        then answer: @escaping @Sendable (Result<AppendOutcome, any Error>) -> Void
    )

    /// Removes a message of a device's own; when this returns, its removal is on disk. Those who
    /// bookmarked it learn that its author removed it.
    func remove(
        _ id: Message.ID,
        by device: Device.ID,
        at moment: Timestamp
    ) async throws -> RemovalOutcome

    /// Hands over, in batches and in no stated order, all messages that expire after a moment and
    /// are not hidden.
    ///
    /// - Parameter dataset: Only the messages imported with this dataset; nil for all messages,
    ///   posted and imported.
    func forEachMessage(
        expiringAfter moment: Timestamp,
        dataset: DatasetName?,
        _ visit: @Sendable ([Message]) throws -> Void
    ) async throws

    /// As ``forEachMessage(expiringAfter:dataset:_:)``, with messages packed as a board keeps them.
    ///
    /// - Parameters:
    ///   - packer: What the batches are made with.
    ///   - visit: May be called on several threads at once.
    func forEachBatch(
        expiringAfter moment: Timestamp,
        dataset: DatasetName?,
        packedBy packer: MessagePacker,
        _ visit: @escaping @Sendable (MessageBatch) throws -> Void
    ) async throws

    /// Whether the store numbers its changes for all who use it: then ``MessageChanges/numbered`` has all
    /// of them.
    var numbersChanges: Bool { get }

    /// Where the store's changes stand now.
    func changeMark() async throws -> ChangeMark

    /// An earlier mark of the same history, for those who come from there.
    ///
    /// - Parameter count: How many changes earlier at most.
    /// - Returns: Nil where there is none, or the store does not number its changes.
    func mark(before mark: ChangeMark, by count: Int64) async throws -> ChangeMark?

    /// What was posted, removed, hidden or shown again since a mark, by whomever.
    ///
    /// - Parameter isKnown: Messages that need not be handed over.
    func changes(
        since mark: ChangeMark,
        except isKnown: @Sendable (Message.ID) -> Bool
    ) async throws -> MessageChanges

    /// Removes what expired at or before a moment: posted messages that nobody has bookmarked, and
    /// the keys of posts. Imported messages stay, for analysts, until their dataset drops them.
    ///
    /// - Parameter limit: How many of each at most, so that posts never wait long.
    /// - Returns: How many were removed; fewer than `limit` when none are left.
    func removeExpired(atOrBefore moment: Timestamp, limit: Int) async throws -> Int

    /// Registers a device under the SHA-256 hash of its token.
    func addDevice(tokenHash: [UInt8], at moment: Timestamp) async throws -> Device

    /// The device whose token has that SHA-256 hash.
    func device(tokenHash: [UInt8]) async throws -> Device?
}

extension MessageStore {
    /// For a store whose changes have no numbers that all know.
    public var numbersChanges: Bool { false }

    /// None.
    public func mark(before mark: ChangeMark, by count: Int64) async throws -> ChangeMark? { nil }

    /// Stores a message; when this returns, it is on disk.
    ///
    /// - Throws: What the store fails with; then the message is not stored.
    public func append(_ message: NewMessage, once key: PostKey?) async throws -> AppendOutcome {
        try await withCheckedThrowingContinuation { continuation in
            append(message, once: key) { continuation.resume(with: $0) }
        }
    }

    /// For a store that reads messages one by one.
    public func forEachBatch(
        expiringAfter moment: Timestamp,
        dataset: DatasetName?,
        packedBy packer: MessagePacker,
        _ visit: @escaping @Sendable (MessageBatch) throws -> Void
    ) async throws {
        try await forEachMessage(expiringAfter: moment, dataset: dataset) { messages in
            try visit(MessageBatch(messages, packer))
        }
    }
}

/// Everything that Radar needs of a durable store.
public typealias RadarStore = MessageStore & PersonalStore & ModerationStore

/// How far somebody has followed a store's changes.
public struct ChangeMark: Sendable, Hashable {
    /// The highest id of a posted message that was seen.
    public var messageID: Int64
    /// The last entry seen of the store's journal of removals and of moderation.
    public var entry: Int64
    /// Another after an older copy took the store's place: what was seen before may be gone then.
    public var epoch: Int64
    /// A hash of everything up to the entry, where a store has one: of two histories that have as many
    /// entries it tells which was followed.
    public var chain: Int64
    /// Another after another server took the place of the store's: what was posted through the one before
    /// and not followed yet may be gone then.
    public var timeline: Int64

    /// A mark with all its members.
    public init(
        messageID: Int64,
        entry: Int64,
        epoch: Int64 = 0,
        chain: Int64 = 0,
        timeline: Int64 = 0
    ) {
        self.messageID = messageID
        self.entry = entry
        self.epoch = epoch
        self.chain = chain
        self.timeline = timeline
    }
}
