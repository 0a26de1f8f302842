internal import Cryptography
public import Geodesy
public import Timekeeping

// What is a device's own: bookmarks, what it sent, its settings, and to be forgotten.
extension MessageBoard {
    /// Keeps a message for a device: it stays readable in full for it after it has expired.
    ///
    /// - Parameter place: Where the reader is: within the message's reach, unless it is the author or
    ///   keeps the message already.
    /// - Throws: ``RadarError/notFound`` when no such message can be seen from there and none is kept,
    ///   ``RadarError/tooManyBookmarks(limit:)``; what the store throws.
    public func bookmark(
        _ id: Message.ID,
        by device: Device.ID,
        from place: Coordinate
    ) async throws {
        try await requireReadable(id, by: device, from: place)
        let outcome = try await store.addBookmark(
            of: id,
            by: device,
            at: presentMoment(),
            limit: limits.bookmarksPerDevice
        )
        switch outcome {
        case .kept: return
        case .notFound: throw RadarError.notFound
        case .tooMany: throw RadarError.tooManyBookmarks(limit: limits.bookmarksPerDevice)
        }
    }

    /// Lets a message go; harmless when it was not kept.
    public func removeBookmark(of id: Message.ID, by device: Device.ID) async throws {
        try await store.removeBookmark(of: id, by: device)
    }

    /// A device's bookmarks, the latest first: one page.
    ///
    /// - Throws: ``RadarError/refused(_:)`` on `limit`; what the store throws.
    public func bookmarks(
        of device: Device.ID,
        after position: ListPosition? = nil,
        limit: Int
    ) async throws -> OwnPage<Bookmark> {
        let moment = presentMoment()
        let found = try await store.bookmarks(
            of: device,
            after: position,
            limit: checked(limit) + 1,
            at: moment
        )
        return OwnPage(found.map(\.published), limit: limit, moment: moment) {
            ListPosition(moment: $0.bookmarkedAt, id: $0.id)
        }
    }

    /// The messages of a device that live or that somebody keeps, the latest first: one page.
    ///
    /// - Throws: ``RadarError/refused(_:)`` on `limit`; what the store throws.
    public func sent(
        by device: Device.ID,
        after position: ListPosition? = nil,
        limit: Int
    ) async throws -> OwnPage<SentMessage> {
        let moment = presentMoment()
        let found = try await store.sent(
            by: device,
            before: position?.id,
            limit: checked(limit) + 1,
            at: moment
        )
        return OwnPage(found.map(\.published), limit: limit, moment: moment) {
            ListPosition(moment: $0.message.postedAt, id: $0.message.id)
        }
    }

    /// What a device has set, or the standard settings.
    public func settings(of device: Device.ID) async throws -> DeviceSettings {
        (try await store.settings(of: device) ?? .standard).within(limits)
    }

    /// Keeps what a device sets.
    ///
    /// - Throws: ``RadarError/refused(_:)`` with all that is wrong with it,
    ///   ``RadarError/unknownDevice``; what the store throws.
    public func set(_ settings: DeviceSettings, of device: Device.ID) async throws {
        let violations = limits.violations(in: settings)
        guard violations.isEmpty else { throw RadarError.refused(violations) }
        guard try await store.setSettings(settings, of: device) else {
            throw RadarError.unknownDevice
        }
    }

    /// Forgets a device and all of it: when this returns, nothing of it is on disk, and nobody sees
    /// its messages.
    public func forget(_ device: Device.ID) async throws {
        for id in try await store.forget(device) { hide(id) }
    }

    func checked(_ limit: Int) throws(RadarError) -> Int {
        guard !limits.pageSize.contains(limit) else { return limit }
        throw .refused([limits.violation(inLimit: limit)])
    }
}

/// One page of a list that is a device's own, or of the moderators' queue.
public struct OwnPage<Entry: Sendable>: Sendable {
    /// The entries in the list's order.
    public let entries: [Entry]
    /// Where the page ended; nil when there is nothing more.
    public let next: ListPosition?
    /// The moment for which the page was made.
    public let moment: Timestamp

    /// - Parameter found: One more than the limit where there are that many.
    init(
        _ found: [Entry],
        limit: Int,
        moment: Timestamp,
        position: (Entry) -> ListPosition
    ) {
        entries = Array(found.prefix(limit))
        self.moment = moment
        next = found.count > limit ? entries.last.map(position) : nil
    }
}

extension ListPosition {
    private static let version: UInt8 = 3

    /// The position as it stands in a URL: base64url without padding (RFC 4648, section 5). The id is
    /// sealed.
    ///
    /// - Parameter ids: Those of the store whose position it is.
    public func text(under ids: PublicIDs) -> String {
        let moment = UInt64(bitPattern: moment.millisecondsSince1970)
        var bytes = [Self.version]
        for number in [moment] + ids.sealed([UInt64(bitPattern: id.rawValue)], after: moment) {
            withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
        }
        return Base64URL.encode(bytes)
    }

    /// Reads a position that a client sent back.
    ///
    /// - Parameter ids: Those of the store whose position it is.
    /// - Throws: ``RadarError/refused(_:)`` on `cursor` when the text is none that Ambit wrote.
    public init(parsing text: String, under ids: PublicIDs) throws(RadarError) {
        guard text.utf8.count <= 32, let bytes = Base64URL.decode(text), bytes.count == 17,
            bytes[0] == Self.version
        else { throw MessageCursor.refusal }
        func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
            bytes.reduce(0) { $0 << 8 | UInt64($1) }
        }
        let moment = number(bytes[1..<9])
        let id = ids.opened([number(bytes[9..<17])], after: moment)[0]
        self.init(
            moment: Timestamp(millisecondsSince1970: Int64(bitPattern: moment)),
            id: Message.ID(rawValue: Int64(bitPattern: id))
        )
    }
}
