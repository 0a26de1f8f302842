public import Timekeeping

/// What happened in a store since a mark.
public struct MessageChanges: Sendable, Hashable {
    /// Posted or shown again, and to be seen now.
    public var appeared: [Message]
    /// Removed or hidden; not to be seen now.
    public var disappeared: [Message.ID]
    /// Where the changes end.
    public var mark: ChangeMark
    /// False when the journal no longer goes back to the mark: everything must be read again.
    public var isComplete: Bool
    /// Every change by its number, the earliest first, of a store that numbers them.
    public var numbered: [NumberedChange]
    /// False when there were more changes than are handed over at once: what the messages are now may
    /// come from those.
    public var isWhole: Bool

    /// Changes with all their members.
    public init(
        appeared: [Message] = [],
        disappeared: [Message.ID] = [],
        mark: ChangeMark,
        isComplete: Bool = true,
        numbered: [NumberedChange] = [],
        isWhole: Bool = true
    ) {
        self.appeared = appeared
        self.disappeared = disappeared
        self.mark = mark
        self.isComplete = isComplete
        self.numbered = numbered
        self.isWhole = isWhole
    }
}

/// A change under the number that a store has given it, and what has become of its message by now.
public struct NumberedChange: Sendable, Hashable {
    /// One more than that of the change before.
    public let number: Int64
    /// ``ChangeMark/chain`` at the change.
    public let chain: Int64
    /// Which message was changed.
    public let messageID: Message.ID
    /// When the message expires; nil when it is not to be seen.
    public let shownUntil: Timestamp?

    /// A change with all its members.
    public init(number: Int64, chain: Int64, messageID: Message.ID, shownUntil: Timestamp?) {
        self.number = number
        self.chain = chain
        self.messageID = messageID
        self.shownUntil = shownUntil
    }
}
