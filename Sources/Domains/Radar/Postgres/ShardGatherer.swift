internal import Datasets
internal import Radar
internal import Timekeeping

/// Copies to a shard what reaches its ground from another.
///
/// The other's changes are followed as a node follows its own database's, and when the ground becomes
/// another, all of its messages are read once more, some at a time, between the changes. What is taken, and
/// how far, is one change of the shard's database: whoever breaks off is gone on from, and of two who do
/// this at once one takes each piece.
///
/// That nothing is taken that is gone already, and nothing lost, rests on the order: changes are followed
/// from a moment before any message is read, and what is known of a message is what it is when it is asked
/// for. So a message that changes behind the reading is among the changes that come after it.
package final class ShardGatherer: Sendable {
    /// How far it has come.
    package struct Progress: Sendable, Equatable {
        /// All that reaches the ground was read, and no change is known that was not taken.
        package var isWhole: Bool
        /// How many of the other shard's ids were looked at.
        package var read: Int64
        /// How many there are.
        package var all: Int64
        /// How many messages came or went in this step.
        package var changed: Int64
        /// Whether the other's database was found to have been restored to an earlier moment.
        package var isSetBack = false
    }

    /// So many messages are read at once.
    private static let batchSize = 2000

    private let own: ClusterStore
    private let other: ClusterStore
    private let source: ShardNumber

    package init(into own: ClusterStore, from other: ClusterStore) {
        self.own = own
        self.other = other
        source = other.ground.shard
    }

    /// Reads all of the other's messages once more.
    ///
    /// - Throws: ``PostgresCore/PostgresError``.
    package func beginAnew() async throws {
        let map = own.ground.map
        while true {
            var state = try await own.sourceState(of: source)
            if state.mark == nil { state.mark = try await other.changeMark() }
            state.beginReading(for: map.groundText(of: own.ground.shard), source)
            if try await take(SourceBatch(), &state, by: map) != nil { return }
            try Task.checkCancellation()
            let present = try await own.read { try ClusterMap.fetch($0)?.epoch } ?? 0
            guard present == map.epoch else {
                throw TerritoryMapError.otherEpoch(found: present, expected: map.epoch)
            }
        }
    }

    /// Takes some of what there is to take.
    ///
    /// - Throws: ``PostgresCore/PostgresError``.
    package func step() async throws -> Progress {
        let map = own.ground.map
        let ground = map.groundText(of: own.ground.shard)
        var state = try await own.sourceState(of: source)
        if state.mark == nil || state.ground != ground && state.readingGround != ground {
            if state.mark == nil { state.mark = try await other.changeMark() }
            state.beginReading(for: ground, source)
            guard try await take(SourceBatch(), &state, by: map) != nil else { return .none }
        }
        var progress = Progress.none
        guard
            let (changed, isLast) = try await follow(&state, ground, map, &progress.isSetBack)
        else { return progress }
        progress.changed = changed
        if state.readingGround != nil {
            guard let read = try await read(&state, map) else { return progress }
            progress.changed += read
        }
        progress.all = state.mark?.entry ?? 0
        progress.read =
            state.readingGround == nil
            ? progress.all : min(progress.all, max(0, state.readAfter - source.ids.lowerBound))
        progress.isWhole = isLast && state.readingGround == nil && state.ground == ground
        return progress
    }

    /// - Returns: How many messages came or went, and whether no more changes are known; nil when somebody
    ///   else was quicker.
    private func follow(
        _ state: inout SourceState,
        _ ground: String,
        _ map: TerritoryMap,
        _ isSetBack: inout Bool
    ) async throws -> (changed: Int64, isLast: Bool)? {
        guard let mark = state.mark else { return nil }
        let changes = try await other.changes(since: mark) { _ in false }
        guard changes.isComplete else {
            // The other has another history, or one that is too long.
            isSetBack = try await other.goOn(beyond: mark)
            state.mark = isSetBack ? try await other.changeMark() : changes.mark
            state.beginReading(for: ground, source)
            if isSetBack {
                try await other.takeBackDevices(from: own)
            } else {
                try await other.noteAgain(own.ground.shard, of: try await own.adopted(of: source))
            }
            return try await take(SourceBatch(), &state, by: map).map { ($0, false) }
        }
        guard changes.mark != mark || state.mapEpoch < map.epoch else { return (0, true) }
        var batch = SourceBatch()
        batch.messages = changes.appeared.filter { isWanted($0, map) }
        batch.gone = changes.disappeared.filter { source.ids.contains($0.rawValue) }
        state.mark = changes.mark
        // More may have come since: whoever waited for a quiet moment would wait for ever.
        let isLast = changes.mark.entry >= other.looks.head
        return try await take(batch, &state, by: map).map { ($0, isLast) }
    }

    private func read(_ state: inout SourceState, _ map: TerritoryMap) async throws -> Int64? {
        let found = try await other.ownMessages(
            after: state.readAfter,
            expiringAfter: other.clock.now,
            limit: Self.batchSize
        )
        let isLast = found.count < Self.batchSize
        var batch = SourceBatch()
        batch.messages = found.filter { isWanted($0, map) }
        let end = isLast ? source.ids.upperBound : found.last?.id.rawValue ?? state.readAfter
        batch.range = state.readAfter + 1...end
        state.readAfter = end
        if isLast {
            state.ground = state.readingGround
            state.readingGround = nil
        }
        return try await take(batch, &state, by: map)
    }

    private func isWanted(_ message: Message, _ map: TerritoryMap) -> Bool {
        source.ids.contains(message.id.rawValue)
            && map.touches(
                own.ground.shard,
                from: message.coordinate,
                radius: message.visibleRadius
            )
    }

    private func take(
        _ batch: SourceBatch,
        _ state: inout SourceState,
        by map: TerritoryMap
    ) async throws -> Int64? {
        state.mapEpoch = map.epoch
        guard let changed = try await own.take(batch, from: source, becoming: state) else {
            return nil
        }
        state.taken += 1
        return changed
    }

    /// Compares what the shard has of the other with what it should have.
    ///
    /// - Returns: How many messages are missing, how many are there that need not be, and how many are not as
    ///   the other has them.
    package func differences() async throws -> (missing: Int, needless: Int, altered: Int) {
        var missing: Set<Int64> = []
        var needless: Set<Int64> = []
        var altered: Set<Int64> = []
        // What changes meanwhile is looked at once more.
        for attempt in 0..<20 {
            if attempt > 0 { try await Task.sleep(for: .milliseconds(250)) }
            let map = own.ground.map
            let moment = other.clock.now.adding(milliseconds: 1000) ?? other.clock.now
            // What each is, by its id: of millions their hashes do.
            var wanted: [Int64: Int] = [:]
            var last = source.ids.lowerBound - 1
            while true {
                let found = try await other.ownMessages(
                    after: last,
                    expiringAfter: moment,
                    limit: Self.batchSize
                )
                for message in found where isWanted(message, map) {
                    wanted[message.id.rawValue] = message.hashValue
                }
                guard found.count == Self.batchSize, let id = found.last?.id.rawValue else { break }
                last = id
            }
            let copies = try await own.copies(of: source, expiringAfter: moment)
            let less = Set(wanted.keys.filter { copies[$0] == nil })
            let more = Set(copies.keys.filter { wanted[$0] == nil })
            let other = Set(
                wanted.filter { id, hash in copies[id].map { $0 != hash } ?? false }.keys
            )
            missing = attempt == 0 ? less : missing.intersection(less)
            needless = attempt == 0 ? more : needless.intersection(more)
            altered = attempt == 0 ? other : altered.intersection(other)
            if missing.isEmpty, needless.isEmpty, altered.isEmpty { break }
        }
        return (missing.count, needless.count, altered.count)
    }
}

extension ShardGatherer.Progress {
    /// Somebody else was quicker.
    fileprivate static let none = Self(isWhole: false, read: 0, all: 0, changed: 0)
}

extension SourceState {
    fileprivate mutating func beginReading(for ground: String, _ source: ShardNumber) {
        self.ground = nil
        readingGround = ground
        readAfter = source.ids.lowerBound - 1
    }
}
