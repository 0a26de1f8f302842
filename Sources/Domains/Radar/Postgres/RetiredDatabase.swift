internal import PostgresCore
internal import Radar

/// A database that a shard had before it was moved elsewhere: its nodes may run yet, and what they would
/// take there nobody would read.
struct RetiredDatabase {
    private let connection: PostgresConnection

    /// - Throws: ``PostgresCore/PostgresError`` when it cannot be reached.
    init(_ address: PostgresAddress) throws(PostgresError) {
        connection = try PostgresConnection(to: address)
    }

    /// Taken at both ends to tell whether two addresses are of one database.
    private static let lock: Int64 = 4_207_849_316

    /// Whether another address is of the same database, by another name.
    func isSame(as other: PostgresConnection) throws(PostgresError) -> Bool {
        try connection.execute("SELECT pg_advisory_lock(\(Self.lock))")
        defer { try? connection.execute("SELECT pg_advisory_unlock(\(Self.lock))") }
        let taken = try other.rows("SELECT pg_try_advisory_lock(\(Self.lock))") {
            row throws(PostgresError) in try row.flag(0)
        }.first
        guard taken == true else { return true }
        try other.execute("SELECT pg_advisory_unlock(\(Self.lock))")
        return false
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

    /// Lets a database take changes, whatever it was.
    static func employ(_ connection: PostgresConnection) throws(PostgresError) {
        try connection.execute(
            forEachTable("EXECUTE format('DROP TRIGGER IF EXISTS retired ON ambit.%I', name);")
        )
    }

    /// Takes that back.
    func employ() throws(PostgresError) { try Self.employ(connection) }

    /// How many changes it has had, a digest of them, and how much there is that is no message.
    func content() throws(PostgresError) -> [Int64] { try Self.content(connection) }

    static func content(_ connection: PostgresConnection) throws(PostgresError) -> [Int64] {
        try connection.rows(
            """
            SELECT n, chain, (SELECT count(*) FROM ambit.device), (SELECT count(*) FROM ambit.bookmark),
                (SELECT count(*) FROM ambit.report), (SELECT count(*) FROM ambit.device_settings)
            FROM ambit.head
            """
        ) { row throws(PostgresError) in
            var content: [Int64] = []
            for column in 0..<6 { content.append(try row.integer(column)) }
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
