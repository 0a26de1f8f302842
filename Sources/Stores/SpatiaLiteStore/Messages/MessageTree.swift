internal import GRDB

/// Which messages stand in the R-tree, and how those enter it that don't yet.
///
/// To enter a post costs several times what its row costs, in time and in pages that must reach the
/// disk: an R-tree splits its nodes, and each entry lies somewhere else. So a post is answered when its
/// row is on disk, and enters the tree afterwards, many in one transaction. Until then it is found
/// all the same, because whoever asks the tree also looks at the rows above the mark.
///
/// Invariant: every imported message has its entry, and so has every posted one up to the mark;
/// no posted one above the mark has one.
enum MessageTree {
    /// A condition on the message `t`: it is not in the tree yet.
    static let isMissing = "t.dataset_id IS NULL AND t.id > (SELECT through FROM message_tree)"

    /// Leaves posts out of the tree until ``enter(_:in:)``; those that are there are in it.
    static func leaveOutPosts(in db: Database) throws {
        try db.execute(
            sql: """
                -- posted messages up to this id are in the R-tree
                CREATE TABLE message_tree (through INTEGER NOT NULL) STRICT;
                INSERT INTO message_tree SELECT ifnull(max(id), 0) FROM message;
                DROP TRIGGER message_inserted;
                CREATE TRIGGER message_inserted AFTER INSERT ON message
                WHEN NEW.dataset_id IS NOT NULL BEGIN
                    INSERT INTO \(tree) VALUES (NEW.id,
                        MbrMinX(NEW.geometry), MbrMaxX(NEW.geometry),
                        MbrMinY(NEW.geometry), MbrMaxY(NEW.geometry));
                END;
                """
        )
    }

    /// Enters posted messages, the earliest first.
    ///
    /// Commits come one after the other, so that no message with a lower id than one that was seen
    /// can appear later. When no posted message is left above the mark, the mark moves past the
    /// imported ones as well: whoever looks above it then finds nothing to walk past.
    ///
    /// - Returns: How many, at most `limit`.
    static func enter(_ limit: Int, in db: Database) throws -> Int {
        let bounds = try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT count(*), max(id) FROM (
                        SELECT t.id FROM message AS t WHERE \(isMissing) ORDER BY t.id LIMIT ?)
                    """
            ),
            arguments: [limit]
        )
        guard let bounds else { return 0 }
        let count: Int = bounds[0]
        let last: Int64? = bounds[1]
        if count > 0, let last {
            try db.cachedStatement(
                sql: """
                    INSERT INTO \(tree)
                    SELECT t.id, MbrMinX(t.geometry), MbrMaxX(t.geometry),
                        MbrMinY(t.geometry), MbrMaxY(t.geometry)
                    FROM message AS t WHERE \(isMissing) AND t.id <= ?
                    """
            ).execute(arguments: [last])
        }
        if count < limit {
            try db.cachedStatement(
                sql: """
                    UPDATE message_tree
                    SET through = max(through, ifnull((SELECT max(id) FROM message), 0))
                    """
            ).execute()
        } else {
            try db.cachedStatement(sql: "UPDATE message_tree SET through = ?")
                .execute(arguments: [last])
        }
        return count
    }

    /// Moves the mark past what was imported, unless a posted message above it waits still.
    static func passImported(in db: Database) throws {
        try db.execute(
            sql: """
                UPDATE message_tree
                SET through = max(through, ifnull((SELECT max(id) FROM message), 0))
                WHERE NOT EXISTS (SELECT 1 FROM message AS t WHERE \(isMissing))
                """
        )
    }

    /// Lets an import add its messages. Where the tree is empty before, it is packed behind them, which
    /// takes a tenth of the time that entering them one by one does; else they enter as they come.
    ///
    /// - Parameter insert: Adds imported messages, and no posted ones.
    static func enteringImported(in db: Database, _ insert: () throws -> Void) throws {
        let isEmpty = try Bool.fetchOne(
            db,
            sql: "SELECT NOT EXISTS (SELECT 1 FROM \(tree)_rowid)"
        )
        let trigger = try String.fetchOne(
            db,
            sql:
                "SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND name = 'message_inserted'"
        )
        guard isEmpty == true, let trigger else { return try insert() }
        try db.execute(sql: "DROP TRIGGER message_inserted")
        try insert()
        try db.execute(sql: trigger)
        // An empty tree means that there was no imported message, and none that was posted up to the mark.
        var points = PackedRTree.Points()
        let rows = try Row.fetchCursor(
            db,
            sql: "SELECT id, geometry FROM message NOT INDEXED WHERE dataset_id IS NOT NULL"
        )
        while let row = try rows.next() {
            let stored = try StoredRow(row, of: StoredMessageTable.name)
            let place = try stored.require(1) { try stored.coordinate(1) }
            try points.add(place, row: stored.rowID)
        }
        var packed = try RTree(table: StoredMessageTable.name).packed(points, in: db)
        while try packed.writeNext(in: db) {}
    }

    private static let tree = RTree(table: StoredMessageTable.name).name
}

extension SpatiaLiteStore {
    /// Enters posted messages into the R-tree that are not in it yet, the earliest first. They are
    /// found without it, too, but the more there are the longer that takes.
    ///
    /// - Parameter limit: How many at most: posts wait meanwhile, some milliseconds for hundreds.
    /// - Returns: How many there were; fewer than `limit` when none are left.
    /// - Throws: ``SpatiaLiteStoreError``.
    public func enterMessages(limit: Int) async throws -> Int {
        guard limit > 0 else { return 0 }
        // One step down the table's tree, however many messages there are.
        let isAnyAbove = try await connections.read { db in
            try Bool.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT EXISTS (SELECT 1 FROM message
                            WHERE id > (SELECT through FROM message_tree))
                        """
                )
            ) ?? false
        }
        guard isAnyAbove else { return 0 }
        return try await connections.writeWithoutWaiting { db in
            try MessageTree.enter(limit, in: db)
        }
    }
}
