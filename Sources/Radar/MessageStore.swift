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
}

/// What Radar needs of a durable store.
public protocol MessageStore: Sendable {
    /// Stores a message; when this returns, it is on disk.
    func append(_ message: NewMessage) async throws -> Message

    /// Removes a message; when this returns, its removal is on disk. Removing twice is harmless.
    func remove(_ id: Message.ID) async throws

    /// Hands over, in batches and in no stated order, all messages that expire after a moment.
    ///
    /// - Parameter dataset: Only the messages imported with this dataset; nil for all messages,
    ///   posted and imported.
    func forEachMessage(
        expiringAfter moment: Timestamp,
        dataset: DatasetName?,
        _ visit: @Sendable ([Message]) throws -> Void
    ) async throws

    /// Removes posted messages that expired at or before a moment; imported ones stay, for
    /// analysts, until their dataset drops them.
    ///
    /// - Parameter limit: How many at most, so that posts never wait long.
    /// - Returns: How many were removed; fewer than `limit` when none are left.
    func removeExpired(atOrBefore moment: Timestamp, limit: Int) async throws -> Int

    /// Registers a device under the SHA-256 hash of its token.
    func addDevice(tokenHash: [UInt8], at moment: Timestamp) async throws -> Device

    /// The device whose token has that SHA-256 hash.
    func device(tokenHash: [UInt8]) async throws -> Device?
}
