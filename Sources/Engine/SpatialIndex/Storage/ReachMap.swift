internal import CIndexKernels
internal import Geodesy

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Android)
    internal import Android
#elseif canImport(Darwin)
    internal import Darwin
#elseif os(Windows)
    internal import CRT
#endif

/// Where some point reaches: a grid over the ground with a bit a cell, set when the circle around a
/// point, as wide as its reach, may touch the cell.
///
/// A search from a place whose bit is not set finds nothing. Bits are set and never taken back, so
/// that a map holds for every state of the tree since it was made, and a reader may look at it while
/// the writer sets more.
struct ReachMap: Equatable {
    let base: UnsafeMutablePointer<ambit_reach_map>

    /// Of fewer points none is made.
    static let fewestPoints = 4096
    /// Four bytes a point: cells as fine as that allows.
    private static let bitsPerPoint = 32
    /// A circle over more rows than this is too wide for cells so fine.
    private static let mostRows = 64
    /// Half a billion columns are a decimetre wide.
    private static let mostWordsAcross = 1 << 26

    private static let radiansPerCell = AMBIT_RADIANS_PER_CELL
    private static let poleCells: Int64 = 1 << 30
    private static let turnCells: Int64 = 1 << 32

    /// An empty map of the ground that points in a box reach.
    ///
    /// - Parameters:
    ///   - box: Not empty.
    ///   - mostReach: No reach is longer, metres.
    ///   - count: How many points there are, which decides how fine the cells are.
    /// - Throws: ``SpatialIndexError/outOfMemory(bytes:)``.
    init(around box: Bounds, mostReach: Float, count: Int, stamp: UInt64)
        throws(SpatialIndexError)
    {
        let angle = Self.angle(mostReach)
        let margin = Self.cells(angle)
        let south = max(-Self.poleCells, box.south - margin)
        let north = min(Self.poleCells, box.north + margin)
        // Of all latitudes of the box, the one nearest to a pole has the least cosine.
        let steepest = Double(max(abs(south), abs(north))) * Self.radiansPerCell
        let widest = Circle.widestLongitude(angle, max(0, cos(steepest)))
        var west = Int64(Int32.min)
        var width = Self.turnCells - 1
        if widest < 1 {
            let margin = Self.cells(widest)
            let across = box.east - box.west + 2 * margin
            if across < width { (west, width) = (box.west - margin, across) }
        }
        let height = north - south

        let bits = Double(count) * Double(Self.bitsPerPoint)
        let (low, high) = (
            Double(south) * Self.radiansPerCell, Double(north) * Self.radiansPerCell
        )
        // As wide on the ground as they are high, on an average of the latitudes.
        let aspect =
            Double(width) * Self.radiansPerCell * (sin(high) - sin(low))
            / ((high - low) * (high - low))
        let wordsHigh = max(1, Int((bits / max(aspect, 1e-6)).squareRoot() / 8))
        let wordsAcross = min(max(1, Int(bits / 64) / wordsHigh), Self.mostWordsAcross)
        let header = MemoryLayout<ambit_reach_map>.size / 8
        let words = try LargeBuffer<UInt64>(header + wordsHigh * wordsAcross)
        words.base.update(repeating: 0, count: header + wordsHigh * wordsAcross)
        base = UnsafeMutableRawPointer(words.base).assumingMemoryBound(to: ambit_reach_map.self)
        base.pointee.west = Int32(truncatingIfNeeded: west)
        base.pointee.south = Int32(truncatingIfNeeded: south)
        base.pointee.width = UInt64(width)
        base.pointee.height = UInt64(height)
        base.pointee.columns = UInt64(8 * wordsAcross) << 32 / UInt64(width + 1)
        base.pointee.rows = UInt64(8 * wordsHigh) << 32 / UInt64(height + 1)
        base.pointee.words_across = UInt64(wordsAcross)
        base.pointee.stamp = stamp
    }

    init(_ base: UnsafeMutablePointer<ambit_reach_map>) { self.base = base }

    /// The batch of changes that made the map: see ``TreeStorage/batch``.
    var stamp: UInt64 { base.pointee.stamp }

    func deallocate() { LargeBuffer<UInt64>.deallocate(base) }

    /// Whether some point perhaps reaches a place; where not, surely none does.
    @inline(__always)
    func mayReach(_ place: GridPlace) -> Bool { ambit_is_reached(base, place.x, place.y) }

    // MARK: Marking

    /// Marks what a point reaches.
    ///
    /// - Returns: False, with perhaps some of it marked, when that is too much for the map.
    func mark(_ place: GridPlace, reach: Float) -> Bool {
        let circle = ReachedCircle(place, angle: Self.angle(reach))
        let map = base.pointee
        let height = Int64(map.height)
        let center = Int64(place.y) - Int64(map.south)
        let margin = Self.cells(circle.angle)
        // Beyond a pole there is no latitude.
        let low = max(center - margin, -Self.poleCells - Int64(map.south))
        let high = min(center + margin, Self.poleCells - Int64(map.south))
        if low < 0 || high > height { ambit_set_reached_beyond(base) }
        guard high >= 0, low <= height else { return true }
        let first = (UInt64(max(low, 0)) &* map.rows) >> 32
        let last = (UInt64(min(high, height)) &* map.rows) >> 32
        guard last - first <= UInt64(Self.mostRows) else { return false }
        let cellsPerRow = 0x1p32 / Double(map.rows)
        for row in first...last {
            // How far northward of the centre, or southward, the row begins.
            let southEdge = Double(row) * cellsPerRow - Double(center)
            let away = max(0, southEdge, -southEdge - cellsPerRow) - 2
            let half = circle.halfWidth(atNorthing: max(0, away) * Self.radiansPerCell)
            if half >= 0 { mark(row: row, around: place.x, half: half, map) }
        }
        return true
    }

    /// Marks a row's cells up to an angle of longitude to both sides.
    private func mark(row: UInt64, around x: Int32, half: Double, _ map: ambit_reach_map) {
        let width = Int64(map.width)
        let isWholeTurn = width == Self.turnCells - 1
        guard half < 3 else {
            if !isWholeTurn { ambit_set_reached_beyond(base) }
            return mark(row: row, from: 0, through: width, map)
        }
        let center = Int64(UInt32(bitPattern: x &- map.west))
        let (west, east) = (center - Self.cells(half), center + Self.cells(half))
        if !isWholeTurn, west < 0 || east > width { ambit_set_reached_beyond(base) }
        // The same longitudes a turn farther west and east may lie in the grid as well.
        for turn in [-Self.turnCells, 0, Self.turnCells] {
            let (from, through) = (max(0, west + turn), min(width, east + turn))
            if from <= through { mark(row: row, from: from, through: through, map) }
        }
    }

    private func mark(row: UInt64, from: Int64, through: Int64, _ map: ambit_reach_map) {
        let first = (UInt64(from) &* map.columns) >> 32
        let last = (UInt64(through) &* map.columns) >> 32
        let words = (row >> 3) * map.words_across
        for word in first >> 3...last >> 3 {
            let low = word == first >> 3 ? first & 7 : 0
            let high = word == last >> 3 ? last & 7 : 7
            let run = (UInt64(0xFF) >> (7 - high)) & (UInt64(0xFF) << low)
            ambit_set_reached(base, words + word, run << ((row & 7) << 3))
        }
    }

    /// The angle on the unit sphere that holds a reach, with as much more as the places' cells and
    /// rounding take: see the article *Bounds*.
    private static func angle(_ reach: Float) -> Double {
        Double(reach) * (1.000001 / Geodesic.leastRadiusOfCurvatureMeters) + 4 * radiansPerCell
    }

    private static func cells(_ radians: Double) -> Int64 {
        Int64(min(radians, 7) * (1.000001 / radiansPerCell)) + 2
    }
}

/// The ground within an angle of a place.
private struct ReachedCircle {
    let angle: Double
    /// No place within the angle lies farther in longitude; infinite around a pole.
    private let widest: Double
    /// The product of the centre's cosine and the least one within the angle.
    private let cosines: Double

    init(_ place: GridPlace, angle: Double) {
        self.angle = angle
        let cosine = max(0, cos((Double(place.y) + 0.5) * AMBIT_RADIANS_PER_CELL))
        let sine = (1 - cosine * cosine).squareRoot()
        // cos(latitude + angle), from below.
        let least = cosine * (1 - angle * angle / 2) - sine * angle - 1e-9
        cosines = cosine * least
        widest = least > 0 && angle < 1 ? Circle.widestLongitude(angle, cosine) : .infinity
    }

    /// How far in longitude the circle goes at most where the difference in latitude is at least
    /// `northing`: negative where it does not go at all. Radians.
    func halfWidth(atNorthing northing: Double) -> Double {
        guard widest < .infinity else { return .infinity }
        let northward = northing * northing
        let left = angle * angle - northward * (1 - northward / 12)
        guard left > 0 else { return -1 }
        // The same bound as for lanes; x^2 (1 - x^2 / 12) <= q^2 keeps x within this for q up to 1.
        let q = (left / cosines).squareRoot()
        return q < 1 ? min(widest, q * (1 + 0.05 * q * q)) : widest
    }
}
