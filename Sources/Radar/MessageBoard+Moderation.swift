// Reports, and what moderators decide on them.
extension MessageBoard {
    /// Counts a report against a message, once for each device. With
    /// ``RadarLimits/reportsUntilHidden`` of them it is hidden until a moderator decides.
    ///
    /// - Throws: ``RadarError/refused(_:)`` on `reason`, ``RadarError/notFound(_:)``; what the store
    ///   throws.
    public func report(
        _ id: Message.ID,
        by device: Device.ID,
        reason: String
    ) async throws {
        guard limits.reportReasons.contains(reason) else {
            throw RadarError.refused([limits.violation(inReason: reason)])
        }
        let report = Report(
            message: id,
            reporter: device,
            reason: reason,
            reportedAt: presentMoment()
        )
        switch try await store.addReport(report, hidingAt: limits.reportsUntilHidden) {
        case .counted(hides: true): hide(id)
        case .counted(hides: false), .repeated: return
        case .notFound: throw RadarError.notFound(id)
        }
    }

    /// Hides a message everywhere, or shows it again; either closes its case.
    ///
    /// - Returns: The message and its state now.
    /// - Throws: ``RadarError/notFound(_:)`` when there is none; what the store throws.
    @discardableResult
    public func decide(
        _ action: ModerationAction,
        on id: Message.ID
    ) async throws -> SentMessage {
        guard let decided = try await store.decide(action, on: id, at: presentMoment()) else {
            throw RadarError.notFound(id)
        }
        if decided.state == .live { show(decided.message) } else { hide(id) }
        return decided
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
        return OwnPage(found, limit: limit, moment: moment) {
            ListPosition(moment: $0.firstReportedAt, id: $0.message.id)
        }
    }
}
