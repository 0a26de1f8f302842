internal import Datasets
internal import Polling

extension VIPFeed {
    // MARK: Elections

    /// What contests and measures call the election that they are part of: its day, as lists of results
    /// do. Where a contest names none that the feed has, the feed's only election is meant.
    private func election(of contest: FeedElement) -> ElectionReference? {
        let elections = all("Election")
        let named = contest.value("ElectionId").flatMap { element($0, "Election") }
        guard let election = named ?? (elections.count == 1 ? elections[0] : nil) else {
            return nil
        }
        let date = election.value("Date").flatMap { CalendarDate(parsing: $0) }
        return ElectionReference(
            key: date?.description ?? election.id,
            name: election.localized("Name")?.text(),
            date: date
        )
    }

    func elections(in dataset: DatasetName) -> FeedReader<Election> {
        FeedReader(
            uses: [
                ("Name", "name"), ("Date", "date"), ("ElectionType", "kind"),
                ("HoursOpenId", "polls_open, polls_close"),
            ],
            all("Election"),
            notes: notes(of: .elections)
        ) { [self] element, _ in
            let written = element.value("Date")
            let date = written.flatMap { CalendarDate(parsing: $0) }
            guard date != nil || written == nil else {
                return .rejected(
                    RowFault(
                        cause: .badTime,
                        column: "Date",
                        value: written,
                        reason: Finding(.noDayOfFeed)
                    )
                )
            }
            let type = element.localized("ElectionType")
            let polls = pollingTimes(element, on: date)
            let key = date?.description ?? element.id
            let name =
                element.localized("Name") ?? type.map { LocalizedText("\($0.text()) \(key)") }
                ?? LocalizedText(key)
            return .record(
                Election(
                    dataset: dataset,
                    key: key,
                    name: name,
                    date: date,
                    type: type,
                    pollsOpen: polls?.opens.description,
                    pollsClose: polls?.closes.description
                )
            )
        }
    }

    /// When the polls are open on the day of an election.
    private func pollingTimes(
        _ election: FeedElement,
        on date: CalendarDate?
    ) -> OpeningHours.Span? {
        let hours =
            election.value("HoursOpenId").flatMap { self.hours($0) }
            ?? election.localized("PollingHours").flatMap { text in
                self.hours(text.text()) ?? text.text()
            }
        return hours.flatMap { OpeningHours(parsing: $0) }?.spans.first { span in
            guard let days = span.days, let date else { return true }
            return days.contains(date)
        }
    }

    // MARK: Contests

    func contests(in dataset: DatasetName) -> FeedReader<Contest> {
        let names = ["CandidateContest", "PartyContest", "RetentionContest"]
        let order = BallotOrder(self)
        return FeedReader(
            uses: [
                ("BallotTitle, Name", "contest"), ("OfficeIds", "office"),
                ("ElectoralDistrictId", "district"), ("VotesAllowed", "vote_for"),
                ("NumberElected", "seats"), ("BallotSelectionIds", "candidates"),
                ("BallotStyle, SequenceOrder", "the order of contests and candidates"),
                ("PreElectionStatus", "who does not stand"), ("PartyId", "party"),
                ("PrimaryPartyIds", "contest, in brackets"),
            ],
            order.contests(names.flatMap(all)),
            notes: notes(of: .contests)
        ) { [self] element, notebook in
            guard let title = element.localized("BallotTitle") ?? element.localized("Name") else {
                return .rejected(
                    RowFault(cause: .blankName, reason: Finding(.contestUnnamed))
                )
            }
            guard !PseudoRows.isPseudoOffice(title.text()) else {
                return .passedOver(.named(title.text()))
            }
            guard let election = election(of: element) else { return .rejected(Self.noElection) }
            let offices = (element.ids("OfficeIds") + element.ids("OfficeId"))
                .compactMap { self.element($0, "Office")?.localized("Name") }
            let isRetention = element.name == "RetentionContest"
            let candidates =
                isRetention
                ? retained(element, notebook)
                : candidates(order.selections(of: element), of: element, notebook)
            if candidates.isEmpty {
                notebook.warn(.contestsWithoutCandidates, title.text(), line: element.line)
            }
            return .record(
                Contest(
                    dataset: dataset,
                    key: TextNormal.slug(element.id) ?? "x",
                    election: election,
                    title: Self.title(title, primaryOf: primaryParties(of: element)),
                    office: offices.count == 1
                        ? offices[0]
                        : offices.isEmpty
                            ? nil
                            : LocalizedText(offices.map { $0.text() }.joined(separator: ", ")),
                    area: area(of: element, notebook),
                    kind: isRetention ? .retention : .candidates,
                    votesAllowed: count("VotesAllowed", element, notebook),
                    seats: count("NumberElected", element, notebook),
                    candidates: candidates
                )
            )
        }
    }

    /// The parties whose primary a contest is; none where it is none.
    private func primaryParties(of contest: FeedElement) -> [String] {
        (contest.ids("PrimaryPartyIds") + contest.ids("PrimaryPartyId")).compactMap {
            element($0, "Party")?.localized("Name")?.text()
        }
    }

    /// A contest's title, with the parties that it does not name yet.
    private static func title(_ title: LocalizedText, primaryOf parties: [String]) -> LocalizedText
    {
        let missing = parties.filter { !PrimaryParty.isNamed($0, in: title.text()) }
        return missing.isEmpty ? title : title.appending(" (\(missing.joined(separator: ", ")))")
    }

    private static let noElection = RowFault(
        cause: .blankText,
        reason: Finding(.electionOfFeedMissing)
    )

    private func count(_ name: String, _ element: FeedElement, _ notebook: Notebook) -> Int? {
        guard let text = element.value(name) else { return nil }
        if let number = Int(text), (1...10_000).contains(number) { return number }
        notebook.warn(.numbersLeftOut, text, line: element.line)
        return nil
    }

    private func area(of element: FeedElement, _ notebook: Notebook) -> BallotArea {
        let district = element.value("ElectoralDistrictId").flatMap { reference($0) }
        if district == nil {
            notebook.warn(
                .contestsOffBallots,
                element.value("Name") ?? element.id,
                line: element.line
            )
        }
        return BallotArea(district: district)
    }

    /// Those who stand, ticket by ticket; without those who have withdrawn, pseudo-candidates and places for
    /// other names.
    private func candidates(
        _ selections: [String],
        of contest: FeedElement,
        _ notebook: Notebook
    ) -> [Candidate] {
        var candidates: [Candidate] = []
        var ticket = 0
        for id in selections {
            guard let selection = element(id, "CandidateSelection", "PartySelection") else {
                continue
            }
            if selection.flag("IsWriteIn") == true {
                notebook.passOver(.writeInLines)
                continue
            }
            var named: [Candidate] = []
            for partyID in selection.ids("PartyIds") {
                guard let party = element(partyID, "Party")?.localized("Name") else { continue }
                named.append(Candidate(name: party, party: party, ticket: ticket + 1))
            }
            for candidateID in selection.ids("CandidateIds") where stands(candidateID, notebook) {
                guard let one = candidate(candidateID, selection, ticket: ticket + 1) else {
                    if element(candidateID, "Candidate") != nil {
                        notebook.warn(.candidatesUnnamed, candidateID, line: contest.line)
                    }
                    continue
                }
                if PseudoRows.isPseudoCandidate(one.name.text()) {
                    notebook.passOver(.named(one.name.text()))
                } else {
                    named.append(one)
                }
            }
            if !named.isEmpty { ticket += 1 }
            candidates += named
        }
        return candidates
    }

    /// Whether a candidate's name is on the ballot, as far as the feed says.
    private func stands(_ id: String, _ notebook: Notebook) -> Bool {
        switch element(id, "Candidate")?.value("PreElectionStatus")?.lowercased() {
        case "withdrawn":
            notebook.passOver(.withdrawnCandidates)
            return false
        case "write-in":
            notebook.passOver(.writeInCandidates)
            return false
        default: return true
        }
    }

    private func retained(_ contest: FeedElement, _ notebook: Notebook) -> [Candidate] {
        guard let id = contest.value("CandidateId"), stands(id, notebook) else { return [] }
        if let one = candidate(id, nil, ticket: 1) { return [one] }
        if element(id, "Candidate") != nil {
            notebook.warn(.candidatesUnnamed, id, line: contest.line)
        }
        return []
    }

    private func candidate(
        _ id: String,
        _ selection: FeedElement?,
        ticket: Int
    ) -> Candidate? {
        guard let candidate = element(id, "Candidate") else { return nil }
        let person = candidate.value("PersonId").flatMap { element($0, "Person") }
        let name =
            candidate.localized("BallotName") ?? person?.localized("FullName")
            ?? person.map { person in
                LocalizedText(
                    ["Prefix", "FirstName", "MiddleName", "LastName", "Suffix"]
                        .compactMap { person.value($0) }.joined(separator: " ")
                )
            }
        guard let name, !name.text().isEmpty else { return nil }
        let partyID =
            candidate.value("PartyId") ?? selection?.ids("EndorsementPartyIds").first
            ?? person?.value("PartyId")
        return Candidate(
            name: name,
            party: partyID.flatMap { element($0, "Party")?.localized("Name") }
                ?? candidate.localized("Party"),
            ticket: ticket,
            isIncumbent: candidate.flag("IsIncumbent")
        )
    }

    // MARK: Measures

    func measures(in dataset: DatasetName) -> FeedReader<BallotMeasure> {
        let order = BallotOrder(self)
        return FeedReader(
            uses: [
                ("BallotTitle, Name", "title"), ("SummaryText, BallotSubTitle", "summary"),
                ("FullText", "text"), ("ProStatement", "statement_for"),
                ("ConStatement", "statement_against"), ("ElectoralDistrictId", "district"),
            ],
            order.contests(all("BallotMeasureContest")),
            notes: notes(of: .measures)
        ) { [self] element, notebook in
            guard let title = element.localized("BallotTitle") ?? element.localized("Name") else {
                return .rejected(
                    RowFault(cause: .blankName, reason: Finding(.measureUnnamed))
                )
            }
            guard let election = election(of: element) else { return .rejected(Self.noElection) }
            let answers = order.selections(of: element).compactMap {
                self.element($0, "BallotMeasureSelection")?.localized("Selection")
            }
            // "Yes" and "No" say nothing; "For the bonds" does.
            let meanings = answers.count == 2 && answers.allSatisfy { !Self.isPlain($0) }
            return .record(
                BallotMeasure(
                    id: BallotMeasure.ID(dataset, TextNormal.slug(element.id) ?? "x"),
                    dataset: dataset,
                    election: election,
                    area: area(of: element, notebook),
                    title: title,
                    summary: element.localized("SummaryText")
                        ?? element.localized("BallotSubTitle"),
                    text: element.localized("FullText"),
                    yesMeans: meanings ? answers[0] : nil,
                    noMeans: meanings ? answers[1] : nil,
                    statementFor: element.localized("ProStatement"),
                    statementAgainst: element.localized("ConStatement")
                )
            )
        }
    }

    private static func isPlain(_ answer: LocalizedText) -> Bool {
        let words = answer.text().lowercased().filter(\.isLetter)
        return ["yes", "no", "for", "against", "si", "sí"].contains(words)
    }
}
