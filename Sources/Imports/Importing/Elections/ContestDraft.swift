internal import Polling

/// A contest while its rows come in.
struct ContestDraft: Sendable {
    var contest: Contest
    /// Ballot orders of the candidates, beside them; rows of a file without them count up.
    var orders: [Int] = []
    var candidateSlots: [String: Int] = [:]
    /// Who is elected together with candidates, by their places among these.
    var mates: [Int: Candidate] = [:]
    var precincts: [String: Set<String>] = [:]
    /// Whether a row is for all precincts.
    var isEverywhere = false

    /// The contest with its candidates in the order of the ballot, each beside the mate.
    ///
    /// - Complexity: O(n log n) for n candidates.
    var ordered: Contest {
        var ordered = contest
        let ranked = zip(orders, contest.candidates).enumerated()
            .sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }
        ordered.candidates = []
        for (place, entry) in ranked.enumerated() {
            for var candidate in [entry.element.1, mates[entry.offset]].compactMap(\.self) {
                candidate.ticket = place + 1
                ordered.candidates.append(candidate)
            }
        }
        return ordered
    }
}
