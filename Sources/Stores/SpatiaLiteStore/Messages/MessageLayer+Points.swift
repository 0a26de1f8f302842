internal import GRDB
public import Geodesy
public import Radar

/// Where messages are, and messages by their ids: for whoever builds an index in memory.
extension MessageLayer {
    /// The highest id; 0 without messages.
    ///
    /// - Throws: ``SpatiaLiteStoreError``, as all methods here.
    public func lastID() async throws -> Int64 {
        try await connections.read { db in
            try PointTable(name: StoredMessageTable.name, key: "id").lastRow(db)
        }
    }

    /// The categories that messages have, in no stated order.
    ///
    /// - Complexity: O(messages).
    public func categories() async throws -> [Category] {
        try await connections.read { db in
            try String.fetchAll(db, sql: "SELECT DISTINCT category FROM \(StoredMessageTable.name)")
                .map(Category.init(rawValue:))
        }
    }

    /// The messages among some ids that a filter lets through, with their ranges.
    ///
    /// - Parameter test: Which of them are wanted; nil for all.
    /// - Complexity: O(ids).
    public func points(
        ids: ClosedRange<Int64>,
        filter: MessageFilter,
        where test: MessageTest? = nil
    ) async throws -> LayerPoints {
        try await connections.read { db in
            try PointTable.messages(filter, where: test, publicIDs: publicIDs).points(db, rows: ids)
        }
    }

    /// The messages in a box, edges included, that a filter lets through, whatever their range.
    ///
    /// - Parameters:
    ///   - box: May cross the antimeridian.
    ///   - test: Which of them are wanted; nil for all.
    /// - Complexity: O(log n + found) typical.
    public func points(
        in box: BoundingBox,
        filter: MessageFilter,
        where test: MessageTest? = nil
    ) async throws -> LayerPoints {
        try await connections.read { db in
            try PointTable.messages(filter, where: test, publicIDs: publicIDs).points(db, in: box)
        }
    }

    /// The messages with some ids, in the order of `ids`; those that are gone are left out.
    public func messages(ids: [Int64]) async throws -> [Message] {
        try await connections.read { db in try StoredMessageTable.messages(db, ids: ids) }
    }
}
