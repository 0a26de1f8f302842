internal import Polling

/// Headings between the rows of a list of stations below which places of another sort stand: `EARLY VOTING
/// LOCATIONS`, `BALLOT DROP BOXES`, `CLOSED`.
///
/// A heading is no station; what stands below it would be published as polling places all the same.
struct StationSections {
    private let plan: StationPlan
    private var sections: [(heading: String, line: Int, rows: Int)] = []
    private var isInSection = false
    /// How many rows are no heading.
    private(set) var stations = 0

    /// More headings than any list has.
    private static let limit = 100
    private static let shownLimit = 3
    private static let longestHeading = 120

    init(_ plan: StationPlan) { self.plan = plan }

    /// Looks at a row.
    ///
    /// - Parameter isStation: Whether it is no heading.
    mutating func add(_ row: borrowing Row, isStation: Bool) {
        if isStation {
            stations += 1
            if isInSection { sections[sections.count - 1].rows += 1 }
            return
        }
        guard !plan.leavesElsewhereOut, let heading = heading(row) else { return }
        let reading = StationKind.reading(heading)
        if reading.kinds.contains(.pollingPlace) || reading.kinds.contains(.voteCenter) {
            isInSection = false
            return
        }
        guard
            !reading.kinds.isEmpty || reading.isElsewhere || ClosureWords.first(in: heading) != nil,
            sections.count < Self.limit
        else { return }
        sections.append((heading, row.line, 0))
        isInSection = true
    }

    /// What the only cell of a row says, or all of its cells.
    private func heading(_ row: borrowing Row) -> String? {
        guard let column = StationHeading.only(of: row)?.column,
            row.bounds(column).count <= Self.longestHeading
        else { return nil }
        return row.line(column)
    }

    /// What is to be agreed to before they are published; nil where no row stands below such a heading.
    var consent: GuardFinding? {
        let found = sections.filter { $0.rows > 0 }
        guard !found.isEmpty else { return nil }
        let rows = found.reduce(0) { $0 + $1.rows }
        let shown = found.prefix(Self.shownLimit).map { section in
            "\(counted(section.rows, "row")) below \"\(section.heading)\" (line \(section.line))"
        }
        let rest = found.count > shown.count ? " and more" : ""
        let list = shown.joined(separator: ", ") + rest
        return GuardFinding(
            limit: .sections,
            count: rows,
            allowed: 0,
            published: stations,
            text:
                "\(counted(rows, "row")) of \(grouped(stations)) stand below headings of another sort of "
                + "place, and would be published as polling places: \(list). Give the polling places "
                + "alone, or say by a column station_type what each row is",
            values: ["headings": .text(list)]
        )
    }
}
