internal import Geodesy
internal import Timekeeping

/// Many tracks in one file that is mapped and not read: who was where and when, in milliseconds, of as many
/// fixes as the disk holds.
///
/// See ``TrackArchiveWriter``. Damage is noticed wherever it is met and never read past.
public struct TrackArchive: Sendable {
    /// A track of the archive.
    public struct Track: Sendable, Hashable {
        /// What it is called.
        public let name: String
        /// Whose it is.
        public let person: UInt32
        /// How many fixes it has.
        public let fixes: Int
    }

    /// Where the file is.
    public let path: String
    let file: MappedFile
    let header: ArchiveFormat.Header
    /// How many nodes each level has, from the leaves up.
    let levels: [Int]

    /// How many fixes there are.
    public var fixCount: Int { Int(header.fixes) }
    /// How many tracks there are.
    public var trackCount: Int { Int(header.tracks) }
    /// How many bytes the file has.
    public var byteCount: Int { file.bytes.count }

    /// Opens an archive.
    ///
    /// - Throws: ``TrackArchiveError``.
    /// - Complexity: O(1)
    public init(path: String) throws(TrackArchiveError) {
        self.path = path
        file = try MappedFile(path: path)
        guard file.bytes.count >= MemoryLayout<ArchiveFormat.Header>.size,
            case let header = file.bytes.loadUnaligned(as: ArchiveFormat.Header.self),
            header.magic == ArchiveFormat.magic
        else { throw .notAnArchive(path: path) }
        self.header = header
        // Each part has the length that the numbers tell, so that nothing else needs a look at the end.
        let most = UInt64(file.bytes.count)
        guard header.end == most, header.chunks <= UInt64(UInt32.max),
            header.tracks <= UInt64(UInt32.max), header.fixes <= header.chunks * 64
        else { throw .damaged(path: path) }
        levels = ArchiveFormat.levels(above: Int(header.chunks))
        let nodes = UInt64(levels.reduce(0, +))
        func isAt<Value>(_ start: UInt64, _ end: UInt64, _ count: UInt64, _ type: Value.Type)
            -> Bool
        {
            start <= end && end <= most
                && end - start >= count * UInt64(MemoryLayout<Value>.stride)
        }
        guard
            isAt(
                header.outlinesStart,
                header.nodesStart,
                header.chunks,
                ArchiveFormat.Outline.self
            ),
            isAt(header.nodesStart, header.orderStart, nodes, ArchiveFormat.Span.self),
            isAt(header.orderStart, header.tracksStart, header.chunks, UInt32.self),
            isAt(header.tracksStart, header.namesStart, header.tracks, ArchiveFormat.Track.self),
            header.namesStart <= header.end
        else { throw .damaged(path: path) }
    }

    /// A track by its number, from 0.
    ///
    /// - Throws: ``TrackArchiveError/damaged(path:)``.
    public func track(_ number: Int) throws(TrackArchiveError) -> Track {
        let track = try record(number)
        let start = Int(header.namesStart) + Int(track.name)
        return Track(
            name: String(
                decoding: file.bytes[start..<(start + Int(track.nameBytes))],
                as: UTF8.self
            ),
            person: track.person,
            fixes: Int(track.fixes)
        )
    }

    /// The fixes of a track, in the order of their times.
    ///
    /// - Throws: ``TrackArchiveError/damaged(path:)``.
    /// - Complexity: O(n)
    public func fixes(of number: Int) throws(TrackArchiveError) -> [Fix] {
        let track = try record(number)
        var fixes: [Fix] = []
        fixes.reserveCapacity(Int(track.fixes))
        for chunk in track.firstChunk..<(track.firstChunk + track.chunks) {
            let place: UInt32 = load(header.orderStart, Int(chunk))
            guard UInt64(place) < header.chunks else { throw .damaged(path: path) }
            try scan(outline(Int(place))) { fixes.append($0.fix) }
        }
        return fixes
    }

    // MARK: Parts

    private func record(_ number: Int) throws(TrackArchiveError) -> ArchiveFormat.Track {
        precondition(number >= 0 && number < trackCount, "there is no track \(number)")
        let track: ArchiveFormat.Track = load(header.tracksStart, number)
        let (last, overflow) = track.firstChunk.addingReportingOverflow(track.chunks)
        let (name, isFar) = track.name.addingReportingOverflow(UInt64(track.nameBytes))
        guard !overflow, last <= header.chunks, !isFar, name <= header.end - header.namesStart,
            track.fixes <= track.chunks * 64
        else { throw .damaged(path: path) }
        return track
    }

    /// A record of a part whose bounds were checked when the file was opened.
    private func load<Value>(_ start: UInt64, _ index: Int) -> Value {
        file.bytes.loadUnaligned(
            fromByteOffset: Int(start) + index * MemoryLayout<Value>.stride,
            as: Value.self
        )
    }

    func outline(_ index: Int) -> ArchiveFormat.Outline { load(header.outlinesStart, index) }

    /// A node by its number among those of all levels, from the leaves up.
    func node(_ index: Int) -> ArchiveFormat.Span { load(header.nodesStart, index) }

    /// Reads the fixes of a chunk.
    func scan(
        _ outline: ArchiveFormat.Outline,
        _ visit: (borrowing FixScanner) -> Void
    ) throws(TrackArchiveError) {
        guard outline.start < header.outlinesStart, outline.count <= 64,
            outline.track < header.tracks
        else { throw .damaged(path: path) }
        var scanner = FixScanner(
            UnsafeRawBufferPointer(rebasing: file.bytes[..<Int(header.outlinesStart)]),
            at: Int(outline.start),
            from: Timestamp(millisecondsSince1970: outline.span.from)
        )
        for _ in 0..<outline.count {
            guard scanner.next() else { throw .damaged(path: path) }
            visit(scanner)
        }
    }
}
