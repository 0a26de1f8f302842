internal import Datasets

/// A workbook in a file: as it is, or packed once more.
struct PackedWorkbook {
    let workbook: Workbook
    /// How the workbook is packed besides being an archive itself.
    let compression: Compression?
    /// Where it was unpacked; the folder goes with it.
    private let folder: TemporaryFolder?

    /// Looks whether a file is a workbook, or a packed one, whatever its name.
    ///
    /// - Parameters:
    ///   - path: Where the file lies.
    ///   - name: What errors call it.
    ///   - head: Its first bytes.
    /// - Returns: nil where it is something else.
    /// - Throws: ``ImportError/badSpreadsheet(name:reason:)`` where it is one that is not read.
    static func find(
        path: String,
        name: String,
        _ head: ArraySlice<UInt8>
    ) throws(ImportError) -> PackedWorkbook? {
        if CompoundFile.isOne(head) {
            return PackedWorkbook(
                workbook: try binary(path: path, name: name),
                compression: nil,
                folder: nil
            )
        }
        guard let compression = Compression(magic: head) else { return nil }
        if compression == .zip {
            if let workbook = try Workbook(path: path, name: name) {
                return PackedWorkbook(workbook: workbook, compression: nil, folder: nil)
            }
            let files = try ZipArchive(path: path, name: name).files()
            guard files.count == 1 else { return nil }
        }
        return try unpacked(path: path, name: name, compression)
    }

    /// The workbook in a compound file.
    private static func binary(path: String, name: String) throws(ImportError) -> Workbook {
        if let advice = try CompoundFile.advice(path: path) {
            throw .badSpreadsheet(name: name, reason: advice)
        }
        guard let workbook = try BinaryWorkbook(path: path, name: name) else {
            throw BinaryWorkbook.damaged(name)
        }
        return try Workbook(workbook, path: path, name: name)
    }

    private static func unpacked(
        path: String,
        name: String,
        _ compression: Compression
    ) throws(ImportError) -> PackedWorkbook? {
        let stream = try ArchiveStream(path: path, name: name, compression: compression)
        let first = try stream.next()
        guard Compression(magic: first[...]) == .zip || CompoundFile.isOne(first[...]) else {
            return nil
        }
        let folder = try TemporaryFolder()
        let writer = try ScratchWriter("workbook", in: folder)
        try writer.write(first[...])
        while case let chunk = try stream.next(), !chunk.isEmpty { try writer.write(chunk[...]) }
        try writer.close()
        if CompoundFile.isOne(first[...]) {
            return PackedWorkbook(
                workbook: try binary(path: writer.path, name: name),
                compression: compression,
                folder: folder
            )
        }
        guard let workbook = try Workbook(path: writer.path, name: name) else { return nil }
        return PackedWorkbook(workbook: workbook, compression: compression, folder: folder)
    }
}

extension PackedWorkbook {
    static func find(
        _ input: ImportInput,
        _ head: ArraySlice<UInt8>
    ) throws(ImportError) -> PackedWorkbook? {
        try find(path: input.path, name: input.name, head)
    }
}

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
        let sheet = try SheetTable(file.workbook, sheet: options.sheet)
        var table = ImportInput.file(sheet.path)
        table.name = input.name
        let profile = options.profile
        let text = try FileInspection.inspect(table) { _ in }
            .mendingEncoding(options.mendsEncoding)
        let dialect = try FileLayout.ofSheet(
            table,
            text,
            profile: profile,
            headerLine: options.headerLine
        )
        inspection = try .ofFiles([input.path], compression: file.compression, like: text)
        format = FileFormat(
            kind: sheet.kind,
            encoding: TextEncoding.utf8.rawValue,
            compression: file.compression
        )
        rows = { [table] () throws(ImportError) in
            let rows = SheetRowSource(
                try CSVRowSource(table, text, dialect: dialect),
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
