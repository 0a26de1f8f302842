import Datasets
import GRDB
import Geodesy
import Testing

@testable import Roads
@testable import SpatiaLiteStore

/// Ambit's search against two others: Dijkstra's algorithm, as plain as it can be, and SpatiaLite's
/// VirtualRouting, which know one-way streets, but neither turn rules nor turns that take time.
@Suite struct RouterComparisonTests {
    @Test("no way is quicker, one-way streets kept", arguments: 1...6)
    func quickest(seed: UInt64) throws {
        let (network, database) = try routers(seed: seed)
        var random = SeededGenerator(seed: seed &+ 100)
        var found = 0
        var equal = 0
        for _ in 0..<60 {
            let start = Int.random(in: 0..<network.nodeCount, using: &random)
            let end = Int.random(in: 0..<network.nodeCount, using: &random)
            guard start != end else { continue }
            for mode in TravelMode.allCases {
                let path = network.path(
                    from: try snap(network, start, mode),
                    to: try snap(network, end, mode),
                    mode: mode,
                    turnSeconds: 0
                )
                let expected = try database.read { db in
                    try Double.fetchOne(
                        db,
                        sql: """
                            SELECT Cost FROM \(mode)_net WHERE NodeFrom = ? AND NodeTo = ?
                            """,
                        arguments: [start + 1, end + 1]
                    )
                }
                guard let expected else {
                    #expect(path == nil)
                    continue
                }
                found += 1
                let seconds = try #require(path).seconds
                let least = Self.dijkstra(network, from: start, to: end, mode)
                #expect(
                    abs(seconds - least) < 1e-5 * least + 1e-3,
                    "\(mode) \(start) to \(end): VirtualRouting \(expected)"
                )
                // VirtualRouting 5.0.1 misses the quickest way now and then, and never beats it.
                #expect(seconds <= expected + 1e-5 * expected + 1e-3)
                if abs(seconds - expected) < 1e-5 * expected + 1e-3 { equal += 1 }
            }
        }
        #expect(found > 60)
        #expect(Double(equal) > 0.9 * Double(found))
    }

    private func snap(_ network: RoadNetwork, _ node: Int, _ mode: TravelMode) throws -> Snap {
        let snap = try #require(
            network.snap(network.nodes[node], mode: mode, within: WayFinder.roadLimit)
        )
        #expect(snap.node == node)
        return snap
    }

    /// The least time by Dijkstra's algorithm over junctions, as plainly as it can be written.
    private static func dijkstra(
        _ network: RoadNetwork,
        from start: Int,
        to end: Int,
        _ mode: TravelMode
    ) -> Double {
        let seconds = network.passages(mode).seconds
        var least = [Double](repeating: .infinity, count: network.nodeCount)
        var isDone = [Bool](repeating: false, count: network.nodeCount)
        least[start] = 0
        while let node = least.indices.filter({ !isDone[$0] }).min(by: { least[$0] < least[$1] }) {
            isDone[node] = true
            for (index, edge) in network.edges.enumerated() {
                if Int(edge.tail) == node {
                    let time = least[node] + Double(seconds[2 * index])
                    least[Int(edge.head)] = min(least[Int(edge.head)], time)
                }
                if Int(edge.head) == node {
                    let time = least[node] + Double(seconds[2 * index + 1])
                    least[Int(edge.tail)] = min(least[Int(edge.tail)], time)
                }
            }
        }
        return least[end]
    }

    /// A grid of streets, some of them missing, some one-way, of different speeds, crooked.
    private func routers(seed: UInt64) throws -> (RoadNetwork, DatabaseQueue) {
        var random = SeededGenerator(seed: seed)
        let side = 12
        let places = try (0..<side * side).map { index in
            try Coordinate(
                latitude: 50 + 0.002 * Double(index / side)
                    + .random(in: -0.0006...0.0006, using: &random),
                longitude: 7 + 0.003 * Double(index % side)
                    + .random(in: -0.0009...0.0009, using: &random)
            )
        }
        var roads: [Road] = []
        for index in places.indices {
            for next in [index % side < side - 1 ? index + 1 : -1, index + side]
            where places.indices.contains(next) && Int.random(in: 0..<10, using: &random) > 1 {
                let passages: [Passage] = [.both, .both, .along, .against]
                roads.append(
                    Road(
                        dataset: try DatasetName("grid"),
                        key: "\(roads.count)",
                        kind: .street,
                        driving: passages.randomElement(using: &random),
                        speedKilometersPerHour: .random(in: 10...100, using: &random),
                        line: [places[index], places[next]]
                    )
                )
            }
        }
        let network = RoadNetwork(roads)
        var configuration = Configuration()
        let spatiaLite = SpatiaLiteExtension()
        configuration.prepareDatabase { db in try spatiaLite.load(into: db) }
        let database = try DatabaseQueue(configuration: configuration)
        try database.writeWithoutTransaction { db in
            try db.execute(sql: "SELECT InitSpatialMetaData(1, 'NONE')")
            for mode in TravelMode.allCases {
                try db.execute(
                    sql: """
                        CREATE TABLE \(mode)_links (id INTEGER PRIMARY KEY, tail INTEGER,
                            head INTEGER, cost DOUBLE, along INTEGER, against INTEGER)
                        """
                )
                let seconds = network.passages(mode).seconds
                for (index, edge) in network.edges.enumerated() {
                    let ways = [seconds[2 * index], seconds[2 * index + 1]]
                    let cost = ways.filter { $0 < .infinity }.min() ?? 0
                    try db.execute(
                        sql: "INSERT INTO \(mode)_links VALUES (NULL, ?, ?, ?, ?, ?)",
                        arguments: [
                            Int(edge.tail) + 1, Int(edge.head) + 1, Double(cost),
                            ways[0] < .infinity ? 1 : 0, ways[1] < .infinity ? 1 : 0,
                        ]
                    )
                }
                let made = try Int.fetchOne(
                    db,
                    sql: """
                        SELECT CreateRouting('\(mode)_data', '\(mode)_net', '\(mode)_links',
                            'tail', 'head', NULL, 'cost', NULL, 0, 1, 'along', 'against', 1)
                        """
                )
                let reason = try String.fetchOne(db, sql: "SELECT CreateRouting_GetLastError()")
                try #require(made == 1, "\(reason ?? "")")
            }
        }
        return (network, database)
    }
}
