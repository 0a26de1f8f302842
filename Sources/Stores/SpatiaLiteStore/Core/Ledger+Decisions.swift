internal import Datasets
internal import GRDB
internal import Timekeeping

extension Ledger {
    /// What was decided about single records of a dataset, the last decision about each.
    static let decisionTable = """
        CREATE TABLE kept_decision (
            dataset_id INTEGER NOT NULL REFERENCES dataset (id),
            subject TEXT NOT NULL,
            text TEXT NOT NULL,
            version INTEGER,
            at INTEGER NOT NULL,
            who TEXT,
            PRIMARY KEY (dataset_id, subject)
        ) STRICT, WITHOUT ROWID;
        """

    func decisions(of name: DatasetName) async throws -> [KeptDecision] {
        try await connections.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT k.subject, k.text, k.version, k.at, k.who
                    FROM kept_decision AS k JOIN dataset AS d ON d.id = k.dataset_id
                    WHERE d.name = ? ORDER BY k.subject
                    """,
                arguments: [name.text]
            ).map { row in
                KeptDecision(
                    subject: row[0],
                    text: row[1],
                    version: row[2],
                    at: Timestamp(millisecondsSince1970: row[3]),
                    by: row[4]
                )
            }
        }
    }

    func keep(_ decisions: [KeptDecision], of name: DatasetName) async throws {
        try await connections.write { db in
            guard let dataset = try DatasetRow.fetch(db, name) else {
                throw DatasetError.unknownDataset(name)
            }
            let statement = try db.makeStatement(
                sql: """
                    INSERT OR REPLACE INTO kept_decision (dataset_id, subject, text, version, at, who)
                    VALUES (?, ?, ?, ?, ?, ?)
                    """
            )
            for decision in decisions {
                try statement.execute(arguments: [
                    dataset.id, decision.subject, decision.text, decision.version,
                    decision.at.millisecondsSince1970, decision.by,
                ])
            }
        }
    }
}
