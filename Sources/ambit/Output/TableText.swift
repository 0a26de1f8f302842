/// Columns for people: a header, values lined up, long texts cut with `…`.
struct TableText {
    let columns: [String]
    private static let widestCell = 48

    func text(of rows: [[Value]]) -> String {
        // A column that no row fills is left out: it tells nobody anything.
        let shown = columns.indices.filter { index in
            rows.isEmpty || rows.contains { $0[index] != .missing }
        }
        let cells = rows.map { row in shown.map { Self.cell(row[$0]) } }
        let headers = shown.map { columns[$0] }
        let widths = headers.indices.map { index in
            max(headers[index].count, cells.map { $0[index].count }.max() ?? 0)
        }
        let isRight = shown.map { column in rows.contains { $0[column].isNumeric } }
        var text = Self.line(headers, widths, isRight)
        text += Self.line(widths.map { String(repeating: "-", count: $0) }, widths, isRight)
        for row in cells { text += Self.line(row, widths, isRight) }
        if rows.isEmpty { text += "(nothing found)\n" }
        return text
    }

    /// Numbers are cut at the seventh decimal, a centimetre of latitude; other formats keep all.
    private static func cell(_ value: Value) -> String {
        if case .number(let number) = value, number.magnitude < 1e8 {
            return ((number * 1e7).rounded() / 1e7).plainText
        }
        let oneLine = value.text.split(whereSeparator: \.isNewline).joined(separator: " ")
        guard oneLine.count > widestCell else { return oneLine }
        return oneLine.prefix(widestCell - 1) + "…"
    }

    private static func line(_ cells: [String], _ widths: [Int], _ isRight: [Bool]) -> String {
        var line = ""
        for index in cells.indices {
            let padding = String(repeating: " ", count: widths[index] - cells[index].count)
            line += (index == 0 ? "" : "  ")
            line += isRight[index] ? padding + cells[index] : cells[index] + padding
        }
        while line.last == " " { line.removeLast() }
        return line + "\n"
    }
}
