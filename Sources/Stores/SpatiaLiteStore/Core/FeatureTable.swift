package import Datasets
package import GRDB
package import Geodesy

/// How records of one kind lie in the columns of a table.
package protocol FeatureCoding: Sendable {
    associatedtype Record: Sendable

    static var kind: DatasetKind { get }

    /// The columns' definitions in SQL; the first is the record's id, called `id`. Two more stand
    /// before them: `fid`, the row's number, and `geometry`.
    static var columns: [String] { get }

    /// More columns, behind those that say where a record came from: what the tables of an older
    /// Ambit lack. Read only where ``laterIndex`` is within the row.
    static var laterColumns: [String] { get }

    static func id(of record: Record) -> String
    static func place(of record: Record) -> Coordinate?

    /// What stands in `geometry`.
    static var geometry: GeometryKind { get }
    /// The area of a record where ``geometry`` is one; nil for a record without.
    static func area(of record: Record) -> MultiPolygon?
    /// The line of a record where ``geometry`` is one; nil for a record without.
    static func line(of record: Record) -> [Coordinate]?
    /// The lines of a record where ``geometry`` is of any kind; nil for a record without.
    static func lines(of record: Record) -> [[Coordinate]]?

    /// The columns' values, in their order.
    static func values(of record: Record) throws -> [(any DatabaseValueConvertible)?]

    /// The values of ``laterColumns``, in their order.
    static func laterValues(of record: Record) -> [(any DatabaseValueConvertible)?]

    /// Writes the values of ``columns``; worth a version of its own where there are many records.
    static func write(_ record: Record, to row: inout RowWriter) throws

    /// Writes records and their origins as rows `first`, `first` + 1, ...
    ///
    /// A requirement although all kinds have the default, so that the loop over millions of records
    /// is compiled for each kind, and no record is copied.
    static func insert(
        _ records: ArraySlice<Record>,
        origins: ArraySlice<RecordOrigin>,
        first: Int64,
        with writer: inout RowWriter
    ) throws

    /// How many bytes of text a record has, about; 0 for kinds whose records are always short.
    static func byteCount(of record: Record) -> Int

    /// Adds the records' points.
    static func addPoints(
        of records: ArraySlice<Record>,
        first: Int64,
        to points: inout PackedRTree.Points
    ) throws

    /// - Parameter stored: `fid`, `geometry` and the columns.
    static func record(from stored: StoredRow, dataset: DatasetName) throws -> Record
}

extension FeatureCoding {
    package static var geometry: GeometryKind { .point }
    package static var laterColumns: [String] { [] }
    package static func laterValues(of record: Record) -> [(any DatabaseValueConvertible)?] { [] }
    /// Where the first of ``laterColumns`` stands: behind `fid`, `geometry`, the columns,
    /// `source_key` and `source_digest`.
    package static var laterIndex: Int { columns.count + 4 }
    package static func area(of record: Record) -> MultiPolygon? { nil }
    package static func line(of record: Record) -> [Coordinate]? { nil }
    package static func lines(of record: Record) -> [[Coordinate]]? { nil }
    package static func byteCount(of record: Record) -> Int { 0 }

    package static func write(_ record: Record, to row: inout RowWriter) throws {
        for value in try values(of: record) { row.value(value) }
    }

    package static func insert(
        _ records: ArraySlice<Record>,
        origins: ArraySlice<RecordOrigin>,
        first: Int64,
        with row: inout RowWriter
    ) throws {
        try records.withUnsafeBufferPointer { records in
            for index in records.indices {
                row.integer(first + Int64(index))
                if let area = area(of: records[index]) {
                    row.blob(AreaBlob.bytes(of: area))
                } else if let line = line(of: records[index]) {
                    row.blob(LineBlob.bytes(of: line))
                } else if let lines = lines(of: records[index]) {
                    row.blob(LinesBlob.bytes(of: lines))
                } else {
                    row.point(place(of: records[index]))
                }
                try write(records[index], to: &row)
                let origin = origins[origins.startIndex + index]
                row.text(origin.key)
                row.integer(origin.writing.map { Int64(bitPattern: $0) })
                for value in laterValues(of: records[index]) { row.value(value) }
                try row.execute()
            }
        }
    }

    package static func addPoints(
        of records: ArraySlice<Record>,
        first: Int64,
        to points: inout PackedRTree.Points
    ) throws {
        try records.withUnsafeBufferPointer { records in
            for index in records.indices {
                guard let place = place(of: records[index]) else { continue }
                try points.add(place, row: first + Int64(index))
            }
        }
    }
}

/// The table that holds one version of a dataset: written once, then never changed until it is
/// dropped whole.
struct FeatureTable<Coding: FeatureCoding>: Sendable {
    let versionID: Int64
    let dataset: DatasetName

    var name: String { Ledger.tableName(Coding.kind, versionID: versionID) }
    var tree: RTree { RTree(table: name) }
    var points: PointTable { PointTable(name: name, key: "fid") }

    func create(in db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE "\(name)" (
                    fid INTEGER PRIMARY KEY,
                    geometry BLOB CHECK (\(Coding.geometry.check)),
                    \(Coding.columns.joined(separator: ",\n    ")),
                    -- the id by which the file has the record, where that is another
                    source_key TEXT,
                    -- of the file's rows as they are written
                    source_digest INTEGER\(Coding.laterColumns.map { ",\n    \($0)" }.joined())
                ) STRICT
                """
        )
        try tree.create(in: db, of: Coding.geometry)
    }

    /// Adds records as rows `first`, `first` + 1, ...; the R-tree of points is written when all are
    /// there.
    ///
    /// - Parameter origins: Of each record.
    func insert(
        _ records: ArraySlice<Coding.Record>,
        origins: ArraySlice<RecordOrigin>,
        first: Int64,
        in db: Database
    ) throws {
        let marks = Array(
            repeating: "?",
            count: Coding.laterIndex + Coding.laterColumns.count
        )
        let statement = try db.cachedStatement(
            sql: "INSERT INTO \"\(name)\" VALUES (\(marks.joined(separator: ", ")))"
        )
        var writer = RowWriter(statement, in: db)
        try Coding.insert(records, origins: origins, first: first, with: &writer)
        // Points are many, and their tree is packed in the end.
        guard Coding.geometry != .point else { return }
        for (index, record) in records.enumerated() {
            let box =
                Coding.area(of: record)?.boundingBox ?? Coding.line(of: record).map(LineBlob.box)
                ?? Coding.lines(of: record).map { LineBlob.box(of: Array($0.joined())) }
            if let box { try tree.insert(first + Int64(index), box, in: db) }
        }
    }

    /// Makes ids unique and quick to find, once all records are there: sorting them at the end
    /// writes each page of the index once.
    ///
    /// - Throws: ``SpatiaLiteStoreError/repeatedRecord(dataset:id:)``.
    func seal(in db: Database) throws {
        do {
            try db.execute(sql: "CREATE UNIQUE INDEX \"\(name)_id\" ON \"\(name)\" (id)")
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            let id = try String.fetchOne(
                db,
                sql: "SELECT id FROM \"\(name)\" GROUP BY id HAVING count(*) > 1 LIMIT 1"
            )
            throw SpatiaLiteStoreError.repeatedRecord(dataset: dataset.text, id: id ?? "")
        }
    }

    /// The records in some rows, in the order of `rowIDs`.
    func rows(_ db: Database, with rowIDs: [Int64]) throws -> [Coding.Record] {
        if let records = try denseRows(db, with: rowIDs) { return records }
        let statement = try db.cachedStatement(sql: select + " WHERE fid = ?")
        return try rowIDs.compactMap { rowID in
            try Row.fetchOne(statement, arguments: [rowID]).map(record)
        }
    }

    /// The same of rows that stand close together, in one go; nil for others.
    private func denseRows(_ db: Database, with rowIDs: [Int64]) throws -> [Coding.Record]? {
        guard rowIDs.count > 8, let first = rowIDs.first, let last = rowIDs.last,
            last > first, last - first < 4 * Int64(rowIDs.count),
            zip(rowIDs, rowIDs.dropFirst()).allSatisfy({ $0 < $1 })
        else { return nil }
        let statement = try db.cachedStatement(
            sql: select + " WHERE fid BETWEEN ? AND ? ORDER BY fid"
        )
        let rows = try Row.fetchCursor(statement, arguments: [first, last])
        var wanted = rowIDs[...]
        var records: [Coding.Record] = []
        records.reserveCapacity(rowIDs.count)
        while let row = try rows.next() {
            let stored = try StoredRow(row, of: name)
            wanted = wanted.drop { $0 < stored.rowID }
            guard wanted.first == stored.rowID else { continue }
            records.append(try record(from: row))
        }
        return records
    }

    /// The record with an id, or nil.
    func record(_ db: Database, id: String) throws -> Coding.Record? {
        try Row.fetchOne(
            db.cachedStatement(sql: select + " WHERE id = ?"),
            arguments: [id]
        ).map(record)
    }

    /// Hands over all records in batches.
    func forEach(_ db: Database, _ visit: ([Coding.Record]) throws -> Void) throws {
        let rows = try Row.fetchCursor(db, sql: select)
        try rows.forEachBatch(of: 1000, visit, byteCount: Coding.byteCount, decode: record)
    }

    /// Hands over all records in batches, with their origins. The tables of an older Ambit know
    /// none.
    func forEachWithOrigin(
        _ db: Database,
        _ visit: ([Coding.Record], [RecordOrigin]) throws -> Void
    ) throws {
        try Row.fetchCursor(db, sql: select).forEachBatch(of: 1000) { batch in
            try visit(batch.map(\.record), batch.map(\.origin))
        } byteCount: {
            Coding.byteCount(of: $0.record)
        } decode: {
            try recordWithOrigin(from: $0)
        }
    }

    /// The same of the records with some ids.
    func forEachWithOrigin(
        _ db: Database,
        ids: [String],
        _ visit: ([Coding.Record], [RecordOrigin]) throws -> Void
    ) throws {
        let statement = try db.cachedStatement(sql: select + " WHERE id = ?")
        for start in stride(from: 0, to: ids.count, by: 1000) {
            let batch = try ids[start..<min(start + 1000, ids.count)].compactMap { id in
                try Row.fetchOne(statement, arguments: [id]).map(recordWithOrigin)
            }
            try visit(batch.map(\.record), batch.map(\.origin))
        }
    }

    /// The records of some rows, with their origins, in the order of rows.
    ///
    /// - Parameter row: The number of the last row before them.
    func page(
        _ db: Database,
        from row: Int64,
        limit: Int
    ) throws -> PublishedPage<Coding.Record> {
        var last: Int64?
        var bytes = 0
        var page: [(record: Coding.Record, origin: RecordOrigin)] = []
        let rows = try Row.fetchCursor(
            db.cachedStatement(sql: select + " WHERE fid > ? ORDER BY fid LIMIT ?"),
            arguments: [row, limit]
        )
        while bytes < BatchSize.bytes, let row = try rows.next() {
            last = try StoredRow(row, of: name).rowID
            page.append(try recordWithOrigin(from: row))
            bytes += page.last.map { Coding.byteCount(of: $0.record) } ?? 0
        }
        let isLast = page.count < limit && bytes < BatchSize.bytes
        return PublishedPage(
            records: page.map(\.record),
            origins: page.map(\.origin),
            next: isLast ? nil : last
        )
    }

    private func recordWithOrigin(
        from row: Row
    ) throws -> (record: Coding.Record, origin: RecordOrigin) {
        let keyColumn = Coding.columns.count + 2
        guard row.count > keyColumn + 1 else { return (try record(from: row), RecordOrigin()) }
        let stored = try StoredRow(row, of: name)
        let digest: Int64? = try stored.optional(keyColumn + 1)
        return (
            try record(from: row),
            RecordOrigin(
                key: try stored.optional(keyColumn),
                writing: digest.map { UInt64(bitPattern: $0) }
            )
        )
    }

    private func record(from row: Row) throws -> Coding.Record {
        try Coding.record(from: StoredRow(row, of: name), dataset: dataset)
    }

    private var select: String { "SELECT * FROM \"\(name)\"" }
}

/// How much is handed over or written at once.
enum BatchSize {
    /// From so many bytes of text on, a batch ends before it has as many records as others.
    static let bytes = 4 << 20
}

extension RowCursor {
    /// Reads to the end, and hands over what `decode` makes of the rows, `size` at a time, or fewer
    /// where they are long.
    func forEachBatch<Record>(
        of size: Int,
        _ visit: ([Record]) throws -> Void,
        byteCount: (Record) -> Int = { _ in 0 },
        decode: (Row) throws -> Record
    ) throws {
        var batch: [Record] = []
        batch.reserveCapacity(size)
        var bytes = 0
        while let row = try next() {
            let record = try decode(row)
            bytes += byteCount(record)
            batch.append(record)
            if batch.count == size || bytes >= BatchSize.bytes {
                try visit(batch)
                batch.removeAll(keepingCapacity: true)
                bytes = 0
            }
        }
        if !batch.isEmpty { try visit(batch) }
    }
}

/// The tables that the public sees.
enum PublishedTables {
    /// - Parameter dataset: Only this dataset's; nil for all of the kind.
    /// - Returns: By the datasets' names.
    /// - Throws: ``DatasetError/unknownDataset(_:)``, ``DatasetError/wrongKind(_:expected:found:)``.
    static func of(
        _ kind: DatasetKind,
        dataset: DatasetName?,
        in db: Database
    ) throws -> [(versionID: Int64, dataset: DatasetName)] {
        if let dataset {
            guard let row = try DatasetRow.fetch(db, dataset, kind: kind),
                let versionID = row.publishedVersionID
            else { throw DatasetError.unknownDataset(dataset) }
            return [(versionID, dataset)]
        }
        let published: [(versionID: Int64, dataset: DatasetName)] = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT published_version_id, name FROM dataset
                    WHERE kind = ? AND published_version_id IS NOT NULL ORDER BY name
                    """
            ),
            arguments: [kind.rawValue]
        ).map { ($0[0], try DatasetName($0[1])) }
        for table in published {
            try PastPublications.requireKept(table.versionID, of: table.dataset.text, in: db)
        }
        return published
    }
}
