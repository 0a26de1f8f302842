import Geodesy
import Testing

@testable import Roads

/// The ways that one backward search finds, beside those that are looked for one by one.
@Suite struct RoadMatrixTests {
    /// A town of blocks whose streets are one-way, limited, barred and full of rules by chance, with an
    /// island and a courtyard.
    static func town(seed: UInt64, size: Int = 9, limited: Double = 0.08) -> Town {
        var random = SeededRandom(seed: seed)
        func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &random) < share }
        var town = Town()
        func block(_ from: (Int, Int), _ to: (Int, Int), _ key: String, _ rules: [TurnRule]) {
            let passages: [Passage] = [.along, .against, .both, .both, .both]
            var barred: [((Double, Double), Set<TravelMode>)] = []
            let cars: Set<TravelMode> = [TravelMode.drive]
            if chance(0.02) { barred.append(((Double(to.0), Double(to.1)), cars)) }
            town.lay(
                chance(0.5) ? "Street" : nil,
                [(Double(from.0), Double(from.1)), (Double(to.0), Double(to.1))],
                kind: chance(0.2) ? .primary : .street,
                driving: passages.randomElement(using: &random),
                speed: chance(0.3) ? Double.random(in: 20...90, using: &random) : nil,
                key: key,
                rules: rules,
                isLimited: chance(limited),
                barriers: barred
            )
        }
        for x in 0..<size {
            for y in 0..<size {
                let place = Town.place(Double(x), Double(y))
                func rules(_ key: String) -> [TurnRule] {
                    guard chance(0.25) else { return [] }
                    let other = chance(0.5) ? "h\(x),\(y)" : "v\(x),\(y)"
                    guard other != key else { return [] }
                    return [
                        TurnRule(
                            place: place,
                            via: chance(0.3) ? ["h\(x - 1),\(y)"] : [],
                            roadKey: other,
                            isMandatory: chance(0.2)
                        )
                    ]
                }
                if x + 1 < size { block((x, y), (x + 1, y), "h\(x),\(y)", rules("h\(x),\(y)")) }
                if y + 1 < size { block((x, y), (x, y + 1), "v\(x),\(y)", rules("v\(x),\(y)")) }
            }
        }
        town.lay("Island", [(40, 0), (45, 0), (45, 40)], kind: .street)
        town.lay("Court", [(2.3, 2.5), (2.7, 2.5)], kind: .street)
        return town
    }

    @Test(arguments: 0..<24, [TravelMode.walk, .drive])
    func eachWayIsTheOneThatIsFoundAlone(seed: Int, mode: TravelMode) async throws {
        // Every third town is full of streets for residents alone.
        let finder = Self.town(seed: UInt64(seed), limited: seed % 3 == 2 ? 0.4 : 0.08).finder
        let network = try #require(finder.network)
        var random = SeededRandom(seed: UInt64(seed) &+ 99)
        func place() -> Coordinate {
            Town.place(
                Double.random(in: -0.5...8.5, using: &random),
                Double.random(in: -0.5...8.5, using: &random)
            )
        }
        var starts = (0..<25).map { _ in place() }
        // Junctions, the island, the courtyard, and nowhere.
        starts += [
            Town.place(3, 3), Town.place(0, 0), Town.place(44, 0), Town.place(2.5, 2.51),
            Town.place(0, 300),
        ]
        let goals = [place(), place(), place(), Town.place(4, 4), Town.place(45, 20), starts[0]]
        let matrix = await RoadMatrix(network, from: starts, by: mode)
        #expect(matrix.startsOffRoads == 1)
        var ways = 0
        for goal in goals {
            let found = matrix.ways(to: goal)
            for (index, start) in starts.enumerated() {
                let alone = finder.directions(from: start, to: goal, mode: mode)
                guard alone.method == .road else {
                    #expect(found.seconds[index] == .infinity, "\(seed) \(index)")
                    continue
                }
                ways += 1
                let seconds = Double(found.seconds[index])
                #expect(abs(seconds - alone.seconds) < 0.02, "\(seed) \(index)")
                let meters = Double(found.meters[index])
                #expect(
                    abs(meters - alone.distance.meters) < 0.05,
                    "\(seed) \(index): \(meters) \(alone.distance.meters)"
                )
            }
        }
        #expect(ways > 20)
    }

    @Test func withoutRoadsThereIsNoWay() async throws {
        let network = try #require(Town().finder.network)
        let matrix = await RoadMatrix(network, from: [Town.place(0, 0)], by: .walk)
        #expect(matrix.ways(to: Town.place(1, 1)).meters == [.infinity])
        #expect(matrix.startsOffRoads == 1)
    }
}
