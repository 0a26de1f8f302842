import Importing
import Polling
import Testing

/// What words of names, notes and headers say of stations is read, asked back or told.
@Suite struct StationWordsTests {
    private func stations(_ text: String, force: Bool = false) async throws
        -> (report: ImportReport, stations: [Station])
    {
        let imports = Imports()
        let report = try await imports.stations(text, force: force)
        return (report, imports.stations.published.sorted { $0.name < $1.name })
    }

    private func note(_ code: String, _ report: ImportReport) -> ImportNote? {
        report.notes.first { $0.finding.code == code }
    }

    @Test(
        "a name that says what the place is is told, with its line",
        arguments: [
            "Alpha Hall (EARLY VOTING ONLY)", "DROP BOX - Market Hall", "Backup: Alpha School",
            "Alpha School (tentative)", "Alpha School - proposed",
        ]
    )
    func names(name: String) async throws {
        let (report, stations) = try await stations(
            "name,lat,lon\nHall,38.9,-77\n\(name),38.8,-77\n"
        )
        let warning = try #require(note("telltale_names", report))
        #expect(stations.count == 2)
        #expect(warning.level == .warning && warning.lines == [3])
    }

    @Test(
        "notes that send voters elsewhere are told, with their line",
        arguments: [
            "use 102 instead", "combined with 110", "see 112", "NOT USED in May special",
            "lost lease", "flooded", "vote at Courthouse", "November only", "primary only",
            "was Depot Museum", "alternate site",
        ]
    )
    func notes(text: String) async throws {
        let (report, _) = try await stations(
            "name,notes,lat,lon\nHall,Ring the bell,38.9,-77\nA,\(text),38.8,-77\n"
        )
        // Those that speak of being closed or moved are told as such.
        let warning = try #require(
            note("telltale_notes", report) ?? note("may_be_closed", report)
        )
        #expect(warning.level == .warning && warning.lines == [3])
    }

    @Test("a note that is a word of closing alone is told though there is no status")
    func cancelled() async throws {
        let (report, _) = try await stations("name,notes,lat,lon\nA,Cancelled,38.8,-77\n")
        #expect(note("may_be_closed", report)?.lines == [2])
    }

    @Test("usual names and notes are nothing to warn of")
    func usual() async throws {
        let (report, stations) = try await stations(
            "name,notes,lat,lon\nAlternative High School,Use rear entrance,38.9,-77\n"
                + "Temporary Building B,See map,38.8,-77\nOld Town Hall,Ramp was mended,38.7,-77\n"
                + "Combined Locks Hall,,38.6,-77\nCall Street Fire Hall,,38.5,-77\n"
        )
        #expect(stations.count == 5)
        #expect(!report.notes.contains { $0.finding.code.hasPrefix("telltale") })
    }

    @Test(
        "a name that says that there is no station is none",
        arguments: [
            "ALL MAIL PRECINCT", "Mail Ballot Only", "No in-person voting", "Same as 101",
            "Combined with 107", "Consolidated", "Not applicable", "Call 555-0100",
            "TO BE DETERMINED - see website",
        ]
    )
    func none(name: String) async throws {
        let (report, stations) = try await stations(
            "name,lat,lon\nHall,38.9,-77\n\(name),38.8,-77\n"
        )
        #expect(stations.map(\.name) == ["Hall"])
        #expect(report.rows.rejected == 1)
    }

    @Test("flags of sorts say the sort of each place where one of them is the day's")
    func flags() async throws {
        let (report, stations) = try await stations(
            "name,Early Voting,Drop Box,Election Day,lat,lon\nA,N,N,Y,38.9,-77\n"
                + "B,Y,N,Y,38.8,-77\nC,Y,N,N,38.7,-77\nD,N,Y,N,38.6,-77\n"
        )
        #expect(
            stations.map(\.kinds) == [
                [.pollingPlace], [.pollingPlace, .earlyVoting], [.earlyVoting], [.dropBox],
            ]
        )
        #expect(report.forceNeeded.isEmpty)
        let read = try #require(note("kind_flags_read", report))
        #expect(
            read.text == "\"Early Voting\", \"Drop Box\", \"Election Day\" say what sort of "
                + "place each is, and were read so"
        )
        let alone = try await self.stations(
            "name,Polling Place Used,lat,lon\nA,Y,38.9,-77\nB,N,38.8,-77\n"
        )
        #expect(
            note("kind_flags_read", alone.report)?.text
                == "\"Polling Place Used\" says what sort of place each is, and was read so"
        )
    }

    @Test(
        "a header that says more than a sort of place is no flag of it",
        arguments: [
            "Polling_Place_Easting", "PollingPlaceNorthing", "Polling Place Phone",
            "Polling Place ID", "Early Voting Fax", "Polling Place Rooms",
        ]
    )
    func furtherHeaders(header: String) async throws {
        let (report, stations) = try await stations(
            "name,\(header),lat,lon\nA,1,38.9,-77\nB,0,38.8,-77\nC,1,38.7,-77\n"
        )
        #expect(stations.count == 3 && stations.allSatisfy { $0.kinds.isEmpty })
        for code in ["say_not_active", "kind_flags_read", "kind_flags"] {
            #expect(note(code, report) == nil)
        }
    }

    @Test(
        "a header that is wholly a sort of place is a flag of it",
        arguments: [
            "Polling Place", "Is a Polling Place?", "Polling_Place_(Y/N)",
            "Election Day Voting Site",
            "Used on Election Day", "Wahllokal",
        ]
    )
    func wholeHeaders(header: String) async throws {
        let (report, stations) = try await stations(
            "name,\(header),Drop Box,lat,lon\nA,Y,N,38.9,-77\nB,Y,Y,38.8,-77\nC,Y,N,38.7,-77\n"
        )
        #expect(
            stations.map(\.kinds) == [[.pollingPlace], [.pollingPlace, .dropBox], [.pollingPlace]]
        )
        #expect(note("kind_flags_read", report) != nil)
    }

    @Test("flags without the day's are told, with the lines of those that have one")
    func flagsAlone() async throws {
        let (report, stations) = try await stations(
            "name,Early Voting,Drop Box,lat,lon\nA,,,38.9,-77\nB,X,,38.8,-77\nC,,X,38.7,-77\n"
        )
        #expect(stations.allSatisfy { $0.kinds.isEmpty })
        let warning = try #require(note("kind_flags", report))
        #expect(warning.level == .warning && warning.lines == [3, 4])
    }

    @Test("the header of the names says the sort of all, and the dates are those of the hours")
    func headers() async throws {
        let (report, stations) = try await stations(
            "Early Voting Location,Dates,Hours,lat,lon\n"
                + "A,\"April 26 - May 10, 2027\",8:00 AM - 5:00 PM,38.9,-77\n"
        )
        let station = try #require(stations.first)
        #expect(station.kinds == [.earlyVoting])
        #expect(station.hours == "2027-04-26 to 2027-05-10 8:00 AM - 5:00 PM")
        #expect(note("kind_of_header", report)?.level == .warning)
        let centers = try await self.stations("Vote Center,Address,lat,lon\nA,1 Elm,38.9,-77\n")
        #expect(centers.stations.first?.kinds == [.voteCenter])
        #expect(note("kind_of_header", centers.report)?.level == .warning)
        let assigned = try await self.stations(
            "Vote Center,Precinct,lat,lon\nA,101,38.9,-77\nB,102,38.8,-77\n"
        )
        #expect(assigned.stations.allSatisfy { $0.kinds.isEmpty })
        let boxes = try await self.stations("Drop Box Location,lat,lon\nA,38.9,-77\n")
        #expect(boxes.stations.first?.kinds == [.dropBox])
        #expect(boxes.stations.first?.name == "A")
    }

    @Test("rows below a heading of another sort are published with consent alone")
    func sections() async throws {
        let text =
            "name,address,city,zip,lat,lon\nHall,1 Elm St,Alder,20001,38.9,-77\n"
            + "Inn,2 Elm St,Alder,20001,38.8,-77\nBALLOT DROP BOXES,,,,,\n"
            + "Box 1,3 Elm St,Alder,20001,38.7,-77\nBox 2,4 Elm St,Alder,20001,38.6,-77\n"
        let refused = try await stations(text)
        #expect(refused.report.forceNeeded.map(\.limit) == [.sections])
        #expect(refused.report.forceNeeded.map(\.count) == [2])
        #expect(refused.stations.isEmpty)
        #expect(try await stations(text, force: true).stations.count == 4)
        let wards = text.replacing("BALLOT DROP BOXES", with: "WARD 2")
        #expect(try await stations(wards).stations.count == 4)
    }

    @Test("columns of what holds at other times are told")
    func otherTimes() async throws {
        let active = try await stations(
            "name,Active,lat,lon\nA,Y,38.9,-77\nB,N,38.8,-77\n"
        )
        #expect(note("say_not_active", active.report)?.lines == [3])
        let valid = try await stations(
            "name,Hours,Effective Date,End Date,lat,lon\n"
                + "A,7:00 AM - 7:00 PM,2026-01-01,2026-06-30,38.9,-77\n"
        )
        #expect(note("validity_not_used", valid.report)?.level == .warning)
        #expect(note("last_day_alone", valid.report)?.level == .warning)
        #expect(valid.stations.first?.hours == "7:00 AM - 7:00 PM")
        for header in ["New Polling Place", "Temporary Location", "New Precinct", "New Address"] {
            let (report, _) = try await stations(
                "Polling Place,Precinct,\(header),lat,lon\nA,1,Gamma Hall,38.9,-77\nB,2,,38.8,-77\n"
            )
            #expect(note("replacement_columns", report)?.level == .warning, "\(header)")
        }
    }

    @Test("the building's name goes before the station's number, which is its district")
    func numbers() async throws {
        let (_, stations) = try await stations(
            "Bureau de vote;Lieu;Adresse;lat;lon\n1;École Jules-Ferry;1 rue A;48.8;2.3\n"
                + "2;Mairie;2 rue B;48.9;2.3\n"
        )
        #expect(stations.map(\.name) == ["Mairie", "École Jules-Ferry"])
        #expect(stations.map { $0.districts.map(\.code) } == [["2"], ["1"]])
        let alone = try await self.stations("Bureau de vote,lat,lon\n1,48.8,2.3\n2,48.9,2.3\n")
        #expect(note("numbers_for_names", alone.report)?.level == .warning)
    }
}
