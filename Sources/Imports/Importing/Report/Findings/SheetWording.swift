/// The sentences of a report on a sheet of a workbook.
enum SheetWording: String, FindingWording {
    case sheetChosen = "sheet_chosen"
    case hiddenSheet = "hidden_sheet"
    case hiddenRows = "hidden_rows"
    case hiddenColumns = "hidden_columns"
    case valuelessFormulas = "valueless_formulas"
    case mergedCells = "merged_cells"

    var english: String {
        switch self {
        case .sheetChosen:
            """
            the sheet "{sheet}" was read; not read: {others}. Name another with --sheet NAME
            """
        case .hiddenSheet: "the sheet \"{sheet}\" is hidden, and was read, for no other has cells"
        case .hiddenRows:
            """
            {rows|row is|rows are} hidden in the sheet, by hand or by a filter, and {rows?was|were} \
            read as the others; delete what is not to be imported
            """
        case .hiddenColumns:
            """
            {columns|column is|columns are} hidden in the sheet, and {columns?was|were} read as the \
            others
            """
        case .valuelessFormulas:
            """
            {cells|cell|cells} with a formula whose value the workbook does not hold, taken for blank; \
            open it in a spreadsheet program and save it again
            """
        case .mergedCells:
            """
            {cells|cell|cells} of merged ones, read with the value that is shown over all of their rows
            """
        }
    }
}
