public import Geodesy
public import Timekeeping

extension TrackArchive {
    /// What a track did within a radius of a place in a time.
    public struct Passage: Sendable, Hashable {
        /// The track, by its number.
        public let track: Int
        /// Its first fix there.
        public var first: Timestamp
        /// Its last fix there.
        public var last: Timestamp
        /// How near its nearest fix was.
        public var nearest: Distance
        /// When that was; of equally near ones the earliest.
        public var nearestAt: Timestamp
        /// Where that was.
        public var place: Coordinate
        /// How many fixes it has there.
        public var fixes: Int
    }

    /// Which tracks have a fix within a radius of a place in a time.
    ///
    /// Fixes count, not what may lie between them: who was not seen there was not there.
    ///
    /// - Parameters:
    ///   - radius: Inclusive.
    ///   - period: Both ends inclusive.
    /// - Returns: By track, each once.
    /// - Throws: ``TrackArchiveError/damaged(path:)``.
    /// - Complexity: O(log n + candidates)
    /// Accuracy: 1 mm, on places as they are packed.
    public func passages(
        near place: Coordinate,
        within radius: Distance,
        during period: ClosedRange<Timestamp>
    ) throws(TrackArchiveError) -> [Passage] {
        let origin = GeodesicOrigin(place)
        var found: [UInt32: Passage] = [:]
        let box = BoundingBox(around: place, radius: radius)
        try forEachFix(in: box, during: period) { track, fix in
            let distance = origin.distance(to: fix.place)
            guard distance <= radius else { return }
            let at = Timestamp(millisecondsSince1970: fix.time)
            guard var known = found[track] else {
                found[track] = Passage(
                    track: Int(track),
                    first: at,
                    last: at,
                    nearest: distance,
                    nearestAt: at,
                    place: fix.place,
                    fixes: 1
                )
                return
            }
            known.first = min(known.first, at)
            known.last = max(known.last, at)
            known.fixes += 1
            if (distance, at) < (known.nearest, known.nearestAt) {
                (known.nearest, known.nearestAt, known.place) = (distance, at, fix.place)
            }
            found[track] = known
        }
        return found.values.sorted { $0.track < $1.track }
    }

    /// The tracks that came nearest to a place in a time, nearest first; ties by their numbers.
    ///
    /// - Parameters:
    ///   - count: How many, 1 or more.
    ///   - limit: Inclusive bound of the distance.
    /// - Returns: At most `count`.
    /// - Throws: ``TrackArchiveError/damaged(path:)``.
    /// - Complexity: That of ``passages(near:within:during:)`` with up to four times the radius that holds them.
    public func nearest(
        to place: Coordinate,
        count: Int,
        within limit: Distance,
        during period: ClosedRange<Timestamp>
    ) throws(TrackArchiveError) -> [Passage] {
        var meters = min(100, limit.meters)
        while true {
            let found = try passages(
                near: place,
                within: Distance(uncheckedMeters: meters),
                during: period
            )
            // All that are as near are among them.
            if found.count >= count || meters >= limit.meters {
                return Array(
                    found.sorted { ($0.nearest, $0.track) < ($1.nearest, $1.track) }.prefix(count)
                )
            }
            meters = min(limit.meters, meters * 4)
        }
    }

    /// Where each track was at a moment, that was seen within a time before and after it: between two fixes on
    /// the geodesic from one to the other, as if gone evenly.
    ///
    /// - Parameter gapSeconds: What lies between two fixes that are farther apart nobody knows.
    /// - Returns: By track.
    /// - Throws: ``TrackArchiveError/damaged(path:)``.
    /// - Complexity: O(tracks + fixes of those that are seen in the time)
    public func places(
        at moment: Timestamp,
        gapSeconds: Double = 1_800
    ) throws(TrackArchiveError) -> [(track: Int, place: Coordinate)] {
        let slack = Int64(gapSeconds * 1000)
        guard let from = moment.adding(milliseconds: -slack),
            let to = moment.adding(milliseconds: slack)
        else { return [] }
        var around: [UInt32: (before: (Int64, Coordinate)?, after: (Int64, Coordinate)?)] = [:]
        let wanted = moment.millisecondsSince1970
        try forEachFix(in: nil, during: from...to) { track, fix in
            var sides = around[track] ?? (nil, nil)
            if fix.time <= wanted, sides.before.map({ $0.0 < fix.time }) ?? true {
                sides.before = (fix.time, fix.place)
            }
            if fix.time >= wanted, sides.after.map({ $0.0 > fix.time }) ?? true {
                sides.after = (fix.time, fix.place)
            }
            around[track] = sides
        }
        return around.sorted { $0.key < $1.key }.compactMap { track, sides in
            guard let before = sides.before, let after = sides.after,
                after.0 - before.0 <= slack
            else { return nil }
            guard after.0 > before.0 else { return (Int(track), before.1) }
            let share = Double(wanted - before.0) / Double(after.0 - before.0)
            let (distance, bearing, _) = Geodesic.inverse(from: before.1, to: after.1)
            let place = Geodesic.destination(
                from: before.1,
                bearing: bearing,
                distance: Distance(uncheckedMeters: distance.meters * share)
            )
            return (Int(track), place)
        }
    }

    /// Hands over each fix of a time, with its track's number: in no order, and from a box only some more than
    /// lie in it.
    ///
    /// - Parameter box: nil for the whole Earth.
    /// - Throws: ``TrackArchiveError/damaged(path:)``.
    public func forEachPlace(
        in box: BoundingBox?,
        during period: ClosedRange<Timestamp>,
        _ visit: (_ track: Int, _ at: Timestamp, _ place: Coordinate) -> Void
    ) throws(TrackArchiveError) {
        try forEachFix(in: box, during: period) { track, fix in
            visit(Int(track), Timestamp(millisecondsSince1970: fix.time), fix.place)
        }
    }

    private func forEachFix(
        in box: BoundingBox?,
        during period: ClosedRange<Timestamp>,
        _ visit: (UInt32, borrowing FixScanner) -> Void
    ) throws(TrackArchiveError) {
        guard !levels.isEmpty else { return }
        let (from, to) = (
            period.lowerBound.millisecondsSince1970, period.upperBound.millisecondsSince1970
        )
        let boxes =
            box?.unwrapped ?? [
                BoundingBox(uncheckedWest: -180, south: -90, east: 180, north: 90)
            ]
        for box in boxes {
            let span = ArchiveFormat.Span(box, from: from, to: to)
            try forEachChunk(touching: span) { outline throws(TrackArchiveError) in
                try scan(outline) { fix in
                    guard fix.time >= from, fix.time <= to, fix.latitude >= span.south,
                        fix.latitude <= span.north, fix.longitude >= span.west,
                        fix.longitude <= span.east
                    else { return }
                    visit(outline.track, fix)
                }
            }
        }
    }

    private func forEachChunk(
        touching span: ArchiveFormat.Span,
        _ visit: (ArchiveFormat.Outline) throws(TrackArchiveError) -> Void
    ) throws(TrackArchiveError) {
        // Where the nodes of each level begin.
        var starts: [Int] = []
        var next = 0
        for count in levels {
            starts.append(next)
            next += count
        }
        let top = levels.count - 1
        var open = (0..<levels[top]).map { (level: top, index: $0) }
        while let (level, index) = open.popLast() {
            guard node(starts[level] + index).touches(span) else { continue }
            let first = index * ArchiveFormat.fanOut
            let below = level == 0 ? Int(header.chunks) : levels[level - 1]
            let last = min(first + ArchiveFormat.fanOut, below)
            if level > 0 {
                for child in first..<last { open.append((level - 1, child)) }
            } else {
                for child in first..<last {
                    let outline = outline(child)
                    if outline.span.touches(span) { try visit(outline) }
                }
            }
        }
    }
}

extension ArchiveFormat.Span {
    /// A box in a time, rounded outward.
    fileprivate init(_ box: BoundingBox, from: Int64, to: Int64) {
        func down(_ degrees: Double) -> Int32 { Int32((degrees * 1e7).rounded(.down)) }
        func up(_ degrees: Double) -> Int32 { Int32((degrees * 1e7).rounded(.up)) }
        self.init(
            from: from,
            to: to,
            south: down(box.south),
            north: up(box.north),
            west: down(box.west),
            east: up(box.east)
        )
    }
}
