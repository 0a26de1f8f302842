import Datasets
import Geodesy
import Polling
import Synchronization

/// A store in memory: hands its stations over in batches, or fails in the middle.
final class FakeStationStore: StationStore {
    struct Failure: Error {}

    private struct Contents {
        var stations: [Station] = []
        var fails = false
    }

    private let contents = Mutex(Contents())
    private let batchSize: Int

    init(_ stations: [Station] = [], batchSize: Int = 7) {
        self.batchSize = batchSize
        contents.withLock { $0.stations = stations }
    }

    func replace(with stations: [Station]) { contents.withLock { $0.stations = stations } }

    func setFails(_ fails: Bool) { contents.withLock { $0.fails = fails } }

    func forEachStation(_ visit: @Sendable ([Station]) throws -> Void) async throws {
        let (stations, fails) = contents.withLock { ($0.stations, $0.fails) }
        for start in stride(from: 0, to: stations.count, by: batchSize) {
            try visit(Array(stations[start..<min(start + batchSize, stations.count)]))
            await Task.yield()
            if fails { throw Failure() }
        }
    }
}

extension Station {
    static func sample(
        _ key: String,
        latitude: Double? = nil,
        longitude: Double = 0,
        name: String = "School"
    ) throws -> Station {
        Station(
            id: ID(rawValue: "dc.\(key)"),
            dataset: try DatasetName("dc"),
            name: name,
            coordinate: try latitude.map { try Coordinate(latitude: $0, longitude: longitude) }
        )
    }
}
