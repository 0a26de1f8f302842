internal import Foundation

/// What lies in a zip archive of several files, such as the parts of a shapefile.
package struct ZipArchive {
    /// Where it lies.
    package let path: String
    /// What errors call it.
    package let name: String

    /// An archive on disk. Nothing is opened yet.
    package init(path: String, name: String) {
        self.path = path
        self.name = name
    }

    /// The paths of the files in it, without folders and without what macOS packs besides.
    package func fileNames() throws(RowFileError) -> [String] { try files().map(\.path) }

    /// The files in it, likewise.
    package func files() throws(RowFileError) -> [ZipDirectory.Entry] {
        try ZipDirectory(try FileReader(path: path), name: name).entries.filter(\.isWanted)
    }

    /// Unpacks some of the files into a folder, each under the name that `target` gives it; files for
    /// which it gives none stay packed.
    ///
    /// - Throws: ``RowFileError/badArchive(name:reason:)`` when the archive is damaged,
    ///   ``RowFileError/unpacksTooLarge(name:limitBytes:)`` when its files are longer than any are.
    package func unpack(
        into folder: TemporaryFolder,
        as target: (String) -> String?
    ) throws(RowFileError) {
        let reader = try FileReader(path: path)
        var budget = UnpackingLimit(packedBytes: try reader.stamp().byteCount)
        for entry in try files() {
            guard let target = target(entry.path) else { continue }
            let stream = try ZipEntryStream(reader, entry, name: name)
            let file = try folder.makeFile(target)
            defer { try? file.close() }
            while case let chunk = try stream.next(), !chunk.isEmpty {
                try budget.spend(chunk.count, name: name)
                do { try file.write(contentsOf: Data(chunk)) } catch {
                    throw .cannotWrite(folder.path(target), error)
                }
            }
        }
    }
}

/// The only file in a zip archive.
final class ZipStream: ByteStream {
    private let name: String
    private let entry: ZipEntryStream
    private var limit: UnpackingLimit

    /// - Throws: ``RowFileError/badArchive(name:reason:)`` when the archive is damaged, encrypted, or
    ///   holds no file or several.
    init(path: String, name: String) throws(RowFileError) {
        let files = try ZipArchive(path: path, name: name).files()
        guard let file = files.first else {
            throw .badArchive(name: name, reason: "it holds no file")
        }
        guard files.count == 1 else {
            throw .badArchive(
                name: name,
                reason: "it holds several files; pack the one to import alone"
            )
        }
        let reader = try FileReader(path: path)
        limit = UnpackingLimit(packedBytes: try reader.stamp().byteCount)
        entry = try ZipEntryStream(reader, file, name: name)
        self.name = name
    }

    var bytesRead: Int64 { entry.bytesRead }

    func next() throws(RowFileError) -> [UInt8] {
        let chunk = try entry.next()
        try limit.spend(chunk.count, name: name)
        return chunk
    }
}
