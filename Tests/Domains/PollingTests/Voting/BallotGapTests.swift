import Datasets
import Geodesy
import Polling
import PollingTesting
import Testing

/// A ballot that is too short says so.
@Suite struct BallotGapTests: ThreePrecincts {
    private func contest(
        _ key: String,
        _ type: String,
        _ code: String,
        dataset: String = "contests",
        election: String = "2026-general"
    ) throws -> Contest {
        Contest(
            dataset: try DatasetName(dataset),
            key: key,
            election: ElectionReference(
                key: election,
                date: CalendarDate(year: 2026, month: 11, day: 3)
            ),
            title: LocalizedText(key),
            area: BallotArea(district: DistrictReference(type: type, code: code))
        )
    }

    private func message(_ answer: VoterAnswer) -> String? {
        answer.warnings.first { $0.code == .incompleteBallot }?.message
    }

    @Test("a type of which no district is loaded is named, with how much is missing")
    func missingType() async throws {
        let guide = try await guide { store in
            store.contests = [
                try contest("sheriff", "county", "990"),
                try contest("school 1", "school_district", "1"),
                try contest("school 2", "School District", "2"),
            ]
            store.measures = [
                BallotMeasure(
                    id: BallotMeasure.ID(rawValue: "contests.bond"),
                    dataset: try DatasetName("contests"),
                    election: ElectionReference(key: "2026-general"),
                    area: BallotArea(
                        district: DistrictReference(type: "school_district", code: "1")
                    ),
                    title: LocalizedText("Bond")
                )
            ]
        }
        let answer = try ask(guide, 0.005, 0.005)
        #expect(answer.ballot.contests.map { $0.title.text() } == ["sheriff"])
        #expect(
            message(answer)
                == "Your ballot may have more than this: 2 contests and 1 measure are by school "
                + "district, and no district of this type is loaded."
        )
    }

    @Test("districts that are not loaded are named, others of whose type are")
    func missingDistrict() async throws {
        let guide = try await guide { store in
            store.contests = [
                try contest("sheriff", "county", "990"), try contest("one", "precinct", "1"),
                try contest("ninety", "precinct", "90"),
            ]
        }
        #expect(
            message(try ask(guide, 0.005, 0.005))
                == "Your ballot may have more than this: 1 contest is for districts that are not "
                + "loaded, such as precinct 90."
        )
    }

    @Test(
        "a ballot without any contest is told of those of neighbours whose district is not loaded"
    )
    func neighbours() async throws {
        let guide = try await guide { store in
            store.contests = [
                try contest("two", "precinct", "2"), try contest("ninety", "precinct", "P-1"),
            ]
        }
        let answer = try ask(guide, 0.005, 0.005)
        #expect(answer.ballot.contests.isEmpty)
        #expect(message(answer)?.contains("such as precinct P-1") == true)
    }

    @Test(
        "a contest is of the published election whose name or key its file gives, if of one alone"
    )
    func names() throws {
        let days = [(2026, 11, 3), (2027, 3, 2)].map {
            CalendarDate(year: $0.0, month: $0.1, day: $0.2)
        }
        func election(_ day: CalendarDate?, _ name: String) throws -> Election {
            Election(
                dataset: try DatasetName("elections"),
                key: day?.description ?? "",
                name: LocalizedText(name),
                date: day
            )
        }
        func book(_ elections: [Election]) throws -> BallotBook {
            BallotBook(
                elections: elections,
                contests: [
                    Contest(
                        dataset: try DatasetName("contests"),
                        key: "sheriff",
                        election: ElectionReference(key: "general election"),
                        title: LocalizedText("Sheriff"),
                        area: BallotArea(district: DistrictReference(type: "county", code: "1"))
                    )
                ],
                measures: []
            )
        }
        let one = try book([election(days[0], "General Election"), election(days[1], "Primary")])
        #expect(one.entries.map(\.contests.count) == [1, 0])
        #expect(one.entries.first?.contests.first?.election.date == days[0])
        let several = try book([
            election(days[0], "General Election"), election(days[1], "General Election"),
        ])
        #expect(several.entries.map(\.contests.count) == [0, 0, 1])
    }

    @Test("contests of districts that are not loaded may be another place's where none is here")
    func elsewhere() async throws {
        let guide = try await guide { $0.contests = [try contest("ninety", "precinct", "90")] }
        #expect(message(try ask(guide, 0.005, 0.005)) == nil)
    }

    @Test("a whole ballot, and one of another county's contests, say nothing")
    func whole() async throws {
        let guide = try await guide { store in
            store.contests = [
                try contest("sheriff", "county", "990"),
                try contest("elsewhere", "commission", "3", dataset: "another"),
                try contest("past", "commission", "3", election: "2020"),
            ]
        }
        #expect(message(try ask(guide, 0.005, 0.005)) == nil)
        // Who lives in no district at all has no ballot that could be short.
        #expect(message(try ask(guide, 40, 40)) == nil)
    }

    @Test("an address whose list does not name the ward has a ballot without the ward's contests")
    func address() async throws {
        let wards = [try district("8", MultiPolygon([box(0, 0, 0.03, 0.01)]), type: "ward")]
        let guide = try await guide(districts: standardDistricts() + wards) { store in
            store.addresses = [
                try entry("list", "Main St NW", precinct: "1"),
                try entry("list", "Elm St", precinct: "1", at: place(0.005, 0.005), key: "2"),
            ]
            store.contests = [
                try contest("one", "precinct", "1"), try contest("council", "ward", "8"),
            ]
        }
        let unplaced = try ask(guide, "Main St NW")
        #expect(unplaced.ballot.contests.map { $0.title.text() } == ["one"])
        #expect(message(unplaced)?.contains("1 contest is by ward, and which is yours") == true)
        let placed = try ask(guide, "Elm St")
        #expect(placed.ballot.contests.count == 2)
        #expect(message(placed) == nil)
    }

    /// A contest of which the file says nowhere whose it is.
    private func unplaced(_ key: String, dataset: String = "contests") throws -> Contest {
        var contest = try contest(key, "precinct", "1", dataset: dataset)
        contest.area = BallotArea()
        return contest
    }

    @Test("contests of the ballot's file, or of one of its own, that name no district are told")
    func withoutDistrict() async throws {
        for dataset in ["contests", "state"] {
            let guide = try await guide { store in
                store.contests = [
                    try contest("one", "precinct", "1"), try contest("two", "precinct", "2"),
                    try unplaced("governor", dataset: dataset),
                    try unplaced("state house dist. 3", dataset: dataset),
                ]
            }
            let answer = try ask(guide, 0.005, 0.005)
            #expect(answer.ballot.contests.map { $0.title.text() } == ["one"])
            #expect(
                message(answer)
                    == "Your ballot may have more than this: 2 contests are given to no district, and "
                    + "may be yours."
            )
        }
    }

    @Test(
        "contests without a district of a file that has others of another county alone are not told"
    )
    func withoutDistrictElsewhere() async throws {
        let guide = try await guide { store in
            store.contests = [
                try contest("one", "precinct", "1"),
                try contest("ninety", "commission", "90", dataset: "another"),
                try unplaced("governor", dataset: "another"),
            ]
        }
        #expect(message(try ask(guide, 0.005, 0.005)) == nil)
    }
}
