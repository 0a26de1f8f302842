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
    /// The device had reported the message before: this one does not count.
    case repeated
    /// There is no such message to be seen.
    case notFound
}

/// What a moderator decides on a message.
public enum ModerationAction: String, Sendable, Hashable, CaseIterable {
    /// Nobody sees it any more, wherever they kept it.
    case hide
    /// Everybody sees it again; the reports so far count no longer.
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
    /// Counts a report, once for each device.
    ///
    /// - Parameter threshold: With so many reports since the last decision the message is hidden.
    func addReport(_ report: Report, hidingAt threshold: Int) async throws -> ReportOutcome

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
