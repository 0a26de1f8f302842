public import Geodesy
public import Timekeeping

/// A subscription to what happens at a place: each event is posted to an address.
public struct Webhook: Sendable, Hashable, Identifiable {
    /// Who made it, and whom it goes with.
    public enum Owner: Sendable, Hashable {
        /// A device, by its number.
        case device(Device.ID)
        /// A token of staff, by its number.
        case staff(Int64)
    }

    /// What it is told of.
    public struct Watch: Sendable, Hashable {
        /// Where.
        public enum Area: Sendable, Hashable {
            /// What a reader there sees: within the radius, and within the message's own.
            case around(Coordinate, Distance)
            /// All that lies in it, however near it is seen from; for moderators.
            case polygon(Polygon)
        }

        /// Where.
        public let area: Area
        /// Only messages of these categories; nil for all.
        public let categories: Set<Category>?

        /// A watch with both members.
        public init(_ area: Area, categories: Set<Category>? = nil) {
            self.area = area
            self.categories = categories
        }
    }

    /// What it is called outside: `wh_` and 22 letters of base64url.
    public let id: String
    /// Who made it.
    public let owner: Owner
    /// Where its events are posted to.
    public let url: String
    /// What it is told of.
    public let watch: Watch
    /// When it was made.
    public let createdAt: Timestamp
    /// The first moment at which it is no more.
    public var expiresAt: Timestamp
    /// Whether the address has answered the challenge; nothing else is posted to it before.
    public var isProven: Bool
    /// How many secrets it had before this one.
    public var generation: Int
    /// Until when the secret before signs too; nil when it does not.
    public var previousSecretUntil: Timestamp?

    /// The host in ``url``, which counts when many go to one host.
    var host: Substring {
        let start = url.firstIndex(of: "/").map { url[$0...].drop { $0 == "/" } } ?? url[...]
        return start.prefix { $0 != "/" && $0 != ":" }
    }
}

/// What one webhook has to be told.
public struct WebhookEvent: Sendable, Hashable {
    /// What happened.
    public enum Kind: String, Sendable, Hashable {
        /// A message can be seen: new, or shown again.
        case posted
        /// A message's time is over.
        case expired
        /// A message was removed or hidden.
        case removed
        /// Events may be missing.
        case gap
    }

    /// Counts the webhook's events from 1.
    public let number: Int64
    /// What happened.
    public let kind: Kind
    /// To which message; nil for a gap.
    public let message: Message.ID?
    /// When it was noted.
    public let notedAt: Timestamp

    /// An event with all its members.
    public init(number: Int64, kind: Kind, message: Message.ID?, notedAt: Timestamp) {
        self.number = number
        self.kind = kind
        self.message = message
        self.notedAt = notedAt
    }
}

/// How a webhook stands, for its owner.
public struct WebhookStatus: Sendable, Hashable {
    /// The webhook.
    public let webhook: Webhook
    /// How many events wait for their delivery.
    public let waiting: Int
    /// How often in a row the last delivery failed.
    public let failures: Int
    /// When it is tried again; nil when nothing failed.
    public let nextTryAt: Timestamp?
}

/// An event that was given up.
public struct DeadLetter: Sendable, Hashable {
    /// The event.
    public let event: WebhookEvent
    /// When it was given up.
    public let diedAt: Timestamp
    /// How often it was tried.
    public let tries: Int
    /// Why the last try failed.
    public let reason: String

    /// A dead letter with all its members.
    public init(event: WebhookEvent, diedAt: Timestamp, tries: Int, reason: String) {
        self.event = event
        self.diedAt = diedAt
        self.tries = tries
        self.reason = reason
    }
}

/// Why something could not be done with a webhook.
public enum WebhookError: Error, Sendable, Hashable {
    /// There is none with this id, or it is somebody else's.
    case notFound
    /// The owner has as many as it may.
    case tooMany(limit: Int)
    /// There are as many in all as there may be.
    case noRoom(limit: Int)
    /// The owner is not known any more.
    case unknownOwner
}
