internal import Cryptography
internal import Foundation
package import PostgresCore
package import SpatiaLiteStore
internal import Synchronization

/// The rows that nodes have in common, on a PostgreSQL database; see ``RowSchema``.
///
/// A change whose outcome is not known, because the connection broke or another server took over, is asked for
/// again under the same number, for half a minute.
package final class PostgresRows: CommonRows {
    package let address: String
    package let place: String
    private let database: PostgresAddress
    /// Who changes something.
    private let changing: PostgresLine
    /// Who looks whether others have, whom no change keeps waiting.
    private let looking: PostgresLine
    private let state = Mutex(State())

    private struct State {
        /// Another at each start.
        let node = Bytes.secureRandom(count: 16)
        var call: Int64 = 0
        var hasTurn = false
    }

    /// So long a change is tried.
    private static let patience = Duration.seconds(30)
    /// So long a look is tried: there will be another soon.
    private static let lookPatience = Duration.seconds(3)

    /// - Parameter database: Whose tables are those of this Ambit.
    package init(in database: PostgresAddress) {
        self.database = database
        address = database.uri
        place = database.description
        changing = PostgresLine(to: database, named: "rows")
        looking = PostgresLine(to: database, named: "looking at rows")
    }

    // MARK: Following

    package func head() throws -> CommonMark {
        try look { connection in
            try connection.rows("SELECT n, stamp FROM ambit.common_head") {
                row throws(PostgresError) in
                CommonMark(number: try row.integer(0), stamp: try row.integer(1))
            }.first
        } ?? CommonMark(number: 0, stamp: 0)
    }

    package func changes(since mark: CommonMark) throws -> CommonChanges? {
        try look { connection in
            let isKnown = try connection.rows(
                "SELECT EXISTS (SELECT 1 FROM ambit.common_change WHERE n = $1 AND stamp = $2)",
                [.integer(mark.number), .integer(mark.stamp)]
            ) { row throws(PostgresError) in try row.flag(0) }
            guard isKnown == [true] else { return nil }
            // One statement sees one moment.
            var last = mark
            var rows: [CommonRow] = []
            try connection.run(
                """
                SELECT h.n, h.stamp, r.relation, r.key, r.content
                FROM ambit.common_head AS h LEFT JOIN ambit.common_row AS r ON r.n > $1 ORDER BY r.n
                """,
                [.integer(mark.number)]
            ) { row throws(PostgresError) in
                last = CommonMark(number: try row.integer(0), stamp: try row.integer(1))
                if !row.isNull(2) { rows.append(try Self.row(row)) }
            }
            return CommonChanges(rows: rows, mark: last)
        }
    }

    private static func row(_ row: PostgresRow) throws(PostgresError) -> CommonRow {
        CommonRow(
            table: try row.text(2),
            key: try row.bytes(3),
            content: row.isNull(4) ? nil : try row.bytes(4)
        )
    }

    package func everything(_ visit: (CommonRow) throws -> Void) throws -> CommonMark {
        var mark = CommonMark(number: 0, stamp: 0)
        try PostgresConnection(to: database).copy(
            """
            SELECT h.n, h.stamp, r.relation, r.key, r.content
            FROM ambit.common_head AS h LEFT JOIN ambit.common_row AS r ON r.content IS NOT NULL
            """
        ) { row in
            mark = CommonMark(number: try row.integer(0), stamp: try row.integer(1))
            if !row.isNull(2) { try visit(try Self.row(row)) }
        }
        return mark
    }

    private func look<Value>(_ body: (PostgresConnection) throws -> Value) throws -> Value {
        // Who has the turn sees what they have done.
        let (line, time) =
            state.withLock { $0.hasTurn }
            ? (changing, Self.patience) : (looking, Self.lookPatience)
        return try line.attempt(.always(forAtMost: time), body)
    }

    // MARK: Changing

    package func append(_ rows: [CommonRow], after mark: CommonMark) throws -> CommonMark? {
        let (node, call, hasTurn) = state.withLock { state in
            state.call += 1
            return (state.node, state.call, state.hasTurn)
        }
        let values: [PostgresValue] = [
            .integer(mark.number), .integer(mark.stamp), .integer(Int64.random(in: .min ... .max)),
            .bytes(node), .integer(call), .texts(rows.map(\.table)),
            .byteStrings(rows.map(\.key)), .byteStrings(rows.map(\.content)),
        ]
        var isFirst = true
        defer { state.withLock { $0.hasTurn = false } }
        return try changing.attempt(.always(forAtMost: Self.patience)) { connection in
            // A turn ends with its connection, and the same call made again is one by itself.
            let endsTurn = hasTurn && isFirst
            isFirst = false
            let found = try connection.rows(
                "SELECT * FROM ambit.append_rows($1, $2, $3, $4, $5, $6, $7, $8)",
                values
            ) { row throws(PostgresError) in
                CommonMark(number: try row.integer(0), stamp: try row.integer(1))
            }
            if endsTurn { try connection.run("COMMIT") }
            return found.first
        }
    }

    package func takeTurn() throws {
        guard !state.withLock({ $0.hasTurn }) else { return }
        try changing.attempt(.always(forAtMost: Self.patience)) { connection in
            try connection.execute("BEGIN")
            try connection.run("SELECT pg_advisory_xact_lock(\(RowSchema.turnLock))")
        }
        state.withLock { $0.hasTurn = true }
    }

    package func leads() throws -> Bool {
        // The lock is the connection's, and goes to another node when that ends.
        try looking.attempt(.always(forAtMost: Self.lookPatience)) { connection in
            try connection.rows("SELECT pg_try_advisory_lock(\(RowSchema.leadLock))") {
                row throws(PostgresError) in try row.flag(0)
            }.first ?? false
        }
    }

    package func endTurn() {
        let hadTurn = state.withLock { state in
            defer { state.hasTurn = false }
            return state.hasTurn
        }
        guard hadTurn else { return }
        // Where the connection is gone, so is the turn.
        try? changing.attempt(.untilSent(forAtMost: .zero)) { try $0.execute("ROLLBACK") }
    }

    // MARK: Versions of datasets

    package func newVersionID() throws -> Int64 {
        let found = try look { connection in
            try connection.rows("SELECT nextval('ambit.common_number')") {
                row throws(PostgresError) in try row.integer(0)
            }
        }
        guard let number = found.first else { throw PostgresError.unreadable(column: 0) }
        return number
    }

    package func versions() throws -> [Int64: Int64] {
        let found = try look { connection in
            try connection.rows("SELECT id, stamp FROM ambit.common_version") {
                row throws(PostgresError) in (try row.integer(0), try row.integer(1))
            }
        }
        return Dictionary(found) { first, _ in first }
    }

    package func keep(
        _ versionID: Int64,
        _ head: VersionHead,
        _ write: (_ add: ([UInt8]) throws -> Void) throws -> Void
    ) throws -> Int64 {
        let stamp = Int64.random(in: .min ... .max)
        let text = String(decoding: try JSONEncoder().encode(head), as: UTF8.self)
        let connection = try PostgresConnection(to: database)
        try connection.execute("BEGIN")
        try connection.run(
            "DELETE FROM ambit.common_version WHERE id = $1",
            [.integer(versionID)]
        )
        try connection.run(
            "INSERT INTO ambit.common_version (id, stamp, head) VALUES ($1, $2, $3)",
            [.integer(versionID), .integer(stamp), .text(text)]
        )
        var part: Int64 = 0
        try write { piece in
            try connection.run(
                "INSERT INTO ambit.common_piece (id, part, content) VALUES ($1, $2::bigint, $3)",
                [.integer(versionID), .integer(part), .bytes(piece)]
            )
            part += 1
        }
        try connection.run("COMMIT")
        return stamp
    }

    package func version(
        _ versionID: Int64,
        _ begin: (VersionHead) throws -> Void,
        _ visit: ([UInt8]) throws -> Void
    ) throws -> Bool {
        let connection = try PostgresConnection(to: database)
        let heads = try connection.rows(
            "SELECT head FROM ambit.common_version WHERE id = $1",
            [.integer(versionID)]
        ) { row throws(PostgresError) in try row.text(0) }
        guard let text = heads.first else { return false }
        try begin(try JSONDecoder().decode(VersionHead.self, from: Data(text.utf8)))
        try connection.copy(
            "SELECT content FROM ambit.common_piece WHERE id = \(versionID) ORDER BY part"
        ) { row in try visit(try row.bytes(0)) }
        return true
    }

    package func removeVersion(_ versionID: Int64) throws {
        try look { connection in
            try connection.run(
                "DELETE FROM ambit.common_version WHERE id = $1",
                [.integer(versionID)]
            )
        }
    }

    // MARK: Schemas

    package func schemas() throws -> [String: Int] {
        let found = try look { connection in
            try connection.rows("SELECT module, version FROM ambit.common_schema") {
                row throws(PostgresError) in (try row.text(0), Int(try row.integer(1)))
            }
        }
        return Dictionary(found) { first, _ in first }
    }

    package func raise(_ schemas: [String: Int]) throws {
        let modules = schemas.sorted { $0.key < $1.key }
        try look { connection in
            try connection.run(
                """
                INSERT INTO ambit.common_schema AS s (module, version)
                SELECT a.module, a.version FROM unnest($1, $2) AS a(module, version)
                ON CONFLICT (module) DO UPDATE SET version = greatest(s.version, excluded.version)
                """,
                [.texts(modules.map(\.key)), .integers(modules.map { Int64($0.value) })]
            )
        }
    }
}
