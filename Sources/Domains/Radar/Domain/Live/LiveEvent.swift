public import Geodesy

/// Something that a reader of a live stream is told.
public struct LiveEvent: Sendable, Hashable {
    /// What happened.
    public enum Content: Sendable, Hashable {
        /// A message can be seen from the reader's place: new, or shown again.
        case posted(Sighting)
        /// A message's time is over.
        case expired(Message.ID)
        /// A message was removed or hidden.
        case removed(Message.ID)
        /// Events may be missing: the reader must ask for the whole.
        case gap
        /// The reader was too slow; nothing follows.
        case dropped
        /// Nothing happened; the stream is alive, and this far.
        case nothing
    }

    /// What happened.
    public let content: Content
    /// Where the stream goes on after this; nil where it goes on as after the event before.
    public let position: LivePosition?

    /// An event with both members.
    public init(_ content: Content, position: LivePosition?) {
        self.content = content
        self.position = position
    }
}

/// How far a reader has followed a board's changes.
///
/// Where many nodes share a database, it holds at all of them and over restarts, and what it says is sealed:
/// see ``SharedPoint``. Otherwise it is its board's, which lives as long as its process.
public struct LivePosition: Sendable, Hashable {
    /// Tells a board's positions from those of an earlier process, or a database's from those of another.
    let board: UInt64
    /// The number of the last change that was told.
    let change: UInt64
    /// Up to when it was told what expired; nil where the board counts that among its changes.
    let moment: UInt64?

    /// A position that no board has been at: whoever resumes from it is told of a gap.
    public static let unknown = LivePosition(board: 0, change: .max)

    init(board: UInt64, change: UInt64, moment: UInt64? = nil) {
        self.board = board
        self.change = change
        self.moment = moment
    }

    /// Reads a position that a client sent back; nil when it is none.
    public init?(parsing text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard text.utf8.count <= 50, parts.count == 2, let board = UInt64(parts[0], radix: 36)
        else { return nil }
        let numbers = parts[1].split(separator: ".", omittingEmptySubsequences: false)
        guard numbers.count <= 2, let change = UInt64(numbers[0]) else { return nil }
        let moment = numbers.dropFirst().first.map { UInt64($0, radix: 36) }
        if let moment, moment == nil { return nil }
        self.init(board: board, change: change, moment: moment ?? nil)
    }

    /// The position as it stands in a stream.
    public var text: String {
        let change = String(board, radix: 36) + "-" + String(change)
        return moment.map { change + "." + String($0, radix: 36) } ?? change
    }
}

/// What a reader of a live stream wants to see.
public struct LiveQuery: Sendable, Hashable {
    /// Where the reader is.
    public var center: Coordinate
    /// How far the reader looks, inclusive.
    public var radius: Distance
    /// Only messages of these categories; nil for all.
    public var categories: Set<Category>?
    /// The epoch of the map of shards by which the reader chose this one; nil for any.
    public var mapEpoch: Int64?
    /// Everything in it is seen, from however near, and the place and the radius don't matter; nil where
    /// they do.
    var polygon: Polygon?

    /// A question with all its members.
    public init(
        center: Coordinate,
        radius: Distance,
        categories: Set<Category>? = nil,
        mapEpoch: Int64? = nil
    ) {
        self.center = center
        self.radius = radius
        self.categories = categories
        self.mapEpoch = mapEpoch
    }
}
