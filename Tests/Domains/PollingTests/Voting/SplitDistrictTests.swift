import Datasets
import Geodesy
import Polling
import PollingTesting
import Testing

/// Contests for a district that was split, and for parts of one, in front of boundaries of another day.
@Suite struct SplitDistrictTests: ThreePrecincts {
    /// Precincts that have boundaries, in a row; those that contests are for; and what the voter in one of
    /// the row is told.
    struct Case: Sendable, CustomTestStringConvertible {
        let boundaries: [String]
        let contests: [String]
        let voter: Int
        let told: [VoterWarning.Wording: [String]]

        init(
            _ boundaries: [String],
            _ contests: [String],
            _ voter: Int,
            _ told: [VoterWarning.Wording: [String]] = [:]
        ) {
            (self.boundaries, self.contests) = (boundaries, contests)
            (self.voter, self.told) = (voter, told)
        }

        var testDescription: String {
            "contests of \(contests), in \(boundaries[voter]) of \(boundaries)"
        }
    }

    private func contest(_ code: String, type: String = "precinct") throws -> Contest {
        Contest(
            dataset: try DatasetName("contests"),
            key: "\(type) \(code)",
            election: ElectionReference(
                key: "2026-general",
                date: CalendarDate(year: 2026, month: 11, day: 3)
            ),
            title: LocalizedText("\(type) \(code)"),
            area: BallotArea(district: DistrictReference(type: type, code: code))
        )
    }

    private func row(_ codes: [String], type: String = "precinct") throws -> [District] {
        try codes.enumerated().map { index, code in
            let west = Double(index) / 100
            return try district(code, MultiPolygon([box(west, 0, west + 0.01, 0.01)]), type: type)
        }
    }

    private func told(_ answer: VoterAnswer) -> [VoterWarning.Wording: [String]] {
        answer.warnings.filter { $0.code == .splitDistrict }.reduce(into: [:]) { told, warning in
            guard case .districts(let others)? = warning.values["districts"] else { return }
            told[warning.wording] = others.map(\.code)
        }
    }

    @Test(
        "contests that may be the voter's are told, and are not on the ballot",
        arguments: [
            // The precinct was split.
            Case(["3A", "3B"], ["3"], 0, [.splitDistrict: ["3"]]),
            Case(["3A", "3B", "4"], ["003", "4"], 1, [.splitDistrict: ["003"]]),
            Case(["3-1", "3-2"], ["3"], 1, [.splitDistrict: ["3"]]),
            Case(["3.1", "3.2"], ["Precinct 3"], 0, [.splitDistrict: ["Precinct 3"]]),
            Case(["3A-1", "4"], ["3", "4"], 0, [.splitDistrict: ["3"]]),
            // The boundaries are older than the contests, or have the whole alone.
            Case(["3", "4"], ["3A", "3B", "4"], 0, [.partsOfDistrict: ["3A", "3B"]]),
            Case(["3", "4"], ["3", "3.1"], 0, [.partsOfDistrict: ["3.1"]]),
            // Side by side.
            Case(["3", "3A"], ["3"], 1, [.splitDistrict: ["3"]]),
            Case(["3", "3A"], ["3"], 0),
            Case(["3", "3A"], ["3", "3A"], 0),
            Case(["3", "3A"], ["3", "3A"], 1),
            Case(["3A", "3B"], ["3", "3A"], 0, [.splitDistrict: ["3"]]),
            // Another spelling.
            Case(["3A", "4"], ["3-A", "4"], 0, [.districtInOtherSpelling: ["3-A"]]),
            // Codes that merely begin alike, and parts of one whole.
            Case(["30", "3"], ["3"], 0),
            Case(["3A", "4"], ["3B", "4"], 0),
            Case(["2B07", "2"], ["2", "2B"], 0),
            Case(["North", "North East"], ["North"], 1),
        ]
    )
    func codes(one: Case) async throws {
        let guide = try await guide(districts: try row(one.boundaries), stations: []) { store in
            store.contests = try one.contests.map { try contest($0) }
        }
        let answer = try ask(guide, 0.005, Double(one.voter) / 100 + 0.005)
        #expect(told(answer) == one.told)
        let own = DistrictReference(type: "precinct", code: one.boundaries[one.voter])
        let exact = one.contests.filter {
            DistrictKey(type: "precinct", code: $0) == DistrictKey(own)
        }
        #expect(answer.ballot.contests.map { $0.title.text() } == exact.map { "precinct \($0)" })
    }

    @Test("a type of district is told by itself, and the sentence says what it is about")
    func words() async throws {
        let guide = try await guide(
            districts: try row(["3A", "4"]) + row(["3", "5"], type: "ward"),
            stations: []
        ) { store in
            store.contests = [try contest("3"), try contest("3B", type: "ward")]
        }
        let warnings = try ask(guide, 0.005, 0.005).warnings.filter { $0.code == .splitDistrict }
        #expect(
            Set(warnings.map(\.message)) == [
                "1 contest is for precinct 3, of which your precinct 3A may be a part. If it is, what is "
                    + "voted on there is on your ballot, too. Compare this with your sample ballot.",
                "1 contest is for ward 3B, which may be a part of your ward 3. If you live in it, what is "
                    + "voted on there is on your ballot, too. Compare this with your sample ballot.",
            ]
        )
        #expect(warnings.allSatisfy { $0.values["count"] == .count(1) })
    }

    @Test(
        "a list that has the parts side by side tells them apart, and boundaries beside it do not"
    )
    func lists() async throws {
        // The standard stations of 2 and 3 stand in these.
        let guide = try await guide(districts: try row(["1", "2", "3"])) { store in
            store.addresses = [
                try entry("list", "Main St NW", precinct: "2", key: "1"),
                try entry("list", "Elm St", precinct: "2A", key: "2"),
            ]
            store.contests = [try contest("2"), try contest("2A")]
        }
        let listed = try ask(guide, "Main St NW")
        #expect(listed.ballot.contests.map { $0.title.text() } == ["precinct 2"])
        #expect(told(listed).isEmpty)
        let part = try ask(guide, "Elm St")
        #expect(part.ballot.contests.map { $0.title.text() } == ["precinct 2A"])
        #expect(told(part).isEmpty)
        #expect(told(try ask(guide, 0.005, 0.015)) == [.partsOfDistrict: ["2A"]])
    }

    @Test("a contest of several precincts is told to voters of a part of one")
    func listedPrecincts() async throws {
        let guide = try await guide(districts: try row(["1", "3A", "3B"]), stations: []) { store in
            store.contests = [
                Contest(
                    dataset: try DatasetName("contests"),
                    key: "mayor",
                    election: ElectionReference(key: "2026-general"),
                    title: LocalizedText("Mayor"),
                    area: BallotArea(precincts: ["1", "3"])
                )
            ]
        }
        let whole = try ask(guide, 0.005, 0.005)
        #expect(whole.ballot.contests.count == 1)
        #expect(told(whole).isEmpty)
        let part = try ask(guide, 0.005, 0.015)
        #expect(part.ballot.contests.isEmpty)
        #expect(told(part) == [.splitDistrict: ["3"]])
    }

    @Test("of a file of several counties the voter's own counts, where it is known")
    func counties() async throws {
        func told(_ boundaries: [District]) async throws -> [VoterWarning.Wording: [String]] {
            let guide = try await guide(
                districts: try row(["3A", "4"]) + boundaries,
                stations: []
            ) { store in
                store.contests = try [("Adair", "3"), ("Bell", "3-A")].map { county, code in
                    Contest(
                        dataset: try DatasetName("contests"),
                        key: county,
                        election: ElectionReference(key: "2026-general"),
                        title: LocalizedText("Mayor of \(county)"),
                        area: BallotArea(counties: [.init(name: county, precincts: [code, "4"])])
                    )
                }
            }
            return self.told(try ask(guide, 0.005, 0.005))
        }
        let own = try district("Adair", MultiPolygon([box(0, 0, 0.02, 0.01)]), type: "county")
        #expect(try await told([own]) == [.splitDistrict: ["3"]])
        #expect(
            try await told([]) == [.splitDistrict: ["3"], .districtInOtherSpelling: ["3-A"]]
        )
    }

    @Test("an election that comes before the one that is shown counts, one that is over does not")
    func elections() async throws {
        func guide(_ year: Int) async throws -> VoterGuide {
            let date = try #require(CalendarDate(year: year, month: 3, day: 2))
            return try await self.guide(districts: try row(["3A", "4"]), stations: []) { store in
                var other = try contest("3")
                other.election = ElectionReference(key: date.description, date: date)
                var own = try contest("3A")
                own.election = ElectionReference(
                    key: "later",
                    date: CalendarDate(year: 2027, month: 5, day: 4)
                )
                store.contests = [own, other]
            }
        }
        let sooner = try await guide(2027)
        let answer = try ask(sooner, 0.005, 0.005)
        #expect(answer.ballot.elections.map(\.key) == ["later"])
        #expect(told(answer) == [.splitDistrict: ["3"]])
        let over = try await guide(2024)
        #expect(told(try ask(over, 0.005, 0.005)).isEmpty)
        let beyond = try await guide(2028)
        #expect(told(try ask(beyond, 0.005, 0.005)).isEmpty)
    }
}

/// Codes that are made of a whole and its part.
@Suite struct DistrictPartsTests {
    @Test(
        "a code is taken apart",
        arguments: [
            ("3", ["3"]), ("3A", ["3", "a"]), ("03-A", ["3", "a"]), ("3.1", ["3", "1"]),
            ("3-01", ["3", "1"]), ("3A-1", ["3", "a", "1"]), ("12 North", ["12", "north"]),
            ("2B07", ["2b07"]), ("A1", ["a1"]), ("P-1", ["p 1"]), ("P-1A", ["p 1", "a"]),
            ("3AB", ["3ab"]), ("North", ["north"]),
        ]
    )
    func parts(code: String, parts: [String]) {
        #expect(DistrictKey(type: "precinct", code: code).parts == parts)
    }

    @Test("districts of one ground are found whatever stands between them, and of one type alone")
    func kin() {
        func key(_ code: String, _ type: String = "precinct") -> DistrictKey {
            DistrictKey(type: type, code: code)
        }
        let kin = DistrictKin([key("3"), key("3A"), key("3-A"), key("3A-2"), key("3", "ward")])
        func found(_ code: String) -> [String] {
            kin.kin(of: key(code)).map { "\($0.key.code) \($0.other)" }
        }
        #expect(found("3") == ["3 a whole", "3a whole", "3a 2 whole"])
        #expect(found("3A") == ["3 part", "3 a spelling", "3a 2 whole"])
        #expect(found("3.A.2.1") == ["3 part", "3 a part", "3a part", "3a 2 part"])
        #expect(found("4").isEmpty)
    }
}
