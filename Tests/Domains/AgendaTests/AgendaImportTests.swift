import Agenda
import AgendaModule
import Datasets
import DomainModules
import Foundation
import Importing
import SpatiaLiteStore
import TestSupport
import Testing
import Timekeeping

/// A database of events and sessions in a folder of its own.
final class AgendaDatabase: Sendable {
    private let folder = NSTemporaryDirectory() + "ambit-agenda-" + UUID().uuidString
    let store: SpatiaLiteStore

    init() async throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        store = try await SpatiaLiteStore.open(folder + "/a.sqlite")
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func file(_ name: String, _ text: String) throws -> String {
        let path = folder + "/" + name
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }

    func run(
        _ kind: String,
        _ path: String,
        set: [(String, String)] = [],
        force: Bool = false,
        mode: ImportOptions.Mode = .publish,
        decisions: RepairDecisions? = nil,
        repeats: Bool = false
    ) async throws -> ImportReport {
        let kind = try #require(AgendaModule.kinds.first { $0.name == kind })
        var options = ImportOptions(
            dataset: try DatasetName(kind.name),
            mode: mode,
            constants: set.map { FieldConstant(field: $0.0, value: $0.1) },
            isForced: force
        )
        options.decisions = decisions
        options.repeatsDecisions = repeats
        let work = ImportWork(input: .file(path), options: options, store: store)
        return try #require(try await kind.run(work) as? ImportReport)
    }

    func snapshot() async throws -> AgendaSnapshot { try await AgendaModule.snapshot(of: store) }
}

@Suite struct AgendaImportTests {
    private static func calendar(_ events: String...) -> String {
        "BEGIN:VCALENDAR\nVERSION:2.0\n"
            + events.map { "BEGIN:VEVENT\n\($0)\nEND:VEVENT\n" }.joined() + "END:VCALENDAR\n"
    }

    // MARK: Tables

    @Test("a table becomes events, and the same again changes nothing")
    func table() async throws {
        let database = try await AgendaDatabase()
        let path = try database.file(
            "events.csv",
            """
            id,title,starts,ends,time_zone,kind,status,venue,city,lat,lon,url
            1,Spring Fair,2026-05-01T09:00,2026-05-01T17:00,America/Denver,fair,,Park,Bluestem,42.1,-101.5,https://example.org
            2,Open,2026-06-01,2026-06-03,,tournament,cancelled,Online,,,,
            3,Backwards,2026-06-03,2026-06-01,,,,,,,,
            4,No zone,2026-06-03T09:00,,,,,,,,,
            5,Bad zone,2026-06-03T09:00,,US / Eastern,,,,,,,
            6,Mixed,2026-06-03,2026-06-03T09:00,UTC,,,,,,,
            7,Unclear,6/3/2026,,UTC,,,,,,,
            8,,2026-06-03,,,,,,,,,
            1,Again,2026-05-01,,,,,,,,,
            """
        )
        let report = try await database.run("events", path)
        #expect(report.rows.accepted == 2 && report.rows.rejected == 7)
        #expect(
            report.rejectedRows.map(\.finding.code) == [
                "ends_before_start", "zone_missing", "zone_meant", "day_and_time",
                "time_unreadable", "field_missing", "repeated_id",
            ]
        )
        let events = try await database.snapshot().events
        #expect(events.map(\.id) == ["events.1", "events.2"])
        #expect(events[0].span.startsAt.rfc3339 == "2026-05-01T15:00:00Z")
        #expect(events[0].span.zone == "America/Denver" && events[0].venue.kind == .point)
        #expect(events[1].span.isAllDay && events[1].span.lastDay.text == "2026-06-03")
        #expect(events[1].venue.kind == .online && events[1].status == .cancelled)
        #expect(try await database.run("events", path).outcome == .nothingToChange)
    }

    @Test(
        "a zone that is hardly that of the country or of the place is told, and the event is kept"
    )
    func zoneElsewhere() async throws {
        let database = try await AgendaDatabase()
        let path = try database.file(
            "events.csv",
            """
            title,starts,time_zone,country,lat,lon
            Tokyo,2026-06-01T09:00,Asia/Tokyo,US,39.74,-104.99
            Named,2026-06-01T09:00,Asia/Tokyo,United States,,
            Eastern,2026-06-01T09:00,US/Eastern,US,45.52,-122.68
            Right,2026-06-01T09:00,America/Denver,US,39.74,-104.99
            Neutral,2026-06-01T09:00,UTC,US,39.74,-104.99
            """
        )
        let report = try await database.run("events", path)
        #expect(report.rows.accepted == 5)
        func lines(_ code: String) -> [Int] {
            report.notes.filter { $0.finding.code == code }.flatMap(\.lines).sorted()
        }
        #expect(lines("zone_elsewhere") == [2, 3])
        #expect(lines("zone_far") == [4])
    }

    @Test("a zone may be said for the whole file; where clocks were set it is told")
    func zoneForAll() async throws {
        let database = try await AgendaDatabase()
        let path = try database.file(
            "events.csv",
            """
            title,starts
            Night,2026-03-29T02:30
            Autumn,2026-10-25T02:30
            Day,2026-06-01T12:00
            """
        )
        let report = try await database.run("events", path, set: [("time_zone", "Europe/Berlin")])
        #expect(report.rows.accepted == 3)
        let told = report.notes.filter { ["time_skipped", "time_twice"].contains($0.finding.code) }
        #expect(told.map(\.lines) == [[2], [3]])
        let moments = try await database.snapshot().events.map(\.span.startsAt.rfc3339).sorted()
        #expect(
            moments == ["2026-03-29T01:30:00Z", "2026-06-01T10:00:00Z", "2026-10-25T00:30:00Z"]
        )
        await #expect(throws: ImportError.self) {
            try await database.run("events", path, set: [("time_zone", "Berlin")])
        }
    }

    @Test("many at other times take --force, and each is named with what it was")
    func retimed() async throws {
        let database = try await AgendaDatabase()
        func file(_ hour: Int, _ moved: Int) throws -> String {
            try database.file(
                "s.csv",
                "id,title,starts,time_zone\n"
                    + (0..<20).map {
                        "\($0),Talk \($0),2026-06-01T\($0 < moved ? hour : 10):00,UTC"
                    }
                    .joined(separator: "\n")
            )
        }
        #expect(try await database.run("sessions", file(10, 0)).version == 1)
        #expect(try await database.run("sessions", file(11, 2)).outcome == .published)
        let refused = try await database.run("sessions", file(12, 3))
        #expect(refused.outcome == .refused)
        #expect(refused.forceNeeded.map(\.limit) == [.retimed])
        #expect(refused.changes.hoursChanged == 3)
        let forced = try await database.run("sessions", file(12, 3), force: true)
        #expect(forced.outcome == .published && forced.changes.firstChanged.count == 3)
        #expect(
            forced.changes.firstChanged.first?.differences
                == ["time was \"2026-06-01T11:00:00 UTC\""]
        )
    }

    // MARK: Calendars

    @Test("a calendar's zones, days, repetitions and changes are read")
    func calendar() async throws {
        let database = try await AgendaDatabase()
        let path = try database.file(
            "c.ics",
            Self.calendar(
                "UID:a\nSUMMARY:Zoned\nDTSTART;TZID=Europe/Berlin:20260601T090000\nDURATION:PT90M",
                "UID:b\nSUMMARY:Days\nDTSTART;VALUE=DATE:20260601\nDTEND;VALUE=DATE:20260603",
                "UID:c\nSUMMARY:Weekly\nDTSTART;TZID=America/New_York:20260302T090000\n"
                    + "DTEND;TZID=America/New_York:20260302T100000\nRRULE:FREQ=WEEKLY;COUNT=3\n"
                    + "EXDATE;TZID=America/New_York:20260309T090000",
                "UID:c\nRECURRENCE-ID;TZID=America/New_York:20260316T090000\nSUMMARY:Moved\n"
                    + "DTSTART:20260317T150000Z\nDTEND:20260317T160000Z\nSTATUS:CANCELLED",
                "UID:d\nSUMMARY:Floating\nDTSTART:20260601T090000",
                "UID:e\nSUMMARY:Monthly\nDTSTART:20260601T090000Z\nRRULE:FREQ=MONTHLY;COUNT=2",
                "UID:f\nSUMMARY:Endless\nDTSTART:20260601T090000Z\nRRULE:FREQ=DAILY",
                "UID:g\nRECURRENCE-ID:20260601T090000Z\nSUMMARY:Alone\nDTSTART:20260601T090000Z",
                "UID:h\nSUMMARY:Odd zone\nDTSTART;TZID=Eastern Standard Time:20260601T090000",
                "UID:i\nSUMMARY:Prefixed\nDTSTART;TZID=/mozilla.org/1/Europe/Berlin:20260601T090000"
            )
        )
        let report = try await database.run("events", path)
        #expect(report.format.kind == "icalendar")
        #expect(
            report.rejectedRows.map(\.finding.code) == [
                "zone_missing", "rule_not_read", "rule_endless", "part_without_whole",
                "zone_meant",
            ]
        )
        let events = try await database.snapshot().events
        let lines = events.map {
            "\($0.title) \($0.span.startsAt.rfc3339) \($0.span.endsAt.rfc3339) \($0.status)"
        }
        #expect(
            Set(lines) == [
                "Zoned 2026-06-01T07:00:00Z 2026-06-01T08:30:00Z scheduled",
                "Days 2026-06-01T00:00:00Z 2026-06-03T00:00:00Z scheduled",
                // Before summer time begins, and after.
                "Weekly 2026-03-02T14:00:00Z 2026-03-02T15:00:00Z scheduled",
                "Moved 2026-03-17T15:00:00Z 2026-03-17T16:00:00Z cancelled",
                "Prefixed 2026-06-01T07:00:00Z 2026-06-01T07:00:00Z scheduled",
            ]
        )
    }

    @Test("a date that was changed or left out is found in whatever zone it is named")
    func datesOfOtherZones() async throws {
        let database = try await AgendaDatabase()
        let berlin = ";TZID=Europe/Berlin:202606"
        let path = try database.file(
            "c.ics",
            Self.calendar(
                "UID:a\nSUMMARY:Daily\nDTSTART\(berlin)01T150000\nRRULE:FREQ=DAILY;COUNT=4\n"
                    + "EXDATE;TZID=America/New_York:20260602T090000",
                "UID:a\nRECURRENCE-ID;TZID=America/New_York:20260603T090000\nSUMMARY:Late\n"
                    + "DTSTART\(berlin)03T180000",
                "UID:b\nSUMMARY:Single\nDTSTART\(berlin)01T090000",
                "UID:b\nRECURRENCE-ID:20260601T070000Z\nSUMMARY:Single, later\n"
                    + "DTSTART\(berlin)01T110000"
            )
        )
        #expect(try await database.run("events", path).rows.rejected == 0)
        let events = try await database.snapshot().events
        #expect(
            events.map { "\($0.title) \($0.span.startsAt.rfc3339)" }.sorted() == [
                "Daily 2026-06-01T13:00:00Z", "Daily 2026-06-04T13:00:00Z",
                "Late 2026-06-03T16:00:00Z", "Single, later 2026-06-01T09:00:00Z",
            ]
        )
    }

    @Test("what of a repetition cannot be followed is refused, and never left out in silence")
    func unreadRepetitions() async throws {
        let database = try await AgendaDatabase()
        let start = "DTSTART;TZID=Europe/Berlin:20260601T090000\n"
        let rule = start + "RRULE:FREQ=DAILY;COUNT=3"
        let path = try database.file(
            "c.ics",
            Self.calendar(
                "UID:a\nSUMMARY:No such date\n\(rule)",
                "UID:a\nRECURRENCE-ID:20260609T070000Z\nSUMMARY:Lost\n\(start)",
                "UID:b\nSUMMARY:Single\n\(start)",
                "UID:b\nRECURRENCE-ID:20260602T070000Z\nSUMMARY:Lost, too\n\(start)",
                "UID:c\nSUMMARY:From then on\n\(rule)",
                "UID:c\nRECURRENCE-ID;RANGE=THISANDFUTURE:20260602T070000Z\nSUMMARY:On\n\(start)",
                "UID:d\nSUMMARY:Left out by rule\n\(rule)\nEXRULE:FREQ=DAILY;COUNT=1",
                "UID:e\nSUMMARY:Left out by words\n\(rule)\nEXDATE:June 2",
                "UID:f\nSUMMARY:Over before\n\(start)RRULE:FREQ=DAILY;UNTIL=20260501T000000Z"
            )
        )
        let report = try await database.run("events", path)
        #expect(
            report.rejectedRows.map(\.finding.code) == [
                "part_without_whole", "part_without_whole", "rule_not_read", "rule_not_read",
                "rule_not_read", "rule_not_read",
            ]
        )
        let titles = try await database.snapshot().events.map(\.title)
        #expect(Set(titles) == ["No such date", "Single"] && titles.count == 4)
    }

    @Test(
        "what is no calendar or schedule is refused in words, and nothing changes",
        arguments: [
            ("a.ics", "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\n"),
            ("b.ics", "BEGIN:VCALENDAR\nnonsense\nEND:VCALENDAR\n"),
            ("c.xml", "<schedule><conference><title>x</title>"),
            ("d.json", "{\"schedule\": {\"conference\": {\"title\": \"x\""),
            ("e.ics", "BEGIN:VCALENDAR\nEND:VCALENDAR\n"),
        ]
    )
    func damaged(name: String, text: String) async throws {
        let database = try await AgendaDatabase()
        let path = try database.file(name, text)
        for kind in ["events", "sessions"] {
            await #expect(throws: ImportError.self) { try await database.run(kind, path) }
        }
        #expect(try await database.store.publishedVersions().isEmpty)
    }

    @Test(
        "a calendar of which nothing can be followed is refused for that, and not for its columns"
    )
    func nothingFollowed() async throws {
        let database = try await AgendaDatabase()
        let path = try database.file(
            "c.ics",
            Self.calendar("UID:a\nSUMMARY:A\nDTSTART:20260601T090000Z\nRRULE:FREQ=YEARLY;COUNT=2")
        )
        let error = await #expect(throws: ImportError.self) {
            try await database.run("events", path)
        }
        #expect("\(try #require(error))".contains("FREQ=YEARLY;COUNT=2"))
    }

    @Test("a calendar of more than 64 MB is refused as too long, whichever way it came")
    func tooLong() async throws {
        let database = try await AgendaDatabase()
        let path = try database.file(
            "c.ics",
            Self.calendar("UID:a\nSUMMARY:\(String(repeating: "x", count: 64 << 20))")
        )
        let error = await #expect(throws: ImportError.self) {
            try await database.run("events", path)
        }
        #expect("\(try #require(error))".contains("more than 64 MB unpacked"))
    }

    // MARK: Real files

    @Test(
        "31C3's schedule has its 138 sessions, on days that end at 04:00",
        .enabled(if: Checkout.hasRealFiles, Checkout.realFilesNotice)
    )
    func frab() async throws {
        let database = try await AgendaDatabase()
        let path = try #require(Checkout.realFile("agenda/31c3_schedule.xml"))
        let report = try await database.run("sessions", path)
        #expect(report.rows.accepted == 138 && report.rows.rejected == 0)
        #expect(report.format.kind == "frab")
        let sessions = try await database.snapshot().sessions
        // The moments as the text has them, read by Foundation.
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let written = text.matches(of: /<event guid='([^']+)'[^>]*>\s*<date>([^<]+)<\/date>/)
        #expect(written.count == 138)
        let format = ISO8601DateFormatter()
        for match in written {
            let session = try #require(sessions.first { $0.key == match.1 })
            let date = try #require(format.date(from: String(match.2)))
            #expect(Double(session.span.startsAt.wholeSeconds) == date.timeIntervalSince1970)
            #expect(session.event == "31c3")
        }
        let late = sessions.filter { $0.day.text != $0.span.starts.day.text }
        #expect(!late.isEmpty && late.allSatisfy { $0.span.starts.secondOfDay < 4 * 3600 })
        #expect(try await database.run("sessions", path).outcome == .nothingToChange)
        let event = try await database.run("events", path)
        #expect(event.rows.accepted == 1)
        #expect(try await database.snapshot().events.first?.key == "31c3")
    }

    @Test(
        "what stands behind midnight in a schedule belongs to the night of its day",
        arguments: ["", #" start="2011-08-10T09:00:00+02:00""#]
    )
    func dayChange(start: String) async throws {
        let database = try await AgendaDatabase()
        let path = try database.file(
            "schedule.xml",
            """
            <schedule><conference><acronym>x</acronym><title>Old</title><start>2011-08-10</start>
            <end>2011-08-14</end><day_change>09:00:00</day_change>
            <time_zone_name>Europe/Berlin</time_zone_name></conference>
            <day index="1" date="2011-08-10"\(start)><room name="A">
            <event id="5"><start>23:30</start><duration>01:00</duration><title>Late</title></event>
            <event id="6"><start>01:00</start><duration>00:30</duration><title>Later</title></event>
            <event id="7"><start>09:00</start><duration>00:30</duration><title>Early</title></event>
            </room></day></schedule>
            """
        )
        #expect(try await database.run("sessions", path).rows.accepted == 3)
        let sessions = try await database.snapshot().sessions.sorted { $0.key < $1.key }
        #expect(
            sessions.map(\.span.startsAt.rfc3339) == [
                "2011-08-10T21:30:00Z", "2011-08-10T23:00:00Z", "2011-08-10T07:00:00Z",
            ]
        )
        #expect(Set(sessions.map(\.day.text)) == ["2011-08-10"])
    }

    @Test(
        "PyCon 2017's sessions are read, but for those that end first and an id that comes twice",
        .enabled(if: Checkout.hasRealFiles, Checkout.realFilesNotice)
    )
    func eventyay() async throws {
        let database = try await AgendaDatabase()
        let sessions = try #require(Checkout.realFile("agenda/pycon17/sessions"))
        let report = try await database.run(
            "sessions",
            sessions,
            set: [("time_zone", "US/Pacific"), ("event", "7d16c124")]
        )
        #expect(report.rows.read == 147 && report.rows.accepted == 140)
        #expect(
            report.causes.map { "\($0.cause) \($0.rows)" } == [
                "ends_before_start 6", "repeated_key 1",
            ]
        )
        let event = try #require(Checkout.realFile("agenda/pycon17/event"))
        #expect(try await database.run("events", event).rows.accepted == 1)
        let snapshot = try await database.snapshot()
        #expect(snapshot.events.first?.span.zone == "US/Pacific")
        var filter = SessionFilter()
        filter.event = "events.7d16c124"
        #expect(snapshot.sessions(filter, limit: .max).count == 140)
    }

    @Test(
        "1,086 tournaments are read as days, 660 of them online",
        .enabled(if: Checkout.hasRealFiles, Checkout.realFilesNotice)
    )
    func tournaments() async throws {
        let database = try await AgendaDatabase()
        let path = try #require(Checkout.realFile("esports/tournaments.csv"))
        let report = try await database.run("events", path, set: [("kind", "tournament")])
        #expect(report.rows.accepted == 1_086 && report.rows.rejected == 0)
        let events = try await database.snapshot().events
        #expect(events.count { $0.venue.kind == .online } == 660)
        #expect(events.allSatisfy { $0.span.isAllDay && $0.kind == .tournament })
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let days = text.matches(of: /(?m)^(\d+),.*?,(\d{4}-\d\d-\d\d),(\d{4}-\d\d-\d\d),/)
        #expect(days.count == 1_086)
        for day in days {
            let event = try #require(events.first { $0.key == day.1 })
            #expect(event.span.starts.day.text == day.2 && event.span.lastDay.text == day.3)
        }
        let again = try await database.run("events", path, set: [("kind", "tournament")])
        #expect(again.outcome == .nothingToChange)
    }

    @Test(
        "87 matches of a calendar keep their ids and moments",
        .enabled(if: Checkout.hasRealFiles, Checkout.realFilesNotice)
    )
    func matches() async throws {
        let database = try await AgendaDatabase()
        let path = try #require(Checkout.realFile("esports/lol_matches.ics"))
        let report = try await database.run("sessions", path)
        #expect(report.rows.accepted == 87 && report.rows.rejected == 0)
        let sessions = try await database.snapshot().sessions
        let first = sessions.first { $0.key == "lolmatch-116566854547769744@lol-esports-calendar" }
        #expect(first?.title == "LPL: JDG 1-2 LGD (第 4 周)")
        #expect(first?.span.startsAt.rfc3339 == "2026-08-16T07:00:00Z")
        #expect(first?.origin?.uid == first?.key)
    }
}
