import CProj
import Foundation
import Testing

@testable import Geodesy

/// Plans are fitted to made ground whose places are computed by PROJ, not by the code under test.
@Suite struct PlanFitTests {
    /// A plan whose pixels are `scale` metres, turned by an angle around a place, with the y axis down.
    private struct Ground {
        let middle: Coordinate
        let scale: Double
        let turnDegrees: Double
        /// How much a pixel's place shrinks toward the top, as in a photograph; 0 for a drawing.
        var bend = 0.0

        func place(x: Double, y: Double) throws -> Coordinate {
            let (dx, dy) = ((x - 500) * scale, (400 - y) * scale)
            let depth = 1 + bend * dy
            let turn = turnDegrees * .pi / 180
            let east = (dx * cos(turn) + dy * sin(turn)) / depth
            let north = (dy * cos(turn) - dx * sin(turn)) / depth
            var geodesic = geod_geodesic()
            geod_init(&geodesic, 6_378_137, 1 / 298.257223563)
            var (latitude, longitude, bearing) = (0.0, 0.0, 0.0)
            geod_direct(
                &geodesic,
                middle.latitude,
                middle.longitude,
                atan2(east, north) * 180 / .pi,
                (east * east + north * north).squareRoot(),
                &latitude,
                &longitude,
                &bearing
            )
            return try Coordinate(latitude: latitude, longitude: longitude)
        }

        func control(_ spots: [(Double, Double)]) throws -> [PlanFit.ControlPoint] {
            try spots.map {
                PlanFit.ControlPoint(
                    spot: PlanSpot(x: $0.0, y: $0.1),
                    place: try place(x: $0.0, y: $0.1)
                )
            }
        }
    }

    private static let corners = [(40.0, 60.0), (950.0, 30.0), (980.0, 790.0), (70.0, 760.0)]
    private static let spots = [(500.0, 400.0), (120.0, 700.0), (333.0, 44.0), (900.0, 600.0)]

    @Test(
        "a plan that is turned over is known, however it is turned",
        arguments: [0.0, 90, 143, -120]
    )
    func mirrored(turn: Double) throws {
        let ground = Ground(
            middle: try Coordinate(latitude: 29.76, longitude: -95.37),
            scale: 0.35,
            turnDegrees: turn
        )
        for count in [3, 4] {
            let points = Array(try ground.control(Self.corners).prefix(count))
            #expect(try !PlanFit(points).isMirrored)
            let swapped = points.map {
                PlanFit.ControlPoint(
                    spot: PlanSpot(x: 1000 - $0.spot.x, y: $0.spot.y),
                    place: $0.place
                )
            }
            let fit = try PlanFit(swapped)
            #expect(fit.isMirrored && fit.residual.meters < 0.01)
        }
    }

    @Test(
        "four control points of a turned plan put every booth within a centimetre",
        arguments: [0.0, 17, 90, 143, -120],
        [(29.76, -95.37), (-33.9, 151.2), (65.0, 179.9999), (0, 0)]
    )
    func turnedPlan(turn: Double, at middle: (Double, Double)) throws {
        let ground = Ground(
            middle: try Coordinate(latitude: middle.0, longitude: middle.1),
            scale: 0.35,
            turnDegrees: turn
        )
        let fit = try PlanFit(try ground.control(Self.corners))
        #expect(fit.model == .affine && fit.residual.meters < 0.01)
        for (x, y) in Self.spots {
            let place = try #require(fit.place(of: PlanSpot(x: x, y: y)))
            let truth = try ground.place(x: x, y: y)
            #expect(Geodesic.distance(from: place, to: truth).meters < 0.01)
            let back = try #require(fit.spot(of: truth))
            #expect((back.x - x).magnitude < 0.05 && (back.y - y).magnitude < 0.05)
        }
    }

    @Test("control points that are off by some metres tell so in the residual")
    func residual() throws {
        let ground = Ground(
            middle: try Coordinate(latitude: 29.76, longitude: -95.37),
            scale: 0.35,
            turnDegrees: 30
        )
        var points = try ground.control(Self.corners)
        let off = Geodesic.destination(
            from: points[0].place,
            bearing: try .degrees(0),
            distance: try .meters(40)
        )
        points[0] = PlanFit.ControlPoint(spot: points[0].spot, place: off)
        let fit = try PlanFit(points)
        // Of one point of four that is wrong by d, an affine fit leaves about d/4 at each.
        #expect((9...11).contains(fit.residual.meters))
        #expect(fit.largestResidual >= fit.residual)
        #expect(try PlanFit(Array(points.prefix(3))).residual.meters < 1e-6)
    }

    @Test("a plan that is seen from an angle is fitted by the projective model")
    func photograph() throws {
        var ground = Ground(
            middle: try Coordinate(latitude: 29.76, longitude: -95.37),
            scale: 0.35,
            turnDegrees: -25
        )
        ground.bend = 0.0015
        let five = Self.corners + [(510.0, 300.0), (300.0, 500.0)]
        let fit = try PlanFit(try ground.control(five))
        #expect(fit.model == .projective && fit.residual.meters < 0.01)
        for (x, y) in Self.spots {
            let place = try #require(fit.place(of: PlanSpot(x: x, y: y)))
            let truth = try ground.place(x: x, y: y)
            #expect(Geodesic.distance(from: place, to: truth).meters < 0.05)
        }
        let flat = try PlanFit(try ground.control(five), model: .affine)
        #expect(flat.residual.meters > 1)
        let four = try PlanFit(try ground.control(Self.corners), model: .projective)
        #expect(four.residual.meters < 1e-3)
    }

    @Test("points that determine nothing are refused in words")
    func refused() throws {
        let ground = Ground(
            middle: try Coordinate(latitude: 10, longitude: 20),
            scale: 0.5,
            turnDegrees: 0
        )
        #expect(throws: PlanFitError.tooFewPoints(count: 2, needed: 3)) {
            try PlanFit(try ground.control([(0, 0), (9, 9)]))
        }
        #expect(throws: PlanFitError.tooFewPoints(count: 3, needed: 4)) {
            try PlanFit(try ground.control([(0, 0), (9, 9), (0, 9)]), model: .projective)
        }
        #expect(throws: PlanFitError.onOneLine) {
            try PlanFit(try ground.control([(0, 0), (100, 100), (300, 300), (700, 700)]))
        }
        #expect(throws: PlanFitError.onOneLine) {
            try PlanFit(try ground.control([(5, 5), (5, 5), (5, 5)]))
        }
        var far = try ground.control(Self.corners)
        far[1] = PlanFit.ControlPoint(
            spot: far[1].spot,
            place: try Coordinate(latitude: 50, longitude: 20)
        )
        #expect(throws: PlanFitError.self) { try PlanFit(far) }
    }
}
