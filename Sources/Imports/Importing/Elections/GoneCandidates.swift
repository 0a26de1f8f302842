internal import Polling

/// Published contests that a file does not have, and published candidates who stand in none of its contests:
/// some are withdrawn, and some stood at the end of a file that was cut.
struct GoneCandidates {
    private var contests: [Contest] = []
    private var candidates: [(name: String, contest: Contest)] = []
    /// Whether all of them stood last in what is published.
    private let standLast: Bool
    /// Whether they are more than withdraw.
    private let areMany: Bool

    /// - Parameters:
    ///   - published: The dataset's contests, in the order in which they were published.
    ///   - passed: The file's, in its order.
    ///   - changes: What becomes of their candidates: those that it tells are left out.
    ///   - refused: Contests of the file of which rows were refused: what they lack may stand there.
    /// - Complexity: O(n) for n candidates.
    init(
        of published: [Contest],
        by passed: [Contest],
        _ changes: CandidateChanges,
        refused: Set<Contest.ID>
    ) {
        let new = changes.new
        guard published.contains(where: { new.contests[$0.id] != nil }) else {
            // That all of them are gone takes consent.
            (standLast, areMany) = (false, false)
            return
        }
        let told = Set(changes.lost.map { [$0.contest.id.rawValue, $0.name] })
        for contest in published where !refused.contains(contest.id) {
            let standing = Self.standing(in: contest)
            guard new.contests[contest.id] != nil else {
                // One that is called otherwise now keeps its candidates.
                let isRenamed = standing.contains { candidate in
                    new.named[candidate.person.name]?
                        .contains { changes.old.contests[$0] == nil } == true
                }
                if !isRenamed { contests.append(contest) }
                continue
            }
            // As many new names as are gone are other spellings, or take the places of those.
            guard new.parties[contest.id]?.count ?? 0 < standing.count else { continue }
            for (person, name) in standing
            where new.standing[person] == nil && !told.contains([contest.id.rawValue, name]) {
                candidates.append((name, contest))
            }
        }
        standLast = Self.standLast(contests, candidates, of: published, passed.last?.id)
        areMany = !contests.isEmpty || candidates.count > changes.allowed
    }

    /// Who stands in a contest, in its order: one of several parties once.
    private static func standing(
        in contest: Contest
    ) -> [(person: CandidateChanges.Person, name: String)] {
        var seen: Set<CandidateChanges.Person> = []
        return contest.candidates.compactMap { candidate in
            guard let person = CandidateChanges.Person(candidate, in: contest),
                seen.insert(person).inserted
            else { return nil }
            return (person, candidate.name.text())
        }
    }

    /// Whether contests are those behind the last one of a file, and candidates the last of that one.
    private static func standLast(
        _ contests: [Contest],
        _ candidates: [(name: String, contest: Contest)],
        of published: [Contest],
        _ lastPassed: Contest.ID?
    ) -> Bool {
        guard !contests.isEmpty || !candidates.isEmpty,
            let last = published.firstIndex(where: { $0.id == lastPassed }),
            published[(last + 1)...].map(\.id) == contests.map(\.id),
            candidates.allSatisfy({ $0.contest.id == lastPassed })
        else { return false }
        return standing(in: published[last]).suffix(candidates.count).map(\.name)
            == candidates.map(\.name)
    }

    /// What is told of them.
    var notes: [ImportNote] {
        let end = Finding(
            .endMissing,
            ["contests": .count(contests.count), "candidates": .count(candidates.count)]
        )
        let names = candidates.map { "\"\($0.name)\" (\(CandidateChanges.label($0.contest)))" }
        let findings = [
            standLast ? end : nil,
            ExampleList(contests.map(CandidateChanges.label)).finding(.contestsGone, "contests"),
            ExampleList(names).finding(.candidatesGone, "candidates"),
        ].compactMap { $0 }
        // A candidate who withdraws is no reason to look twice, unless the file may be cut there.
        return findings.map { ImportNote(standLast || areMany ? .warning : .note, $0) }
    }
}
