/// What a check of the whole file found.
public struct IntegrityReport: Sendable, Hashable {
    /// Every check that was made, in order.
    public let checks: [IntegrityCheck]
    /// What a process left that was killed, in words: files with their sizes, and unfinished versions.
    /// No fault: the public never saw it, and whoever opens the file for writing next clears it away.
    public let remains: [String]

    init(checks: [IntegrityCheck], remains: [String]) {
        self.checks = checks
        self.remains = remains
    }

    /// The same with checks of others.
    package func adding(_ more: [IntegrityCheck]) -> IntegrityReport {
        IntegrityReport(checks: checks + more, remains: remains)
    }

    /// Whether no check found anything.
    public var isSound: Bool { checks.allSatisfy { $0.findingCount == 0 } }
}

/// One check of the file.
public struct IntegrityCheck: Sendable, Hashable {
    /// What was checked, such as "spatial index of stations_17".
    public let name: String
    /// What is lost with it, such as "stations of dataset dc, version 3, which the public sees"; nil
    /// for the file as a whole.
    public let subject: String?
    /// How many faults there are.
    public let findingCount: Int
    /// The first faults in words, at most ``shownFindings`` of them.
    public let findings: [String]
    /// What to do when there are faults.
    public let remedy: String

    /// How many faults are told in words.
    public static let shownFindings = 20

    package init(name: String, subject: String? = nil, findings: [String], remedy: String) {
        self.name = name
        self.subject = subject
        findingCount = findings.count
        self.findings = Array(findings.prefix(Self.shownFindings))
        self.remedy = remedy
    }
}
