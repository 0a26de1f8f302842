/// Many short byte strings in few large allocations.
///
/// Space is handed out in granules; a freed run of granules waits for the next string of its length
/// in granules, so a steady mix of lengths stops growing. Chunks are never moved, so growing copies
/// nothing. A string longer than a chunk gets a chunk of its own, which is given back with it.
struct ByteArena: Sendable {
    /// Where a string lies.
    struct Span: Sendable, Hashable {
        /// Chunk number times ``chunkGranules`` plus the granule within the chunk.
        fileprivate(set) var start: UInt32
        /// Its length in bytes.
        fileprivate(set) var length: UInt32

        static let empty = Span(start: 0, length: 0)
    }

    static let granuleBytes = 16
    static let chunkGranules = 65_536
    private static let chunkBytes = granuleBytes * chunkGranules

    private var chunks: [[UInt8]] = []
    /// The chunk that is being filled, and its first granule never used.
    private var filling: (chunk: Int, nextGranule: Int)?
    /// Freed runs by their length in granules.
    private var vacantRuns: [Int: [UInt32]] = [:]
    private var vacantChunks: [Int] = []

    /// - Complexity: O(length).
    mutating func store(_ bytes: UnsafeRawBufferPointer) -> Span {
        guard !bytes.isEmpty else { return .empty }
        let length = UInt32(bytes.count)
        if bytes.count > Self.chunkBytes {
            return Span(start: start(chunk: addChunk(Array(bytes)), granule: 0), length: length)
        }
        let granules = Self.granules(length)
        let start = vacantRuns[granules]?.popLast() ?? freshRun(of: granules)
        let place = Self.place(of: start)
        chunks[place.chunk].withUnsafeMutableBytes { chunk in
            UnsafeMutableRawBufferPointer(rebasing: chunk[place.byte..<place.byte + bytes.count])
                .copyMemory(from: bytes)
        }
        return Span(start: start, length: length)
    }

    /// - Complexity: O(length).
    mutating func store(_ bytes: [UInt8]) -> Span { bytes.withUnsafeBytes { store($0) } }

    /// Gives the space of a string back; the span must not be used again.
    mutating func release(_ span: Span) {
        guard span.length > 0 else { return }
        if Int(span.length) > Self.chunkBytes {
            let chunk = Self.place(of: span.start).chunk
            chunks[chunk] = []
            vacantChunks.append(chunk)
        } else {
            vacantRuns[Self.granules(span.length), default: []].append(span.start)
        }
    }

    subscript(_ span: Span) -> ArraySlice<UInt8> {
        guard span.length > 0 else { return [] }
        let place = Self.place(of: span.start)
        return chunks[place.chunk][place.byte..<place.byte + Int(span.length)]
    }

    /// How many bytes the chunks take.
    var capacity: Int { chunks.reduce(0) { $0 + $1.count } }

    private mutating func freshRun(of granules: Int) -> UInt32 {
        if let (chunk, granule) = filling, granule + granules <= Self.chunkGranules {
            filling = (chunk, granule + granules)
            return start(chunk: chunk, granule: granule)
        }
        if let (chunk, granule) = filling, granule < Self.chunkGranules {
            vacantRuns[Self.chunkGranules - granule, default: []]
                .append(start(chunk: chunk, granule: granule))
        }
        let chunk = addChunk([UInt8](repeating: 0, count: Self.chunkBytes))
        filling = (chunk, granules)
        return start(chunk: chunk, granule: 0)
    }

    private mutating func addChunk(_ bytes: [UInt8]) -> Int {
        if let vacant = vacantChunks.popLast() {
            chunks[vacant] = bytes
            return vacant
        }
        chunks.append(bytes)
        return chunks.count - 1
    }

    private func start(chunk: Int, granule: Int) -> UInt32 {
        UInt32(chunk * Self.chunkGranules + granule)
    }

    private static func granules(_ length: UInt32) -> Int {
        (Int(length) + granuleBytes - 1) / granuleBytes
    }

    private static func place(of start: UInt32) -> (chunk: Int, byte: Int) {
        let (chunk, granule) = Int(start).quotientAndRemainder(dividingBy: chunkGranules)
        return (chunk, granule * granuleBytes)
    }
}
