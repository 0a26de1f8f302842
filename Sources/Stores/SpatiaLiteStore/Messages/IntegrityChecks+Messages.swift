internal import GRDB

extension IntegrityChecks {
    /// A condition on a table's row `t`: it enters the R-tree later. In the file of an older Ambit none
    /// does.
    func isLate(in table: String) -> String {
        let isKept = (try? db.tableExists("message_tree")) == true
        return table == StoredMessageTable.name && isKept ? MessageTree.isMissing : "0"
    }

    /// Imported messages belong to a published dataset that holds messages.
    func originsOfMessages() -> IntegrityCheck {
        check("origins of messages", Self.reimport) {
            try String.fetchAll(
                db,
                sql: """
                    SELECT 'message ' || m.id || ' belongs to dataset row ' || m.dataset_id
                        || ', which holds no messages'
                    FROM message AS m LEFT JOIN dataset AS d ON d.id = m.dataset_id
                    WHERE m.dataset_id IS NOT NULL
                    AND (d.kind IS NOT 'messages' OR d.published_version_id IS NULL)
                    """
            )
        }
    }
}
