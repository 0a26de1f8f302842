package import PostgresCore
package import Radar

/// The map of shards as a database has it.
package enum ClusterMap {
    /// The map; nil while the ground is undivided.
    ///
    /// - Parameter mayBeOlder: Whether it may be older than what was gathered by it, as after a restore.
    /// - Throws: ``PostgresCore/PostgresError``; ``Radar/TerritoryMapError`` when it is none, or older than
    ///   what was gathered by it.
    package static func fetch(
        _ connection: PostgresConnection,
        mayBeOlder: Bool = false
    ) throws -> TerritoryMap? {
        // One statement, so that it is one map.
        var epochs: (map: Int64, data: Int64) = (0, 0)
        var shards: [Shard] = []
        var territories: [Territory] = []
        try connection.run(
            """
            SELECT 0::bigint, epoch, (SELECT coalesce(max(map_epoch), 0) FROM ambit.source), NULL::bigint,
                NULL::text, NULL::text
            FROM ambit.map
            UNION ALL SELECT 1, number, NULL, NULL, database, url FROM ambit.shard
            UNION ALL SELECT 2, first_cell, end_cell, shard, successor::text, NULL FROM ambit.territory
            """
        ) { row throws(PostgresError) in
            switch try row.integer(0) {
            case 0: epochs = (try row.integer(1), try row.integer(2))
            case 1:
                shards.append(
                    Shard(
                        number: try number(row.integer(1), column: 1),
                        database: try row.text(4),
                        url: try row.optionalText(5)
                    )
                )
            default:
                let (first, end) = (try row.integer(1), try row.integer(2))
                guard first >= 0, end >= first else { throw .unreadable(column: 1) }
                territories.append(
                    Territory(
                        cells: UInt64(first)..<UInt64(end),
                        shard: try number(row.integer(3), column: 3),
                        successor: try row.optionalText(4).map { text throws(PostgresError) in
                            try number(Int64(text) ?? -1, column: 4)
                        }
                    )
                )
            }
        }
        guard epochs.map > 0 else { return nil }
        guard mayBeOlder || epochs.map >= epochs.data else {
            throw TerritoryMapError.olderThanData(map: epochs.map, data: epochs.data)
        }
        return try TerritoryMap(epoch: epochs.map, shards: shards, territories: territories)
    }

    private static func number(
        _ value: Int64,
        column: Int
    ) throws(PostgresError) -> ShardNumber {
        guard let number = ShardNumber(rawValue: Int(value)) else {
            throw .unreadable(column: column)
        }
        return number
    }

    /// Writes a map, unless the database has a newer one.
    ///
    /// - Parameter expected: The epoch that the database's map must have; nil for any older one.
    /// - Throws: ``PostgresCore/PostgresError``; ``Radar/TerritoryMapError/otherEpoch(found:expected:)``.
    static func store(
        _ map: TerritoryMap,
        insteadOf expected: Int64?,
        _ connection: PostgresConnection
    ) throws {
        let found = try connection.rows(
            "SELECT ambit.draw($1, $2, $3, $4, $5, $6, $7, $8, $9)",
            [
                .integer(map.epoch), .optional(expected),
                .integers(map.shards.map { Int64($0.number.rawValue) }),
                .texts(map.shards.map(\.database)),
                .texts(map.shards.map { $0.url ?? "" }),
                .integers(map.territories.map { Int64($0.cells.lowerBound) }),
                .integers(map.territories.map { Int64($0.cells.upperBound) }),
                .integers(map.territories.map { Int64($0.shard.rawValue) }),
                .integers(map.territories.map { Int64($0.successor?.rawValue ?? -1) }),
            ]
        ) { row throws(PostgresError) in try row.integer(0) }.first
        if let expected, let found, found != expected {
            throw TerritoryMapError.otherEpoch(found: found, expected: expected)
        }
    }
}
