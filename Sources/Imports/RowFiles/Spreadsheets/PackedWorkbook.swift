/// A workbook in a file: as it is, or packed once more.
package struct PackedWorkbook {
    /// The workbook, unpacked.
    package let workbook: Workbook
    /// How the workbook is packed besides being an archive itself.
    package let compression: Compression?
    /// Where it was unpacked; the folder goes with it.
    private let folder: TemporaryFolder?

    /// Looks whether a file is a workbook, or a packed one, whatever its name.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - head: Its first bytes.
    /// - Returns: nil where it is something else.
    /// - Throws: ``RowFileError/badSpreadsheet(name:reason:)`` where it is one that is not read.
    package static func find(
        _ file: SourceFile,
        _ head: ArraySlice<UInt8>
    ) throws(RowFileError) -> PackedWorkbook? {
        let (path, name) = (file.path, file.name)
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
    private static func binary(path: String, name: String) throws(RowFileError) -> Workbook {
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
    ) throws(RowFileError) -> PackedWorkbook? {
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
