package import Datasets
internal import PostgresCore
package import Radar
internal import Synchronization
package import Timekeeping

/// The messages of one shard, and the way to those of the others.
///
/// A message is its shard's that its id names: that one is asked to remove, keep, report or decide on it,
/// and what it answers comes back as a change like any other. A device is its shard's that its id names: it
/// has its settings there, and a note of all shards where it has something, which are those that its lists
/// are read from. Where the ground is undivided everything is the one database's.
package final class ShardedStore: Sendable {
    /// The shard whose nodes this is one of.
    package let own: ClusterStore
    private let others = Mutex<[ShardNumber: ClusterStore]>([:])
    /// Devices that were noted lately, and when, so that not each message asks again.
    private let noted = Mutex<[NotedDevice: ContinuousClock.Instant]>([:])

    private struct NotedDevice: Hashable {
        let device: Int64
        let shard: ShardNumber
    }

    /// So many notes are remembered.
    private static let mostNoted = 100_000
    /// For so long: a database that is restored to an earlier moment forgets notes.
    private static let notedDuration = Duration.seconds(60)

    package init(own: ClusterStore) { self.own = own }

    /// The map of shards as it was seen last.
    package var map: TerritoryMap { own.ground.map }

    /// Ends all connections.
    package func close() async {
        let stores = others.withLock { others in
            defer { others = [:] }
            return Array(others.values)
        }
        for store in stores { await store.close() }
        await own.close()
    }

    /// The database of a shard.
    ///
    /// - Throws: ``PostgresCore/PostgresError`` when it cannot be reached, or is another shard's.
    package func store(of shard: ShardNumber) async throws -> ClusterStore {
        guard shard != own.ground.shard else { return own }
        guard let place = map.shard(shard)?.database else {
            throw TerritoryMapError.unknownShard(shard)
        }
        let address = try PostgresAddress(place)
        let known = others.withLock { $0[shard] }
        if let known, known.address.uri == address.uri { return known }
        let store = try await ClusterStore.open(address, clock: own.machineClock)
        guard store.ground.shard == shard else {
            throw PostgresError.damaged(
                place: store.address.description,
                detail: "it is shard \(store.ground.shard), and the map says shard \(shard)"
            )
        }
        // Of two who opened it at once one is kept; of one that has moved, the newer.
        let (kept, dropped) = others.withLock { others in
            guard let present = others[shard] else {
                others[shard] = store
                return (store, ClusterStore?.none)
            }
            if present.address.uri == address.uri { return (present, store) }
            others[shard] = store
            return (store, present)
        }
        await dropped?.close()
        return kept
    }

    /// The shard of a message; this one's for an id that no shard has given.
    private func store(of message: Message.ID) async throws -> ClusterStore {
        try await store(ofID: message.rawValue)
    }

    private func store(ofID id: Int64) async throws -> ClusterStore {
        guard let shard = ShardNumber(ofID: id), map.shard(shard) != nil else { return own }
        return try await store(of: shard)
    }

    /// Lets a device have something at a shard.
    ///
    /// - Returns: False when the device is not known any more.
    private func introduce(_ device: Device.ID, to store: ClusterStore) async throws -> Bool {
        let shard = store.ground.shard
        guard ShardNumber(ofID: device.rawValue) != shard else { return true }
        let note = NotedDevice(device: device.rawValue, shard: shard)
        if let moment = noted.withLock({ $0[note] }), moment.duration(to: .now) < Self.notedDuration
        {
            return true
        }
        let home = try await self.store(ofID: device.rawValue)
        // Noted first: what breaks off leaves a note too many, and no device too many.
        guard let known = try await home.noteShard(shard, of: device) else { return false }
        try await store.adopt(device, known)
        // Forgotten meanwhile?
        guard try await home.isKnown(device) else {
            _ = try await store.forget(device)
            return false
        }
        noted.withLock { noted in
            if noted.count >= Self.mostNoted { noted.removeAll() }
            noted[note] = .now
        }
        return true
    }

    /// The shards where a device may have something.
    private func stores(of device: Device.ID) async throws -> [ClusterStore] {
        guard map.isDivided else { return [own] }
        let home = try await store(ofID: device.rawValue)
        var stores = [home]
        for shard in try await home.shards(of: device) where shard != home.ground.shard {
            stores.append(try await store(of: shard))
        }
        return stores
    }
}

extension ShardedStore: MessageStore {
    package var publicIDs: PublicIDs { own.publicIDs }

    package func append(
        _ message: NewMessage,
        once key: PostKey?,
        then answer: @escaping @Sendable (Result<AppendOutcome, any Error>) -> Void
    ) {
        own.append(message, once: key, then: answer)
    }

    package func remove(
        _ id: Message.ID,
        by device: Device.ID,
        at moment: Timestamp
    ) async throws -> RemovalOutcome {
        try await store(of: id).remove(id, by: device, at: moment)
    }

    package func forEachMessage(
        expiringAfter moment: Timestamp,
        dataset: DatasetName?,
        _ visit: @Sendable ([Message]) throws -> Void
    ) async throws {
        try await own.forEachMessage(expiringAfter: moment, dataset: dataset, visit)
    }

    package func forEachBatch(
        expiringAfter moment: Timestamp,
        dataset: DatasetName?,
        packedBy packer: MessagePacker,
        _ visit: @escaping @Sendable (MessageBatch) throws -> Void
    ) async throws {
        try await own.forEachBatch(
            expiringAfter: moment,
            dataset: dataset,
            packedBy: packer,
            visit
        )
    }

    package func changeMark() async throws -> ChangeMark { try await own.changeMark() }

    package var numbersChanges: Bool { own.numbersChanges }

    package func mark(before mark: ChangeMark, by count: Int64) async throws -> ChangeMark? {
        try await own.mark(before: mark, by: count)
    }

    package func changes(
        since mark: ChangeMark,
        except isKnown: @Sendable (Message.ID) -> Bool
    ) async throws -> MessageChanges {
        try await own.changes(since: mark, except: isKnown)
    }

    package func removeExpired(atOrBefore moment: Timestamp, limit: Int) async throws -> Int {
        try await own.removeExpired(atOrBefore: moment, limit: limit)
    }

    package func addDevice(tokenHash: [UInt8], at moment: Timestamp) async throws -> Device {
        try await own.addDevice(tokenHash: tokenHash, at: moment)
    }

    /// A device that is not known here is looked for at all shards: it comes with its owner.
    package func device(tokenHash: [UInt8]) async throws -> Device? {
        if let device = try await own.device(tokenHash: tokenHash) { return device }
        for shard in map.shards.map(\.number) where shard != own.ground.shard {
            let other = try await store(of: shard)
            guard let device = try await other.device(tokenHash: tokenHash),
                ShardNumber(ofID: device.id.rawValue) == shard
            else { continue }
            return try await introduce(device.id, to: own) ? device : nil
        }
        return nil
    }
}

extension ShardedStore: PersonalStore {
    package func message(_ id: Message.ID, at moment: Timestamp) async throws -> SentMessage? {
        try await store(of: id).message(id, at: moment)
    }

    package func addBookmark(
        of id: Message.ID,
        by device: Device.ID,
        at moment: Timestamp,
        limit: Int
    ) async throws -> BookmarkOutcome {
        let store = try await store(of: id)
        guard try await introduce(device, to: store) else { return .notFound }
        return try await store.addBookmark(of: id, by: device, at: moment, limit: limit)
    }

    package func removeBookmark(of id: Message.ID, by device: Device.ID) async throws {
        try await store(of: id).removeBookmark(of: id, by: device)
    }

    package func bookmark(
        of id: Message.ID,
        by device: Device.ID,
        at moment: Timestamp
    ) async throws -> Bookmark? {
        try await store(of: id).bookmark(of: id, by: device, at: moment)
    }

    package func bookmarks(
        of device: Device.ID,
        after position: ListPosition?,
        limit: Int,
        at moment: Timestamp
    ) async throws -> [Bookmark] {
        var found: [Bookmark] = []
        for store in try await stores(of: device) {
            found += try await store.bookmarks(
                of: device,
                after: position,
                limit: limit,
                at: moment
            )
        }
        found.sort { ($0.bookmarkedAt, $0.id) > ($1.bookmarkedAt, $1.id) }
        return Array(found.prefix(limit))
    }

    package func sent(
        by device: Device.ID,
        before id: Message.ID?,
        limit: Int,
        at moment: Timestamp
    ) async throws -> [SentMessage] {
        var found: [SentMessage] = []
        for store in try await stores(of: device) {
            found += try await store.sent(by: device, before: id, limit: limit, at: moment)
        }
        found.sort { $0.message.id > $1.message.id }
        return Array(found.prefix(limit))
    }

    package func settings(of device: Device.ID) async throws -> DeviceSettings? {
        try await store(ofID: device.rawValue).settings(of: device)
    }

    package func setSettings(
        _ settings: DeviceSettings,
        of device: Device.ID
    ) async throws -> Bool {
        try await store(ofID: device.rawValue).setSettings(settings, of: device)
    }

    /// The device's own shard comes last: whoever breaks off can ask again, and is still known. Shards that
    /// are not noted are asked too, where they can be: after one was restored notes may be missing.
    package func forget(_ device: Device.ID) async throws -> [Message.ID] {
        guard map.isDivided else { return try await own.forget(device) }
        let home = try await store(ofID: device.rawValue)
        noted.withLock { noted in noted = noted.filter { $0.key.device != device.rawValue } }
        var asked: Set<ShardNumber> = [home.ground.shard]
        // Nothing is removed unless all can be asked.
        var first: [ClusterStore] = []
        for shard in try await home.shards(of: device) where asked.insert(shard).inserted {
            let store = try await store(of: shard)
            _ = try await store.isKnown(device)
            first.append(store)
        }
        var removed: [Message.ID] = []
        do {
            for store in first { removed += try await store.forget(device) }
            let (messages, shards) = try await home.forgetHere(device)
            removed += messages
            for shard in shards where asked.insert(shard).inserted {
                removed += try await store(of: shard).forget(device)
            }
        } catch let error as PostgresError where error.isPassing {
            throw PostgresError.unknownOutcome(place: home.address.description)
        }
        // What they remove their changes tell; nobody waits for one that is away.
        let rest = map.shards.map(\.number).filter { !asked.contains($0) }
        Task { for shard in rest { _ = try? await store(of: shard).forget(device) } }
        return removed
    }
}

extension ShardedStore: ModerationStore {
    package func addReport(
        _ report: Report,
        under rule: HidingRule
    ) async throws -> ReportOutcome {
        let store = try await store(of: report.message)
        guard try await introduce(report.reporter, to: store) else { return .notFound }
        return try await store.addReport(report, under: rule)
    }

    package func decide(
        _ action: ModerationAction,
        on id: Message.ID,
        at moment: Timestamp
    ) async throws -> SentMessage? {
        try await store(of: id).decide(action, on: id, at: moment)
    }

    /// Of all shards, one after the other, as their ids are.
    package func moderationQueue(
        after id: Message.ID?,
        limit: Int,
        at moment: Timestamp
    ) async throws -> [ModerationCase] {
        var cases: [ModerationCase] = []
        for shard in map.shards.map(\.number)
        where shard.ids.upperBound > id?.rawValue ?? 0 && cases.count < limit {
            cases += try await store(of: shard).moderationQueue(
                after: id,
                limit: limit - cases.count,
                at: moment
            )
        }
        return cases
    }
}
