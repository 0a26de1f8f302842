/// Which boundaries count: those in force on the day of the election that is shown.
extension VoterGuide {
    /// The answer by the boundaries of the election that it shows.
    ///
    /// Which election is the voter's is known only once the districts are. So the voter is answered by
    /// the boundaries of the day that is asked for, or of today; where the election of that answer is
    /// held under other boundaries, once more by these.
    ///
    /// - Parameters:
    ///   - election: The id or the key of an election; nil for the voter's next.
    ///   - answer: Answers by the districts that are in force on a day.
    func byVintage<Answer>(
        _ election: String?,
        _ answer: (DistrictMap) -> Answer
    ) -> Answer where Answer: ShowsElections {
        let vintages = districts
        let named = election.flatMap { name in
            ballots.named(name).lazy.compactMap(\.election.date).first
        }
        let day = named ?? today
        let first = answer(vintages.map(on: day))
        guard let shown = first.shownDay, !vintages.isSame(shown, day) else { return first }
        return answer(vintages.map(on: shown))
    }
}

/// An answer that may show an election.
protocol ShowsElections {
    /// The day of the first election that is shown and has one; nil where there is none.
    var shownDay: CalendarDate? { get }
}

extension VoterAnswer: ShowsElections {
    var shownDay: CalendarDate? { ballot.elections.lazy.compactMap(\.date).first }
}

extension VoterAnswer?: ShowsElections {
    var shownDay: CalendarDate? { self?.shownDay }
}
