internal import Polling

/// Candidates whose parties are those of others.
extension CandidateChanges {
    /// How somebody has come by the party of another candidate.
    enum PartyChange {
        /// In place of the own one.
        case instead
        /// Besides the own one.
        case besides
    }

    /// Two candidates of a contest, each of whom has the party that the other one had.
    struct PartyExchange {
        let one: String
        let other: String
        let contest: Contest
    }

    /// How somebody who stays in a contest has come by the party of another candidate; nil where nobody's was
    /// taken.
    ///
    /// Where a file calls parties otherwise, none has the name of another one; but where everybody has the one
    /// party that some had of several, it was filled down. A further party is one of those
    /// of others in the contest: a list that supports a candidate, too, has none of its own there.
    func partyChange(of person: Person, in contest: Contest.ID) -> PartyChange? {
        guard let before = old.parties[contest]?[person], !before.isEmpty,
            let after = new.parties[contest]?[person], !after.isEmpty
        else { return nil }
        guard before.isDisjoint(with: after) else {
            let added = after.subtracting(before)
            let isOthers = old.parties[contest]?.contains { other, parties in
                other != person && !parties.isDisjoint(with: added)
            }
            return isOthers == true ? .besides : nil
        }
        if after.isDisjoint(with: old.allParties) { return nil }
        return isFilledDown || !before.isDisjoint(with: new.allParties) ? .instead : nil
    }

    /// Whether everybody has one party, of three or more that are published.
    private var isFilledDown: Bool { new.allParties.count == 1 && old.allParties.count > 2 }

    /// The candidates of a contest who have taken one another's parties, in its order.
    ///
    /// - Complexity: O(n^2) for n candidates whose parties differ.
    func partyExchanges(in contest: Contest) -> [PartyExchange] {
        guard let before = old.parties[contest.id], let after = new.parties[contest.id] else {
            return []
        }
        var waiting: [(person: Person, name: String)] = []
        var exchanges: [PartyExchange] = []
        for candidate in contest.candidates {
            guard let person = Person(candidate, in: contest), let own = before[person],
                let taken = after[person], !own.isEmpty, own.isDisjoint(with: taken)
            else { continue }
            let name = candidate.name.text()
            let other = waiting.firstIndex { before[$0.person] == taken && after[$0.person] == own }
            if let other {
                let one = waiting.remove(at: other).name
                exchanges.append(PartyExchange(one: one, other: name, contest: contest))
            } else if !waiting.contains(where: { $0.person == person }) {
                waiting.append((person, name))
            }
        }
        return exchanges
    }
}
