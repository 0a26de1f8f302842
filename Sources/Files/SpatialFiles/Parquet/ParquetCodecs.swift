internal import CZlib
internal import CZstd

/// How the bytes of a page are compressed.
enum ParquetCodec {
    /// So long is a page at most, before and after: the largest that programs write are a few megabytes.
    static let mostBytes = 256 << 20

    /// - Parameters:
    ///   - codec: Its number in `parquet.thrift`.
    ///   - length: How many bytes there are then.
    ///   - column: Named where the codec is not read.
    static func decompressed(
        _ bytes: ArraySlice<UInt8>,
        _ codec: Int64,
        length: Int,
        column: String
    ) throws(ParquetFault) -> [UInt8] {
        guard length >= 0, length <= mostBytes else { throw .damaged }
        switch codec {
        case 0:
            guard bytes.count == length else { throw .damaged }
            return Array(bytes)
        case 1: return try Snappy.decompressed(bytes, length: length)
        case 2: return try inflated(bytes, length: length)
        case 6: return try unpackedZstandard(bytes, length: length)
        default:
            let names: [Int64: String] = [3: "LZO", 4: "Brotli", 5: "LZ4", 7: "LZ4"]
            throw ParquetFault(
                "its column \(column) is compressed by \(names[codec] ?? "a codec that is not known"); write "
                    + "it with Snappy, gzip, Zstandard or none"
            )
        }
    }

    private static func inflated(
        _ bytes: ArraySlice<UInt8>,
        length: Int
    ) throws(ParquetFault) -> [UInt8] {
        var stream = z_stream()
        // 15 is the largest window; 32 more takes gzip's frame and zlib's.
        guard
            inflateInit2_(&stream, 15 + 32, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
                == Z_OK
        else { throw .damaged }
        defer { inflateEnd(&stream) }
        var input = Array(bytes)
        var end = Z_OK
        let output = [UInt8](unsafeUninitializedCapacity: length + 1) { output, count in
            input.withUnsafeMutableBufferPointer { input in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(length + 1)
                end = inflate(&stream, Z_FINISH)
                count = length + 1 - Int(stream.avail_out)
            }
        }
        guard end == Z_STREAM_END, output.count == length else { throw .damaged }
        return output
    }

    private static func unpackedZstandard(
        _ bytes: ArraySlice<UInt8>,
        length: Int
    ) throws(ParquetFault) -> [UInt8] {
        guard ambit_zstd_exists() != 0 else {
            throw ParquetFault(
                "it is compressed by Zstandard, and its library is missing; install libzstd1"
            )
        }
        var isDone = false
        let output = [UInt8](unsafeUninitializedCapacity: length + 1) { output, count in
            bytes.withUnsafeBytes { input in
                let made = ZSTD_decompress(
                    output.baseAddress,
                    length + 1,
                    input.baseAddress,
                    input.count
                )
                isDone = ZSTD_isError(made) == 0 && made == length
                count = isDone ? length : 0
            }
        }
        guard isDone else { throw .damaged }
        return output
    }
}

/// Google's Snappy, without a frame.
///
/// Source: "Snappy compressed format description", 2011.
enum Snappy {
    static func decompressed(
        _ bytes: ArraySlice<UInt8>,
        length: Int
    ) throws(ParquetFault) -> [UInt8] {
        var isSound = false
        let output = [UInt8](unsafeUninitializedCapacity: length) { output, count in
            bytes.withUnsafeBufferPointer { input in
                isSound = decompress(input, output, length)
            }
            count = isSound ? length : 0
        }
        guard isSound else { throw .damaged }
        return output
    }

    private static func decompress(
        _ input: UnsafeBufferPointer<UInt8>,
        _ output: UnsafeMutableBufferPointer<UInt8>,
        _ length: Int
    ) -> Bool {
        var from = 0
        var told: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            guard from < input.count, shift <= 28 else { return false }
            let byte = input[from]
            from += 1
            told |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 { break }
            shift += 7
        }
        guard told == UInt64(length) else { return false }
        var to = 0
        func number(_ count: Int) -> Int? {
            guard input.count - from >= count else { return nil }
            defer { from += count }
            return (0..<count).reduce(0) { $0 | Int(input[from + $1]) << ($1 * 8) }
        }
        while from < input.count {
            let tag = input[from]
            from += 1
            var count = Int(tag >> 2) + 1
            let offset: Int
            switch tag & 3 {
            case 0:
                if count > 60 {
                    guard let told = number(count - 60) else { return false }
                    count = told + 1
                }
                guard count <= input.count - from, count <= length - to else { return false }
                for index in 0..<count { output[to + index] = input[from + index] }
                from += count
                to += count
                continue
            case 1:
                count = Int(tag >> 2 & 7) + 4
                guard let low = number(1) else { return false }
                offset = Int(tag >> 5) << 8 | low
            case 2:
                guard let told = number(2) else { return false }
                offset = told
            default:
                guard let told = number(4) else { return false }
                offset = told
            }
            guard offset > 0, offset <= to, count <= length - to else { return false }
            // They may overlap: what was just written is repeated.
            for index in 0..<count { output[to + index] = output[to + index - offset] }
            to += count
        }
        return to == length
    }
}
