internal import CDeflate
internal import CZlib

/// Bytes made smaller for the way, in the gzip format (RFC 1952).
package enum Gzip {
    /// How much work goes into it.
    package enum Effort: Int32, Sendable {
        /// For what somebody waits for while it is packed: some 350 MB/s by libdeflate, 80 MB/s by zlib
        /// where that is missing.
        case waitedFor = 1
        /// For what is sent once: some 30 MB/s.
        case quick = 6
        /// As short as zlib can make it, for what is sent again and again: some 20 MB/s.
        case thorough = 9
    }

    /// - Returns: The bytes compressed; nil where that would not make them shorter.
    package static func compressed(_ bytes: [UInt8], effort: Effort = .thorough) -> [UInt8]? {
        // What does not fit into fewer bytes than it has is not worth its decompression.
        packed(bytes, effort, capacity: bytes.count - 1)
    }

    /// The bytes in the gzip format, whether that makes them shorter or not.
    ///
    /// - Parameter bytes: Fewer than 4 GB.
    /// - Complexity: O(n).
    package static func wrapped(_ bytes: [UInt8], effort: Effort = .thorough) -> [UInt8] {
        // What zlib cannot shorten it stores: 5 bytes for each block of 16 KB at least, and a frame of 18.
        let capacity = bytes.count + bytes.count / 1000 + 64
        guard let packed = packed(bytes, effort, capacity: capacity) else {
            preconditionFailure("zlib needs more than \(capacity) bytes for \(bytes.count)")
        }
        return packed
    }

    private static func packed(
        _ bytes: [UInt8],
        _ effort: Effort,
        capacity: Int
    ) -> [UInt8]? {
        guard let input = UInt32(exactly: bytes.count), let room = UInt32(exactly: capacity),
            room > 0
        else { return nil }
        if effort == .waitedFor, hasLibdeflate { return packedAtOnce(bytes, capacity: capacity) }
        var stream = z_stream()
        // 15 is the largest window; 16 more stands for gzip's header and checksum.
        let opened = deflateInit2_(
            &stream,
            effort.rawValue,
            Z_DEFLATED,
            15 + 16,
            9,
            Z_DEFAULT_STRATEGY,
            ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size)
        )
        guard opened == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        var bytes = bytes
        var end = Z_OK
        let packed = [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
            bytes.withUnsafeMutableBufferPointer { bytes in
                stream.next_in = bytes.baseAddress
                stream.avail_in = input
                stream.next_out = output.baseAddress
                stream.avail_out = room
                end = deflate(&stream, Z_FINISH)
                count = Int(stream.total_out)
            }
        }
        return end == Z_STREAM_END ? packed : nil
    }

    private static let hasLibdeflate = ambit_deflate_exists() != 0

    private static func packedAtOnce(_ bytes: [UInt8], capacity: Int) -> [UInt8]? {
        guard let compressor = libdeflate_alloc_compressor(1) else { return nil }
        defer { libdeflate_free_compressor(compressor) }
        let packed = [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
            count = libdeflate_gzip_compress(
                compressor,
                bytes,
                bytes.count,
                output.baseAddress,
                capacity
            )
        }
        return packed.isEmpty ? nil : packed
    }
}
