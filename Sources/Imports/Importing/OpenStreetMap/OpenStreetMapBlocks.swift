internal import CZlib
internal import RowFiles

/// The blocks of an OpenStreetMap PBF file, one after another, unpacked.
///
/// Source: OpenStreetMap wiki, "PBF Format": four bytes with the length of a header (at most 64 KiB),
/// the header (`BlobHeader`), and as many bytes as its `datasize` (at most 32 MiB) says, a `Blob`.
///
/// A wrapper of zlib. Its state is private, lies at one address for as long as the object lives, is
/// used from one thread at a time by the owner, and freed exactly once.
final class OpenStreetMapBlocks {
    /// A block of the file.
    struct Block {
        /// From 1.
        let number: Int
        /// Where it begins in the file.
        let offset: Int64
        /// Such as `OSMData`.
        let type: String
        /// Where its `Blob` lies.
        let blob: Range<Int64>
    }

    private static let headerLimit = 64 << 10
    private static let blobLimit: UInt64 = 32 << 20
    /// Maps become some two to four times smaller by packing.
    private static let largestRatio: Int64 = 30

    private let reader: FileReader
    private let name: String
    private let length: Int64
    private var offset: Int64 = 0
    private var number = 0
    private var limit: UnpackingLimit
    private let state: UnsafeMutablePointer<z_stream>

    /// - Throws: ``ImportError``, when the file cannot be read.
    init(_ input: ImportInput) throws(ImportError) {
        reader = try importing(FileReader(path: input.path))
        name = input.name
        length = try importing(reader.stamp().byteCount)
        limit = UnpackingLimit(packedBytes: length, largestRatio: Self.largestRatio)
        state = .allocate(capacity: 1)
        state.initialize(to: z_stream())
        let opened = inflateInit_(state, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard opened == Z_OK else {
            throw .badOpenStreetMap(name: name, reason: "there is too little memory")
        }
        if !areChecksumsCompared { inflateValidate(state, 0) }
    }

    deinit {
        inflateEnd(state)
        state.deinitialize(count: 1)
        state.deallocate()
    }

    /// The next block; nil at the end of the file.
    ///
    /// - Throws: ``ImportError/badOpenStreetMap(name:reason:)``, ``ImportError/cancelled``.
    func next() throws(ImportError) -> Block? {
        guard offset < length else { return nil }
        try checkCancellation()
        number += 1
        let size = try importing(reader.read(at: offset, count: 4)).reduce(0) { $0 << 8 | Int($1) }
        guard length - offset >= 4, offset + 4 + Int64(size) <= length else {
            // No header is so long: what stands there is no length.
            throw size > Self.headerLimit ? damaged(number, offset) : breaksOff
        }
        guard (1...Self.headerLimit).contains(size) else { throw damaged(number, offset) }
        guard let header = Self.header(try importing(reader.read(at: offset + 4, count: size))),
            header.dataSize <= Self.blobLimit
        else { throw damaged(number, offset) }
        let start = offset + 4 + Int64(size)
        let end = start + Int64(header.dataSize)
        guard end <= length else { throw breaksOff }
        defer { offset = end }
        return Block(number: number, offset: offset, type: header.type, blob: start..<end)
    }

    /// What is packed in a block.
    ///
    /// - Throws: ``ImportError/badOpenStreetMap(name:reason:)``,
    ///   ``RowFileError/unpacksTooLarge(name:limitBytes:)``.
    func contents(of block: Block) throws(ImportError) -> [UInt8] {
        let bytes = try importing(reader.read(at: block.blob.lowerBound, count: block.blob.count))
        guard bytes.count == block.blob.count else { throw .file(.changedWhileRead(name: name)) }
        let blob: Blob
        do throws(ProtobufMessage.Damage) { blob = try Blob(bytes) } catch { throw damaged(block) }
        switch blob.packing {
        case .none:
            try importing(limit.spend(blob.range.count, name: name))
            return Array(bytes[blob.range])
        case .zlib:
            guard let size = blob.rawSize, size <= Self.blobLimit else { throw damaged(block) }
            try importing(limit.spend(Int(size), name: name))
            guard let unpacked = unpack(bytes, blob.range, to: Int(size)) else {
                throw damaged(block)
            }
            return unpacked
        case .other(let packing):
            throw .badOpenStreetMap(
                name: name,
                reason: "\(place(block.number, block.offset)), is packed with \(packing), which is "
                    + "not read; write the file anew, packed with zlib"
            )
        }
    }

    /// What is said of a block that cannot be read.
    func damaged(_ block: Block) -> ImportError { damaged(block.number, block.offset) }

    private func damaged(_ number: Int, _ offset: Int64) -> ImportError {
        .badOpenStreetMap(
            name: name,
            reason: "\(place(number, offset)), is damaged; copy it again"
        )
    }

    private var breaksOff: ImportError {
        .badOpenStreetMap(
            name: name,
            reason:
                "it breaks off after \(grouped(Int(length))) bytes, in \(place(number, offset)); "
                + "copy it again, and look whether that finished"
        )
    }

    private func place(_ number: Int, _ offset: Int64) -> String {
        "block \(grouped(number)), which begins at byte \(grouped(Int(offset)))"
    }

    // MARK: Messages

    /// `type` and `datasize` of a `BlobHeader`; nil where the bytes are no such message.
    private static func header(_ bytes: [UInt8]) -> (type: String, dataSize: UInt64)? {
        var message = ProtobufMessage(bytes)
        var type: String?
        var dataSize: UInt64?
        do throws(ProtobufMessage.Damage) {
            while let (field, value) = try message.next() {
                switch (field, value) {
                case (1, .bytes(let range)): type = String(decoding: bytes[range], as: UTF8.self)
                case (3, .number(let size)): dataSize = size
                default: break
                }
            }
        } catch { return nil }
        guard let type, let dataSize else { return nil }
        return (type, dataSize)
    }

    /// A `Blob`: how it is packed, and where that lies.
    private struct Blob {
        enum Packing {
            case none, zlib
            case other(String)
        }

        private(set) var packing: Packing
        private(set) var range: Range<Int>
        private(set) var rawSize: UInt64?

        init(_ bytes: [UInt8]) throws(ProtobufMessage.Damage) {
            var message = ProtobufMessage(bytes)
            var found: (Packing, Range<Int>)?
            while let (field, value) = try message.next() {
                switch (field, value) {
                case (1, .bytes(let range)): found = (.none, range)
                case (2, .number(let size)): rawSize = size
                case (3, .bytes(let range)): found = (.zlib, range)
                case (4, .bytes(let range)): found = (.other("LZMA"), range)
                case (5, .bytes(let range)): found = (.other("bzip2"), range)
                case (6, .bytes(let range)): found = (.other("LZ4"), range)
                case (7, .bytes(let range)): found = (.other("Zstandard"), range)
                default: break
                }
            }
            guard let found else { throw ProtobufMessage.Damage() }
            (packing, range) = found
        }
    }

    /// No byte that is packed by zlib becomes more than so many.
    ///
    /// Source: M. Adler, "Technical Details of zlib", "Maximum Compression Factor".
    private static let deflateRatio = 1_032

    /// - Returns: nil when that gives no `size` bytes.
    private func unpack(_ packed: [UInt8], _ range: Range<Int>, to size: Int) -> [UInt8]? {
        guard size <= (range.count + 1) * Self.deflateRatio, inflateReset(state) == Z_OK else {
            return nil
        }
        // One byte more, so that what is longer than it says shows.
        let capacity = size + 1
        var code = Z_OK
        var bytes = packed
        let unpacked = [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
            bytes.withUnsafeMutableBufferPointer { input in
                state.pointee.next_in = input.baseAddress.map { $0 + range.lowerBound }
                state.pointee.avail_in = UInt32(range.count)
                state.pointee.next_out = output.baseAddress
                state.pointee.avail_out = UInt32(capacity)
                code = inflate(state, Z_FINISH)
                count = capacity - Int(state.pointee.avail_out)
            }
        }
        return code == Z_STREAM_END && unpacked.count == size ? unpacked : nil
    }
}
