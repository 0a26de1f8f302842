internal import Polling

/// Candidates who stand in more contests than before.
///
/// In a file of a row for each precinct and candidate, a column that slipped leaves everybody where most rows
/// are, and puts some besides into the contests above and below; contests fall in two where no precinct is left
/// in which their candidates meet.
extension CandidateChanges {
    /// What contests are called in an election.
    struct Title: Hashable {
        private let election: String
        private let day: CalendarDate?
        private let words: [String]

        init(_ contest: Contest) {
            (election, day) = (contest.election.key, contest.election.date)
            words = contest.title.text().smallWords
        }
    }

    /// A further contest of somebody who stands in more than before; nil where there is none.
    ///
    /// A contest whose title is not published was added to the file, and whoever stands there was, too.
    ///
    /// - Parameters:
    ///   - name: As it is published.
    ///   - contest: In which somebody is published.
    /// - Returns: One with another title rather than one of the contest's own.
    func addition(of person: Person, named name: String, in contest: Contest) -> Move? {
        guard let before = old.contests(of: person), let after = new.standing[person],
            after.count > before.count
        else { return nil }
        let joined = after.filter { !before.contains($0) }.compactMap { new.contests[$0] }
            .filter { titled[Title($0)] != nil }
        let title = Title(contest)
        return (joined.first { Title($0) != title } ?? joined.first)
            .map { Move(name: name, from: contest, to: $0) }
    }
}
