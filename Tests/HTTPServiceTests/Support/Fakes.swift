import Datasets
import Polling
import Radar
import Synchronization
import Timekeeping

/// A message store in memory. It can be told to fail, and to hold a post back.
final class FakeMessageStore: MessageStore {
    private struct State {
        var messages: [Message.ID: Message] = [:]
        var devices: [[UInt8]: Device] = [:]
        var failure: (any Error)?
    }

    private let state: Mutex<State>
    /// Awaited by each post before it is stored.
    private let beforeAppend: @Sendable () async -> Void

    init(
        _ messages: [Message] = [],
        beforeAppend: @escaping @Sendable () async -> Void = {}
    ) {
        state = Mutex(
            State(messages: Dictionary(uniqueKeysWithValues: messages.map { ($0.id, $0) }))
        )
        self.beforeAppend = beforeAppend
    }

    var storedIDs: [Message.ID] { state.withLock { $0.messages.keys.sorted() } }

    func fail(with error: (any Error)?) { state.withLock { $0.failure = error } }

    func append(_ new: NewMessage) async throws -> Message {
        await beforeAppend()
        return try state.withLock { state in
            if let failure = state.failure { throw failure }
            let id = Message.ID(rawValue: (state.messages.keys.max()?.rawValue ?? 0) + 1)
            let message = Message(
                id: id,
                text: new.text,
                category: new.category,
                coordinate: new.coordinate,
                visibleRadius: new.visibleRadius,
                postedAt: new.postedAt,
                expiresAt: new.expiresAt,
                author: new.author,
                origin: nil
            )
            state.messages[id] = message
            return message
        }
    }

    func remove(_ id: Message.ID) async throws {
        state.withLock { _ = $0.messages.removeValue(forKey: id) }
    }

    func forEachMessage(
        expiringAfter moment: Timestamp,
        dataset: DatasetName?,
        _ visit: @Sendable ([Message]) throws -> Void
    ) async throws {
        let messages = state.withLock { Array($0.messages.values) }
        try visit(
            messages.filter {
                $0.isLive(at: moment) && (dataset == nil || $0.origin?.dataset == dataset)
            }
        )
    }

    func removeExpired(atOrBefore moment: Timestamp, limit: Int) async throws -> Int {
        state.withLock { state in
            let expired = state.messages.values.filter { !$0.isLive(at: moment) }.prefix(limit)
            for message in expired { state.messages[message.id] = nil }
            return expired.count
        }
    }

    func addDevice(tokenHash: [UInt8], at moment: Timestamp) async throws -> Device {
        state.withLock { state in
            let device = Device(id: Device.ID(rawValue: Int64(state.devices.count + 1)))
            state.devices[tokenHash] = device
            return device
        }
    }

    func device(tokenHash: [UInt8]) async throws -> Device? {
        state.withLock { $0.devices[tokenHash] }
    }
}

/// A station store in memory, whose stations can be replaced.
final class FakeStationStore: StationStore {
    private let stations: Mutex<[Station]>

    init(_ stations: [Station]) { self.stations = Mutex(stations) }

    func replace(with newStations: [Station]) { stations.withLock { $0 = newStations } }

    func forEachStation(_ visit: @Sendable ([Station]) throws -> Void) async throws {
        try visit(stations.withLock { $0 })
    }
}

/// A ledger and a change sensor that a test sets.
final class FakeLedger: DatasetLedger, ChangeSensor {
    private let state = Mutex((revision: Int64(0), versions: [DatasetVersion]()))

    /// Sets what is published, and moves the revision on.
    func publish(_ published: (name: DatasetName, kind: DatasetKind, number: Int)...) {
        state.withLock { state in
            state.revision += 1
            state.versions = published.map { entry in
                DatasetVersion(
                    dataset: entry.name,
                    kind: entry.kind,
                    number: entry.number,
                    source: ImportSource(fileName: "a.csv", sha256: "", byteCount: 0),
                    rows: RowCounts(),
                    changes: ChangeCounts(),
                    recordCount: 0,
                    importedAt: Timestamp(millisecondsSince1970: 0),
                    isPublished: true
                )
            }
        }
    }

    /// Moves the revision on without publishing anything, as a post by another process would.
    func touch() { state.withLock { $0.revision += 1 } }

    func revision() async throws -> Int64 { state.withLock { $0.revision } }

    func publishedVersions() async throws -> [DatasetVersion] { state.withLock { $0.versions } }

    func versions(of name: DatasetName) async throws -> [DatasetVersion] {
        throw DatasetError.unknownDataset(name)
    }

    func publish(_ name: DatasetName, version number: Int) async throws -> DatasetVersion {
        throw DatasetError.unknownDataset(name)
    }
}

/// An error whose text must never be seen outside.
struct SecretError: Error, CustomStringConvertible {
    var description: String { "secret 38.8977 -77.0365" }
}
