import Datasets
import Geodesy
import Importing
import Polling
import RowFilesTesting
import TestSupport
import Testing

/// Files whose columns slipped, or whose cells are blank, against contests that are published.
@Suite struct ContestConsentsTests {
    private let imports = BallotImports()

    /// A row of a file of contests.
    private struct Line {
        var election = "2027-gen"
        var contest: String
        var type = "precinct"
        var district: String
        var candidate: String
        var party: String
    }

    private static let codes = ["101", "106", "201", "206", "301", "306", "401", "406"]

    /// Eight contests of a precinct each, with three candidates of three parties: Ann, Bob and Cy Ash in the
    /// first, Ann, Bob and Cy Bee in the second, and so on.
    private static func lines(title: String = "Council Ward ") -> [Line] {
        let surnames = ["Ash", "Bee", "Cox", "Dee", "Elm", "Fox", "Gray", "Hill"]
        return zip(codes, surnames).flatMap { code, surname in
            [("Ann", "Rep"), ("Bob", "Dem"), ("Cy", "Ind")].map { first, party in
                Line(
                    contest: title.hasSuffix(" ") ? title + code : title,
                    district: code,
                    candidate: "\(first) \(surname)",
                    party: party
                )
            }
        }
    }

    private static func text(_ lines: [Line]) -> String {
        "Election,Contest,District Type,District,Candidate,Party\n"
            + lines.map {
                "\($0.election),\($0.contest),\($0.type),\($0.district),\($0.candidate),\($0.party)\n"
            }.joined()
    }

    /// One column of the rows, each cell a row further down and the last on top.
    private static func slip(_ lines: [Line], _ column: WritableKeyPath<Line, String>) -> [Line] {
        lines.indices.map { index in
            var line = lines[index]
            line[keyPath: column] =
                lines[(index + lines.count - 1) % lines.count][
                    keyPath: column
                ]
            return line
        }
    }

    /// Squares of a tenth of a degree in a row, the precincts of the contests.
    private struct Precincts: DistrictStore {
        func forEachDistrict(_ visit: @Sendable ([District]) throws -> Void) async throws {
            let dataset = try DatasetName("precincts")
            let districts = try ContestConsentsTests.codes.enumerated().map { index, code in
                let west = -100 + Double(index) / 10
                let corners = [(38.0, 0.0), (38.0, 0.1), (38.1, 0.1), (38.1, 0.0), (38.0, 0.0)]
                let ring = try corners.map {
                    try Coordinate(latitude: $0.0, longitude: west + $0.1)
                }
                return District(
                    id: District.ID(dataset, code),
                    dataset: dataset,
                    reference: DistrictReference(type: "precinct", code: code),
                    name: code,
                    area: MultiPolygon([try Polygon(exterior: ring)])
                )
            }
            try visit(districts)
        }
    }

    private func run(
        _ lines: [Line],
        hasBoundaries: Bool = false,
        force: Bool = false
    ) async throws -> ImportReport {
        try await withFile(Array(Self.text(lines).utf8), name: "contests.csv") { path in
            var options = ImportOptions(dataset: try DatasetName("dc"))
            options.isForced = force
            return try await ContestImporter(
                store: imports.contests,
                districts: hasBoundaries ? Precincts() : nil,
                clock: imports.clock
            ).run(.file(path), options: options)
        }
    }

    private func candidates(_ title: String) -> [String] {
        imports.contests.published.first { $0.title.text() == title }?.candidates
            .map { $0.name.text() } ?? []
    }

    // MARK: Blank cells

    enum Blank: CaseIterable { case district, otherDistrict, candidate, contest, election }

    @Test(
        "a row whose district, candidate, contest or election is a mistake takes nobody from a ballot",
        arguments: Blank.allCases,
        [false, true]
    )
    func blank(cell: Blank, hasBoundaries: Bool) async throws {
        var lines = Self.lines()
        #expect(try await run(lines, hasBoundaries: hasBoundaries).outcome == .published)
        switch cell {
        case .district: lines[4].district = ""
        case .otherDistrict: lines[4].district = "999"
        case .candidate: lines[4].candidate = ""
        case .contest: lines[4].contest = ""
        case .election: lines[4].election = "2027-xgen"
        }
        let report = try await run(lines, hasBoundaries: hasBoundaries)
        #expect(report.outcome == .refused)
        #expect(report.forceNeeded.map(\.limit) == [.lostCandidates])
        let finding = try #require(report.forceNeeded.first)
        #expect(finding.count == 1)
        #expect(finding.published == 24)
        #expect(finding.text.contains("\"Bob Bee\" (\"Council Ward 106\")"), "\(finding.text)")
        #expect(candidates("Council Ward 106") == ["Ann Bee", "Bob Bee", "Cy Bee"])
        let forced = try await run(lines, hasBoundaries: hasBoundaries, force: true)
        #expect(forced.outcome == .published)
    }

    @Test("rows without a candidate that stand in other contests, too, are no candidate's")
    func blankRows() async throws {
        let lines = Self.lines()
        _ = try await run(lines)
        let vacant = Self.codes.map {
            Line(contest: "Council Ward \($0)", district: $0, candidate: "", party: "")
        }
        // Two such rows of the contest that one candidate leaves, and one of each of the others.
        let report = try await run(
            lines.filter { $0.candidate != "Bob Bee" } + vacant + [vacant[1]]
        )
        #expect(report.forceNeeded.isEmpty)
        #expect(report.outcome == .published)
    }

    // MARK: Columns that slipped

    @Test("a column of candidates that was sorted alone takes consent")
    func sorted() async throws {
        var lines = Self.lines()
        _ = try await run(lines)
        for (index, name) in lines.map(\.candidate).sorted().enumerated() {
            lines[index].candidate = name
        }
        let report = try await run(lines)
        #expect(report.outcome == .refused)
        #expect(report.forceNeeded.map(\.limit) == [.swappedCandidates])
        // Ann Ash, Bob Dee, Bob Elm and Cy Hill stay in their contests by chance.
        #expect(report.forceNeeded.map(\.count) == [20])
    }

    @Test("two candidates who take one another's contests take consent")
    func swapped() async throws {
        var lines = Self.lines()
        _ = try await run(lines)
        (lines[2].candidate, lines[3].candidate) = (lines[3].candidate, lines[2].candidate)
        let report = try await run(lines)
        #expect(report.forceNeeded.map(\.limit) == [.swappedCandidates])
        #expect(report.forceNeeded.map(\.count) == [2])
        #expect(
            report.forceNeeded.first?.text.contains(
                "\"Cy Ash\" (\"Council Ward 101\" > \"Council Ward 106\")"
            ) == true
        )
    }

    @Test("so do those of whom each stands in another contest besides")
    func swappedTwice() async throws {
        var lines = Self.lines()
        for index in 21...23 { lines[index].candidate = lines[index - 21].candidate }
        _ = try await run(lines)
        // The last two contests give one another their candidates.
        for index in 18...20 {
            (lines[index].candidate, lines[index + 3].candidate) =
                (lines[index + 3].candidate, lines[index].candidate)
        }
        let report = try await run(lines)
        #expect(report.forceNeeded.map(\.limit) == [.swappedCandidates])
        #expect(report.forceNeeded.map(\.count) == [6])
    }

    @Test("a column of parties that slipped takes consent, and other words for them don't")
    func parties() async throws {
        let lines = Self.lines()
        _ = try await run(lines)
        let report = try await run(Self.slip(lines, \.party))
        #expect(report.forceNeeded.map(\.limit) == [.swappedParties])
        #expect(report.forceNeeded.map(\.count) == [24])
        let renamed = lines.map { line in
            var line = line
            line.party = ["Rep": "Republican", "Dem": "Democratic"][line.party] ?? line.party
            return line
        }
        #expect(try await run(renamed).outcome == .published)
    }

    @Test("two candidates of a contest who have taken each other's party are told")
    func exchangedParties() async throws {
        var lines = Self.lines()
        _ = try await run(lines)
        (lines[3].party, lines[4].party) = (lines[4].party, lines[3].party)
        let report = try await run(lines)
        #expect(report.forceNeeded.isEmpty)
        #expect(report.outcome == .published)
        let note = try #require(report.notes.first { $0.finding.code == "parties_exchanged" })
        #expect(note.level == .warning)
        #expect(
            note.text.hasPrefix(
                "1 pair of published candidates now has each other's party: "
            ),
            "\(note.text)"
        )
        #expect(note.text.contains("\"Ann Bee\" / \"Bob Bee\" (\"Council Ward 106\")"))
    }

    @Test(
        "parties corrected in several contests are not told as taken from one another"
    )
    func otherPartyCorrections() async throws {
        var lines = Self.lines()
        _ = try await run(lines)
        // Two of two contests, and one of a third with a party that is new.
        (lines[4].party, lines[9].party, lines[13].party) = ("Ind", "Dem", "Grn")
        let report = try await run(lines)
        #expect(report.forceNeeded.isEmpty)
        #expect(!report.notes.contains { $0.finding.code.hasPrefix("parties_") })
    }

    @Test(
        "a column of districts that slipped by a row takes consent",
        arguments: ["Council Ward ", "Council Member"],
        [false, true]
    )
    func districts(title: String, hasBoundaries: Bool) async throws {
        let lines = Self.lines(title: title)
        _ = try await run(lines, hasBoundaries: hasBoundaries)
        let report = try await run(Self.slip(lines, \.district), hasBoundaries: hasBoundaries)
        #expect(report.outcome == .refused)
        #expect(report.forceNeeded.map(\.limit) == [.swappedCandidates])
        // The first of each contest.
        #expect(report.forceNeeded.map(\.count) == [8])
    }

    // MARK: Ballots

    @Test("districts of a type without their codes take consent where those before are published")
    func otherType() async throws {
        let lines = Self.lines()
        _ = try await run(lines, hasBoundaries: true)
        let wards = lines.map { line in
            var line = line
            line.type = "ward"
            return line
        }
        let report = try await run(wards, hasBoundaries: true)
        #expect(report.outcome == .refused)
        #expect(report.forceNeeded.map(\.limit) == [.lostBallots])
        #expect(report.forceNeeded.map(\.count) == [8])
        #expect(
            report.forceNeeded.first?.text.contains(
                "\"Council Ward 101\" (precinct 101 > ward 101)"
            ) == true
        )
        // Where no boundary tells, lists of addresses may.
        #expect(try await run(wards).forceNeeded.isEmpty)
    }

    @Test("so do those of a measure")
    func measure() async throws {
        func run(_ type: String) async throws -> ImportReport {
            let text =
                "election,measure_id,language,title,summary,district_type,district_code\n"
                + "2027-gen,1,en,Levy,A levy,\(type),101\n"
            return try await withFile(Array(text.utf8), name: "measures.csv") { path in
                try await MeasureImporter(
                    store: imports.measures,
                    districts: Precincts(),
                    clock: imports.clock
                ).run(.file(path), options: ImportOptions(dataset: try DatasetName("dc")))
            }
        }
        #expect(try await run("precinct").outcome == .published)
        let report = try await run("ward")
        #expect(report.forceNeeded.map(\.limit) == [.lostBallots])
    }

    // MARK: Good files

    enum Correction: CaseIterable { case withdrawn, spelling, party, newContest, order, capitals }

    @Test(
        "ordinary corrections take no consent",
        arguments: Correction.allCases,
        [false, true]
    )
    func corrected(correction: Correction, hasBoundaries: Bool) async throws {
        var lines = Self.lines()
        _ = try await run(lines, hasBoundaries: hasBoundaries)
        switch correction {
        case .withdrawn: lines.removeAll { ["Bob Bee", "Cy Fox"].contains($0.candidate) }
        case .spelling: for index in [1, 4, 9, 16, 20] { lines[index].candidate += " Jr." }
        case .party: (lines[4].party, lines[9].party) = ("Ind", "Dem")
        case .newContest:
            for name in ["Di King", "Ed Lane"] {
                lines.append(
                    Line(contest: "Recorder", district: "201", candidate: name, party: "Dem")
                )
            }
        case .order: lines.reverse()
        case .capitals:
            for index in lines.indices {
                lines[index].candidate = lines[index].candidate.uppercased()
            }
        }
        let report = try await run(lines, hasBoundaries: hasBoundaries)
        #expect(report.forceNeeded.isEmpty)
        #expect(report.outcome == .published)
        #expect(!report.notes.contains { $0.finding.code == "candidates_moved" })
    }

    @Test("one who stands in another contest is told, and takes no consent")
    func moved() async throws {
        var lines = Self.lines()
        _ = try await run(lines)
        (lines[4].contest, lines[4].district) = ("Council Ward 301", "301")
        let report = try await run(lines)
        #expect(report.forceNeeded.isEmpty)
        #expect(report.outcome == .published)
        let note = try #require(report.notes.first { $0.finding.code == "candidates_moved" })
        #expect(note.level == .warning)
        #expect(
            note.text.contains("\"Bob Bee\" (\"Council Ward 106\" > \"Council Ward 301\")"),
            "\(note.text)"
        )
        #expect(candidates("Council Ward 301").contains("Bob Bee"))
    }
}
