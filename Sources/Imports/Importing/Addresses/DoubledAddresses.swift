internal import ExternalSort
internal import Polling

/// Addresses that a list has more than once with different districts or stations: flats of a house on a
/// boundary, or a row that was left when another took its place.
///
/// Rows are remembered by hashes, which are sorted, on disk where they are many: memory does not grow with
/// them.
struct DoubledAddresses {
    private var entries = ExternalSorter<Entry>(memoryBytes: 8 << 20)
    private(set) var count = 0
    private var lines: [Int] = []

    /// A row by a hash of its address, which holds within this process.
    private struct Entry: SortRecord {
        let sortKey: UInt64
        let destination: UInt64
        let line: UInt32
    }

    private static let lineLimit = 6

    /// Adds a row.
    ///
    /// - Parameters:
    ///   - address: Its street, its house, its town and its postcode.
    ///   - station: What names its station; nil where nothing does.
    mutating func add(
        _ address: [String],
        _ districts: [DistrictReference],
        station: String?,
        line: Int
    ) throws(ScratchError) {
        var place = Hasher()
        for text in address { place.combine(text.lowercased()) }
        var destination = Hasher()
        destination.combine(Set(districts.map(DistrictKey.init)))
        destination.combine(station?.lowercased())
        try entries.append(
            Entry(
                sortKey: UInt64(bitPattern: Int64(place.finalize())),
                destination: UInt64(bitPattern: Int64(destination.finalize())),
                line: UInt32(clamping: line)
            )
        )
    }

    /// Finds those that lead to different places; what was kept to find them is let go.
    ///
    /// - Complexity: O(n) for n rows.
    mutating func finish() throws(ScratchError) {
        var all = ExternalSorter<Entry>(memoryBytes: 0)
        swap(&all, &entries)
        var sorted = try all.sorted()
        var first: Entry?
        var isCounted = false
        while let entry = try sorted.next() {
            guard let known = first, known.sortKey == entry.sortKey else {
                (first, isCounted) = (entry, false)
                continue
            }
            guard !isCounted, entry.destination != known.destination else { continue }
            isCounted = true
            count += 1
            if lines.count < Self.lineLimit { lines += [Int(known.line), Int(entry.line)] }
        }
    }

    var notes: [ImportNote] {
        guard count > 0 else { return [] }
        return [
            ImportNote(
                .warning,
                Finding(.doubledAddresses, ["count": .count(count)]),
                lines: lines.sorted()
            )
        ]
    }
}
