internal import CSpatiaLite
internal import Foundation
internal import GRDB
internal import GRDBSQLite
internal import Geodesy

/// Makes SQLite walk an R-tree nearest first: best-first search with the geodesic's lower bound.
///
/// `WHERE pkid MATCH ambit_near(axisDistance, height, longitude, limit)` yields the entries in the
/// order of ``Vantage/lowerBoundMeters(toWest:south:east:north:)`` and none whose bound exceeds the
/// limit. A node waits in SQLite's queue under a bound that nothing inside it can beat, because its
/// box holds theirs; so the walk opens only nodes that the answer needs, near a pole, across the
/// antimeridian and in an empty ocean alike, where a growing box of degrees would be a special case
/// or read half the table.
///
/// Source: "Custom R-Tree Queries", <https://www.sqlite.org/rtree.html#custom_r_tree_queries>.
enum NearestFirstWalk {
    /// Adds the function to a connection.
    static func register(in db: Database) {
        sqlite3_rtree_query_callback(db.sqliteConnection, "ambit_near", visit, nil, nil)
    }

    /// Called by SQLite for each box that it meets.
    ///
    /// Invariant: SQLite passes a valid `info` whose `aParam` holds `nParam` numbers and whose
    /// `aCoord` holds `nCoord`; the memory belongs to it and is not kept.
    private static let visit:
        @convention(c) (UnsafeMutablePointer<sqlite3_rtree_query_info>?) -> Int32 = { info in
            guard let info, info.pointee.nParam == 4, info.pointee.nCoord == 4,
                let parameters = info.pointee.aParam, let box = info.pointee.aCoord
            else { return SQLITE_ERROR }
            let vantage = Vantage(
                axisDistance: parameters[0],
                height: parameters[1],
                longitude: parameters[2]
            )
            let bound = vantage.lowerBoundMeters(
                toWest: box[0],
                south: box[2],
                east: box[1],
                north: box[3]
            )
            info.pointee.rScore = bound
            info.pointee.eWithin = bound > parameters[3] ? NOT_WITHIN : PARTLY_WITHIN
            return SQLITE_OK
        }
}

/// A place to measure from, in cylindrical coordinates about the Earth's axis.
struct Vantage {
    /// Metres from the axis.
    let axisDistance: Double
    /// Metres north of the plane of the equator.
    let height: Double
    /// Degrees.
    let longitude: Double

    init(axisDistance: Double, height: Double, longitude: Double) {
        self.axisDistance = axisDistance
        self.height = height
        self.longitude = longitude
    }

    init(_ place: Coordinate) {
        let meridian = Self.meridianPoint(latitude: place.latitude)
        self.init(
            axisDistance: meridian.axisDistance,
            height: meridian.height,
            longitude: place.longitude
        )
    }

    /// A length that no geodesic from here into a box of longitudes and latitudes undercuts; 0 when
    /// the place lies in the box.
    ///
    /// Grows with every box inside the box, up to rounding. Proof, with a and b the half axes:
    ///
    /// 1. The points of the box have an axis distance and a height between those of its edges, and
    ///    differ from here in longitude by at least `turn`. The square of the straight line between
    ///    two points is (p - q)^2 + 4 p q sin^2(turn / 2) + dz^2, p and q being their axis
    ///    distances; for turn < 90 degrees it is least at q = p cos(turn), otherwise at the least q.
    ///    So `line` is at most the straight line from here to any point of the box.
    /// 2. A geodesic is no shorter than the straight line.
    /// 3. The nearest-point map onto the ball of radius b lengthens no curve, since the ball is
    ///    convex, and keeps directions from the centre: a geodesic is no shorter than b g, with g
    ///    the angle between the ends as seen from the centre. With r and s the ends' distances from
    ///    the centre, line^2 <= (r - s)^2 + 4 r s sin^2(g / 2); s lies between those of the box's
    ///    edges nearest to a pole and to the equator, which gives a lower bound of g. It beats the
    ///    straight line from 1,800 km on, and stays within 0.34 % of the geodesic.
    ///
    /// The last step takes off more than rounding can have added.
    func lowerBoundMeters(
        toWest west: Double,
        south: Double,
        east: Double,
        north: Double
    ) -> Double {
        // The tree rounds outward, which may lead past the poles.
        let south = max(south, -90)
        let north = min(north, 90)
        let edges = (
            Self.meridianPoint(latitude: south), Self.meridianPoint(latitude: north)
        )
        let straddlesEquator = south <= 0 && north >= 0
        let nearAxis = min(edges.0.axisDistance, edges.1.axisDistance)
        let farFromAxis =
            straddlesEquator
            ? Self.equatorialRadius : max(edges.0.axisDistance, edges.1.axisDistance)
        let rise = max(0, edges.0.height - height, height - edges.1.height)

        let turn = turnDegrees(toWest: west, east: east) * (.pi / 180)
        let facing = axisDistance * cos(turn)
        let opposite = min(max(facing, nearAxis), farFromAxis)
        let halfTurn = sin(turn / 2)
        let run = axisDistance - opposite
        let line =
            (run * run + 4 * axisDistance * opposite * halfTurn * halfTurn + rise * rise)
            .squareRoot()

        var bound = line
        if line > 1_800_000 {
            let radii = (edges.0.radius, edges.1.radius)
            let shortest = min(radii.0, radii.1)
            let longest = straddlesEquator ? Self.equatorialRadius : max(radii.0, radii.1)
            let here = (axisDistance * axisDistance + height * height).squareRoot()
            let step = max(abs(here - shortest), abs(here - longest))
            let squaredSine = (line * line - step * step) / (4 * here * longest)
            bound = max(bound, 2 * Self.polarRadius * asin(min(1, squaredSine.squareRoot())))
        }
        return max(0, bound * (1 - 1e-12) - 1e-6)
    }

    private static let equatorialRadius = Geodesic.semiMajorAxisMeters
    private static let polarRadius = equatorialRadius * (1 - Geodesic.flattening)

    /// The least difference in longitude, 0 to 180 degrees; `west <= east`.
    private func turnDegrees(toWest west: Double, east: Double) -> Double {
        if west <= longitude && longitude <= east { return 0 }
        func eastward(_ degrees: Double) -> Double { degrees < 0 ? degrees + 360 : degrees }
        return min(eastward(west - longitude), eastward(longitude - east), 180)
    }

    /// A point of the ellipsoid's meridian.
    private struct MeridianPoint {
        let axisDistance: Double
        let height: Double
        var radius: Double { (axisDistance * axisDistance + height * height).squareRoot() }
    }

    /// Where the ellipsoid's meridian lies at a geodetic latitude.
    private static func meridianPoint(latitude: Double) -> MeridianPoint {
        let squaredEccentricity = Geodesic.flattening * (2 - Geodesic.flattening)
        let radians = latitude * (.pi / 180)
        let sine = sin(radians)
        let normal = equatorialRadius / (1 - squaredEccentricity * sine * sine).squareRoot()
        return MeridianPoint(
            axisDistance: max(0, normal * cos(radians)),
            height: normal * (1 - squaredEccentricity) * sine
        )
    }
}
