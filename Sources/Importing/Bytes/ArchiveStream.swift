internal import CArchive

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

/// The only file in a zip archive.
///
/// A wrapper of libarchive. The handle is private, used from one thread at a time by the owner of
/// the stream, and freed exactly once, when the stream goes.
private final class ZipStream: ByteStream {
    private let handle: OpaquePointer
    private let name: String
    private var isAtEnd = false
    private var limit: UnpackingLimit

    init(path: String, name: String) throws(ImportError) {
        limit = UnpackingLimit(packedBytes: try FileReader(path: path).stamp().byteCount)
        guard let handle = archive_read_new() else {
            throw .badArchive(name: name, reason: "out of memory")
        }
        self.handle = handle
        self.name = name
        archive_read_support_format_zip(handle)
        guard archive_read_open_filename(handle, path, chunkSize) == ARCHIVE_OK else {
            throw failure()
        }
        guard try openNextFile() else {
            throw .badArchive(name: name, reason: "it holds no file")
        }
    }

    deinit { archive_read_free(handle) }

    var bytesRead: Int64 { archive_filter_bytes(handle, -1) }

    func next() throws(ImportError) -> [UInt8] {
        guard !isAtEnd else { return [] }
        try checkCancellation()
        var count = 0
        let chunk = [UInt8](unsafeUninitializedCapacity: chunkSize) { buffer, initialized in
            count = archive_read_data(handle, buffer.baseAddress, chunkSize)
            initialized = max(0, count)
        }
        guard count >= 0 else { throw failure() }
        try limit.spend(count, name: name)
        if count == 0 {
            isAtEnd = true
            guard try !openNextFile() else {
                throw .badArchive(
                    name: name,
                    reason: "it holds several files; pack the one to import alone"
                )
            }
        }
        return chunk
    }

    /// Goes on to the next file of the archive, past folders and the extra entries that macOS packs.
    private func openNextFile() throws(ImportError) -> Bool {
        var entry: OpaquePointer?
        while true {
            let code = archive_read_next_header(handle, &entry)
            if code == ARCHIVE_EOF { return false }
            guard code == ARCHIVE_OK || code == ARCHIVE_WARN, let entry else { throw failure() }
            if ZipArchive.fileName(of: entry) != nil { return true }
        }
    }

    private func failure() -> ImportError { ZipArchive.failure(handle, name: name) }
}
