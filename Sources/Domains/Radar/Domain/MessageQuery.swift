public import Geodesy
public import Timekeeping

/// A reader's question: what can be seen from here?
public struct MessageQuery: Sendable, Hashable {
    /// Which sighting comes first.
    public enum Order: String, Sendable, Hashable, CaseIterable {
        /// By distance, ties by age: the message stored first.
        case nearest
        /// By age, the message stored last first.
        case newest
    }

    /// Where the reader is.
    public var center: Coordinate
    /// How far the reader looks, inclusive.
    public var radius: Distance
    /// Only messages of these categories; nil for all.
    public var categories: Set<Category>?
    /// Which sighting comes first.
    public var order: Order
    /// How many sightings at most, within ``RadarLimits/pageSize``.
    public var limit: Int
    /// Where the page before ended; nil for the first page.
    public var cursor: MessageCursor?
    /// The epoch of the map of shards by which the reader chose this one; nil for any.
    public var mapEpoch: Int64?

    /// A question with all its members.
    public init(
        center: Coordinate,
        radius: Distance,
        categories: Set<Category>? = nil,
        order: Order = .nearest,
        limit: Int = 50,
        cursor: MessageCursor? = nil,
        mapEpoch: Int64? = nil
    ) {
        self.center = center
        self.radius = radius
        self.categories = categories
        self.order = order
        self.limit = limit
        self.cursor = cursor
        self.mapEpoch = mapEpoch
    }
}

/// A message and how far from the reader it is.
public struct Sighting: Sendable, Hashable {
    /// What was seen.
    public let message: Message
    /// The geodesic distance from the query's centre.
    public let distance: Distance

    /// A message and its distance.
    public init(message: Message, distance: Distance) {
        self.message = message
        self.distance = distance
    }
}

/// A message as a list shows it, its text as it lies in memory.
///
/// Good for as long as the call that hands it over; keep a ``Message`` instead.
public struct MessageView: Sendable {
    /// What the message is called outside.
    public let id: Message.PublicID
    /// What it says, UTF-8.
    public let textUTF8: ArraySlice<UInt8>
    /// Whether the text stands in JSON as it is, without escapes: known once, when the message came,
    /// because lists write it again and again.
    public let isTextPlain: Bool
    /// What it is about.
    public let category: Category
    /// Where it is shown.
    public let coordinate: Coordinate
    /// How far from it a reader may be.
    public let visibleRadius: Distance
    /// When it was posted.
    public let postedAt: Timestamp
    /// The first moment at which it is no longer visible.
    public let expiresAt: Timestamp

    /// The same with its text kept elsewhere.
    func saying(_ textUTF8: ArraySlice<UInt8>) -> MessageView {
        MessageView(
            id: id,
            textUTF8: textUTF8,
            isTextPlain: isTextPlain,
            category: category,
            coordinate: coordinate,
            visibleRadius: visibleRadius,
            postedAt: postedAt,
            expiresAt: expiresAt
        )
    }
}

/// One page of an answer.
public struct MessagePage: Sendable, Hashable {
    /// What is visible, in the query's order.
    public let sightings: [Sighting]
    /// Asks for the page after this one; nil when there is nothing more.
    public let next: MessageCursor?
    /// The moment for which the page was made: all its sightings expire later.
    public let moment: Timestamp

    /// A page with all its members.
    public init(sightings: [Sighting], next: MessageCursor?, moment: Timestamp) {
        self.sightings = sightings
        self.next = next
        self.moment = moment
    }
}
