import Datasets
import Geodesy
import Radar
import Synchronization
import Timekeeping

/// A store in memory. A reading sees the store as it was when the reading began, like a transaction;
/// hooks let a test act at the moments at which races happen.
final class FakeMessageStore: MessageStore {
    struct Failure: Error {}

    private struct Contents {
        var messages: [Message.ID: Message] = [:]
        var lastID: Int64 = 0
        var devices: [[UInt8]: Device] = [:]
        var fails = false
        var failsAfterFirstBatch = false
        var removalLimits: [Int] = []
        var afterAppend: (@Sendable (Message) async -> Void)?
        var afterBatch: (@Sendable () async throws -> Void)?
    }

    private let contents = Mutex(Contents())
    private let batchSize: Int

    init(batchSize: Int = 5) { self.batchSize = batchSize }

    var messages: [Message] {
        contents.withLock { $0.messages.values.sorted { $0.id < $1.id } }
    }

    var tokenHashes: [[UInt8]] { contents.withLock { Array($0.devices.keys) } }

    /// The limits with which expired messages were removed.
    var removalLimits: [Int] { contents.withLock { $0.removalLimits } }

    /// Makes every call fail.
    func setFails(_ fails: Bool) { contents.withLock { $0.fails = fails } }

    /// Makes readings fail after their first batch.
    func setFailsAfterFirstBatch(_ fails: Bool) {
        contents.withLock { $0.failsAfterFirstBatch = fails }
    }

    /// Runs between storing a message and returning it.
    func afterAppend(_ hook: (@Sendable (Message) async -> Void)?) {
        contents.withLock { $0.afterAppend = hook }
    }

    /// Runs after each batch of a reading, and after an empty one.
    func afterBatch(_ hook: (@Sendable () async throws -> Void)?) {
        contents.withLock { $0.afterBatch = hook }
    }

    /// Publishes a version of a dataset: a message keeps its id by its key.
    func publish(_ imported: [ImportedMessage], in dataset: DatasetName) {
        contents.withLock { contents in
            var ids: [String: Message.ID] = [:]
            for message in contents.messages.values where message.origin?.dataset == dataset {
                ids[message.origin!.key] = message.id
                contents.messages[message.id] = nil
            }
            for message in imported {
                if ids[message.origin.key] == nil { contents.lastID += 1 }
                let id = ids[message.origin.key] ?? Message.ID(rawValue: contents.lastID)
                contents.messages[id] = Message(
                    id: id,
                    text: message.text,
                    category: message.category,
                    coordinate: message.coordinate,
                    visibleRadius: message.visibleRadius,
                    postedAt: message.postedAt,
                    expiresAt: message.expiresAt,
                    author: nil,
                    origin: message.origin
                )
            }
        }
    }

    func append(_ new: NewMessage) async throws -> Message {
        let (message, hook) = try contents.withLock { contents in
            if contents.fails { throw Failure() }
            contents.lastID += 1
            let message = Message(
                id: Message.ID(rawValue: contents.lastID),
                text: new.text,
                category: new.category,
                coordinate: new.coordinate,
                visibleRadius: new.visibleRadius,
                postedAt: new.postedAt,
                expiresAt: new.expiresAt,
                author: new.author,
                origin: nil
            )
            contents.messages[message.id] = message
            return (message, contents.afterAppend)
        }
        await hook?(message)
        return message
    }

    func remove(_ id: Message.ID) async throws {
        try contents.withLock { contents in
            if contents.fails { throw Failure() }
            contents.messages[id] = nil
        }
    }

    func forEachMessage(
        expiringAfter moment: Timestamp,
        dataset: DatasetName?,
        _ visit: @Sendable ([Message]) throws -> Void
    ) async throws {
        let found = try contents.withLock { contents in
            if contents.fails { throw Failure() }
            return contents.messages.values.filter {
                $0.expiresAt > moment && (dataset == nil || $0.origin?.dataset == dataset)
            }
        }
        for start in stride(from: 0, through: found.count, by: batchSize) {
            try visit(Array(found[start..<min(start + batchSize, found.count)]))
            let (hook, fails) = contents.withLock { ($0.afterBatch, $0.failsAfterFirstBatch) }
            try await hook?()
            if fails { throw Failure() }
        }
    }

    func removeExpired(atOrBefore moment: Timestamp, limit: Int) async throws -> Int {
        try contents.withLock { contents in
            if contents.fails { throw Failure() }
            contents.removalLimits.append(limit)
            let expired = contents.messages.values.filter {
                $0.expiresAt <= moment && $0.origin == nil
            }
            for message in expired.prefix(limit) { contents.messages[message.id] = nil }
            return min(limit, expired.count)
        }
    }

    func addDevice(tokenHash: [UInt8], at moment: Timestamp) async throws -> Device {
        try contents.withLock { contents in
            if contents.fails { throw Failure() }
            let device = Device(id: Device.ID(rawValue: Int64(contents.devices.count + 1)))
            contents.devices[tokenHash] = device
            return device
        }
    }

    func device(tokenHash: [UInt8]) async throws -> Device? {
        try contents.withLock { contents in
            if contents.fails { throw Failure() }
            return contents.devices[tokenHash]
        }
    }
}
