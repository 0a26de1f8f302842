internal import GRDB
internal import Geodesy

/// A table of points with an R-tree, and which of its rows are wanted.
struct PointTable {
    let name: String
    /// The column that is the row's integer primary key.
    let key: String
    /// A column with each row's own range in metres; nil where every row is found from anywhere.
    var rangeColumn: String?
    /// A condition on the row `t`, with its arguments.
    var condition = "1"
    var arguments: [any DatabaseValueConvertible] = []
    /// A condition on the row `t` that holds for those that are not in the R-tree yet; nil where all
    /// are.
    var missing: String?
    /// A further test of the row; nil for none.
    var test: RowTest?
}

/// The rows of a table near a place: those within a distance, or the nearest.
///
/// The R-tree only proposes, by a bound that cannot exclude a right row; the geodesic decides.
struct PointSearch {
    let center: Coordinate
    /// How many of the nearest; nil for all within `maxDistance`.
    let count: Int?
    /// Inclusive; nil for the whole Earth.
    let maxDistance: Distance?

    /// A row that was found.
    struct Hit {
        let rowID: Int64
        let distance: Distance
    }

    /// - Parameter bound: A further inclusive bound; nil for none.
    /// - Returns: By distance, in no stated order among equals. With a `count`, those at the last
    ///   distance are all there, so that the caller can settle ties by an id of its own.
    func hits(in table: PointTable, _ db: Database, atMost bound: Distance?) throws -> [Hit] {
        if let count, count <= 0 { return [] }
        let limit = [maxDistance, bound].compactMap { $0?.meters }.min() ?? .infinity
        let vantage = Vantage(center)
        var found: [Hit] = []
        try visitMissing(of: table, db, near: vantage, within: limit) { insert($0, into: &found) }

        let rows = try Row.fetchCursor(
            db.cachedStatement(sql: Self.sql(for: table)),
            arguments: StatementArguments(
                [vantage.axisDistance, vantage.height, vantage.longitude, limit]
                    + table.arguments
            )
        )
        while let row = try rows.next() {
            let stored = try StoredRow(row, of: table.name)
            if let count, found.count >= count {
                // Rows come by growing bound: from here on none can be nearer than the last of the
                // k best. A row that ties with it has a smaller bound, and has been seen. The slack
                // is for rounding between a node's bound and those of its entries.
                let bound = vantage.lowerBoundMeters(
                    toWest: row[1],
                    south: row[3],
                    east: row[2],
                    north: row[4]
                )
                if bound > found[count - 1].distance.meters + 0.001 { break }
            }
            guard let place = try stored.coordinate(5) else { continue }
            let range: Double = table.rangeColumn == nil ? .infinity : try stored.value(6)
            let distance = Geodesic.distance(from: center, to: place)
            if distance.meters <= min(limit, range),
                try table.test?.keeps(stored, from: table.rangeColumn == nil ? 6 : 7) ?? true
            {
                insert(Hit(rowID: stored.rowID, distance: distance), into: &found)
            }
        }
        if count == nil { found.sort { $0.distance < $1.distance } }
        return found
    }

    /// Finds the rows that are not in the R-tree yet, one after the other.
    private func visitMissing(
        of table: PointTable,
        _ db: Database,
        near vantage: Vantage,
        within limit: Double,
        _ visit: (Hit) -> Void
    ) throws {
        guard let missing = table.missing else { return }
        let range = table.rangeColumn.map { ", t.\($0)" } ?? ""
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT t.\(table.key), t.geometry\(range)\(table.test?.selection ?? "")
                    FROM "\(table.name)" AS t
                    WHERE \(missing) AND \(table.condition)
                    """
            ),
            arguments: StatementArguments(table.arguments)
        )
        while let row = try rows.next() {
            let stored = try StoredRow(row, of: table.name)
            guard let place = try stored.coordinate(1) else { continue }
            let bound = vantage.lowerBoundMeters(
                toWest: place.longitude,
                south: place.latitude,
                east: place.longitude,
                north: place.latitude
            )
            guard bound <= limit else { continue }
            let range: Double = table.rangeColumn == nil ? .infinity : try stored.value(2)
            let distance = Geodesic.distance(from: center, to: place)
            if distance.meters <= min(limit, range),
                try table.test?.keeps(stored, from: table.rangeColumn == nil ? 2 : 3) ?? true
            {
                visit(Hit(rowID: stored.rowID, distance: distance))
            }
        }
    }

    /// With a count, keeps `found` in order and drops what is farther than the k-th.
    private func insert(_ hit: Hit, into found: inout [Hit]) {
        guard let count else { return found.append(hit) }
        var low = 0
        var high = found.count
        while low < high {
            let middle = (low + high) / 2
            if hit.distance < found[middle].distance { high = middle } else { low = middle + 1 }
        }
        if low >= count, hit.distance > found[count - 1].distance { return }
        found.insert(hit, at: low)
        while found.count > count, let last = found.last,
            last.distance > found[count - 1].distance
        {
            found.removeLast()
        }
    }

    private static func sql(for table: PointTable) -> String {
        let range = table.rangeColumn.map { ", t.\($0)" } ?? ""
        let test = table.test?.selection ?? ""
        let tree = RTree(table: table.name).name
        return """
            SELECT i.pkid, i.xmin, i.xmax, i.ymin, i.ymax, t.geometry\(range)\(test)
            FROM "\(tree)" AS i CROSS JOIN "\(table.name)" AS t ON t.\(table.key) = i.pkid
            WHERE i.pkid MATCH ambit_near(?, ?, ?, ?) AND \(table.condition)
            """
    }
}

/// The rows of a table in a box.
struct BoxSearch {
    let box: BoundingBox

    /// - Returns: In ascending order, each once.
    func rowIDs(in table: PointTable, _ db: Database) throws -> [Int64] {
        var found: Set<Int64> = []
        let statement = try db.cachedStatement(sql: Self.sql(for: table))
        for part in parts {
            let rows = try Row.fetchCursor(
                statement,
                arguments: StatementArguments(
                    [part.east, part.west, part.north, part.south] + table.arguments
                )
            )
            try collect(rows, table, into: &found)
        }
        if let missing = table.missing {
            let rows = try Row.fetchCursor(
                db.cachedStatement(
                    sql: """
                        SELECT t.\(table.key), t.geometry\(table.test?.selection ?? "")
                        FROM "\(table.name)" AS t
                        WHERE \(missing) AND \(table.condition)
                        """
                ),
                arguments: StatementArguments(table.arguments)
            )
            try collect(rows, table, into: &found)
        }
        return found.sorted()
    }

    private func collect(
        _ rows: RowCursor,
        _ table: PointTable,
        into found: inout Set<Int64>
    ) throws {
        while let row = try rows.next() {
            let stored = try StoredRow(row, of: table.name)
            if let place = try stored.coordinate(1), box.contains(place),
                try table.test?.keeps(stored, from: 2) ?? true
            {
                found.insert(stored.rowID)
            }
        }
    }

    /// What to ask the tree, each with `west <= east`: longitudes -180 and 180 are one meridian, so
    /// a box that ends at the one also asks at the other.
    private var parts: [(west: Double, south: Double, east: Double, north: Double)] {
        var parts = box.unwrapped.map { ($0.west, $0.south, $0.east, $0.north) }
        if !parts.contains(where: { $0.0 == -180 }), parts.contains(where: { $0.2 == 180 }) {
            parts.append((-180, box.south, -180, box.north))
        } else if parts.contains(where: { $0.0 == -180 }), !parts.contains(where: { $0.2 == 180 }) {
            parts.append((180, box.south, 180, box.north))
        }
        return parts
    }

    private static func sql(for table: PointTable) -> String {
        """
        SELECT i.pkid, t.geometry\(table.test?.selection ?? "")
        FROM "\(RTree(table: table.name).name)" AS i
        CROSS JOIN "\(table.name)" AS t ON t.\(table.key) = i.pkid
        WHERE i.xmin <= ? AND i.xmax >= ? AND i.ymin <= ? AND i.ymax >= ? AND \(table.condition)
        """
    }
}
