internal import RowFiles

extension SheetNote {
    /// How a report says it.
    var note: ImportNote {
        switch self {
        case .chosen(let sheet, let others):
            let shown = Finding.list(Array(others.prefix(10)), more: max(0, others.count - 10))
            return ImportNote(
                .note,
                Finding(.sheetChosen, ["sheet": .text(sheet), "others": shown])
            )
        case .hiddenSheet(let sheet):
            return ImportNote(.warning, Finding(.hiddenSheet, ["sheet": .text(sheet)]))
        case .hiddenRows(let count, let first):
            return ImportNote(
                .warning,
                Finding(.hiddenRows, ["rows": .count(count)]),
                lines: first
            )
        case .struckRows(let count, let first):
            return ImportNote(
                .warning,
                Finding(.struckRows, ["rows": .count(count)]),
                lines: first
            )
        case .struckCells(let count, let first):
            return ImportNote(
                .warning,
                Finding(.struckCells, ["cells": .count(count)]),
                lines: first
            )
        case .hiddenColumns(let count):
            return ImportNote(.note, Finding(.hiddenColumns, ["columns": .count(count)]))
        case .valuelessFormulas(let count, let first):
            return ImportNote(
                .warning,
                Finding(.valuelessFormulas, ["cells": .count(count)]),
                lines: first
            )
        case .filledCells(let count, let first):
            return ImportNote(
                .note,
                Finding(.mergedCells, ["cells": .count(count)]),
                lines: first
            )
        }
    }
}

extension SheetFile {
    /// What is worth knowing about the sheet, in English.
    package var notes: [String] { table.notes.map { $0.note.text } }
}
