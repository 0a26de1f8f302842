/// The columns of a file held against what is published of the same records: takes in the records in the order of
/// the file, and the published states of those that differ once all were compared.
///
/// A record that did not change says what is published as well, so that only of those that did the published
/// state is read. Of a cell 8 bytes are kept, from the first change on.
struct ColumnWatch<Record: ImportableRecord>: Sendable {
    /// The rows of one sort.
    struct Table: Sendable {
        /// The columns by name.
        var numbers: [String: Int] = [:]
        var columns: [WatchedColumn] = []
        var rowCount = 0

        /// The number of a field's column.
        mutating func column(of field: RecordField) -> Int {
            if let number = numbers[field.name] { return number }
            numbers[field.name] = columns.count
            columns.append(WatchedColumn(field))
            return columns.count - 1
        }
    }

    /// Where a row of a record that differs stands.
    private struct Place: Sendable {
        let table: String
        let key: String
        let row: Int
    }

    private(set) var tables: [String: Table] = [:]
    /// What the rows of records that differ are called, by table and row.
    private(set) var names: [String: [Int: String]] = [:]
    private var changed: [String: [Place]] = [:]
    /// The last records before the first change.
    private var waiting: [Record] = []
    private var cellCount = 0

    /// So many cells are kept, and rows that differ.
    private static var cellLimit: Int { 1_000_000 }
    private static var changeLimit: Int { 20_000 }

    /// The keys of the records whose published states are needed.
    var changedKeys: Set<String> { Set(changed.keys) }

    /// Takes in the file's next record that is published.
    ///
    /// - Parameters:
    ///   - key: Under which the file has it.
    ///   - differs: Whether it differs from the published one, and is not another one altogether.
    mutating func see(_ record: Record, key: String, differs: Bool) {
        guard differs || !changed.isEmpty else {
            if waiting.count == ValueSequence.longestSlip { waiting.removeFirst() }
            waiting.append(record)
            return
        }
        for record in waiting { append(record, changedAs: nil) }
        waiting = []
        append(record, changedAs: differs ? key : nil)
    }

    private mutating func append(_ record: Record, changedAs key: String?) {
        guard cellCount < Self.cellLimit, changed.count < Self.changeLimit else { return }
        for row in record.rows {
            var table = tables[row.table] ?? Table()
            // What is taken out is not copied when it grows.
            tables[row.table] = nil
            let number = table.rowCount
            table.rowCount += 1
            for field in row.fields {
                let column = table.column(of: field)
                table.columns[column].append(field, at: number, isChanged: key != nil)
            }
            tables[row.table] = table
            cellCount += row.fields.count
            guard let key else { continue }
            names[row.table, default: [:]][number] = "\"\(row.name)\" (\(record.importKey))"
            changed[key, default: []].append(Place(table: row.table, key: row.key, row: number))
        }
    }

    /// Takes in what is published of a record that differs.
    ///
    /// - Parameter key: Under which the file has it.
    mutating func setPublished(_ record: Record, key: String) {
        guard let places = changed[key] else { return }
        let rows = record.rows
        for place in places {
            guard var table = tables[place.table],
                let row = rows.first(where: { $0.table == place.table && $0.key == place.key })
            else { continue }
            tables[place.table] = nil
            var unsaid = Set(table.columns.indices)
            for field in row.fields {
                let column = table.column(of: field)
                table.columns[column].setPublished(field, at: place.row)
                unsaid.remove(column)
            }
            for column in unsaid { table.columns[column].setPublished(nil, at: place.row) }
            tables[place.table] = table
        }
    }
}

/// A column that is watched.
struct WatchedColumn: Sendable {
    let field: RecordField
    /// What the file says, up to the last row that says something.
    private var cells: [CellDigest] = []
    /// What is published in rows of records that differ, where it differs.
    private var published: [Int: CellDigest] = [:]
    /// What may have lost its letters, by row: see ``DamagedLetters``.
    private var suspects: [Int: Int] = [:]
    /// The rows whose letters became question marks.
    private(set) var damaged: [Int] = []

    init(_ field: RecordField) {
        // Without what the first record says.
        self.field = RecordField(field.name, nil, field.checks, guardedBy: field.part)
    }

    mutating func append(_ field: RecordField, at row: Int, isChanged: Bool) {
        guard !field.text.isEmpty else { return }
        while cells.count < row { cells.append(.blank) }
        cells.append(CellDigest(field.folded))
        if isChanged, self.field.checks.contains(.letters),
            let suspect = DamagedLetters.suspect(field.text)
        {
            suspects[row] = suspect
        }
    }

    /// - Parameter field: nil where the published record does not have it.
    mutating func setPublished(_ field: RecordField?, at row: Int) {
        let value = field.map { CellDigest($0.folded) } ?? .blank
        guard value != (cells.indices.contains(row) ? cells[row] : .blank) else { return }
        published[row] = value
        if let suspect = suspects[row], DamagedLetters.isDamaged(suspect, from: field?.text ?? "") {
            damaged.append(row)
        }
    }

    /// The column of so many rows.
    func sequence(rowCount: Int) -> ColumnSequence {
        let blanks = Array(repeating: CellDigest.blank, count: max(0, rowCount - cells.count))
        let new = cells + blanks
        var old = new
        for (row, value) in published where old.indices.contains(row) { old[row] = value }
        return ColumnSequence(old: old, new: new)
    }
}
