internal import Foundation

/// What an import of a whole feed found and did: a report for each kind of record.
public struct FeedReport: Sendable, Encodable {
    /// Always `feed`.
    public let kind = "feed"
    /// What the names of the datasets begin with.
    public let dataset: String
    /// The version of the specification that the feed keeps to, such as `5.2`.
    public let version: String
    /// A report for each kind of record in the feed, in the order in which they were imported.
    public let reports: [ImportReport]
    /// How many elements of each name Ambit has no use for.
    public let unused: [String: Int]
    /// Links between the feed's elements that name what it does not have, by their sort.
    public var danglingLinks: [DanglingLinks] = []
    /// What else there is to know of the feed as a whole.
    public var notes: [ImportNote] = []

    /// What became of the import as a whole: refused if one kind was, published if one was.
    public var outcome: ImportReport.Outcome {
        for outcome in [ImportReport.Outcome.refused, .published, .checked]
        where reports.contains(where: { $0.outcome == outcome }) {
            return outcome
        }
        return .nothingToChange
    }

    private enum CodingKeys: String, CodingKey {
        case kind, dataset, version, outcome, reports, unused, danglingLinks, notes
    }

    /// Writes the members, the outcome among them.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(kind, forKey: .kind)
        try container.encode(dataset, forKey: .dataset)
        try container.encode(version, forKey: .version)
        try container.encode(outcome, forKey: .outcome)
        try container.encode(reports, forKey: .reports)
        try container.encode(unused, forKey: .unused)
        try container.encode(danglingLinks, forKey: .danglingLinks)
        try container.encode(notes, forKey: .notes)
    }
}

/// What an import has to tell, of one kind of record or of a whole feed.
public protocol ImportOutcome: Sendable, Encodable {
    /// What became of it.
    var outcome: ImportReport.Outcome { get }
    /// The reports, one for each kind of record.
    var reports: [ImportReport] { get }
    /// For a terminal, `width` characters wide.
    func text(width: Int) -> String
    /// The same with the options that it advises called so.
    func worded(as wording: OptionWording) -> Self
}

extension ImportOutcome {
    /// Whether there are refused rows, for the exit code 2 of the command line.
    public var hasRejectedRows: Bool { reports.contains { $0.rows.rejected > 0 } }

    /// The limits that the import goes beyond.
    public var forceNeeded: [GuardFinding] { reports.flatMap(\.forceNeeded) }

    /// The report as JSON: stable member names in `snake_case`, sorted; UTF-8.
    public func json() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(self))
    }
}

extension ImportReport: ImportOutcome {
    /// This report alone.
    public var reports: [ImportReport] { [self] }
}

extension FeedReport: ImportOutcome {
    /// Report after report, each under a line that names its dataset.
    public func text(width: Int = 100) -> String {
        var page = TextPage(width: max(40, width))
        page.add("Feed of the Voting Information Project, version \(version)")
        if !unused.isEmpty {
            let names = unused.sorted { $0.key < $1.key }.map { "\($0.key) (\(grouped($0.value)))" }
            page.add("Not used: " + names.joined(separator: ", "))
        }
        if !danglingLinks.isEmpty {
            let count = danglingLinks.reduce(0) { $0 + $1.count }
            page.add("\(counted(count, "link")) to what the feed lacks:")
            for links in danglingLinks { page.add("  " + links.text) }
        }
        for note in notes { page.add("\(note.level.rawValue): \(note.text)") }
        let reports = reports.map { report in
            let title = "\(report.kind) into \(report.dataset)"
            return "\n\(title)\n\(String(repeating: "=", count: title.count))\n"
                + report.text(width: width)
        }
        return page.text + reports.joined()
    }
}
