public import Geodesy
internal import Timekeeping

// Reports, and what moderators decide on them.
extension MessageBoard {
    /// Keeps a report against a message, once for each device. With
    /// ``RadarLimits/reportsUntilHidden`` that count by ``RadarLimits/reportRules`` it is hidden until
    /// a moderator decides.
    ///
    /// - Parameters:
    ///   - place: Where the reader is: within the message's reach, unless it keeps the message.
    ///   - mark: Stands for the address that the report comes from; nil where that does not matter.
    /// - Throws: ``RadarError/refused(_:)`` on `reason`, ``RadarError/notFound`` when no such message
    ///   can be seen from there; what the store throws.
    public func report(
        _ id: Message.ID,
        by device: Device.ID,
        from place: Coordinate,
        behind mark: UInt64? = nil,
        reason: String
    ) async throws {
        guard limits.reportReasons.contains(reason) else {
            throw RadarError.refused([limits.violation(inReason: reason)])
        }
        try await requireReportable(id, by: device, from: place)
        let moment = presentMoment()
        let isFromElsewhere = reportWatch.enter(mark, of: id)
        let mayHide = reportWatch.takeHide(at: moment)
        var isCounted = false
        var isHidden = false
        defer {
            if isFromElsewhere, !isCounted { reportWatch.leave(mark, of: id) }
            if mayHide, !isHidden { reportWatch.giveBackHide(at: moment) }
        }
        let report = Report(message: id, reporter: device, reason: reason, reportedAt: moment)
        let rules = limits.reportRules
        let rule = HidingRule(
            threshold: mayHide ? limits.reportsUntilHidden : nil,
            counts: isFromElsewhere,
            registeredBy: rules.deviceAgeSeconds.map { moment.before(seconds: $0) },
            postedBy: rules.deviceAgeSeconds.map { _ in
                moment.before(seconds: rules.standingSeconds)
            }
        )
        switch try await store.addReport(report, under: rule) {
        case .counted(let hides):
            (isCounted, isHidden) = (true, hides)
            if hides { try await settle(id) }
        case .noted, .repeated: return
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
        try await settle(id)
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

extension Timestamp {
    /// The moment so many seconds earlier; the earliest of all when there is none.
    fileprivate func before(seconds: Int64) -> Timestamp {
        let (milliseconds, overflow) = seconds.multipliedReportingOverflow(by: -1000)
        let moment = overflow ? nil : adding(milliseconds: milliseconds)
        return moment ?? Timestamp(millisecondsSince1970: .min)
    }
}
