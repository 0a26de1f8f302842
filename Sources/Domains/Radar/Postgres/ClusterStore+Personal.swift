internal import PostgresCore
package import Radar
package import Timekeeping

extension ClusterStore: PersonalStore {
    package func message(_ id: Message.ID, at moment: Timestamp) async throws -> SentMessage? {
        try await read { connection in
            try connection.rows(
                """
                SELECT \(ClusterRow.columns) FROM ambit.message
                WHERE id = $1 AND (expires_at > $2 OR bookmark_count > 0)
                """,
                [.integer(id.rawValue), .integer(moment.millisecondsSince1970)]
            ) { row throws(PostgresError) in try ClusterRow.sent(row, at: moment) }.first
        }
    }

    package func addBookmark(
        of id: Message.ID,
        by device: Device.ID,
        at moment: Timestamp,
        limit: Int
    ) async throws -> BookmarkOutcome {
        let outcome = try await changeOne(
            "SELECT ambit.keep($1, $2, $3, $4)",
            [
                .integer(id.rawValue), .integer(device.rawValue),
                .integer(moment.millisecondsSince1970), .integer(Int64(limit)),
            ]
        )
        return switch outcome {
        case 1: .kept
        case 2: .notFound
        default: .tooMany
        }
    }

    package func removeBookmark(of id: Message.ID, by device: Device.ID) async throws {
        try await change { connection in
            try connection.run(
                "SELECT ambit.let_go($1, $2)",
                [.integer(id.rawValue), .integer(device.rawValue)]
            )
        }
    }

    package func bookmark(
        of id: Message.ID,
        by device: Device.ID,
        at moment: Timestamp
    ) async throws -> Bookmark? {
        try await bookmarks(
            where: "b.device_id = $1 AND b.message_id = $2",
            [.integer(device.rawValue), .integer(id.rawValue)],
            at: moment
        ).first
    }

    package func bookmarks(
        of device: Device.ID,
        after position: ListPosition?,
        limit: Int,
        at moment: Timestamp
    ) async throws -> [Bookmark] {
        try await bookmarks(
            where: """
                b.device_id = $1 AND (b.bookmarked_at, b.message_id) < ($2, $3)
                ORDER BY b.bookmarked_at DESC, b.message_id DESC LIMIT $4
                """,
            [
                .integer(device.rawValue),
                .integer(position?.moment.millisecondsSince1970 ?? .max),
                .integer(position?.id.rawValue ?? .max), .integer(Int64(limit)),
            ],
            at: moment
        )
    }

    /// - Parameter condition: On the bookmark `b`; an order and a limit may follow it.
    private func bookmarks(
        where condition: String,
        _ values: [PostgresValue],
        at moment: Timestamp
    ) async throws -> [Bookmark] {
        try await read { connection in
            try connection.rows(
                """
                SELECT b.message_id, b.bookmarked_at, \(ClusterRow.columnsOfM)
                FROM ambit.bookmark AS b
                LEFT JOIN ambit.message AS m ON m.id = b.message_id AND NOT b.gone
                WHERE \(condition)
                """,
                values
            ) { row throws(PostgresError) in
                // Only its author takes a message away: nothing is imported here.
                let found = row.isNull(2) ? nil : try ClusterRow.sent(row, from: 2, at: moment)
                let state = found?.state ?? .removedByAuthor
                return Bookmark(
                    id: Message.ID(rawValue: try row.integer(0)),
                    bookmarkedAt: Timestamp(millisecondsSince1970: try row.integer(1)),
                    state: state,
                    message: state.isReadable ? found?.message : nil
                )
            }
        }
    }

    package func sent(
        by device: Device.ID,
        before id: Message.ID?,
        limit: Int,
        at moment: Timestamp
    ) async throws -> [SentMessage] {
        try await read { connection in
            try connection.rows(
                """
                SELECT \(ClusterRow.columns) FROM ambit.message
                WHERE device_id = $1 AND id < $2 AND (expires_at > $3 OR bookmark_count > 0)
                    AND id >> 43 = (SELECT shard FROM ambit.site)
                ORDER BY id DESC LIMIT $4
                """,
                [
                    .integer(device.rawValue), .integer(id?.rawValue ?? .max),
                    .integer(moment.millisecondsSince1970), .integer(Int64(limit)),
                ]
            ) { row throws(PostgresError) in try ClusterRow.sent(row, at: moment) }
        }
    }

    package func settings(of device: Device.ID) async throws -> DeviceSettings? {
        try await read { connection in
            try connection.rows(
                """
                SELECT quickdrop_enabled, quickdrop_visible_radius_m, quickdrop_ttl_s, scan_radius_m
                FROM ambit.device_settings WHERE device_id = $1
                """,
                [.integer(device.rawValue)]
            ) { row throws(PostgresError) in
                DeviceSettings(
                    quickdropEnabled: try row.flag(0),
                    quickdropVisibleRadiusMeters: try row.double(1),
                    quickdropTimeToLiveSeconds: try row.integer(2),
                    scanRadiusMeters: try row.double(3)
                )
            }.first
        }
    }

    package func setSettings(
        _ settings: DeviceSettings,
        of device: Device.ID
    ) async throws -> Bool {
        try await change { connection in
            try connection.rows(
                """
                INSERT INTO ambit.device_settings AS s
                SELECT id, $2, $3, $4, $5 FROM ambit.device WHERE id = $1 FOR KEY SHARE
                ON CONFLICT (device_id) DO UPDATE SET
                    quickdrop_enabled = excluded.quickdrop_enabled,
                    quickdrop_visible_radius_m = excluded.quickdrop_visible_radius_m,
                    quickdrop_ttl_s = excluded.quickdrop_ttl_s,
                    scan_radius_m = excluded.scan_radius_m
                RETURNING 1
                """,
                [
                    .integer(device.rawValue), .flag(settings.quickdropEnabled),
                    .double(settings.quickdropVisibleRadiusMeters),
                    .integer(settings.quickdropTimeToLiveSeconds),
                    .double(settings.scanRadiusMeters),
                ]
            ) { row throws(PostgresError) in try row.integer(0) }.first != nil
        }
    }

    package func forget(_ device: Device.ID) async throws -> [Message.ID] {
        try await change { connection in
            try connection.rows(
                "SELECT unnest(ambit.forget($1))",
                [.integer(device.rawValue)]
            ) { row throws(PostgresError) in Message.ID(rawValue: try row.integer(0)) }
        }
    }
}
