import ExternalSort
import Testing

private struct Entry: SortRecord, Hashable {
    let sortKey: UInt64
    let number: UInt32
}

@Suite struct SortedTableCursorTests {
    @Test(
        "a cursor finds the first record at or above each key, from memory and from disk, twice",
        arguments: [100, 1 << 20]
    )
    func brute(memoryBytes: Int) throws {
        // Every third number, and each of every thirtieth twice: more than are read at once.
        let keys = (0..<5_000).flatMap { number in
            let key = UInt64(number * 3)
            return number % 10 == 0 ? [key, key] : [key]
        }
        var sorter = ExternalSorter<Entry>(memoryBytes: memoryBytes)
        for (index, key) in keys.enumerated().reversed() {
            try sorter.append(Entry(sortKey: key, number: UInt32(index)))
        }
        #expect(sorter.hasSpilled == (memoryBytes == 100))
        var cursor = SortedTableCursor(try SortedTable(sorter))
        for step in [1, 2, 997] {
            cursor.restart()
            for key in stride(from: UInt64(0), through: 15_010, by: step) {
                let next = (key + 2) / 3 * 3
                let expected = next < 15_000 ? next : nil
                #expect(try cursor.first(notBelow: key)?.sortKey == expected)
                // Asked for once more, it is still there.
                #expect(try cursor.first(notBelow: key)?.sortKey == expected)
            }
        }
    }

    @Test("nothing is found in a table without records")
    func empty() throws {
        var cursor = SortedTableCursor<Entry>()
        #expect(try cursor.first(notBelow: 0) == nil)
    }
}
