internal import Datasets
internal import Polling

/// Makes contests of rows, each of which names a candidate, or a candidate's votes in a precinct.
struct ContestCollector: RowCollector {
    private let ballot: BallotPlan
    private let dataset: DatasetName
    private var survey: ContestSurvey
    /// Columns of districts that are filled in the first of several rows alone.
    private var merged: MergedCells
    private var mixed: MixedContests?
    private var untold: UntoldPrimaries?
    private var primaries: Set<String> = []
    /// Titles of contests whose number to vote for stood in them.
    private var votesInTitles: Set<String> = []
    private var drafts: [ContestDraft] = []
    private var slots: [Slot: Int] = [:]
    private var keys: Set<String> = []
    /// The last number that was put behind a key.
    private var keyNumbers: [String: Int] = [:]
    private var pseudo = PseudoRows()
    private var left = LeftCandidates()
    private var questions = LeftTitles.questions
    private var headings = LeftTitles.headings
    private var remarks: StatusColumns
    /// Contests of a part of a district.
    private var parts = DistrictParts()
    /// All precincts that rows name, by their counties, once all were seen; none where no row is for all.
    private var named: [String: Set<String>] = [:]
    private var differing: (count: Int, lines: [Int]) = (0, [])
    /// What cells of precincts mean that may hold several.
    private let codeLists: CodeLists?
    private let changes: ContestConsents?

    /// What tells a contest from others of the file.
    private struct Slot: Hashable {
        let identity: ContestSurvey.Identity
        let part: String?
    }

    init(
        _ sample: FileSample,
        options: ImportOptions,
        fileName: String,
        codeLists: CodeLists? = nil,
        stages: PublishedStages? = nil,
        consents: ContestConsents? = nil
    ) throws(ImportError) {
        (self.codeLists, changes) = (codeLists, consents)
        let plan = try FieldPlan(
            sample,
            fields: Field.contestFields,
            settable: BallotPlan.settable + [.voteFor, .seats, .county, .primaryParty, .stage],
            options: options,
            what: "a contest"
        )
        try plan.require(.contest, hint: "Name the column with --map COLUMN=contest.")
        ballot = BallotPlan(
            plan,
            fileName: fileName,
            titles: sample.titles,
            dataset: options.dataset.text,
            stages: stages
        )
        if !ballot.hasCandidates {
            try plan.require(
                .candidate,
                hint:
                    "Name the column of the candidates, or of the lists, with --map COLUMN=candidate, or "
                    + "that of their surnames with --map COLUMN=last_name."
            )
        }
        dataset = options.dataset
        remarks = StatusColumns(
            plan.untaken.map { ($0, plan.columns[$0]) }.filter {
                CandidateStatus.mayBeSaid(in: $0.1)
            },
            of: Finding(.theseContests),
            today: nil
        )
        let districts: [Field] = sample.feed == nil ? [.districtCode, .precinctCode] : []
        merged = MergedCells(
            districts.compactMap { field in
                plan.column(field).map { ($0, plan.columns[$0]) }
            }
        )
        survey = ContestSurvey(columns: plan.untaken.map { ($0, plan.columns[$0]) })
    }

    private var plan: FieldPlan { ballot.plan }
    var columnUses: [ColumnUse] { plan.uses }
    var constantUses: [ConstantUse] { plan.constantUses }

    var isSurveyed: Bool { true }

    mutating func survey(_ row: borrowing Row) {
        guard let cells = try? ContestRow(row, ballot), !PseudoRows.isPseudo(cells),
            cells.outWord == nil
        else { return }
        merged.add(row)
        for code in Self.codes(of: cells) + PrecinctCodes.codes(of: cells.district) {
            codeLists?.notice(PrecinctCodes.reference(code))
        }
        let seats = [Field.seats, .voteFor].contains { field in
            (try? plan.count(field, row)).flatMap { $0 } ?? 1 > 1
        }
        survey.add(cells, row, isForSeveral: seats || (cells.votesInTitle ?? 1) > 1)
    }

    mutating func endSurvey() throws(ImportError) {
        survey.settle()
        if survey.hasQuestionsAlone {
            throw .missingField(
                Field.candidate.name,
                columns: plan.columns,
                hint:
                    "The choices of all its contests are answers such as Yes and No: they are measures; "
                    + "import the file as these, with `ambit import measures`"
            )
        }
        mixed = MixedContests(survey)
        untold = UntoldPrimaries(survey)
    }

    var consents: [GuardFinding] {
        [mixed?.consent, untold?.consent, merged.consent("would be on everybody's ballot")]
            .compactMap { $0 }
    }

    mutating func restart() {
        drafts = []
        slots = [:]
        keys = []
        keyNumbers = [:]
        primaries = []
        votesInTitles = []
        pseudo = PseudoRows()
        left = LeftCandidates()
        questions = .questions
        headings = .headings
        remarks.restart()
        differing = (0, [])
        parts = DistrictParts()
        named = [:]
    }

    mutating func add(_ row: borrowing Row) throws(RowRefusal) -> RowFate {
        let cells = try ContestRow(row, ballot)
        if pseudo.takes(office: cells.title, candidate: cells.candidate) { return .passedOver }
        if survey.isOfQuestion(cells) {
            questions.add(cells, line: row.line)
            return .passedOver
        }
        if survey.isHeading(cells) {
            headings.add(cells, line: row.line)
            return .passedOver
        }
        if left.takes(cells, line: row.line) { return .passedOver }
        remarks.add(row)
        let votesAllowed = try plan.count(.voteFor, row) ?? cells.votesInTitle
        let seats = try plan.count(.seats, row)
        let order = try plan.count(.ballotOrder, row)
        for place in cells.pseudoPlaces { pseudo.add(place: place) }
        parts.add(cells.district, line: row.line)

        let slot = Slot(identity: survey.settledIdentity(cells), part: survey.part(of: cells))
        let known = slots[slot]
        if let known {
            let first = drafts[known].contest.votesAllowed
            if first == nil { drafts[known].contest.votesAllowed = votesAllowed }
            if let first, let votesAllowed, first != votesAllowed {
                differing.count += 1
                if differing.lines.count < 5 { differing.lines.append(row.line) }
            }
        } else {
            slots[slot] = drafts.count
            drafts.append(
                ContestDraft(
                    contest: Contest(
                        dataset: dataset,
                        key: key(of: cells, slot),
                        election: survey.elections.told(cells.election),
                        title: title(of: cells, row),
                        area: BallotArea(district: cells.district),
                        votesAllowed: votesAllowed,
                        seats: seats
                    )
                )
            )
        }
        let target = known ?? drafts.count - 1
        if cells.precinct != nil {
            let codes = PrecinctCodes.read(Self.codes(of: cells), codeLists)
            drafts[target].precincts[cells.county ?? "", default: []].formUnion(codes)
        } else if let county = cells.county, cells.pseudoPlaces.isEmpty || cells.isEverywhere {
            drafts[target].precincts[county, default: []].formUnion([])
        }
        if cells.isEverywhere { drafts[target].isEverywhere = true }
        if let name = cells.candidate {
            add(name, order: order, row, to: target)
        } else {
            changes?.addBlank(in: drafts[target].contest.id)
        }
        return known == nil ? .accepted : .merged
    }

    /// The codes in a row's cell of precincts: `301, 302` are two, as they are in lists of stations.
    private static func codes(of cells: ContestRow) -> [String] {
        cells.precinct.map { StationRowReader.codes($0, type: "precinct") } ?? []
    }

    /// What a contest is called; a primary also by its party.
    private mutating func title(of cells: ContestRow, _ row: borrowing Row) -> LocalizedText {
        // Where titles differ by nothing else, voters need the number to tell them apart.
        let written = survey.hasVotes(cells.settledKey) ? cells.writtenTitle : cells.title
        if cells.votesInTitle != nil { votesInTitles.insert(written) }
        let title = ballot.localized(written, row)
        guard let party = cells.primaryParty else { return title }
        primaries.insert(cells.title)
        guard !PrimaryParty.isNamed(party, in: cells.title) else { return title }
        return title.appending(" (\(party))")
    }

    /// A key that no other contest of the file has.
    private mutating func key(of cells: ContestRow, _ slot: Slot) -> String {
        let first = firstKey(of: cells, slot)
        var key = first
        while !keys.insert(key).inserted {
            let number = (keyNumbers[first] ?? 1) + 1
            keyNumbers[first] = number
            key = "\(first)-\(number)"
        }
        return key
    }

    func key(ofRefused row: borrowing Row) -> String? {
        guard row.fault == nil else { return nil }
        guard let cells = try? ContestRow(row, ballot) else {
            if let name = ballot.candidateName(row) { changes?.addRefused(name) }
            return nil
        }
        let slot = Slot(identity: survey.settledIdentity(cells), part: survey.part(of: cells))
        let contest =
            slots[slot].map { drafts[$0].contest.id }
            ?? Contest.ID(dataset, firstKey(of: cells, slot))
        changes?.addRefused(in: contest)
        return contest.rawValue
    }

    /// The key of the first contest that is called so: with its district, its county or its first precinct where
    /// others have its name.
    private func firstKey(of cells: ContestRow, _ slot: Slot) -> String {
        var parts = [cells.key(in: survey.elections.told(cells.election))]
        if let district = cells.district, survey.hasDistricts(cells.settledKey) {
            parts += (cells.hasID ? [] : [district.type]) + [district.code]
        }
        if let votes = cells.votesInTitle, survey.hasVotes(cells.settledKey) {
            parts.append("vote-for-\(votes)")
        }
        if let part = slot.part { parts.append(part) }
        if let party = cells.primaryParty { parts.append(party) }
        return parts[0] + parts.dropFirst().map { "-" + (TextNormal.slug($0) ?? "x") }.joined()
    }

    private mutating func add(
        _ name: String,
        order: Int?,
        _ row: borrowing Row,
        to target: Int
    ) {
        let party = ballot.localized(.party, row)
        let key = ContestRow.candidateKey(name, party)
        guard drafts[target].candidateSlots[key] == nil else { return }
        let count = drafts[target].contest.candidates.count
        drafts[target].candidateSlots[key] = count
        drafts[target].orders.append(order ?? count + 1)
        if let mate = ballot.localized(.runningMate, row) {
            drafts[target].mates[count] = Candidate(name: mate, party: party, ticket: count + 1)
        }
        drafts[target].contest.candidates.append(
            Candidate(
                name: ballot.localized(name, row),
                party: party,
                ticket: count + 1,
                isIncumbent: plan.flag(.incumbent, row)
            )
        )
    }

    mutating func takeRest() -> [Contest] {
        if drafts.contains(where: \.isEverywhere) {
            named = drafts.reduce(into: [:]) { all, draft in
                all.merge(draft.precincts.filter { !$0.value.isEmpty }) { $0.union($1) }
            }
        }
        return contests()
    }

    private func contests() -> [Contest] {
        drafts.map { draft in
            var contest = draft.ordered
            contest.area = area(of: draft)
            return contest
        }
    }

    /// Whether a contest is for all precincts, and is told by those that the file names. One that has rows of
    /// precincts beside has a sum there.
    private func isOfAll(_ draft: ContestDraft) -> Bool {
        guard draft.isEverywhere, draft.contest.area.district == nil else { return false }
        return draft.precincts.isEmpty
            || !survey.hasCounties && draft.precincts.values.allSatisfy(\.isEmpty)
    }

    private func area(of draft: ContestDraft) -> BallotArea {
        if draft.precincts.isEmpty,
            let several = PrecinctCodes.area(of: draft.contest.area.district, codeLists)
        {
            return several
        }
        let precincts = isOfAll(draft) ? named : draft.precincts
        return BallotArea(
            district: draft.contest.area.district,
            precincts: precincts,
            ofCounties: survey.hasCounties
        )
    }

    var notes: [ImportNote] {
        var notes = questions.notes + headings.notes + pseudo.notes
        let statuses = Field.candidateStatuses.compactMap { plan.column($0) }
        notes += left.notes(
            statuses.first.map { plan.columns[$0] },
            names: [Field.candidate, .lastName].compactMap { plan.column($0) }.first
                .map { plan.columns[$0] }
        )
        let candidates = drafts.map(\.contest.candidates.count).reduce(0, +)
        notes.append(
            ImportNote(
                .note,
                Finding(
                    .candidateCount,
                    ["candidates": .count(candidates), "contests": .count(drafts.count)]
                )
            )
        )
        notes += [
            LeftTitles.note(.primariesByParty, primaries),
            LeftTitles.note(.votesFromTitles, votesInTitles),
        ]
        .compactMap { $0 }
        notes += plan.dayNotes + remarks.notes + survey.notes + survey.elections.notes
        notes += (codeLists?.notes ?? []) + parts.notes
        let placed = drafts.map { (contest: $0.contest, area: area(of: $0)) }
        notes += TwiceGivenContests(placed).notes + ContestGaps.notes(placed)
        let ofAll = drafts.count(where: isOfAll)
        let precincts = named.values.reduce(0) { $0 + $1.count }
        if ofAll > 0, precincts > 0 {
            notes.append(
                ImportNote(
                    .warning,
                    Finding(
                        .contestsOfAll,
                        ["contests": .count(ofAll), "precincts": .count(precincts)]
                    )
                )
            )
        }
        if differing.count > 0 {
            notes.append(
                ImportNote(
                    .warning,
                    Finding(.otherVoteCounts, ["rows": .count(differing.count)]),
                    lines: differing.lines
                )
            )
        }
        return notes
    }
}
