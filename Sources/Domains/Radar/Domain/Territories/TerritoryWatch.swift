internal import Geodesy
internal import Synchronization

/// What a node knows of how the ground is divided, and which of it is its own.
public final class TerritoryWatch: Sendable {
    /// The shard whose messages the node has.
    public let shard: ShardNumber
    private let state: Mutex<TerritoryMap>
    /// The map's epoch; 0 while the ground is undivided, and nobody need be sent elsewhere.
    private let dividedEpoch = Atomic(Int64(0))
    /// When a database last said which map holds.
    private let heard = Mutex(ContinuousClock.now)
    private let patience: Duration

    /// - Parameters:
    ///   - map: As the database has it now.
    ///   - patience: For so long a node that hears of no database answers for ground that may be another
    ///     shard's by then.
    public init(shard: ShardNumber, map: TerritoryMap, patience: Duration = .seconds(60)) {
        self.shard = shard
        self.patience = patience
        state = Mutex(map)
        note(map)
    }

    /// The map as it was seen last.
    public var map: TerritoryMap { state.withLock { $0 } }

    /// The epoch of a divided map; 0 of one that is not.
    var epoch: Int64 { dividedEpoch.load(ordering: .acquiring) }

    /// Goes on with a map, unless a newer one is known.
    ///
    /// - Returns: Whether it is another than before.
    @discardableResult
    public func take(_ map: TerritoryMap) -> Bool {
        state.withLock { present in
            guard map.epoch > present.epoch else { return false }
            present = map
            note(map)
            return true
        }
    }

    /// A database has just said that no newer map holds.
    public func hear() { heard.withLock { $0 = .now } }

    /// Whether the map is known to hold, or was lately: a node that is cut off from all databases does not
    /// hear that its ground was given away.
    public var isSure: Bool {
        epoch == 0 || heard.withLock { $0 }.duration(to: .now) < patience
    }

    private func note(_ map: TerritoryMap) {
        dividedEpoch.store(map.isDivided ? map.epoch : 0, ordering: .releasing)
    }

    /// - Parameter epoch: Of the map that whoever asks goes by; nil where that is not said.
    /// - Throws: ``RadarError/elsewhere(_:)`` when another shard answers for a place, or another map
    ///   holds; ``RadarError/groundUnsure`` when nothing was heard of that for long.
    func check(_ place: Coordinate, mapEpoch epoch: Int64?) throws(RadarError) {
        guard self.epoch != 0 || epoch != nil else { return }
        guard isSure else { throw .groundUnsure }
        let map = self.map
        let present = map.isDivided ? map.epoch : 0
        let number = map.shard(at: place)
        guard number != shard || (epoch ?? present) != present else { return }
        throw .elsewhere(
            Elsewhere(
                epoch: present,
                askedEpoch: epoch,
                shard: number,
                url: map.shard(number)?.url
            )
        )
    }
}

/// Where to ask instead.
public struct Elsewhere: Sendable, Hashable {
    /// The epoch of the map that holds.
    public let epoch: Int64
    /// The epoch of the map that was gone by; nil where that was not said.
    public let askedEpoch: Int64?
    /// The shard that answers for the place.
    public let shard: ShardNumber
    /// Where its nodes are; nil where nobody has said.
    public let url: String?
}

extension Elsewhere: CustomStringConvertible {
    /// Why, and where to go.
    public var description: String {
        let place = url.map { "shard \(shard), at \($0)" } ?? "shard \(shard)"
        guard let askedEpoch, askedEpoch != epoch else {
            return "this place is not among those of this node: ask \(place)"
        }
        return
            "map_epoch is \(askedEpoch), and the map of shards has epoch \(epoch): read /v1/shards "
            + "again; for this place ask \(place)"
    }
}
