internal import CSpatiaLite
internal import GRDB
public import Geodesy

/// Rows of one table by where they are: what an index in memory is made of.
public struct LayerPoints: Sendable {
    /// The rows' numbers, ascending.
    public private(set) var rows: [Int64] = []
    /// Where they are.
    public private(set) var places: [Coordinate] = []
    /// From how far each is seen, in metres; empty where all are seen from anywhere.
    public private(set) var rangesMeters: [Double] = []
    /// What they are called; empty where that was not asked.
    public private(set) var ids: [String] = []
    /// What else was asked of each, row by row: UTF-8, side by side.
    public internal(set) var textBytes: [UInt8] = []
    /// Where each of these texts ends in ``textBytes``.
    public internal(set) var textEnds: [Int] = []

    init() {}

    mutating func append(row: Int64, place: Coordinate, rangeMeters: Double?, id: String? = nil) {
        rows.append(row)
        places.append(place)
        if let rangeMeters { rangesMeters.append(rangeMeters) }
        if let id { ids.append(id) }
    }
}

extension PointTable {
    /// The number of the last row; 0 without rows. No table has more rows than that.
    func lastRow(_ db: Database) throws -> Int64 {
        try Int64.fetchOne(db, sql: "SELECT max(\(key)) FROM \"\(name)\"") ?? 0
    }

    /// All rows with a place whose numbers lie in a range.
    ///
    /// - Parameter texts: What else is read of each.
    /// - Complexity: O(rows), some 0.3 microseconds each.
    func points(
        _ db: Database,
        rows: ClosedRange<Int64>,
        texts: [TextColumn] = []
    ) throws -> LayerPoints {
        let range = rangeColumn.map { ", t.\($0)" } ?? ""
        let testIndex: Int32 = rangeColumn == nil ? 2 : 3
        let selection = (test?.selection ?? "") + texts.map { ", \($0.expression)" }.joined()
        let statement = try db.cachedStatement(
            sql: """
                SELECT t.\(key), t.geometry\(range)\(selection) FROM "\(name)" AS t
                WHERE t.\(key) BETWEEN ? AND ? AND t.geometry IS NOT NULL AND \(condition)
                ORDER BY t.\(key)
                """
        )
        try statement.setArguments(
            StatementArguments([rows.lowerBound, rows.upperBound] + arguments)
        )
        var points = LayerPoints()
        let textIndex = testIndex + Int32(test?.columns.count ?? 0)
        try collect(
            statement,
            db,
            testIndex: testIndex,
            texts: (texts, textIndex),
            into: &points
        )
        return points
    }

    /// All rows in a box, by number.
    ///
    /// - Parameter idColumn: Where their ids stand; nil to leave them out.
    func points(
        _ db: Database,
        in box: BoundingBox,
        idColumn: String? = nil
    ) throws -> LayerPoints {
        let numbers = try BoxSearch(box: box).rowIDs(in: self, db)
        let further = [rangeColumn, idColumn].compactMap(\.self).map { ", t.\($0)" }.joined()
        let statement = try db.cachedStatement(
            sql: "SELECT t.\(key), t.geometry\(further) FROM \"\(name)\" AS t WHERE t.\(key) = ?"
        )
        let idIndex: Int32? = idColumn == nil ? nil : rangeColumn == nil ? 2 : 3
        var points = LayerPoints()
        for number in numbers {
            try statement.setArguments([number])
            try collect(statement, db, idIndex: idIndex, into: &points)
        }
        return points
    }

    /// Steps through a statement by hand: a million rows are not worth a million `Row`s.
    ///
    /// Invariant: the statement belongs to `db` and is used by nobody else until it is reset; a
    /// blob's bytes are read before the next step.
    private func collect(
        _ statement: Statement,
        _ db: Database,
        idIndex: Int32? = nil,
        testIndex: Int32? = nil,
        texts: (columns: [TextColumn], first: Int32) = ([], 0),
        into points: inout LayerPoints
    ) throws {
        let handle = statement.sqliteStatement
        defer { sqlite3_reset(handle) }
        while true {
            switch sqlite3_step(handle) {
            case SQLITE_ROW:
                if let test, let testIndex, !test.keeps(handle, from: testIndex) { continue }
                let row = sqlite3_column_int64(handle, 0)
                let bytes = UnsafeRawBufferPointer(
                    start: sqlite3_column_blob(handle, 1),
                    count: Int(sqlite3_column_bytes(handle, 1))
                )
                guard let place = PointBlob.coordinate(in: bytes) else {
                    throw SpatiaLiteStoreError.unreadableValue(
                        table: name,
                        row: row,
                        column: "geometry"
                    )
                }
                points.append(
                    row: row,
                    place: place,
                    rangeMeters: rangeColumn == nil ? nil : sqlite3_column_double(handle, 2),
                    id: idIndex.flatMap { sqlite3_column_text(handle, $0) }
                        .map { String(cString: $0) }
                )
                for (offset, text) in texts.columns.enumerated() {
                    text.append(handle, texts.first + Int32(offset), to: &points.textBytes)
                    points.textEnds.append(points.textBytes.count)
                }
            case SQLITE_DONE: return
            case let code:
                throw DatabaseError(
                    resultCode: ResultCode(rawValue: code),
                    message: String(cString: sqlite3_errmsg(db.sqliteConnection))
                )
            }
        }
    }
}
