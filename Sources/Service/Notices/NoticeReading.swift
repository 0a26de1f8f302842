internal import Foundation
internal import GeoJSON
internal import HTTPService
internal import Timekeeping

/// Reads notices, and when somebody wants none.
enum NoticeReading {
    private static let longestLifeMilliseconds: Int64 = 366 * 86_400_000

    /// - Throws: ``Problem`` of status 400 with everything that is wrong.
    static func draft(_ bytes: [UInt8], at now: Timestamp) throws(Problem) -> Notice.Draft {
        var reader = try JSONObjectReader(parsing: bytes)
        var errors: [ParameterError] = []
        func note(_ name: String, _ fault: ParameterFault, _ message: String) {
            errors.append(ParameterError(parameter: name, fault: fault, message: message))
        }
        func required(_ name: String) -> String? {
            let text = reader.string(name)
            if text == nil, !reader.has(name) { note(name, .missing, "is missing") }
            return text
        }
        let audience = required("audience").flatMap { text -> Notice.Audience? in
            if let audience = Notice.Audience(text: text) { return audience }
            note(
                "audience",
                .notOneOf,
                "is \(quoted(text)); write account:ID, followers:KIND/ID or event:ID"
            )
            return nil
        }
        let title = required("title").flatMap { written("title", $0, 1...80, note) }
        let body = (reader.string("body") ?? "")
        let topic = reader.string("topic") ?? "news"
        let link = reader.string("link")
        let key = reader.string("dedupe_key")
        if !body.isEmpty { _ = written("body", body, 1...500, note) }
        if topic.wholeMatch(of: /[a-z][a-z0-9_]{0,39}/) == nil {
            note("topic", .wrongType, "is no word of small letters, digits and underscores")
        }
        if let link, !isLink(link) {
            note(
                "link",
                .notAURL,
                "is no address; write a path such as /#fair, or one that begins with https://"
            )
        }
        if let key,
            !(1...200 ~= key.utf8.count) || !key.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        {
            note("dedupe_key", .wrongLength, "is not 1 to 200 visible ASCII characters")
        }
        let from = reader.string("from").flatMap { moment("from", $0, note) } ?? now
        let until = required("until").flatMap { moment("until", $0, note) }
        if let until, errors.isEmpty { checkLife(from, until, now, note) }
        let wrong = reader.errors()
        let named = Set(wrong.map(\.parameter))
        let all = wrong + errors.filter { !named.contains($0.parameter) }
        guard all.isEmpty, let audience, let title, let until else { throw .invalid(all) }
        return Notice.Draft(
            to: audience,
            topic: topic,
            title: title,
            body: body,
            link: link,
            from: from,
            until: until,
            dedupeKey: key
        )
    }

    private typealias Note = (String, ParameterFault, String) -> Void

    private static func checkLife(
        _ from: Timestamp,
        _ until: Timestamp,
        _ now: Timestamp,
        _ note: Note
    ) {
        if until <= from || until <= now {
            note("until", .outOfRange, "is not after the beginning and the present moment")
        } else if until.milliseconds(since: from) > longestLifeMilliseconds {
            note("until", .outOfRange, "is more than 366 days after the beginning")
        }
    }

    private static func written(
        _ name: String,
        _ text: String,
        _ length: ClosedRange<Int>,
        _ note: Note
    ) -> String? {
        let isVisible = text.unicodeScalars.allSatisfy {
            $0.properties.generalCategory != .control || $0 == "\n"
        }
        guard length.contains(text.count), text.utf8.count <= length.upperBound * 8 else {
            note(
                name,
                .wrongLength,
                "has \(text.count) characters; it has \(length.lowerBound) to "
                    + "\(length.upperBound)"
            )
            return nil
        }
        guard isVisible, text.contains(where: { !$0.isWhitespace }) else {
            note(name, .hiddenCharacter, "has control characters, or nothing that is seen")
            return nil
        }
        return text
    }

    private static func moment(_ name: String, _ text: String, _ note: Note) -> Timestamp? {
        if let moment = Timestamp(rfc3339: text) { return moment }
        note(name, .wrongType, "is \(quoted(text)); write a time such as 2027-06-18T10:00:00Z")
        return nil
    }

    private static func isLink(_ text: String) -> Bool {
        guard text.utf8.count <= 500, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return false
        }
        // `//host` would leave this service, and browsers read a backslash as a slash.
        return text.hasPrefix("https://")
            || (text.hasPrefix("/") && !text.hasPrefix("//") && !text.contains("\\"))
    }

    // MARK: Settings

    /// - Throws: ``Problem`` of status 400 with everything that is wrong.
    static func settings(_ bytes: [UInt8]) throws(Problem) -> NoticeSettings {
        var reader = try JSONObjectReader(parsing: bytes)
        var errors: [ParameterError] = []
        func note(_ name: String, _ fault: ParameterFault, _ message: String) {
            errors.append(ParameterError(parameter: name, fault: fault, message: message))
        }
        func minutes(_ name: String) -> Int? {
            if reader.isNull(name) { return nil }
            guard let text = reader.string(name) else { return nil }
            if let minutes = minutesOfDay(text) { return minutes }
            note(name, .wrongType, "is \(quoted(text)); write a time of day such as 22:00")
            return nil
        }
        let (from, to) = (minutes("quiet_from"), minutes("quiet_to"))
        let zone = reader.string("time_zone") ?? "UTC"
        let most = reader.wholeNumber("most_per_day") ?? Int64(NoticeSettings.standard.mostPerDay)
        if errors.isEmpty, (from == nil) != (to == nil) {
            note(
                from == nil ? "quiet_from" : "quiet_to",
                .needsOther,
                "is missing; a time of quiet has a beginning and an end"
            )
        }
        if !(1...100 ~= most) {
            note("most_per_day", .outOfRange, "is \(most); it lies between 1 and 100")
        }
        if !TimeZone.knownTimeZoneIdentifiers.contains(zone), zone != "UTC" {
            note("time_zone", .notOneOf, "is \(quoted(zone)); write a zone such as America/Chicago")
        }
        let wrong = reader.errors()
        let named = Set(wrong.map(\.parameter))
        let all = wrong + errors.filter { !named.contains($0.parameter) }
        guard all.isEmpty else { throw .invalid(all) }
        return NoticeSettings(
            quietFrom: from,
            quietTo: to,
            timeZone: zone,
            mostPerDay: Int(most)
        )
    }

    private static func minutesOfDay(_ text: String) -> Int? {
        guard let match = text.wholeMatch(of: /([01]\d|2[0-3]):([0-5]\d)/),
            let hours = Int(match.1),
            let minutes = Int(match.2)
        else { return nil }
        return hours * 60 + minutes
    }

    /// Minutes after midnight as a time of day.
    static func text(_ minutes: Int) -> String {
        let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
        return "\(hours < 10 ? "0" : "")\(hours):\(rest < 10 ? "0" : "")\(rest)"
    }
}
