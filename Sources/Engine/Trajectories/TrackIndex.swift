public import Geodesy
public import Timekeeping

/// Many tracks, and which of them were where and when.
///
/// The outlines of all chunks lie in the order of their times, in blocks with an outline each; those that
/// touch the time and the box of a question give candidates, and the exact distance of each fix decides.
public struct TrackIndex: Sendable {
    /// A fix that answers a question.
    public struct Passage: Sendable, Hashable {
        /// The track, by its index.
        public let track: Int
        /// Its first fix within the radius and the time.
        public let at: Timestamp
        /// How near its nearest fix within the time was.
        public let nearest: Distance
    }

    private struct Entry: Sendable {
        let outline: PackedTrack.Outline
        let track: Int32
        let chunk: Int32
    }

    /// The tracks, in the order in which they were given.
    public let tracks: [PackedTrack]
    private let entries: [Entry]
    private let blocks: [PackedTrack.Outline]
    private static let blockSize = 64

    /// - Complexity: O(n log n) for n chunks.
    public init(_ tracks: [PackedTrack]) {
        self.tracks = tracks
        var entries: [Entry] = []
        for (track, packed) in tracks.enumerated() {
            for (chunk, outline) in packed.outlines.enumerated() {
                entries.append(
                    Entry(
                        outline: outline,
                        track: Int32(truncatingIfNeeded: track),
                        chunk: Int32(truncatingIfNeeded: chunk)
                    )
                )
            }
        }
        entries.sort { ($0.outline.from, $0.track) < ($1.outline.from, $1.track) }
        blocks = stride(from: 0, to: entries.count, by: Self.blockSize).map { start in
            let block = entries[start..<min(start + Self.blockSize, entries.count)]
            let first = block[start].outline
            return block.dropFirst().reduce(first) { whole, entry in
                let other = entry.outline
                return PackedTrack.Outline(
                    from: min(whole.from, other.from),
                    to: max(whole.to, other.to),
                    south: min(whole.south, other.south),
                    north: max(whole.north, other.north),
                    west: min(whole.west, other.west),
                    east: max(whole.east, other.east),
                    start: start
                )
            }
        }
        self.entries = entries
    }

    /// Which tracks have a fix within a radius of a place in a time.
    ///
    /// Fixes count, not what may lie between them: who was not seen there was not there.
    ///
    /// - Parameters:
    ///   - radius: Inclusive.
    ///   - period: Both ends inclusive.
    /// - Returns: By track, each once.
    /// - Complexity: O(chunks / 64 + candidates)
    /// Accuracy: 1 mm, on places as they are packed.
    public func passages(
        near place: Coordinate,
        within radius: Distance,
        during period: ClosedRange<Timestamp>
    ) -> [Passage] {
        let boxes = BoundingBox(around: place, radius: radius).unwrapped
        var found: [Int32: Passage] = [:]
        forEachFix(in: boxes, during: period) { track, fix in
            let distance = Geodesic.distance(from: place, to: fix.place)
            guard distance <= radius else { return }
            let known = found[track]
            found[track] = Passage(
                track: Int(track),
                at: min(known?.at ?? fix.at, fix.at),
                nearest: min(known?.nearest ?? distance, distance)
            )
        }
        return found.values.sorted { $0.track < $1.track }
    }

    /// A time that a track was within a radius of a place, as far as its fixes tell.
    public struct Visit: Sendable, Hashable {
        /// The track, by its index.
        public let track: Int
        /// Its first fix there.
        public let from: Timestamp
        /// Its last fix there, before one elsewhere or a gap.
        public let to: Timestamp
        /// How many fixes it has there.
        public let fixes: Int
        /// How near its nearest fix was.
        public let nearest: Distance
    }

    /// When tracks were within a radius of a place.
    ///
    /// A visit ends with the last fix before one that lies farther, or before a gap: what lies between two fixes
    /// that are farther apart in time nobody knows.
    ///
    /// - Parameters:
    ///   - radius: Inclusive.
    ///   - period: Both ends inclusive; fixes outside of it neither begin nor end a visit.
    ///   - gapSeconds: How far apart two fixes of one visit may be.
    /// - Returns: By their beginnings, then by track.
    /// - Complexity: O(chunks / 64 + candidates); a visit that goes on over chunks reads each of them.
    /// Accuracy: 1 mm, on places as they are packed.
    public func visits(
        near place: Coordinate,
        within radius: Distance,
        during period: ClosedRange<Timestamp>,
        gapSeconds: Double = 1_800
    ) -> [Visit] {
        let boxes = BoundingBox(around: place, radius: radius).unwrapped
        var near: [Int32: [Int32]] = [:]
        forEachChunk(in: boxes, during: period) { near[$0.track, default: []].append($0.chunk) }
        var visits: [Visit] = []
        for (track, chunks) in near {
            var open: Visit?
            var last: Int32?
            for chunk in chunks.sorted() {
                // A chunk between that is nowhere near holds fixes that lie farther.
                if let last, chunk > last + 1 {
                    visits += [open].compactMap(\.self)
                    open = nil
                }
                last = chunk
                for fix in tracks[Int(track)].chunk(Int(chunk)) where period.contains(fix.at) {
                    let distance = Geodesic.distance(from: place, to: fix.place)
                    let dark = open.map { Double(fix.at.milliseconds(since: $0.to)) / 1000 } ?? 0
                    if distance > radius || dark > gapSeconds {
                        visits += [open].compactMap(\.self)
                        open = nil
                    }
                    guard distance <= radius else { continue }
                    open = Visit(
                        track: Int(track),
                        from: open?.from ?? fix.at,
                        to: fix.at,
                        fixes: (open?.fixes ?? 0) + 1,
                        nearest: min(open?.nearest ?? distance, distance)
                    )
                }
            }
            visits += [open].compactMap(\.self)
        }
        return visits.sorted { ($0.from, $0.track) < ($1.from, $1.track) }
    }

    /// The fixes in a box in a time.
    ///
    /// - Parameter period: Both ends inclusive.
    /// - Returns: By track, then by the order of their times.
    /// - Complexity: O(chunks / 64 + candidates)
    public func fixes(
        in box: BoundingBox,
        during period: ClosedRange<Timestamp>
    ) -> [(track: Int, fix: Fix)] {
        var found: [(track: Int, fix: Fix)] = []
        forEachFix(in: box.unwrapped, during: period) { track, fix in
            if box.contains(fix.place) { found.append((Int(track), fix)) }
        }
        return found.sorted { ($0.track, $0.fix.at) < ($1.track, $1.fix.at) }
    }

    private func forEachFix(
        in boxes: [BoundingBox],
        during period: ClosedRange<Timestamp>,
        _ body: (Int32, Fix) -> Void
    ) {
        forEachChunk(in: boxes, during: period) { entry in
            for fix in tracks[Int(entry.track)].chunk(Int(entry.chunk))
            where period.contains(fix.at) {
                body(entry.track, fix)
            }
        }
    }

    /// The chunks whose outlines touch one of the boxes and the time, in the order of their times.
    private func forEachChunk(
        in boxes: [BoundingBox],
        during period: ClosedRange<Timestamp>,
        _ body: (Entry) -> Void
    ) {
        func touches(_ outline: PackedTrack.Outline) -> Bool {
            outline.from <= period.upperBound && outline.to >= period.lowerBound
                && boxes.contains {
                    $0.south <= outline.north && outline.south <= $0.north
                        && $0.west <= outline.east && outline.west <= $0.east
                }
        }
        for (number, block) in blocks.enumerated() where touches(block) {
            let start = number * Self.blockSize
            for entry in entries[start..<min(start + Self.blockSize, entries.count)]
            where touches(entry.outline) {
                body(entry)
            }
        }
    }
}
