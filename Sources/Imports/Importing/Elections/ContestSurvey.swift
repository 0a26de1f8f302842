internal import Polling

/// Which contests the rows of a file are of, found out from all of them before any contest is made.
///
/// A contest is an office and its district. Where that does not tell them apart, its candidates do: they
/// meet in the places in which the contest is on the ballot, and those of two contests do not.
struct ContestSurvey {
    /// What rows say of which contest they are of.
    struct Identity: Hashable {
        let key: String
        let district: DistrictKey?
        /// Whose primary it is, in small letters.
        let primaryParty: String?
        /// The number to vote for that stands in the title: contests of one title may differ by it.
        var votesInTitle: Int?
        /// The day of the election: several may have one name.
        var day: CalendarDate?
    }

    /// A precinct, by the numbers of its county and its name; -1 where a row has none.
    struct Place: Hashable {
        let county: Int
        let precinct: Int
    }

    /// A candidate in a county.
    struct Standing: Hashable {
        let candidate: Int
        let county: Int
    }

    /// What a column that was not taken says beside the candidates; nil once it says two things of one
    /// in one county.
    typealias Trace = [Standing: String]

    /// The rows of one identity.
    struct Group {
        let title: String
        var names: [String] = []
        var slots: [String: Int] = [:]
        var places: [Place: CandidateNumbers] = [:]
        /// The first of the counties that each candidate stands in, by the candidate's number; of a contest
        /// that falls into counties.
        fileprivate(set) var firstCounties: [Int: Int] = [:]
        /// By their place among the columns that were not taken.
        var traces: [Trace?]
        /// How the rows fall into contests.
        var split = Split.whole
        /// The parties of candidates, of rows that may be of a primary.
        var parties: [Int: String] = [:]
        /// Whether its choices are answers, and nobody stands.
        var isQuestion: Bool { !names.isEmpty && names.allSatisfy(BallotAnswer.isAnswer) }
        /// Whether no row says anything but its title.
        fileprivate(set) var isTitleAlone = true
        /// Whether it is a heading between the rows of contests, such as `COUNTY OFFICES`.
        var isHeading: Bool { names.isEmpty && isTitleAlone }
        /// Whether a row says how many are elected or may be marked, and that it is more than one.
        var isForSeveral = false
    }

    /// How the rows of one identity fall into contests.
    enum Split {
        case whole
        /// One for each county.
        case counties
        /// Those whose candidates have a precinct in common: of each candidate the number of its part, and of
        /// each part the first of its precincts.
        case parts(of: [Int], names: [String])
    }

    /// The columns that were not taken.
    let columns: [(index: Int, name: String)]
    private(set) var groups: [Identity: Group] = [:]
    /// In the order in which they are first named.
    private(set) var order: [Identity] = []
    /// The days of the elections that rows name.
    private(set) var elections = ElectionDays()
    /// Those that are none, once all were added: questions with answers, and headings.
    private var questions: Set<Identity> = []
    private var headings: Set<Identity> = []
    private(set) var counties = Names()
    private(set) var precincts = Names()
    /// The numbers to vote for that stand in the titles of one key.
    private var votes: [String: Set<Int>] = [:]
    /// The districts that rows of one key are for.
    private var districts: [String: Set<DistrictKey?>] = [:]
    /// What a column says in a place, as long as it says one thing in each; by column.
    private var ofPlaces: [[Place: Int]?]

    /// Texts by their numbers, in the order in which they are met.
    struct Names {
        private(set) var texts: [String] = []
        private var numbers: [String: Int] = [:]

        /// The number of a text; -1 of none.
        func number(_ text: String?) -> Int { text.flatMap { numbers[$0] } ?? -1 }

        /// The same, of a new text the next one.
        fileprivate mutating func add(_ text: String?) -> Int {
            guard let text else { return -1 }
            if let number = numbers[text] { return number }
            numbers[text] = texts.count
            texts.append(text)
            return texts.count - 1
        }
    }

    /// - Parameter columns: Those that no field has taken.
    init(columns: [(index: Int, name: String)]) {
        self.columns = columns
        ofPlaces = columns.map { _ in [:] }
    }

    /// Whether the file is of several counties, so that a precinct's name alone does not tell it.
    var hasCounties: Bool { Set(counties.texts.map(CountyKey.init)).count > 1 }

    /// Whether rows with the key of a contest are for several districts.
    func hasDistricts(_ key: String) -> Bool { (districts[key]?.count ?? 0) > 1 }

    /// Whether titles with the key of a contest differ by the number to vote for.
    func hasVotes(_ key: String) -> Bool { (votes[key]?.count ?? 0) > 1 }

    /// What tells a row's contest from others: titles with and without the one number are of one, and so are
    /// rows with and without the one day.
    func settledIdentity(_ row: ContestRow) -> Identity {
        var identity = row.identity
        if !hasVotes(identity.key) { identity.votesInTitle = nil }
        if !elections.isOfSeveral(row.election) { identity.day = nil }
        return identity
    }

    /// - Parameter isForSeveral: Whether the row says that several are elected.
    mutating func add(_ row: ContestRow, _ cells: borrowing Row, isForSeveral: Bool = false) {
        let identity = row.identity
        elections.add(row.election)
        districts[identity.key, default: []].insert(identity.district)
        if let count = identity.votesInTitle { votes[identity.key, default: []].insert(count) }
        if groups[identity] == nil {
            order.append(identity)
            groups[identity] = Group(title: row.title, traces: columns.map { _ in [:] })
        }
        if isForSeveral { groups[identity]?.isForSeveral = true }
        if StationHeading.only(of: cells) == nil { groups[identity]?.isTitleAlone = false }
        let place = Place(county: counties.add(row.county), precinct: precincts.add(row.precinct))
        if place.precinct >= 0 { learnPlace(place, cells) }
        // A precinct without candidates is one, too.
        groups[identity]?.note(place)
        if let key = row.candidateKey {
            let slot = groups[identity]?.add(key, named: row.candidate ?? key) ?? 0
            if row.mayBePrimary, let party = row.party?.text() {
                groups[identity]?.parties[slot] = party
            }
            groups[identity]?.places[place]?.insert(slot)
            let standing = Standing(candidate: slot, county: place.county)
            for column in columns.indices {
                groups[identity]?.learn(cells.text(columns[column].index), column, standing)
            }
        }
    }

    private mutating func learnPlace(_ place: Place, _ cells: borrowing Row) {
        for column in columns.indices where ofPlaces[column] != nil {
            let value = Int(truncatingIfNeeded: cells.hash(columns[column].index))
            if ofPlaces[column]?[place] == nil {
                ofPlaces[column]?[place] = value
            } else if ofPlaces[column]?[place] != value {
                ofPlaces[column] = nil
            }
        }
    }

    /// Whether a column says one thing in each precinct, whatever the contest: then it is no contest's.
    func isOfPlaces(_ column: Int) -> Bool { ofPlaces[column] != nil }

    /// Whether a row is of a question, which is no contest; known once all were added.
    func isOfQuestion(_ row: ContestRow) -> Bool { questions.contains(row.identity) }

    /// Whether a row is a heading, and of no contest; known once all were added.
    func isHeading(_ row: ContestRow) -> Bool { headings.contains(row.identity) }

    /// Whether all rows are of questions.
    var hasQuestionsAlone: Bool { order.isEmpty && !questions.isEmpty }

    /// Finds how rows of one identity fall into contests, once all were added.
    mutating func settle() {
        questions = Set(groups.filter { $0.value.isQuestion }.keys)
        headings = Set(groups.filter { $0.value.isHeading }.keys)
        order.removeAll { questions.contains($0) || headings.contains($0) }
        for identity in questions.union(headings) { groups[identity] = nil }
        for identity in order { groups[identity]?.settle(identity, precincts.texts) }
    }

    /// The part of its group that a row belongs to, which names its contest besides its identity; nil
    /// where the group is one contest.
    func part(of row: ContestRow) -> String? {
        guard let group = groups[row.identity] else { return nil }
        let slot = row.candidateKey.flatMap { group.slots[$0] }
        let place = Place(
            county: counties.number(row.county),
            precinct: precincts.number(row.precinct)
        )
        switch group.split {
        case .whole: return nil
        case .counties:
            if place.county >= 0 { return row.county }
            return slot.flatMap { group.firstCounties[$0] }.map { counties.texts[$0] }
        case .parts(let numbers, let names):
            let candidate = slot ?? group.places[place]?.all.first
            return candidate.map { names[numbers[$0]] }
        }
    }
}

extension ContestSurvey {
    /// Which contests of one name fall apart, and by what.
    var notes: [ImportNote] {
        var byCounty: [String] = []
        var byPrecinct: [String] = []
        for identity in order {
            guard let group = groups[identity] else { continue }
            switch group.split {
            case .whole: continue
            case .counties:
                let count = Set(group.places.keys.map(\.county).filter { $0 >= 0 }).count
                byCounty.append("\"\(group.title)\" (\(count))")
            case .parts(_, let names): byPrecinct.append("\"\(group.title)\" (\(names.count))")
            }
        }
        func note(_ wording: BallotWording, _ titles: [String]) -> ImportNote? {
            guard !titles.isEmpty else { return nil }
            let names = Finding.list(Array(titles.prefix(5)), more: max(0, titles.count - 5))
            return ImportNote(.note, Finding(wording, ["titles": names]))
        }
        return [note(.contestsByCounty, byCounty), note(.contestsByPrecinct, byPrecinct)]
            .compactMap { $0 }
    }
}

extension ContestSurvey.Group {
    fileprivate mutating func add(_ key: String, named name: String) -> Int {
        if let slot = slots[key] { return slot }
        slots[key] = names.count
        names.append(name)
        return names.count - 1
    }

    fileprivate mutating func note(_ place: ContestSurvey.Place) {
        if places[place] == nil { places[place] = CandidateNumbers() }
    }

    fileprivate mutating func learn(
        _ text: String?,
        _ column: Int,
        _ standing: ContestSurvey.Standing
    ) {
        // No copy is held while the trace changes.
        guard let text, traces[column] != nil else { return }
        if let known = traces[column]?[standing] {
            if known != text { traces[column] = nil }
        } else {
            traces[column]?[standing] = text
        }
    }

    /// - Parameter precincts: The names of the precincts by their numbers.
    fileprivate mutating func settle(
        _ identity: ContestSurvey.Identity,
        _ precincts: [String]
    ) {
        if fallsIntoCounties {
            split = .counties
            for (place, candidates) in places where place.county >= 0 {
                for candidate in candidates.all {
                    firstCounties[candidate] = min(
                        firstCounties[candidate] ?? place.county,
                        place.county
                    )
                }
            }
        } else if identity.district == nil {
            settleParts(precincts)
        }
    }

    /// Whether the candidates of some counties are others than those of the rest. Counties have a contest
    /// in common where more than half of the candidates of the one that has fewer are those of the other.
    private var fallsIntoCounties: Bool {
        var sets: [Int: Set<Int>] = [:]
        for (place, candidates) in places where place.county >= 0 && !candidates.all.isEmpty {
            sets[place.county, default: []].formUnion(candidates.all)
        }
        let all = sets.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.map(\.value)
        guard all.count > 1, all.count <= Self.mostCounties else { return false }
        var joined = DisjointSets(count: all.count)
        for second in all.indices {
            // Whoever has stopped the import finds that out behind this.
            if ImportCancellation.isSet { return false }
            for first in 0..<second where joined.root(first) != joined.root(second) {
                let common = all[first].intersection(all[second]).count
                if common * 2 > min(all[first].count, all[second].count) {
                    joined.join(first, second)
                }
            }
        }
        return joined.count > 1
    }

    /// Of more there is no country; what a column has more of are no counties.
    private static let mostCounties = 4_000

    private mutating func settleParts(_ precincts: [String]) {
        var joined = DisjointSets(count: names.count)
        var isPlaced = Array(repeating: false, count: names.count)
        for (place, candidates) in places where place.precinct >= 0 {
            for candidate in candidates.all {
                isPlaced[candidate] = true
                joined.join(candidates.all[0], candidate)
            }
        }
        let roots = Set(names.indices.filter { isPlaced[$0] }.map { joined.root($0) })
        guard roots.count > 1 else { return }
        var first: [Int: String] = [:]
        for (place, candidates) in places where place.precinct >= 0 {
            guard let candidate = candidates.all.first else { continue }
            let (root, name) = (joined.root(candidate), precincts[place.precinct])
            if let known = first[root], !PrecinctCodes.comesBefore(name, known) { continue }
            first[root] = name
        }
        var names: [String] = []
        var numbers: [Int: Int] = [:]
        // Candidates of no precinct are a part by themselves.
        let parts = self.names.indices.map { candidate -> Int in
            let root = isPlaced[candidate] ? joined.root(candidate) : -1
            if let number = numbers[root] { return number }
            numbers[root] = names.count
            names.append(first[root] ?? "elsewhere")
            return names.count - 1
        }
        split = .parts(of: parts, names: names)
    }
}

/// Sets of numbers that are joined two at a time.
///
/// Source: R. E. Tarjan, "Efficiency of a good but not linear set union algorithm", J. ACM 22 (1975),
/// with paths halved.
struct DisjointSets {
    private var parents: [Int]
    /// How many sets there are.
    private(set) var count: Int

    /// Sets of one number each, from 0 to `count` - 1.
    init(count: Int) {
        parents = Array(0..<count)
        self.count = count
    }

    /// The number that stands for a number's set.
    mutating func root(_ number: Int) -> Int {
        var number = number
        while parents[number] != number {
            parents[number] = parents[parents[number]]
            number = parents[number]
        }
        return number
    }

    /// Joins the sets of two numbers.
    mutating func join(_ first: Int, _ second: Int) {
        let (left, right) = (root(first), root(second))
        guard left != right else { return }
        parents[max(left, right)] = min(left, right)
        count -= 1
    }
}
