internal import Polling

/// What a row of a file of contests says of which contest it is, and where.
struct ContestRow {
    /// Without the number to vote for.
    let title: String
    /// As the file has it.
    let writtenTitle: String
    /// The number to vote for that stands in the title; nil where none does.
    let votesInTitle: Int?
    /// The contest's id in the file, or else its title with what stands beside it for a district.
    let name: String
    let election: ElectionReference
    let district: DistrictReference?
    /// Whether the file names contests by ids, which may be those of offices.
    let hasID: Bool
    let county: String?
    let precinct: String?
    /// What stands for a precinct or a county and is none.
    let pseudoPlaces: [String]
    /// Whether it is for all precincts, of its county where it names one.
    let isEverywhere: Bool
    let candidate: String?
    /// Why the candidate is not on the ballot, in the file's words: `withdrawn`; nil where that is not said.
    let outWord: String?
    /// What a column of statuses says of the candidate and is not understood.
    let unknownStatus: String?
    let party: LocalizedText?
    /// Whose primary it is; nil where it is none, or one of all parties together.
    let primaryParty: String?
    /// Whether the row may be of a primary, and does not say so.
    let mayBePrimary: Bool

    /// - Throws: ``RowRefusal`` where the row names no contest, or its election cannot be read.
    init(_ row: borrowing Row, _ ballot: BallotPlan) throws(RowRefusal) {
        let plan = ballot.plan
        guard let written = plan.text(.contest, row) else {
            throw plan.fault(.contest, row, .blankName, Finding(.contestMissing))
        }
        let parsed = VotesInTitle.parse(written)
        writtenTitle = written
        votesInTitle = parsed?.votes
        let title = parsed?.title ?? written
        self.title = title
        let candidate = ballot.candidateName(row)
        self.candidate = candidate
        (outWord, unknownStatus) = ballot.status(of: candidate, row)
        party = ballot.localized(.party, row)
        election = try ballot.election(row)
        if plan.has(.primaryParty) {
            primaryParty = PrimaryParty.named(plan.text(.primaryParty, row))
            mayBePrimary = false
        } else if let own = PrimaryParty.named(plan.text(.party, row)) {
            let stage = ballot.stage(row, of: election)
            primaryParty = stage == .primary ? own : nil
            mayBePrimary = stage == .unknown
        } else {
            primaryParty = nil
            mayBePrimary = false
        }
        district = ballot.district(row, title: title)
        let id = plan.text(.contestID, row)
        hasID = id != nil
        name =
            id
            ?? [title, plan.text(.districtCode, row)].compactMap { $0 }.joined(separator: " ")
        var pseudoPlaces: [String] = []
        func place(_ field: Field) -> String? {
            guard let text = plan.text(field, row),
                !PlaceholderText.words.contains(text.lowercased())
            else { return nil }
            guard PseudoRows.isPseudoPlace(text) else { return text }
            pseudoPlaces.append(text)
            return nil
        }
        county = place(.county)
        precinct = place(.precinctCode)
        isEverywhere =
            precinct == nil
            && plan.text(.precinctCode, row).map(DistrictText.isEverywhere) ?? false
        self.pseudoPlaces = pseudoPlaces
    }

    /// Names the contest within the file, where no other has its name.
    var key: String { key(in: election) }

    /// The same in an election that the row means.
    func key(in election: ElectionReference) -> String {
        [election.key, name].map { TextNormal.slug($0) ?? "x" }.joined(separator: ".")
    }

    /// The same however the district's code is written: `2` and `02`, `CD-1` and `1`.
    var settledKey: String {
        guard !hasID, let district, name != title else { return key }
        return [election.key, title, DistrictKey(district).code]
            .map { TextNormal.slug($0) ?? "x" }.joined(separator: ".")
    }

    /// Names the candidate within the contest.
    var candidateKey: String? { candidate.map { Self.candidateKey($0, party) } }

    /// The same of a name and a party, whatever their capitals and stops.
    static func candidateKey(_ name: String, _ party: LocalizedText?) -> String {
        // Whatever stops and commas stand in it, and however many spaces.
        let words = name.lowercased().split { $0.isWhitespace || $0 == "." || $0 == "," }
        return words.joined(separator: " ") + "\u{1F}" + (party?.text() ?? "").lowercased()
    }

    /// What tells the contest from others of the file.
    var identity: ContestSurvey.Identity {
        ContestSurvey.Identity(
            key: settledKey,
            district: district.map(DistrictKey.init),
            primaryParty: primaryParty.map { $0.lowercased() },
            votesInTitle: votesInTitle,
            day: election.date
        )
    }
}
