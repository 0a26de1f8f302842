/// One thing that is wrong with a request, under the name that the API gives the parameter.
public struct Violation: Sendable, Hashable {
    /// The parameter's name in the API, such as `visible_radius_m`.
    public let parameter: String
    /// What was wrong, with the value and what is allowed.
    public let message: String

    /// A violation by parameter and reason.
    public init(parameter: String, message: String) {
        self.parameter = parameter
        self.message = message
    }
}

/// Why Radar turned a request down.
public enum RadarError: Error, Hashable, Sendable {
    /// The request breaks limits: all that it breaks, in the order of the API's parameters.
    case refused([Violation])
    /// No message with that id can be seen by whoever asks; whether there is one is not said.
    case notFound
    /// The message is another device's, or was imported.
    case notAuthor
    /// The device is not known: its token was forgotten.
    case unknownDevice
    /// Another message was posted under the same key.
    case keyTaken
    /// The text holds what the list of refused words names.
    case textRefused
    /// The device has as many bookmarks as it may have.
    case tooManyBookmarks(limit: Int)
    /// As many watch as may watch at the same time.
    case tooManyReaders(limit: Int)
    /// A message that the device bookmarked cannot be read any more.
    case notReadable(MessageState)
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
        case .notAuthor:
            "the message was not posted by this device; only its author removes it"
        case .unknownDevice:
            "the device is not known any more"
        case .keyTaken:
            "another message was posted under this Idempotency-Key; a new message takes a new key"
        case .textRefused:
            "the text holds a word or a phrase that is not allowed here"
        case .tooManyBookmarks(let limit):
            "this device has \(limit) bookmarks, which is the most it may have; remove one first"
        case .tooManyReaders(let limit):
            "\(limit) live streams are open, which is the most there may be; try again later"
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
