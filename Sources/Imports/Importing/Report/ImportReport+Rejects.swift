extension ImportReport {
    /// The names of the columns that say what is wrong with a refused row. Imports pass over them.
    static let rejectNotes = ["ambit_line", "ambit_reason"]

    /// The refused rows as a table to mend: the file's own columns, then the line and the reason.
    ///
    /// What was mended can be imported by itself, added to what is published
    /// (``ImportOptions/keepsOthers``). Points that stand beside the cells, as in GeoJSON, are in a
    /// column `wkt`. At most ``rejectedRowLimit`` rows.
    ///
    /// - Returns: CSV (RFC 4180), UTF-8 with a byte order mark, so that spreadsheets read accents.
    public func rejects() -> [UInt8] {
        let hasPlaces = rejectedRows.contains { $0.place != nil }
        var lines = [rejectColumns + (hasPlaces ? ["wkt"] : []) + Self.rejectNotes]
        for row in rejectedRows {
            var cells = Array(row.cells.prefix(rejectColumns.count))
            // A row with too many values: the last column shows what was left over.
            let surplus = row.cells.dropFirst(rejectColumns.count)
            if !surplus.isEmpty, let last = cells.popLast() {
                cells.append(([last] + surplus).joined(separator: ","))
            }
            while cells.count < rejectColumns.count { cells.append("") }
            if hasPlaces { cells.append(row.place ?? "") }
            let line = row.file.map { "\($0): \(row.line)" } ?? String(row.line)
            lines.append(cells + [line, row.column.map { "\($0): \(row.reason)" } ?? row.reason])
        }
        let text = lines.map { $0.map(Self.quoted).joined(separator: ",") + "\r\n" }.joined()
        return [0xEF, 0xBB, 0xBF] + Array(text.utf8)
    }

    private static func quoted(_ cell: String) -> String {
        let needsQuotes =
            cell.utf8.contains { [0x0A, 0x0D, 0x22, 0x2C].contains($0) }
            || cell.first == " " || cell.last == " "
        return needsQuotes ? "\"\(cell.replacing("\"", with: "\"\""))\"" : cell
    }
}
