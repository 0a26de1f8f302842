internal import GRDB
public import Geodesy
public import Radar
public import Timekeeping

/// Which messages a question is about.
public struct MessageFilter: Sendable, Hashable {
    /// Only messages that expire later.
    public var liveAt: Timestamp
    /// Only messages posted then or earlier; nil for no such bound. Set it to the same moment as
    /// ``liveAt`` to ask what was visible in the past.
    public var postedAtOrBefore: Timestamp?
    /// Only messages of these categories; nil for all.
    public var categories: Set<Category>?

    /// A filter with all its members.
    public init(
        liveAt: Timestamp,
        postedAtOrBefore: Timestamp? = nil,
        categories: Set<Category>? = nil
    ) {
        self.liveAt = liveAt
        self.postedAtOrBefore = postedAtOrBefore
        self.categories = categories
    }
}

/// Questions about messages, answered from their R-tree with nothing to load first.
///
/// A reader finds a message when their distance is at most both the reader's radius and the
/// message's own range. Every distance is the geodesic of ``Geodesic``; the R-tree only narrows the
/// choice.
public struct MessageLayer: Sendable {
    let connections: Connections
    /// What messages are called outside.
    public let publicIDs: PublicIDs

    /// The nearest messages whose own range reaches a place.
    ///
    /// - Parameters:
    ///   - center: Where the reader is.
    ///   - count: How many at most; none when 0 or less.
    ///   - maxDistance: Inclusive bound; nil for no bound but each message's own range.
    ///   - filter: Which messages; applied before `count`.
    ///   - test: Which of them are wanted; nil for all. Others don't count.
    /// - Returns: Nearest first; ties by id.
    /// - Throws: ``SpatiaLiteStoreError``.
    /// - Complexity: O(m log n) typical for m messages nearer than the last one found.
    public func nearest(
        to center: Coordinate,
        count: Int,
        within maxDistance: Distance? = nil,
        filter: MessageFilter,
        where test: MessageTest? = nil
    ) async throws -> [Sighting] {
        try await connections.read { db in
            try sightings(
                in: db,
                .messages(filter, where: test, publicIDs: publicIDs),
                PointSearch(center: center, count: count, maxDistance: maxDistance)
            )
        }
    }

    /// The messages within a radius whose own range reaches its centre.
    ///
    /// - Parameters:
    ///   - radius: Inclusive.
    ///   - center: Where the reader is.
    ///   - filter: Which messages.
    ///   - test: Which of them are wanted; nil for all.
    /// - Returns: Nearest first; ties by id.
    /// - Throws: ``SpatiaLiteStoreError``.
    /// - Complexity: O(log n + m) typical for m messages in the radius.
    public func within(
        _ radius: Distance,
        of center: Coordinate,
        filter: MessageFilter,
        where test: MessageTest? = nil
    ) async throws -> [Sighting] {
        try await connections.read { db in
            try sightings(
                in: db,
                .messages(filter, where: test, publicIDs: publicIDs),
                PointSearch(center: center, count: nil, maxDistance: radius)
            )
        }
    }

    /// The messages in a box, edges included, whatever their range: a box has no reader.
    ///
    /// - Parameters:
    ///   - box: May cross the antimeridian.
    ///   - filter: Which messages.
    /// - Returns: By id.
    /// - Throws: ``SpatiaLiteStoreError``.
    /// - Complexity: O(log n + m) typical for m messages in the box.
    public func within(_ box: BoundingBox, filter: MessageFilter) async throws -> [Message] {
        try await connections.read { db in
            let rowIDs = try BoxSearch(box: box).rowIDs(
                in: .messages(filter, publicIDs: publicIDs),
                db
            )
            return try StoredMessageTable.messages(db, ids: rowIDs)
        }
    }

    /// When the earliest message was posted that is kept; nil where there is none.
    ///
    /// - Throws: ``SpatiaLiteStoreError``.
    /// - Complexity: O(messages).
    public func firstPosting() async throws -> Timestamp? {
        try await connections.read { db in
            try Int64.fetchOne(db, sql: "SELECT min(posted_at) FROM message")
                .map(Timestamp.init(millisecondsSince1970:))
        }
    }

    /// The message with an id, live or expired, or nil.
    public func message(_ id: Message.ID) async throws -> Message? {
        try await connections.read { db in
            try StoredMessageTable.messages(db, ids: [id.rawValue]).first
        }
    }

    private func sightings(
        in db: Database,
        _ table: PointTable,
        _ search: PointSearch
    ) throws -> [Sighting] {
        let longest = try StoredMessageTable.longestRange(db)
        let hits = try search.hits(in: table, db, atMost: longest)
        let messages = try StoredMessageTable.messages(db, ids: hits.map(\.rowID))
        let sightings = zip(messages, hits)
            .map { Sighting(message: $0, distance: $1.distance) }
            .sorted { ($0.distance, $0.message.id) < ($1.distance, $1.message.id) }
        return Array(sightings.prefix(search.count.map { max(0, $0) } ?? sightings.count))
    }
}
