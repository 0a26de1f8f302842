import Datasets
import Geodesy
import Polling
import Radar
import SpatiaLiteStore
import StoreContract
import Synchronization
import Timekeeping

/// A moment in 2026, and so many seconds later.
func moment(_ seconds: Int64 = 0) -> Timestamp {
    Timestamp(millisecondsSince1970: 1_770_000_000_000 + seconds * 1000)
}

func dataset(_ name: String) throws -> DatasetName { try DatasetName(name) }

func station(
    _ number: Int,
    at place: Coordinate?,
    dataset name: String = "dc"
) throws -> Station {
    Station(
        id: Station.ID(rawValue: "\(name).\(number)"),
        dataset: try dataset(name),
        name: "School \(number)",
        coordinate: place
    )
}

func posted(
    _ text: String,
    at place: Coordinate,
    reaching meters: Double = 500,
    by author: Device,
    category: String = "news",
    expires: Timestamp = moment(3600)
) throws -> NewMessage {
    NewMessage(
        text: text,
        category: Category(rawValue: category),
        coordinate: place,
        visibleRadius: try .meters(meters),
        postedAt: moment(),
        expiresAt: expires,
        author: author.id
    )
}

func imported(
    _ key: String,
    at place: Coordinate,
    reaching meters: Double = 500,
    dataset name: String = "tips",
    category: String = "news",
    posted: Timestamp = moment(),
    expires: Timestamp = moment(3600)
) throws -> ImportedMessage {
    ImportedMessage(
        origin: Message.Origin(dataset: try dataset(name), key: key, attributes: [:]),
        text: key,
        category: Category(rawValue: category),
        coordinate: place,
        visibleRadius: try .meters(meters),
        postedAt: posted,
        expiresAt: expires
    )
}

let source = ImportSource(fileName: "file.csv", sha256: "00", byteCount: 1)

extension SpatiaLiteStore {
    /// All messages that expire after a moment, by id.
    func allMessages(after moment: Timestamp = moment()) async throws -> [Message] {
        let all = Mutex<[Message]>([])
        try await forEachMessage(expiringAfter: moment, dataset: nil) { batch in
            all.withLock { $0 += batch }
        }
        return all.withLock { $0.sorted { $0.id < $1.id } }
    }

    /// All published stations, by id.
    func allStations() async throws -> [Station] {
        let all = Mutex<[Station]>([])
        try await forEachStation { batch in all.withLock { $0 += batch } }
        return all.withLock { $0.sorted { $0.id < $1.id } }
    }

    @discardableResult
    func importStations(
        _ records: [Station],
        as name: String = "dc"
    ) async throws -> DatasetVersion {
        let build = try await stations.beginVersion(of: dataset(name))
        try await build.append(records)
        return try await build.publish(
            source: source,
            rows: RowCounts(),
            changes: ChangeCounts(),
            at: moment()
        )
    }

    @discardableResult
    func importMessages(
        _ records: [ImportedMessage],
        as name: String = "tips"
    ) async throws -> DatasetVersion {
        let build = try await importedMessages.beginVersion(of: dataset(name))
        try await build.append(records)
        return try await build.publish(
            source: source,
            rows: RowCounts(),
            changes: ChangeCounts(),
            at: moment()
        )
    }
}

/// A generator of numbers that yields the same ones for the same seed, on every machine.
///
/// Source: S. Vigna, SplitMix64 (2015), public domain.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// Where points lie.
enum Terrain: CaseIterable, Sendable {
    case uniform, clustered, duplicate, polar, antimeridian

    func place(_ generator: inout SeededGenerator) throws -> Coordinate {
        func within(_ range: ClosedRange<Double>) -> Double {
            .random(in: range, using: &generator)
        }
        func one(of values: [Double]) -> Double {
            values[.random(in: 0..<values.count, using: &generator)]
        }
        switch self {
        case .uniform:
            return try Coordinate(latitude: within(-90...90), longitude: within(-180...180))
        case .clustered:
            let town = Double(Int.random(in: 0..<5, using: &generator))
            return try Coordinate(
                latitude: 38 + town / 10 + within(-0.02...0.02),
                longitude: -77 + town / 7 + within(-0.02...0.02)
            )
        case .duplicate:
            let places = [0.0, 0.01, 0.02]
            return try Coordinate(latitude: one(of: places), longitude: one(of: places))
        case .polar:
            let latitude = one(of: [90, within(89.99...90), within(88...90)])
            return try Coordinate(
                latitude: one(of: [latitude, -latitude]),
                longitude: within(-180...180)
            )
        case .antimeridian:
            let longitude = 180 - one(of: [0, within(0...0.01), within(0...1)])
            return try Coordinate(
                latitude: within(-17...(-16)),
                longitude: one(of: [longitude, -longitude])
            )
        }
    }
}
