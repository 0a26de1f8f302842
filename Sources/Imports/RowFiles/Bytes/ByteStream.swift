/// The bytes of a file, unpacked where it is compressed, from beginning to end.
package protocol ByteStream: AnyObject {
    /// The next bytes; empty at the end.
    func next() throws(RowFileError) -> [UInt8]
    /// How many bytes of the file on disk have been used so far.
    var bytesRead: Int64 { get }
}

#if FUZZING
    /// Small, so that the little that a fuzzer tries goes on in the next chunk.
    package let chunkSize = 1024
    /// What a fuzzer has changed fits no checksum, and shall be read all the same.
    package let areChecksumsCompared = false
#else
    /// How many bytes are read at a time: large enough that system calls don't matter, small enough to
    /// stay in the processor's cache.
    package let chunkSize = 256 * 1024
    /// Whether what is unpacked must fit its checksum.
    package let areChecksumsCompared = true
#endif

/// A file that is not compressed.
package final class PlainByteStream: ByteStream {
    private let reader: FileReader

    /// A file on disk.
    ///
    /// - Throws: ``RowFileError`` when there is no such file, it is a directory or it cannot be read.
    package init(path: String) throws(RowFileError) { reader = try FileReader(path: path) }

    /// How many bytes of the file have been used so far.
    package var bytesRead: Int64 { reader.bytesRead }

    /// The next bytes; empty at the end.
    package func next() throws(RowFileError) -> [UInt8] { try reader.read(chunkSize) }
}

/// Bytes that come in chunks, the first of which were looked at.
package final class ChunkStream: ByteStream {
    private var first: [UInt8]
    private let nextChunk: () throws(RowFileError) -> [UInt8]
    /// How many bytes have been handed out so far.
    package private(set) var bytesRead: Int64 = 0

    /// - Parameters:
    ///   - first: Bytes that were read already; none where there are none.
    ///   - nextChunk: The next bytes behind them; empty at the end.
    package init(_ first: [UInt8], _ nextChunk: @escaping () throws(RowFileError) -> [UInt8]) {
        self.first = first
        self.nextChunk = nextChunk
    }

    /// The next bytes; empty at the end.
    package func next() throws(RowFileError) -> [UInt8] {
        let chunk = first.isEmpty ? try nextChunk() : first
        first = []
        bytesRead += Int64(chunk.count)
        return chunk
    }
}

/// How a file is packed.
package enum Compression: String {
    case gzip
    case zip

    /// What the first bytes of a file say, whatever its name.
    package init?(magic: ArraySlice<UInt8>) {
        if magic.starts(with: [0x1F, 0x8B]) {
            self = .gzip
        } else if magic.starts(with: [0x50, 0x4B, 0x03, 0x04])
            || magic.starts(with: [0x50, 0x4B, 0x05, 0x06])
        {
            self = .zip
        } else {
            return nil
        }
    }
}
