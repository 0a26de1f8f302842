internal import Datasets
internal import GRDB
public import Timekeeping

/// Which versions of datasets the public saw at an earlier moment.
///
/// The ledger keeps every import, every return to an earlier version and every withdrawal with its moment, so
/// that the last of them up to a moment tells what was published then.
enum PastPublications {
    /// Lets a connection see the ledger as it was: a view of its own stands before the table `dataset`, with
    /// other pointers. Datasets whose kind keeps no versions are as they are now.
    static func show(at moment: Timestamp, in db: Database) throws {
        try db.execute(
            sql: """
                CREATE TEMP VIEW dataset AS
                SELECT d.id, d.name, d.kind, d.is_versioned,
                    CASE WHEN d.is_versioned THEN (
                        SELECT change.shown FROM (
                            SELECT v.dataset_id AS dataset_id, v.id AS shown, v.imported_at AS at,
                                0 AS sort, v.id AS entry
                            FROM main.dataset_version AS v WHERE v.number IS NOT NULL
                            UNION ALL
                            SELECT v.dataset_id, v.id, r.at, 1, r.id FROM main.republication AS r
                            JOIN main.dataset_version AS v ON v.id = r.version_id
                            UNION ALL
                            SELECT v.dataset_id, NULL, w.at, 2, w.id FROM main.withdrawal AS w
                            JOIN main.dataset_version AS v ON v.id = w.version_id
                        ) AS change
                        WHERE change.dataset_id = d.id AND change.at <= \(moment.millisecondsSince1970)
                        ORDER BY change.at DESC, change.sort DESC, change.entry DESC LIMIT 1
                    ) ELSE d.published_version_id END AS published_version_id
                FROM main.dataset AS d
                """
        )
    }

    /// - Throws: ``SpatiaLiteStoreError/versionNotKept(dataset:version:)`` for a version without its records.
    static func requireKept(_ versionID: Int64, of dataset: String, in db: Database) throws {
        let retired = try Int.fetchOne(
            db.cachedStatement(
                sql: "SELECT number FROM dataset_version WHERE id = ? AND state = 'retired'"
            ),
            arguments: [versionID]
        )
        guard let retired else { return }
        throw SpatiaLiteStoreError.versionNotKept(dataset: dataset, version: retired)
    }
}

extension SpatiaLiteStore {
    /// The moment whose published versions this store shows; nil for now.
    public var asOf: Timestamp? { options.asOf }

    /// When the first dataset was published, whether it is there or not; nil for never.
    ///
    /// - Throws: ``SpatiaLiteStoreError``.
    public func firstPublication() async throws -> Timestamp? {
        try await connections.read { db in
            try Int64.fetchOne(db, sql: "SELECT min(imported_at) FROM dataset_version")
                .map(Timestamp.init(millisecondsSince1970:))
        }
    }
}
