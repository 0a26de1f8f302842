package import HTTPService
package import PostgresCore
internal import PostgresRows

/// The imports of all nodes, on the PostgreSQL database that has their rows; see ``ImportSchema``.
package final class PostgresImports: CommonImports {
    private static let patience = PostgresLine.Repeating.always(forAtMost: .seconds(10))

    private let line: PostgresLine

    /// - Parameter database: Whose tables are those of this Ambit.
    package init(in database: PostgresAddress) {
        line = PostgresLine(to: database, named: "imports")
    }

    /// Ends the connection.
    package func close() async { await line.close() }

    package func begin(_ entry: CommonImport) async throws -> CommonImport? {
        let values: [PostgresValue] = [
            .text(entry.id), .text(entry.kind), .text(entry.dataset), .text(entry.event ?? ""),
            .text(entry.summary), .bytes(entry.document), .bytes(entry.abandoned),
        ]
        return try await line.run(Self.patience) { connection in
            try connection.rows(
                """
                SELECT \(Self.columns), NULL::bytea, NULL::bytea, false
                FROM ambit.begin_import($1, $2, $3, $4, $5, $6, $7)
                """,
                values
            ) { row throws(PostgresError) in try Self.entry(row) }.first
        }
    }

    package func note(_ entry: CommonImport) async throws -> String? {
        let values: [PostgresValue] = [
            .text(entry.id), .text(entry.summary), .bytes(entry.document), .bytes(entry.abandoned),
            .byteStrings([entry.result?.report, entry.result?.rejects]), .flag(entry.isOver),
        ]
        return try await line.run(Self.patience) { connection in
            try connection.rows(
                """
                UPDATE ambit.common_import SET summary = $2, document = $3, abandoned = $4,
                    report = ($5::bytea[])[1], rejects = ($5::bytea[])[2], is_over = $6,
                    beat = clock_timestamp()
                WHERE id = $1 RETURNING stopped_by
                """,
                values
            ) { row throws(PostgresError) in try row.text(0) }.first { !$0.isEmpty }
        }
    }

    package func stop(_ id: String, by who: String) async throws {
        try await line.run(Self.patience) { connection in
            try connection.run(
                """
                UPDATE ambit.common_import SET stopped_by = $2
                WHERE id = $1 AND NOT is_over AND stopped_by = ''
                """,
                [.text(id), .text(who)]
            )
        }
    }

    package func entry(_ id: String) async throws -> CommonImport? {
        try await line.run(Self.patience) { connection in
            try connection.rows(
                """
                SELECT \(Self.columns), report, rejects, \(Self.isAbandoned)
                FROM ambit.common_import WHERE id = $1
                """,
                [.text(id)]
            ) { row throws(PostgresError) in try Self.entry(row) }.first
        }
    }

    package func entries(limit: Int) async throws -> [CommonImport] {
        try await line.run(Self.patience) { connection in
            try connection.rows(
                """
                SELECT \(Self.columns), NULL::bytea, NULL::bytea, \(Self.isAbandoned)
                FROM ambit.common_import ORDER BY begun_at DESC LIMIT $1
                """,
                [.integer(Int64(limit))]
            ) { row throws(PostgresError) in try Self.entry(row) }
        }
    }

    private static let columns = "id, kind, dataset, event, summary, document, abandoned, is_over"

    private static let isAbandoned = """
        NOT is_over AND beat < clock_timestamp() - interval '\(ImportSchema.patienceSeconds) seconds'
        """

    /// An import of ``columns``, a report, refused rows, and whether it was given up.
    private static func entry(_ row: PostgresRow) throws(PostgresError) -> CommonImport {
        let isAbandoned = try row.flag(10)
        let isOver = try row.flag(7)
        let event = try row.text(3)
        var result: CommonImport.Result?
        if !row.isNull(8) {
            result = CommonImport.Result(
                report: try row.bytes(8),
                rejects: row.isNull(9) ? nil : try row.bytes(9)
            )
        }
        return CommonImport(
            id: try row.text(0),
            kind: try row.text(1),
            dataset: try row.text(2),
            event: event.isEmpty ? nil : event,
            summary: try row.text(4),
            document: try row.bytes(isAbandoned ? 6 : 5),
            abandoned: try row.bytes(6),
            result: result,
            isOver: isAbandoned || isOver
        )
    }
}
