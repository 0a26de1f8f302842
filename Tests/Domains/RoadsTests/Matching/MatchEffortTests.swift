import Geodesy
import Testing
import Timekeeping
import Trajectories

@testable import Roads

@Suite struct MatchEffortTests {
    private func matcher() -> MapMatcher {
        var town = Town()
        town.lay("First", [(0, 0), (4, 0)])
        town.lay("B", [(4, 0), (4, 4)])
        town.lay(nil, [(4, 4), (8, 4)])
        return MapMatcher(RoadNetwork(town.roads), mode: .drive)
    }

    @Test("the search ends where its effort is spent")
    func effort() throws {
        let matcher = matcher()
        var drive = Drive()
        drive.go([(0, 0), (4, 0), (4, 4), (8, 4)], every: 20)
        #expect(try matcher.match(drive.fixes).parts.count == 1)
        #expect(throws: MatchError.self) { try matcher.match(drive.fixes, effort: 1) }
    }

    @Test("a cancelled task matches nothing more")
    func cancelled() async throws {
        let matcher = matcher()
        var drive = Drive()
        drive.go([(0, 0), (4, 0)])
        let fixes = drive.fixes
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try matcher.match(fixes).meters
        }
        await #expect(throws: MatchError.cancelled) { try await task.value }
    }

    @Test("a way tells its streets with their lengths, each once in a row")
    func streets() throws {
        let matcher = matcher()
        var drive = Drive()
        drive.go([(1, 0), (4, 0), (4, 4), (6, 4)], every: 5)
        let match = try matcher.match(drive.fixes)
        let streets = try #require(match.parts.first).streets(of: matcher.network)
        #expect(streets.map(\.street) == ["First", "B", nil])
        #expect(abs(streets[0].meters - 300) < 0.5 && abs(streets[1].meters - 400) < 0.5)
        #expect(abs(streets.reduce(0) { $0 + $1.meters } - match.meters) < 1e-6)
    }

    @Test("where nothing is matched, the reason is told")
    func shortfall() throws {
        let matcher = matcher()
        func fixes(_ places: [(Double, Double)]) throws -> [Fix] {
            try places.enumerated().map { index, place in
                Fix(
                    at: Timestamp(millisecondsSince1970: Int64(index) * 10_000),
                    place: try Coordinate(latitude: place.0, longitude: place.1)
                )
            }
        }
        func shortfall(_ fixes: [Fix], _ matcher: MapMatcher) throws -> String? {
            matcher.shortfall(of: try matcher.match(fixes), fixes)?.code
        }
        // The town lies at 10 degrees north and 20 degrees east.
        #expect(try shortfall(try fixes([(20, 10), (20.0001, 10)]), matcher) == "swapped_axes")
        #expect(try shortfall(try fixes([(50, 10), (50.0001, 10)]), matcher) == "off_roads")
        #expect(try shortfall(try fixes([(10, 20), (10.0002, 20.03)]), matcher) == "no_way")
        let nothing = MapMatcher(RoadNetwork([]), mode: .drive)
        #expect(try shortfall(try fixes([(10, 20), (10, 20.001)]), nothing) == "no_network")
        #expect(try shortfall(try fixes([(10, 20), (10, 20.001)]), matcher) == nil)
    }
}
