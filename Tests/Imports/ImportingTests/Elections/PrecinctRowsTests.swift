import Importing
import Polling
import TestSupport
import Testing

/// Files with a row for each precinct and candidate whose columns slipped, against what is published.
@Suite struct PrecinctRowsTests {
    private let imports = BallotImports()

    /// A row of a file of results.
    struct Line {
        var precinct: String
        var contest: String
        var candidate: String
        var party: String
    }

    /// Twelve precincts. Each votes on a mayor of three parties, a chair of three parties, and a commissioner
    /// of its own, for whom two candidates of two parties stand. The candidates of a contest turn from one
    /// precinct to the next.
    static let lines: [Line] = (1...12).flatMap { precinct in
        func contest(_ title: String, _ candidates: [(String, String)]) -> [Line] {
            candidates.indices.map { index in
                let candidate = candidates[(index + precinct) % candidates.count]
                return Line(
                    precinct: "\(precinct)",
                    contest: title,
                    candidate: candidate.0,
                    party: candidate.1
                )
            }
        }
        return contest("Mayor", [("Ann Ash", "Rep"), ("Bob Bee", "Dem"), ("Cy Cox", "Ind")])
            + contest("Chair", [("Di Dee", "Rep"), ("Ed Elm", "Dem"), ("Flo Fox", "Ind")])
            + contest(
                "Commissioner of Ward \(precinct)",
                [("Gil \(names[precinct - 1])", "Dem"), ("Hal \(names[precinct - 1])", "Rep")]
            )
    }

    private static let names = [
        "Ames", "Boyd", "Cole", "Dunn", "Ebert", "Ford", "Gage", "Holt", "Ives", "Jack", "Kent",
        "Lowe",
    ]

    static func text(_ lines: [Line]) -> String {
        "precinct,office,candidate,party\n"
            + lines.map { "\($0.precinct),\($0.contest),\($0.candidate),\($0.party)\n" }.joined()
    }

    private func run(_ lines: [Line], force: Bool = false) async throws -> ImportReport {
        try await imports.contests(Self.text(lines), force: force)
    }

    /// Columns of the rows, each cell so many rows further down and the last on top.
    private static func slip(
        _ columns: [WritableKeyPath<Line, String>],
        by rows: Int
    ) -> [Line] {
        lines.indices.map { index in
            var line = lines[index]
            let other = lines[(index + lines.count - rows) % lines.count]
            for column in columns { line[keyPath: column] = other[keyPath: column] }
            return line
        }
    }

    private func candidates(_ title: String) -> [String] {
        imports.contests.published.first { $0.title.text() == title }?.candidates
            .map { $0.name.text() }.sorted() ?? []
    }

    @Test(
        "candidates that slipped by a row into contests beside theirs take consent",
        arguments: [false, true],
        [1, 2]
    )
    func slipped(withParties: Bool, rows: Int) async throws {
        #expect(try await run(Self.lines).outcome == .published)
        let slipped = Self.slip([\.candidate] + (withParties ? [\.party] : []), by: rows)
        let report = try await run(slipped)
        #expect(report.outcome == .refused)
        let finding = try #require(report.forceNeeded.first { $0.limit == .addedCandidates })
        // Everybody stays where most of the rows are, and stands below besides.
        #expect(finding.allowed == 3)
        #expect(finding.published == 30)
        #expect(
            finding.text.contains("\"Di Dee\" (\"Chair\" + \"Commissioner of Ward "),
            "\(finding.text)"
        )
        #expect(candidates("Chair") == ["Di Dee", "Ed Elm", "Flo Fox"])
        #expect(try await run(slipped, force: true).outcome == .published)
    }

    @Test("so do those of a column that was sorted alone")
    func sorted() async throws {
        _ = try await run(Self.lines)
        var lines = Self.lines
        for (index, name) in lines.map(\.candidate).sorted().enumerated() {
            lines[index].candidate = name
        }
        let report = try await run(lines)
        #expect(report.forceNeeded.contains { $0.limit == .addedCandidates })
    }

    @Test(
        "parties that slipped take consent, also where everybody keeps the own besides",
        arguments: [1, 2]
    )
    func parties(rows: Int) async throws {
        _ = try await run(Self.lines)
        let report = try await run(Self.slip([\.party], by: rows))
        #expect(report.outcome == .refused)
        let finding = try #require(report.forceNeeded.first { $0.limit == .swappedParties })
        // All but those of commissioners whose party stands above them, too.
        #expect(finding.count > 20)
    }

    @Test(
        "one who has another's party in some rows is told, and one whom another list supports is not"
    )
    func besides() async throws {
        _ = try await run(Self.lines)
        var lines = Self.lines
        let row = try #require(lines.firstIndex { $0.precinct == "5" && $0.candidate == "Bob Bee" })
        lines[row].party = "Rep"
        let report = try await run(lines)
        #expect(report.forceNeeded.isEmpty)
        let note = try #require(report.notes.first { $0.finding.code == "parties_added" })
        #expect(note.text.contains("\"Bob Bee\" (\"Mayor\")"), "\(note.text)")
        _ = try await run(Self.lines)
        lines[row].party = "Labor"
        let supported = try await run(lines)
        #expect(supported.outcome == .published)
        #expect(!supported.notes.contains { $0.finding.code == "parties_added" })
    }

    @Test("a candidate of one contest more is told, and takes no consent")
    func one() async throws {
        _ = try await run(Self.lines)
        let added = Line(precinct: "3", contest: "Chair", candidate: "Bob Bee", party: "Dem")
        let report = try await run(Self.lines + [added])
        #expect(report.forceNeeded.isEmpty)
        #expect(report.outcome == .published)
        let note = try #require(
            report.notes.first { $0.finding.code == "candidates_added_elsewhere" }
        )
        #expect(note.level == .warning)
        #expect(note.text.contains("\"Bob Bee\" (\"Mayor\" + \"Chair\")"), "\(note.text)")
    }

    // MARK: Precincts

    @Test(
        "a column of precincts that slipped takes consent",
        arguments: [(8, "12"), (12, "12"), (20, "11")]
    )
    func precincts(rows: Int, taken: String) async throws {
        _ = try await run(Self.lines)
        let slipped = Self.slip([\.precinct], by: rows)
        let report = try await run(slipped)
        #expect(report.outcome == .refused)
        let finding = try #require(report.forceNeeded.first { $0.limit == .otherPrecincts })
        #expect(finding.published == 14)
        #expect(finding.allowed == 3)
        #expect(finding.count > 3)
        #expect(
            finding.text.contains("\"Commissioner of Ward 1\" (1 > \(taken))"),
            "\(finding.text)"
        )
        #expect(try await run(slipped, force: true).outcome == .published)
    }

    @Test("two contests that change precincts are told, and take no consent")
    func precinctsOfTwo() async throws {
        _ = try await run(Self.lines)
        var lines = Self.lines
        for index in lines.indices {
            switch lines[index].contest {
            case "Commissioner of Ward 2": lines[index].precinct = "3"
            case "Commissioner of Ward 3": lines[index].precinct = "2"
            default: break
            }
        }
        let report = try await run(lines)
        #expect(report.forceNeeded.isEmpty)
        let note = try #require(
            report.notes.first { $0.finding.code == "contests_in_other_precincts" }
        )
        #expect(note.text.hasPrefix("2 published contests are in precincts of others"))
        #expect(note.text.contains("\"Commissioner of Ward 2\" (2 > 3)"), "\(note.text)")
    }

    @Test("more precincts, fewer precincts and other codes for all of them take no consent")
    func goodPrecincts() async throws {
        let lines = Self.lines
        func expectGood(_ lines: [Line]) async throws {
            let report = try await run(lines)
            #expect(!report.forceNeeded.contains { $0.limit == .otherPrecincts })
            #expect(report.outcome == .published)
            #expect(!report.notes.contains { $0.finding.code == "contests_in_other_precincts" })
        }
        // A dataset that grows to all precincts, and shrinks again.
        try await expectGood(lines.filter { Int($0.precinct) ?? 0 <= 11 })
        try await expectGood(lines)
        try await expectGood(lines.filter { Int($0.precinct) ?? 0 <= 11 })
        try await expectGood(
            lines.map { line in
                var line = line
                line.precinct = "P-\(100 + (Int(line.precinct) ?? 0))"
                return line
            }
        )
    }

    @Test(
        "contests that lose precincts alone are told with them",
        arguments: [(88, "12"), (56, "8, 9, 10, …")]
    )
    func cut(rows: Int, lost: String) async throws {
        _ = try await run(Self.lines)
        let report = try await run(Array(Self.lines.prefix(rows)))
        let note = try #require(
            report.notes.first { $0.finding.code == "contests_in_fewer_precincts" }
        )
        #expect(note.level == .warning)
        #expect(
            note.text.contains(
                "2 published contests are in fewer precincts than before: \"Chair\" (\(lost)), "
                    + "\"Mayor\" (\(lost))"
            ),
            "\(note.text)"
        )
        #expect(!report.forceNeeded.contains { $0.limit == .otherPrecincts })
        let whole = try await run(Self.lines, force: true)
        #expect(!whole.notes.contains { $0.finding.code == "contests_in_fewer_precincts" })
    }

    // MARK: Good files

    enum Addition: CaseIterable { case late, contest, writeIns, precinct, withdrawal }

    @Test(
        "what is added to a good file is neither told nor takes consent",
        arguments: Addition.allCases
    )
    func good(addition: Addition) async throws {
        _ = try await run(Self.lines)
        var lines = Self.lines
        func add(_ precinct: Int, _ contest: String, _ candidate: String, _ party: String) {
            lines.append(
                Line(precinct: "\(precinct)", contest: contest, candidate: candidate, party: party)
            )
        }
        for precinct in 1...12 {
            switch addition {
            case .late: add(precinct, "Mayor", "Kim Late", "Ind")
            // The same people, for the rest of a term.
            case .contest:
                for (name, party) in [
                    ("Ann Ash", "Rep"), ("Bob Bee", "Dem"), ("Cy Cox", "Ind"), ("Di Dee", "Rep"),
                ] { add(precinct, "Mayor (unexpired term)", name, party) }
            case .writeIns:
                for contest in ["Mayor", "Chair", "Commissioner of Ward \(precinct)"] {
                    add(precinct, contest, "Write-in", "")
                }
            case .precinct:
                for line in lines where line.precinct == "1" && precinct == 1 {
                    add(13, line.contest, line.candidate, line.party)
                }
            case .withdrawal: if precinct == 1 { lines.removeAll { $0.candidate == "Cy Cox" } }
            }
        }
        let report = try await run(lines)
        #expect(report.forceNeeded.isEmpty)
        // Rows of write-ins are no candidates, and nothing is new.
        #expect(report.outcome == (addition == .writeIns ? .nothingToChange : .published))
        #expect(!report.notes.contains { $0.finding.code == "candidates_added_elsewhere" })
    }
}
