internal import ArgumentParser
internal import Foundation
internal import GeoJSON

/// How a command writes rows.
package enum RowStyle: String, CaseIterable, ExpressibleByArgument, Sendable {
    case table
    case csv
    case json
    case ndjson

    /// A table for people, and CSV for programs.
    static var standard: RowStyle { isatty(STDOUT_FILENO) != 0 ? .table : .csv }
}

/// Rows with their columns, written in one go.
struct RowTable {
    let columns: [String]
    let rows: [[String?]]

    /// The whole text, with the end of its last line.
    func text(_ style: RowStyle) -> String {
        switch style {
        case .table: table
        case .csv:
            ([columns] + rows.map { $0.map { $0 ?? "" } }).map { row in
                row.map(Self.csv).joined(separator: ",") + "\n"
            }.joined()
        case .json: "[" + rows.map(object).joined(separator: ",\n ") + "]\n"
        case .ndjson: rows.map { object($0) + "\n" }.joined()
        }
    }

    private var table: String {
        let lines = [columns] + rows.map { $0.map { $0 ?? "" } }
        let widths = columns.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
        return lines.map { line in
            let cells = line.enumerated().map { column, text in
                column == columns.count - 1
                    ? text
                    : text + String(repeating: " ", count: widths[column] - text.count)
            }
            return cells.joined(separator: "  ") + "\n"
        }.joined()
    }

    private static func csv(_ text: String) -> String {
        guard text.contains(where: { "\",\r\n".contains($0) }) else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }

    private func object(_ row: [String?]) -> String {
        var json = JSONWriter()
        json.object { json in
            for (name, value) in zip(columns, row) { json.member(name, value) }
        }
        return String(decoding: json.takeBytes(), as: UTF8.self)
    }
}

/// What a command was asked for is not there.
struct NothingFound: Error, CustomStringConvertible {
    let description: String
}
