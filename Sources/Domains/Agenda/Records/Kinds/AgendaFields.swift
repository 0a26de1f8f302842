package import Agenda
internal import Datasets
internal import Geodesy
package import Importing
internal import TextSearch
internal import Timekeeping

/// What rows of events and of sessions have in common.
package enum AgendaFields {
    package static let id = KindField(
        "id",
        headers: ["uid", "eventid", "tournamentid", "sessionid", "guid", "slug"]
    )
    package static let title = KindField(
        "title",
        headers: ["name", "eventname", "tournamentname", "sessiontitle", "titel", "titulo"],
        isRequired: true
    )
    package static let summary = KindField("summary", headers: ["description", "abstract", "text"])
    package static let starts = KindField(
        "starts",
        headers: [
            "startsat", "startson", "startdate", "start", "starttime", "begins", "begin", "dtstart",
            "startdatetime", "startsdate", "date",
        ],
        isRequired: true
    )
    package static let ends = KindField(
        "ends",
        headers: ["endsat", "endson", "enddate", "end", "endtime", "dtend", "enddatetime"]
    )
    package static let duration = KindField("duration", headers: ["length"])
    package static let zone = KindField("time_zone", headers: ["tz", "zeitzone", "timezonename"])
    package static let country = KindField("country", headers: ["land", "pais"])
    package static let status = KindField("status")
    package static let link = KindField("link", headers: ["url", "website", "homepage"])
    package static let uid = KindField("uid_in_calendar")
    package static let sequence = KindField("sequence")

    /// How long texts may be, in characters.
    package static let titleLimit = 300
    package static let wordLimit = 300
    package static let summaryLimit = 20_000

    /// Whole texts of a row, which may be no longer than they are kept.
    package static func text(
        _ field: KindField,
        _ row: KindRow,
        limit: Int = wordLimit
    ) throws(RowRefusal) -> String? {
        guard let text = row.text(field) else { return nil }
        // A character has one byte or more.
        guard text.utf8.count > limit, text.count > limit else { return text }
        throw row.refusal(
            field,
            .textTooLong,
            ["field": .text(field.name), "count": .count(text.count), "limit": .number(limit)]
        )
    }

    package static func title(_ row: KindRow) throws(RowRefusal) -> String {
        _ = try row.required(title)
        return try text(title, row, limit: titleLimit) ?? ""
    }

    /// What became of it; words of calendars are taken as well.
    package static func status(_ row: KindRow) throws(RowRefusal) -> Event.Status {
        let words = Event.Status.allCases.map(\.rawValue) + ["canceled", "confirmed", "tentative"]
        switch try row.word(status, among: words) {
        case nil, "confirmed"?, "tentative"?: return .scheduled
        case "canceled"?: return .cancelled
        case let word?: return Event.Status(rawValue: word) ?? .scheduled
        }
    }

    /// A link that a page may show; others are told and left out.
    package static func link(_ row: KindRow) -> String? {
        guard let text = row.text(link) else { return nil }
        guard isLink(text) else {
            row.remark(.linkLeftOut)
            return nil
        }
        return text
    }

    /// How long a link may be, in bytes.
    private static let linkLimit = 2_000

    /// Whether a text is a link that a page may show: of the web, and to some host.
    package static func isLink(_ text: String) -> Bool {
        guard let scheme = ["https://", "http://"].first(where: text.hasPrefix),
            let host = text.dropFirst(scheme.count).first, !"/?#:".contains(host)
        else { return false }
        return text.utf8.count <= linkLimit
            && text.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F }
    }

    /// The id of the row: the file's, or one that is made of the title and the day.
    package static func key(_ row: KindRow, _ title: String, _ span: EventSpan) throws(RowRefusal)
        -> String
    {
        if let key = try text(id, row) { return key }
        let words = SearchWords.of(title).prefix(8).joined(separator: "-")
        return "\(span.starts.day.text)-\(words.isEmpty ? "event" : words)"
    }

    package static func origin(_ row: KindRow) throws(RowRefusal) -> CalendarOrigin? {
        guard let uid = try text(uid, row) else { return nil }
        let sequence = try row.wholeNumber(sequence, in: 0...Int(Int32.max))
        return CalendarOrigin(uid: uid, sequence: sequence ?? 0)
    }
}
