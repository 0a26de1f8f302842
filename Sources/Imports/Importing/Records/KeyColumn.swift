internal import ExternalSort

/// Whether a column has one value within each station and another in each station.
///
/// What is learned of the values is sorted, on disk where it is much, when all rows were seen.
struct KeyColumn {
    let column: Int
    private(set) var hasBlankRows = false
    /// The rows in which the column is 0.
    private(set) var zeros = Zeros()
    private let isNumeric: Bool
    /// A value that stands for two stations.
    private(set) var shared: SharedValue?
    /// How many different values there are; known when all rows were seen, and only if none is shared.
    private(set) var valueCount = 0
    private var values: ExternalSorter<Value>
    private let memoryBytes: Int
    private var nextCheck = 1 << 12
    /// Of a column of ids one value in so many may stand for two stations by a mistake.
    private static let rareShare = 10

    /// A value in a row.
    private struct Value: SortRecord {
        /// A hash of the value.
        let sortKey: UInt64
        let station: UInt64
        let row: UInt32
        let line: UInt32
    }

    /// Rows of two stations that have one value.
    struct SharedValue: Hashable {
        /// The line of the first row that has it.
        let firstLine: Int
        /// The first row that has it and is another station's.
        let row: Int
        let line: Int
        /// Whether nearly all other values stand for one station each.
        fileprivate(set) var isRare = false
    }

    /// Rows with a 0, which is a dummy, or the first of 0, 1, 2 and so on.
    struct Zeros {
        fileprivate(set) var count = 0
        fileprivate(set) var lines: [Int] = []
        /// The one station that they are of; nil where there are several.
        fileprivate(set) var station: UInt64?
        fileprivate var text = ""
        /// Whether 0 is that station's key.
        fileprivate(set) var isKey = false
    }

    /// - Parameter isNumeric: Whether the column's values are numbers.
    init(column: Int, isNumeric: Bool, memoryBytes: Int) {
        self.column = column
        self.isNumeric = isNumeric
        self.memoryBytes = memoryBytes
        values = ExternalSorter(memoryBytes: memoryBytes)
    }

    /// Adds a row.
    ///
    /// - Parameter station: A hash that stands for the row's station.
    /// - Returns: Whether the column has a value in the row; false where it cannot be a key any more,
    ///   so that looking at it is not worth the time.
    mutating func add(
        _ row: borrowing Row,
        station: UInt64,
        reader: StationRowReader
    ) throws(ScratchError) -> Bool {
        guard shared == nil else { return false }
        guard let hash = reader.keyHash(row, column: column) else {
            if row.isZero(column) {
                addZero(row, station: station)
            } else {
                hasBlankRows = true
            }
            return false
        }
        // Most columns that are no key are found out before anything goes to disk.
        if !values.hasSpilled, values.count == nextCheck || values.isFull {
            nextCheck *= 16
            try check()
            guard shared == nil else { return false }
        }
        try values.append(
            Value(
                sortKey: hash,
                station: station,
                row: UInt32(clamping: row.number),
                line: UInt32(clamping: row.line)
            )
        )
        return true
    }

    private mutating func addZero(_ row: borrowing Row, station: UInt64) {
        let text = row.text(column) ?? ""
        if zeros.count == 0 {
            (zeros.station, zeros.text) = (station, text)
        } else if zeros.station != station || zeros.text != text {
            zeros.station = nil
        }
        zeros.count += 1
        if zeros.lines.count < 5 { zeros.lines.append(row.line) }
    }

    /// Whether the rows have no key in the column that it could name them by.
    var isMissingInRows: Bool { hasBlankRows || zeros.count > 0 && !zeros.isKey }

    /// Takes 0 for the key of the station that has nothing else there, where the column is otherwise
    /// whole.
    ///
    /// - Returns: Whether it does.
    mutating func takeZero(of station: UInt64, hasOther: Bool) -> Bool {
        guard zeros.station == station, isNumeric, !hasBlankRows, !hasOther, shared == nil else {
            return false
        }
        zeros.isKey = true
        valueCount += 1
        return true
    }

    /// Ends the survey of the column.
    mutating func finish() throws(ScratchError) {
        guard shared == nil else { return }
        try check()
        values = ExternalSorter(memoryBytes: memoryBytes)
    }

    /// Looks for the first row whose value belongs to the station of an earlier one.
    private mutating func check() throws(ScratchError) {
        var sorted = try values.sorted()
        var owner: Value?
        var count = 0
        var (sharedCount, isOwnerShared) = (0, false)
        while let value = try sorted.next() {
            guard let first = owner, first.sortKey == value.sortKey else {
                (owner, isOwnerShared) = (value, false)
                count += 1
                continue
            }
            guard value.station != first.station else { continue }
            if !isOwnerShared { sharedCount += 1 }
            isOwnerShared = true
            if Int(value.row) < shared?.row ?? .max {
                shared = SharedValue(
                    firstLine: Int(first.line),
                    row: Int(value.row),
                    line: Int(value.line)
                )
            }
        }
        valueCount = count
        shared?.isRare = sharedCount * Self.rareShare <= count
        if shared != nil { values = ExternalSorter(memoryBytes: memoryBytes) }
    }
}
