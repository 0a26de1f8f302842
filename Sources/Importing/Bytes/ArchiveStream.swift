internal import CArchive
internal import CZlib

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

    private func failure() -> ImportError {
        let reason = archive_error_string(handle).map { String(cString: $0) } ?? "it is damaged"
        return .badArchive(name: name, reason: reason.lowercasedFirst)
    }
}

/// What is packed in a gzip file (RFC 1952), of one member or several, with their checksums and
/// lengths compared.
///
/// A wrapper of zlib. Its state is private, lies at one address for as long as the stream lives, is
/// used from one thread at a time by the owner of the stream, and freed exactly once.
private final class GzipStream: ByteStream {
    private let packed: any ByteStream
    private let name: String
    private let state: UnsafeMutablePointer<z_stream>
    private var limit: UnpackingLimit
    private var input: [UInt8] = []
    private var position = 0
    private var isInMember = true
    private var isAtEnd = false
    /// What was looked at and not yet handed out.
    private var pending: [UInt8]?

    /// How often a file may be packed: some programs pack what is packed already.
    private static let nestingLimit = 3

    static func open(path: String, name: String) throws(ImportError) -> GzipStream {
        let limit = UnpackingLimit(packedBytes: try FileReader(path: path).stamp().byteCount)
        var stream = try GzipStream(try PlainByteStream(path: path), name: name, limit: limit)
        for _ in 1..<nestingLimit {
            guard Compression(magic: try stream.peek()[...]) == .gzip else { break }
            stream = try GzipStream(stream, name: name, limit: limit)
        }
        return stream
    }

    private init(
        _ packed: any ByteStream,
        name: String,
        limit: UnpackingLimit
    ) throws(ImportError) {
        self.packed = packed
        self.name = name
        self.limit = limit
        state = .allocate(capacity: 1)
        state.initialize(to: z_stream())
        // 15 is the largest window; 16 more stands for gzip's header and checksum.
        let opened = inflateInit2_(
            state,
            15 + 16,
            ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size)
        )
        guard opened == Z_OK else { throw .badArchive(name: name, reason: "out of memory") }
    }

    deinit {
        inflateEnd(state)
        state.deinitialize(count: 1)
        state.deallocate()
    }

    var bytesRead: Int64 { packed.bytesRead }

    func next() throws(ImportError) -> [UInt8] {
        if let chunk = pending {
            pending = nil
            return chunk
        }
        while !isAtEnd {
            if position == input.count {
                input = try packed.next()
                position = 0
                if input.isEmpty {
                    isAtEnd = true
                    guard !isInMember else {
                        throw .badArchive(
                            name: name,
                            reason: "it breaks off; copy it again, and look whether that finished"
                        )
                    }
                    return []
                }
            }
            guard isInMember else {
                try beginMember()
                continue
            }
            let chunk = try unpack()
            if !chunk.isEmpty { return chunk }
        }
        return []
    }

    /// The next bytes, which stay the next.
    private func peek() throws(ImportError) -> [UInt8] {
        let chunk = try next()
        pending = chunk
        return chunk
    }

    /// Goes on behind the end of a member: to another, or past zeros that fill a block.
    private func beginMember() throws(ImportError) {
        if input[position] == 0x1F {
            inflateReset(state)
            isInMember = true
            return
        }
        guard input[position...].allSatisfy({ $0 == 0 }) else {
            throw .badArchive(
                name: name,
                reason: "something follows behind its end that is not packed with gzip"
            )
        }
        position = input.count
    }

    /// Unpacks some of the input; perhaps nothing comes of it.
    private func unpack() throws(ImportError) -> [UInt8] {
        let state = state
        let start = position
        var code = Z_OK
        let chunk = [UInt8](unsafeUninitializedCapacity: chunkSize) { output, count in
            input.withUnsafeMutableBufferPointer { bytes in
                state.pointee.next_in = bytes.baseAddress.map { $0 + start }
                state.pointee.avail_in = UInt32(bytes.count - start)
                state.pointee.next_out = output.baseAddress
                state.pointee.avail_out = UInt32(chunkSize)
                code = inflate(state, Z_NO_FLUSH)
                count = chunkSize - Int(state.pointee.avail_out)
            }
        }
        position = input.count - Int(state.pointee.avail_in)
        try checkCancellation()
        switch code {
        case Z_OK: break
        case Z_STREAM_END: isInMember = false
        default: throw failure()
        }
        try limit.spend(chunk.count, name: name)
        return chunk
    }

    private func failure() -> ImportError {
        var reason = "it is damaged"
        if let message = state.pointee.msg {
            let text = String(cString: message)
            reason =
                ["incorrect data check", "incorrect length check"].contains(text)
                ? "it is damaged: what is in it does not fit its checksum; copy it again"
                : "it is damaged (\(text)); copy it again"
        }
        return .badArchive(name: name, reason: reason)
    }
}

extension String {
    fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
