/// A table as CSV (RFC 4180) that spreadsheets open without running anything: what they would take for a formula
/// has an apostrophe before it.
struct CSVText {
    private var text: String

    /// A table with a header.
    init(_ columns: [String]) { text = columns.joined(separator: ",") + "\r\n" }

    /// Adds a row; nil is an empty cell.
    mutating func row(_ cells: [String?]) {
        text += cells.map { Self.cell($0 ?? "") }.joined(separator: ",") + "\r\n"
    }

    /// UTF-8.
    var bytes: [UInt8] { Array(text.utf8) }

    private static func cell(_ text: String) -> String {
        // A telephone number is none: its sign is followed by digits alone.
        let isNumber =
            text.first == "+" && text.dropFirst().allSatisfy { $0.isASCII && $0.isNumber }
        let isFormula = text.first.map { "=+-@\t\r".contains($0) } ?? false
        let safe = isFormula && !isNumber ? "'\(text)" : text
        guard safe.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return safe }
        return "\"\(safe.replacing("\"", with: "\"\""))\""
    }
}
