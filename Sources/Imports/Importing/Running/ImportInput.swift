internal import Foundation
internal import RowFiles

/// A file to import: one on disk, or an upload that was spooled to disk.
///
/// An import reads its file several times, in pieces, so that memory does not grow with it.
public struct ImportInput: Sendable {
    /// The file's name without its folders, for the report and the ledger; control characters in it are
    /// written out.
    public internal(set) var name: String
    /// Where the bytes lie.
    let path: String
    /// Files that are read behind this one, as if they were one.
    var others: [ImportInput] = []
    /// The feed that it is, where it was read already.
    var feed: VIPFeed?

    /// A file on disk. Nothing is opened yet.
    public static func file(_ path: String) -> ImportInput {
        ImportInput(name: SourceFile(path: path).name, path: path)
    }

    /// The file as what reads its bytes knows it.
    var file: SourceFile { SourceFile(name: name, path: path) }

    /// Several files on disk that are imported together, as if they were one: they must have the same
    /// columns, in any order. Nothing is opened yet.
    ///
    /// - Parameter paths: One or more.
    public static func files(_ paths: [String]) -> ImportInput {
        let inputs = paths.map { ImportInput.file($0) }
        guard var first = inputs.first, inputs.count > 1 else {
            return inputs.first ?? .file("")
        }
        first = ImportInput(
            name: "\(first.name) and \(counted(inputs.count - 1, "more file"))",
            path: first.path
        )
        first.others = Array(inputs.dropFirst())
        return first
    }

    /// The first of several files.
    var alone: ImportInput {
        others.isEmpty ? self : ImportInput.file(path)
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
        let upload = try await SpooledUpload.receive(chunks, name: name, limitBytes: limitBytes)
        // The file goes with its owner.
        defer { withExtendedLifetime(upload) {} }
        return try await body(upload.input)
    }

    /// Opens the file, unpacking it where it is compressed.
    func openStream(_ compression: Compression?) throws(ImportError) -> any ByteStream {
        try importing(file.openStream(compression))
    }
}

/// An upload that lies in a temporary file, which goes when its owner lets go of it.
public final class SpooledUpload: Sendable {
    /// The file.
    public let input: ImportInput
    private let folder: TemporaryFolder

    private init(input: ImportInput, folder: TemporaryFolder) {
        self.input = input
        self.folder = folder
    }

    /// Spools an upload as it arrives.
    ///
    /// - Parameters:
    ///   - chunks: The bytes as they arrive.
    ///   - name: The file's name as the sender gave it.
    ///   - limitBytes: How many bytes are allowed.
    ///   - progress: Told how many bytes have arrived.
    /// - Throws: ``ImportError/tooLarge(limitBytes:)`` as soon as more arrive,
    ///   ``RowFileError/noRoom(folder:)``, ``RowFileError/noTemporaryFolder(folder:reason:)``,
    ///   ``ImportError/cancelled``, or an error of `chunks`.
    public static func receive<Chunks: AsyncSequence>(
        _ chunks: Chunks,
        name: String,
        limitBytes: Int64,
        progress: (@Sendable (Int64) -> Void)? = nil
    ) async throws -> SpooledUpload
    where Chunks.Element: Sequence, Chunks.Element.Element == UInt8 {
        let folder = try importing(TemporaryFolder())
        let path = folder.path("upload")
        let file = try importing(folder.makeFile("upload"))
        defer { try? file.close() }
        let upload = SpooledUpload(input: ImportInput(name: name, path: path), folder: folder)
        var byteCount: Int64 = 0
        for try await chunk in chunks {
            let bytes = Data(chunk)
            byteCount += Int64(bytes.count)
            guard byteCount <= limitBytes else {
                throw ImportError.tooLarge(limitBytes: limitBytes)
            }
            do { try file.write(contentsOf: bytes) } catch {
                throw ImportError(.cannotWrite(path, error))
            }
            progress?(byteCount)
            try checkCancellation()
        }
        // A sequence that is cancelled may as well end as throw.
        try checkCancellation()
        return upload
    }
}
