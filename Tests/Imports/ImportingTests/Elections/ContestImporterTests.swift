import Datasets
import Foundation
import Importing
import Polling
import RowFilesTesting
import TestSupport
import Testing
import Timekeeping

/// Imports of contests, measures and elections into stores in memory.
struct BallotImports {
    let contests = FakeStore<Contest>(kind: .contests)
    let measures = FakeStore<BallotMeasure>(kind: .measures)
    let elections = FakeStore<Election>(kind: .elections)
    let clock = ManualWallClock(Timestamp(millisecondsSince1970: 1_800_000_000_000))

    func contests(
        path: String,
        mode: ImportOptions.Mode = .publish,
        map: [String] = [],
        set: [String] = [],
        force: Bool = false
    ) async throws -> ImportReport {
        var options = try options(mode, set)
        options.mappings = try map.map { try ColumnMapping(parsing: $0) }
        options.isForced = force
        return try await ContestImporter(store: contests, clock: clock)
            .run(.file(path), options: options)
    }

    func contests(
        _ text: String,
        name: String = "contests.csv",
        mode: ImportOptions.Mode = .publish,
        map: [String] = [],
        set: [String] = [],
        force: Bool = false
    ) async throws -> ImportReport {
        try await withFile(Array(text.utf8), name: name) {
            try await contests(path: $0, mode: mode, map: map, set: set, force: force)
        }
    }

    func measures(path: String) async throws -> ImportReport {
        try await MeasureImporter(store: measures, clock: clock)
            .run(.file(path), options: options(.publish, []))
    }

    func measures(_ text: String) async throws -> ImportReport {
        try await withFile(Array(text.utf8), name: "measures.csv") { try await measures(path: $0) }
    }

    func elections(path: String, set: [String] = []) async throws -> ImportReport {
        try await ElectionImporter(store: elections, clock: clock)
            .run(.file(path), options: options(.publish, set))
    }

    func elections(_ text: String, set: [String] = []) async throws -> ImportReport {
        try await withFile(Array(text.utf8), name: "elections.csv") {
            try await elections(path: $0, set: set)
        }
    }

    private func options(_ mode: ImportOptions.Mode, _ set: [String]) throws -> ImportOptions {
        ImportOptions(
            dataset: try DatasetName("dc"),
            mode: mode,
            constants: try set.map { try FieldConstant(parsing: $0) }
        )
    }
}

@Suite struct ContestImporterTests {
    private let imports = BallotImports()

    @Test("the county's contests come with districts, votes and candidates in ballot order")
    func county() async throws {
        let report = try await imports.contests(path: Checkout.county("contests.csv"))
        #expect(report.rows.read == 80)
        #expect(report.records == 26)
        #expect(report.rows.merged == 54)
        #expect(report.rows.rejected == 0)
        let contests = imports.contests.published
        #expect(contests.map(\.candidates.count).reduce(0, +) == 80)
        let sheriff = try #require(contests.first { $0.title.text() == "County Sheriff" })
        #expect(sheriff.id.rawValue == "dc.2026-general.sheriff")
        #expect(sheriff.election == ElectionReference(key: "2026-general"))
        #expect(sheriff.area.district == DistrictReference(type: "county", code: "990"))
        #expect(sheriff.votesAllowed == 1)
        #expect(
            sheriff.candidates.map { $0.name.text() }
                == ["Jarmila Nebeská", "Jarmila Muñoz-Tate", "Greta Abernethy-Voss"]
        )
        #expect(sheriff.candidates.map(\.isIncumbent) == [false, false, true])
        #expect(sheriff.candidates.map(\.ticket) == [1, 2, 3])
        #expect(sheriff.candidates[1].party?.text() == "Prairie Party")
    }

    @Test("the same file again changes nothing, and a check after a change says what")
    func again() async throws {
        let path = Checkout.county("contests.csv")
        _ = try await imports.contests(path: path)
        #expect(try await imports.contests(path: path).outcome == .nothingToChange)
        let text = try String(contentsOfFile: path, encoding: .utf8)
            .replacing("Greta Abernethy-Voss,Meadowlark", with: "Greta Voss,Meadowlark")
        let report = try await imports.contests(text, mode: .check)
        #expect(report.changes.changed == 1)
        #expect(report.changes.unchanged == 25)
        #expect(
            report.changes.firstChanged.map(\.differences)
                == [["added Greta Voss", "removed Greta Abernethy-Voss"]]
        )
        #expect(imports.contests.versions.count == 1)
    }

    @Test("results of November 2016 in DC: 12 contests of the city and its wards, 296 of SMDs")
    func dc2016() async throws {
        guard let path = Checkout.realFile("dc/contests_20161108_precinct.csv") else { return }
        let report = try await imports.contests(path: path)
        let contests = imports.contests.published
        #expect(report.format.lineEnding == "CR")
        #expect(report.records == 308)
        #expect(contests.map(\.candidates.count).reduce(0, +) == 447)
        // 7,151 rows, of which three in each of 1,269 contests and precincts are no candidates.
        #expect(report.rows.read == 7_151 - 3 * 1_269)
        #expect(report.rows.rejected == 0)
        let notes = report.notes.map(\.text)
        #expect(
            notes.contains {
                $0.contains("passed over 3,807 rows")
                    && $0.contains("OVER VOTES (1,269), UNDER VOTES (1,269), WRITE-IN (1,269)")
            }
        )
        let types = Dictionary(grouping: contests) { $0.area.district?.type ?? "at large" }
            .mapValues(\.count)
        #expect(types == ["single_member_district": 296, "ward": 8, "at large": 4])
        #expect(Set(contests.map(\.election.key)) == ["2016-11-08"])
        #expect(contests.allSatisfy { $0.election.date?.description == "2016-11-08" })
        let president = try #require(
            contests.first { $0.title.text().hasPrefix("ELECTORS OF PRESIDENT") }
        )
        #expect(president.candidates.count == 4)
        #expect(president.area.precincts.count == 143)
        #expect(president.area.precincts.prefix(3) == ["1", "2", "3"])
        // An SMD's contest lies in the precincts that the station file pairs with it: 551 pairs.
        let pairs = contests.filter { $0.area.district?.type == "single_member_district" }
            .map(\.area.precincts.count).reduce(0, +)
        #expect(pairs == 551)
    }

    @Test("results of November 2018 in DC, whose columns stand in another order")
    func dc2018() async throws {
        guard let path = Checkout.realFile("dc/contests_20181106_precinct.csv") else { return }
        let report = try await imports.contests(path: path)
        let contests = imports.contests.published
        #expect(report.format.lineEnding == "CRLF")
        // 313 offices, of which "Registered Voters" and "Ballots Cast" are none.
        #expect(report.records == 311)
        #expect(report.rows.read == 9_596 - 3 * 1_692 - 286)
        #expect(
            contests.count { $0.area.district?.type == "single_member_district" } == 296
        )
        let ward = try #require(
            contests.first { $0.title.text() == "WARD SIX MEMBER OF THE COUNCIL" }
        )
        #expect(ward.area.district == DistrictReference(type: "ward", code: "6"))
        #expect(ward.candidates.map { $0.name.text() } == ["Charles Allen", "Michael Bekesha"])
    }

    @Test(
        "a title tells the district where no column does",
        arguments: [
            ("WARD TWO MEMBER OF THE COUNCIL", "", "ward", "2"),
            ("Ward 12 Alderman", "", "ward", "12"),
            ("ANC - 3F03 SINGLE MEMBER DISTRICT 03-ANC 3F", "", "single_member_district", "3F03"),
            ("U.S. House", "7", "congressional_district", "7"),
            ("State Senate", "9", "state_senate", "9"),
            ("City Council, District 4", "", "council_district", "4"),
            ("School Board District 2", "", "school_district", "2"),
        ]
    )
    func districts(title: String, code: String, type: String, expected: String) async throws {
        _ = try await imports.contests("office,district,candidate\n\"\(title)\",\(code),Ada\n")
        #expect(
            imports.contests.published.map(\.area.district)
                == [DistrictReference(type: type, code: expected)]
        )
    }

    @Test("an office at large has no district, and says so where it has no precincts either")
    func atLarge() async throws {
        let title = "UNITED STATES REPRESENTATIVE DISTRICT OF COLUMBIA"
        let report = try await imports.contests(
            "office,district,candidate\n\(title),At Large,Ada\n"
        )
        #expect(imports.contests.published.map(\.area) == [BallotArea()])
        #expect(
            report.notes.contains { $0.level == .warning && $0.text.contains("nobody's ballot") }
        )
        let given = BallotImports()
        _ = try await given.contests(
            "office,candidate\nMayor,Ada\n",
            set: ["district_type=City", "district_code=DC", "election=2026"]
        )
        #expect(
            given.contests.published.map(\.area.district)
                == [DistrictReference(type: "city", code: "DC")]
        )
    }

    @Test("rows that cannot be used are refused with their line, column and reason")
    func refusals() async throws {
        let report = try await imports.contests(
            """
            election_date,office,candidate,vote_for
            2026-11-03,Mayor,Ada,1
            2026-11-03,,Ben,1
            2026-02-30,Mayor,Cy,1
            2026-11-03,Mayor,Dan,none

            """
        )
        #expect(report.rows.accepted == 1)
        #expect(report.rejectedRows.map(\.line) == [3, 4, 5])
        #expect(report.rejectedRows.map(\.column) == ["office", "election_date", "vote_for"])
        #expect(
            report.rejectedRows.map(\.cause) == ["blank_name", "bad_time", "bad_number"]
        )
        #expect(imports.contests.published.flatMap(\.candidates).map { $0.name.text() } == ["Ada"])
    }

    @Test("a file without a column of contests is refused with the columns that it has")
    func noContest() async throws {
        await #expect(throws: ImportError.self) { try await imports.contests("a,b\nx,y\n") }
        #expect(imports.contests.leftOver == 0)
    }
}

@Suite struct MeasureImporterTests {
    private let imports = BallotImports()

    @Test("the county's measures come in English and in Spanish")
    func county() async throws {
        let report = try await imports.measures(path: Checkout.county("measures.csv"))
        #expect(report.rows.read == 4)
        #expect(report.records == 2)
        let levy = try #require(imports.measures.published.first)
        #expect(levy.id.rawValue == "dc.2026-general.measure-1")
        #expect(levy.languages == ["en", "es"])
        #expect(levy.title.text(in: ["es"]) == "Medida 1: Impuesto para puentes y grava")
        #expect(levy.area.district == DistrictReference(type: "county", code: "990"))
        #expect(
            levy.noMeans?.text(in: ["en"])
                == "The levy stays as it is; the two bridges keep their weight limits."
        )
        #expect(levy.text?.text(in: ["en"]).contains("\n\nAn account of what was spent") == true)
    }

    @Test("a second text in the same language is refused")
    func repeated() async throws {
        let report = try await imports.measures(
            """
            election,measure_id,language,title,summary,district_type,district_code
            e,1,en,Levy,A,county,9
            e,1,en,Levy,B,county,9
            e,1,en,Levy,A,county,9
            e,1,es,Impuesto,C,county,9

            """
        )
        #expect(report.rejectedRows.map(\.line) == [3])
        #expect(report.rejectedRows.map(\.cause) == ["repeated_key"])
        #expect(report.rows.merged == 2)
        #expect(
            imports.measures.published.map(\.summary?.byLanguage) == [["en": "A", "es": "C"]]
        )
    }
}

@Suite struct ElectionImporterTests {
    private let imports = BallotImports()

    @Test("the county's elections come with their days, hours and time zone")
    func county() async throws {
        let report = try await imports.elections(path: Checkout.county("elections.csv"))
        #expect(report.rows.rejected == 0)
        let general = try #require(imports.elections.published.first)
        #expect(general.id.rawValue == "dc.2026-general")
        #expect(general.date == CalendarDate(year: 2026, month: 11, day: 3))
        #expect(general.type?.text() == "general")
        #expect(general.timeZone == "America/Denver")
        #expect(general.pollsOpen == "07:00")
        #expect(general.pollsClose == "19:00")
        #expect(imports.elections.published.count == 2)
    }

    @Test("a time zone that does not exist is refused")
    func timeZone() async throws {
        let report = try await imports.elections(
            "name,date,time_zone\nA,3.11.2026,America/Denver\nB,3.11.2026,Denver\n"
        )
        #expect(report.rejectedRows.map(\.line) == [3])
        #expect(report.rejectedRows.map(\.column) == ["time_zone"])
        #expect(
            imports.elections.published.map(\.date) == [CalendarDate(year: 2026, month: 11, day: 3)]
        )
        let other = try await imports.elections(
            "name,date,time_zone\nA,11/23/2026,UTC\nB,11/24/2026,Mars/Phobos\n"
        )
        #expect(other.rejectedRows.map(\.value) == ["Mars/Phobos"])
        #expect(other.rejectedRows.first?.reason.contains("America/Denver") == true)
    }

    @Test("a day that may be two is refused, as stations' days are")
    func ambiguousDay() async throws {
        let report = try await imports.elections(
            "name,date\nA,3/4/2026\nB,2026-04-03\nC,3/24/2026\nD,4.3.2026\nE,2026/4/5\n"
        )
        // The third day puts the month first, and the fourth, with points, would put it second.
        #expect(report.rejectedRows.map(\.line) == [2, 5])
        #expect(report.rejectedRows.map(\.value) == ["3/4/2026", "4.3.2026"])
        #expect(report.rejectedRows.first?.reason.contains("may be 3 or 4") == true)
        #expect(
            imports.elections.published.compactMap { $0.date?.description }.sorted()
                == ["2026-03-24", "2026-04-03", "2026-04-05"]
        )
    }

    @Test("nor can a time zone that does not exist be set for the whole file")
    func timeZoneOfAll() async throws {
        await #expect(
            throws: ImportError.invalidConstant(
                field: "time_zone",
                value: "Mars/Phobos",
                allowed: "the IANA name of a time zone is allowed, such as America/Denver or "
                    + "Europe/Berlin, or UTC"
            )
        ) {
            try await imports.elections(
                "name,date\nA,2026-11-03\n",
                set: ["time_zone=Mars/Phobos"]
            )
        }
    }
}
