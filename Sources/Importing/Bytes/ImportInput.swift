internal import Foundation

/// A file to import: one on disk, or an upload that was spooled to disk.
///
/// An import reads its file several times, in pieces, so that memory does not grow with it.
public struct ImportInput: Sendable {
    /// The file's name without its folders, for the report and the ledger.
    public let name: String
    /// Where the bytes lie.
    let path: String

    /// A file on disk. Nothing is opened yet.
    public static func file(_ path: String) -> ImportInput {
        ImportInput(name: String(path.split(separator: "/").last ?? "/"), path: path)
    }

    /// Spools an upload into a temporary file, hands it over, and removes it afterwards.
    ///
    /// - Parameters:
    ///   - chunks: The bytes as they arrive.
    ///   - name: The file's name as the sender gave it.
    ///   - limitBytes: How many bytes are allowed.
    /// - Throws: ``ImportError/tooLarge(limitBytes:)`` as soon as more arrive, an error of the
    ///   disk or of `chunks`, or what `body` throws.
    public static func withUpload<Chunks: AsyncSequence, Result>(
        _ chunks: Chunks,
        name: String,
        limitBytes: Int64,
        _ body: (ImportInput) async throws -> Result
    ) async throws -> Result where Chunks.Element: Sequence, Chunks.Element.Element == UInt8 {
        let spool = FileManager.default.temporaryDirectory
            .appending(path: "ambit-upload-\(UUID().uuidString)")
        // Readable by this process's user alone: a file may hold people's addresses.
        guard
            FileManager.default.createFile(
                atPath: spool.path,
                contents: nil,
                attributes: [.posixPermissions: 0o600]
            )
        else { throw ImportError.unreadable(path: spool.path, reason: reasonOfLastFailure()) }
        defer { try? FileManager.default.removeItem(at: spool) }
        let file = try FileHandle(forWritingTo: spool)
        var byteCount: Int64 = 0
        for try await chunk in chunks {
            let bytes = Data(chunk)
            byteCount += Int64(bytes.count)
            guard byteCount <= limitBytes else {
                throw ImportError.tooLarge(limitBytes: limitBytes)
            }
            try file.write(contentsOf: bytes)
        }
        try file.close()
        return try await body(ImportInput(name: name, path: spool.path))
    }

    /// Opens the file, unpacking it where it is compressed.
    func openStream(_ compression: Compression?) throws(ImportError) -> any ByteStream {
        guard let compression else { return try PlainByteStream(path: path) }
        return try ArchiveStream(path: path, name: name, compression: compression)
    }
}
