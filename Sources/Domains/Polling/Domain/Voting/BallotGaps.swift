internal import Datasets

/// What is voted on in districts of which nobody knows who lives in them: contests that are missing
/// from ballots without anybody's seeing it.
struct BallotGaps: Sendable {
    /// How much is voted on.
    struct Count: Sendable {
        var contests = 0
        var measures = 0

        /// `1 contest`, `3 contests and 1 measure`.
        var words: String {
            let parts = [
                contests > 0 ? VoterGuide.counted(contests, "contest") : nil,
                measures > 0 ? VoterGuide.counted(measures, "measure") : nil,
            ]
            return parts.compactMap { $0 }.joined(separator: " and ")
        }

        /// `is` or `are`.
        var verb: String { contests + measures == 1 ? "is" : "are" }

        /// Whether nothing is.
        var isNone: Bool { contests + measures == 0 }

        mutating func add(_ other: Count) {
            contests += other.contests
            measures += other.measures
        }

        mutating func remove(_ other: Count) {
            contests -= other.contests
            measures -= other.measures
        }
    }

    /// What one dataset has of one election.
    struct Part: Sendable {
        let dataset: DatasetName
        /// By the type of district whose voters decide.
        var counts: [String: Count] = [:]
        /// Those of them of which the file says in which precincts they are.
        var listed: [String: Count] = [:]
        /// Of districts that are not loaded, though others of their type are.
        var lost = Count()
        /// The first of these districts.
        var lostDistricts: [DistrictReference] = []
        /// Of neither a district nor a precinct: nobody knows whose they are.
        var unplaced = Count()

        /// Whether nothing of it is for any district.
        var isUnplaced: Bool { counts.isEmpty && lost.isNone && !unplaced.isNone }
    }

    /// Types of which no district is loaded, with a boundary or in a list.
    private let missingTypes: Set<String>
    private let parts: [Election.ID: [Part]]
    /// All types of districts that something is voted on in, loaded or not.
    let votedTypes: Set<String>
    private static let shownDistricts = 3

    /// - Parameter known: The districts that are loaded, with a boundary or in a list.
    init(_ book: BallotBook, known: Set<DistrictKey>) {
        let types = Set(known.map(\.type))
        var missing: Set<String> = []
        var voted: Set<String> = []
        var parts: [Election.ID: [Part]] = [:]
        for entry in book.entries {
            var byDataset: [DatasetName: Part] = [:]
            func add(_ area: BallotArea, _ dataset: DatasetName, _ count: Count) {
                let keys = area.references.map(DistrictKey.init)
                var part = byDataset[dataset] ?? Part(dataset: dataset)
                guard let type = keys.first?.type, let reference = area.references.first else {
                    part.unplaced.add(count)
                    byDataset[dataset] = part
                    return
                }
                voted.insert(type)
                if types.contains(type), !keys.contains(where: known.contains) {
                    part.lost.add(count)
                    if part.lostDistricts.count < Self.shownDistricts,
                        !part.lostDistricts.contains(reference)
                    {
                        part.lostDistricts.append(reference)
                    }
                } else {
                    if !types.contains(type) { missing.insert(type) }
                    part.counts[type, default: Count()].add(count)
                    if area.district != nil, !area.places.isEmpty {
                        part.listed[type, default: Count()].add(count)
                    }
                }
                byDataset[dataset] = part
            }
            for contest in entry.contests {
                add(contest.area, contest.dataset, Count(contests: 1))
            }
            for measure in entry.measures {
                add(measure.area, measure.dataset, Count(measures: 1))
            }
            parts[entry.election.id] = byDataset.values.sorted { $0.dataset < $1.dataset }
        }
        missingTypes = missing
        votedTypes = voted
        self.parts = parts
    }

    /// What is to be said of a ballot that may be longer than it is told; nil where it is whole as far
    /// as anybody knows.
    ///
    /// - Parameters:
    ///   - elections: The elections that it is of.
    ///   - datasets: Those that the ballot was made from; nil for all that are not elsewhere.
    ///   - reach: What is not settled of the ballot, and which files tell it by precinct.
    ///   - isElsewhere: Whether the contests of a dataset are another place's.
    ///   - isOwn: Whether the contests of a dataset are for some district of those that the voter's are
    ///     among.
    ///   - isSettled: Whether it is known in which district of a type the voter lives, or that the
    ///     voter lives in none.
    func message(
        of elections: [Election.ID],
        from datasets: Set<DatasetName>?,
        _ reach: BallotReach = BallotReach(),
        isElsewhere: (DatasetName) -> Bool,
        isOwn: (DatasetName) -> Bool,
        isSettled: (String) -> Bool
    ) -> String? {
        var counts: [String: Count] = [:]
        var lost = Count()
        var lostDistricts: [DistrictReference] = []
        for part in elections.flatMap({ parts[$0] ?? [] })
        where datasets?.contains(part.dataset) ?? !isElsewhere(part.dataset) {
            for (type, count) in part.counts where !isSettled(type) {
                var count = count
                if reach.listed.contains(part.dataset) {
                    count.remove(part.listed[type] ?? Count())
                }
                if !count.isNone { counts[type, default: Count()].add(count) }
            }
            // Contests none of which is the voter's may be another place's as a whole, but for those of
            // the voter's neighbours.
            guard datasets != nil || isOwn(part.dataset) else { continue }
            lost.add(part.lost)
            for district in part.lostDistricts where !lostDistricts.contains(district) {
                lostDistricts.append(district)
            }
        }
        for (unsettled, count) in reach.unsettled
        where elections.contains(where: {
            self.parts[$0]?.contains { $0.dataset == unsettled.dataset } ?? false
        }) {
            counts[unsettled.type, default: Count()].add(Count(contests: count))
        }
        var reasons = counts.sorted { $0.key < $1.key }.map { type, count in
            let name = VoterGuide.words(type)
            return "\(count.words) \(count.verb) by \(name), and "
                + (missingTypes.contains(type)
                    ? "no district of this type is loaded" : "which is yours is not known")
        }
        if lost.contests + lost.measures > 0 {
            let names = lostDistricts.prefix(Self.shownDistricts).map {
                "\(VoterGuide.words($0.type)) \($0.code)"
            }
            reasons.append(
                "\(lost.words) \(lost.verb) for districts that are not loaded, such as "
                    + names.joined(separator: ", ")
            )
        }
        var unplaced = Count()
        for part in elections.flatMap({ parts[$0] ?? [] }) where !isElsewhere(part.dataset) {
            // What a file of other districts has besides is theirs.
            guard datasets?.contains(part.dataset) == true || isOwn(part.dataset) || part.isUnplaced
            else { continue }
            unplaced.add(part.unplaced)
        }
        if !unplaced.isNone {
            reasons.append(
                "\(unplaced.words) \(unplaced.verb) given to no district, and may be yours"
            )
        }
        guard !reasons.isEmpty else { return nil }
        return "Your ballot may have more than this: " + reasons.joined(separator: "; ") + "."
    }
}

extension VoterGuide {
    /// Warns where contests are missing from a ballot because their districts are.
    ///
    /// - Parameters:
    ///   - known: Whether the place tells in which district of a type the voter lives.
    ///   - voting: The districts that the ballot was made for.
    ///   - datasets: Of the boundaries and of the list that say so.
    func warnOfBallot(
        _ ballot: Ballot,
        _ election: String?,
        known: (String) -> Bool,
        _ voting: [DistrictReference],
        of datasets: [DatasetName],
        _ finding: inout Finding
    ) {
        guard !voting.isEmpty else { return }
        let book = ballots
        let elections = electionsVotedOn(ballot, election)
        guard !elections.isEmpty else { return }
        // Other counties' contests are none of the voter's business, where the own ones are known.
        let sources = Set(ballot.contests.map(\.dataset) + ballot.measures.map(\.dataset))
        let types = Set(voting.map { DistrictKey($0).type })
        let (links, own) = (ballotLinks, Set(datasets))
        let message = ballotGaps.message(
            of: elections,
            from: sources.isEmpty ? nil : sources,
            ballot.reach,
            isElsewhere: { links.isElsewhere($0, for: own) },
            isOwn: { links.isAbout($0, own) },
            isSettled: { types.contains($0) || known($0) }
        )
        if let message {
            finding.warnings.append(VoterWarning(.incompleteBallot, message))
        } else if !ballot.elections.isEmpty, ballot.contests.isEmpty, ballot.measures.isEmpty {
            let isVotedOn = book.entries.contains { entry in
                ballot.elections.contains { $0.id == entry.election.id }
                    && !(entry.contests.isEmpty && entry.measures.isEmpty)
            }
            // Who asked for an election by name may have asked for one of others.
            guard !isVotedOn || election == nil else { return }
            finding.warnings.append(
                VoterWarning(
                    isVotedOn ? .nothingOfVoter : .nothingLoaded,
                    isVotedOn
                        ? "Your ballot may have more than this: nothing that is loaded of this election "
                            + "is voted on in your districts, though a station is open for it."
                        : "Your ballot may have more than this: no contest and no measure of this "
                            + "election is loaded."
                )
            )
        }
    }
}

extension VoterGuide {
    /// The elections that a ballot is of: those that are asked for, or that it has, or else the next.
    func electionsVotedOn(_ ballot: Ballot, _ asked: String?) -> [Election.ID] {
        if let asked { return ballots.named(asked).map(\.election.id) }
        guard ballot.elections.isEmpty else { return ballot.elections.map(\.id) }
        return ballots.next(after: today).map(\.election.id)
    }
}

extension BallotBook {
    /// The next elections in which something is voted on, or else the last ones: those of all places
    /// that are on one day, or that have one key.
    fileprivate func next(after today: CalendarDate) -> [ElectionEntry] {
        let held = entries.filter { !$0.contests.isEmpty || !$0.measures.isEmpty }
        guard
            let next = held.first(where: { $0.election.date.map { $0 >= today } ?? false })
                ?? held.last(where: { $0.election.date != nil }) ?? held.first
        else { return [] }
        return held.filter { entry in
            entry.election.key == next.election.key
                || next.election.date != nil && entry.election.date == next.election.date
        }
    }
}
