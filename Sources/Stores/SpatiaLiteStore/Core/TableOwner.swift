internal import GRDB

/// What a table holds, in words for whoever has to mend a damaged file, and how to.
struct TableOwner {
    /// Such as "stations of dataset dc, version 3, which the public sees".
    let subject: String
    /// What to do.
    let remedy: String

    /// - Parameter table: A table, or one of those that an R-tree keeps for it.
    /// - Returns: nil for a table that belongs to no dataset, and where the ledger cannot be read.
    init?(of table: String, in db: Database) {
        let features = Self.features(of: table)
        if features == StoredMessageTable.name {
            subject = "messages"
            remedy = "restore a backup (`ambit backup` makes one): messages are nowhere else"
            return
        }
        guard let underscore = features.lastIndex(of: "_"),
            let versionID = Int64(features[features.index(after: underscore)...]),
            let row = try? Row.fetchOne(
                db,
                sql: """
                    SELECT d.kind, d.name, v.number, v.file_name, v.id IS d.published_version_id,
                        (SELECT group_concat(other.number, ', ') FROM dataset_version AS other
                            WHERE other.dataset_id = d.id AND other.state = 'ready'
                            AND other.id <> v.id)
                    FROM dataset_version AS v JOIN dataset AS d ON d.id = v.dataset_id
                    WHERE v.id = ? AND d.kind = ? AND v.number IS NOT NULL
                    """,
                arguments: [versionID, String(features[..<underscore])]
            )
        else { return nil }
        let (kind, name, number): (String, String, Int) = (row[0], row[1], row[2])
        let (file, isPublished): (String?, Bool) = (row[3], row[4])
        let others: String? = row[5]
        subject =
            "\(kind) of dataset \(name), version \(number), "
            + (isPublished ? "which the public sees" : "which the public does not see")
        guard isPublished else {
            remedy =
                "nobody sees this version; do not go back to it, and restore a backup when you can"
            return
        }
        let back = others.map {
            "`ambit datasets rollback \(name) --to N` publishes a version that is whole (\($0)); or "
        }
        remedy =
            "restore a backup; without one, " + (back ?? "")
            + "`ambit datasets withdraw \(name) --force`, then import \(file ?? "its file") again"
    }

    /// `idx_stations_17_geometry_node` belongs to `stations_17`.
    private static func features(of table: String) -> Substring {
        let prefix = "idx_"
        guard table.hasPrefix(prefix), let end = table.firstRange(of: "_geometry") else {
            return table[...]
        }
        return table[table.index(table.startIndex, offsetBy: prefix.count)..<end.lowerBound]
    }
}
