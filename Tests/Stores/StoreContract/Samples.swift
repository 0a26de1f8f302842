internal import Datasets
internal import Foundation
internal import Geodesy
internal import Polling
public import Radar
internal import Synchronization
internal import Timekeeping

/// A moment in 2026, and so many seconds later.
func moment(_ seconds: Int64 = 0) -> Timestamp {
    Timestamp(millisecondsSince1970: 1_770_000_000_000 + seconds * 1000)
}

func name(_ text: String) throws -> DatasetName { try DatasetName(text) }

func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
    try Coordinate(latitude: latitude, longitude: longitude)
}

let source = ImportSource(
    fileName: "stations.csv",
    sha256: String(repeating: "0a", count: 32),
    byteCount: 1234
)

/// A station whose members all follow from a number.
func station(_ number: Int, _ dataset: String = "dc", name text: String? = nil) throws -> Station {
    Station(
        id: Station.ID(rawValue: "\(dataset).\(number)"),
        dataset: try name(dataset),
        name: text ?? "School \(number)",
        coordinate: try place(38.9 + Double(number % 100) / 1000, -77)
    )
}

/// A posted message whose members follow from a number.
func posted(
    _ number: Int,
    by author: Device,
    expires: Timestamp = moment(3600)
) throws -> NewMessage {
    NewMessage(
        text: "message \(number)",
        category: Category(rawValue: "news"),
        coordinate: try place(38.9, -77 + Double(number % 1000) / 1000),
        visibleRadius: try .meters(500),
        postedAt: moment(),
        expiresAt: expires,
        author: author.id
    )
}

/// An imported message.
func imported(
    _ key: String,
    _ dataset: String = "tips",
    text: String = "as imported",
    expires: Timestamp = moment(3600)
) throws -> ImportedMessage {
    ImportedMessage(
        origin: Message.Origin(
            dataset: try name(dataset),
            key: key,
            attributes: ["ward": "2", "note": "\"é\"\n"]
        ),
        text: text,
        category: Category(rawValue: "question"),
        coordinate: try place(38.9, -77.03),
        visibleRadius: try .meters(1000),
        postedAt: moment(-60),
        expiresAt: expires
    )
}

extension RadarStoreUnderTest {
    /// A device with a token hash of its own.
    func device(_ number: UInt8 = 1) async throws -> Device {
        try await addDevice(tokenHash: Array(repeating: number, count: 32), at: moment())
    }

    /// All messages that expire after a moment, by id.
    func allMessages(
        after moment: Timestamp = moment(),
        dataset: DatasetName? = nil
    ) async throws -> [Message] {
        let all = Gathered<Message>()
        try await forEachMessage(expiringAfter: moment, dataset: dataset) { all.add($0) }
        return all.values.sorted { $0.id < $1.id }
    }
}

extension StoreUnderTest {
    /// All published stations, by id.
    func allStations() async throws -> [Station] {
        let all = Gathered<Station>()
        try await forEachStation { all.add($0) }
        return all.values.sorted { $0.id < $1.id }
    }

    /// Imports and publishes stations.
    @discardableResult
    func importStations(
        _ records: [Station],
        as dataset: String = "dc",
        at time: Timestamp = moment()
    ) async throws -> DatasetVersion {
        let build = try await stations.beginVersion(of: name(dataset))
        try await build.append(records)
        return try await build.publish(
            source: source,
            rows: RowCounts(read: records.count, accepted: records.count),
            changes: ChangeCounts(added: records.count),
            at: time
        )
    }

    /// Imports and publishes messages.
    @discardableResult
    func importMessages(
        _ records: [ImportedMessage],
        as dataset: String = "tips"
    ) async throws -> DatasetVersion {
        let build = try await importedMessages.beginVersion(of: name(dataset))
        try await build.append(records)
        return try await build.publish(
            source: source,
            rows: RowCounts(read: records.count, accepted: records.count),
            changes: ChangeCounts(added: records.count),
            at: moment()
        )
    }
}

extension MessageStore {
    /// Stores a message that must be new.
    public func append(_ message: NewMessage) async throws -> Message {
        let outcome = try await append(message, once: nil)
        guard case .stored(let stored) = outcome else { throw NotStored(outcome: outcome) }
        return stored
    }
}

struct NotStored: Error {
    let outcome: AppendOutcome
}

extension DatasetStore {
    /// All published records of a dataset.
    func published(in dataset: String) async throws -> [Record] {
        let all = Gathered<Record>()
        try await forEachPublished(in: name(dataset)) { all.add($0) }
        return all.values
    }
}

/// Collects what is handed over in batches.
final class Gathered<Value: Sendable>: Sendable {
    private let gathered = Mutex<[Value]>([])
    var values: [Value] { gathered.withLock { $0 } }
    func add(_ batch: [Value]) { gathered.withLock { $0 += batch } }
}
