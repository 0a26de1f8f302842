import Testing

@testable import Importing

@Suite struct RowMarksTests {
    @Test("marks add up, and rows that were not marked have none")
    func marks() {
        var marks = RowMarks()
        marks[2] = .usable
        marks.add(.first, to: 2)
        marks.add(.last, to: 2)
        marks.add(.close, to: 2)
        marks[7] = .usable
        #expect(marks[2] == [.alone, .close])
        #expect(marks[7] == .usable)
        for row in [0, 1, 3, 6, 8, 1_000] { #expect(marks[row] == []) }
    }
}
