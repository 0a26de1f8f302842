import Agenda
import AgendaModule
import Datasets
import Importing
import Testing
import Timekeeping

/// Time zones that are none of the IANA list: refused with their rows, proposed, and read as what was
/// accepted.
@Suite struct ZoneRepairTests {
    private static let table = """
        id,title,starts,ends,time_zone,country
        1,Fair,2026-05-01T09:00,2026-05-01T17:00,US / Eastern,US
        2,Night,2026-05-02T20:00,,US / Eastern,US
        3,Right,2026-05-03T09:00,,America/Denver,US
        4,Short,2026-05-04T09:00,,EST,US
        5,Nobody knows,2026-05-05T09:00,,EST,
        """

    /// The decisions of a report as a person fills them in and Ambit reads them again.
    private func decisions(
        _ report: ImportReport,
        _ change: (inout RepairProposal) -> Void = { _ in }
    ) throws -> RepairDecisions {
        let repairs = report.repairs.proposed.map { repair in
            var repair = repair
            change(&repair)
            return repair
        }
        let json = try RepairDecisions(repairs).json(file: "e.csv", dataset: report.dataset)
        return try RepairDecisions(json: json, name: "repairs.json")
    }

    @Test(
        "one repair is proposed for all rows of a zone, and they stay refused until it is accepted"
    )
    func proposed() async throws {
        let database = try await AgendaDatabase()
        let path = try database.file("events.csv", Self.table)
        let report = try await database.run("events", path)
        #expect(report.rows.accepted == 1)
        #expect(
            report.rejectedRows.map(\.finding.code)
                == ["zone_meant", "zone_meant", "zone_unknown", "zone_unknown"]
        )
        let repairs = report.repairs.proposed
        #expect(repairs.map(\.name) == ["US / Eastern", "EST"])
        #expect(repairs.map(\.rows) == [2, 2] && repairs.map(\.line) == [2, 5])
        #expect(repairs.map(\.text?.becomes) == ["US/Eastern", "America/New_York"])
        #expect(repairs.map(\.likely) == [true, false])
        #expect(repairs.map(\.finding?.code) == ["zone_spelled", "text_means_more"])
        #expect(repairs.allSatisfy { $0.kind == .unknownZone && $0.accept == nil })
        #expect(
            report.text(width: 300).contains(
                "line 2 \"US / Eastern\" would become \"US/Eastern\"; \"US / Eastern\" is"
            )
        )
        // Nobody has decided anything.
        let undecided = try await database.run("events", path, decisions: try decisions(report))
        #expect(undecided.outcome == .nothingToChange && undecided.rows.rejected == 4)
    }

    @Test(
        "an abbreviation of rows in two countries is an even chance at most, and both are counted"
    )
    func twoCountries() async throws {
        let database = try await AgendaDatabase()
        let path = try database.file(
            "events.csv",
            """
            title,starts,time_zone,country
            Delhi,2026-05-01T09:00,IST,IN
            Haifa,2026-05-02T09:00,IST,IL
            Kolkata,2026-05-03T09:00,IST,IN
            Osaka,2026-05-03T09:00,JST,JP
            """
        )
        let repairs = try await database.run("events", path, mode: .check).repairs.proposed
        #expect(repairs.map(\.text?.becomes) == ["Asia/Kolkata", "Asia/Tokyo"])
        #expect(repairs.map(\.rows) == [3, 1] && repairs.map(\.confidence) == [0.5, 0.95])
        #expect(repairs.map(\.likely) == [false, true])
        #expect(repairs.map(\.finding?.code) == ["text_means_more", "zone_abbreviated"])
    }

    @Test("what was accepted is applied before rows are read, told and remembered")
    func accepted() async throws {
        let database = try await AgendaDatabase()
        let path = try database.file("events.csv", Self.table)
        let proposed = try await database.run("events", path, mode: .check)
        let likely = try decisions(proposed) { $0.accept = $0.likely ? true : false }
        let report = try await database.run("events", path, decisions: likely)
        #expect(report.rows.accepted == 3 && report.rows.rejected == 2)
        #expect(report.repairs.proposed.isEmpty && report.repairs.stale.isEmpty)
        #expect(report.repairs.applied.map(\.rows) == [2])
        #expect(report.repairs.refused.map(\.name) == ["EST"])
        #expect(report.text(width: 300).contains("Repairs accepted and applied: 1 text, 2 rows"))
        let event = try #require(try await database.snapshot().events.first)
        #expect(event.span.zone == "US/Eastern")
        #expect(event.span.startsAt.rfc3339 == "2026-05-01T13:00:00Z")

        #expect(
            try await database.run("events", path, decisions: likely).outcome == .nothingToChange
        )
        let again = try await database.run("events", path, repeats: true)
        #expect(again.outcome == .nothingToChange && again.rows.accepted == 3)
        let unasked = try await database.run("events", path, mode: .check)
        #expect(unasked.rows.accepted == 1)
        #expect(unasked.repairs.proposed.map(\.earlier?.accept) == [true, false])
        #expect(unasked.repairs.proposed.first?.earlier?.text == "US/Eastern")
    }

    @Test("a decision may name another zone, and one that is none is refused with the rows")
    func corrected() async throws {
        let database = try await AgendaDatabase()
        let path = try database.file("events.csv", Self.table)
        let proposed = try await database.run("events", path, mode: .check)
        func run(as zone: String) async throws -> ImportReport {
            let decided = try decisions(proposed) {
                $0.accept = true
                $0.text?.becomes = zone
            }
            return try await database.run("events", path, mode: .check, decisions: decided)
        }
        #expect(try await run(as: "America/Toronto").rows.accepted == 5)
        let wrong = try await run(as: "Atlantis")
        #expect(wrong.rows.accepted == 1)
        #expect(wrong.rejectedRows.first?.value == "Atlantis")
    }

    @Test("a decision that no row needs any more is told as such")
    func stale() async throws {
        let database = try await AgendaDatabase()
        let path = try database.file("events.csv", Self.table)
        let accepted = try decisions(try await database.run("events", path, mode: .check)) {
            $0.accept = true
        }
        let mended = try database.file(
            "mended.csv",
            Self.table.replacing("US / Eastern", with: "US/Eastern")
        )
        let report = try await database.run("events", mended, mode: .check, decisions: accepted)
        #expect(report.repairs.stale.map(\.finding.code) == ["text_not_in_file"])
        #expect(report.repairs.stale.map(\.name) == ["US / Eastern"])
    }

    @Test("a check of a file of which all rows are refused so proposes; publishing it is an error")
    func allRefused() async throws {
        let database = try await AgendaDatabase()
        let event = """
            {"id": 6, "name": "Fair", "starts-at": "2017-05-17T09:00:00",
             "ends-at": "2017-05-25T18:00:00", "timezone": "US / Eastern",
             "location-name": "Hall"}
            """
        let path = try database.file("event", event)
        let checked = try await database.run("events", path, mode: .check)
        #expect(checked.rows.accepted == 0 && checked.rows.rejected == 1)
        #expect(checked.repairs.proposed.map(\.text?.becomes) == ["US/Eastern"])
        await #expect(throws: ImportError.self) { try await database.run("events", path) }
        let accepted = try decisions(checked) { $0.accept = true }
        let report = try await database.run("events", path, decisions: accepted)
        #expect(report.outcome == .published && report.rows.accepted == 1)
        let second = try await database.run("events", path, decisions: accepted)
        #expect(second.outcome == .nothingToChange)
    }

    @Test("dates that a calendar leaves out are found by the clocks that were accepted")
    func calendar() async throws {
        let database = try await AgendaDatabase()
        let path = try database.file(
            "c.ics",
            """
            BEGIN:VCALENDAR
            VERSION:2.0
            BEGIN:VEVENT
            UID:a
            SUMMARY:Weekly
            DTSTART;TZID=US / Eastern:20260601T090000
            DTEND;TZID=US / Eastern:20260601T100000
            RRULE:FREQ=WEEKLY;COUNT=3
            EXDATE:20260608T130000Z
            END:VEVENT
            END:VCALENDAR

            """
        )
        let checked = try await database.run("events", path, mode: .check)
        let accepted = try decisions(checked) { $0.accept = true }
        let report = try await database.run("events", path, decisions: accepted)
        #expect(report.rows.accepted == 2)
        #expect(
            try await database.snapshot().events.map(\.span.startsAt.rfc3339)
                == ["2026-06-01T13:00:00Z", "2026-06-15T13:00:00Z"]
        )
    }
}
