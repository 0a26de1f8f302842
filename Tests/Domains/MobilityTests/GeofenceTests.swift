import Geodesy
import Mobility
import Testing
import Timekeeping
import Trajectories

@Suite struct GeofenceTests {
    private let fence: Geofence

    init() throws {
        fence = Geofence(
            id: "f",
            name: "Home",
            center: try Coordinate(latitude: 43.7, longitude: 7.4),
            reach: try .meters(100)
        )
    }

    /// What fixes so many metres north of the middle tell, a second apart.
    private func passages(_ fixes: [(meters: Double, accuracy: Double)]) -> [FenceState.Passage?] {
        var state = FenceState()
        return fixes.enumerated().map { second, fix in
            let place = Geodesic.destination(
                from: fence.center,
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
        #expect(state.take(Fix(at: now, place: fence.center), of: fence) == .entered)
        let away = Geodesic.destination(
            from: fence.center,
            bearing: .zero,
            distance: Distance(uncheckedMeters: 5_000)
        )
        #expect(state.take(Fix(at: earlier, place: away), of: fence) == nil)
        #expect(state.isInside)
    }
}
