internal import Esports
internal import GRDB
internal import SpatiaLiteStore
internal import Timekeeping

/// What editors have said, in the module's own tables; every change is on disk when its method returns.
struct EditorStore: Sendable {
    let store: SpatiaLiteStore

    /// The module's tables, by steps that are only ever appended to.
    static let schema = [
        SchemaStep(
            """
            CREATE TABLE esports_feature (
                position INTEGER PRIMARY KEY,
                event TEXT NOT NULL,
                starts_at INTEGER NOT NULL,
                ends_at INTEGER NOT NULL,
                editor TEXT NOT NULL,
                CHECK (ends_at > starts_at)
            ) STRICT;
            CREATE TABLE esports_link (
                product TEXT NOT NULL,
                game TEXT NOT NULL,
                decision TEXT NOT NULL CHECK (decision IN ('pin', 'bar')),
                editor TEXT NOT NULL,
                decided_at INTEGER NOT NULL,
                PRIMARY KEY (product, game)
            ) STRICT, WITHOUT ROWID;
            """
        ),
        ToldStore.schema,
    ]

    /// What is featured, in its order.
    func features() async throws -> [Feature] {
        try await store.read { db in
            try Row.fetchAll(
                db,
                sql: "SELECT event, starts_at, ends_at FROM esports_feature ORDER BY position"
            ).map { row in
                Feature(
                    event: row[0],
                    from: Timestamp(millisecondsSince1970: row[1]),
                    until: Timestamp(millisecondsSince1970: row[2])
                )
            }
        }
    }

    /// Features these events and no others.
    func setFeatures(_ features: [Feature], by editor: String) async throws {
        try await store.write { db in
            try db.execute(sql: "DELETE FROM esports_feature")
            for (position, feature) in features.enumerated() {
                try db.execute(
                    sql: "INSERT INTO esports_feature VALUES (?, ?, ?, ?, ?)",
                    arguments: [
                        position, feature.event, feature.from.millisecondsSince1970,
                        feature.until.millisecondsSince1970, editor,
                    ]
                )
            }
        }
    }

    /// All that editors say of products and games.
    func decisions() async throws -> [ProductDecision] {
        try await store.read { db in
            try Row.fetchAll(
                db,
                sql: "SELECT product, game, decision FROM esports_link ORDER BY product, game"
            ).compactMap { row in
                LinkDecision(rawValue: row[2]).map {
                    ProductDecision(product: row[0], game: row[1], decision: $0)
                }
            }
        }
    }

    /// Keeps what an editor says of a product and a game.
    ///
    /// - Parameter decision: nil takes back what was said before.
    func decide(
        _ decision: LinkDecision?,
        product: String,
        game: String,
        by editor: String,
        at moment: Timestamp
    ) async throws {
        try await store.write { db in
            guard let decision else {
                return try db.execute(
                    sql: "DELETE FROM esports_link WHERE product = ? AND game = ?",
                    arguments: [product, game]
                )
            }
            try db.execute(
                sql: "INSERT OR REPLACE INTO esports_link VALUES (?, ?, ?, ?, ?)",
                arguments: [
                    product, game, decision.rawValue, editor, moment.millisecondsSince1970,
                ]
            )
        }
    }
}
