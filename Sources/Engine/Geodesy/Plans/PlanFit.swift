/// How a drawn plan lies on the Earth: from pixels to places and back, fitted to points that are known in both.
///
/// The pixels are mapped to a plane that touches the ellipsoid in the middle of the known points, where a place
/// stands at its geodesic distance and bearing (the azimuthal equidistant projection). Over the ground of a
/// fair that plane differs from the ellipsoid by less than a millimetre.
package struct PlanFit: Sendable, Hashable {
    /// A point of the plan whose place is known.
    package struct ControlPoint: Sendable, Hashable {
        /// Where it is on the plan.
        package let spot: PlanSpot
        /// Where it is on the Earth.
        package let place: Coordinate

        /// A point with both members.
        package init(spot: PlanSpot, place: Coordinate) { (self.spot, self.place) = (spot, place) }
    }

    /// What may be done to the plan so that it fits.
    package enum Model: String, Sendable, Hashable, CaseIterable {
        /// Moved, turned, stretched and sheared: what is parallel stays so. From 3 points on.
        case affine
        /// Seen from an angle as well, as a photographed plan is. From 4 points on.
        case projective

        /// How many points determine it.
        package var leastPoints: Int {
            switch self {
            case .affine: 3
            case .projective: 4
            }
        }

        /// How many numbers it has.
        fileprivate var freedom: Int { 2 * leastPoints }
    }

    /// What was done to the plan.
    package let model: Model
    /// How far the known points are from where the fit puts them, the root of the mean square. 0 with as few
    /// points as determine the model: nothing checks these then.
    package let residual: Distance
    /// The same of the point that is furthest off.
    package let largestResidual: Distance
    /// Whether the plan is turned over, as in a mirror: what is clockwise on it is not so on the ground.
    package let isMirrored: Bool
    /// Where the plane touches the Earth.
    private let origin: Coordinate
    private let toGround: Homography
    private let toPlan: Homography

    /// The farthest that two known points may be from one another, in metres: beyond it the plane is none.
    package static let largestExtentMeters = 100_000.0

    /// Fits a plan.
    ///
    /// - Parameter model: What may be done to it; nil for affine, or projective where five points or more show
    ///   that the plan is seen from an angle: the residual for each number that is not needed to determine the
    ///   model is less than half.
    /// - Throws: ``PlanFitError``.
    /// - Complexity: O(n) for n points.
    /// Accuracy: 1 mm within 10 km, for points that fit.
    package init(_ points: [ControlPoint], model: Model? = nil) throws(PlanFitError) {
        let least = (model ?? .affine).leastPoints
        guard points.count >= least else {
            throw .tooFewPoints(count: points.count, needed: least)
        }
        let first = points[0].place
        let extent = points.map { Geodesic.distance(from: first, to: $0.place).meters }.max() ?? 0
        guard extent <= Self.largestExtentMeters else { throw .tooFarApart(meters: extent) }
        let origin = Self.middle(of: points.map(\.place))
        let pairs = points.map { (spot: $0.spot, ground: Self.ground($0.place, from: origin)) }
        let affine = try Self.fitted(.affine, pairs)
        var chosen = affine
        switch model {
        case .affine: break
        case .projective: chosen = try Self.fitted(.projective, pairs)
        case nil where points.count > Model.projective.leastPoints:
            if let seen = try? Self.fitted(.projective, pairs), seen.score < affine.score / 2 {
                chosen = seen
            }
        case nil: break
        }
        guard let toPlan = chosen.map.inverse else { throw .onOneLine }
        self.model = chosen.model
        self.origin = origin
        toGround = chosen.map
        self.toPlan = toPlan
        isMirrored = Self.isMirrored(chosen.map, around: pairs.map(\.spot))
        residual = Distance(uncheckedMeters: chosen.rootMeanSquare)
        largestResidual = Distance(uncheckedMeters: chosen.largest)
    }

    /// The place of a spot; nil beyond the plan's horizon, and for what is no place at all.
    package func place(of spot: PlanSpot) -> Coordinate? {
        guard let ground = toGround.applied(to: spot) else { return nil }
        let meters = (ground.x * ground.x + ground.y * ground.y).squareRoot()
        guard meters <= 2 * Self.largestExtentMeters else { return nil }
        guard meters > 0 else { return origin }
        return Geodesic.destination(
            from: origin,
            bearingDegrees: UnitAngle(towardSine: ground.x, cosine: ground.y).degrees,
            distance: Distance(uncheckedMeters: meters)
        )
    }

    /// The spot of a place; nil for a place that is nowhere near.
    package func spot(of place: Coordinate) -> PlanSpot? {
        let ground = Self.ground(place, from: origin)
        let limit = 2 * Self.largestExtentMeters
        guard ground.x.magnitude <= limit, ground.y.magnitude <= limit else { return nil }
        return toPlan.applied(to: ground)
    }

    /// On a plan y grows downwards, on the ground northwards; so what is not turned over changes its sense.
    private static func isMirrored(_ map: Homography, around spots: [PlanSpot]) -> Bool {
        let count = Double(spots.count)
        let (x, y) = (spots.map(\.x).reduce(0, +) / count, spots.map(\.y).reduce(0, +) / count)
        guard let middle = map.applied(to: PlanSpot(x: x, y: y)),
            let right = map.applied(to: PlanSpot(x: x + 1, y: y)),
            let below = map.applied(to: PlanSpot(x: x, y: y + 1))
        else { return false }
        return (right.x - middle.x) * (below.y - middle.y)
            > (right.y - middle.y) * (below.x - middle.x)
    }

    // MARK: The plane

    private static func middle(of places: [Coordinate]) -> Coordinate {
        // Near the antimeridian longitudes are counted from the first place's.
        let first = places[0]
        var (latitude, longitude) = (0.0, 0.0)
        for place in places {
            latitude += place.latitude
            longitude +=
                (place.longitude - first.longitude + 540)
                .truncatingRemainder(dividingBy: 360) - 180
        }
        let count = Double(places.count)
        var mean = first.longitude + longitude / count
        if mean > 180 { mean -= 360 }
        if mean < -180 { mean += 360 }
        return Coordinate(
            uncheckedLatitude: min(90, max(-90, latitude / count)),
            longitude: mean
        )
    }

    /// Metres east (x) and north (y) of the origin.
    private static func ground(_ place: Coordinate, from origin: Coordinate) -> PlanSpot {
        let way = Geodesic.inverse(from: origin, to: place)
        let bearing = UnitAngle(degrees: way.initialBearing.degrees)
        return PlanSpot(
            x: way.distance.meters * bearing.sine,
            y: way.distance.meters * bearing.cosine
        )
    }

    // MARK: Fitting

    private struct Candidate {
        let model: Model
        let map: Homography
        let rootMeanSquare: Double
        let largest: Double
        /// The square of the residual for each number beyond those that determine the model.
        let score: Double
    }

    private static func fitted(
        _ model: Model,
        _ pairs: [(spot: PlanSpot, ground: PlanSpot)]
    ) throws(PlanFitError) -> Candidate {
        guard let map = Homography(fitting: pairs, isProjective: model == .projective) else {
            throw .onOneLine
        }
        var (sum, largest) = (0.0, 0.0)
        for (spot, ground) in pairs {
            guard let found = map.applied(to: spot) else { throw .onOneLine }
            let square =
                (found.x - ground.x) * (found.x - ground.x)
                + (found.y - ground.y) * (found.y - ground.y)
            sum += square
            largest = max(largest, square)
        }
        guard sum.isFinite else { throw .onOneLine }
        let spare = 2 * pairs.count - model.freedom
        return Candidate(
            model: model,
            map: map,
            rootMeanSquare: (sum / Double(pairs.count)).squareRoot(),
            largest: largest.squareRoot(),
            score: spare > 0 ? sum / Double(spare) : .infinity
        )
    }
}

/// A spot on a drawn plan.
package struct PlanSpot: Sendable, Hashable {
    /// Pixels to the right of the left edge.
    package let x: Double
    /// Pixels below the upper edge.
    package let y: Double

    /// A spot with both members.
    package init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
}

/// Why a plan cannot be fitted.
package enum PlanFitError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Fewer points than determine the model.
    case tooFewPoints(count: Int, needed: Int)
    /// The points lie on one line, or on one another, or cannot be brought together.
    case onOneLine
    /// Two places are so far apart that no plan has both.
    case tooFarApart(meters: Double)

    package var description: String {
        switch self {
        case .tooFewPoints(let count, let needed):
            "there are \(count) control points; \(needed) or more determine how the plan lies"
        case .onOneLine:
            "the control points lie on one line or on one another; choose some that lie in different "
                + "corners of the plan"
        case .tooFarApart(let meters):
            "two control points are \((meters / 1000).rounded()) km apart; a plan is of at most 100 km"
        }
    }
}
