/// Pieces of bytes that wait on disk and come back in the order of their keys.
///
/// A queue for work that is put off until its time comes: what memory has no room for is added as a
/// run, sorted by key; the least key of all runs is the next to be taken out, while more runs are added.
/// A run is read once, from its beginning to its end, a buffer at a time; the disk's room is given
/// back when all of some thirty runs have been read.
///
/// Source: time-forward processing, Y.-J. Chiang et al., "External-memory graph algorithms", SODA
/// (1995), with runs merged as in D. E. Knuth, TAOCP 3, 5.4.1.
public struct ScratchQueue: Sendable {
    /// The runs that have something left.
    private var heap = RunHeap<Cursor>()
    private var file: ScratchFile?
    private var fileBytes = 0
    private var runsInFile = 0
    private var nextNumber = 0
    private let bufferBytes: Int
    private let runLimit: Int

    /// How many pieces there are.
    public private(set) var count = 0

    /// How many runs share a file.
    private static let runsPerFile = 32
    /// The least that is read at once.
    private static let leastBufferBytes = 4 << 10
    /// How much is written at once.
    private static let writeBytes = 256 << 10

    /// - Parameters:
    ///   - bufferBytes: What all runs together may have in memory while they are read; some 4 KB a run
    ///     are needed in any case, and room for the longest piece of each.
    ///   - runLimit: How many runs there may be before they are merged into one, 2 or more.
    public init(bufferBytes: Int = 8 << 20, runLimit: Int = 1_000) {
        self.bufferBytes = bufferBytes
        self.runLimit = max(2, runLimit)
    }

    /// The key of the piece that comes next; nil when there is none.
    public var leastKey: UInt64? { heap.isEmpty ? nil : heap.top.key }

    /// Adds a run of pieces.
    ///
    /// - Parameters:
    ///   - count: How many pieces the run has.
    ///   - piece: Appends a piece's bytes, and returns its key; called for 0, 1, ... `count` - 1, for
    ///     which the keys never fall.
    /// - Complexity: O(b + log m) for b bytes and m runs.
    public mutating func addRun(
        of count: Int,
        _ piece: (_ index: Int, _ bytes: inout [UInt8]) -> UInt64
    ) throws(ScratchError) {
        if heap.count >= runLimit { try mergeRuns() }
        var writer = try beginRun()
        for index in 0..<count { try writer.append { piece(index, &$0) } }
        try endRun(writer)
    }

    /// Takes out the piece with the least key.
    ///
    /// - Returns: nil when there is none.
    /// - Complexity: O(b + log m) for b bytes and m runs.
    public mutating func removeLeast() throws(ScratchError) -> [UInt8]? {
        guard !heap.isEmpty else { return nil }
        let piece = try heap.top.take()
        count -= 1
        let share = share
        heap.settleTop(hasMore: try heap.top.advance(buffer: share))
        return piece
    }

    // MARK: Runs

    /// What one run may have in memory.
    private var share: Int { max(Self.leastBufferBytes, bufferBytes / max(1, heap.count)) }

    /// Writes a run, a buffer at a time.
    private struct Writer {
        let file: ScratchFile
        let start: Int
        var written = 0
        var count = 0
        var bytes: [UInt8] = []

        mutating func append(_ piece: (inout [UInt8]) -> UInt64) throws(ScratchError) {
            let header = bytes.count
            bytes.append(contentsOf: repeatElement(0, count: Cursor.headerBytes))
            let key = piece(&bytes)
            let length = UInt64(bytes.count - header - Cursor.headerBytes)
            bytes.withUnsafeMutableBytes { bytes in
                bytes.storeBytes(of: key, toByteOffset: header, as: UInt64.self)
                bytes.storeBytes(of: length, toByteOffset: header + 8, as: UInt64.self)
            }
            count += 1
            if bytes.count >= ScratchQueue.writeBytes { try flush() }
        }

        mutating func flush() throws(ScratchError) {
            try file.write(bytes, from: start + written)
            written += bytes.count
            bytes.removeAll(keepingCapacity: true)
        }
    }

    private mutating func beginRun() throws(ScratchError) -> Writer {
        let file: ScratchFile
        if let current = self.file, runsInFile < Self.runsPerFile {
            file = current
        } else {
            file = try ScratchFile()
            (fileBytes, runsInFile) = (0, 0)
            self.file = file
        }
        return Writer(file: file, start: fileBytes)
    }

    private mutating func endRun(_ finished: Writer) throws(ScratchError) {
        var writer = finished
        try writer.flush()
        fileBytes += writer.written
        runsInFile += 1
        count += writer.count
        var cursor = Cursor(
            file: writer.file,
            number: nextNumber,
            next: writer.start,
            end: writer.start + writer.written
        )
        nextNumber += 1
        guard try cursor.advance(buffer: share) else { return }
        heap.append(cursor)
    }

    /// Makes one run of all, so that each has a buffer worth reading into.
    private mutating func mergeRuns() throws(ScratchError) {
        // In a file of its own, so that those of the old runs are given back.
        file = nil
        var writer = try beginRun()
        while let key = leastKey, let piece = try removeLeast() {
            try writer.append { bytes in
                bytes.append(contentsOf: piece)
                return key
            }
        }
        // The pieces are older than all that will come.
        try endRun(writer)
    }

    /// Where a run is being read.
    private struct Cursor: RunCursor, Sendable {
        /// A key and a length.
        static let headerBytes = 16

        let file: ScratchFile
        let number: Int
        /// Where in the file the bytes after the buffer begin.
        var next: Int
        let end: Int
        var buffer: [UInt8] = []
        var position = 0
        /// Of the piece that comes next.
        private(set) var key: UInt64 = 0
        private var length = 0

        init(file: ScratchFile, number: Int, next: Int, end: Int) {
            self.file = file
            self.number = number
            self.next = next
            self.end = end
        }

        /// Goes on to the next piece's header.
        ///
        /// - Returns: Whether there is one.
        mutating func advance(buffer size: Int) throws(ScratchError) -> Bool {
            if position == buffer.count, next == end { return false }
            try fill(Self.headerBytes, buffer: size)
            let (key, length) = buffer.withUnsafeBytes { bytes in
                (
                    bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self),
                    bytes.loadUnaligned(fromByteOffset: position + 8, as: UInt64.self)
                )
            }
            self.key = key
            self.length = Int(length)
            position += Self.headerBytes
            return true
        }

        /// The piece whose header was read.
        mutating func take() throws(ScratchError) -> [UInt8] {
            try fill(length, buffer: 0)
            let piece = Array(buffer[position..<position + length])
            position += length
            return piece
        }

        /// Makes sure that so many bytes lie in the buffer.
        private mutating func fill(_ count: Int, buffer size: Int) throws(ScratchError) {
            let left = buffer.count - position
            guard left < count else { return }
            let more = min(max(size, count - left), end - next)
            let run = StoredRun(file: file, records: next..<next + more)
            let read = try run.load(next..<next + more, as: UInt8.self)
            buffer = Array(buffer[position...]) + read
            position = 0
            next += more
        }
    }
}
