/// Something worth knowing about a sheet that was read.
package enum SheetNote: Sendable, Hashable {
    /// Which of several sheets it is, and which were not read.
    case chosen(sheet: String, others: [String])
    case hiddenSheet(String)
    case hiddenRows(count: Int, first: [Int])
    case hiddenColumns(count: Int)
    case struckRows(count: Int, first: [Int])
    case struckCells(count: Int, first: [Int])
    case valuelessFormulas(count: Int, first: [Int])
    case filledCells(count: Int, first: [Int])

    static func all(
        _ sheets: [Workbook.Sheet],
        chosen: Int,
        isNamed: Bool,
        _ remarks: SheetRemarks
    ) -> [SheetNote] {
        var notes: [SheetNote] = []
        let sheet = sheets[chosen]
        if sheets.count > 1 {
            let others = sheets.indices.filter { $0 != chosen }.map { sheets[$0].name }
            notes.append(.chosen(sheet: sheet.name, others: others))
        }
        if sheet.isHidden, !isNamed { notes.append(.hiddenSheet(sheet.name)) }
        let (hidden, formulas, filled) = (
            remarks.hiddenRows, remarks.valuelessFormulas, remarks.filledCells
        )
        if hidden.count > 0 {
            notes.append(.hiddenRows(count: hidden.count, first: hidden.first))
        }
        let (struckRows, struckCells) = (remarks.struckRows, remarks.struckCells)
        if struckRows.count > 0 {
            notes.append(.struckRows(count: struckRows.count, first: struckRows.first))
        }
        if struckCells.count > 0 {
            notes.append(.struckCells(count: struckCells.count, first: struckCells.first))
        }
        let columns = remarks.hiddenColumnCount
        if columns > 0 { notes.append(.hiddenColumns(count: columns)) }
        if formulas.count > 0 {
            notes.append(.valuelessFormulas(count: formulas.count, first: formulas.first))
        }
        if filled.count > 0 {
            notes.append(.filledCells(count: filled.count, first: filled.first))
        }
        return notes
    }
}
