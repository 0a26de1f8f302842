/// RFC 4180 with LF line ends: a header, then a line per row, quoted only where needed.
final class CSVWriter: RowWriter {
    private let output: StandardOutput

    init(columns: [String], output: StandardOutput) {
        self.output = output
        output.write(columns.map(Self.field).joined(separator: ",") + "\n")
    }

    func write(_ row: Row) {
        output.write(row.values.map { Self.field($0.text) }.joined(separator: ",") + "\n")
    }

    func finish() { output.flush() }

    private static func field(_ text: String) -> String {
        let needsQuotes = text.utf8.contains { byte in
            byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\n")
                || byte == UInt8(ascii: "\r")
        }
        guard needsQuotes else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}
