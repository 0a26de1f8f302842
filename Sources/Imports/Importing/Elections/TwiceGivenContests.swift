internal import Polling

/// Contests of a file that may be one which is written in two ways: `Lt. Governor` and `Lieutenant
/// Governor`, or `District 1, Commissioner` and `Commissioner District 1`.
///
/// They are of one election, at least half of the candidates of the one that has fewer stand in both, their
/// titles have half of their words in common, and a voter may have both on the ballot.
struct TwiceGivenContests {
    private var pairs: [(first: String, second: String)] = []

    /// What is no candidate, and stands in many contests.
    static let nobody: Set<String> = [
        "writein", "write in", "writeins", "none of the above", "other", "others", "scattering",
        "scattered",
    ]
    /// Of candidates with more contests nothing is learned: they are no people.
    private static let mostContests = 8

    private struct Entry {
        let title: String
        let election: String
        let words: Set<String>
        let candidates: Set<String>
        let area: BallotArea
    }

    /// - Complexity: O(n) for n candidates.
    init(_ contests: [(contest: Contest, area: BallotArea)]) {
        let entries = contests.map { contest, area in
            Entry(
                title: contest.title.text(),
                election: contest.election.key,
                words: Set(contest.title.text().smallWords),
                candidates: Set(
                    contest.candidates.map { $0.name.text().smallWords.joined(separator: " ") }
                ).subtracting(Self.nobody).filter { !$0.isEmpty && !BallotAnswer.isAnswer($0) },
                area: area
            )
        }
        var standing: [String: [Int]] = [:]
        for (slot, entry) in entries.enumerated() {
            for name in entry.candidates { standing[name, default: []].append(slot) }
        }
        var seen: Set<[Int]> = []
        for slots in standing.values where 2...Self.mostContests ~= slots.count {
            for (place, first) in slots.enumerated() {
                for second in slots[(place + 1)...] where seen.insert([first, second]).inserted {
                    guard Self.mayBeOne(entries[first], entries[second]) else { continue }
                    pairs.append((entries[first].title, entries[second].title))
                }
            }
        }
        pairs.sort { ($0.first, $0.second) < ($1.first, $1.second) }
    }

    private static func mayBeOne(_ one: Entry, _ other: Entry) -> Bool {
        func isHalf(_ some: Set<String>, _ others: Set<String>) -> Bool {
            some.intersection(others).count * 2 >= min(some.count, others.count)
        }
        // `Seat 1` and `Seat 2` are two, and `Seat` alone may be either.
        func numbers(_ entry: Entry) -> Set<String> {
            entry.words.filter { $0.contains(where: \.isNumber) }
        }
        return one.election == other.election && numbers(one) == numbers(other)
            && isHalf(one.candidates, other.candidates) && isHalf(one.words, other.words)
            && mayMeet(one.area, other.area)
    }

    /// Whether a voter may have what is voted on in both areas.
    private static func mayMeet(_ one: BallotArea, _ other: BallotArea) -> Bool {
        let (keys, others) = (
            Set(one.references.map(DistrictKey.init)), Set(other.references.map(DistrictKey.init))
        )
        guard let first = keys.first, let second = others.first else { return true }
        // Nothing tells which precincts lie in which district.
        return first.type != second.type || !keys.isDisjoint(with: others)
    }

    var notes: [ImportNote] {
        guard let example = pairs.first else { return [] }
        return [
            ImportNote(
                .warning,
                Finding(
                    .contestGivenTwice,
                    [
                        "count": .count(pairs.count), "first": .text(example.first),
                        "second": .text(example.second),
                    ]
                )
            )
        ]
    }
}
