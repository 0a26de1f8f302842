internal import CZlib
internal import HTTPTypes

/// Bytes made smaller for the way, in the gzip format (RFC 1952).
enum Gzip {
    /// How much work goes into it.
    enum Effort: Int32 {
        /// For what is sent once: some 30 MB/s.
        case quick = 6
        /// As short as zlib can make it, for what is sent again and again: some 20 MB/s.
        case thorough = 9
    }

    /// What says that a body is packed, and that it depends on the client.
    static let fields: HTTPFields = [.contentEncoding: "gzip", .vary: "Accept-Encoding"]

    /// - Returns: The bytes compressed; nil where that would not make them shorter.
    static func compressed(_ bytes: [UInt8], effort: Effort = .thorough) -> [UInt8]? {
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
        // What does not fit into fewer bytes than it has is not worth its decompression.
        guard let input = UInt32(exactly: bytes.count), input > 1 else { return nil }
        var bytes = bytes
        var end = Z_OK
        let packed = [UInt8](unsafeUninitializedCapacity: bytes.count - 1) { output, count in
            bytes.withUnsafeMutableBufferPointer { bytes in
                stream.next_in = bytes.baseAddress
                stream.avail_in = input
                stream.next_out = output.baseAddress
                stream.avail_out = input - 1
                end = deflate(&stream, Z_FINISH)
                count = Int(stream.total_out)
            }
        }
        return end == Z_STREAM_END ? packed : nil
    }

    private static let usualFields: Set = [
        "gzip", "gzip, deflate", "gzip, deflate, br", "gzip, deflate, br, zstd", "gzip,deflate",
    ]

    /// Whether a client says in its `Accept-Encoding` that it takes gzip (RFC 9110, section 12.5.3).
    static func isAccepted(by field: String?) -> Bool {
        guard let field else { return false }
        // What browsers and most libraries send, without taking it apart.
        if usualFields.contains(field) { return true }
        var isAnyAccepted = false
        for choice in field.split(separator: ",") {
            let parts = choice.split(separator: ";", omittingEmptySubsequences: false)
                .map { $0.trimmingSpaces.lowercased() }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { $0.dropFirst(2) }
            let isAccepted = weight.map { Double($0) ?? 0 > 0 } ?? true
            switch parts.first {
            case "gzip", "x-gzip": return isAccepted
            case "*": isAnyAccepted = isAccepted
            default: break
            }
        }
        return isAnyAccepted
    }
}
