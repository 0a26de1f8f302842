internal import RowFiles

/// The rows of a sheet, out of the table that it became: with the line breaks in its cells, and what is
/// worth knowing of it.
final class SheetRowSource: RowSourceLayer {
    let base: any RowSource
    let columns: [String]
    private let table: SheetTable

    init(_ base: any RowSource, _ table: SheetTable) {
        self.base = base
        self.table = table
        columns = base.columns.map(Self.withSpaces)
    }

    func next(_ row: inout Row) throws(ImportError) -> Bool {
        guard try base.next(&row) else { return false }
        if table.holdsLineBreaks { row.replaceBytes(SheetText.lineBreak, with: lineFeed) }
        return true
    }

    var notes: [ImportNote] { table.notes.map(\.note) + base.notes }

    /// What share of the table was read, of the bytes that were given.
    var bytesRead: Int64 {
        guard table.byteCount > 0 else { return table.packedBytes }
        let share = Double(base.bytesRead) / Double(table.byteCount)
        return Int64(Double(table.packedBytes) * min(1, share))
    }

    /// A column's name on one line.
    private static func withSpaces(_ name: String) -> String {
        String(decoding: name.utf8.map { $0 == SheetText.lineBreak ? 0x20 : $0 }, as: UTF8.self)
    }
}
