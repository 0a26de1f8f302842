internal import Importing

/// GeoNames' lists of cities: nineteen columns between tabs, without a header.
///
/// Source: GeoNames' `readme.txt` of its export.
enum GeoNamesFormat {
    private static let columnCount = 19

    static let cities = KindFormat(
        "geonames",
        title: "list of GeoNames",
        columns: [
            "id", "name", "other_names", "country", "part", "population", "latitude", "longitude",
        ]
    ) { clue in
        guard case .text(let text) = clue, let line = text.split(separator: "\n").first else {
            return false
        }
        return cells(line).count == columnCount
    } read: { files throws(FormatFault) in
        let text = String(decoding: files.files.first?.bytes ?? [], as: UTF8.self)
        var rows: [FormatRow] = []
        for (number, line) in text.split(separator: "\n").enumerated() {
            let cells = cells(line)
            guard cells.count == columnCount else {
                throw FormatFault(
                    "it has \(cells.count) columns, and \(columnCount) before",
                    line: number + 1
                )
            }
            var row: [String: String] = [:]
            row["id"] = String(cells[0])
            row["name"] = String(cells[1])
            row["other_names"] = String(cells[3])
            row["latitude"] = String(cells[4])
            row["longitude"] = String(cells[5])
            row["country"] = String(cells[8])
            row["part"] = String(cells[10])
            row["population"] = String(cells[14])
            rows.append(FormatRow(line: number + 1, row.filter { !$0.value.isEmpty }))
        }
        return rows
    }

    private static func cells(_ line: Substring) -> [Substring] {
        line.split(separator: "\t", omittingEmptySubsequences: false)
    }
}
