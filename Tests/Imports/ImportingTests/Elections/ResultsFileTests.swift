import Datasets
import Importing
import Polling
import RowFilesTesting
import Testing

/// Results by precinct in the shape in which they are published in the United States.
@Suite struct ResultsFileTests {
    private let imports = BallotImports()

    /// The counties and precincts of a made-up state: names of precincts repeat in each county.
    private struct State {
        let counties = ["Adair", "Bent", "Cole"]
        let precincts = ["1", "2", "3", "4"]

        /// In which assembly district a precinct lies: of each county two, and one is split.
        func districts(_ county: Int, _ precinct: Int) -> [Int] {
            precinct == 1
                ? [2 * county + 1, 2 * county + 2] : [2 * county + (precinct < 2 ? 1 : 2)]
        }

        func rows(
            header: String = "county,precinct,office,district,party,candidate,votes",
            president: Int = 1
        ) -> String {
            var lines = [header]
            for _ in 0..<president {
                for county in counties {
                    for precinct in precincts {
                        for (party, name) in [("D", "Pia"), ("R", "Quin")] {
                            lines.append("\(county),\(precinct),President,,\(party),\(name),7")
                        }
                    }
                }
            }
            for (index, county) in counties.enumerated() {
                for (number, precinct) in precincts.enumerated() {
                    for district in districts(index, number) {
                        for party in ["D", "R"] {
                            lines.append(
                                "\(county),\(precinct),State Assembly,\(district),\(party),"
                                    + "A\(district)\(party),\(number)"
                            )
                        }
                    }
                    for name in ["S\(index)", "T\(index)"] {
                        lines.append("\(county),\(precinct),Sheriff,,,\(name),3")
                    }
                }
            }
            return lines.joined(separator: "\n") + "\n"
        }
    }

    private func names(_ contest: Contest) -> [String] { contest.candidates.map { $0.name.text() } }

    private func contests(_ title: String) -> [Contest] {
        imports.contests.published.filter { $0.title.text() == title }
    }

    @Test("a district is part of a contest's identity though it is blank in the first 6,000 rows")
    func districtBelowTheHead() async throws {
        let text = State().rows(president: 250)
        let report = try await imports.contests(text)
        #expect(report.columns.first { $0.column == "district" }?.field == "district_code")
        let assembly = contests("State Assembly")
        #expect(assembly.count == 6)
        #expect(Set(assembly.map(\.area.district?.code)) == ["1", "2", "3", "4", "5", "6"])
        for contest in assembly {
            let code = try #require(contest.area.district?.code)
            #expect(names(contest) == ["A\(code)D", "A\(code)R"])
        }
        #expect(report.forceNeeded.isEmpty)
        #expect(report.records == imports.contests.published.count)
        #expect(report.rows.read == report.rows.accepted + report.rows.merged)
    }

    @Test("an office of which every county elects one becomes one contest a county")
    func sheriffs() async throws {
        let report = try await imports.contests(State().rows())
        let sheriffs = contests("Sheriff")
        #expect(sheriffs.map(names) == [["S0", "T0"], ["S1", "T1"], ["S2", "T2"]])
        #expect(
            sheriffs.map(\.area.counties)
                == State().counties.map {
                    [BallotArea.County(name: $0, precincts: ["1", "2", "3", "4"])]
                }
        )
        #expect(
            sheriffs.map(\.id.rawValue) == ["adair", "bent", "cole"].map { "dc.dc.sheriff-\($0)" }
        )
        #expect(contests("President").map(names) == [["Pia", "Quin"]])
        #expect(contests("President")[0].area.counties.map(\.name) == ["Adair", "Bent", "Cole"])
        #expect(report.notes.contains { $0.text.contains("\"Sheriff\" (3)") })
    }

    @Test("sheriffs of one name in two counties are two contests all the same")
    func namesakes() async throws {
        let text = State().rows().replacing("S1", with: "S0")
        _ = try await imports.contests(text)
        #expect(contests("Sheriff").map(names) == [["S0", "T0"], ["S0", "T1"], ["S2", "T2"]])
    }

    @Test("candidates that a column parts which was not taken need force, and are told")
    func columnNotTaken() async throws {
        let text = State().rows(
            header: "county,precinct,office,gizmo,party,candidate,votes",
            president: 1
        )
        let refused = try await imports.contests(text)
        #expect(refused.outcome == .refused)
        #expect(imports.contests.published.isEmpty)
        let finding = try #require(refused.forceNeeded.first)
        #expect(refused.forceNeeded.count == 1)
        #expect(finding.limit == .mixedContests)
        #expect(finding.count == 1)
        #expect(finding.text.contains("\"gizmo\""))
        #expect(
            finding.text.contains("\"State Assembly\" would be 6 contests (1: A1D, A1R; 2: A2D")
        )
        #expect(finding.text.contains("--map gizmo=district_code"))
        let mapped = try await imports.contests(text, map: ["gizmo=district_code"])
        #expect(mapped.outcome == .published)
        #expect(contests("State Assembly").count == 6)
        let ignored = BallotImports()
        #expect(try await ignored.contests(text, map: ["gizmo=ignore"]).outcome == .published)
        let forced = BallotImports()
        #expect(try await forced.contests(text, force: true).outcome == .published)
    }

    @Test(
        "what a column says of candidates parts no contest",
        arguments: ["gender", "winner", "candidate_home", "total_votes", "email", "shade"]
    )
    func columnsOfCandidates(name: String) async throws {
        let text = """
            precinct,office,candidate,\(name)
            1,Mayor,Ada,x
            1,Mayor,Ben,y
            2,Mayor,Ada,x
            2,Mayor,Ben,y
            1,Clerk,Cy,x
            1,Clerk,Dan,y
            2,Clerk,Cy,x
            2,Clerk,Dan,y

            """
        let report = try await imports.contests(text)
        #expect(report.forceNeeded.isEmpty)
        #expect(imports.contests.published.count == 2)
    }

    @Test("in a list of candidates a column that is called after places parts contests")
    func listOfCandidates() async throws {
        let text = """
            office,supervisorial area,candidate
            Supervisor,East,Ada
            Supervisor,East,Ben
            Supervisor,West,Cy
            Clerk,,Dan

            """
        let report = try await imports.contests(text, mode: .check)
        #expect(report.forceNeeded.map(\.limit) == [.mixedContests])
        #expect(
            report.forceNeeded.first?.text.contains("(East: Ada, Ben; West: Cy)") == true
        )
    }

    @Test("an office of each precinct becomes a contest a precinct")
    func officersOfPrecincts() async throws {
        let text = """
            precinct,office,candidate,votes
            1,Mayor,Ada,4
            2,Mayor,Ada,4
            1,Precinct Officer,Ben,4
            1,Precinct Officer,Cy,5
            2,Precinct Officer,Dan,6

            """
        let report = try await imports.contests(text)
        #expect(contests("Precinct Officer").map(names) == [["Ben", "Cy"], ["Dan"]])
        #expect(contests("Precinct Officer").map(\.area.precincts) == [["1"], ["2"]])
        #expect(
            contests("Precinct Officer").map(\.id.rawValue)
                == ["dc.dc.precinct-officer-1", "dc.dc.precinct-officer-2"]
        )
        #expect(report.notes.contains { $0.text.contains("\"Precinct Officer\" (2)") })
        #expect(try await imports.contests(text).outcome == .nothingToChange)
    }

    @Test(
        "rows of sums are no candidates, no contests and no precincts, and are counted",
        arguments: [
            "Registered Voters", "Registered Voters - Total", "Ballots Cast - Republican Party",
            "BALLOTS CAST", "Voter Turnout", "Total Votes", "Precincts Reporting",
        ]
    )
    func pseudoOffices(title: String) async throws {
        let report = try await imports.contests(
            """
            precinct,office,candidate,votes
            1,\(title),,400
            1,Mayor,Ada,4
            1,Mayor,Total Votes Cast,4
            1,Mayor,Write-In Totals,4
            1,Mayor,Over Votes,0
            1,Mayor,Times Under Voted,0
            Grand Total,Mayor,Ada,4
            Absentee,Mayor,Ben,1

            """
        )
        #expect(imports.contests.published.map { $0.title.text() } == ["Mayor"])
        #expect(imports.contests.published.map(names) == [["Ada", "Ben"]])
        #expect(imports.contests.published.map(\.area.precincts) == [["1"]])
        let notes = report.notes.map(\.text)
        #expect(notes.contains { $0.contains("passed over 5 rows") && $0.contains("\(title) (1)") })
        #expect(
            notes.contains {
                $0.hasPrefix("2 rows for no precinct")
                    && $0.contains("Absentee (1), Grand Total (1)")
            }
        )
    }

    @Test(
        "names that merely sound like sums are kept",
        arguments: ["Voter Registration Amendment", "Total Abstinence Question", "Ballots for All"]
    )
    func offices(title: String) async throws {
        _ = try await imports.contests("precinct,office,candidate\nAll Saints,\(title),Tot Al\n")
        #expect(imports.contests.published.map { $0.title.text() } == [title])
        #expect(imports.contests.published.map(\.area.precincts) == [["All Saints"]])
        #expect(imports.contests.published.map(names) == [["Tot Al"]])
    }

    @Test("the order of rows, and of columns, makes no other contests", arguments: 0..<6)
    func shuffled(seed: UInt64) async throws {
        let text = State().rows()
        _ = try await imports.contests(text)
        let expected = Set(imports.contests.published.map(Outline.init))
        var generator = SeededGenerator(seed: seed)
        var lines = text.split(separator: "\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        let order = lines[0].indices.shuffled(using: &generator)
        let header = lines.removeFirst()
        lines.shuffle(using: &generator)
        let shuffled = ([header] + lines).map { line in
            order.map { line[$0] }.joined(separator: ",")
        }
        let other = BallotImports()
        let report = try await other.contests(shuffled.joined(separator: "\n") + "\n")
        #expect(report.forceNeeded.isEmpty)
        #expect(Set(other.contests.published.map(Outline.init)) == expected)
    }

    /// A contest without what the order of the rows decides.
    private struct Outline: Hashable {
        let id: String
        let area: BallotArea
        let candidates: Set<String>

        init(_ contest: Contest) {
            id = contest.id.rawValue
            area = contest.area
            candidates = Set(contest.candidates.map { $0.name.text() })
        }
    }
}
