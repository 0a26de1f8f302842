package import Timekeeping

/// Writes an iCalendar text that any calendar takes: times in UTC, lines of at most 75 octets.
///
/// Source: RFC 5545.
package struct CalendarWriter: Sendable {
    private var bytes: [UInt8] = []
    private static let lineOctets = 75

    /// A calendar of a name.
    package init(name: String) {
        line("BEGIN:VCALENDAR")
        line("VERSION:2.0")
        line("PRODID:-//Ambit//Agenda//EN")
        line("CALSCALE:GREGORIAN")
        line("METHOD:PUBLISH")
        text("X-WR-CALNAME", name)
    }

    /// What a calendar says of something that happens.
    package struct Entry: Sendable {
        /// Names it for ever, in all calendars.
        package var uid: String
        /// Larger whenever it may have changed.
        package var sequence: Int
        /// When it last may have changed.
        package var changedAt: Timestamp
        /// When it is.
        package var span: EventSpan
        /// What it is called.
        package var title: String
        /// What became of it.
        package var status: Event.Status
        /// What it is about.
        package var summary: String?
        /// Where it is, in words.
        package var place: String?
        /// Degrees north and east.
        package var position: (latitude: Double, longitude: Double)?
        /// Where more is told.
        package var link: String?
        /// What it is sorted under.
        package var category: String?

        /// What every entry says; all else is nil.
        package init(
            uid: String,
            sequence: Int,
            changedAt: Timestamp,
            span: EventSpan,
            title: String
        ) {
            self.uid = uid
            self.sequence = sequence
            self.changedAt = changedAt
            self.span = span
            self.title = title
            status = .scheduled
        }
    }

    /// Adds something that happens.
    package mutating func add(_ entry: Entry) {
        line("BEGIN:VEVENT")
        text("UID", entry.uid)
        line("SEQUENCE:\(entry.sequence)")
        line("DTSTAMP:\(Self.utc(entry.changedAt))")
        if entry.span.isAllDay {
            line("DTSTART;VALUE=DATE:\(Self.day(entry.span.starts))")
            line("DTEND;VALUE=DATE:\(Self.day(entry.span.ends))")
        } else {
            line("DTSTART:\(Self.utc(entry.span.startsAt))")
            if entry.span.endsAt > entry.span.startsAt {
                line("DTEND:\(Self.utc(entry.span.endsAt))")
            }
        }
        text("SUMMARY", entry.title)
        switch entry.status {
        case .scheduled, .finished: line("STATUS:CONFIRMED")
        case .postponed: line("STATUS:TENTATIVE")
        case .cancelled: line("STATUS:CANCELLED")
        }
        if let summary = entry.summary { text("DESCRIPTION", summary) }
        if let place = entry.place { text("LOCATION", place) }
        if let position = entry.position {
            line("GEO:\(position.latitude);\(position.longitude)")
        }
        if let category = entry.category { text("CATEGORIES", category) }
        // A URI is no text, and has no escapes.
        if let link = entry.link { line("URL:\(link)") }
        line("END:VEVENT")
    }

    /// The whole calendar.
    package mutating func finish() -> [UInt8] {
        line("END:VCALENDAR")
        return bytes
    }

    private mutating func text(_ name: String, _ value: String) {
        var escaped = ""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\\\"
            case ";": escaped += "\\;"
            case ",": escaped += "\\,"
            case "\n": escaped += "\\n"
            case "\t": escaped += " "
            // Neither is a character of a text; CR stands before LF.
            case "\u{0}"..<" ", "\u{7F}": break
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        line("\(name):\(escaped)")
    }

    /// Writes a line, folded so that no piece is longer than allowed and no character is cut.
    private mutating func line(_ content: String) {
        var length = 0
        for scalar in content.unicodeScalars {
            let octets = UTF8.width(scalar)
            if length + octets > Self.lineOctets {
                bytes += [0x0D, 0x0A, 0x20]
                length = 1
            }
            bytes += Array(String(scalar).utf8)
            length += octets
        }
        bytes += [0x0D, 0x0A]
    }

    private static func utc(_ moment: Timestamp) -> String {
        let wall = WallTime(secondsSince1970: moment.wholeSeconds)
        return "\(day(wall))T\(wall.clock(separator: ""))Z"
    }

    private static func day(_ wall: WallTime) -> String {
        wall.day.text.split(separator: "-").joined()
    }
}
