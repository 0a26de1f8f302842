internal import PostgresCore
internal import Radar

/// A database that a shard has, or had before it was moved elsewhere: its nodes may run there yet, and what
/// they would take nobody would read.
struct ShardDatabase {
    private let connection: PostgresConnection

    /// - Throws: ``PostgresCore/PostgresError`` when it cannot be reached.
    init(_ address: PostgresAddress) throws(PostgresError) {
        connection = try PostgresConnection(to: address)
    }

    /// Taken at both ends to tell whether two addresses are of one database.
    private static let lock: Int64 = 4_207_849_316

    /// Whether another address is of the same database, by another name.
    func isSame(as other: ShardDatabase) throws(PostgresError) -> Bool {
        try connection.execute("SELECT pg_advisory_lock(\(Self.lock))")
        defer { try? connection.execute("SELECT pg_advisory_unlock(\(Self.lock))") }
        let taken = try other.connection.rows("SELECT pg_try_advisory_lock(\(Self.lock))") {
            row throws(PostgresError) in try row.flag(0)
        }.first
        guard taken == true else { return true }
        try other.connection.execute("SELECT pg_advisory_unlock(\(Self.lock))")
        return false
    }

    /// Keeps others from doing the same for as long as this is held.
    ///
    /// - Returns: False where somebody else holds it.
    func isHeldAlone() throws(PostgresError) -> Bool {
        try connection.rows("SELECT pg_try_advisory_lock(\(Self.lock + 1))") {
            row throws(PostgresError) in try row.flag(0)
        }.first ?? false
    }

    /// Lets it take nothing any more, when what is under way is done.
    func retire() throws(PostgresError) {
        try connection.execute(
            """
            CREATE OR REPLACE FUNCTION ambit.refuse_retired() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                RAISE EXCEPTION 'this database is not the shard''s any more' USING ERRCODE = '25006';
            END $$;
            \(Self.forEachTable("""
                EXECUTE format('DROP TRIGGER IF EXISTS retired ON ambit.%I', name);
                EXECUTE format('CREATE TRIGGER retired BEFORE INSERT OR UPDATE OR DELETE ON ambit.%I '
                    'FOR EACH STATEMENT EXECUTE FUNCTION ambit.refuse_retired()', name);
                """))
            """
        )
    }

    /// Takes ``retire()`` back; harmless where it takes changes.
    func employ() throws(PostgresError) {
        try connection.execute(
            Self.forEachTable(
                "EXECUTE format('DROP TRIGGER IF EXISTS retired ON ambit.%I', name);"
            )
        )
    }

    /// What tells whether another database has the same: how many changes there were with their digest, and
    /// a digest of each table of what is no message. Whatever is posted, removed or hidden is a change.
    func content() throws(PostgresError) -> [String] {
        let digests = ["device", "device_settings", "device_shard", "bookmark", "report"].map {
            """
            (SELECT count(*) || '/' || coalesce(sum(('x' || left(md5(t::text), 15))::bit(60)::bigint), 0)
            FROM ambit.\($0) AS t)
            """
        }
        return try connection.rows(
            "SELECT n || '/' || chain, \(digests.joined(separator: ", ")) FROM ambit.head"
        ) { row throws(PostgresError) in
            var content: [String] = []
            for column in 0...digests.count { content.append(try row.text(column)) }
            return content
        }.first ?? []
    }

    /// Does something with each table that holds what clients give; the map may be written on.
    private static func forEachTable(_ body: String) -> String {
        """
        DO $do$
        DECLARE name text;
        BEGIN
            FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'ambit'
                AND tablename NOT IN ('map', 'shard', 'territory', 'site') ORDER BY tablename
            LOOP
                \(body)
            END LOOP;
        END $do$;
        """
    }
}
