internal import Polling

/// What spreadsheets make of numbers and codes: dates (`2-Jan` of 2-1) and powers of ten (`1.20E+03`).
enum SpreadsheetDamage {
    /// Whether a number or a code is such.
    static func isDamaged(_ text: String) -> Bool {
        guard text.utf8.contains(where: { 0x30...0x39 ~= $0 }) else { return false }
        return isPower(text) || SpreadsheetDate.isDate(text) && !text.allSatisfy(\.isNumber)
    }

    /// Whether the first word of an address may be such a number; most are told by their bytes.
    static func mayBegin(_ cell: ArraySlice<UInt8>) -> Bool {
        cell.prefix(16).prefix { $0 != 0x20 }.contains { byte in
            [UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "+")]
                .contains(byte)
        }
    }

    /// Whether an address begins with such a number: `2-Jan Main St`, `1.20E+03 Main St`, but not
    /// `1. Mai-Straße 5`.
    static func begins(_ address: String) -> Bool {
        let words = address.split(separator: " ")
        if words.count > 1, isPower(String(words[0])) { return true }
        guard SpreadsheetDate.begins(address) else { return false }
        let lower = address.lowercased()
        return !streetEndings.contains(where: lower.contains)
    }

    /// Parts of streets that are called after a day, as German ones are.
    private static let streetEndings = ["straße", "strasse", "str.", "platz", "weg", "allee"]

    /// Tells of columns of powers of ten, as spreadsheets make of long numbers such as a building's: the last
    /// digits are lost. Powers that say all digits are numbers that were measured.
    ///
    /// - Parameter columns: Of the file's first rows.
    static func note(of columns: [ColumnSample]) -> ImportNote? {
        let damaged = columns.compactMap { column -> (name: String, example: String)? in
            guard let example = column.firstValues.first(where: isRounded) else { return nil }
            return (column.name, example)
        }
        guard let first = damaged.first else { return nil }
        return ImportNote(
            .warning,
            Finding(
                .powersForNumbers,
                [
                    "columns": .texts(damaged.map { "\"\($0.name)\"" }),
                    "count": .count(damaged.count), "example": .text(first.example),
                ]
            )
        )
    }

    /// Whether a text is a power of ten with fewer digits than the number has: `1.00E+11`.
    private static func isRounded(_ text: String) -> Bool {
        guard isPower(text), let e = text.firstIndex(where: { $0 == "e" || $0 == "E" }),
            let power = Int(text[text.index(after: e)...])
        else { return false }
        return power > text[..<e].count { $0.isNumber }
    }

    /// Whether a text is a number as spreadsheets write large ones: `1.20E+03`.
    private static func isPower(_ text: String) -> Bool {
        text.utf8.count <= 16 && text.utf8.contains { $0 | 0x20 == UInt8(ascii: "e") }
            && text.wholeMatch(
                of: /[0-9]([.,][0-9]+)?[eE]\+[0-9]{2,3}|[0-9][.,][0-9]+[eE][0-9]{1,2}/
            )
                != nil
    }
}
