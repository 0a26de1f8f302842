internal import ExternalSort
internal import Geodesy

/// Finds rows without a place that could be used which are about a station that other rows have a place
/// for: the same name and address tell. Where none has such a place, rows are one station whose places
/// are probably the same.
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
        /// Stands for where it probably is; 0 where nothing tells.
        let probable: UInt64
    }

    /// More rows without a place that could be used are not joined with others: each takes memory.
    private static let joinLimit = 1_000_000

    init(memoryBytes: Int) { rows = ExternalSorter(memoryBytes: memoryBytes) }

    /// Adds a row that has an address: a name alone is too little.
    ///
    /// - Parameters:
    ///   - hasPlace: Whether its place can be used.
    ///   - probablePlace: Where it probably is if not; nil where nothing tells.
    mutating func add(
        _ identity: StationRowReader.Identity,
        row: Int,
        hasPlace: Bool,
        probablePlace: Coordinate? = nil
    ) throws(ImportError) {
        guard identity.hasAddress else { return }
        do {
            try rows.append(
                Entry(
                    sortKey: identity.nameAndAddress,
                    station: identity.whole,
                    row: UInt32(clamping: row),
                    hasPlace: hasPlace,
                    probable: probablePlace.map {
                        max(1, PlaceSample.number($0.latitude, $0.longitude))
                    } ?? 0
                )
            )
        } catch {
            throw .noScratch(error.description)
        }
    }

    /// The stations of rows without a place, by the rows. Where a name and address have places of
    /// several stations nothing tells which is meant.
    func joins() throws(ImportError) -> [UInt32: UInt64] {
        do throws(ScratchError) {
            var joins: [UInt32: UInt64] = [:]
            var sorted = try rows.sorted()
            var next = try sorted.next()
            while let first = next {
                var placed: UInt64?
                var isOne = true
                var isScattered = false
                var without: [UInt32] = []
                var probable: UInt64 = 0
                var (least, greatest) = (UInt64.max, UInt64.min)
                while let row = next, row.sortKey == first.sortKey {
                    if !row.hasPlace {
                        least = min(least, row.station)
                        greatest = max(greatest, row.station)
                        if row.probable != 0 {
                            if probable != 0, probable != row.probable { isScattered = true }
                            probable = row.probable
                        }
                        if joins.count + without.count < Self.joinLimit { without.append(row.row) }
                    } else if placed ?? row.station == row.station {
                        placed = row.station
                    } else {
                        isOne = false
                    }
                    next = try sorted.next()
                }
                if placed == nil, probable != 0, !isScattered, least < greatest { placed = least }
                guard isOne, let placed else { continue }
                for row in without { joins[row] = placed }
            }
            return joins
        } catch {
            throw .noScratch(error.description)
        }
    }
}
