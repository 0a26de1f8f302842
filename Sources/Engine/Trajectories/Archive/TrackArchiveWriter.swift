internal import Timekeeping

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Writes an archive of tracks, track by track: memory holds an outline of every 64 fixes, not the fixes.
///
/// The file has its name once it is whole; until then `.partial` stands behind it.
public struct TrackArchiveWriter: ~Copyable {
    private let path: String
    private let file: Int32
    private var isFinished = false
    private var buffer: [UInt8] = []
    private var written: UInt64 = 0
    private var fixes: UInt64 = 0
    private var outlines: [ArchiveFormat.Outline] = []
    private var tracks: [ArchiveFormat.Track] = []
    private var names: [UInt8] = []

    private static let bufferBytes = 1 << 20

    private var partial: String { path + ".partial" }

    /// Begins a file.
    ///
    /// - Throws: ``TrackArchiveError/file(path:reason:)``.
    public init(path: String) throws(TrackArchiveError) {
        self.path = path
        file = open(path + ".partial", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard file >= 0 else {
            throw .file(path: path, reason: String(cString: strerror(errno)))
        }
        put(ArchiveFormat.Header())
    }

    deinit {
        close(file)
        if !isFinished { unlink(partial) }
    }

    /// Adds a track.
    ///
    /// - Parameters:
    ///   - name: What it is called in answers.
    ///   - person: Whose it is: tracks with one number count once where people are counted.
    ///   - fixes: In the order of their times.
    /// - Throws: ``TrackArchiveError``.
    /// - Complexity: O(n)
    public mutating func add(
        _ name: String,
        person: UInt32,
        _ fixes: [Fix]
    ) throws(TrackArchiveError) {
        guard tracks.count < Int(UInt32.max) else { throw .tooMany }
        for index in fixes.indices.dropFirst() where fixes[index].at < fixes[index - 1].at {
            throw .disorder(track: name)
        }
        let packed = PackedTrack(fixes)
        let start = position
        let bytes = Array(name.utf8)
        tracks.append(
            ArchiveFormat.Track(
                name: UInt64(names.count),
                nameBytes: UInt32(bytes.count),
                person: person,
                fixes: UInt64(fixes.count),
                firstChunk: UInt64(outlines.count),
                chunks: UInt64(packed.outlines.count)
            )
        )
        names += bytes
        for (index, outline) in packed.outlines.enumerated() {
            let rest = fixes.count - index * PackedTrack.chunkSize
            outlines.append(
                ArchiveFormat.Outline(
                    span: outline.span,
                    start: start + UInt64(outline.start),
                    track: UInt32(tracks.count - 1),
                    count: UInt32(min(rest, PackedTrack.chunkSize))
                )
            )
        }
        self.fixes += UInt64(fixes.count)
        buffer += packed.packedBytes
        if buffer.count >= Self.bufferBytes { try flush() }
    }

    /// Ends the file: it is on disk and has its name when this returns.
    ///
    /// - Throws: ``TrackArchiveError/file(path:reason:)``.
    /// - Complexity: O(n log n) for n chunks.
    public consuming func finish() throws(TrackArchiveError) {
        var header = ArchiveFormat.Header()
        header.fixes = fixes
        header.tracks = UInt64(tracks.count)
        header.chunks = UInt64(outlines.count)
        align()
        header.outlinesStart = position
        let order = ArchiveTree.order(outlines.map(\.span))
        for index in order { put(outlines[index]) }
        try flush()
        header.nodesStart = position
        var level = order.map { outlines[$0].span }
        while !level.isEmpty {
            level = ArchiveTree.parents(of: level)
            for node in level { put(node) }
            if level.count == 1 { break }
        }
        header.orderStart = position
        var places = [UInt32](repeating: 0, count: order.count)
        for (place, index) in order.enumerated() { places[index] = UInt32(place) }
        for place in places { put(place) }
        align()
        header.tracksStart = position
        for track in tracks { put(track) }
        header.namesStart = position
        buffer += names
        header.end = position
        try flush()
        let isWritten = withUnsafeBytes(of: header) {
            pwrite(file, $0.baseAddress, $0.count, 0) == $0.count
        }
        guard isWritten, fsync(file) == 0, rename(partial, path) == 0 else { throw failure() }
        isFinished = true
    }

    private var position: UInt64 { written + UInt64(buffer.count) }

    private mutating func align() {
        while position % 8 != 0 { buffer.append(0) }
    }

    private mutating func put<Value>(_ value: Value) {
        withUnsafeBytes(of: value) { buffer.append(contentsOf: $0) }
    }

    private mutating func flush() throws(TrackArchiveError) {
        var start = 0
        while start < buffer.count {
            let count = buffer.withUnsafeBytes {
                write(file, $0.baseAddress.map { $0 + start }, $0.count - start)
            }
            guard count > 0 || count < 0 && errno == EINTR else { throw failure() }
            start += max(0, count)
        }
        written += UInt64(buffer.count)
        buffer.removeAll(keepingCapacity: true)
    }

    private func failure() -> TrackArchiveError {
        .file(path: path, reason: String(cString: strerror(errno)))
    }
}

/// The packed tree over the outlines of chunks.
enum ArchiveTree {
    /// The order of the leaves: slabs of time, in each strips from south to north, in each from west to east, so
    /// that neighbours in time and place stand together.
    ///
    /// Source: S. Leutenegger, M. Lopez, J. Edgington, "STR: a simple and efficient algorithm for R-tree packing"
    /// (1997).
    /// - Complexity: O(n log n)
    static func order(_ spans: [ArchiveFormat.Span]) -> [Int] {
        let leaves = Double((spans.count + ArchiveFormat.fanOut - 1) / ArchiveFormat.fanOut)
        // Many more questions ask for hours than for years.
        let slabs = max(1, Int(leaves.squareRoot().rounded(.up)))
        let byTime = spans.indices.sorted { spans[$0].from < spans[$1].from }
        var order: [Int] = []
        order.reserveCapacity(spans.count)
        for slab in parts(byTime[...], slabs) {
            let byLatitude = slab.sorted { middle(spans[$0]).0 < middle(spans[$1]).0 }
            let strips = max(1, Int((leaves / Double(slabs)).squareRoot().rounded(.up)))
            for strip in parts(byLatitude[...], strips) {
                order += strip.sorted { middle(spans[$0]).1 < middle(spans[$1]).1 }
            }
        }
        return order
    }

    /// The nodes above others.
    static func parents(of nodes: [ArchiveFormat.Span]) -> [ArchiveFormat.Span] {
        stride(from: 0, to: nodes.count, by: ArchiveFormat.fanOut).map { start in
            nodes[start..<min(start + ArchiveFormat.fanOut, nodes.count)].dropFirst()
                .reduce(nodes[start]) { $0.joined(with: $1) }
        }
    }

    private static func middle(_ span: ArchiveFormat.Span) -> (Int64, Int64) {
        (Int64(span.south) + Int64(span.north), Int64(span.west) + Int64(span.east))
    }

    /// So many parts of whole leaves.
    private static func parts(_ items: ArraySlice<Int>, _ count: Int) -> [ArraySlice<Int>] {
        let fanOut = ArchiveFormat.fanOut
        let leaves = (items.count + fanOut - 1) / fanOut
        let size = max(1, (leaves + count - 1) / count) * fanOut
        return stride(from: items.startIndex, to: items.endIndex, by: size).map {
            items[$0..<min($0 + size, items.endIndex)]
        }
    }
}

extension PackedTrack.Outline {
    /// The same in whole numbers.
    fileprivate var span: ArchiveFormat.Span {
        func whole(_ degrees: Double) -> Int32 { Int32((degrees * 1e7).rounded()) }
        return ArchiveFormat.Span(
            from: from.millisecondsSince1970,
            to: to.millisecondsSince1970,
            south: whole(south),
            north: whole(north),
            west: whole(west),
            east: whole(east)
        )
    }
}
