import Datasets
import Geodesy
import PollingTesting
import Testing
import Timekeeping

@testable import Polling

/// Elections of another place that come sooner than the voter's own. It is noon of 23 November 2026, and the
/// voter's station is open on 11 May 2027.
@Suite struct FarElectionTests: ThreePrecincts {
    private static let far = "2027-03-01"
    private static let own = "2027-05-11"

    private func day(_ text: String) throws -> CalendarDate {
        try #require(CalendarDate(parsing: text))
    }

    private func election(_ dataset: String, _ day: String) throws -> Election {
        Election(
            dataset: try DatasetName(dataset),
            key: day,
            name: LocalizedText("\(dataset) \(day)"),
            date: try self.day(day),
            timeZone: "UTC"
        )
    }

    private func contests(_ dataset: String, _ day: String, _ codes: [String]) throws -> [Contest] {
        try codes.map { code in
            Contest(
                dataset: try DatasetName(dataset),
                key: "\(day).mayor-\(code)",
                election: ElectionReference(key: day, date: try self.day(day)),
                title: LocalizedText("\(dataset) mayor"),
                area: BallotArea(district: DistrictReference(type: "precinct", code: code)),
                candidates: []
            )
        }
    }

    private func answer(
        stations: [Station]? = nil,
        _ change: (inout FakeVotingStore) throws -> Void
    ) async throws -> VoterAnswer {
        var store = FakeVotingStore(districts: try standardDistricts())
        try change(&store)
        var one = try station("one", serving: ["1"], at: place(0.005, 0.006))
        one.hours = "\(Self.own) 07:00-19:00"
        let directory = StationDirectory(store: FakeStationStore([one] + (stations ?? [])))
        let moment = try #require(Timestamp(rfc3339: "2026-11-23T12:00:00Z"))
        let voting = VotingDirectory(
            stations: directory,
            store: store,
            clock: ManualWallClock(moment)
        )
        try await voting.load()
        return try ask(voting.guide, 0.005, 0.005)
    }

    private func expectOwn(_ answer: VoterAnswer) {
        #expect(answer.assignment?.stations.map(\.station.id.rawValue) == ["stations.one"])
        #expect(answer.otherElections.count == 0)
        #expect(answer.warnings.allSatisfy { $0.code != .noStationForElection })
    }

    @Test("a list of elections of which nothing tells whose they are takes no station away")
    func electionsAlone() async throws {
        let answer = try await answer { store in
            store.elections = [try election("far", Self.far)]
        }
        expectOwn(answer)
        #expect(answer.ballot.elections.isEmpty)
    }

    @Test(
        "contests for a code of the voter's, of which nothing tells whose they are, are told beside the own",
        arguments: [true, false]
    )
    func contests(hasOwnContests: Bool) async throws {
        let answer = try await answer { store in
            store.contests = try contests("far", Self.far, ["1", "2", "99"])
            store.elections = [try election("days", Self.own)]
            if hasOwnContests { store.contests += try contests("here", Self.own, ["1", "2", "3"]) }
        }
        expectOwn(answer)
        #expect(answer.ballot.elections.map(\.key) == [Self.own])
        #expect(answer.ballot.contests.map { $0.dataset.text } == (hasOwnContests ? ["here"] : []))
        let warning = try #require(answer.warnings.first { $0.wording == .doubtfulElection })
        #expect(warning.values["date"] == .day(try day(Self.far)))
    }

    @Test(
        "of the elections of one feed the next one counts, whether a station is loaded for it or not"
    )
    func oneFeed() async throws {
        let answer = try await answer { store in
            store.contests =
                try contests("all", Self.far, ["1", "2", "3"])
                + contests("all", Self.own, ["1", "2", "3"])
        }
        #expect(answer.assignment == nil)
        #expect(answer.ballot.elections.map(\.key) == [Self.far])
        #expect(answer.warnings.contains { $0.code == .noStationForElection })
    }

    @Test(
        "a far station of the voter's code that is open sooner does not make its election the voter's"
    )
    func farStation() async throws {
        var stray = try station("far", serving: ["1"], at: place(40, 40), dataset: "far-stations")
        stray.hours = "\(Self.far) 07:00-19:00"
        let answer = try await answer(stations: [stray]) { store in
            store.elections = [try election("spring", Self.far), try election("days", Self.own)]
        }
        expectOwn(answer)
    }
}
