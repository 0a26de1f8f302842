/// Columns of districts that are filled in the first of several rows alone, as cells that were merged down a
/// sheet are once it is saved as text.
///
/// What the blank cells mean is no guess to make without a word: a contest without a district is on
/// everybody's ballot, and nobody is assigned to a station without one.
struct MergedCells {
    private var columns: [(column: Int, name: String, state: State)]

    private struct State {
        var filled = 0
        var blank = 0
        /// How many filled cells have a blank one below.
        var runs = 0
        var isInRun = false
        var isFirstBlank = false
        var values: Set<Int> = []
        /// Whether a value comes twice: codes stand in each row then, where there are any.
        var repeats = false
        var firstBlankLine = 0
    }

    /// Fewer filled cells tell nothing.
    private static let leastFilled = 2
    /// More different values are not told apart: a column of districts has fewer.
    private static let limit = 100_000

    init(_ columns: [(column: Int, name: String)]) {
        self.columns = columns.map { ($0.column, $0.name, State()) }
    }

    /// Looks at a row, which has no fault and is no blank one.
    mutating func add(_ row: borrowing Row) {
        for index in columns.indices where !columns[index].state.repeats {
            let cell = row.cell(columns[index].column)
            var state = columns[index].state
            if cell.isEmpty {
                if state.filled == 0 { state.isFirstBlank = true }
                if state.blank == 0 { state.firstBlankLine = row.line }
                if state.isInRun { state.runs += 1 }
                state.isInRun = false
                state.blank += 1
            } else {
                state.filled += 1
                state.isInRun = true
                if state.values.count < Self.limit, !state.values.insert(cell.hashValue).inserted {
                    state.repeats = true
                }
            }
            columns[index].state = state
        }
    }

    /// What is to be agreed to before the rows are published; nil where no column looks so.
    ///
    /// - Parameter what: What becomes of rows without a district: `are on everybody's ballot`.
    func consent(_ what: String) -> GuardFinding? {
        let merged = columns.first { _, _, state in
            !state.repeats && !state.isFirstBlank && state.filled >= Self.leastFilled
                && state.blank >= state.filled && state.runs * 2 > state.filled
        }
        guard let (_, name, state) = merged else { return nil }
        return GuardFinding(
            limit: .mergedCells,
            count: state.blank,
            allowed: 0,
            published: state.filled + state.blank,
            text:
                "the column \"\(name)\" is filled in the first of several rows alone, as merged cells "
                + "are: \(grouped(state.filled)) values, and \(counted(state.blank, "row")) below "
                + "without one, the first in line \(state.firstBlankLine), which \(what). Write each "
                + "row's own value (in a spreadsheet: unmerge the cells and fill down)",
            values: [
                "column": .text(name), "filled": .count(state.filled),
                "line": .number(state.firstBlankLine),
            ]
        )
    }
}
