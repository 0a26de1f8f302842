import Testing

@testable import Importing

@Suite struct RowMarksTests {
    @Test("a station's first and last rows are marked, and its first where it lies close to others")
    func marks() {
        // Rows 1, 2, 5 and 7 name stations 0, 1, 0 and 2; the others cannot be used.
        var marks = RowMarks()
        for row in [1, 2, 7] { marks[row] = [.usable, .first] }
        marks[5] = .usable
        marks.finish(lastRows: [0: 5], closeStations: [0, 2])
        #expect(marks[1] == [.usable, .first, .close])
        #expect(marks[2] == .alone)
        #expect(marks[5] == [.usable, .last])
        #expect(marks[7] == [.alone, .close])
        for row in [0, 3, 4, 6, 8, 1_000] { #expect(marks[row] == []) }
    }
}
