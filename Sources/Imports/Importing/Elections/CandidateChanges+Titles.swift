internal import Polling

/// Candidates who keep their contest, and stand under the title of another one or apart from their rivals.
extension CandidateChanges {
    /// Whether a contest of the file has the title of another published one, which the file calls otherwise:
    /// the column of titles was sorted, or slipped, without the others.
    func takesTitle(_ contest: Contest) -> Bool {
        let title = Title(contest)
        guard let before = old.contests[contest.id], Title(before) != title else { return false }
        return (titled[title] ?? []).contains { other in
            guard other != contest.id, let after = new.contests[other] else { return false }
            return Title(after) != title
        }
    }

    /// Of a published contest for a district that falls into several of its title, those of its candidates who
    /// stand apart from the most, each with the contest: a column of ids or districts slipped in some rows.
    ///
    /// - Complexity: O(n) for n contests of its candidates.
    func parts(of contest: Contest) -> [Person: Contest] {
        guard contest.area.district != nil else { return [:] }
        let title = Title(contest)
        var parts: [Contest.ID: Set<Person>] = [:]
        for person in contest.candidates.compactMap({ Person($0, in: contest) }) {
            for id in new.standing[person] ?? [] {
                guard id == contest.id || !old.stands(person, in: id),
                    let part = new.contests[id], part.area.district != nil, Title(part) == title
                else { continue }
                parts[id, default: []].insert(person)
            }
        }
        guard parts.count > 1, parts.keys.contains(where: { old.contests[$0] == nil }) else {
            return [:]
        }
        let most = parts.max {
            ($0.value.count, $1.key.rawValue) < ($1.value.count, $0.key.rawValue)
        }
        let stayed = parts[contest.id] ?? most?.value ?? []
        var apart: [Person: Contest] = [:]
        for (id, persons) in parts.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            guard let part = new.contests[id] else { continue }
            for person in persons.subtracting(stayed) where apart[person] == nil {
                apart[person] = part
            }
        }
        return apart
    }
}
