import Datasets
import Geodesy
import Polling
import PollingTesting
import Testing

/// Elections that are far away, and those of which no day is known, are not shown as the next one without a
/// word. The voter asks on 3 November 2026.
@Suite struct ElectionDaysTests: ThreePrecincts {
    private func contest(_ key: String, _ date: CalendarDate?) throws -> Contest {
        Contest(
            dataset: try DatasetName("county"),
            key: key,
            election: ElectionReference(key: key, date: date),
            title: LocalizedText("Mayor \(key)"),
            area: BallotArea(district: DistrictReference(type: "precinct", code: "1")),
            candidates: [Candidate(name: LocalizedText("Ann Lee"), ticket: 1)]
        )
    }

    private func wordings(_ contests: [Contest]) async throws -> Set<VoterWarning.Wording> {
        let answer = try ask(try await guide { $0.contests = contests }, 0.005, 0.005)
        return Set(answer.warnings.map(\.wording))
    }

    @Test(
        "a next election more than a year away is told to be far",
        arguments: [
            (2027, 5, 11, false), (2027, 11, 4, false), (2027, 11, 5, true), (2031, 11, 4, true),
        ]
    )
    func far(year: Int, month: Int, day: Int, isTold: Bool) async throws {
        let date = try #require(CalendarDate(year: year, month: month, day: day))
        let found = try await wordings([try contest("next", date)])
        #expect(found.contains(.farElection) == isTold)
        // A nearer one is shown, and nothing is far.
        let near = try #require(CalendarDate(year: 2027, month: 5, day: 11))
        let both = try await wordings([try contest("next", date), try contest("near", near)])
        #expect(!both.contains(.farElection))
    }

    @Test("contests of an election without a day beside those of another are told")
    func undated() async throws {
        let near = try #require(CalendarDate(year: 2027, month: 5, day: 11))
        let both = try await wordings([try contest("a", near), try contest("b", nil)])
        #expect(both.contains(.undatedElection))
        let one = try await wordings([try contest("a", near)])
        #expect(!one.contains(.undatedElection))
        let alone = try await wordings([try contest("b", nil)])
        #expect(!alone.contains(.undatedElection))
    }
}
