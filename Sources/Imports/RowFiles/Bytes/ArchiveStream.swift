/// The bytes of a gzip file, or of the only file in a zip archive.
package final class ArchiveStream: ByteStream {
    private let unpacked: any ByteStream

    /// - Throws: ``RowFileError/badArchive(name:reason:)`` when the archive is damaged, encrypted,
    ///   or holds no file.
    package init(path: String, name: String, compression: Compression) throws(RowFileError) {
        switch compression {
        case .gzip: unpacked = try GzipStream.open(path: path, name: name)
        case .zip: unpacked = try ZipStream(path: path, name: name)
        }
    }

    /// How many bytes of the archive have been used so far.
    package var bytesRead: Int64 { unpacked.bytesRead }

    /// The next unpacked bytes; empty at the end.
    package func next() throws(RowFileError) -> [UInt8] { try unpacked.next() }
}
