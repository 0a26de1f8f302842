internal import PostgresCore
package import Radar

/// Why ground is not given to a shard.
package enum ShardMoveError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A database answers for ground already.
    case hasGround(ShardNumber, place: String)
    /// A database has messages or devices, and is no shard.
    case notEmpty(place: String)
    /// A shard has no ground that could go.
    case nothingToGive(ShardNumber)
    /// The ground is undivided.
    case undivided
    /// Two addresses are of one shard.
    case sameShard
    /// A shard has another map than the one that holds.
    case otherMap(ShardNumber, epoch: Int64, newest: Int64)
    /// A database is the one that gives, by another name, or a copy of it.
    case sameGround(place: String)
    /// A database is a shard of another division of the ground.
    case otherGround(place: String)

    /// A database was a shard's before that moved elsewhere.
    case retired(ShardNumber, place: String, present: String)
    /// A shard's database has changes that the one to which it is said to have moved lacks.
    case goneOn(ShardNumber, place: String)
    /// A shard's database until now cannot be reached, and may take something yet.
    case silent(ShardNumber, place: String)
    /// Somebody else says at the same time where a shard's database is.
    case busy(ShardNumber)
    /// A database knows less of a shard than others have seen of it.
    case behind(ShardNumber, place: String)

    /// What is wrong, and what to do.
    package var description: String {
        switch self {
        case .hasGround(let shard, let place):
            "\(place) is shard \(shard) already, and has ground; 'ambit cluster move' gives it more"
        case .notEmpty(let place):
            "\(place) has messages or devices of its own; a new shard begins with an empty database"
        case .nothingToGive(let shard):
            "shard \(shard) has no ground that it could give, or all of it is on its way already"
        case .otherMap(let shard, let epoch, let newest) where epoch == newest:
            "shard \(shard) has another map of epoch \(newest) than the others: 'ambit cluster spread' makes "
                + "the map of the shard that it is given hold"
        case .otherMap(let shard, let epoch, let newest):
            "shard \(shard) has the map of epoch \(epoch), and that of epoch \(newest) holds: after a restore "
                + "give 'ambit cluster restored' its address, else 'ambit cluster spread' any shard's"
        case .sameGround(let place):
            "\(place) is the database of a shard of this ground already, or a copy of one; a new shard begins "
                + "with an empty database of its own"
        case .otherGround(let place):
            "\(place) is a shard of another division of the ground, with another secret"
        case .retired(let shard, let place, let present):
            "\(place) is not the database of shard \(shard) any more: \(shownPlace(present)) is"
        case .goneOn(let shard, let place):
            "\(place) is not what the database of shard \(shard) is by now, which has taken something since it "
                + "was copied, or may: end the shard's nodes, copy it once more, and give the command again; "
                + "with --force what was taken since is given up"
        case .silent(let shard, let place):
            "\(place), the database of shard \(shard) until now, cannot be reached, and nodes that can may "
                + "acknowledge posts there yet: end them, and give the command with --force, which gives up "
                + "what it has and the new one lacks"
        case .busy(let shard):
            "somebody else says at this moment where the database of shard \(shard) is: look with 'ambit "
                + "cluster shards', and give the command again if it is still meant"
        case .behind(let shard, let place):
            "\(place) knows less of shard \(shard) than other shards have seen of it: with --force it is taken "
                + "all the same; give it 'ambit cluster restored' then"
        case .sameShard:
            "two of the addresses are of the same shard; give one of each that has moved"
        case .undivided:
            "the ground is undivided: there is one shard; 'ambit cluster split' makes a second"
        }
    }
}

/// An address of the map without what is secret in it.
private func shownPlace(_ database: String) -> String {
    (try? PostgresAddress(database))?.description ?? "another"
}
