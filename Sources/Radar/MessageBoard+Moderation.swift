public import Geodesy

// Reports, and what moderators decide on them.
extension MessageBoard {
    /// Counts a report against a message, once for each device. With
    /// ``RadarLimits/reportsUntilHidden`` of them it is hidden until a moderator decides.
    ///
    /// - Parameter place: Where the reader is: within the message's reach, unless it keeps the message.
    /// - Throws: ``RadarError/refused(_:)`` on `reason`, ``RadarError/notFound`` when no such message
    ///   can be seen from there; what the store throws.
    public func report(
        _ id: Message.ID,
        by device: Device.ID,
        from place: Coordinate,
        reason: String
    ) async throws {
        guard limits.reportReasons.contains(reason) else {
            throw RadarError.refused([limits.violation(inReason: reason)])
        }
        try await requireReportable(id, by: device, from: place)
        let report = Report(
            message: id,
            reporter: device,
            reason: reason,
            reportedAt: presentMoment()
        )
        switch try await store.addReport(report, hidingAt: limits.reportsUntilHidden) {
        case .counted(hides: true): hide(id)
        case .counted(hides: false), .repeated: return
        case .notFound: throw RadarError.notFound
        }
    }

    /// Hides a message everywhere, or shows it again; either closes its case.
    ///
    /// - Returns: The message and its state now.
    /// - Throws: ``RadarError/notFound`` when there is none; what the store throws.
    @discardableResult
    public func decide(
        _ action: ModerationAction,
        on id: Message.ID
    ) async throws -> SentMessage {
        guard let decided = try await store.decide(action, on: id, at: presentMoment()) else {
            throw RadarError.notFound
        }
        if decided.state == .live { show(decided.message) } else { hide(id) }
        return decided.published
    }

    /// The messages that wait for a moderator, by id: one page.
    ///
    /// - Throws: ``RadarError/refused(_:)`` on `limit`; what the store throws.
    public func moderationQueue(
        after position: ListPosition? = nil,
        limit: Int
    ) async throws -> OwnPage<ModerationCase> {
        let moment = presentMoment()
        let found = try await store.moderationQueue(
            after: position?.id,
            limit: checked(limit) + 1,
            at: moment
        )
        return OwnPage(found.map(\.published), limit: limit, moment: moment) {
            ListPosition(moment: $0.firstReportedAt, id: $0.message.id)
        }
    }
}
