/// Why a division of the ground is none.
public enum TerritoryMapError: Error, Hashable, Sendable {
    /// An epoch is 1 or more.
    case invalidEpoch(Int64)
    /// A territory holds no cells, or such that are not on the curve.
    case invalidCells(first: UInt64, end: UInt64)
    /// Two territories have cells in common.
    case overlapping(first: UInt64, end: UInt64)
    /// Cells are in no territory.
    case open(first: UInt64, end: UInt64)
    /// A territory is of a shard that the map does not name.
    case unknownShard(ShardNumber)
    /// Two shards have the same number.
    case repeatedShard(ShardNumber)
    /// Two shards have the same database.
    case repeatedDatabase(String)
    /// There are as many shards as there may be.
    case tooManyShards
    /// What is to be moved is the shard's already.
    case alreadyThere(ShardNumber)
    /// What is to be moved is, at least in part, another shard's than the one that is to give it.
    case notOwn(first: UInt64, end: UInt64, of: ShardNumber, giver: ShardNumber)
    /// The database has become another shard's since it was opened.
    case becameShard(ShardNumber, instead: ShardNumber)
    /// The database is not the shard's any more, by a map that another shard has.
    case movedAway(ShardNumber)
    /// What is to be moved is on its way to another shard.
    case underWay(to: ShardNumber)
    /// Nothing is on its way to the shard.
    case nothingUnderWay(to: ShardNumber)
    /// The map that is there has another epoch than the one that was changed.
    case otherEpoch(found: Int64, expected: Int64)
    /// The map is older than what was gathered by it.
    case olderThanData(map: Int64, data: Int64)
}

extension TerritoryMapError: CustomStringConvertible {
    /// What is wrong, with the value and what is allowed.
    public var description: String {
        switch self {
        case .invalidEpoch(let epoch): "the map's epoch is \(epoch); it is 1 or more"
        case .invalidCells(let first, let end):
            "a territory has the cells \(Self.range(first, end)); they are from 0 up to "
                + "\(Territory.text(of: TerritoryMap.end)), and at least one"
        case .overlapping(let first, let end):
            "the cells \(Self.range(first, end)) are in two territories; each is in one"
        case .open(let first, let end):
            "the cells \(Self.range(first, end)) are in no territory; each is in one"
        case .unknownShard(let shard):
            "a territory is of shard \(shard), which the map does not name"
        case .repeatedShard(let shard): "shard \(shard) is named twice"
        case .repeatedDatabase(let place): "two shards have the database \(place)"
        case .tooManyShards: "there are \(ShardNumber.count) shards, which is the most there may be"
        case .alreadyThere(let shard): "all of these cells are shard \(shard)'s already"
        case .notOwn(let first, let end, let shard, let giver):
            "the cells \(Self.range(first, end)) are shard \(shard)'s, and not shard \(giver)'s, whose "
                + "database was named: name that one's"
        case .becameShard(let shard, let present):
            "the database has become shard \(shard), and was shard \(present) when this node began: start "
                + "the node again"
        case .movedAway(let shard):
            "the database of shard \(shard) is another one by now: start the node with --cluster and the "
                + "address that 'ambit cluster shards' shows"
        case .underWay(let shard):
            "some of these cells are on their way to shard \(shard); finish that first: give the same "
                + "command again"
        case .nothingUnderWay(let shard): "nothing is on its way to shard \(shard)"
        case .otherEpoch(let found, let expected):
            "the map has epoch \(found) and not \(expected): somebody else has changed it meanwhile"
        case .olderThanData(let map, let data):
            "the map has epoch \(map), and messages were gathered by epoch \(data): an older copy of the "
                + "database was restored; give 'ambit cluster restored' its address"
        }
    }

    private static func range(_ first: UInt64, _ end: UInt64) -> String {
        "\(Territory.text(of: first))..\(Territory.text(of: end))"
    }
}
