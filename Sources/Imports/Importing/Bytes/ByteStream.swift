/// The bytes of a file, unpacked where it is compressed, from beginning to end.
protocol ByteStream: AnyObject {
    /// The next bytes; empty at the end.
    func next() throws(ImportError) -> [UInt8]
    /// How many bytes of the file on disk have been used so far.
    var bytesRead: Int64 { get }
}

#if FUZZING
    /// Small, so that the little that a fuzzer tries goes on in the next chunk.
    let chunkSize = 1024
    /// What a fuzzer has changed fits no checksum, and shall be read all the same.
    let areChecksumsCompared = false
#else
    /// How many bytes are read at a time: large enough that system calls don't matter, small enough to
    /// stay in the processor's cache.
    let chunkSize = 256 * 1024
    /// Whether what is unpacked must fit its checksum.
    let areChecksumsCompared = true
#endif

/// A file that is not compressed.
final class PlainByteStream: ByteStream {
    private let reader: FileReader

    init(path: String) throws(ImportError) { reader = try FileReader(path: path) }

    var bytesRead: Int64 { reader.bytesRead }

    func next() throws(ImportError) -> [UInt8] { try reader.read(chunkSize) }
}

/// Bytes that come in chunks, the first of which were looked at.
final class ChunkStream: ByteStream {
    private var first: [UInt8]
    private let nextChunk: () throws(ImportError) -> [UInt8]
    private(set) var bytesRead: Int64 = 0

    init(_ first: [UInt8], _ nextChunk: @escaping () throws(ImportError) -> [UInt8]) {
        self.first = first
        self.nextChunk = nextChunk
    }

    func next() throws(ImportError) -> [UInt8] {
        let chunk = first.isEmpty ? try nextChunk() : first
        first = []
        bytesRead += Int64(chunk.count)
        return chunk
    }
}

/// How a file is packed.
enum Compression: String {
    case gzip
    case zip

    /// What the first bytes of a file say, whatever its name.
    init?(magic: ArraySlice<UInt8>) {
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
