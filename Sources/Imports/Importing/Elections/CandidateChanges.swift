internal import Polling

/// What becomes of the published candidates of a dataset when a file's contests take its place: who leaves a
/// contest that the file still has rows for, who stands in another one, or in more, and whose party is another
/// one's.
///
/// A candidate is known by an election and a name. Names that are nobody's (answers, `None of the above`) are
/// left out.
struct CandidateChanges {
    /// A name in an election.
    struct Person: Hashable {
        let election: String
        /// In small letters, without stops.
        let name: String
    }

    /// A candidate of one contest who stands in another one.
    struct Move {
        let name: String
        let from: Contest
        let to: Contest
    }

    /// The contests of one side, with who stands in them.
    struct Side {
        private(set) var contests: [Contest.ID: Contest] = [:]
        /// In the order of the contests.
        private(set) var standing: [Person: [Contest.ID]] = [:]
        /// The contests of a name, whatever their elections.
        private(set) var named: [String: [Contest.ID]] = [:]
        private(set) var elections: Set<String> = []
        private(set) var parties: [Contest.ID: [Person: Set<String>]] = [:]
        private(set) var allParties: Set<String> = []

        init(_ all: [Contest]) {
            for contest in all {
                contests[contest.id] = contest
                elections.insert(contest.election.key)
                for candidate in contest.candidates {
                    guard let person = Person(candidate, in: contest) else { continue }
                    if standing[person]?.last != contest.id {
                        standing[person, default: []].append(contest.id)
                        named[person.name, default: []].append(contest.id)
                    }
                    let party = candidate.party?.text().lowercased()
                    parties[contest.id, default: [:]][person, default: []]
                        .formUnion([party].compactMap { $0 })
                    if let party { allParties.insert(party) }
                }
            }
        }

        func stands(_ person: Person, in contest: Contest.ID) -> Bool {
            parties[contest]?[person] != nil
        }

        /// The contests that somebody stands in; nil of a name that stands in more than anybody does.
        func contests(of person: Person) -> [Contest.ID]? {
            guard let contests = standing[person], contests.count <= CandidateChanges.mostContests
            else { return nil }
            return contests
        }
    }

    /// How many candidates are published.
    let published: Int
    /// Who leaves a contest, though a row of the file may be theirs: the name and the contest.
    private(set) var lost: [(name: String, contest: Contest)] = []
    /// Who leaves one contest and stands in one other, while the file has that one, too.
    private(set) var moves: [Move] = []
    /// Who stands in more contests than before: see ``addition(of:named:in:)``.
    private(set) var additions: [Move] = []
    /// Who has the party of another candidate, in place of the own or besides: see ``partyChange(of:in:)``.
    private(set) var otherParties: [(name: String, contest: Contest, change: PartyChange)] = []
    /// Who have taken one another's parties.
    private(set) var exchanges: [PartyExchange] = []

    let old: Side
    let new: Side
    /// Rows that name a contest and no candidate, by contest.
    private let blanks: [Contest.ID: Int]
    /// The names in rows that were refused and don't say of which contest they are.
    private let refused: Set<String>
    /// The contests of the file that a voter somewhere has on the ballot, as boundaries tell.
    private let reached: Set<Contest.ID>
    /// The districts that published contests are for.
    private let knownDistricts: Set<DistrictKey>
    /// The published contests of each title.
    let titled: [Title: [Contest.ID]]

    /// - Parameters:
    ///   - published: The dataset's contests.
    ///   - contests: Those that it would have, each with its candidates.
    ///   - blanks: How many rows name a contest and no candidate.
    ///   - refused: The candidates of rows that were refused and don't say of which contest they are.
    ///   - reached: Those of the contests that a voter somewhere has on the ballot, as boundaries tell.
    /// - Complexity: O(n log n) for n candidates.
    init(
        of published: [Contest],
        by contests: [Contest],
        blanks: [Contest.ID: Int] = [:],
        refused: Set<String> = [],
        reached: Set<Contest.ID> = []
    ) {
        self.published = published.reduce(0) { $0 + $1.candidates.count }
        old = Side(published)
        new = Side(contests)
        self.blanks = blanks
        self.refused = Set(refused.map(Person.key))
        self.reached = reached
        knownDistricts = Set(published.flatMap(\.area.references).map(DistrictKey.init))
        titled = Dictionary(grouping: published, by: Title.init).mapValues { $0.map(\.id) }
        for contest in published {
            compare(contest)
            exchanges += partyExchanges(in: contest)
        }
        var seen: Set<Person> = []
        for contest in published {
            for candidate in contest.candidates {
                guard let person = Person(candidate, in: contest), seen.insert(person).inserted
                else { continue }
                additions += [addition(of: person, named: candidate.name.text(), in: contest)]
                    .compactMap { $0 }
            }
        }
    }

    private mutating func compare(_ contest: Contest) {
        let hasBlanks = isBlanked(contest)
        let after = new.contests[contest.id]
        let retitled = after.flatMap { takesTitle($0) ? $0 : nil }
        let parts = parts(of: contest)
        // One of several parties stands there several times.
        var seen: Set<Person> = []
        for candidate in contest.candidates {
            guard let person = Person(candidate, in: contest), seen.insert(person).inserted
            else { continue }
            let name = candidate.name.text()
            if new.stands(person, in: contest.id) {
                if let retitled { moves.append(Move(name: name, from: contest, to: retitled)) }
                if let change = partyChange(of: person, in: contest.id) {
                    otherParties.append((name, contest, change))
                }
                continue
            }
            let joined = (new.standing[person] ?? [])
                .filter { !old.stands(person, in: $0) }.compactMap { new.contests[$0] }
            let strays = (new.named[person.name] ?? []).compactMap { new.contests[$0] }
            if strays.contains(where: { isTorn($0, off: contest) }) {
                lost.append((name, contest))
            } else if let part = parts[person] {
                moves.append(Move(name: name, from: contest, to: part))
            } else if let after, let to = joined.first, joined.count == 1, leavesOne(person),
                !isSame(to, after)
            {
                moves.append(Move(name: name, from: contest, to: to))
            } else if joined.isEmpty, hasBlanks || refused.contains(person.name) {
                lost.append((name, contest))
            }
        }
    }

    /// Whether a candidate leaves one contest alone. Names that stand in many are of lists, or of nobody.
    private func leavesOne(_ person: Person) -> Bool {
        guard let contests = old.contests(of: person) else { return false }
        return contests.count { !new.stands(person, in: $0) } == 1
    }

    /// Whether two contests look alike to a voter: one of them may have the other's key.
    private func isSame(_ one: Contest, _ other: Contest) -> Bool {
        one.title == other.title && one.area == other.area
    }

    /// Whether a contest is what became of rows of a published one whose district or election is a mistake: it
    /// has the title, is new, and is for no district, or for one that has no boundary and no published contest;
    /// or it is of an election of which none is published, while the published one stays.
    private func isTorn(_ new: Contest, off published: Contest) -> Bool {
        guard old.contests[new.id] == nil,
            new.title.text().smallWords == published.title.text().smallWords
        else { return false }
        guard new.election.key == published.election.key else {
            return self.new.contests[published.id] != nil
                && !old.elections.contains(new.election.key)
        }
        if published.area.district != nil, new.area == BallotArea() { return true }
        return !published.area.references.isEmpty && !reached.contains(new.id)
            && !new.area.references.contains { knownDistricts.contains(DistrictKey($0)) }
    }

    /// Whether rows without a candidate may be of those who leave a contest. In a file that has such rows of
    /// contests which do not shrink they are something else, unless there are no more than are gone.
    private func isBlanked(_ contest: Contest) -> Bool {
        guard let rows = blanks[contest.id], let lack = shrinkage(of: contest), lack > 0
        else { return false }
        return rows <= lack
            || !blanks.keys.contains { id in
                guard let other = old.contests[id], new.contests[id]?.candidates.isEmpty == false
                else { return false }
                return (shrinkage(of: other) ?? 0) <= 0
            }
    }

    /// How many candidates fewer a contest has than before; nil where the file does not have it.
    private func shrinkage(of contest: Contest) -> Int? {
        new.contests[contest.id].map { contest.candidates.count - $0.candidates.count }
    }
}

extension CandidateChanges.Person {
    /// Nil where the name is nobody's.
    init?(_ candidate: Candidate, in contest: Contest) {
        let text = candidate.name.text()
        let words = Self.key(text)
        guard !words.isEmpty, !TwiceGivenContests.nobody.contains(words),
            !BallotAnswer.isAnswer(text)
        else { return nil }
        (election, name) = (contest.election.key, words)
    }

    /// A name whatever its capitals and stops.
    fileprivate static func key(_ name: String) -> String {
        name.smallWords.joined(separator: " ")
    }
}

extension CandidateChanges {
    /// Nobody stands in more contests of an election.
    fileprivate static let mostContests = 3
    /// So many of a hundred published candidates may change their contests or their parties.
    private static let movedPercent = 2

    /// How many published candidates may change their contests or their parties.
    var allowed: Int { ExampleList.allowance(percent: Self.movedPercent, of: published) }

    /// Those who go where others leave for another contest, too: columns that slipped make them, and people
    /// hardly ever.
    private var takers: Int {
        let left = Set(moves.map(\.from.id))
        return moves.count { left.contains($0.to.id) }
    }

    private var movesTakeConsent: Bool { takers > 1 || moves.count > allowed }

    /// What takes consent.
    var consents: [GuardFinding] {
        [lostConsent, movesConsent, additionsConsent, partiesConsent].compactMap { $0 }
    }

    /// That candidates are in other contests, or in more, where that takes no consent.
    var notes: [ImportNote] {
        let moved = movesTakeConsent ? [] : moves.map(Self.example)
        let added = additions.count > allowed ? [] : additions.map(Self.additionExample)
        return [
            Self.warning(.candidatesMoved, moved), Self.warning(.candidatesAddedElsewhere, added),
        ].compactMap { $0 } + partyNotes
    }

    /// That candidates have the parties of others, where that takes no consent.
    private var partyNotes: [ImportNote] {
        guard otherParties.count <= allowed else { return [] }
        let exchanges = exchanges.map {
            "\"\($0.one)\" / \"\($0.other)\" (\(Self.label($0.contest)))"
        }
        let added = otherParties.filter { $0.change == .besides }.map(Self.partyExample)
        return [Self.warning(.partiesExchanged, exchanges), Self.warning(.partiesAdded, added)]
            .compactMap { $0 }
    }

    private static func partyExample(
        _ candidate: (name: String, contest: Contest, change: PartyChange)
    ) -> String {
        "\"\(candidate.name)\" (\(label(candidate.contest)))"
    }

    private static func warning(
        _ wording: BallotWording,
        _ candidates: [String]
    ) -> ImportNote? {
        ExampleList(candidates).warning(wording, "candidates")
    }

    private var lostConsent: GuardFinding? {
        consent(
            .lostCandidates,
            lost.map { "\"\($0.name)\" (\(Self.label($0.contest)))" },
            allowed: 0,
            would: "leave their contests, while the file has rows that may be theirs: without a "
                + "candidate or a contest, for no district or one that is not published, or of another "
                + "election",
            advice: "Mend these rows, or take them out"
        )
    }

    private var movesConsent: GuardFinding? {
        guard movesTakeConsent else { return nil }
        return consent(
            .swappedCandidates,
            moves.map(Self.example),
            allowed: takers > 1 ? 1 : allowed,
            would: "stand in another contest than before"
        )
    }

    private var additionsConsent: GuardFinding? {
        consent(
            .addedCandidates,
            additions.map(Self.additionExample),
            allowed: allowed,
            would: "stand in more contests than before"
        )
    }

    private var partiesConsent: GuardFinding? {
        consent(
            .swappedParties,
            otherParties.map(Self.partyExample),
            allowed: allowed,
            would: "have the parties of others"
        )
    }

    private func consent(
        _ limit: GuardFinding.Limit,
        _ examples: [String],
        allowed: Int,
        would fate: String,
        advice: String = "Look whether one column was sorted, or slipped, without the others"
    ) -> GuardFinding? {
        ExampleList(examples).consent(
            limit,
            allowed: allowed,
            of: published,
            "published candidate",
            would: fate,
            advice: advice
        )
    }

    private static func example(_ move: Move) -> String {
        let (from, to) = (label(move.from), label(move.to))
        guard from == to else { return "\"\(move.name)\" (\(from) > \(to))" }
        // The parts of one contest are called alike, and have ids of their own.
        return "\"\(move.name)\" (\(from): \(move.from.id.rawValue) > \(move.to.id.rawValue))"
    }

    private static func additionExample(_ addition: Move) -> String {
        "\"\(addition.name)\" (\(label(addition.from)) + \(label(addition.to)))"
    }

    /// A contest's title, with its district where the title does not name it.
    static func label(_ contest: Contest) -> String {
        let title = contest.title.text()
        guard let district = contest.area.district else { return "\"\(title)\"" }
        let names = title.smallWords.contains { word in
            DistrictKey(type: district.type, code: word).code == DistrictKey(district).code
        }
        return names ? "\"\(title)\"" : "\"\(title)\", \(district.type) \(district.code)"
    }
}
