internal import Polling

/// Headings within a list of stations, such as `EARLY VOTING LOCATIONS`, that say of the rows below what
/// these don't say themselves.
///
/// A row below is published as a place where people vote on the day, and voters would be sent to a box for
/// ballots. Where a column of types says what each row is, a heading adds nothing.
struct StationHeadings {
    private let plan: StationPlan
    /// The heading above the rows that are read now, where it says that they are no polling places.
    private var current: String?
    private var found: [(text: String, line: Int, rows: Int)] = []
    /// Columns that are kept and are called after something else than polling places, by what each is
    /// called: a sign in one of them says that the row is such.
    private let flags: [(column: Int, found: Int)]

    /// A table of fewer columns has rows of one cell that are no headings.
    private static let leastColumns = 3
    /// A file with more has something else in such rows.
    private static let limit = 1_000
    private static let shown = 3
    /// Longer texts are remarks.
    private static let longest = 80

    init(_ plan: StationPlan) {
        self.plan = plan
        var flags: [(column: Int, found: Int)] = []
        if plan.kindColumn == nil, plan.constants["station_type"] == nil {
            if let name = plan.name, Self.isOther(Self.words(ofHeader: plan.columns[name])) {
                current = plan.columns[name]
                found.append((plan.columns[name], 1, 0))
            }
            for attribute in plan.attributes
            where Self.isOther(Self.words(ofHeader: plan.columns[attribute.column])) {
                flags.append((attribute.column, found.count))
                found.append((plan.columns[attribute.column], 1, 0))
            }
        }
        self.flags = flags
    }

    /// A header with its words apart: `EarlyVoting_Site` is `Early Voting Site`.
    private static func words(ofHeader header: String) -> String {
        var words = ""
        var isSmall = false
        for character in header {
            if character.isUppercase, isSmall { words.append(" ") }
            isSmall = character.isLowercase
            words.append(character == "_" ? " " : character)
        }
        return words
    }

    /// Whether a text says of places that they are something else than polling places.
    private static func isOther(_ text: String) -> Bool {
        let reading = StationKind.reading(text)
        return !reading.kinds.isEmpty && !reading.kinds.contains(.pollingPlace)
            && !reading.kinds.contains(.voteCenter)
    }

    private static let signs: Set<String> = [
        "x", "y", "yes", "true", "1", "ja", "si", "sí", "✓", "✔",
    ]

    /// Looks at a row.
    mutating func add(_ row: borrowing Row) {
        guard plan.kindColumn == nil, plan.columns.count >= Self.leastColumns, row.fault == nil
        else { return }
        guard let heading = Self.onlyText(row) else {
            if let current, let place = found.lastIndex(where: { $0.text == current }) {
                found[place].rows += 1
            }
            for (column, place) in flags where row.bounds(column).count < 5 {
                if let text = row.text(column), Self.signs.contains(text.lowercased()) {
                    found[place].rows += 1
                }
            }
            return
        }
        guard heading.count <= Self.longest else { return }
        let reading = StationKind.reading(heading)
        let isOther =
            reading.isElsewhere || reading.isClosed || ClosureWords.first(in: heading) != nil
            || Self.isOther(heading)
        if isOther, found.count < Self.limit {
            current = heading
            found.append((heading, row.line, 0))
        } else if !reading.kinds.isEmpty {
            current = nil
        }
    }

    /// What stands in a row's only filled cell; nil where it has none or several.
    private static func onlyText(_ row: borrowing Row) -> String? {
        var only: Int?
        for column in 0..<row.count where !row.isPlaceholder(column) {
            guard only == nil else { return nil }
            only = column
        }
        return only.flatMap { row.line($0) }
    }

    /// What is to be agreed to before they are published; nil where no heading says anything of rows.
    var consent: GuardFinding? {
        let headings = found.filter { $0.rows > 0 }
        guard !headings.isEmpty else { return nil }
        let names = headings.prefix(Self.shown).map { heading in
            "\"\(heading.text)\" in line \(heading.line) (\(counted(heading.rows, "row")))"
        }
        let rest = headings.count > names.count ? " and \(headings.count - names.count) more" : ""
        let list = names.joined(separator: ", ") + rest
        let rows = headings.reduce(0) { $0 + $1.rows }
        return GuardFinding(
            limit: .headings,
            count: rows,
            allowed: 0,
            published: rows,
            text:
                "the file has headings that say of rows what these do not say themselves: \(list). The "
                + "rows would be published as places where people vote on the day of the election. "
                + "Import each part as a file of its own, or add a column \"station_type\" that says "
                + "what each row is",
            values: ["headings": .text(list)]
        )
    }
}
