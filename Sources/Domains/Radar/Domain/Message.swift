public import Datasets
public import Geodesy
public import Timekeeping

extension DatasetKind {
    /// Imported messages.
    public static let messages = DatasetKind(rawValue: "messages")
}

/// A short-lived public message at a place.
public struct Message: Sendable, Hashable, Identifiable {
    /// Counts up in the order in which messages were stored; never used twice.
    public struct ID: Sendable, Hashable, Comparable, RawRepresentable, CustomStringConvertible {
        /// The number in the store, 1 or more. Outside a message has a ``Message/PublicID``.
        public let rawValue: Int64
        /// - Parameter rawValue: Any number; only a store knows which ids exist.
        public init(rawValue: Int64) { self.rawValue = rawValue }
        /// The number in decimal digits.
        public var description: String { String(rawValue) }
        /// The message stored earlier first.
        public static func < (left: ID, right: ID) -> Bool { left.rawValue < right.rawValue }
    }

    /// The message's own id.
    public let id: ID
    /// What it says.
    public let text: String
    /// What it is about.
    public let category: Category
    /// Where it is shown, and where its visibility is measured from.
    public let coordinate: Coordinate
    /// How far from it a reader may be.
    public let visibleRadius: Distance
    /// When it was posted.
    public let postedAt: Timestamp
    /// The first moment at which it is no longer visible.
    public let expiresAt: Timestamp
    /// Who posted it; nil for an imported message.
    public let author: Device.ID?
    /// Where it was imported from; nil for a posted message.
    public let origin: Origin?

    /// Where an imported message came from.
    public struct Origin: Sendable, Hashable {
        /// The dataset that it belongs to.
        public let dataset: DatasetName
        /// Its id within the dataset, unique there.
        public let key: String
        /// Columns of the file that Ambit has no field for, by their header.
        public let attributes: [String: String]

        /// An origin with all its members.
        public init(dataset: DatasetName, key: String, attributes: [String: String]) {
            self.dataset = dataset
            self.key = key
            self.attributes = attributes
        }
    }

    /// A message with all its members.
    public init(
        id: ID,
        text: String,
        category: Category,
        coordinate: Coordinate,
        visibleRadius: Distance,
        postedAt: Timestamp,
        expiresAt: Timestamp,
        author: Device.ID?,
        origin: Origin?
    ) {
        self.id = id
        self.text = text
        self.category = category
        self.coordinate = coordinate
        self.visibleRadius = visibleRadius
        self.postedAt = postedAt
        self.expiresAt = expiresAt
        self.author = author
        self.origin = origin
    }

    /// Whether the message has not expired: the end is exclusive.
    public func isLive(at moment: Timestamp) -> Bool { moment < expiresAt }
}

/// A message that a file brings: everything but the id, which the store gives.
public struct ImportedMessage: Sendable, Hashable {
    /// Where it came from; the key names it across imports.
    public let origin: Message.Origin
    /// What it says.
    public let text: String
    /// What it is about.
    public let category: Category
    /// Where it is.
    public let coordinate: Coordinate
    /// How far from it a reader may be.
    public let visibleRadius: Distance
    /// When it was posted.
    public let postedAt: Timestamp
    /// The first moment at which it is no longer visible.
    public let expiresAt: Timestamp

    /// A message with all its members.
    public init(
        origin: Message.Origin,
        text: String,
        category: Category,
        coordinate: Coordinate,
        visibleRadius: Distance,
        postedAt: Timestamp,
        expiresAt: Timestamp
    ) {
        self.origin = origin
        self.text = text
        self.category = category
        self.coordinate = coordinate
        self.visibleRadius = visibleRadius
        self.postedAt = postedAt
        self.expiresAt = expiresAt
    }
}

/// What a message is about, such as `news`.
public struct Category: Sendable, Hashable, RawRepresentable, CustomStringConvertible {
    /// The word that stands in URLs and in JSON, in small letters.
    public let rawValue: String
    /// - Parameter rawValue: Any word; ``RadarLimits`` says which may be posted.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The word itself.
    public var description: String { rawValue }
}

/// An anonymous sender: a token that only its owner knows.
public struct Device: Sendable, Hashable, Identifiable {
    /// The store's number for the device; never shown to anybody else.
    public struct ID: Sendable, Hashable, RawRepresentable {
        /// The number, 1 or more.
        public let rawValue: Int64
        /// - Parameter rawValue: Any number; only a store knows which ids exist.
        public init(rawValue: Int64) { self.rawValue = rawValue }
    }

    /// The device's own id.
    public let id: ID

    /// A device that the store knows.
    public init(id: ID) { self.id = id }
}
