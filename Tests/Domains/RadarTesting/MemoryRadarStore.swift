package import Datasets
package import Radar
internal import Synchronization
package import Timekeeping

/// A store in memory for tests. A reading sees the store as it was when the reading began, like a
/// transaction; hooks let a test act at the moments at which races happen.
package final class MemoryRadarStore: RadarStore {
    package struct Failure: Error {}

    struct Kept {
        let bookmarkedAt: Timestamp
        var gone: MessageState?
    }

    struct Reported {
        let reason: String
        let at: Timestamp
        let counts: Bool
        var isDecided = false
    }

    struct Contents {
        var messages: [Message.ID: Message] = [:]
        var hidden: [Message.ID: MessageState] = [:]
        var lastID: Int64 = 0
        var devices: [[UInt8]: Device] = [:]
        var lastDevice: Int64 = 0
        var registeredAt: [Device.ID: Timestamp] = [:]
        var cleared: Set<Message.ID> = []
        var keys: [Device.ID: [[UInt8]: (digest: [UInt8], id: Message.ID, at: Timestamp)]] = [:]
        var bookmarks: [Device.ID: [Message.ID: Kept]] = [:]
        var settings: [Device.ID: DeviceSettings] = [:]
        var reports: [Message.ID: [Device.ID: Reported]] = [:]
        var journal: [Message.ID] = []
        var forgottenEntries = 0
        var failure: (any Error)?
        var failsAfterFirstBatch = false
        var removalLimits: [Int] = []
        var beforeAppend: @Sendable () async -> Void = {}
        var afterAppend: (@Sendable (Message) async -> Void)?
        var afterBatch: (@Sendable () async throws -> Void)?
        var afterChanges: (@Sendable () async -> Void)?
        var afterDecision: (@Sendable () async throws -> Void)?

        func isKept(_ id: Message.ID) -> Bool {
            bookmarks.values.contains { $0[id] != nil && $0[id]?.gone == nil }
        }

        func isShown(_ message: Message, at moment: Timestamp) -> Bool {
            hidden[message.id] == nil && message.isLive(at: moment)
        }

        func state(of message: Message, at moment: Timestamp) -> MessageState {
            hidden[message.id] ?? (message.isLive(at: moment) ? .live : .expired)
        }

        mutating func remove(_ id: Message.ID, saying state: MessageState) {
            messages[id] = nil
            hidden[id] = nil
            reports[id] = nil
            for device in bookmarks.keys { bookmarks[device]?[id]?.gone = state }
        }
    }

    /// Those of every store in memory: a test may know them beforehand.
    package static let publicIDs = PublicIDs(
        secret: ServiceSecret(bytes: Array(repeating: 7, count: ServiceSecret.byteCount))
            ?? ServiceSecret()
    )

    package var publicIDs: PublicIDs { Self.publicIDs }

    let contents: Mutex<Contents>
    private let batchSize: Int
    private let knowsDevices: Bool
    /// Whether posts are in the journal, too, which all who use the store number alike.
    package let numbersChanges: Bool

    /// - Parameters:
    ///   - knowsDevices: Whether only devices that were added may post.
    ///   - numbersChanges: Whether the store is one that many nodes share.
    package init(
        _ messages: [Message] = [],
        batchSize: Int = 5,
        knowsDevices: Bool = false,
        numbersChanges: Bool = false,
        beforeAppend: @escaping @Sendable () async -> Void = {}
    ) {
        self.batchSize = batchSize
        self.knowsDevices = knowsDevices
        self.numbersChanges = numbersChanges
        var contents = Contents()
        contents.messages = Dictionary(uniqueKeysWithValues: messages.map { ($0.id, $0) })
        contents.lastID = messages.map(\.id.rawValue).max() ?? 0
        contents.beforeAppend = beforeAppend
        self.contents = Mutex(contents)
    }

    // MARK: What tests look at and set

    package var messages: [Message] {
        contents.withLock { $0.messages.values.sorted { $0.id < $1.id } }
    }

    package var storedIDs: [Message.ID] { messages.map(\.id) }

    package var tokenHashes: [[UInt8]] { contents.withLock { Array($0.devices.keys) } }

    /// The limits with which expired messages were removed.
    package var removalLimits: [Int] { contents.withLock { $0.removalLimits } }

    /// Makes every call fail, or none.
    package func setFails(_ fails: Bool) { fail(with: fails ? Failure() : nil) }

    /// Makes every call fail with an error, or none.
    package func fail(with error: (any Error)?) { contents.withLock { $0.failure = error } }

    /// Makes readings fail after their first batch.
    package func setFailsAfterFirstBatch(_ fails: Bool) {
        contents.withLock { $0.failsAfterFirstBatch = fails }
    }

    /// Runs between storing a message and returning it.
    package func afterAppend(_ hook: (@Sendable (Message) async -> Void)?) {
        contents.withLock { $0.afterAppend = hook }
    }

    /// Runs after each batch of a reading, and after an empty one.
    package func afterBatch(_ hook: (@Sendable () async throws -> Void)?) {
        contents.withLock { $0.afterBatch = hook }
    }

    /// Runs after the changes since a mark were read, before they are handed over.
    package func afterChanges(_ hook: (@Sendable () async -> Void)?) {
        contents.withLock { $0.afterChanges = hook }
    }

    /// Runs between a moderator's decision and its answer.
    package func afterDecision(_ hook: (@Sendable () async throws -> Void)?) {
        contents.withLock { $0.afterDecision = hook }
    }

    /// Forgets the journal, as if it had grown too long.
    package func forgetJournal() {
        contents.withLock { contents in
            contents.forgottenEntries = contents.journal.count
        }
    }

    /// Loses a message, as a store does that had not written it when it said so.
    package func lose(_ id: Message.ID) { contents.withLock { $0.messages[id] = nil } }

    /// Publishes a version of a dataset: a message keeps its id by its key.
    package func publish(_ imported: [ImportedMessage], in dataset: DatasetName) {
        contents.withLock { contents in
            var ids: [String: Message.ID] = [:]
            for message in contents.messages.values where message.origin?.dataset == dataset {
                if let key = message.origin?.key { ids[key] = message.id }
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

    func attempt<Value: Sendable>(
        _ body: (inout sending Contents) throws -> sending Value
    ) throws -> Value {
        try contents.withLock { contents in
            if let failure = contents.failure { throw failure }
            return try body(&contents)
        }
    }

    // MARK: Messages

    package func append(
        _ new: NewMessage,
        once key: PostKey?,
        then answer: @escaping @Sendable (Result<AppendOutcome, any Error>) -> Void
    ) {
        Task {
            let outcome: Result<AppendOutcome, any Error>
            do {
                outcome = .success(try await appendNow(new, once: key))
            } catch {
                outcome = .failure(error)
            }
            answer(outcome)
        }
    }

    /// Stores a message in the task that calls.
    package func appendNow(
        _ new: NewMessage,
        once key: PostKey?
    ) async throws -> AppendOutcome {
        await contents.withLock { $0.beforeAppend }()
        let (outcome, hook) = try attempt {
            contents -> (AppendOutcome, (@Sendable (Message) async -> Void)?) in
            if let key, let used = contents.keys[new.author]?[key.hash] {
                guard used.digest == key.contentDigest else { return (.keyTaken, nil) }
                return (.repeated(new.message(used.id, postedAt: used.at)), nil)
            }
            let isKnown = contents.devices.values.contains { $0.id == new.author }
            guard isKnown || !knowsDevices else { return (.unknownDevice, nil) }
            contents.lastID += 1
            let message = new.message(Message.ID(rawValue: contents.lastID))
            contents.messages[message.id] = message
            if numbersChanges { contents.journal.append(message.id) }
            if let key {
                contents.keys[new.author, default: [:]][key.hash] = (
                    key.contentDigest, message.id, new.postedAt
                )
            }
            return (.stored(message), contents.afterAppend)
        }
        if case .stored(let message) = outcome { await hook?(message) }
        return outcome
    }

    package func remove(
        _ id: Message.ID,
        by device: Device.ID,
        at moment: Timestamp
    ) async throws -> RemovalOutcome {
        try attempt { contents in
            guard let message = contents.messages[id],
                message.isLive(at: moment) || contents.isKept(id)
            else { return .notFound }
            guard message.author == device else { return .notAuthor }
            contents.remove(id, saying: .removedByAuthor)
            contents.journal.append(id)
            return .removed
        }
    }

    package func forEachMessage(
        expiringAfter moment: Timestamp,
        dataset: DatasetName?,
        _ visit: @Sendable ([Message]) throws -> Void
    ) async throws {
        let found = try attempt { contents in
            contents.messages.values.filter {
                contents.isShown($0, at: moment)
                    && (dataset == nil || $0.origin?.dataset == dataset)
            }
            .sorted { $0.id < $1.id }
        }
        for start in stride(from: 0, through: found.count, by: batchSize) {
            try visit(Array(found[start..<min(start + batchSize, found.count)]))
            let (hook, fails) = contents.withLock { ($0.afterBatch, $0.failsAfterFirstBatch) }
            try await hook?()
            if fails { throw Failure() }
        }
    }

    package func changeMark() async throws -> ChangeMark { try attempt { mark(in: $0) } }

    package func mark(before mark: ChangeMark, by count: Int64) async throws -> ChangeMark? {
        guard numbersChanges else { return nil }
        return try attempt { contents in
            let entry = max(0, mark.entry - count)
            return entry >= contents.forgottenEntries ? self.mark(in: contents, at: entry) : nil
        }
    }

    private func mark(in contents: Contents, at entry: Int64? = nil) -> ChangeMark {
        let entry = entry ?? Int64(contents.journal.count)
        guard numbersChanges else {
            return ChangeMark(messageID: contents.lastID, entry: entry)
        }
        // Of two histories that differ somewhere, everything after that differs.
        let chain = contents.journal.prefix(Int(entry)).reduce(Int64(1)) {
            ($0 &+ $1.rawValue) &* 0x0000_0100_0000_01B3
        }
        return ChangeMark(messageID: 0, entry: entry, epoch: 7, chain: chain)
    }

    package func changes(
        since mark: ChangeMark,
        except isKnown: @Sendable (Message.ID) -> Bool
    ) async throws -> MessageChanges {
        let (changes, hook) = try attempt { contents in
            var changes = MessageChanges(
                mark: self.mark(in: contents),
                isComplete: mark.entry >= contents.forgottenEntries
            )
            let posted =
                numbersChanges
                ? []
                : contents.messages.values.filter {
                    $0.origin == nil && $0.id.rawValue > mark.messageID
                        && contents.hidden[$0.id] == nil
                }
                .sorted { $0.id < $1.id }
            let touched = Set(contents.journal.dropFirst(Int(mark.entry)))
            let shown = touched.sorted().compactMap { contents.messages[$0] }
                .filter { contents.hidden[$0.id] == nil }
            let old = shown.filter { numbersChanges || $0.id.rawValue <= mark.messageID }
            changes.appeared = (posted + old).filter { !isKnown($0.id) }
            changes.disappeared = touched.subtracting(shown.map(\.id)).sorted()
            if numbersChanges { changes.numbered = numbered(after: mark.entry, in: contents) }
            return (changes, contents.afterChanges)
        }
        await hook?()
        return changes
    }

    private func numbered(after entry: Int64, in contents: Contents) -> [NumberedChange] {
        contents.journal.indices.dropFirst(Int(entry)).map { index in
            let id = contents.journal[index]
            let number = Int64(index) + 1
            return NumberedChange(
                number: number,
                chain: mark(in: contents, at: number).chain,
                messageID: id,
                shownUntil: contents.hidden[id] == nil ? contents.messages[id]?.expiresAt : nil
            )
        }
    }

    package func removeExpired(atOrBefore moment: Timestamp, limit: Int) async throws -> Int {
        try attempt { contents in
            contents.removalLimits.append(limit)
            let expired = contents.messages.values.filter {
                $0.expiresAt <= moment && $0.origin == nil && !contents.isKept($0.id)
            }
            .sorted { ($0.expiresAt, $0.id) < ($1.expiresAt, $1.id) }
            for message in expired.prefix(limit) {
                contents.messages[message.id] = nil
                contents.hidden[message.id] = nil
            }
            return min(limit, expired.count)
        }
    }

    package func addDevice(tokenHash: [UInt8], at moment: Timestamp) async throws -> Device {
        try attempt { contents in
            contents.lastDevice += 1
            let device = Device(id: Device.ID(rawValue: contents.lastDevice))
            contents.devices[tokenHash] = device
            contents.registeredAt[device.id] = moment
            return device
        }
    }

    package func device(tokenHash: [UInt8]) async throws -> Device? {
        try attempt { $0.devices[tokenHash] }
    }
}
