import Geodesy
import Testing

@testable import Radar

/// What a node that hears of no database answers for.
@Suite struct TerritoryWatchTests {
    private func map(isDivided: Bool) throws -> TerritoryMap {
        let (first, second) = try (
            #require(ShardNumber(rawValue: 0)), #require(ShardNumber(rawValue: 1))
        )
        let half = TerritoryMap.end / 2
        return try TerritoryMap(
            epoch: 3,
            shards: [
                Shard(number: first, database: "postgresql://one", url: nil),
                Shard(number: second, database: "postgresql://two", url: nil),
            ].prefix(isDivided ? 2 : 1).map { $0 },
            territories: isDivided
                ? [
                    Territory(cells: 0..<half, shard: first, successor: nil),
                    Territory(cells: half..<TerritoryMap.end, shard: second, successor: nil),
                ] : [Territory(cells: 0..<TerritoryMap.end, shard: first, successor: nil)]
        )
    }

    @Test("a node that hears of nothing for long answers for no ground, until it hears again")
    func patience() throws {
        let own = try #require(ShardNumber(rawValue: 0))
        let map = try map(isDivided: true)
        let places = try (0..<40).map {
            try Coordinate(latitude: 10, longitude: Double($0) * 9 - 180)
        }
        let place = try #require(places.first { map.shard(at: $0) == own })
        let watch = TerritoryWatch(shard: own, map: map)
        #expect(watch.isSure)
        try watch.check(place, mapEpoch: nil)
        let impatient = TerritoryWatch(shard: own, map: map, patience: .zero)
        #expect(!impatient.isSure)
        #expect(throws: RadarError.groundUnsure) { try impatient.check(place, mapEpoch: nil) }
        let brief = TerritoryWatch(shard: own, map: map, patience: .seconds(3600))
        brief.hear()
        #expect(brief.isSure)
        try brief.check(place, mapEpoch: 3)
    }

    @Test("of ground that is undivided a node is always sure")
    func undivided() throws {
        let own = try #require(ShardNumber(rawValue: 0))
        let watch = TerritoryWatch(shard: own, map: try map(isDivided: false), patience: .zero)
        #expect(watch.isSure)
        try watch.check(Coordinate(latitude: 0, longitude: 0), mapEpoch: nil)
    }
}
