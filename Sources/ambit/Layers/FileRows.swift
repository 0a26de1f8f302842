import FeatureFiles
import Geodesy
import Importing

/// All rows of a file of places: as texts side by side where they came out of a table, else as rows.
struct FileRows: Sendable {
    /// Where the rows are.
    private(set) var places: [Coordinate] = []
    private var cells: CellTable
    private let idColumn: Int?
    /// What the columns of a table hold whose file tells that.
    private let cellKinds: [SpatialTable.Kind]
    /// The numbers of rows that have no id of their own, where rows before them were left out.
    private var numbers: [Int] = []
    /// The rows of a file that is no table; then there are no cells.
    private var table: [Row] = []
    /// Whether a row has an id of its own; where none has, all are known by their numbers.
    private var hasIDs = false
    /// How many rows were left out.
    private var skipped = 0

    private init(columnCount: Int, idColumn: Int?, _ cellKinds: [SpatialTable.Kind]) {
        self.cellKinds = cellKinds
        cells = CellTable(columnCount: columnCount, gap: 1)
        cells.mayNeedQuotes = false
        self.idColumn = idColumn
        hasIDs = idColumn != nil
    }

    /// A row, with all that it says.
    subscript(index: Int) -> Row {
        var row =
            table.isEmpty
            ? Row(
                values: (0..<cells.columnCount).map { value(index, $0) },
                coordinate: places[index],
                id: id(index)
            ) : table[index]
        row.number = Int64(index)
        if table.isEmpty { row.hasOwnID = hasOwnID(index) }
        if !hasIDs { row.hasOwnID = true }
        return row
    }

    private func value(_ index: Int, _ column: Int) -> Value {
        let text = cells.text(index, column)
        return cellKinds.isEmpty ? .text(text) : Value(cell: text, cellKinds[column])
    }

    /// What each column holds.
    ///
    /// - Parameter told: As far as its source knows that: from the first rows of a file that is no table.
    func kinds(told: [SpatialTable.Kind?]) -> [SpatialTable.Kind?] {
        guard !table.isEmpty else { return told }
        return told.indices.map { column in
            SpatialTable.Kind.of(table.lazy.map { $0.values[column] }, told: told[column])
        }
    }

    private func hasOwnID(_ index: Int) -> Bool {
        idColumn.map { !cells.text(index, $0).isEmpty } ?? true
    }

    /// By what a row is known: what stands under `id`, or its number in the file from 1.
    private func id(_ index: Int) -> Value {
        guard table.isEmpty else { return table[index].id }
        if let idColumn, case let text = cells.text(index, idColumn), !text.isEmpty {
            return .text(text)
        }
        return .integer(Int64(numbers.isEmpty ? index + 1 : numbers[index]))
    }

    /// What is written of the rows.
    func columnSet(_ points: PointSet, _ properties: [Property]) -> ColumnSet? {
        var columns: [CellColumn] = []
        for property in properties {
            guard case .column(let index) = property else { return nil }
            columns.append(.text(index))
        }
        var written = cells
        if !table.isEmpty {
            written = CellTable(columnCount: cells.columnCount)
            for row in table {
                for value in row.values {
                    written.bytes.append(contentsOf: value.text.utf8)
                    written.endCell()
                }
            }
            written.seal()
        }
        var set = ColumnSet(points: points, cells: written, columns: columns) { row, _ in id(row) }
        set.number = { Int64($0) }
        return set
    }
}

extension FileRows {
    /// Reads a file to its end; tables are taken apart on all cores.
    ///
    /// - Parameter idColumn: Where a row's id stands.
    /// - Throws: ``PlaceFileError``.
    static func read(
        _ source: sending any FeedSource<PlaceRow>,
        idColumn: Int?,
        skipsBadRows: Bool
    ) throws -> (rows: FileRows, skipped: Int) {
        var rows = FileRows(
            columnCount: source.columns.count,
            idColumn: idColumn,
            (source as? CSVPlaceSource)?.cellKinds ?? []
        )
        let isOfTable = source is CSVPlaceSource
        let blocks = FileBlocks(source, skipsBadRows: skipsBadRows)
        while true {
            try rows.add(try blocks.rest())
            do {
                guard let row = try blocks.nextRow() else { break }
                rows.add(row, isOfTable: isOfTable)
            } catch let error as PlaceFileError {
                guard case .badRow = error, skipsBadRows else { throw error }
                rows.noteSkipped(1)
            }
        }
        return (rows, rows.skipped)
    }

    private mutating func add(_ parts: [FileBlocks.Part]) throws {
        var parts = parts
        cells.reserve(
            cells: parts.reduce(cells.ends.count) { $0 + $1.cells.ends.count },
            bytes: parts.reduce(cells.bytes.count) { $0 + $1.cells.bytes.count }
        )
        places.reserveCapacity(parts.reduce(places.count) { $0 + $1.places.count })
        for index in parts.indices {
            let part = parts[index]
            // Nothing is kept twice for long.
            parts[index] = FileBlocks.Part()
            if let failure = part.failure { throw failure }
            let recordsBefore = places.count + skipped
            if part.skipped > 0 || skipped > 0 {
                keepNumbers()
                let own = part.numbers.isEmpty ? Array(1..<part.places.count + 1) : part.numbers
                numbers += own.map { recordsBefore + $0 }
            }
            noteSkipped(part.skipped)
            places += part.places
            cells.append(part.cells)
        }
    }

    private mutating func add(_ row: PlaceRow, isOfTable: Bool) {
        let number = places.count + skipped + 1
        if isOfTable {
            if skipped > 0 {
                keepNumbers()
                numbers.append(number)
            }
            for value in row.values {
                let text = value.text.utf8
                if text.contains(where: CSVEncoder.needsQuotes) { cells.mayNeedQuotes = true }
                cells.bytes.append(contentsOf: text)
                cells.endCell()
            }
        } else {
            var id = row.id == .missing ? idColumn.map { row.values[$0] } ?? .missing : row.id
            let hasOwnID = id != .missing && id != .text("")
            if !hasOwnID { id = .integer(Int64(number)) }
            var kept = Row(values: row.values, coordinate: row.coordinate, id: id)
            kept.hasOwnID = hasOwnID
            table.append(kept)
            if hasOwnID { hasIDs = true }
        }
        places.append(row.coordinate)
    }

    /// Begins to keep the rows' numbers, which were those of their places until now.
    private mutating func keepNumbers() {
        if numbers.isEmpty { numbers = Array(1..<(places.count + 1)) }
    }

    private mutating func noteSkipped(_ count: Int) {
        if count > 0 { keepNumbers() }
        skipped += count
    }
}
