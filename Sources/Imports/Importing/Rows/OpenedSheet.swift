internal import Datasets
internal import RowFiles

/// A workbook whose sheet was read, for an import.
struct OpenedSheet {
    let inspection: FileInspection
    let format: FileFormat
    /// Opens the rows from the beginning.
    let rows: () throws(ImportError) -> any RowSource

    init(
        _ file: PackedWorkbook,
        _ input: ImportInput,
        options: ImportOptions
    ) throws(ImportError) {
        let sheet = try importing(SheetTable(file.workbook, sheet: options.sheet))
        var table = SourceFile(path: sheet.path)
        table.name = input.name
        let profile = options.profile
        let text = try importing(FileInspection.inspect(table) { _ in })
            .mendingEncoding(options.mendsEncoding)
        let layout = try FileLayout.ofSheet(
            table,
            text,
            profile: profile,
            headerLine: options.headerLine
        )
        inspection = try importing(
            .ofFiles([input.path], compression: file.compression, like: text)
        )
        format = FileFormat(
            kind: sheet.kind,
            encoding: TextEncoding.utf8.rawValue,
            compression: file.compression
        )
        rows = { [table] () throws(ImportError) in
            let rows = SheetRowSource(
                try CSVRowSource(table, text, layout: layout),
                sheet
            )
            guard let profile else { return rows }
            return try ProfiledRowSource(rows, profile: profile)
        }
    }
}

extension FileFormat {
    /// Whether the file has rows of cells under a header.
    var isTable: Bool { ["csv", "xlsx", "xls", "ods"].contains(kind) }
}
