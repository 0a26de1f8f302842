internal import CZlib

/// What is packed in a gzip file (RFC 1952), of one member or several, with their checksums and
/// lengths compared.
///
/// A wrapper of zlib. Its state is private, lies at one address for as long as the stream lives, is
/// used from one thread at a time by the owner of the stream, and freed exactly once.
final class GzipStream: ByteStream {
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

    static func open(path: String, name: String) throws(RowFileError) -> GzipStream {
        try open(
            try PlainByteStream(path: path),
            name: name,
            limit: UnpackingLimit(packedBytes: try FileReader(path: path).stamp().byteCount)
        )
    }

    fileprivate static func open(
        _ packed: any ByteStream,
        name: String,
        limit: UnpackingLimit
    ) throws(RowFileError) -> GzipStream {
        var stream = try GzipStream(packed, name: name, limit: limit)
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
    ) throws(RowFileError) {
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
        if !areChecksumsCompared { inflateValidate(state, 0) }
    }

    deinit {
        inflateEnd(state)
        state.deinitialize(count: 1)
        state.deallocate()
    }

    var bytesRead: Int64 { packed.bytesRead }

    func next() throws(RowFileError) -> [UInt8] {
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
    private func peek() throws(RowFileError) -> [UInt8] {
        var chunk = try next()
        // Two bytes tell what it is.
        while chunk.count == 1, case let more = try next(), !more.isEmpty { chunk += more }
        pending = chunk
        return chunk
    }

    /// Goes on behind the end of a member: to another, or past zeros that fill a block.
    private func beginMember() throws(RowFileError) {
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
    private func unpack() throws(RowFileError) -> [UInt8] {
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

    private func failure() -> RowFileError {
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

/// What is packed by gzip and read in pieces, such as through a pipe.
package final class GzipInput {
    private let stream: GzipStream

    /// - Parameters:
    ///   - name: What errors call it.
    ///   - packedBytes: How many packed bytes there are, which bounds what may be unpacked; nil for a
    ///     pipe, where nobody knows.
    ///   - nextChunk: The next packed bytes; empty at their end.
    /// - Throws: ``RowFileError/badArchive(name:reason:)`` when the beginning is damaged.
    package init(
        _ name: String,
        packedBytes: Int?,
        _ nextChunk: @escaping () throws(RowFileError) -> [UInt8]
    ) throws(RowFileError) {
        let limit = UnpackingLimit(packedBytes: packedBytes.map(Int64.init) ?? .max)
        stream = try GzipStream.open(ChunkStream([], nextChunk), name: name, limit: limit)
    }

    /// The next bytes; empty at the end.
    ///
    /// - Throws: ``RowFileError/badArchive(name:reason:)`` when it is damaged or breaks off,
    ///   ``RowFileError/unpacksTooLarge(name:limitBytes:)``.
    package func next() throws(RowFileError) -> [UInt8] { try stream.next() }
}
