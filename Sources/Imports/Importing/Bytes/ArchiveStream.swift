/// The bytes of a gzip file, or of the only file in a zip archive.
final class ArchiveStream: ByteStream {
    private let unpacked: any ByteStream

    /// - Throws: ``ImportError/badArchive(name:reason:)`` when the archive is damaged, encrypted,
    ///   or holds no file.
    init(path: String, name: String, compression: Compression) throws(ImportError) {
        switch compression {
        case .gzip: unpacked = try GzipStream.open(path: path, name: name)
        case .zip: unpacked = try ZipStream(path: path, name: name)
        }
    }

    var bytesRead: Int64 { unpacked.bytesRead }

    func next() throws(ImportError) -> [UInt8] { try unpacked.next() }
}
