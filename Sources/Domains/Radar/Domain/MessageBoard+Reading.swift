public import Geodesy
internal import SpatialIndex

// One message, for whoever may read it: who is within its reach, its author, who keeps it, and
// moderators. To anybody else it is as if there were none.
extension MessageBoard {
    /// The message that a text names; an id that no message ever has where the text is no id, so that
    /// it is looked for like any other.
    public func messageID(parsing text: some StringProtocol) -> Message.ID {
        publicIDs.messageID(parsing: text)
    }

    /// The message with an id, wherever it is seen from; nil when there is none, or it has expired.
    ///
    /// - Complexity: O(1).
    package func message(_ id: Message.ID) -> Message? {
        live.read { $0.message(id, at: presentMoment()) }
    }

    /// A message that can be seen from a place: lists of that place with a radius that is large
    /// enough hold it, too.
    ///
    /// - Complexity: O(1).
    public func message(_ id: Message.ID, seenFrom place: Coordinate) -> Message? {
        guard let message = message(id), message.reaches(place) else { return nil }
        return message
    }

    /// A message as a device may read it wherever it is: its author while it lives or somebody keeps
    /// it, hidden or not, and others while they keep it.
    ///
    /// A message that is out of reach takes as long as one that never was.
    ///
    /// - Throws: ``RadarError/notFound``, or ``RadarError/notReadable(_:)`` when the device has
    ///   bookmarked it and it is gone; what the store throws.
    public func message(_ id: Message.ID, readBy device: Device.ID) async throws -> Message {
        let moment = presentMoment()
        let stored = try await store.message(id, at: moment)
        let bookmark = try await store.bookmark(of: id, by: device, at: moment)
        if let stored, stored.message.author == device { return stored.message.published }
        guard let bookmark else { throw RadarError.notFound }
        guard let message = bookmark.message else {
            throw RadarError.notReadable(bookmark.state)
        }
        return message.published
    }

    /// A message as a moderator reads it: hidden or not, while it lives or somebody keeps it.
    ///
    /// - Throws: ``RadarError/notFound``; what the store throws.
    public func messageForModerator(_ id: Message.ID) async throws -> Message {
        guard let stored = try await store.message(id, at: presentMoment()) else {
            throw RadarError.notFound
        }
        return stored.message.published
    }

    /// - Throws: ``RadarError/notFound`` unless a device reads a message at a place: as author, by
    ///   the message's reach, or because it keeps it; what the store throws.
    func requireReadable(
        _ id: Message.ID,
        by device: Device.ID,
        from place: Coordinate
    ) async throws {
        try checkGround(at: place)
        if let message = message(id), message.author == device || message.reaches(place) { return }
        guard try await store.bookmark(of: id, by: device, at: presentMoment()) != nil else {
            throw RadarError.notFound
        }
    }

    /// As ``requireReadable(_:by:from:)``; a message that reports have hidden counts as if it were
    /// seen still: who read it may not know yet.
    func requireReportable(
        _ id: Message.ID,
        by device: Device.ID,
        from place: Coordinate
    ) async throws {
        try checkGround(at: place)
        if message(id, seenFrom: place) == nil,
            let stored = try await store.message(id, at: presentMoment()),
            stored.state == .hiddenForReview, stored.message.published.reaches(place)
        {
            return
        }
        try await requireReadable(id, by: device, from: place)
    }
}

extension Message {
    /// Whether the message can be seen from a place, by the rule of lists and streams: its reach is
    /// inclusive, and as exact as the index keeps it.
    func reaches(_ place: Coordinate) -> Bool {
        GeodesicOrigin(place).distance(to: coordinate).meters <= Reach.upTo(visibleRadius).meters
    }
}

extension SentMessage {
    /// The same with the message at its published place.
    var published: SentMessage { SentMessage(message: message.published, state: state) }
}

extension Bookmark {
    /// The same with the message at its published place.
    var published: Bookmark {
        Bookmark(id: id, bookmarkedAt: bookmarkedAt, state: state, message: message?.published)
    }
}

extension ModerationCase {
    /// The same with the message at its published place.
    var published: ModerationCase {
        ModerationCase(
            message: message.published,
            state: state,
            reasons: reasons,
            firstReportedAt: firstReportedAt
        )
    }
}
