internal import Foundation

/// Writes a temporary file, a large piece at a time.
package final class ScratchWriter {
    /// Where the file lies.
    package let path: String
    private let file: FileHandle
    private var waiting: [UInt8] = []
    /// How many bytes were written.
    package private(set) var byteCount: Int64 = 0

    private static let pieceLength = 256 << 10

    /// - Throws: ``RowFileError/noRoom(folder:)``,
    ///   ``RowFileError/noTemporaryFolder(folder:reason:)``.
    package init(_ name: String, in folder: TemporaryFolder) throws(RowFileError) {
        path = folder.path(name)
        file = try folder.makeFile(name)
    }

    /// Appends bytes.
    package func write(_ bytes: ArraySlice<UInt8>) throws(RowFileError) {
        waiting += bytes
        byteCount += Int64(bytes.count)
        if waiting.count >= Self.pieceLength { try flush() }
    }

    /// Writes what waits, and closes the file.
    package func close() throws(RowFileError) {
        try flush()
        try? file.close()
    }

    private func flush() throws(RowFileError) {
        guard !waiting.isEmpty else { return }
        do { try file.write(contentsOf: Data(waiting)) } catch {
            throw .cannotWrite(path, error)
        }
        waiting.removeAll(keepingCapacity: true)
    }
}
