import Agenda
import Testing
import Timekeeping

@Suite struct CalendarTextTests {
    private func entry(_ title: String) throws -> CalendarWriter.Entry {
        let zone = try #require(ZoneRules(named: "Europe/Berlin"))
        let first = try #require(Timestamp(rfc3339: "2026-06-01T07:00:00Z"))
        return CalendarWriter.Entry(
            uid: "a@b",
            sequence: 2,
            changedAt: first,
            span: EventSpan(from: first, to: .seconds(first.wholeSeconds + 3600), in: zone),
            title: title
        )
    }

    @Test(
        "what is written has lines of 75 octets at most, and is read as it was",
        arguments: [
            "Plain", "Semi; comma, back\\slash\nand line", String(repeating: "é", count: 200),
            String(repeating: "赛程 · 全部赛区 ", count: 30),
            "👩‍👩‍👧‍👦 family " + String(repeating: "x", count: 70),
            "\\n is no line", "",
        ]
    )
    func roundTrip(title: String) throws {
        var writer = CalendarWriter(name: "n")
        var entry = try entry(title)
        entry.summary = title
        writer.add(entry)
        let bytes = writer.finish()
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.hasSuffix("END:VCALENDAR\r\n"))
        for line in bytes.split(separator: 0x0A) {
            #expect(line.count <= 76 && line.last == 0x0D)
            #expect(String(validating: line, as: UTF8.self) != nil, "a character is cut")
        }
        let event = try #require(try CalendarText.calendars(in: bytes).first?.children.first)
        #expect(event.property("SUMMARY")?.text == title)
        #expect(event.property("DTSTART")?.value == "20260601T070000Z")
        #expect(event.property("DTEND")?.value == "20260601T080000Z")
        #expect(event.text("UID") == "a@b" && event.text("SEQUENCE") == "2")
    }

    @Test("whole days end with the day behind the last")
    func days() throws {
        var writer = CalendarWriter(name: "n")
        var entry = try entry("Fair")
        let first = try #require(WrittenTime(parsing: "2026-06-01")).day
        let last = try #require(WrittenTime(parsing: "2026-06-30")).day
        entry.span = EventSpan(days: first, through: last, in: nil)
        writer.add(entry)
        let text = String(decoding: writer.finish(), as: UTF8.self)
        #expect(text.contains("DTSTART;VALUE=DATE:20260601\r\nDTEND;VALUE=DATE:20260701\r\n"))
    }

    @Test("folded lines, quoted parameters and bare line feeds are read")
    func reading() throws {
        let text = """
            begin:vcalendar
            BEGIN:VEVENT
            DTSTART;X="a:b;c";TZID="Europe/Berlin":20260601T090000
            SUMMARY:A long
              title\\, with
            \t a tab
            END:VEVENT
            END:VCALENDAR
            """
        let event = try #require(
            try CalendarText.calendars(in: Array(text.utf8)).first?.children.first
        )
        #expect(event.line == 2)
        #expect(event.property("DTSTART")?.parameters == ["X": "a:b;c", "TZID": "Europe/Berlin"])
        #expect(event.text("SUMMARY") == "A long title, with a tab")
    }

    @Test(
        "what is no calendar says where",
        arguments: [
            ("BEGIN:VCALENDAR\nBEGIN:VEVENT\n", 1), ("SUMMARY:x\n", 1),
            ("BEGIN:VCALENDAR\nno colon\nEND:VCALENDAR\n", 2),
            ("BEGIN:VCALENDAR\nEND:VEVENT\n", 2), ("END:VCALENDAR\n", 1),
            (String(repeating: "BEGIN:A\n", count: 9), 9),
        ]
    )
    func faults(text: String, line: Int) {
        let fault = #expect(throws: CalendarFault.self) {
            try CalendarText.calendars(in: Array(text.utf8))
        }
        #expect(fault?.line == line)
    }
}
