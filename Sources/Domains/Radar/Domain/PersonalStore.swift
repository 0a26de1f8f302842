public import Timekeeping

/// What became of a message, as those who keep it are told.
public enum MessageState: String, Sendable, Hashable, CaseIterable {
    /// Everybody within its range sees it.
    case live
    /// Its time is over; only those who bookmarked it still read it.
    case expired
    /// Hidden because several devices reported it, until a moderator decides.
    case hiddenForReview = "hidden_for_review"
    /// A moderator hid it.
    case hiddenByModerator = "hidden_by_moderator"
    /// Its author removed it.
    case removedByAuthor = "removed_by_author"
    /// The dataset that it came with no longer holds it.
    case withdrawn

    /// Whether those who bookmarked it still read it.
    public var isReadable: Bool { self == .live || self == .expired }
}

/// A message that a device keeps.
public struct Bookmark: Sendable, Hashable {
    /// The message that was bookmarked.
    public let id: Message.ID
    /// When it was.
    public let bookmarkedAt: Timestamp
    /// What became of the message.
    public let state: MessageState
    /// The message; nil unless the state says that it may be read.
    public let message: Message?

    /// A bookmark with all its members.
    public init(
        id: Message.ID,
        bookmarkedAt: Timestamp,
        state: MessageState,
        message: Message?
    ) {
        self.id = id
        self.bookmarkedAt = bookmarkedAt
        self.state = state
        self.message = message
    }
}

/// A message that a device posted, for its author.
public struct SentMessage: Sendable, Hashable {
    /// The message.
    public let message: Message
    /// What became of it.
    public let state: MessageState

    /// A message and its state.
    public init(message: Message, state: MessageState) {
        self.message = message
        self.state = state
    }
}

/// What became of a wish to bookmark a message.
public enum BookmarkOutcome: Sendable, Hashable {
    /// The bookmark stands, whether it is new or not.
    case kept
    /// There is no such message to be seen.
    case notFound
    /// The device has as many bookmarks as it may have.
    case tooMany
}

/// Where a page of a device's own list ended.
public struct ListPosition: Sendable, Hashable {
    /// What orders the list first.
    public let moment: Timestamp
    /// What orders entries of the same moment.
    public let id: Message.ID

    /// A position with both members.
    public init(moment: Timestamp, id: Message.ID) {
        self.moment = moment
        self.id = id
    }
}

/// What Radar needs of a durable store for what is a device's own.
public protocol PersonalStore: Sendable {
    /// A message with what became of it, for its author and for moderators; nil when there is none,
    /// or it has expired and nobody keeps it.
    func message(_ id: Message.ID, at moment: Timestamp) async throws -> SentMessage?

    /// Keeps a message for a device. Keeping twice is harmless; a bookmark that stands stays, also
    /// after the message has expired.
    ///
    /// - Parameter limit: How many bookmarks a device may have.
    func addBookmark(
        of id: Message.ID,
        by device: Device.ID,
        at moment: Timestamp,
        limit: Int
    ) async throws -> BookmarkOutcome

    /// Lets a message go. Letting go twice is harmless.
    func removeBookmark(of id: Message.ID, by device: Device.ID) async throws

    /// A device's bookmark of a message; nil for none.
    func bookmark(
        of id: Message.ID,
        by device: Device.ID,
        at moment: Timestamp
    ) async throws -> Bookmark?

    /// A device's bookmarks: the latest first, those of one moment by the higher id.
    ///
    /// - Parameter position: Only those after it; nil for the first.
    func bookmarks(
        of device: Device.ID,
        after position: ListPosition?,
        limit: Int,
        at moment: Timestamp
    ) async throws -> [Bookmark]

    /// The messages of a device that live or that somebody keeps: the highest id first.
    ///
    /// - Parameter id: Only those with a lower id; nil for the first.
    func sent(
        by device: Device.ID,
        before id: Message.ID?,
        limit: Int,
        at moment: Timestamp
    ) async throws -> [SentMessage]

    /// What a device has set; nil when it has set nothing.
    func settings(of device: Device.ID) async throws -> DeviceSettings?

    /// Keeps what a device has set.
    ///
    /// - Returns: False when the device is not known any more.
    func setSettings(_ settings: DeviceSettings, of device: Device.ID) async throws -> Bool

    /// Forgets a device: its token, messages, bookmarks, reports, settings and keys. Those who
    /// bookmarked its messages learn that their author removed them.
    ///
    /// - Returns: The messages that were removed.
    func forget(_ device: Device.ID) async throws -> [Message.ID]
}
