internal import Foundation

/// Writes a temporary file, a large piece at a time.
final class ScratchWriter {
    /// Where the file lies.
    let path: String
    private let file: FileHandle
    private var waiting: [UInt8] = []
    /// How many bytes were written.
    private(set) var byteCount: Int64 = 0

    private static let pieceLength = 256 << 10

    /// - Throws: ``ImportError/noRoom(folder:)``,
    ///   ``ImportError/noTemporaryFolder(folder:reason:)``.
    init(_ name: String, in folder: TemporaryFolder) throws(ImportError) {
        path = folder.path(name)
        file = try folder.makeFile(name)
    }

    /// Appends bytes.
    func write(_ bytes: ArraySlice<UInt8>) throws(ImportError) {
        waiting += bytes
        byteCount += Int64(bytes.count)
        if waiting.count >= Self.pieceLength { try flush() }
    }

    /// Writes what waits, and closes the file.
    func close() throws(ImportError) {
        try flush()
        try? file.close()
    }

    private func flush() throws(ImportError) {
        guard !waiting.isEmpty else { return }
        do { try file.write(contentsOf: Data(waiting)) } catch {
            throw .cannotWrite(path, error)
        }
        waiting.removeAll(keepingCapacity: true)
    }
}
