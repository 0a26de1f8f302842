import Foundation
import RowFilesTesting

@testable import Importing

/// A table of texts, of which variants are made that say the same.
struct TextTable {
    var columns: [String]
    var rows: [[String]]

    /// Reads comma- or semicolon-separated text with quotes, by another reader than Ambit's.
    init(_ text: String, rowLimit: Int = .max) {
        let text = text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
        let firstLine = text.prefix { !$0.isNewline }
        let separator: Character =
            firstLine.count { $0 == ";" } > firstLine.count { $0 == "," } ? ";" : ","
        var rows: [[String]] = []
        var row: [String] = []
        var cell = ""
        var isQuoted = false
        var previous: Character = " "
        for character in text {
            if isQuoted {
                if character == "\"" { isQuoted = false } else { cell.append(character) }
            } else if character == "\"" {
                if previous == "\"" { cell.append(character) }
                isQuoted = true
            } else if character == separator {
                row.append(cell)
                cell = ""
            } else if character.isNewline {
                row.append(cell)
                if row != [""] { rows.append(row) }
                (row, cell) = ([], "")
                if rows.count > rowLimit { break }
            } else {
                cell.append(character)
            }
            previous = character
        }
        if !cell.isEmpty || !row.isEmpty { rows.append(row + [cell]) }
        let header = rows.first ?? []
        columns = header
        // Some files leave out the last cells where they are blank.
        self.rows = rows.dropFirst().filter { $0.count <= header.count }.map { row in
            row + Array(repeating: "", count: header.count - row.count)
        }
    }

    init(columns: [String], rows: [[String]]) { (self.columns, self.rows) = (columns, rows) }

    /// As a file.
    var text: String {
        ([columns] + rows).map { cells in
            cells.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",")
        }.joined(separator: "\n") + "\n"
    }

    /// Puts the columns in another order.
    mutating func shuffleColumns(_ random: inout SeededGenerator) {
        let order = columns.indices.shuffled(using: &random)
        columns = order.map { columns[$0] }
        rows = rows.map { row in order.map { row[$0] } }
    }

    /// Gives columns other headers that mean the same, by what an import took each of them for.
    mutating func rename(
        _ uses: [(column: String, field: String)],
        _ fields: [Field],
        _ random: inout SeededGenerator
    ) {
        let all = fields.flatMap { $0.headers + $0.weakHeaders }
        let counts = Dictionary(all.map { ($0, 1) }, uniquingKeysWith: +)
        for (index, use) in uses.enumerated() where Bool.random(using: &random) {
            guard let field = fields.first(where: { $0.name == use.field }),
                uses.count(where: { $0.field == use.field }) == 1,
                // Of two columns that may be meant their headers tell which is.
                columns.count(where: { field.headers.contains(HeaderKey($0).text) }) < 2,
                // Grids are told by headers, too.
                !["easting", "northing", "id"].contains(use.field)
            else { continue }
            let known = columns.map { HeaderKey($0).text }
            let own = HeaderKey(use.column)
            let front = own.split(after: ColumnMatcher.stationPrefixes)?.prefix ?? ""
            let synonyms = field.headers.filter {
                counts[$0] == 1 && !known.contains(front + $0)
                    && HeaderKey($0).split(after: ColumnMatcher.stationPrefixes) == nil
            }
            guard let synonym = synonyms.randomElement(using: &random) else { continue }
            columns[index] = front + (front.isEmpty ? "" : "_") + synonym
        }
    }

    /// Puts a latitude and a longitude into one cell.
    mutating func joinPlaces(latitude: Int, longitude: Int) {
        for row in rows.indices {
            let (y, x) = (rows[row][latitude], rows[row][longitude])
            rows[row].append(y.isEmpty && x.isEmpty ? "" : "\(y), \(x)")
        }
        let front = HeaderKey(columns[latitude]).split(after: ColumnMatcher.stationPrefixes)?.prefix
        columns.append((front.map { $0 + "_" } ?? "") + "Coordinates")
        for column in [latitude, longitude].sorted(by: >) {
            columns.remove(at: column)
            for row in rows.indices { rows[row].remove(at: column) }
        }
    }

    /// Puts the numbers in front of addresses into a column of their own, and the rest into another.
    mutating func splitAddress(_ column: Int) {
        for row in rows.indices {
            let words = rows[row][column].split(separator: " ", maxSplits: 1).map(String.init)
            let isNumber =
                words.count == 2 && (words[0].first?.isNumber ?? false)
                && words[0].allSatisfy { $0.isNumber || $0.isLetter }
                && words[0].count(where: \.isLetter) < 2
            rows[row].append(isNumber ? words[0] : "")
            if isNumber { rows[row][column] = words[1] }
        }
        columns[column] = "Street Name"
        columns.append("House Number")
    }
}
