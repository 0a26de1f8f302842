import CZlib

/// Bytes as zlib packs them (RFC 1950).
package func packedByZlib(_ content: [UInt8]) -> [UInt8] {
    var count = compressBound(uLong(content.count))
    return [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, initialized in
        compress2(buffer.baseAddress, &count, content, uLong(content.count), 6)
        initialized = Int(count)
    }
}
