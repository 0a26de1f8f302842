internal import Foundation

/// What lies in a zip archive of several files, such as the parts of a shapefile.
struct ZipArchive {
    let path: String
    let name: String

    /// The paths of the files in it, without folders and without what macOS packs besides.
    func fileNames() throws(ImportError) -> [String] { try files().map(\.path) }

    /// The files in it, likewise.
    func files() throws(ImportError) -> [ZipDirectory.Entry] {
        try ZipDirectory(try FileReader(path: path), name: name).entries.filter(\.isWanted)
    }

    /// Unpacks some of the files into a folder, each under the name that `target` gives it; files for
    /// which it gives none stay packed.
    ///
    /// - Throws: ``ImportError/badArchive(name:reason:)`` when the archive is damaged,
    ///   ``ImportError/unpacksTooLarge(name:limitBytes:)`` when its files are longer than any are.
    func unpack(
        into folder: TemporaryFolder,
        as target: (String) -> String?
    ) throws(ImportError) {
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

    /// - Throws: ``ImportError/badArchive(name:reason:)`` when the archive is damaged, encrypted, or
    ///   holds no file or several.
    init(path: String, name: String) throws(ImportError) {
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

    func next() throws(ImportError) -> [UInt8] {
        let chunk = try entry.next()
        try limit.spend(chunk.count, name: name)
        return chunk
    }
}
