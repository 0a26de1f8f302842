public import Timekeeping

/// What somebody says against a message.
public struct Report: Sendable, Hashable {
    /// The message.
    public let message: Message.ID
    /// Who says it.
    public let reporter: Device.ID
    /// Why: one of ``RadarLimits/reportReasons``.
    public let reason: String
    /// When.
    public let reportedAt: Timestamp

    /// A report with all its members.
    public init(
        message: Message.ID,
        reporter: Device.ID,
        reason: String,
        reportedAt: Timestamp
    ) {
        self.message = message
        self.reporter = reporter
        self.reason = reason
        self.reportedAt = reportedAt
    }
}

/// What became of a report.
public enum ReportOutcome: Sendable, Hashable {
    /// It counts; `hides` when the message is hidden by it.
    case counted(hides: Bool)
    /// It waits for a moderator, and does not count towards hiding the message.
    case noted
    /// The device had reported the message before: this one does not count.
    case repeated
    /// There is no such message to be seen.
    case notFound
}

/// Which reports count towards hiding a message, as the store is to decide it.
public struct HidingRule: Sendable, Hashable {
    /// With so many reports that count since the last decision the message is hidden; nil for never.
    public var threshold: Int?
    /// Whether the report counts if its device does.
    public var counts: Bool
    /// A device counts that was registered then or before; nil for every device.
    public var registeredBy: Timestamp?
    /// So does one with a message posted then or before that is not hidden and lives or is kept.
    public var postedBy: Timestamp?

    /// A rule with all its members.
    public init(
        threshold: Int?,
        counts: Bool = true,
        registeredBy: Timestamp? = nil,
        postedBy: Timestamp? = nil
    ) {
        self.threshold = threshold
        self.counts = counts
        self.registeredBy = registeredBy
        self.postedBy = postedBy
    }
}

/// What a moderator decides on a message.
public enum ModerationAction: String, Sendable, Hashable, CaseIterable {
    /// Nobody sees it any more, wherever they kept it.
    case hide
    /// Everybody sees it again; the reports so far count no longer, and no later ones hide it.
    case restore
}

/// A message that waits for a moderator.
public struct ModerationCase: Sendable, Hashable {
    /// The message.
    public let message: Message
    /// Whether it is seen meanwhile.
    public let state: MessageState
    /// How often each reason was given since the last decision.
    public let reasons: [String: Int]
    /// When the first of these reports came.
    public let firstReportedAt: Timestamp

    /// A case with all its members.
    public init(
        message: Message,
        state: MessageState,
        reasons: [String: Int],
        firstReportedAt: Timestamp
    ) {
        self.message = message
        self.state = state
        self.reasons = reasons
        self.firstReportedAt = firstReportedAt
    }
}

/// What Radar needs of a durable store to keep order.
public protocol ModerationStore: Sendable {
    /// Keeps a report, once for each device. A message that a moderator has restored is not hidden
    /// by any; it only waits again.
    func addReport(_ report: Report, under rule: HidingRule) async throws -> ReportOutcome

    /// Hides a message or shows it again, and closes its case.
    ///
    /// - Returns: The message and its state now; nil when there is no such message.
    func decide(
        _ action: ModerationAction,
        on id: Message.ID,
        at moment: Timestamp
    ) async throws -> SentMessage?

    /// The messages that were reported since the last decision on them, by id.
    ///
    /// - Parameter id: Only those with a higher id; nil for the first.
    func moderationQueue(
        after id: Message.ID?,
        limit: Int,
        at moment: Timestamp
    ) async throws -> [ModerationCase]
}

extension ModerationStore {
    /// Keeps a report that counts whoever sends it.
    ///
    /// - Parameter threshold: With so many reports since the last decision the message is hidden.
    package func addReport(
        _ report: Report,
        hidingAt threshold: Int
    ) async throws -> ReportOutcome {
        try await addReport(report, under: HidingRule(threshold: threshold))
    }
}
