import RowFiles
import Testing

@testable import Importing

/// What a report says of a sheet that was read.
@Suite struct SheetNoteTests {
    @Test(
        "each note has its sentence and its level",
        arguments: [
            (
                SheetNote.chosen(sheet: "Stations", others: ["Read me", "Empty", "Lists"]),
                ImportNote.Level.note,
                "the sheet \"Stations\" was read; not read: Read me, Empty, Lists. Name another with "
                    + "--sheet NAME"
            ),
            (.hiddenSheet("B"), .warning, "the sheet \"B\" is hidden"),
            (.hiddenRows(count: 1, first: [2]), .warning, "1 row is hidden in the sheet"),
            (.hiddenColumns(count: 1), .note, "1 column is hidden in the sheet"),
            (.struckRows(count: 1, first: [2]), .warning, "1 row is struck through"),
            (.struckCells(count: 2, first: [3, 4]), .warning, "2 cells are struck through"),
            (
                .valuelessFormulas(count: 1, first: [1]), .warning,
                "1 cell with a formula whose value the workbook does not hold"
            ),
            (.filledCells(count: 2, first: [2, 4]), .note, "2 cells of merged ones"),
        ]
    )
    func sentences(note: SheetNote, level: ImportNote.Level, sentence: String) {
        #expect(note.note.text.hasPrefix(sentence))
        #expect(note.note.level == level)
    }
}
