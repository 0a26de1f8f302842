import Importing
import Polling
import Testing

/// Primaries, in which the candidates of one party stand against each other alone.
@Suite struct PrimaryTests {
    private let imports = BallotImports()

    private func titles() -> [String: [String]] {
        Dictionary(
            imports.contests.published.map { contest in
                (contest.title.text(), contest.candidates.map { $0.name.text() })
            },
            uniquingKeysWith: +
        )
    }

    private static let rows = """
        Ada,101,Governor,Ann Ash,DEM,10
        Ada,101,Governor,Bo Birch,DEM,11
        Ada,101,Governor,Cy Cedar,REP,12
        Ada,101,Governor,Di Dogwood,REP,13
        Ada,101,Judge,Ed Elm,,14
        Ada,101,Judge,Flo Fir,,15
        Ada,101,Registered Voters,,,99
        Ada,101,Governor,Over Votes,DEM,1
        Ada,101,Governor,Under Votes,REP,2
        Ada,101,Governor,Write-ins,REP,2
        Ada,101,Ballots Cast,Total,,80
        Total,,Governor,Ann Ash,DEM,10
        """

    @Test(
        "one office is a contest for each party where the election is a primary",
        arguments: ["name", "stage", "election name"]
    )
    func parted(by: String) async throws {
        var lines = Self.rows.split(separator: "\n").map(String.init)
        var header = "county,precinct,office,candidate,party,votes"
        var name = "results.csv"
        switch by {
        case "name": name = "20180605__xx__primary__precinct.csv"
        case "stage":
            header += ",stage"
            lines = lines.map { $0 + ",PRI" }
        default:
            header += ",election name"
            lines = lines.map { $0 + ",2018 State Primary" }
        }
        let report = try await imports.contests(
            header + "\n" + lines.joined(separator: "\n") + "\n",
            name: name
        )
        #expect(report.outcome == .published)
        #expect(
            titles() == [
                "Governor (DEM)": ["Ann Ash", "Bo Birch"],
                "Governor (REP)": ["Cy Cedar", "Di Dogwood"], "Judge": ["Ed Elm", "Flo Fir"],
            ]
        )
        #expect(Set(imports.contests.published.map(\.id)).count == 3)
        #expect(
            report.notes.contains { $0.text.hasPrefix("primaries, so one contest for each party") }
        )
        for contest in imports.contests.published {
            let precincts = contest.area.precincts + contest.area.counties.flatMap(\.precincts)
            #expect(precincts == ["101"])
        }
    }

    @Test("in a general election, and in a primary of all together, the office is one contest")
    func whole() async throws {
        let text = "county,precinct,office,candidate,party,votes\n" + Self.rows + "\n"
        for name in ["20181106__xx__general.csv", "20180605__xx__primary__top_two.csv"] {
            _ = try await imports.contests(text, name: name, force: true)
            #expect(Set(titles().keys) == ["Governor", "Judge"])
        }
        _ = try await imports.contests(
            text,
            name: "20180605__xx__primary.csv",
            set: ["stage=general"],
            force: true
        )
        #expect(Set(titles().keys) == ["Governor", "Judge"])
    }

    @Test("where nothing says whether it is a primary and it looks like one, it takes consent")
    func untold() async throws {
        let text = "county,precinct,office,candidate,party,votes\n" + Self.rows + "\n"
        let report = try await imports.contests(text)
        #expect(report.outcome == .refused)
        let finding = try #require(report.forceNeeded.first)
        #expect(finding.text.contains("--set stage=primary"))
        #expect(finding.text.contains("DEM: Ann Ash, Bo Birch"))
        let said = try await imports.contests(text, set: ["stage=primary"])
        #expect(said.outcome == .published)
        #expect(Set(titles().keys) == ["Governor (DEM)", "Governor (REP)", "Judge"])
        let forced = try await imports.contests(text, force: true)
        #expect(forced.outcome == .published)
        #expect(Set(titles().keys) == ["Governor", "Judge"])
    }

    @Test("one name that many counties have is no primary")
    func counties() async throws {
        let rows = ["Ada", "Bee", "Cow"].flatMap { county in
            ["\(county),1,Sheriff,\(county) D,DEM,5", "\(county),1,Sheriff,\(county) R,REP,6"]
        }
        let report = try await imports.contests(
            "county,precinct,office,candidate,party,votes\n" + rows.joined(separator: "\n")
        )
        #expect(report.forceNeeded.isEmpty)
        #expect(imports.contests.published.count == 3)
    }

    @Test("a board of several seats, and one candidate a party, take none")
    func boards() async throws {
        let report = try await imports.contests(
            """
            office,seats,candidate,party
            Board,2,Ann,DEM
            Board,2,Bo,DEM
            Board,2,Cy,REP
            Board,2,Di,REP
            Mayor,1,Ed,DEM
            Mayor,1,Flo,REP
            """
        )
        #expect(report.forceNeeded.isEmpty)
        #expect(Set(titles().keys) == ["Board", "Mayor"])
    }

    @Test(
        "offices that name the party are left as they are, and a column of primaries' parties parts"
    )
    func named() async throws {
        _ = try await imports.contests(
            """
            office,candidate,party,stage
            DEM US Senate,Ann,DEM,primary
            US Senate (Republican),Bo,REP,primary
            """
        )
        #expect(Set(titles().keys) == ["DEM US Senate", "US Senate (Republican)"])
        _ = try await imports.contests(
            """
            office,primary party,candidate,party
            US Senate,DEM,Ann,DEM
            US Senate,DEM,Bo,Working Families
            US Senate,REP,Cy,REP
            US Senate,Nonpartisan,Di,
            """,
            force: true
        )
        #expect(
            titles() == [
                "US Senate (DEM)": ["Ann", "Bo"], "US Senate (REP)": ["Cy"], "US Senate": ["Di"],
            ]
        )
    }
}
