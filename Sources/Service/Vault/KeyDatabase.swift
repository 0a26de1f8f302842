internal import PostgresCore
internal import Synchronization

/// The keys of accounts on a PostgreSQL database of their own, which many nodes share: the same lines that a key
/// file has.
///
/// It is another database than the one that holds what is sealed, and one whose log is not archived: else a
/// restored log would bring keys back that were taken away. After an erasure its table is vacuumed, so that the
/// key does not stay in a page of it.
final class KeyDatabase: KeyPlace {
    private struct State {
        var table: KeyTable
        var mark: Mark
    }

    /// How far the lines were read.
    private struct Mark: Equatable {
        /// Counts up where they are written anew.
        var generation: Int64
        var line: Int64
    }

    private let line: PostgresLine
    private let place: String
    private let state: Mutex<State>

    private static let tables = """
        CREATE SCHEMA IF NOT EXISTS ambit_vault;
        CREATE TABLE IF NOT EXISTS ambit_vault.head (
            one boolean PRIMARY KEY DEFAULT true CHECK (one),
            vault text NOT NULL,
            generation bigint NOT NULL,
            line bigint NOT NULL
        );
        CREATE TABLE IF NOT EXISTS ambit_vault.line (
            n bigint PRIMARY KEY,
            content text NOT NULL
        );
        """

    private init(line: PostgresLine, place: String, _ state: State) {
        self.line = line
        self.place = place
        self.state = Mutex(state)
    }

    var table: KeyTable { state.withLock { $0.table } }

    /// Opens the keys of a vault.
    ///
    /// - Parameter make: Whether its tables are made where there are none.
    /// - Throws: ``VaultError``; ``PostgresCore/PostgresError``.
    static func open(_ address: String, vault: String, make: Bool) async throws -> KeyDatabase {
        let database = try PostgresAddress(address)
        let line = PostgresLine(to: database, named: "keys")
        let place = database.description
        let state = try await line.run(.reading) { connection in
            if make {
                // Statements that are sent together are one transaction, and two who make them take turns.
                try connection.execute("SELECT pg_advisory_xact_lock(4207849318); \(Self.tables)")
                try connection.run(
                    """
                    INSERT INTO ambit_vault.head (vault, generation, line) VALUES ($1, 0, 0)
                    ON CONFLICT DO NOTHING
                    """,
                    [.text(vault)]
                )
            }
            let isThere = try connection.rows(
                "SELECT to_regclass('ambit_vault.head') IS NOT NULL"
            ) { row throws(PostgresError) in try row.flag(0) }
            guard isThere == [true] else { throw VaultError.missing(path: place) }
            let empty = State(
                table: KeyTable(vault: vault),
                mark: Mark(generation: -1, line: 0)
            )
            return try Self.read(connection, after: empty, place: place)
        }
        return KeyDatabase(line: line, place: place, state)
    }

    @discardableResult
    func change(
        _ decide: @escaping @Sendable (KeyTable) throws -> KeyChange
    ) async throws -> KeyTable {
        try await line.run(.changing) { [self] connection in
            try connection.execute("BEGIN")
            var isDone = false
            defer { if !isDone { try? connection.execute("ROLLBACK") } }
            try connection.run("SELECT 1 FROM ambit_vault.head FOR UPDATE")
            var fresh = try Self.read(connection, after: state.withLock { $0 }, place: place)
            let change = try decide(fresh.table)
            for entry in change.entries { fresh.table.apply(entry) }
            var isRewritten = false
            switch change {
            case .add(let entries): try Self.add(entries.map { [$0] }, to: &fresh.mark, connection)
            case .rewrite:
                isRewritten = true
                fresh.mark.generation += 1
                try connection.run("DELETE FROM ambit_vault.line")
                try Self.add([fresh.table.entries], to: &fresh.mark, connection)
            }
            try connection.run(
                "UPDATE ambit_vault.head SET generation = $1, line = $2",
                [.integer(fresh.mark.generation), .integer(fresh.mark.line)]
            )
            try connection.run("COMMIT")
            isDone = true
            state.withLock { $0 = fresh }
            // The change stands, whatever becomes of this: the next one does it, too.
            if isRewritten { try? connection.execute("VACUUM ambit_vault.line") }
            return fresh.table
        }
    }

    func refresh() async throws {
        try await line.run(.reading) { [self] connection in
            let known = state.withLock { $0 }
            let fresh = try Self.read(connection, after: known, place: place)
            state.withLock { state in
                // Nobody has gone on meanwhile: a line has one thread.
                state = fresh
            }
        }
    }

    private static func add(
        _ groups: [[KeyTable.Entry]],
        to mark: inout Mark,
        _ connection: PostgresConnection
    ) throws {
        let lines = groups.joined().map { String(decoding: KeyTable.lines([$0]), as: UTF8.self) }
        guard !lines.isEmpty else { return }
        try connection.run(
            """
            INSERT INTO ambit_vault.line (n, content)
            SELECT $1 + a.i, a.content FROM unnest($2) WITH ORDINALITY AS a(content, i)
            """,
            [.integer(mark.line), .texts(lines)]
        )
        mark.line += Int64(lines.count)
    }

    /// What stands there now, with as little reading as what is known allows.
    private static func read(
        _ connection: PostgresConnection,
        after known: State,
        place: String
    ) throws -> State {
        // One statement sees one moment.
        var found: (vault: String, mark: Mark)?
        var lines: [(n: Int64, content: String)] = []
        try connection.run(
            """
            SELECT h.vault, h.generation, h.line, l.n, l.content
            FROM ambit_vault.head AS h LEFT JOIN ambit_vault.line AS l
                ON l.n > CASE WHEN h.generation = $1 THEN $2 ELSE 0 END
            ORDER BY l.n
            """,
            [.integer(known.mark.generation), .integer(known.mark.line)]
        ) { row throws(PostgresError) in
            found = (
                try row.text(0), Mark(generation: try row.integer(1), line: try row.integer(2))
            )
            if !row.isNull(3) { lines.append((try row.integer(3), try row.text(4))) }
        }
        guard let found else { throw VaultError.missing(path: place) }
        guard found.vault == known.table.vault else { throw VaultError.foreign(path: place) }
        var table =
            found.mark.generation == known.mark.generation
            ? known.table : KeyTable(vault: found.vault)
        for line in lines {
            guard let entry = KeyTable.Entry(line: line.content) else {
                throw VaultError.damaged(path: place, line: Int(line.n))
            }
            table.apply(entry)
        }
        return State(table: table, mark: found.mark)
    }
}
