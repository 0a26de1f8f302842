internal import Geodesy

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Parts an edge of a cell where it is not straight in longitude and latitude.
///
/// Where an edge is parted follows from its two ends alone, so that neighbours agree.
struct EdgeParting<Point> {
    /// An end of an edge, as the cells know it and as a place.
    typealias End = (point: Point, place: Coordinate)

    /// The point halfway between two others; nil where there is none.
    let middle: (Point, Point) -> End?

    /// The degrees of longitude that an edge may turn by before it is parted.
    private static var mostTurn: Double { 2 }
    /// An edge is halved so often at most: a million metres become one.
    private static var mostHalvings: Int { 20 }
    /// What lies nearer to a pole, in degrees, is there.
    private static var poleDegrees: Double { 1e-9 }

    /// Appends what lies between two ends of an edge. One through a pole has it twice, once at the longitude on
    /// which it comes and once at that on which it leaves.
    ///
    /// - Parameter mostBend: How far the edge may lie from the straight line, in degrees of a great circle.
    func append(
        between start: End,
        _ end: End,
        mostBend: Double = .infinity,
        to places: inout [Coordinate]
    ) {
        append(between: start, end, mostBend, Self.mostHalvings, &places)
    }

    private func append(
        between start: End,
        _ end: End,
        _ mostBend: Double,
        _ halvings: Int,
        _ places: inout [Coordinate]
    ) {
        let isTurned = start.place.turn(to: end.place).magnitude > Self.mostTurn
        guard isTurned || mostBend.isFinite,
            let middle = middle(start.point, end.point),
            isTurned || Self.bend(start.place, middle.place, end.place) > mostBend
        else { return }
        guard halvings > 0, middle.place.latitude.magnitude < 90 - Self.poleDegrees else {
            guard isTurned else { return }
            let pole = middle.place.latitude < 0 ? -90.0 : 90
            for side in [start.place, end.place] {
                places.append(Coordinate(uncheckedLatitude: pole, longitude: side.longitude))
            }
            return
        }
        append(between: start, middle, mostBend, halvings - 1, &places)
        places.append(middle.place)
        append(between: middle, end, mostBend, halvings - 1, &places)
    }

    /// How far the middle of an edge lies from that of the straight line, in degrees of a great circle.
    private static func bend(_ start: Coordinate, _ middle: Coordinate, _ end: Coordinate) -> Double
    {
        let north = middle.latitude - (start.latitude + end.latitude) / 2
        let east = (start.turn(to: middle) - middle.turn(to: end)) / 2
        return hypot(north, east * cos(middle.latitude * .pi / 180))
    }
}

extension Coordinate {
    /// The degrees of longitude to another place, the shorter way, from -180 to 180; east is more than 0.
    func turn(to other: Coordinate) -> Double {
        (other.longitude - longitude).remainder(dividingBy: 360)
    }
}
