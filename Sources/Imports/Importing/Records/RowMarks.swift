internal import ExternalSort

/// What a survey found of each row, so that the rows need not be told apart again; on disk where they
/// are many.
struct RowMarks: Sendable {
    /// What is known of a row.
    struct Mark: OptionSet {
        let rawValue: UInt8

        /// It names a station.
        static let usable = Mark(rawValue: 1)
        /// It is the first row of its station.
        static let first = Mark(rawValue: 2)
        /// It is the last row of its station.
        static let last = Mark(rawValue: 4)
        /// Its station may lie within thirty metres of another; at a station's first row alone.
        static let close = Mark(rawValue: 8)

        /// Another station has its name and address; at a station's first row alone.
        static let sharesName = Mark(rawValue: 16)

        /// It is the only row of its station.
        static let alone: Mark = [.usable, .first, .last]
    }

    /// A row and some of its marks.
    struct Entry: SortRecord {
        /// The row, then the marks.
        let sortKey: UInt64

        init(_ mark: Mark, of row: UInt32) { sortKey = UInt64(row) << 8 | UInt64(mark.rawValue) }

        var row: UInt32 { UInt32(truncatingIfNeeded: sortKey >> 8) }
        var mark: Mark { Mark(rawValue: UInt8(truncatingIfNeeded: sortKey)) }
    }

    private var table = SortedTable<Entry>()

    init() {}

    /// - Parameter sorter: Any number of entries for each row.
    init(_ sorter: consuming ExternalSorter<Entry>) throws(ScratchError) {
        table = try SortedTable(sorter)
    }

    /// Reads the marks in the order of rows.
    struct Cursor {
        private var entries: SortedTableCursor<Entry>

        init(_ marks: RowMarks) { entries = SortedTableCursor(marks.table) }

        /// All marks of a row; rows come in order, and rows that were not marked have none.
        mutating func marks(of row: Int) throws(ScratchError) -> Mark {
            var marks: Mark = []
            var key = UInt64(UInt32(clamping: row)) << 8
            while let entry = try entries.first(notBelow: key), entry.row == row {
                marks.formUnion(entry.mark)
                key = entry.sortKey + 1
            }
            // Names are told apart by rows, not by stations.
            return marks.contains(.first) ? marks : marks.subtracting(.sharesName)
        }
    }
}
