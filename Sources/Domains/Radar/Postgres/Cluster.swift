internal import Cryptography
package import PostgresCore
internal import Radar

/// What an operator does with a database of many nodes.
package enum Cluster {
    /// The version of the tables that this program works with.
    package static let schemaVersion = ClusterSchema.version

    /// What stands in the database, and how its servers are.
    package struct Status: Sendable {
        /// The server's own version, such as 15.18.
        package let serverVersion: String
        /// Counts up with each change of the server that takes changes.
        package let timeline: Int64
        /// The number of the last change.
        package let head: Int64
        /// The messages that have not expired, hidden ones included.
        package let liveMessages: Int64
        /// All messages, with those that have expired and that somebody keeps or no sweep has taken.
        package let messages: Int64
        /// The devices that are known.
        package let devices: Int64
        /// The changes that are kept for those who follow.
        package let keptChanges: Int64
        /// The version of the tables.
        package let schemaVersion: Int
        /// The standbys that are connected.
        package let standbys: [Standby]
    }

    /// A server that follows the one that takes changes.
    package struct Standby: Sendable {
        /// What it calls itself.
        package let name: String
        /// Such as `streaming`.
        package let state: String
        /// `sync` or `quorum` where changes wait for it, else `async` or `potential`.
        package let synchrony: String
        /// How many bytes it has yet to write.
        package let lagBytes: Int64
    }

    /// Makes the tables where there are none, and brings older ones up to date; harmless where they are.
    ///
    /// - Returns: The version that was found; nil for none.
    /// - Throws: ``PostgresCore/PostgresError``.
    package static func prepare(_ address: PostgresAddress) throws -> Int? {
        let connection = try PostgresConnection(to: address)
        let found = try ClusterSite.version(connection, address)
        let current = found ?? 0
        guard current <= ClusterSchema.version else {
            throw PostgresError.otherSchema(
                place: address.description,
                found: current,
                supported: ClusterSchema.version
            )
        }
        guard current < ClusterSchema.version else { return found }
        let steps = ClusterSchema.steps[current...].joined(separator: "\n")
        let secret = ServiceSecret().bytes.map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
        let site =
            current == 0
            ? """
            INSERT INTO ambit.site (schema_version, secret, epoch)
            VALUES (\(ClusterSchema.version), '\\x\(secret)', \(Int64.random(in: 1 ... .max)));
            """
            : "UPDATE ambit.site SET schema_version = \(ClusterSchema.version);"
        // Statements that are sent together are one transaction, and two who prepare at once take turns.
        do throws(PostgresError) {
            try connection.execute(
                """
                SELECT pg_advisory_xact_lock(4207849315);
                \(current == 0 ? "CREATE SCHEMA ambit;" : "")
                \(steps)
                \(ClusterSchema.functions)
                \(site)
                """
            )
        } catch {
            // Of two who prepare at once the second finds all done.
            guard try ClusterSite.version(connection, address) == ClusterSchema.version else {
                throw error
            }
        }
        return found
    }

    /// Where the rows stand that all nodes of a cluster have in common: at the shard with the lowest number.
    ///
    /// - Throws: ``PostgresCore/PostgresError``.
    package static func commonDatabase(of address: PostgresAddress) throws -> PostgresAddress {
        let connection = try PostgresConnection(to: address)
        let site = try ClusterSite.fetch(connection, address)
        let map = try ClusterMap.fetch(connection, mayBeOlder: true)
        guard
            let first = map?.shards.min(by: { $0.number.rawValue < $1.number.rawValue }),
            first.number != site.shard
        else { return address }
        return try PostgresAddress(first.database)
    }

    /// How a database is now.
    ///
    /// - Throws: ``PostgresCore/PostgresError``.
    package static func status(_ address: PostgresAddress) throws -> Status {
        let connection = try PostgresConnection(to: address)
        _ = try ClusterSite.fetch(connection, address)
        let standbys = try connection.rows(
            """
            SELECT application_name, state, sync_state,
                coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), flush_lsn), -1)::bigint
            FROM pg_stat_replication ORDER BY application_name
            """
        ) { row throws(PostgresError) in
            Standby(
                name: try row.text(0),
                state: try row.optionalText(1) ?? "unknown",
                synchrony: try row.optionalText(2) ?? "unknown",
                lagBytes: try row.integer(3)
            )
        }
        let found = try connection.rows(
            """
            SELECT current_setting('server_version'), (SELECT timeline_id FROM pg_control_checkpoint()),
                (SELECT n FROM ambit.head), (SELECT count(*) FROM ambit.message WHERE expires_at >
                    extract(epoch FROM clock_timestamp()) * 1000), (SELECT count(*) FROM ambit.message),
                (SELECT count(*) FROM ambit.device), (SELECT count(*) FROM ambit.change),
                (SELECT schema_version FROM ambit.site)
            """
        ) { row throws(PostgresError) in
            Status(
                serverVersion: try row.text(0),
                timeline: try row.integer(1),
                head: try row.integer(2),
                liveMessages: try row.integer(3),
                messages: try row.integer(4),
                devices: try row.integer(5),
                keptChanges: try row.integer(6),
                schemaVersion: Int(try row.integer(7)),
                standbys: standbys
            )
        }
        guard let status = found.first else {
            throw PostgresError.damaged(place: address.description, detail: "it says nothing")
        }
        return status
    }

    /// Looks whether the tables agree with each other: the numbers of changes and their hashes, the
    /// counts of bookmarks, and what points to what.
    ///
    /// - Returns: What was looked at, each with what is wrong; nil for nothing.
    /// - Throws: ``PostgresCore/PostgresError``.
    package static func check(
        _ address: PostgresAddress
    ) throws -> [(subject: String, problem: String?)] {
        let connection = try PostgresConnection(to: address)
        _ = try ClusterSite.fetch(connection, address)
        return try ClusterSchema.checks.map { subject, question, problem in
            let count = try connection.rows(question) { row throws(PostgresError) in
                try row.integer(0)
            }.first
            return (subject, count == 0 ? nil : "\(count ?? 0) \(problem)")
        }
    }
}

extension ClusterSchema {
    /// What is looked at, a question that counts what is wrong, and what is wrong with those.
    fileprivate static let checks: [(String, String, String)] = [
        (
            "numbers of changes",
            """
            SELECT count(*) FROM (SELECT n, lag(n) OVER (ORDER BY n) AS before FROM ambit.change) AS c
            WHERE before IS NOT NULL AND n <> before + 1
            """,
            "changes do not follow the one before them"
        ),
        (
            "hashes of changes",
            """
            SELECT count(*) FROM (SELECT n, kind, message_id, digest, chain,
                lag(chain) OVER (ORDER BY n) AS before FROM ambit.change) AS c
            WHERE (before IS NOT NULL OR n = 1)
                AND chain <> ambit.linked(coalesce(before, 0), n, kind, message_id, digest)
            """,
            "changes have not the hash that follows from those before them"
        ),
        (
            "head",
            """
            SELECT count(*) FROM ambit.head AS h WHERE h.n > 0 AND NOT EXISTS (
                SELECT 1 FROM ambit.change AS c WHERE c.n = h.n AND c.chain = h.chain)
                OR EXISTS (SELECT 1 FROM ambit.change AS c WHERE c.n > h.n)
                OR (SELECT count(*) FROM ambit.head) <> 1
            """,
            "heads are not at the last change"
        ),
        (
            "ids of messages",
            """
            SELECT count(*) FROM ambit.message AS m, ambit.site AS s
            WHERE m.id < 1 OR m.id >> 43 = s.shard
                AND m.id - (s.shard::bigint << 43) NOT BETWEEN 1 AND (SELECT n FROM ambit.head)
            """,
            "messages have ids that no change gave"
        ),
        (
            "contents of messages",
            """
            SELECT count(*) FROM ambit.message AS m JOIN ambit.change AS c ON c.message_id = m.id
            WHERE c.kind = 1 AND m.id >> 43 = (SELECT shard FROM ambit.site)
                AND c.digest <> ambit.digest(m.text, m.posted_at, m.device_id)
            """,
            "messages are not what was posted"
        ),
        (
            "authors",
            """
            SELECT count(*) FROM ambit.message AS m
            WHERE m.id >> 43 = (SELECT shard FROM ambit.site)
                AND NOT EXISTS (SELECT 1 FROM ambit.device AS d WHERE d.id = m.device_id)
            """,
            "messages are of devices that are not known"
        ),
        (
            "counts of bookmarks",
            """
            SELECT count(*) FROM ambit.message AS m WHERE m.bookmark_count <> (
                SELECT count(*) FROM ambit.bookmark AS b WHERE b.message_id = m.id)
            """,
            "messages count other bookmarks than there are"
        ),
        (
            "bookmarks",
            """
            SELECT count(*) FROM ambit.bookmark AS b WHERE b.gone = EXISTS (
                SELECT 1 FROM ambit.message AS m WHERE m.id = b.message_id)
            """,
            "bookmarks say wrongly whether their message is there"
        ),
        (
            "copies of other shards' messages",
            """
            SELECT count(*) FROM ambit.message AS m WHERE m.id >> 43 <> (SELECT shard FROM ambit.site)
                AND (m.hidden <> 0 OR m.bookmark_count <> 0 OR NOT EXISTS (
                    SELECT 1 FROM ambit.source AS s WHERE s.shard = m.id >> 43))
            """,
            "copies hold what only their own shard may say, or are of no shard that is followed"
        ),
    ]
}
