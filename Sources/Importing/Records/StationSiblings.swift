internal import ExternalSort

/// Finds rows without a place that could be used which are about a station that other rows have a place
/// for: the same name and address tell.
///
/// Sorted on disk where they are many.
struct StationSiblings {
    private var rows: ExternalSorter<Entry>

    private struct Entry: SortRecord {
        /// Of name and address.
        let sortKey: UInt64
        /// Of name, address and place.
        let station: UInt64
        let row: UInt32
        let hasPlace: Bool
    }

    /// More rows without a place that could be used are not joined with others: each takes memory.
    private static let joinLimit = 1_000_000

    init(memoryBytes: Int) { rows = ExternalSorter(memoryBytes: memoryBytes) }

    /// Adds a row that has an address: a name alone is too little.
    ///
    /// - Parameter hasPlace: Whether its place can be used.
    mutating func add(
        _ identity: StationRowReader.Identity,
        row: Int,
        hasPlace: Bool
    ) throws(ImportError) {
        guard identity.hasAddress else { return }
        do {
            try rows.append(
                Entry(
                    sortKey: identity.nameAndAddress,
                    station: identity.whole,
                    row: UInt32(clamping: row),
                    hasPlace: hasPlace
                )
            )
        } catch {
            throw .noScratch(error.description)
        }
    }

    /// The stations of rows without a place, by the rows. Where a name and address have places of
    /// several stations, or none, nothing tells which is meant.
    func joins() throws(ImportError) -> [UInt32: UInt64] {
        do throws(ScratchError) {
            var joins: [UInt32: UInt64] = [:]
            var sorted = try rows.sorted()
            var next = try sorted.next()
            while let first = next {
                var placed: UInt64?
                var isOne = true
                var without: [UInt32] = []
                while let row = next, row.sortKey == first.sortKey {
                    if !row.hasPlace {
                        if joins.count + without.count < Self.joinLimit { without.append(row.row) }
                    } else if placed ?? row.station == row.station {
                        placed = row.station
                    } else {
                        isOne = false
                    }
                    next = try sorted.next()
                }
                guard isOne, let placed else { continue }
                for row in without { joins[row] = placed }
            }
            return joins
        } catch {
            throw .noScratch(error.description)
        }
    }
}
