internal import Datasets
internal import Polling

/// Makes contests of rows, each of which names a candidate, or a candidate's votes in a precinct.
struct ContestCollector: RowCollector {
    private let ballot: BallotPlan
    private let dataset: DatasetName
    private var drafts: [Draft] = []
    private var slots: [String: Int] = [:]
    private var pseudo = PseudoRows()
    private var differing: (count: Int, lines: [Int]) = (0, [])

    private struct Draft {
        var contest: Contest
        /// Ballot orders of the candidates, beside them; rows of a file without them count up.
        var orders: [Int] = []
        var candidateSlots: [String: Int] = [:]
        var precincts: Set<String> = []
    }

    init(
        _ sample: FileSample,
        options: ImportOptions,
        fileName: String
    ) throws(ImportError) {
        let plan = try FieldPlan(
            sample,
            fields: Field.contestFields,
            settable: BallotPlan.settable + [.voteFor, .seats],
            options: options,
            what: "a contest"
        )
        try plan.require(.contest, hint: "Name the column with --map COLUMN=contest.")
        ballot = BallotPlan(plan, fileName: fileName, dataset: options.dataset.text)
        dataset = options.dataset
    }

    private var plan: FieldPlan { ballot.plan }
    var columnUses: [ColumnUse] { plan.uses }
    var constantUses: [ConstantUse] { plan.constantUses }

    mutating func restart() {
        drafts = []
        slots = [:]
        pseudo = PseudoRows()
        differing = (0, [])
    }

    mutating func add(_ row: borrowing Row) throws(RowRefusal) -> RowFate {
        guard let title = plan.text(.contest, row) else {
            throw plan.fault(.contest, row, .blankName, "the row names no contest")
        }
        let name = plan.text(.candidate, row)
        if pseudo.takes(office: title, candidate: name) { return .passedOver }
        let election = try ballot.election(row)
        let district = ballot.district(row, title: title)
        let votesAllowed = try plan.count(.voteFor, row)
        let seats = try plan.count(.seats, row)
        let order = try plan.count(.ballotOrder, row)

        let parts =
            plan.text(.contestID, row).map { [$0] }
            ?? [title, plan.text(.districtCode, row)].compactMap { $0 }
        let key = ([election.key] + [parts.joined(separator: " ")])
            .map { TextNormal.slug($0) ?? "x" }.joined(separator: ".")
        let slot = slots[key]
        if let slot {
            let first = drafts[slot].contest
            if first.area.district != district || first.votesAllowed != votesAllowed {
                differing.count += 1
                if differing.lines.count < 5 { differing.lines.append(row.line) }
            }
        } else {
            slots[key] = drafts.count
            drafts.append(
                Draft(
                    contest: Contest(
                        dataset: dataset,
                        key: key,
                        election: election,
                        title: ballot.localized(.contest, row) ?? LocalizedText(title),
                        area: BallotArea(district: district),
                        votesAllowed: votesAllowed,
                        seats: seats
                    )
                )
            )
        }
        let target = slot ?? drafts.count - 1
        if let precinct = plan.text(.precinctCode, row) {
            drafts[target].precincts.insert(precinct)
        }
        if let name { add(name, order: order, row, to: target) }
        return slot == nil ? .accepted : .merged
    }

    private mutating func add(
        _ name: String,
        order: Int?,
        _ row: borrowing Row,
        to target: Int
    ) {
        let party = ballot.localized(.party, row)
        let key = name + "\u{1F}" + (party?.text() ?? "")
        guard drafts[target].candidateSlots[key] == nil else { return }
        let count = drafts[target].contest.candidates.count
        drafts[target].candidateSlots[key] = count
        drafts[target].orders.append(order ?? count + 1)
        drafts[target].contest.candidates.append(
            Candidate(
                name: ballot.localized(.candidate, row) ?? LocalizedText(name),
                party: party,
                ticket: count + 1,
                isIncumbent: plan.flag(.incumbent, row)
            )
        )
    }

    mutating func takeRest() -> [Contest] {
        drafts.map { draft in
            var contest = draft.contest
            let ranked = zip(draft.orders, contest.candidates).enumerated()
                .sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }
            contest.candidates = ranked.enumerated().map { place, entry in
                var candidate = entry.element.1
                candidate.ticket = place + 1
                return candidate
            }
            contest.area.precincts = draft.precincts.sorted(by: Self.comesBefore)
            return contest
        }
    }

    /// Numbers by their value, other codes alphabetically behind them.
    private static func comesBefore(_ left: String, _ right: String) -> Bool {
        switch (Int(left), Int(right)) {
        case (let left?, let right?): left < right
        case (_?, nil): true
        case (nil, _?): false
        case (nil, nil): left < right
        }
    }

    var notes: [ImportNote] {
        var notes = [pseudo.note].compactMap { $0 }
        let candidates = drafts.map(\.contest.candidates.count).reduce(0, +)
        notes.append(
            ImportNote(
                level: .note,
                text: "\(counted(candidates, "candidate")) in \(counted(drafts.count, "contest"))",
                lines: []
            )
        )
        let unplaced = drafts.filter { $0.contest.area.district == nil && $0.precincts.isEmpty }
        if !unplaced.isEmpty {
            notes.append(
                ImportNote(
                    level: .warning,
                    text: "\(counted(unplaced.count, "contest")) with neither district nor "
                        + "precinct, so on nobody's ballot, such as "
                        + "\"\(unplaced[0].contest.title.text())\"; give them a district with "
                        + "--set district_type=... and --set district_code=...",
                    lines: []
                )
            )
        }
        if differing.count > 0 {
            notes.append(
                ImportNote(
                    level: .warning,
                    text: "\(counted(differing.count, "row")) with another district or number of "
                        + "votes than the first row of the same contest, which counts",
                    lines: differing.lines
                )
            )
        }
        return notes
    }
}
