/// One thing that is wrong with a request, under the name that the API gives the parameter.
public struct Violation: Sendable, Hashable {
    /// The parameter's name in the API, such as `visible_radius_m`.
    public let parameter: String
    /// What was wrong, with the value and what is allowed.
    public let message: String
    /// The same without words.
    public let kind: Kind

    /// What a limit was violated by.
    public enum Kind: Sendable, Hashable {
        /// Nothing is given.
        case missing
        /// A number beyond what is allowed.
        case outOfRange(least: Double, most: Double)
        /// None of the words that there are.
        case notOneOf([String])
        /// Another number of characters than from one to the most.
        case wrongLength(most: Int)
        /// A character that cannot be seen, and does something.
        case hiddenCharacter
        /// Nothing can be seen.
        case invisible
        /// A cursor that no list came with, or not this one.
        case unknownCursor
    }

    /// A violation by parameter and reason.
    public init(parameter: String, message: String, kind: Kind) {
        self.parameter = parameter
        self.message = message
        self.kind = kind
    }
}

/// Why Radar turned a request down.
public enum RadarError: Error, Hashable, Sendable {
    /// The request breaks limits: all that it breaks, in the order of the API's parameters.
    case refused([Violation])
    /// No message with that id can be seen by whoever asks; whether there is one is not said.
    case notFound
    /// No message with that id is the device's own, as far as there is one; whether there is one by
    /// somebody else is not said.
    case notOwn
    /// The device is not known: its token was forgotten.
    case unknownDevice
    /// Another message was posted under the same key.
    case keyTaken
    /// The text holds what the list of refused words names.
    case textRefused
    /// The device has as many bookmarks as it may have.
    case tooManyBookmarks(limit: Int)
    /// As many messages of the device live as may.
    case tooManyMessages(limit: Int)
    /// As many messages live as there is room for.
    case noRoom(limit: Int)
    /// As many watch as may watch at the same time.
    case tooManyReaders(limit: Int)
    /// A message that the device bookmarked cannot be read any more.
    case notReadable(MessageState)
    /// Another shard answers for the place, or another map of shards holds.
    case elsewhere(Elsewhere)
    /// The node is cut off from what tells whether it answers for a place.
    case groundUnsure
}

extension RadarError: CustomStringConvertible {
    /// What was wrong, with the value and what is allowed.
    public var description: String {
        switch self {
        case .refused(let violations):
            violations.map { "\($0.parameter): \($0.message)" }.joined(separator: "; ")
        case .notFound:
            "no message with this id can be seen from here; it may have expired or been removed, "
                + "or it is only seen from nearer, and lat and lon say where you are"
        case .notOwn:
            "this device has no message with this id; only its author removes a message, and it may "
                + "have expired or been removed"
        case .unknownDevice:
            "the device is not known any more"
        case .keyTaken:
            "another message was posted under this Idempotency-Key; a new message takes a new key"
        case .textRefused:
            "the text holds a word or a phrase that is not allowed here"
        case .tooManyBookmarks(let limit):
            "this device has \(limit) bookmarks, which is the most it may have; remove one first"
        case .tooManyMessages(let limit):
            "this device has \(limit) live messages, which is the most it may have; remove one, or wait "
                + "until one expires"
        case .noRoom(let limit):
            "there are \(limit) live messages, for no more than which there is room; try again later"
        case .tooManyReaders(let limit):
            "\(limit) live streams are open, which is the most there may be; try again later"
        case .groundUnsure:
            "this node has heard of no database for a minute, and another may answer for this place by now: "
                + "ask again, or ask another node"
        case .elsewhere(let elsewhere):
            "\(elsewhere)"
        case .notReadable(.removedByAuthor):
            "the message was removed by its author"
        case .notReadable(.hiddenByModerator):
            "the message was hidden by a moderator"
        case .notReadable(.hiddenForReview):
            "the message is hidden until a moderator has looked at reports about it"
        case .notReadable:
            "the message is not published any more"
        }
    }
}
