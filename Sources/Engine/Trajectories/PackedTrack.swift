public import Geodesy
public import Timekeeping

/// A track in few bytes: chunks of 64 fixes, each with the differences of neighbours.
///
/// What changes evenly takes one byte: of times it is the difference of differences that is written. A fix
/// of a phone that tells place, time and height takes about seven bytes.
///
/// Accuracy: places to 10^-7 degrees, which are 6 mm at most; times to the millisecond; accuracies, heights
/// and speeds to 0.1 m and 0.01 m/s; headings to 0.01 degrees.
public struct PackedTrack: Sendable {
    /// Where and when the fixes of a chunk are.
    struct Outline: Sendable {
        let from: Timestamp
        let to: Timestamp
        let south: Double
        let north: Double
        let west: Double
        let east: Double
        /// The index of its first byte.
        let start: Int
    }

    /// How many fixes stand in a chunk.
    static let chunkSize = 64

    /// How many fixes there are.
    public let count: Int
    let outlines: [Outline]
    private let bytes: [UInt8]
    /// The fixes, chunk by chunk.
    var packedBytes: [UInt8] { bytes }

    /// How many bytes the fixes take, with the outlines of their chunks.
    public var byteCount: Int { bytes.count + outlines.count * MemoryLayout<Outline>.stride }

    /// Packs some fixes.
    ///
    /// - Parameter fixes: In the order of their times.
    /// - Complexity: O(n)
    public init(_ fixes: [Fix]) {
        var writer = FixWriter()
        var outlines: [Outline] = []
        for start in stride(from: 0, to: fixes.count, by: Self.chunkSize) {
            let chunk = fixes[start..<min(start + Self.chunkSize, fixes.count)]
            guard let first = chunk.first, let last = chunk.last else { break }
            let begin = writer.bytes.count
            writer.write(chunk)
            // As they are read again.
            let places = chunk.map { FixWriter.rounded($0.place) }
            outlines.append(
                Outline(
                    from: first.at,
                    to: last.at,
                    south: places.reduce(90) { min($0, $1.latitude) },
                    north: places.reduce(-90) { max($0, $1.latitude) },
                    west: places.reduce(180) { min($0, $1.longitude) },
                    east: places.reduce(-180) { max($0, $1.longitude) },
                    start: begin
                )
            )
        }
        count = fixes.count
        self.outlines = outlines
        bytes = writer.bytes
    }

    /// The fixes of a chunk.
    func chunk(_ index: Int) -> [Fix] {
        let isLast = index == outlines.count - 1
        let number = isLast ? count - index * Self.chunkSize : Self.chunkSize
        var fixes: [Fix] = []
        fixes.reserveCapacity(number)
        bytes.withUnsafeBytes { bytes in
            var scanner = FixScanner(bytes, at: outlines[index].start, from: outlines[index].from)
            while fixes.count < number, scanner.next() { fixes.append(scanner.fix) }
        }
        return fixes
    }

    /// All fixes.
    ///
    /// - Complexity: O(n)
    public var fixes: [Fix] { outlines.indices.flatMap(chunk) }

    /// The fixes of a time.
    ///
    /// - Parameters:
    ///   - from: Inclusive; nil for the beginning.
    ///   - to: Exclusive; nil for the end.
    /// - Complexity: O(chunks + fixes of the chunks that touch the time)
    public func fixes(from: Timestamp?, to: Timestamp?) -> [Fix] {
        outlines.indices.lazy.filter { index in
            from.map { outlines[index].to >= $0 } ?? true
                && to.map { outlines[index].from < $0 } ?? true
        }.flatMap(chunk).filter { fix in
            from.map { fix.at >= $0 } ?? true && to.map { fix.at < $0 } ?? true
        }
    }

    /// How long the track is from fix to fix, in metres.
    ///
    /// - Complexity: O(n)
    public var meters: Double {
        var total = 0.0
        var last: Coordinate?
        for index in outlines.indices {
            for fix in chunk(index) {
                if let last { total += Geodesic.distance(from: last, to: fix.place).meters }
                last = fix.place
            }
        }
        return total
    }

    /// Where the track was at a moment: between two fixes on the geodesic from one to the other, as if gone
    /// evenly.
    ///
    /// - Parameter gapSeconds: What lies between two fixes that are farther apart nobody knows.
    /// - Returns: nil before the first fix, after the last, and in a gap.
    /// - Complexity: O(log n)
    public func place(at moment: Timestamp, gapSeconds: Double = 1_800) -> Coordinate? {
        var (low, high) = (0, outlines.count)
        while low < high {
            let middle = (low + high) / 2
            if outlines[middle].from <= moment { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return nil }
        var fixes = chunk(low - 1)
        if low < outlines.count { fixes += chunk(low).prefix(1) }
        guard let before = fixes.last(where: { $0.at <= moment }) else { return nil }
        if before.at == moment { return before.place }
        guard let after = fixes.first(where: { $0.at > moment }) else { return nil }
        let between = Double(after.at.milliseconds(since: before.at))
        guard between <= gapSeconds * 1000 else { return nil }
        let share = Double(moment.milliseconds(since: before.at)) / between
        let (distance, bearing, _) = Geodesic.inverse(from: before.place, to: after.place)
        return Geodesic.destination(
            from: before.place,
            bearing: bearing,
            distance: Distance(uncheckedMeters: distance.meters * share)
        )
    }
}
