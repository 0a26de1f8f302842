internal import Foundation
public import Geodesy

/// The ground around the streets that are reached within some times, as areas.
///
/// A grid of samples knows how soon a reached place of a street is near it; the outline runs between the samples
/// that are near one in time and those that are not (marching squares: W. Lorensen and H. Cline,
/// "Marching Cubes", SIGGRAPH 1987, in the plane). So every reached place lies in its area, and no place of an
/// area is farther than ``toleranceMeters`` from a reached one; areas of shorter times lie in those of longer ones.
public struct ReachOutline: Sendable {
    /// How far from a reached place of a street an area extends at most, in metres.
    public let toleranceMeters: Double
    private let grid: ReachGrid?

    /// - Parameters:
    ///   - mode: Areas of drives are drawn less finely than those of walks.
    ///   - start: Where one sets out.
    /// - Complexity: O(length of the streets / width of a cell).
    public init(_ reach: StreetReach, from start: Coordinate, by mode: TravelMode) {
        let grid = ReachGrid(reach, from: start, bufferMeters: Self.bufferMeters(mode))
        self.grid = grid
        toleranceMeters =
            grid.map { Self.tolerance(buffer: $0.bufferMeters, cell: $0.cellMeters) } ?? 0
    }

    /// ``toleranceMeters`` of areas that are not so large that they are drawn less finely.
    public static func usualToleranceMeters(_ mode: TravelMode) -> Double {
        let buffer = bufferMeters(mode)
        return tolerance(buffer: buffer, cell: ReachGrid.cellMeters(buffer: buffer))
    }

    private static func bufferMeters(_ mode: TravelMode) -> Double { mode == .walk ? 30 : 80 }

    private static func tolerance(buffer: Double, cell: Double) -> Double {
        buffer + cell * 2.0.squareRoot()
    }

    /// The area that is reached within a time; without polygons where nothing is.
    ///
    /// - Parameter seconds: No more than the time of the search.
    public func area(within seconds: Double) -> MultiPolygon {
        guard let grid else { return MultiPolygon([]) }
        return MultiPolygon(
            grid.halves.flatMap { ReachContours(grid, $0, within: Float(seconds)).polygons }
        )
    }
}

/// When a reached place is near each of many samples.
private struct ReachGrid {
    /// Some columns of samples, on one side of the antimeridian.
    struct Half {
        let columns: Range<Int>
        /// Whether the area is cut at the first or the last column, which is the antimeridian.
        let isCutBefore: Bool
        let isCutBehind: Bool
    }

    let cellMeters: Double
    let bufferMeters: Double
    let width: Int
    let height: Int
    /// By rows from the south; infinite where no place is near.
    private(set) var seconds: [Float]
    private let south: Double
    /// Degrees east of the start's meridian, negative to the west.
    private let west: Double
    private let meridian: Double
    private let latitudeStep: Double
    private let longitudeStep: Double

    private static let metersPerDegree = 111_195.0
    private static let mostSamples = 4_000_000.0
    /// Nearer to a pole, a grid of degrees is none any more.
    private static let northernmostLatitude = 89.0

    /// How wide a cell is of an area that is not large.
    static func cellMeters(buffer: Double) -> Double { buffer / 2 }

    init?(_ reach: StreetReach, from start: Coordinate, bufferMeters: Double) {
        meridian = start.longitude
        func offset(_ place: Coordinate) -> Double {
            var offset = place.longitude - start.longitude
            if offset > 180 { offset -= 360 } else if offset < -180 { offset += 360 }
            return offset
        }
        var (low, high) = (start.latitude, start.latitude)
        var (first, last) = (0.0, 0.0)
        for stretch in reach.stretches {
            for place in stretch.line {
                (low, high) = (min(low, place.latitude), max(high, place.latitude))
                (first, last) = (min(first, offset(place)), max(last, offset(place)))
            }
        }
        let steepest = max(low.magnitude, high.magnitude)
        guard !reach.stretches.isEmpty, steepest < Self.northernmostLatitude, last - first < 180
        else { return nil }
        let scale = cos(steepest * .pi / 180)
        let area =
            (high - low + 0.01) * (last - first + 0.01) * Self.metersPerDegree
            * Self.metersPerDegree
        cellMeters = max(
            Self.cellMeters(buffer: bufferMeters),
            (area / Self.mostSamples).squareRoot()
        )
        self.bufferMeters = max(bufferMeters, 1.5 * cellMeters)
        latitudeStep = cellMeters / Self.metersPerDegree
        longitudeStep = latitudeStep / scale
        let margin = (self.bufferMeters / cellMeters).rounded(.up) + 3
        south = low - margin * latitudeStep
        // A column lies on the antimeridian where the area may reach over it.
        var west = first - 2 * margin * longitudeStep
        if let cut = Self.antimeridian(from: meridian, west, last + 2 * margin * longitudeStep) {
            west = cut - ((cut - west) / longitudeStep).rounded(.up) * longitudeStep
        }
        self.west = west
        width = Int(((last - west) / longitudeStep).rounded(.up) + 2 * margin) + 2
        height = Int(((high - south) / latitudeStep).rounded(.up) + margin) + 2
        seconds = Array(repeating: .infinity, count: width * height)
        for stretch in reach.stretches { mark(stretch, offset) }
    }

    /// How many degrees east of a meridian the antimeridian lies, if that is between two bounds.
    private static func antimeridian(
        from meridian: Double,
        _ west: Double,
        _ east: Double
    ) -> Double? {
        [180 - meridian, -180 - meridian].first { west < $0 && $0 < east }
    }

    /// The parts on both sides of the antimeridian.
    var halves: [Half] {
        let east = west + Double(width) * longitudeStep
        guard let cut = Self.antimeridian(from: meridian, west, east) else {
            return [Half(columns: 0..<width, isCutBefore: false, isCutBehind: false)]
        }
        let column = Int(((cut - west) / longitudeStep).rounded())
        return [
            Half(columns: 0..<(column + 1), isCutBefore: false, isCutBehind: true),
            Half(columns: column..<width, isCutBefore: true, isCutBehind: false),
        ]
    }

    private mutating func mark(
        _ stretch: StreetReach.Stretch,
        _ offset: (Coordinate) -> Double
    ) {
        let lengths = zip(stretch.line, stretch.line.dropFirst()).map {
            Geodesic.distance(from: $0, to: $1).meters
        }
        let whole = lengths.reduce(0, +)
        var passed = 0.0
        func time(_ meters: Double) -> Float {
            let share = whole > 0 ? meters / whole : 0
            return Float(
                stretch.firstSeconds + share * (stretch.lastSeconds - stretch.firstSeconds)
            )
        }
        if let place = stretch.line.first { mark(offset(place), place.latitude, time(0)) }
        for (index, length) in lengths.enumerated() {
            let (from, to) = (stretch.line[index], stretch.line[index + 1])
            let (x, y) = (offset(from), from.latitude)
            let (dx, dy) = (offset(to) - x, to.latitude - y)
            let steps = max(1, Int((length / cellMeters * 2).rounded(.up)))
            for step in 1...steps {
                let share = Double(step) / Double(steps)
                mark(x + share * dx, y + share * dy, time(passed + share * length))
            }
            passed += length
        }
    }

    /// Notes a reached place at all samples near it.
    private mutating func mark(_ x: Double, _ y: Double, _ time: Float) {
        let column = (x - west) / longitudeStep
        let row = (y - south) / latitudeStep
        let squeeze = cos(y * .pi / 180) * longitudeStep / latitudeStep
        let reach = bufferMeters / cellMeters
        let rows = Int((row - reach).rounded(.up))...Int((row + reach).rounded(.down))
        for other in rows where 0..<height ~= other {
            let rest = (reach * reach - (Double(other) - row) * (Double(other) - row)).squareRoot()
            guard rest.isFinite else { continue }
            let half = rest / squeeze
            let (first, last) = (
                Int((column - half).rounded(.up)), Int((column + half).rounded(.down))
            )
            guard first <= last else { continue }
            for sample in max(0, first)...max(0, min(width - 1, last)) {
                let index = other * width + sample
                if time < seconds[index] { seconds[index] = time }
            }
        }
    }

    /// A place by its column and row, and on which side of the antimeridian it is seen from.
    func place(_ column: Double, _ row: Double, of half: Half) -> Coordinate? {
        var longitude = meridian + west + column * longitudeStep
        let middle = Double(half.columns.lowerBound + half.columns.upperBound) / 2
        let side = meridian + west + middle * longitudeStep
        if side > 180 { longitude -= 360 } else if side < -180 { longitude += 360 }
        if half.isCutBehind || half.isCutBefore, (longitude.magnitude - 180).magnitude < 1e-9 {
            longitude = half.isCutBehind ? 180 : -180
        }
        return try? Coordinate(latitude: south + row * latitudeStep, longitude: longitude)
    }
}

/// The lines between what is reached in time and what is not.
private struct ReachContours {
    private let grid: ReachGrid
    private let half: ReachGrid.Half
    private let limit: Float

    init(_ grid: ReachGrid, _ half: ReachGrid.Half, within seconds: Float) {
        self.grid = grid
        self.half = half
        limit = seconds
    }

    private func isIn(_ column: Int, _ row: Int) -> Bool {
        half.columns ~= column && 0..<grid.height ~= row
            && grid.seconds[row * grid.width + column] <= limit
    }

    /// Where a line crosses the side of a cell: to the right of a sample, or above it.
    private struct Crossing: Hashable {
        let column: Int
        let row: Int
        let isAbove: Bool
    }

    /// A ring of columns and rows, counterclockwise around what it holds.
    private struct Ring {
        var corners: [SIMD2<Double>]

        /// Positive for an outer ring.
        var area: Double {
            zip(corners, corners.dropFirst() + corners.prefix(1)).reduce(0) {
                $0 + ($1.0.x * $1.1.y - $1.1.x * $1.0.y) / 2
            }
        }

        func holds(_ point: SIMD2<Double>) -> Bool {
            var isInside = false
            for (one, other) in zip(corners, corners.dropFirst() + corners.prefix(1))
            where (one.y > point.y) != (other.y > point.y) {
                let x = one.x + (point.y - one.y) / (other.y - one.y) * (other.x - one.x)
                if x > point.x { isInside.toggle() }
            }
            return isInside
        }
    }

    var polygons: [Polygon] {
        let rings = rings
        var outer = rings.filter { $0.area > 0 }.map { (ring: $0, area: $0.area, holes: [Ring]()) }
        outer.sort { $0.area < $1.area }
        for hole in rings where hole.area < 0 {
            guard let point = hole.corners.first,
                let owner = outer.firstIndex(where: { $0.ring.holds(point) })
            else { continue }
            outer[owner].holes.append(hole)
        }
        return outer.compactMap { part in
            try? Polygon(
                exterior: places(part.ring),
                holes: part.holes.map(places).filter { $0.count >= 3 }
            )
        }
    }

    private func places(_ ring: Ring) -> [Coordinate] {
        ring.corners.compactMap { grid.place($0.x, $0.y, of: half) }
    }

    private var rings: [Ring] {
        var following: [Crossing: Crossing] = [:]
        for row in -1..<grid.height {
            for column in (half.columns.lowerBound - 1)..<half.columns.upperBound {
                for (from, to) in lines(column, row) { following[from] = to }
            }
        }
        var rings: [Ring] = []
        while let (start, _) = following.first {
            var corners: [SIMD2<Double>] = []
            var next: Crossing? = start
            while let crossing = next {
                let point = point(crossing)
                // What lies on a straight line is no corner.
                if corners.count >= 2,
                    Self.isStraight(corners[corners.count - 2], corners[corners.count - 1], point)
                {
                    corners.removeLast()
                }
                corners.append(point)
                next = following.removeValue(forKey: crossing)
                if next == start { break }
            }
            if corners.count >= 3 { rings.append(Ring(corners: corners)) }
        }
        return rings
    }

    private static func isStraight(
        _ one: SIMD2<Double>,
        _ middle: SIMD2<Double>,
        _ other: SIMD2<Double>
    ) -> Bool {
        let (a, b) = (middle - one, other - middle)
        return a.x * b.y == a.y * b.x
    }

    private func point(_ crossing: Crossing) -> SIMD2<Double> {
        let (x, y) = (Double(crossing.column), Double(crossing.row))
        guard !crossing.isAbove else { return SIMD2(x, y + 0.5) }
        // At the antimeridian, the line runs along it.
        if half.isCutBehind, crossing.column + 1 == half.columns.upperBound { return SIMD2(x, y) }
        if half.isCutBefore, crossing.column + 1 == half.columns.lowerBound {
            return SIMD2(x + 1, y)
        }
        return SIMD2(x + 0.5, y)
    }

    /// The lines through the cell above and to the right of a sample, what is in time to their left.
    private func lines(_ column: Int, _ row: Int) -> [(Crossing, Crossing)] {
        let corners = [
            isIn(column, row), isIn(column + 1, row), isIn(column + 1, row + 1),
            isIn(column, row + 1),
        ]
        let kind = corners.enumerated().reduce(0) { $0 | ($1.element ? 1 << $1.offset : 0) }
        guard kind != 0, kind != 15 else { return [] }
        let bottom = Crossing(column: column, row: row, isAbove: false)
        let top = Crossing(column: column, row: row + 1, isAbove: false)
        let left = Crossing(column: column, row: row, isAbove: true)
        let right = Crossing(column: column + 1, row: row, isAbove: true)
        switch kind {
        case 1: return [(bottom, left)]
        case 2: return [(right, bottom)]
        case 3: return [(right, left)]
        case 4: return [(top, right)]
        // Of two corners across, what lies between them belongs to both.
        case 5: return [(bottom, right), (top, left)]
        case 6: return [(top, bottom)]
        case 7: return [(top, left)]
        case 8: return [(left, top)]
        case 9: return [(bottom, top)]
        case 10: return [(left, bottom), (right, top)]
        case 11: return [(right, top)]
        case 12: return [(left, right)]
        case 13: return [(bottom, right)]
        default: return [(left, bottom)]
        }
    }
}
