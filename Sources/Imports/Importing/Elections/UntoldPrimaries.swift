/// Contests that look like the primaries of several parties, of which the file says neither that they are
/// nor that they are none: two candidates or more of each of two parties.
struct UntoldPrimaries {
    private let titles: [String]
    private let example: String
    private let total: Int

    /// - Returns: nil where less than half of the contests with two parties look so: boards of several
    ///   seats do in general elections, too.
    init?(_ survey: ContestSurvey) {
        var partisan = 0
        var titles: [String] = []
        var example = ""
        for identity in survey.order {
            guard let group = survey.groups[identity] else { continue }
            // What one place has on its ballot: an office of many counties has others elsewhere.
            let ballots = group.places.values.map { Self.byParty($0.all, group) }.filter {
                $0.count > 1
            }
            guard !ballots.isEmpty else { continue }
            partisan += 1
            let crowded = ballots.filter { $0.count { $0.value.count > 1 } > 1 }
            guard let first = crowded.first, crowded.count * 2 >= ballots.count,
                !group.isForSeveral
            else { continue }
            if titles.isEmpty {
                example = first.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }.prefix(2)
                    .map { party, candidates in
                        let names = candidates.sorted().prefix(3).map { group.names[$0] }
                        return "\(party): \(names.joined(separator: ", "))"
                    }.joined(separator: "; ")
            }
            titles.append(group.title)
        }
        guard !titles.isEmpty, titles.count * 2 >= partisan else { return nil }
        self.titles = titles
        self.example = example
        total = survey.order.count
    }

    private static func byParty(
        _ candidates: [Int],
        _ group: ContestSurvey.Group
    ) -> [String: [Int]] {
        candidates.reduce(into: [:]) { parties, candidate in
            if let party = group.parties[candidate] {
                parties[party, default: []].append(candidate)
            }
        }
    }

    /// What is to be agreed to before they are published.
    var consent: GuardFinding {
        GuardFinding(
            limit: .mixedContests,
            count: titles.count,
            allowed: 0,
            published: total,
            text:
                "\(counted(titles.count, "contest")) with several candidates of each of several parties, "
                + "such as \"\(titles[0])\" (\(example)): where they are primaries, every voter would be shown "
                + "the candidates of all parties as one contest. Say so with --set stage=primary, which makes "
                + "a contest of each party; or that all stand against each other, with --set stage=general",
            values: ["contest": .text(titles[0]), "example": .text(example)]
        )
    }
}
