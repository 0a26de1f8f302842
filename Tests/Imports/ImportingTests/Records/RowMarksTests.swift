import ExternalSort
import Testing

@testable import Importing

@Suite struct RowMarksTests {
    @Test("marks add up, and rows that were not marked have none", arguments: [0, 1 << 20])
    func marks(memoryBytes: Int) throws {
        var sorter = ExternalSorter<RowMarks.Entry>(memoryBytes: memoryBytes)
        for mark in [RowMarks.Mark.close, .first, .last, .usable] {
            try sorter.append(RowMarks.Entry(mark, of: 2))
        }
        try sorter.append(RowMarks.Entry(.usable, of: 7))
        for row in 100..<20_000 where row % 3 == 0 {
            try sorter.append(RowMarks.Entry(.alone, of: UInt32(row)))
        }
        // A name that others share matters at a station's first row alone.
        for row in [2, 7] { try sorter.append(RowMarks.Entry(.sharesName, of: UInt32(row))) }
        #expect(sorter.hasSpilled == (memoryBytes == 0))
        var marks = RowMarks.Cursor(try RowMarks(sorter))
        for row in 1...20_001 {
            let expected: RowMarks.Mark =
                switch row {
                case 2: [.alone, .close, .sharesName]
                case 7: .usable
                case 100..<20_000 where row % 3 == 0: .alone
                default: []
                }
            let found = try marks.marks(of: row)
            #expect(found == expected)
        }
    }

    @Test("a row is followed by its link, and the last one by none", arguments: [0, 1 << 20])
    func links(memoryBytes: Int) throws {
        var sorter = ExternalSorter<RowLinks.Link>(memoryBytes: memoryBytes)
        for row in (1...9_000).reversed() where row % 4 != 0 {
            try sorter.append(RowLinks.Link(UInt32(row), next: UInt32(row + 10_000)))
        }
        var links = RowLinks.Cursor(try RowLinks(sorter))
        // Rows may be passed over.
        for row in stride(from: 1, through: 9_100, by: 3) {
            let expected = row > 9_000 || row % 4 == 0 ? nil : UInt32(row + 10_000)
            let found = try links.next(after: UInt32(row))
            #expect(found == expected)
        }
    }
}
