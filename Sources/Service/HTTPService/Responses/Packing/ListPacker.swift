internal import CZlib

/// Packs a list of records of one shape as gzip (RFC 1952), several times as fast as a general packer.
///
/// A general packer looks for what stood before; here whoever wrote the list knows. Each record has the
/// same number of marks, one at the end of each value that varies: what follows a mark begins like what
/// followed the same mark of the record before, for as long as the two agree, and becomes a copy of it.
/// All other bytes are written by the codes of ``ListCode``, which need not be counted or told anew.
enum ListPacker {
    private static let headerBytes: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]

    /// Copies shorter than that take no fewer bits than the bytes themselves.
    private static let shortestCopy = 4

    /// - Parameters:
    ///   - bytes: The list.
    ///   - marks: Places in it, ascending: `marksPerRecord` for each record. Whatever they are, what
    ///     comes out unpacks to `bytes`; how short it is depends on them.
    /// - Returns: nil where that would not be shorter.
    /// - Complexity: O(n); about a nanosecond for each byte that is not a copy.
    static func gzip(_ bytes: [UInt8], marks: [Int], marksPerRecord: Int) -> [UInt8]? {
        guard let size = UInt32(exactly: bytes.count), marksPerRecord > 0 else { return nil }
        let room =
            headerBytes.count + ListCode.mostStartBytes
            + (bytes.count + 1) * ListCode.mostBitsOfByte / 8 + 16
        let packed = [UInt8](unsafeUninitializedCapacity: room) { output, count in
            for (place, byte) in headerBytes.enumerated() { output[place] = byte }
            var writer = BitWriter(output, at: headerBytes.count)
            bytes.withUnsafeBufferPointer { input in
                deflate(input, marks, marksPerRecord, into: &writer)
                writer.finish()
                writer.write(UInt64(crc32(0, input.baseAddress, size)), count: 32)
                writer.write(UInt64(size), count: 32)
            }
            count = writer.byteCount
        }
        return packed.count < bytes.count ? packed : nil
    }

    private static func deflate(
        _ input: UnsafeBufferPointer<UInt8>,
        _ marks: [Int],
        _ marksPerRecord: Int,
        into writer: inout BitWriter
    ) {
        let code = ListCode.shared
        for piece in code.start { writer.write(UInt64(piece.bits), count: UInt64(piece.count)) }
        code.bytes.withUnsafeBufferPointer { codes in
            var done = 0
            func writeBytes(to end: Int) {
                while done < end {
                    let piece = codes[Int(input[done])]
                    writer.write(UInt64(piece.bits), count: UInt64(piece.count))
                    done &+= 1
                }
            }
            for index in marksPerRecord..<max(marks.count, marksPerRecord) {
                let (mark, earlier) = (marks[index], marks[index - marksPerRecord])
                // What a copy has gone past already, and what no list has.
                guard mark >= done, earlier >= 0, earlier < mark, mark <= input.count,
                    mark - earlier <= ListCode.farthestCopy
                else { continue }
                var rest = commonLength(input, earlier, mark)
                guard rest >= shortestCopy else { continue }
                writeBytes(to: mark)
                let (way, extraBits) = ListCode.distanceCode(mark - earlier)
                let piece = code.distances[way]
                let extra = UInt64(mark - earlier - 1) & ((1 << UInt64(extraBits)) - 1)
                while rest >= shortestCopy {
                    let length = min(rest, ListCode.longestCopy)
                    let lengthPiece = code.lengths[length]
                    writer.write(UInt64(lengthPiece.bits), count: UInt64(lengthPiece.count))
                    writer.write(
                        UInt64(piece.bits) | extra << UInt64(piece.count),
                        count: UInt64(piece.count) + UInt64(extraBits)
                    )
                    done += length
                    rest -= length
                }
            }
            writeBytes(to: input.count)
        }
        writer.write(UInt64(code.end.bits), count: UInt64(code.end.count))
    }

    /// How many bytes from two places on are the same; the second place lies behind the first.
    @inline(__always)
    private static func commonLength(
        _ input: UnsafeBufferPointer<UInt8>,
        _ first: Int,
        _ second: Int
    ) -> Int {
        let raw = UnsafeRawBufferPointer(input)
        let most = raw.count - second
        var length = 0
        while length + 8 <= most {
            let difference =
                raw.loadUnaligned(fromByteOffset: first + length, as: UInt64.self)
                ^ raw.loadUnaligned(fromByteOffset: second + length, as: UInt64.self)
            guard difference == 0 else {
                return length + UInt64(littleEndian: difference).trailingZeroBitCount / 8
            }
            length += 8
        }
        while length < most, raw[first + length] == raw[second + length] { length += 1 }
        return length
    }
}
