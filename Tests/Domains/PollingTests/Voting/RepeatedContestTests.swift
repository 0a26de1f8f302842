import Datasets
import Geodesy
import Polling
import PollingTesting
import Testing

/// One contest in two datasets is on the ballot once.
@Suite struct RepeatedContestTests: ThreePrecincts {
    private func contest(
        _ dataset: String,
        _ title: String,
        _ names: [String],
        key: String = "1"
    ) throws -> Contest {
        Contest(
            dataset: try DatasetName(dataset),
            key: key,
            election: ElectionReference(
                key: "may",
                date: CalendarDate(year: 2027, month: 5, day: 11)
            ),
            title: LocalizedText(title),
            area: BallotArea(district: DistrictReference(type: "precinct", code: "1")),
            candidates: names.map { Candidate(name: LocalizedText($0), ticket: 1) }
        )
    }

    private func answer(_ contests: [Contest]) async throws -> VoterAnswer {
        try ask(try await guide { $0.contests = contests }, 0.005, 0.005)
    }

    private func titles(_ answer: VoterAnswer) -> [String] {
        answer.ballot.contests.map { $0.title.text() }
    }

    @Test("the one with more candidates stays, whatever the capitals and whichever comes first")
    func subset() async throws {
        let short = try contest("state", "GOVERNOR", ["ANN LEE"])
        let long = try contest("county", "Governor", ["Ann Lee", "Bob Ray"])
        for contests in [[short, long], [long, short]] {
            let answer = try await answer(contests)
            #expect(titles(answer) == ["Governor"])
            #expect(!answer.warnings.contains { $0.wording == .contestTwice })
        }
    }

    @Test("where each has candidates that the other lacks both stay, and it is told")
    func differing() async throws {
        let answer = try await answer([
            try contest("state", "Governor", ["Ann Lee", "Cy Po"]),
            try contest("county", "Governor", ["Ann Lee", "Bob Ray"]),
        ])
        #expect(titles(answer) == ["Governor", "Governor"])
        #expect(answer.warnings.contains { $0.wording == .contestTwice })
    }

    @Test("councils of one name with other candidates, and contests of one list, are two")
    func apart() async throws {
        let councils = try await answer([
            try contest("city", "Council Member", ["Ann Lee"]),
            try contest("town", "Council Member", ["Cy Po"]),
        ])
        #expect(titles(councils).count == 2)
        let questions = try await answer([
            try contest("state", "Retention", ["Yes", "No"], key: "1"),
            try contest("state", "Retention", ["Yes", "No"], key: "2"),
        ])
        #expect(titles(questions).count == 2)
        for answer in [councils, questions] {
            #expect(!answer.warnings.contains { $0.wording == .contestTwice })
        }
    }
}
