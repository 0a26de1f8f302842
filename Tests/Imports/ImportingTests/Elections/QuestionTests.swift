import Importing
import Polling
import Testing

/// Questions in files of contests: nobody stands, and what voters choose from are answers.
@Suite struct QuestionTests {
    private let imports = BallotImports()

    private func told(_ code: String, in report: ImportReport) -> ImportNote? {
        report.notes.first { $0.finding.code == code }
    }

    private static let mixed =
        "Office,Choice,Precinct\nMayor,Ann Lee,101\nMayor,Bob Ray,101\n"
        + "Proposition 3 (Vote for 1),YES,101\nProposition 3 (Vote for 1),NO,101\n"
        + "Proposition 3 (Vote for 1),Under Votes,101\nProposition 3 (Vote for 1),YES,102\n"
        + "Proposition 3 (Vote for 1),NO,102\nMayor,Ann Lee,102\nMayor,Bob Ray,102\n"

    @Test(
        "are left out as contests, with a warning that names them",
        arguments: [
            ("Yes", "No"), ("SÍ", "NO"), ("For", "Against"), ("Approve", "Reject"),
            ("Yes / Sí", "No / No"), ("For the Tax Levy", "Against the Tax Levy"),
            ("Bonds - Yes", "Bonds - No"), ("Ja", "Nein"), ("Oui", "Non"), ("A favor", "En contra"),
            ("Retain", "Do not retain"), ("Yes on Measure A", "No on Measure A"),
        ]
    )
    func leftOut(yes: String, no: String) async throws {
        let imports = BallotImports()
        let report = try await imports.contests(
            "contest,candidate\nMayor,Ann\nMayor,Bo\nParks Bond,\(yes)\nParks Bond,\(no)\n"
        )
        #expect(imports.contests.published.map { $0.title.text() } == ["Mayor"])
        let note = try #require(told("questions_left_out", in: report))
        #expect(note.level == .warning)
        #expect(note.lines == [4])
        #expect(
            note.text
                == "1 contest left out, for its choices are answers such as Yes and No, and nobody stands: "
                + "Parks Bond. It is a measure: import the same file as measures, too, which leaves the "
                + "others out"
        )
    }

    @Test(
        "a contest in which somebody stands stays one, whatever the others are called",
        arguments: [
            ["Ann Lee", "No"], ["Norma Yes", "Bob No"], ["Against All Enemies Party", "Bo"],
            ["Yessica For", "Al"], ["No Candidate Filed"],
        ]
    )
    func contested(names: [String]) async throws {
        let imports = BallotImports()
        let report = try await imports.contests(
            "contest,candidate\n" + names.map { "Mayor,\($0)\n" }.joined()
        )
        #expect(told("questions_left_out", in: report) == nil)
        #expect(imports.contests.published.map { $0.title.text() } == ["Mayor"])
    }

    @Test("the same file as measures takes them with their precincts, and leaves the others out")
    func measures() async throws {
        _ = try await imports.contests(Self.mixed)
        #expect(imports.contests.published.map { $0.title.text() } == ["Mayor"])
        let report = try await imports.measures(Self.mixed)
        #expect(report.outcome == .published)
        let measure = try #require(imports.measures.published.first)
        #expect(imports.measures.published.count == 1)
        #expect(measure.title.text() == "Proposition 3")
        #expect(measure.area == BallotArea(precincts: ["101", "102"]))
        #expect(
            told("contests_left_out", in: report)?.text
                == "4 rows left out of contests whose choices are no answers such as Yes and No: Mayor; "
                + "import the same file as contests, too"
        )
    }

    @Test("of several counties each with its precincts, and by a district where one is named")
    func places() async throws {
        _ = try await imports.measures(
            "county,precinct,office,candidate\nAda,1,Question 1,Yes\nAda,1,Question 1,No\n"
                + "Boise,1,Question 1,Yes\nBoise,Total,Question 1,No\n"
        )
        #expect(
            imports.measures.published.map(\.area) == [
                BallotArea(
                    counties: [
                        BallotArea.County(name: "Ada", precincts: ["1"]),
                        BallotArea.County(name: "Boise", precincts: ["1"]),
                    ]
                )
            ]
        )
        let other = BallotImports()
        _ = try await other.measures(
            "contest,choice,district_type,district_code\nLibrary Levy,For,city,Nampa\n"
                + "Library Levy,Against,city,Nampa\n"
        )
        #expect(other.measures.published.first?.area.district?.code == "Nampa")
    }

    @Test("a file that has none of what it is imported as is refused, with what to do")
    func alone() async throws {
        let questions = "contest,candidate\nMeasure A,Yes\nMeasure A,No\nMeasure B,Yes\n"
        let first = await #expect(throws: ImportError.self) {
            try await imports.contests(questions)
        }
        #expect(first?.description.contains("`ambit import measures`") == true)
        let people = "contest,candidate\nMayor,Ann\nMayor,Bo\n"
        let second = await #expect(throws: ImportError.self) {
            try await imports.measures(people)
        }
        #expect(second?.description.contains("`ambit import contests`") == true)
        #expect(imports.contests.published.isEmpty && imports.measures.published.isEmpty)
    }

    @Test("a column that was not taken parts no answers of questions")
    func unparted() async throws {
        let report = try await imports.contests(
            "contest,candidate,seat area\nMayor,Ann,\nMayor,Bo,\nQuestion,Yes,North\nQuestion,No,South\n"
        )
        #expect(report.forceNeeded.isEmpty)
    }

    @Test("headings between contests are left out, and contests without candidates are told")
    func headings() async throws {
        let report = try await imports.contests(
            "contest,candidate,party,district_type,district\nFEDERAL OFFICES,,,,\n"
                + "President,Ann,DEM,,\nPresident,Bob,REP,,\nCOUNTY OFFICES,,,,\n"
                + "Sheriff,Cy,DEM,county,Ada\nCoroner,,,county,Ada\n"
        )
        #expect(
            imports.contests.published.map { $0.title.text() } == [
                "President", "Sheriff", "Coroner",
            ]
        )
        let headings = try #require(told("contest_headings", in: report))
        #expect(headings.level == .warning && headings.lines == [2, 5])
        #expect(headings.text.contains("COUNTY OFFICES, FEDERAL OFFICES"), "\(headings.text)")
        #expect(
            told("contests_with_nobody", in: report)?.text.hasPrefix(
                "1 contest has no candidate, such as \"Coroner\""
            ) == true
        )
    }
}
