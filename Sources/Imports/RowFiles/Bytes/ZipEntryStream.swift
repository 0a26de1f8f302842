internal import CZlib

/// What is packed in a file of a zip archive, with its checksum and length compared.
///
/// A wrapper of zlib. Its state is private, lies at one address for as long as the stream lives, is
/// used from one thread at a time by the owner of the stream, and freed exactly once.
package final class ZipEntryStream: ByteStream {
    private let reader: FileReader
    private let name: String
    private let entry: ZipDirectory.Entry
    private let state: UnsafeMutablePointer<z_stream>
    /// Where the packed bytes lie that are not read yet.
    private var rest: Range<Int64>
    private var input: [UInt8] = []
    private var position = 0
    private var checksum: UInt = 0
    private var size: UInt64 = 0
    private var isAtEnd = false
    /// How many bytes of the archive have been used so far.
    package private(set) var bytesRead: Int64 = 0

    private static let headerSignature: UInt64 = 0x0403_4B50
    private static let headerLength = 30
    private static let encrypted: UInt16 = 1
    private static let stored: UInt16 = 0
    private static let deflated: UInt16 = 8

    /// - Throws: ``RowFileError/badArchive(name:reason:)`` when it is locked or packed in a way that is
    ///   not read, or is not where the directory says.
    package init(
        _ reader: FileReader,
        _ entry: ZipDirectory.Entry,
        name: String
    ) throws(RowFileError) {
        guard entry.flags & Self.encrypted == 0 else { throw ZipFault.locked.error(name) }
        guard [Self.stored, Self.deflated].contains(entry.method) else {
            throw ZipFault.packedBy(method: entry.method).error(name)
        }
        let length = UInt64(try reader.stamp().byteCount)
        guard entry.offset <= length, entry.packedSize <= length else {
            throw ZipFault.damaged.error(name)
        }
        let header = try reader.read(at: Int64(entry.offset), count: Self.headerLength)
        guard ZipDirectory.number(header, 0, 4) == Self.headerSignature,
            let nameLength = ZipDirectory.number(header, 26, 2),
            let extraLength = ZipDirectory.number(header, 28, 2)
        else { throw ZipFault.damaged.error(name) }
        let start = entry.offset + UInt64(Self.headerLength) + nameLength + extraLength
        guard start + entry.packedSize <= length else { throw ZipFault.damaged.error(name) }
        self.reader = reader
        self.entry = entry
        self.name = name
        rest = Int64(start)..<Int64(start + entry.packedSize)
        state = .allocate(capacity: 1)
        state.initialize(to: z_stream())
        // 15 is the largest window; below 0 there is no header around it.
        let opened = inflateInit2_(
            state,
            -15,
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

    /// The next unpacked bytes; empty at the end.
    ///
    /// - Throws: ``RowFileError/badArchive(name:reason:)``.
    package func next() throws(RowFileError) -> [UInt8] {
        while !isAtEnd {
            try checkCancellation()
            if position == input.count { try readMore() }
            let chunk = entry.method == Self.stored ? copy() : try unpack()
            size += UInt64(chunk.count)
            guard size <= entry.size else { throw ZipFault.wrongChecksum.error(name) }
            checksum = chunk.withUnsafeBufferPointer {
                crc32(checksum, $0.baseAddress, UInt32($0.count))
            }
            if isAtEnd, areChecksumsCompared,
                size != entry.size || checksum != UInt(entry.checksum)
            {
                throw ZipFault.wrongChecksum.error(name)
            }
            if !chunk.isEmpty { return chunk }
        }
        return []
    }

    private func readMore() throws(RowFileError) {
        let count = min(chunkSize, rest.count)
        input = try reader.read(at: rest.lowerBound, count: count)
        guard input.count == count else { throw .changedWhileRead(name: name) }
        rest = rest.lowerBound + Int64(count)..<rest.upperBound
        position = 0
        bytesRead += Int64(count)
    }

    private func copy() -> [UInt8] {
        position = input.count
        isAtEnd = rest.isEmpty
        return input
    }

    /// Unpacks some of the input; perhaps nothing comes of it.
    private func unpack() throws(RowFileError) -> [UInt8] {
        let (state, start) = (state, position)
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
        switch code {
        case Z_OK: break
        case Z_STREAM_END: isAtEnd = true
        // Nothing more comes of it, and there is no more.
        case Z_BUF_ERROR where !rest.isEmpty: break
        default: throw ZipFault.damaged.error(name)
        }
        return chunk
    }
}
