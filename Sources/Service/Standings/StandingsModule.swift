internal import Accounts
package import Datasets
package import DomainModules
internal import GRDB
internal import GeoJSON
package import HTTPService
package import SpatiaLiteStore
internal import Timekeeping

/// Standings: points that are earned once, and who has how many.
package struct StandingsModule: DomainModule {
    package static let name: ModuleName = "standings"
    package static let isCommonGround = true

    private let store: SpatiaLiteStore

    package init(on site: ModuleSite) { store = site.store }

    package static var schema: [SchemaStep] {
        [
            SchemaStep(
                """
                -- what was earned, which is only ever added
                CREATE TABLE standings_entry (
                    account INTEGER NOT NULL,
                    rule TEXT NOT NULL,
                    subject TEXT NOT NULL,
                    scope TEXT NOT NULL,
                    points INTEGER NOT NULL CHECK (points BETWEEN 0 AND 1000000),
                    at INTEGER NOT NULL,
                    PRIMARY KEY (account, rule, subject)
                ) STRICT, WITHOUT ROWID;
                CREATE TRIGGER standings_entry_stays BEFORE UPDATE ON standings_entry
                    BEGIN SELECT RAISE(ABORT, 'what was earned is only ever added'); END;

                -- the sums, and when each came to be
                CREATE TABLE standings_total (
                    scope TEXT NOT NULL,
                    account INTEGER NOT NULL,
                    points INTEGER NOT NULL,
                    reached_at INTEGER NOT NULL,
                    PRIMARY KEY (scope, account)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX standings_total_rank
                    ON standings_total (scope, points DESC, reached_at, account);
                CREATE INDEX standings_total_account ON standings_total (account);

                -- who may see the board of a scope; of a scope that is not here, organisers alone
                CREATE TABLE standings_board (
                    scope TEXT PRIMARY KEY,
                    visibility TEXT NOT NULL CHECK (visibility IN ('organizers', 'friends', 'public'))
                ) STRICT, WITHOUT ROWID;
                """
            )
        ]
    }

    package static func checks(of store: SpatiaLiteStore) async throws -> [IntegrityCheck] {
        [try await Standings.check(store)]
    }

    package var part: ServicePart { ServicePart(Self.name) }

    package var accountData: (any AccountDataOwner)? { StandingsData(store: store) }
}

/// What standings keep of an account.
private struct StandingsData: AccountDataOwner {
    let store: SpatiaLiteStore

    func export(account: Int64) async throws -> [String: [UInt8]] {
        let rows = try await store.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT scope, rule, subject, points, at FROM standings_entry
                    WHERE account = ? ORDER BY at, rule, subject
                    """,
                arguments: [account]
            ).map { row in
                (
                    row[0] as String, row[1] as String, row[2] as String, row[3] as Int64,
                    Timestamp(millisecondsSince1970: row[4])
                )
            }
        }
        guard !rows.isEmpty else { return [:] }
        var json = JSONWriter(capacity: rows.count * 128)
        json.array { list in
            for (scope, rule, subject, points, at) in rows {
                list.object { json in
                    json.member("scope", scope)
                    json.member("rule", rule)
                    json.member("subject", subject)
                    json.member("points", points)
                    json.member("at", at.rfc3339)
                }
            }
        }
        return ["earned": json.takeBytes()]
    }

    func erase(account: Int64) async throws {
        try await store.write { db in
            for table in ["standings_entry", "standings_total"] {
                try db.execute(
                    sql: "DELETE FROM \(table) WHERE account = ?",
                    arguments: [account]
                )
            }
        }
    }
}
