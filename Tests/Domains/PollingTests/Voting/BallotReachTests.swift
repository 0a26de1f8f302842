import Datasets
import Geodesy
import Polling
import PollingTesting
import Testing

/// A contest reaches the voters of the precincts alone in which its file has it.
@Suite struct BallotReachTests {
    private func contest(_ key: String, title: String? = nil, _ area: BallotArea) throws -> Contest
    {
        Contest(
            dataset: try DatasetName("state"),
            key: key,
            election: ElectionReference(key: "e"),
            title: LocalizedText(title ?? key),
            area: area
        )
    }

    private func county(_ name: String, _ precincts: [String]) -> BallotArea.County {
        BallotArea.County(name: name, precincts: precincts)
    }

    private func house(_ code: String) -> DistrictReference {
        DistrictReference(type: "state_house", code: code)
    }

    private func precinct(_ code: String) -> DistrictReference {
        DistrictReference(type: "precinct", code: code)
    }

    private func keys(
        _ contests: [Contest],
        _ districts: [DistrictReference],
        counties: [String] = [],
        isSettled: (String) -> Bool = { _ in false }
    ) -> [String] {
        BallotBook(elections: [], contests: contests, measures: []).ballot(
            in: districts,
            counties: counties,
            today: CalendarDate(daysSince1970: 20_000),
            isSettled: isSettled
        ).contests.map { String($0.id.rawValue.dropFirst("state.".count)) }
    }

    @Test("precincts of one name in two counties are told apart by the county, by name or number")
    func counties() throws {
        let contests = [
            try contest(
                "a",
                title: "Sheriff",
                BallotArea(counties: [county("Adair", ["1", "2"])])
            ),
            try contest("b", title: "Sheriff", BallotArea(counties: [county("Bent", ["1", "2"])])),
            try contest(
                "all",
                BallotArea(counties: [county("Adair", ["1", "2"]), county("Bent", ["1", "2"])])
            ),
        ]
        let adair = DistrictReference(type: "county", code: "ADAIR COUNTY")
        #expect(keys(contests, [precinct("1"), adair]) == ["a", "all"])
        let number = DistrictReference(type: "county", code: "007")
        #expect(
            keys(contests, [precinct("1"), number], counties: ["Bent County"]) == ["b", "all"]
        )
        // Nothing tells the county.
        #expect(keys(contests, [precinct("1")]) == [])
        // A precinct of another county.
        #expect(keys(contests, [precinct("9"), adair]) == [])
    }

    @Test("a county's number is the same with its state's in front")
    func numbers() throws {
        let contests = [
            try contest(
                "a",
                BallotArea(counties: [county("40001", ["1"]), county("40003", ["2"])])
            )
        ]
        let own = DistrictReference(type: "county", code: "001")
        #expect(keys(contests, [precinct("1"), own]) == ["a"])
        #expect(keys(contests, [precinct("2"), own]) == [])
    }

    @Test("a precinct's name that one county alone has tells the county")
    func precinctTellsCounty() throws {
        let contests = [
            try contest(
                "a",
                title: "Sheriff",
                BallotArea(counties: [county("Adair", ["A1", "x"])])
            ),
            try contest(
                "b",
                title: "Sheriff",
                BallotArea(counties: [county("Bent", ["B1", "x"])])
            ),
        ]
        #expect(keys(contests, [precinct("B1")]) == ["b"])
        #expect(keys(contests, [precinct("x")]) == [])
    }

    @Test("a district whose boundary is not loaded is told by the precinct")
    func byPrecinct() throws {
        let contests = [
            try contest("27", BallotArea(district: house("27"), precincts: ["1", "2"])),
            try contest("28", BallotArea(district: house("28"), precincts: ["2", "3"])),
        ]
        #expect(keys(contests, [precinct("1")]) == ["27"])
        #expect(keys(contests, [precinct("3")]) == ["28"])
        // A precinct that is split between the two: nothing tells which is the voter's.
        #expect(keys(contests, [precinct("2")]) == [])
        // The boundary decides where it is known.
        #expect(keys(contests, [precinct("2"), house("28")]) == ["28"])
        #expect(keys(contests, [precinct("1"), house("9")]) == [])
        #expect(keys(contests, [precinct("1")], isSettled: { $0 == "state_house" }) == [])
    }

    @Test("a district of which every county has one is the own county's")
    func districtOfCounty() throws {
        let one = DistrictReference(type: "commissioner_district", code: "1")
        let contests = [
            try contest(
                "a",
                title: "Commissioner",
                BallotArea(district: one, counties: [county("Adair", ["1"])])
            ),
            try contest(
                "b",
                title: "Commissioner",
                BallotArea(district: one, counties: [county("Bent", ["1"])])
            ),
        ]
        #expect(keys(contests, [one], counties: ["Bent"]) == ["b"])
        #expect(keys(contests, [one]) == [])
    }

    @Test("results of whole counties reach the county")
    func wholeCounties() throws {
        let contests = [
            try contest("a", BallotArea(counties: [county("Adair", [])])),
            try contest("b", BallotArea(counties: [county("Bent", [])])),
        ]
        let adair = DistrictReference(type: "county", code: "Adair")
        #expect(keys(contests, [adair]) == ["a"])
        #expect(
            keys(contests, [DistrictReference(type: "county", code: "1")], counties: ["Bent"]) == [
                "b"
            ]
        )
    }
}

/// What cannot be told is said.
@Suite struct BallotReachGapTests: ThreePrecincts {
    @Test(
        "a split precinct, and an unknown county, are told as gaps; what the precinct tells is none"
    )
    func gaps() async throws {
        func contest(_ key: String, _ area: BallotArea) throws -> Contest {
            Contest(
                dataset: try DatasetName("contests"),
                key: key,
                election: ElectionReference(
                    key: "2026-general",
                    date: CalendarDate(year: 2026, month: 11, day: 3)
                ),
                title: LocalizedText("Assembly"),
                area: area
            )
        }
        func house(_ code: String) -> DistrictReference {
            DistrictReference(type: "state_house", code: code)
        }
        func message(_ contests: [Contest]) async throws -> (String?, [String]) {
            let guide = try await guide { $0.contests = contests }
            let answer = try ask(guide, 0.005, 0.005)
            return (
                answer.warnings.first { $0.code == .incompleteBallot }?.message,
                answer.ballot.contests.map(\.id.rawValue)
            )
        }
        let known = try await message([
            try contest("27", BallotArea(district: house("27"), precincts: ["1"])),
            try contest("28", BallotArea(district: house("28"), precincts: ["2"])),
        ])
        #expect(known.0 == nil)
        #expect(known.1 == ["contests.27"])
        let split = try await message([
            try contest("27", BallotArea(district: house("27"), precincts: ["1"])),
            try contest("28", BallotArea(district: house("28"), precincts: ["1", "2"])),
        ])
        #expect(split.1 == [])
        #expect(
            split.0
                == "Your ballot may have more than this: 2 contests are by state house, and no "
                + "district of this type is loaded."
        )
    }
}
