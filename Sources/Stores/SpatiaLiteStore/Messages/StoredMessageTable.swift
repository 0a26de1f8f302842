internal import Datasets
internal import GRDB
internal import Geodesy
internal import Radar
internal import Timekeeping

/// The table of all messages, posted and imported, with its R-tree, and the table of devices. See
/// ``MessageTree`` for when a message enters the tree.
enum StoredMessageTable {
    static let name = "message"

    static func create(in db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE device (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    token_hash BLOB NOT NULL UNIQUE,
                    created_at INTEGER NOT NULL
                ) STRICT;
                CREATE TABLE message (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    text TEXT NOT NULL,
                    category TEXT NOT NULL,
                    visible_radius_m REAL NOT NULL CHECK (visible_radius_m >= 0),
                    -- milliseconds since 1970
                    posted_at INTEGER NOT NULL,
                    expires_at INTEGER NOT NULL,
                    -- who posted it, or which dataset brought it and under which key
                    device_id INTEGER REFERENCES device (id),
                    dataset_id INTEGER REFERENCES dataset (id),
                    key TEXT,
                    attributes TEXT,
                    geometry BLOB NOT NULL CHECK (length(geometry) = \(PointBlob.byteCount)),
                    CHECK ((device_id IS NULL) <> (dataset_id IS NULL)),
                    CHECK ((key IS NULL) = (dataset_id IS NULL))
                ) STRICT;
                CREATE UNIQUE INDEX message_key ON message (dataset_id, key)
                    WHERE dataset_id IS NOT NULL;
                CREATE INDEX message_expiry ON message (expires_at) WHERE dataset_id IS NULL;
                CREATE INDEX message_range ON message (visible_radius_m);
                """
        )
        let tree = RTree(table: name)
        try tree.create(in: db)
        try db.execute(
            sql: """
                CREATE TRIGGER message_inserted AFTER INSERT ON message BEGIN
                    INSERT INTO \(tree.name) VALUES (NEW.id,
                        MbrMinX(NEW.geometry), MbrMaxX(NEW.geometry),
                        MbrMinY(NEW.geometry), MbrMaxY(NEW.geometry));
                END;
                CREATE TRIGGER message_moved AFTER UPDATE OF geometry ON message
                WHEN NEW.geometry IS NOT OLD.geometry BEGIN
                    UPDATE \(tree.name) SET
                        xmin = MbrMinX(NEW.geometry), xmax = MbrMaxX(NEW.geometry),
                        ymin = MbrMinY(NEW.geometry), ymax = MbrMaxY(NEW.geometry)
                    WHERE pkid = OLD.id;
                END;
                CREATE TRIGGER message_deleted AFTER DELETE ON message BEGIN
                    DELETE FROM \(tree.name) WHERE pkid = OLD.id;
                END;
                """
        )
    }

    /// Inserts a posted message.
    static func insert(_ message: NewMessage, in db: Database) throws -> Message {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO message (text, category, visible_radius_m, posted_at, expires_at,
                    device_id, geometry) VALUES (?, ?, ?, ?, ?, ?, ?)
                """
        )
        var row = RowWriter(statement, in: db)
        row.text(message.text)
        row.text(message.category.rawValue)
        row.real(message.visibleRadius.meters)
        row.integer(message.postedAt.millisecondsSince1970)
        row.integer(message.expiresAt.millisecondsSince1970)
        row.integer(message.author.rawValue)
        row.point(message.coordinate)
        try row.execute()
        return message.message(Message.ID(rawValue: db.lastInsertedRowID))
    }

    /// Removes messages for good: nothing of them is left in the table or in its R-tree.
    static func erase(_ ids: [Int64], in db: Database) throws {
        try RTree(table: name).wiping(ids, in: db) {
            let statement = try db.cachedStatement(sql: "DELETE FROM message WHERE id = ?")
            for id in ids { try statement.execute(arguments: [id]) }
        }
    }

    /// The messages with some ids, in the order of `ids`.
    static func messages(_ db: Database, ids: [Int64]) throws -> [Message] {
        let statement = try db.cachedStatement(sql: "\(select) WHERE m.id = ?")
        return try ids.compactMap { id in
            try Row.fetchOne(statement, arguments: [id]).map(message)
        }
    }

    /// Hands over messages in batches.
    ///
    /// - Parameter condition: On the message `m` and its dataset `d`.
    static func forEach(
        _ db: Database,
        where condition: String,
        _ arguments: StatementArguments,
        _ visit: ([Message]) throws -> Void
    ) throws {
        let rows = try Row.fetchCursor(
            db,
            sql: "\(select) WHERE \(condition)",
            arguments: arguments
        )
        try rows.forEachBatch(of: 1000, visit, decode: message)
    }

    /// Messages with what became of them.
    ///
    /// - Parameter condition: On the message `m`; an order and a limit may follow it.
    static func withStates(
        _ db: Database,
        where condition: String,
        _ arguments: StatementArguments,
        at moment: Timestamp
    ) throws -> [SentMessage] {
        try Row.fetchAll(
            db.cachedStatement(sql: "\(select) WHERE \(condition)"),
            arguments: arguments
        ).map { row in
            let message = try message(from: row)
            let hidden: Int64 = try StoredRow(row, of: name).value(11)
            return SentMessage(
                message: message,
                state: PersonalTables.state(
                    hidden: hidden,
                    expiresAt: message.expiresAt,
                    at: moment
                )
            )
        }
    }

    /// The longest range of any message: no message is found from farther away. Nil for none.
    static func longestRange(_ db: Database) throws -> Distance? {
        try Double.fetchOne(
            db.cachedStatement(sql: "SELECT max(visible_radius_m) FROM message")
        ).map { try Distance.meters($0) }
    }

    private static let select = """
        SELECT m.id, m.text, m.category, m.visible_radius_m, m.posted_at, m.expires_at,
            m.device_id, d.name, m.key, m.attributes, m.geometry, m.hidden
        FROM message AS m LEFT JOIN dataset AS d ON d.id = m.dataset_id
        """

    private static func message(from row: Row) throws -> Message {
        let stored = try StoredRow(row, of: name)
        let device: Int64? = try stored.optional(6)
        return Message(
            id: Message.ID(rawValue: stored.rowID),
            text: try stored.value(1),
            category: Category(rawValue: try stored.value(2)),
            coordinate: try stored.require(10) { try stored.coordinate(10) },
            visibleRadius: try stored.require(3) { try Distance.meters(stored.value(3)) },
            postedAt: Timestamp(millisecondsSince1970: try stored.value(4)),
            expiresAt: Timestamp(millisecondsSince1970: try stored.value(5)),
            author: device.map(Device.ID.init),
            origin: try origin(from: stored)
        )
    }

    private static func origin(from stored: StoredRow) throws -> Message.Origin? {
        guard let dataset: String = try stored.optional(7),
            let key: String = try stored.optional(8)
        else { return nil }
        return Message.Origin(
            dataset: try stored.require(7) { try DatasetName(dataset) },
            key: key,
            attributes: try stored.json(9, orElse: [:], plain: PlainJSON.dictionary)
        )
    }
}

extension PointTable {
    /// The messages that a filter lets through.
    ///
    /// - Parameters:
    ///   - test: Which of them are wanted; nil for all.
    ///   - publicIDs: What a test is told of ids.
    static func messages(
        _ filter: MessageFilter,
        where test: MessageTest? = nil,
        publicIDs: PublicIDs
    ) -> PointTable {
        var table = PointTable(
            name: StoredMessageTable.name,
            key: "id",
            rangeColumn: "visible_radius_m"
        )
        table.test = test?.rowTest(publicIDs)
        table.missing = MessageTree.isMissing
        table.condition = "t.hidden = 0 AND t.expires_at > ?"
        table.arguments = [filter.liveAt.millisecondsSince1970]
        if let latest = filter.postedAtOrBefore {
            table.condition += " AND t.posted_at <= ?"
            table.arguments.append(latest.millisecondsSince1970)
        }
        if let categories = filter.categories {
            let marks = categories.map { _ in "?" }.joined(separator: ", ")
            table.condition += " AND t.category IN (\(marks))"
            table.arguments += categories.map(\.rawValue)
        }
        return table
    }
}
