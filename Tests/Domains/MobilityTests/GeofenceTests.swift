import Foundation
import Geodesy
import Mobility
import Testing
import Timekeeping
import Trajectories

@Suite struct GeofenceTests {
    private let fence: Geofence
    private static let center = Coordinate(uncheckedLatitude: 43.7, longitude: 7.4)

    init() throws {
        fence = Geofence(
            id: "f",
            name: "Home",
            shape: .circle(center: Self.center, reach: try .meters(100))
        )
    }

    /// What fixes so many metres north of the middle tell, a second apart.
    private func passages(_ fixes: [(meters: Double, accuracy: Double)]) -> [FenceState.Passage?] {
        var state = FenceState()
        return fixes.enumerated().map { second, fix in
            let place = Geodesic.destination(
                from: Self.center,
                bearing: .zero,
                distance: Distance(uncheckedMeters: fix.meters)
            )
            let at = Timestamp(millisecondsSince1970: 1_800_000_000_000 + Int64(second) * 1000)
            return state.take(
                Fix(at: at, place: place, accuracyMeters: fix.accuracy),
                of: fence
            )
        }
    }

    @Test("One fix that is surely inside enters; of unsure ones it takes two")
    func enters() {
        #expect(passages([(500, 5), (50, 10)]) == [nil, .entered])
        #expect(passages([(500, 5), (95, 10), (95, 10)]) == [nil, nil, .entered])
        #expect(passages([(95, 10), (105, 10), (95, 10)]) == [nil, nil, nil])
    }

    @Test("Jitter at the edge tells nothing after the first; leaving takes 25 m, or the accuracy")
    func leaves() {
        #expect(
            passages([(50, 5), (110, 5), (90, 5), (124, 5), (80, 5)]) == [
                .entered, nil, nil, nil, nil,
            ]
        )
        #expect(passages([(50, 5), (126, 5), (126, 5)]) == [.entered, .left, nil])
        #expect(passages([(50, 5), (160, 80), (190, 80)]) == [.entered, nil, .left])
    }

    @Test("A fix that comes late tells nothing")
    func ignoresLateFixes() {
        var state = FenceState()
        let now = Timestamp(millisecondsSince1970: 1_800_000_000_000)
        let earlier = Timestamp(millisecondsSince1970: 1_799_999_999_000)
        #expect(state.take(Fix(at: now, place: Self.center), of: fence) == .entered)
        let away = Geodesic.destination(
            from: Self.center,
            bearing: .zero,
            distance: Distance(uncheckedMeters: 5_000)
        )
        #expect(state.take(Fix(at: earlier, place: away), of: fence) == nil)
        #expect(state.isInside)
    }

    /// A ring through places, as longitudes and latitudes.
    private func area(_ corners: [(Double, Double)]) throws -> Polygon {
        try Polygon(exterior: corners.map { try Coordinate(latitude: $0.1, longitude: $0.0) })
    }

    /// An L: two arms of 0.01 degrees, each half as wide.
    private let corners = [
        (7.40, 43.70), (7.41, 43.70), (7.41, 43.705), (7.405, 43.705), (7.405, 43.71),
        (7.40, 43.71),
    ]

    @Test("The distance to an area's edge is that of the nearest of many places along it")
    func measuresAreas() throws {
        let area = try area(corners)
        let fence = Geofence(id: "f", name: "Yard", shape: .area(area))
        // 2,000 places on each edge: two of them are at most 0.6 m apart.
        let edge = zip(area.exterior, area.exterior.dropFirst()).flatMap { start, end in
            (0..<2_000).map { step -> Coordinate in
                let share = Double(step) / 2_000
                return Coordinate(
                    uncheckedLatitude: start.latitude + share * (end.latitude - start.latitude),
                    longitude: start.longitude + share * (end.longitude - start.longitude)
                )
            }
        }
        var chance = Chance(seed: 7)
        for _ in 0..<200 {
            let place = try Coordinate(
                latitude: 43.695 + 0.02 * Double.random(in: 0..<1, using: &chance),
                longitude: 7.395 + 0.02 * Double.random(in: 0..<1, using: &chance)
            )
            let nearest = edge.reduce(Double.infinity) {
                min($0, Geodesic.distance(from: place, to: $1).meters)
            }
            let meters = fence.metersOutside(place)
            #expect(abs(abs(meters) - nearest) < 1 + nearest / 1_000)
            #expect((meters < 0) == area.contains(place))
        }
    }

    @Test(
        "An area is entered and left by the rules of a circle; the inner corner of an L is outside"
    )
    func watchesAreas() throws {
        let fence = Geofence(id: "f", name: "Yard", shape: .area(try area(corners)))
        var state = FenceState()
        // In the notch, in an arm, 20 m beyond its edge, 60 m beyond it.
        let degree = 1 / 111_000.0
        let seen = [
            (43.7075, 7.4075), (43.7025, 7.4025), (43.70 - 20 * degree, 7.4025),
            (43.70 - 60 * degree, 7.4025),
        ].enumerated().map { second, place in
            state.take(
                Fix(
                    at: Timestamp(millisecondsSince1970: 1_800_000_000_000 + Int64(second) * 1000),
                    place: Coordinate(uncheckedLatitude: place.0, longitude: place.1),
                    accuracyMeters: 10
                ),
                of: fence
            )
        }
        #expect(seen == [nil, .entered, nil, .left])
    }

    @Test("Edges that cross, and areas that are too large, make no fence")
    func refusesAreas() throws {
        #expect(Geofence.isSound(try area(corners)))
        #expect(!Geofence.isSound(try area([(7, 43), (7.1, 43.1), (7.1, 43), (7, 43.1)])))
        #expect(!Geofence.isSound(try area([(7, 43), (10, 43), (10, 44)])))
        let round = (0..<200).map { step -> (Double, Double) in
            let angle = Double(step) / 100 * Double.pi
            return (7 + 0.01 * cos(angle), 43 + 0.01 * sin(angle))
        }
        #expect(!Geofence.isSound(try area(round)))
        #expect(Geofence.isSound(try area(Array(round.dropLast()))))
    }
}
