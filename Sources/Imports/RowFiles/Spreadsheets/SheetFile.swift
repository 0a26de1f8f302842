/// A sheet of a workbook on disk, for who reads it as text.
package final class SheetFile {
    /// What the workbook is called.
    package let name: String
    /// The sheet, and what is worth knowing about it.
    package let table: SheetTable

    /// Where the sheet lies as text: UTF-8, commas between cells, a line for each of its rows.
    package var path: String { table.path }

    /// Looks whether a file is a workbook, and reads a sheet of it.
    ///
    /// - Parameters:
    ///   - path: Where the file lies.
    ///   - sheet: The sheet's name; nil for the only one with a table in it.
    /// - Returns: nil where the file is something else.
    /// - Throws: ``RowFileError`` where the workbook cannot be read, or it is unclear which sheet is meant.
    package init?(path: String, sheet: String?) throws(RowFileError) {
        let input = SourceFile(path: path)
        let head = try FileReader(path: path).read(8)
        guard let packed = try PackedWorkbook.find(input, head[...]) else { return nil }
        name = input.name
        table = try SheetTable(packed.workbook, sheet: sheet)
    }

    /// Whether a file is a workbook, if one that cannot be read. Its sheets are not read.
    package static func isWorkbook(_ path: String) -> Bool {
        guard let head = try? FileReader(path: path).read(8) else { return false }
        do throws(RowFileError) {
            return try PackedWorkbook.find(SourceFile(path: path), head[...]) != nil
        } catch {
            return true
        }
    }

    /// Whether a file begins as workbooks do, and as other archives.
    package static func mayBe(_ path: String) -> Bool {
        guard let head = try? FileReader(path: path).read(8) else { return false }
        return Compression(magic: head[...]) != nil || CompoundFile.isOne(head[...])
    }
}
