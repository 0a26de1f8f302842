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
        func touches(_ outline: PackedTrack.Outline) -> Bool {
            outline.from <= period.upperBound && outline.to >= period.lowerBound
                && boxes.contains {
                    $0.south <= outline.north && outline.south <= $0.north
                        && $0.west <= outline.east && outline.west <= $0.east
                }
        }
        var found: [Int32: Passage] = [:]
        for (number, block) in blocks.enumerated() where touches(block) {
            let start = number * Self.blockSize
            for entry in entries[start..<min(start + Self.blockSize, entries.count)]
            where touches(entry.outline) {
                let track = Int(entry.track)
                for fix in tracks[track].chunk(Int(entry.chunk)) where period.contains(fix.at) {
                    let distance = Geodesic.distance(from: place, to: fix.place)
                    guard distance <= radius else { continue }
                    let known = found[entry.track]
                    found[entry.track] = Passage(
                        track: track,
                        at: min(known?.at ?? fix.at, fix.at),
                        nearest: min(known?.nearest ?? distance, distance)
                    )
                }
            }
        }
        return found.values.sorted { $0.track < $1.track }
    }
}
