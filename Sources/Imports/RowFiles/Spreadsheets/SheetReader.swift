/// A row of a sheet: the cells that hold something.
struct SheetRow {
    /// A cell: its column, from 0, and where its text lies.
    struct Cell {
        let column: Int
        let bounds: Range<Int>
    }

    /// The sheet's own number of the row, from 1.
    var number = 0
    /// How many rows are the same, one below the other.
    var repeats = 1
    /// In the order of their columns.
    private(set) var cells: [Cell] = []
    var bytes: [UInt8] = []

    /// Empties the row for another.
    mutating func begin(_ number: Int) {
        self.number = number
        repeats = 1
        cells.removeAll(keepingCapacity: true)
        bytes.removeAll(keepingCapacity: true)
    }

    /// Ends a cell that was appended to ``bytes``; one with nothing in it is left out.
    ///
    /// - Returns: Whether there is anything in it.
    @discardableResult
    mutating func endCell(_ column: Int, from start: Int) -> Bool {
        guard bytes.count > start else { return false }
        cells.append(Cell(column: column, bounds: start..<bytes.count))
        return true
    }

    /// Adds a cell whose text lies in ``bytes``.
    mutating func addCell(_ column: Int, _ bounds: Range<Int>) {
        cells.append(Cell(column: column, bounds: bounds))
    }

    /// Puts the cells into the order of their columns.
    ///
    /// - Returns: The column of two cells; nil where there is none.
    mutating func sortCells() -> Int? {
        let isSorted = zip(cells, cells.dropFirst()).allSatisfy { $0.column < $1.column }
        guard !isSorted else { return nil }
        cells.sort { $0.column < $1.column }
        return zip(cells, cells.dropFirst()).first { $0.column == $1.column }?.0.column
    }
}

/// The rows of one sheet, from the first to the last.
protocol SheetReader: AnyObject {
    /// Reads the next row in which a cell holds something.
    ///
    /// - Returns: false when there are no more.
    func next(_ row: inout SheetRow) throws(RowFileError) -> Bool
    /// What was noticed so far.
    var remarks: SheetRemarks { get }
}

/// What is worth knowing of a sheet beside its cells.
struct SheetRemarks {
    /// Cells that lie below each other and are one.
    struct Merge {
        /// From 1.
        let rows: ClosedRange<Int>
        /// From 0.
        let column: Int
    }

    /// The first of some rows, and how many they are.
    struct Rows {
        private(set) var count = 0
        private(set) var first: [Int] = []

        mutating func add(_ number: Int) {
            count += 1
            if first.count < 5, first.last != number { first.append(number) }
        }
    }

    /// Rows with something in them that are not shown.
    var hiddenRows = Rows()
    /// Rows of which most cells are struck through.
    var struckRows = Rows()
    /// Cells that are struck through in other rows.
    var struckCells = Rows()
    /// Columns that are not shown, from 0.
    var hiddenColumns: [ClosedRange<Int>] = []
    /// Formulas whose value is nowhere.
    var valuelessFormulas = Rows()
    var merges: [Merge] = []
    /// How many cells of merged ones were given the value of the first.
    var filledCells = Rows()
    var widest = 0

    /// How many columns that hold something are hidden.
    var hiddenColumnCount: Int {
        (0..<widest).count { column in hiddenColumns.contains { $0.contains(column) } }
    }
}

/// Counts the cells of a row that are struck through.
struct StruckCells {
    private var filled = 0
    private var struck = 0

    mutating func begin() { (filled, struck) = (0, 0) }

    mutating func add(_ count: Int, isStruck: Bool) {
        filled += count
        if isStruck { struck += count }
    }

    /// Tells of a row that has ended.
    func tell(_ remarks: inout SheetRemarks, row: Int) {
        guard struck > 0 else { return }
        if struck * 2 > filled {
            remarks.struckRows.add(row)
        } else {
            for _ in 0..<struck { remarks.struckCells.add(row) }
        }
    }
}

/// Bounds of what a sheet may have.
enum SheetLimits {
    /// The largest sheet that any of the programs has.
    static let rows = 1_048_576
    static let columns = 16_384
    /// How many cells may hold nothing but a style: no list comes near, and each takes time.
    static let emptyCells = 5_000_000
    /// More of them for each cell that holds something.
    static let emptyCellsPerCell = 10
    static let merges = 1_000_000
    static let hiddenRanges = 2_000
    /// How long a row may be, as in other tables.
    static let rowBytes = CSVReader.recordLimit / 2

    static func longRow(_ number: Int) -> String {
        "row \(number) is longer than \(rowBytes >> 20) MB"
    }
    /// How many sheets a workbook may have.
    static let sheets = 1_000
}

/// Counts cells with nothing in them.
struct EmptyCells {
    private var empty = 0
    private var filled = 0

    mutating func count(isFilled: Bool) { if isFilled { filled += 1 } else { empty += 1 } }

    /// Whether there are more than in any list.
    var areTooMany: Bool {
        empty > SheetLimits.emptyCells && empty > SheetLimits.emptyCellsPerCell * filled
    }

    static let words =
        "it has more than \(grouped(SheetLimits.emptyCells)) cells with nothing in them but a style; "
        + "delete the empty rows and columns around the list, and save it again"
}
