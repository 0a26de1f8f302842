import ExternalSort
import Testing

/// A key, and which record with it this is.
private struct Entry: SortRecord, Hashable {
    let sortKey: UInt64
    let number: UInt32
}

@Suite struct ExternalSorterTests {
    /// SplitMix64 (S. Vigna).
    private struct Generator: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    /// Keys from the whole range, or so few that many records share each.
    private static func entries(_ count: Int, seed: UInt64, keys: UInt64) -> [Entry] {
        var generator = Generator(state: seed)
        return (0..<count).map { number in
            let key = keys == 0 ? generator.next() : generator.next(upperBound: keys)
            return Entry(sortKey: key, number: UInt32(number))
        }
    }

    private static func sorter(_ entries: [Entry], room: Int) throws -> ExternalSorter<Entry> {
        var sorter = ExternalSorter<Entry>(memoryBytes: room * MemoryLayout<Entry>.stride)
        for entry in entries { try sorter.append(entry) }
        return sorter
    }

    @Test(
        "records come by their keys, and in the order in which they came, from memory and from disk",
        arguments: [0, 1, 2, 255, 256, 257, 5000],
        [3, 300, 1000, 10_000]
    )
    func sorts(count: Int, room: Int) throws {
        for keys in [UInt64(0), 1, 50] {
            let entries = Self.entries(count, seed: UInt64(count + room), keys: keys)
            let sorter = try Self.sorter(entries, room: room)
            #expect(sorter.count == count)
            #expect(sorter.hasSpilled == (count > room))
            var sorted = try sorter.sorted()
            var found: [Entry] = []
            while let entry = try sorted.next() { found.append(entry) }
            #expect(
                found == entries.sorted { ($0.sortKey, $0.number) < ($1.sortKey, $1.number) }
            )
        }
    }

    @Test(
        "a table finds every key that it has, and none that it has not",
        arguments: [10, 100_000]
    )
    func finds(room: Int) throws {
        var entries: [UInt64: Entry] = [:]
        for entry in Self.entries(20_000, seed: 7, keys: 1 << 40) { entries[entry.sortKey] = entry }
        let table = try SortedTable(Self.sorter(Array(entries.values), room: room))
        #expect(table.count == entries.count)
        let inOrder = entries.keys.sorted()
        for (number, key) in inOrder.enumerated() {
            let found = try #require(try table.find(key))
            #expect(found.record == entries[key])
            #expect(found.number == number)
        }
        for entry in Self.entries(2_000, seed: 8, keys: 1 << 41) {
            #expect(try table.find(entry.sortKey)?.record == entries[entry.sortKey])
        }
        #expect(try SortedTable<Entry>().find(1) == nil)
        #expect(try table.find(0) == nil)
        #expect(try table.find(.max) == nil)
    }

    @Test("where nothing can be put aside, the folder is named, and what to do")
    func saysWhere() {
        #expect(
            ScratchError.full(folder: "/full").description
                == "the disk that holds the folder for temporary files, \"/full\", is full; make room "
                + "there, or name another folder with TMPDIR"
        )
        #expect(
            ScratchError.unusable(folder: "/gone", reason: "No such file or directory").description
                == "the folder for temporary files, \"/gone\", cannot be used (No such file or "
                + "directory); make it, look who may write there, or name another folder with TMPDIR"
        )
    }
}
