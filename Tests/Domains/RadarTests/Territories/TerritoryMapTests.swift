import Foundation
import Geodesy
import Testing

@testable import Radar

struct TerritoryMapTests {
    private static let end = TerritoryMap.end

    private func number(_ value: Int) throws -> ShardNumber {
        try #require(ShardNumber(rawValue: value))
    }

    private func shard(_ value: Int) throws -> Shard {
        Shard(number: try number(value), database: "postgresql://db\(value)/ambit", url: nil)
    }

    /// Shards that take turns along the curve, between some cuts.
    private func map(_ count: Int, cutAt cuts: [UInt64]) throws -> TerritoryMap {
        let bounds = [0] + Set(cuts).subtracting([0, Self.end]).sorted() + [Self.end]
        return try TerritoryMap(
            epoch: 1,
            shards: (0..<count).map(shard),
            territories: zip(bounds, bounds.dropFirst()).enumerated().map { index, ends in
                Territory(cells: ends.0..<ends.1, shard: try number(index % count))
            }
        )
    }

    private func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
        try Coordinate(latitude: latitude, longitude: longitude)
    }

    /// Everywhere, near both poles, at the antimeridian, at the corners of the largest squares, and crowded.
    private func places(_ count: Int, _ random: inout SeededRandom) throws -> [Coordinate] {
        try (0..<count).map { index in
            let near = Double.random(in: -0.6...0.6, using: &random)
            let any = Double.random(in: -180...180, using: &random)
            switch index % 6 {
            case 0: return try place(Double.random(in: -90...90, using: &random), any)
            case 1: return try place(90 - near.magnitude, any)
            case 2: return try place(-90 + near.magnitude, any)
            case 3:
                let latitude = Double.random(in: -89...89, using: &random)
                return try place(latitude, near > 0 ? 180 - near / 2 : -180 - near / 2)
            case 4:
                return try place(near, [-90, 0, 90][index % 3] + near / 3)
            default: return try place(48.2 + near / 2, 16.4 + near)
            }
        }
    }

    @Test("a square of the curve holds the places whose positions it has")
    func squares() throws {
        var random = SeededRandom(seed: 3)
        for place in try places(3000, &random) {
            let position = HilbertCurve.position(of: place)
            let point = BoundingBox(
                uncheckedWest: place.longitude,
                south: place.latitude,
                east: place.longitude,
                north: place.latitude
            )
            let cell = HilbertCurve.square(in: point)
            #expect(HilbertCurve.square(at: position, level: 0) == cell)
            let level = Int.random(in: 1...24, using: &random)
            let first = (position >> UInt64(2 * level)) << UInt64(2 * level)
            let square = HilbertCurve.square(at: first, level: level)
            #expect(square.overlaps(cell))
            #expect(square.columns.count == 1 << level && square.rows.count == 1 << level)
        }
    }

    @Test("who asks the shard of a place finds there all that reaches it")
    func oneShardIsAsked() throws {
        var random = SeededRandom(seed: 11)
        for count in [2, 5, 16] {
            let crowd = try places(60, &random).map(HilbertCurve.position(of:))
            let map = try map(count, cutAt: crowd + [Self.end / 4, Self.end / 2, Self.end / 4 * 3])
            var kept = [ShardNumber: [(Coordinate, Double)]]()
            let lengths: [Double] = [10, 900, 7000, 50_000]
            let reaches: [(Coordinate, Double)] = try places(900, &random).map { center in
                (center, lengths[Int.random(in: 0..<4, using: &random)])
            }
            for (center, meters) in reaches {
                let radius = try Distance.meters(meters)
                let shards = map.shards(reachedFrom: center, radius: radius)
                #expect(shards.contains(map.shard(at: center)))
                for shard in shards { kept[shard, default: []].append((center, meters)) }
                for number in map.shards.map(\.number) {
                    let isTouched = map.touches(number, from: center, radius: radius)
                    #expect(isTouched == shards.contains(number))
                }
            }
            var seen = 0
            for reader in try places(200, &random) {
                let origin = GeodesicOrigin(reader)
                func isSeen(_ reach: (Coordinate, Double)) -> Bool {
                    origin.distance(to: reach.0).meters <= reach.1
                }
                let all = reaches.count(where: isSeen)
                #expect((kept[map.shard(at: reader)] ?? []).count(where: isSeen) == all)
                seen += all
            }
            #expect(seen > 100)
        }
    }

    @Test("copies are about the border's length times the reach, and not more")
    func copies() throws {
        // Half of the Earth each: the meridians of 0 and of 180 degrees are the border.
        let map = try map(2, cutAt: [Self.end / 2])
        var random = SeededRandom(seed: 5)
        var copies = 0
        let count = 40_000
        for _ in 0..<count {
            // Even on the globe.
            let sine = Double.random(in: -1...1, using: &random)
            let center = try place(
                asin(sine) * 180 / .pi,
                Double.random(in: -180...180, using: &random)
            )
            copies += map.shards(reachedFrom: center, radius: try .meters(50_000)).count - 1
        }
        // A great circle of 40,008 km, 50 km to each side, of 510 million km^2.
        let expected = 40_008.0 * 100 / 510_065_622
        let share = Double(copies) / Double(count)
        #expect(share > expected * 0.8 && share < expected * 1.25, "\(share), not \(expected)")
    }

    @Test("ground that is in two territories, in none, or of nobody, is no map")
    func refusals() throws {
        let (zero, one) = (try number(0), try number(1))
        let shards = [try shard(0), try shard(1)]
        func fault(_ territories: [Territory], _ shards: [Shard], epoch: Int64 = 1)
            -> TerritoryMapError?
        {
            do throws(TerritoryMapError) {
                _ = try TerritoryMap(epoch: epoch, shards: shards, territories: territories)
                return nil
            } catch {
                return error
            }
        }
        let first = Territory(cells: 0..<1000, shard: zero)
        let rest = Territory(cells: 1000..<Self.end, shard: one)
        #expect(fault([rest, first], shards) == nil)
        #expect(fault([first, rest], shards, epoch: 0) == .invalidEpoch(0))
        #expect(
            fault([first, Territory(cells: 900..<Self.end, shard: one)], shards)
                == .overlapping(first: 900, end: 1000)
        )
        #expect(
            fault([first, Territory(cells: 1001..<Self.end, shard: one)], shards)
                == .open(first: 1000, end: 1001)
        )
        #expect(fault([first], shards) == .open(first: 1000, end: Self.end))
        #expect(fault([], shards) == .open(first: 0, end: Self.end))
        #expect(fault([first, rest], [try shard(0)]) == .unknownShard(one))
        #expect(fault([first, rest], shards + [try shard(1)]) == .repeatedShard(one))
        let twin = Shard(number: one, database: shards[0].database, url: nil)
        #expect(fault([first, rest], [shards[0], twin]) == .repeatedDatabase(twin.database))
        #expect(
            fault([first, Territory(cells: 1000..<Self.end + 1, shard: one)], shards)
                == .invalidCells(first: 1000, end: Self.end + 1)
        )
    }

    @Test("ground is gathered for by its next shard before that answers for it")
    func moves() throws {
        let undivided = try TerritoryMap.undivided(shard(0))
        let two = try undivided.adding(database: "postgresql://db1/ambit", url: "https://b.example")
        #expect(two.epoch == 2 && two.shards.map(\.number.rawValue) == [0, 1])
        let (zero, one) = (try number(0), try number(1))
        let half = Self.end / 2
        let moving = try two.beginningMove(of: [half..<Self.end], to: one)
        #expect(moving.epoch == 3 && moving.isMoving(to: one))
        let there = try place(10, 120)
        #expect(moving.shard(at: there) == zero)
        #expect(
            moving.shards(reachedFrom: there, radius: try .meters(100)) == [zero, one]
        )
        #expect(throws: TerritoryMapError.underWay(to: one)) {
            let more = try moving.adding(database: "c", url: nil)
            _ = try more.beginningMove(of: [half - 9..<Self.end], to: number(2))
        }
        let moved = try moving.completingMove(to: one)
        #expect(moved.epoch == 4 && moved.shard(at: there) == one)
        #expect(moved.groundText(of: one) == moving.groundText(of: one))
        #expect(moved.groundText(of: zero) != moving.groundText(of: zero))
        #expect(moved.shards(reachedFrom: there, radius: try .meters(100)) == [one])
        #expect(throws: TerritoryMapError.nothingUnderWay(to: one)) {
            try moved.completingMove(to: one)
        }
        #expect(throws: TerritoryMapError.alreadyThere(one)) {
            try moved.beginningMove(of: [half..<Self.end], to: one)
        }
        #expect(throws: TerritoryMapError.unknownShard(try number(7))) {
            try moved.beginningMove(of: [0..<9], to: try number(7))
        }
    }

    @Test("a share of the load is cut off, wherever it lies", arguments: [0.1, 0.5, 0.9])
    func shares(share: Double) throws {
        var random = SeededRandom(seed: 8)
        let load = try (0..<5000).map { _ in
            let crowd = Double.random(in: 0...1, using: &random)
            return HilbertCurve.position(of: try place(51 + crowd * crowd, crowd / 3))
        }
        let map = try TerritoryMap.undivided(shard(0)).adding(database: "x", url: nil)
        let ranges = map.lastShare(share, of: try number(0), load: load)
        let next = try map.beginningMove(of: ranges, to: number(1)).completingMove(to: number(1))
        let given = load.count { next.shard(atCell: $0) == ShardNumber(rawValue: 1) }
        #expect((Double(given) / 5000 - share).magnitude < 0.01)
        // Without a load, by the ground.
        let empty = map.lastShare(share, of: try number(0), load: [])
        let cells = empty.map(\.count).reduce(0, +)
        #expect((Double(cells) / Double(Self.end) - share).magnitude < 1e-6)
    }

    @Test("ids say whose they are")
    func ids() throws {
        #expect(ShardNumber(ofID: 1) == .first && ShardNumber(ofID: 0) == nil)
        let last = try number(1023)
        #expect(ShardNumber(ofID: last.ids.lowerBound + 5) == last)
        #expect(last.ids.upperBound < 1 << 53)
        #expect(ShardNumber(rawValue: 1024) == nil && ShardNumber(ofID: .max) == nil)
    }
}
