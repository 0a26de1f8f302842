import Datasets
import Importing
import Polling
import Testing

/// Elections, contests and measures that files write in ways which would make two of one, or one of two.
@Suite struct ElectionsApartTests {
    private let imports = BallotImports()

    @Test("two elections of one day are two, and one in two languages is one")
    func oneDay() async throws {
        let report = try await imports.elections(
            "Name,Date,Polls Open,Polls Close,Language\n"
                + "General Election,2027-11-02,07:00,20:00,en\n"
                + "Elección general,2027-11-02,,,es\n"
                + "City Special Election,2027-11-02,06:00,19:00,en\n"
                + "city special election,2027-11-02,06:00,,en\n"
        )
        #expect(report.rejectedRows.count == 0)
        let found = imports.elections.published.sorted { $0.key < $1.key }
        #expect(found.map(\.key) == ["2027-11-02", "2027-11-02-city-special-election"])
        #expect(found.map(\.pollsOpen) == ["07:00", "06:00"])
        #expect(found.first?.name.text(in: ["es"]) == "Elección general")
    }

    @Test("a second row of an election that gives other hours is refused")
    func otherHours() async throws {
        let report = try await imports.elections(
            "Name,Date,Polls Open,Polls Close\nGeneral,2027-11-02,07:00,20:00\n"
                + "General,2027-11-02,06:00,20:00\n"
        )
        #expect(report.rejectedRows.count == 1)
        #expect(report.rejectedRows.first?.reason.contains("gives other hours") == true)
        #expect(imports.elections.published.map(\.pollsOpen) == ["07:00"])
    }

    @Test("days of the week and hours that cannot be are refused, and hours too short are told")
    func impossible() async throws {
        let report = try await imports.elections(
            "Name,Date,Polls Open,Polls Close\n\"Water Board\",\"Wednesday, March 2, 2027\",7:00,20:00\n"
                + "Late,2027-06-08,8:00 PM,7:00 AM\nCity,\"Tuesday, May 4, 2027\",7:00,8:00\n"
                + "School,2027-08-03,07:00,00:00\n"
        )
        let refused = report.rejectedRows.map(\.reason)
        #expect(refused.count == 2)
        #expect(refused.first?.contains("2027-03-02 is a Tuesday") == true, "\(refused)")
        #expect(refused.last?.contains("close before they open at 20:00") == true, "\(refused)")
        let told = report.notes.filter { $0.finding.code == "short_polls" }
        #expect(told.flatMap(\.lines) == [4])
        #expect(told.first?.text.contains("07:00-08:00") == true)
        #expect(imports.elections.published.map(\.key).sorted() == ["2027-05-04", "2027-08-03"])
    }

    @Test("contests and measures of several days are of as many elections")
    func severalDays() async throws {
        _ = try await imports.contests(
            "Election Date,Precinct,Office,Candidate\n2027-11-02,101,Governor,Ann Ash\n"
                + "2027-03-02,101,Mayor,Bob Bee\n"
        )
        let found = imports.contests.published.map { "\($0.title.text()) \($0.election.key)" }
        #expect(found.sorted() == ["Governor 2027-11-02", "Mayor 2027-03-02"])
        _ = try await imports.measures(
            "Election Date,Title,Precinct\n2027-11-02,Bonds,101\n2027-03-02,Parks,101\n"
        )
        let days = imports.measures.published.map { "\($0.title.text()) \($0.election.key)" }
        #expect(days.sorted() == ["Bonds 2027-11-02", "Parks 2027-03-02"])
    }

    @Test(
        "a district is one however its code is written",
        arguments: [("2", "02"), ("1", "CD-1"), ("3", "District 3")]
    )
    func spellings(first: String, second: String) async throws {
        _ = try await imports.contests(
            "precinct,office,district,party,candidate\n103,US House,\(first),REP,Jo Jay\n"
                + "104,US House,\(second),DEM,Kai King\n104,US House,9,DEM,Di Day\n",
            set: ["election=2027-11-02"]
        )
        let found = imports.contests.published.map { $0.candidates.map { $0.name.text() } }
        #expect(Set(found) == [["Jo Jay", "Kai King"], ["Di Day"]])
    }

    @Test("nobody's names are told, votes for nobody are none, and stops make no other candidate")
    func nobody() async throws {
        let report = try await imports.contests(
            "precinct,office,party,candidate\n101,Sheriff,REP,No Candidate Filed\n"
                + "101,Auditor,REP,Unopposed\n101,Auditor,REP,Al Ali\n101,Clerk,REP,Under/Over Votes\n"
                + "101,Clerk,REP,Pat Poe\n101,Assessor,REP,Will N. Drawn\n"
                + "101,Assessor,REP,WILL N DRAWN\n101,Judge,,None of the Above\n",
            set: ["election=2027-11-02"]
        )
        let names = imports.contests.published.flatMap(\.candidates).map { $0.name.text() }
        #expect(
            names == [
                "No Candidate Filed", "Unopposed", "Al Ali", "Pat Poe", "Will N. Drawn",
                "None of the Above",
            ]
        )
        let told = report.notes.filter { $0.finding.code == "unknown_statuses" }
        #expect(told.flatMap(\.lines) == [2, 3], "\(report.notes.map(\.text))")
    }

    @Test("where published contests look gone, an election that no column names is told")
    func electionOfName() async throws {
        let text = "Precinct,Office,Candidate\n101,Mayor,Al Ali\n101,Clerk,Pat Poe\n"
        let first = try await imports.contests(text, name: "contests_20271102.csv")
        #expect(!first.notes.contains { $0.finding.code == "election_of_no_column" })
        let renamed = try await imports.contests(text, name: "Nov_final.csv")
        #expect(renamed.outcome == .refused)
        #expect(renamed.forceNeeded.contains { $0.limit == .removed })
        let note = try #require(
            renamed.notes.first { $0.finding.code == "election_of_no_column" }
        )
        #expect(note.level == .warning)
        // No day stands in the name: the dataset's name is the election's.
        #expect(note.finding.values["election"] == .text("\"dc\""))
        let said = try await imports.contests(
            text,
            name: "Nov_final.csv",
            set: ["election=2027-11-01"]
        )
        #expect(said.forceNeeded.contains { $0.limit == .removed })
        #expect(!said.notes.contains { $0.finding.code == "election_of_no_column" })
    }

    @Test("measures whose titles say that they are withdrawn are told")
    func withdrawn() async throws {
        let report = try await imports.measures(
            "Election,Measure,Title,Precinct\n2027-11-02,Measure C,Zoning (WITHDRAWN),101\n"
                + "2027-11-02,Measure D - REMOVED BY COURT ORDER,Parking,101\n"
                + "2027-11-02,Prop 5,School Bonds (Series 2027),101\n"
        )
        let told = report.notes.filter { $0.finding.code == "out_of_use" }
        #expect(told.flatMap(\.lines).sorted() == [2, 3], "\(report.notes.map(\.text))")
    }

    @Test("stations whose hours name no day, of a file of one election, are told")
    func oneElection() async throws {
        func told(_ election: String, _ hours: String) async throws -> Bool {
            let report = try await Imports().stations(
                "name,address,precinct,election,hours,lat,lon\n"
                    + "Gym,2 Oak St,101,\(election),\(hours),38.9,-77\n"
                    + "Hall,9 Elm St,102,\(election),\(hours),38.8,-77\n"
            )
            return report.notes.contains { $0.finding.code == "one_election_named" }
        }
        #expect(try await told("City Special", "7am-8pm"))
        #expect(try await !told("City Special", "2027-04-13 07:00-20:00"))
        #expect(try await !told("", "7am-8pm"))
    }

    @Test(
        "days that stand with the times are days of the hours, and numbers of days are told as days"
    )
    func serialElection() async throws {
        func note(_ opens: String, _ closes: String) async throws -> ImportNote? {
            let report = try await Imports().stations(
                "name,address,precinct,Election Date,Open,Close,lat,lon\n"
                    + "Gym,2 Oak St,101,46364,\(opens),\(closes),38.9,-77\n"
                    + "Hall,9 Elm St,102,46364,\(opens),\(closes),38.8,-77\n"
            )
            return report.notes.first { $0.finding.code == "one_election_named" }
        }
        #expect(try await note("46364.2916667", "46364.7916667") == nil)
        // Of 8 December 2026, 46,364 days after 30 December 1899.
        let told = try await note("07:00", "19:00")
        let undated = try #require(told)
        #expect(undated.finding.values["election"] == .text("2026-12-08"))
    }

    @Test(
        "notes that close a place are told",
        arguments: [
            "Replaced by Annex", "Polling place changed to Depot",
            "NEW LOCATION: Depot, 500 Ash St",
            "Voters should report to Depot", "Not a polling place", "Not open in this election",
            "Out of service", "Suspended", "Deactivated", "Do NOT send voters here",
            "Will not be used 3/2/27", "Not being used", "Mail ballot precinct - no polling place",
            "Lease ended", "DUPLICATE", "DELETE",
        ]
    )
    func notes(note: String) async throws {
        let report = try await Imports().stations(
            "name,address,precinct,notes,lat,lon\nGym,2 Oak St,101,\"\(note)\",38.9,-77\n"
                + "Hall,9 Elm St,102,Ring the bell,38.8,-77\n"
        )
        let told = report.notes.filter { $0.finding.code == "may_be_closed" }
        #expect(told.flatMap(\.lines) == [2], "\(report.notes.map(\.text))")
    }
}
