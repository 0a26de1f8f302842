internal import ExternalSort

/// Which row of a station follows which, for all rows but the last of each: on disk where they are many.
struct RowLinks: Sendable {
    private var table = SortedTable<Link>()

    /// A row and the one that follows it within its station.
    struct Link: SortRecord {
        /// The row, then the one that follows it.
        let sortKey: UInt64

        init(_ row: UInt32, next: UInt32) { sortKey = UInt64(row) << 32 | UInt64(next) }

        var row: UInt32 { UInt32(truncatingIfNeeded: sortKey >> 32) }
        var next: UInt32 { UInt32(truncatingIfNeeded: sortKey) }
    }

    init() {}

    init(_ sorter: consuming ExternalSorter<Link>) throws(ScratchError) {
        table = try SortedTable(sorter)
    }

    /// How many links there are.
    var count: Int { table.count }

    /// Reads the links in the order of rows.
    struct Cursor {
        private var links: SortedTableCursor<Link>

        init(_ links: RowLinks) { self.links = SortedTableCursor(links.table) }

        /// The row that follows another within its station; rows come in order.
        ///
        /// - Returns: nil for the last row of a station.
        mutating func next(after row: UInt32) throws(ScratchError) -> UInt32? {
            guard let link = try links.first(notBelow: UInt64(row) << 32), link.row == row else {
                return nil
            }
            return link.next
        }
    }
}
