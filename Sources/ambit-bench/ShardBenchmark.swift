#if canImport(Radar)
    import Foundation
    import Geodesy
    import Radar

    /// What it costs to divide ground among shards: how many copies the borders make, and how evenly the
    /// load is cut.
    ///
    /// The ground is cut by every second point, as an operator would: the shard with the most gives half of
    /// it to a new one, again and again. What is told is told of the other points, which nobody cut by.
    struct ShardBenchmark {
        private static let earthSquareKilometers = 510_065_622.0
        private static let reachesMeters: [Double] = [500, 2000, 10_000, 50_000]
        private static let counts = [2, 4, 16, 64]
        /// So many places, even on the globe, tell how large each shard is.
        private static let measures = 400_000

        private let cells: [UInt64]
        private let places: [Coordinate]

        /// - Parameter path: A file of points (``PointFile``).
        init(_ path: String) throws {
            let file = try PointFile(path)
            let all = try (0..<file.count).map(file.coordinate)
            cells = stride(from: 0, to: all.count, by: 2).map { HilbertCurve.position(of: all[$0]) }
            places = stride(from: 1, to: all.count, by: 2).map { all[$0] }
        }

        func run() throws {
            print(
                "shards  largest/mean  reach m  copies  by the formula  us to find the shards of a message"
            )
            for count in Self.counts {
                let map = try divided(count)
                var loads: [ShardNumber: Int] = [:]
                for place in places { loads[map.shard(at: place), default: 0] += 1 }
                let mean = Double(places.count) / Double(count)
                let skew = Double(loads.values.max() ?? 0) / mean
                let areas = areas(map)
                for meters in Self.reachesMeters {
                    let radius = try Distance.meters(meters)
                    let began = ContinuousClock.now
                    let copies = places.reduce(0) {
                        $0 + map.shards(reachedFrom: $1, radius: radius).count - 1
                    }
                    let time = (ContinuousClock.now - began) / places.count
                    // A square of a shard's area: its border's length times the reach, over its area.
                    let expected = loads.reduce(0.0) { sum, load in
                        let side = (areas[load.key] ?? Self.earthSquareKilometers).squareRoot()
                        return sum + Double(load.value) / Double(places.count) * 4 * meters / 1000
                            / side
                    }
                    print(
                        String(
                            format: "%6d  %12.3f  %7.0f  %5.2f%%  %13.2f%%  %.1f",
                            count,
                            skew,
                            meters,
                            Double(copies) / Double(places.count) * 100,
                            expected * 100,
                            Double(time.components.attoseconds) / 1e12
                        )
                    )
                }
            }
        }

        private func divided(_ count: Int) throws -> TerritoryMap {
            var map = try TerritoryMap.undivided(Shard(number: .first, database: "0", url: nil))
            while map.shards.count < count {
                var loads: [ShardNumber: Int] = [:]
                for cell in cells { loads[map.shard(atCell: cell), default: 0] += 1 }
                guard let largest = loads.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })?.key
                else { break }
                let ranges = map.lastShare(0.5, of: largest, load: cells)
                map = try map.adding(database: "\(map.shards.count)", url: nil)
                guard let new = map.shards.last?.number else { break }
                map = try map.beginningMove(of: ranges, to: new).completingMove(to: new)
            }
            return map
        }

        /// How large each shard is, in square kilometres.
        private func areas(_ map: TerritoryMap) -> [ShardNumber: Double] {
            var hits: [ShardNumber: Int] = [:]
            // A spiral of golden angles is even on the globe.
            for index in 0..<Self.measures {
                let sine = 1 - (2 * Double(index) + 1) / Double(Self.measures)
                let turns = Double(index) * 0.381_966_011_250_105_1
                guard
                    let place = try? Coordinate(
                        latitude: asin(sine) * 180 / .pi,
                        longitude: (turns - turns.rounded(.down)) * 360 - 180
                    )
                else { continue }
                hits[map.shard(at: place), default: 0] += 1
            }
            return hits.mapValues {
                Double($0) / Double(Self.measures) * Self.earthSquareKilometers
            }
        }
    }
#endif
