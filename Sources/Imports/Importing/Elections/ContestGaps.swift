internal import Polling

/// What the contests of a file lack: somebody who stands, and somebody whose ballot they are on.
enum ContestGaps {
    /// What to say of them.
    static func notes(_ contests: [(contest: Contest, area: BallotArea)]) -> [ImportNote] {
        let vacant = contests.filter { $0.contest.candidates.isEmpty }
        let unplaced = contests.filter {
            $0.contest.area.district == nil && $0.area == BallotArea()
        }
        return [
            note(.contestsWithNobody, vacant.map(\.contest)),
            note(.contestsWithoutDistrict, unplaced.map(\.contest)),
        ].compactMap { $0 }
    }

    private static func note(_ wording: BallotWording, _ contests: [Contest]) -> ImportNote? {
        guard let first = contests.first else { return nil }
        let example = Finding.Value.text(first.title.text())
        return ImportNote(
            .warning,
            Finding(wording, ["contests": .count(contests.count), "example": example])
        )
    }
}
