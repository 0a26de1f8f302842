import Datasets
import Geodesy
import Polling
import PollingTesting
import Testing

/// Two places vote on one day, and each has its own election.
@Suite struct ElectionPlacesTests: ThreePrecincts {
    private func election(_ dataset: String, _ name: String, key: String = "2026-11-03") throws
        -> Election
    {
        Election(
            dataset: try DatasetName(dataset),
            key: key,
            name: LocalizedText(name),
            date: CalendarDate(year: 2026, month: 11, day: 3)
        )
    }

    private func contest(_ dataset: String, _ precinct: String) throws -> Contest {
        Contest(
            dataset: try DatasetName(dataset),
            key: precinct,
            election: ElectionReference(
                key: "2026-11-03",
                date: CalendarDate(year: 2026, month: 11, day: 3)
            ),
            title: LocalizedText("\(dataset) \(precinct)"),
            area: BallotArea(district: DistrictReference(type: "precinct", code: precinct))
        )
    }

    /// The precincts here with contests of theirs, and a feed of a far place.
    private func guide(_ elections: [Election], contests: [String] = ["here", "far-contests"])
        async throws -> VoterGuide
    {
        let far = try station("far", serving: ["1"], at: place(40, 40), dataset: "far-stations")
        return try await guide(stations: standardStations() + [far]) { store in
            store.elections = elections
            store.contests = try contests.flatMap { dataset in
                try ["1", "2", "3"].map { try contest(dataset, $0) }
            }
            store.addresses = [
                try entry("far-addresses", "Elm St", precinct: "1", at: place(40, 40))
            ]
        }
    }

    private func ids(_ answer: VoterAnswer) -> [String] {
        answer.ballot.elections.map(\.id.rawValue)
    }

    private func titles(_ answer: VoterAnswer) -> [String] {
        answer.ballot.contests.map { $0.title.text() }
    }

    @Test("contests without an election of their own do not take another place's of that day")
    func notAnothers() async throws {
        let guide = try await guide([try election("far-elections", "Far General")])
        let here = try ask(guide, 0.005, 0.005)
        #expect(ids(here) == ["here.2026-11-03"])
        #expect(titles(here) == ["here 1"])
        let far = try ask(guide, "Elm St")
        #expect(far.ballot.elections.map { $0.name.text() } == ["Far General"])
        #expect(titles(far) == ["far-contests 1"])
        #expect(
            guide.ballots.entries.map(\.election.id.rawValue)
                == ["far-elections.2026-11-03", "here.2026-11-03"]
        )
        for entry in guide.ballots.entries {
            let found = try #require(guide.ballots.entry(entry.election.id.rawValue))
            #expect(found.election == entry.election)
            #expect(found.contests.count == 3)
        }
    }

    @Test("every published election is listed, and contests go with their own feed's")
    func listed() async throws {
        let guide = try await guide(
            [
                try election("a-elections", "Another's"), try election("far-elections", "Far"),
                try election("here-elections", "Here"),
            ],
            contests: ["here-contests", "far-contests"]
        )
        #expect(guide.ballots.entries.map(\.contests.count) == [0, 3, 3])
        #expect(try ids(ask(guide, 0.005, 0.005)) == ["here-elections.2026-11-03"])
        #expect(try ids(ask(guide, "Elm St")) == ["far-elections.2026-11-03"])
    }

    @Test(
        "a list of elections of which nothing tells that it is another place's goes with contests"
    )
    func separate() async throws {
        let guide = try await guide([
            try election("far-elections", "Far"), try election("the-days", "General"),
        ])
        #expect(try ids(ask(guide, 0.005, 0.005)) == ["the-days.2026-11-03"])
        #expect(guide.ballots.entries.map(\.contests.count) == [3, 3])
    }

    @Test("an election that is asked for is told to the voters of its place, without contests too")
    func bare() async throws {
        let guide = try await guide(
            [
                try election("far-elections", "Far Runoff", key: "runoff"),
                try election("the-days", "Special", key: "special"),
            ],
            contests: ["far-contests"]
        )
        let here = VoterLocation(coordinate: try place(0.005, 0.005), source: .point)
        let special = guide.answer(at: here, election: "special")
        #expect(ids(special) == ["the-days.special"])
        #expect(titles(special) == [])
        #expect(
            special.warnings.first { $0.code == .incompleteBallot }?.message
                == "Your ballot may have more than this: no contest and no measure of this election is "
                + "loaded."
        )
        let runoff = guide.answer(at: here, election: "runoff")
        #expect(ids(runoff) == [])
        #expect(!runoff.warnings.contains { $0.code == .incompleteBallot })
        let far = try #require(guide.answer(address: "Elm St", election: "runoff"))
        #expect(ids(far) == ["far-elections.runoff"])
        #expect(far.warnings.contains { $0.code == .incompleteBallot })
        // Nobody lives where no district is.
        let sea = VoterLocation(coordinate: try place(-5, -5), source: .point)
        #expect(ids(guide.answer(at: sea, election: "special")) == [])
        #expect(ids(guide.answer(at: here)) == [])
    }

    @Test("by its id an election is one place's, and by its key each voter's own")
    func named() async throws {
        let guide = try await guide([try election("far-elections", "Far General")])
        let here = VoterLocation(coordinate: try place(0.005, 0.005), source: .point)
        for name in ["2026-11-03", "here.2026-11-03"] {
            let answer = guide.answer(at: here, election: name)
            #expect(ids(answer) == ["here.2026-11-03"])
            #expect(titles(answer) == ["here 1"])
        }
        let other = guide.answer(at: here, election: "far-elections.2026-11-03")
        #expect(ids(other) == [])
        #expect(titles(other) == [])
        let far = try #require(guide.answer(address: "Elm St", election: "2026-11-03"))
        #expect(ids(far) == ["far-elections.2026-11-03"])
    }
}
