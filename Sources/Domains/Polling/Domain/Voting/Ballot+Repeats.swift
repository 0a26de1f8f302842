internal import Datasets

extension Ballot {
    /// The ballot without contests that another dataset has as well: of one day and one title, whatever its
    /// capitals, with all of their candidates.
    ///
    /// - Returns: Also the titles of those that two datasets have with some candidates in common and others
    ///   that are not: both stay.
    /// - Complexity: O(n) for n candidates, typical.
    func withoutRepeats(
        _ date: (Contest) -> CalendarDate?
    ) -> (ballot: Ballot, differing: [String]) {
        guard Set(contests.map(\.dataset)).count > 1 else { return (self, []) }
        var kept: [Contest] = []
        var slots: [String: [Int]] = [:]
        var differing: [String] = []
        for contest in contests {
            let names = contest.candidateNames
            let title = contest.title.text().smallWords.joined(separator: " ")
            let key = "\(date(contest)?.description ?? "") \(title)"
            let rival =
                names.isEmpty
                ? nil
                : slots[key]?.first { slot in
                    !DatasetLinks.isOneFeed(kept[slot].dataset, contest.dataset)
                        && !kept[slot].candidateNames.isDisjoint(with: names)
                }
            if let rival {
                let others = kept[rival].candidateNames
                if names.isSubset(of: others) { continue }
                if names.isSuperset(of: others) {
                    kept[rival] = contest
                    continue
                }
                differing.append(contest.title.text())
            }
            slots[key, default: []].append(kept.count)
            kept.append(contest)
        }
        guard kept.count < contests.count || !differing.isEmpty else { return (self, []) }
        let ballot = Ballot(
            elections: elections,
            contests: kept,
            measures: measures,
            reach: reach
        )
        return (ballot, differing)
    }
}

extension Contest {
    /// The names of the candidates, whatever their capitals.
    fileprivate var candidateNames: Set<String> {
        Set(candidates.map { $0.name.text().smallWords.joined(separator: " ") })
    }
}
