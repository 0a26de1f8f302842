internal import AgendaRecords
internal import Expo
internal import Importing
internal import TextSearch

/// What rows of exhibitors, booths and places have in common.
enum ExpoFields {
    static let event = KindField("event", headers: ["eventid", "fair", "fairid"], isRequired: true)
    static let level = KindField("floor", headers: ["storey", "story", "etage", "planta"])

    /// How long texts may be, in characters.
    static let nameLimit = 120
    static let wordLimit = 300
    static let summaryLimit = 4_000
    static let linkLimit = 2_000

    /// The event, which a row says or whoever imports it.
    static func event(_ row: KindRow) throws(RowRefusal) -> String {
        let text = try row.required(event)
        return try limited(text, event, row)
    }

    /// A text that is no longer than it is kept.
    static func text(
        _ field: KindField,
        _ row: KindRow,
        limit: Int = wordLimit
    ) throws(RowRefusal) -> String? {
        guard let text = row.text(field) else { return nil }
        return try limited(text, field, row, limit: limit)
    }

    private static func limited(
        _ text: String,
        _ field: KindField,
        _ row: KindRow,
        limit: Int = wordLimit
    ) throws(RowRefusal) -> String {
        // A character has one byte or more.
        guard text.utf8.count > limit, text.count > limit else { return text }
        throw row.refusal(
            field,
            .textTooLong,
            ["field": .text(field.name), "count": .count(text.count), "limit": .number(limit)]
        )
    }

    /// The parts of a list between semicolons or lines, each once.
    static func list(_ text: String?, separators: Set<Character> = [";"]) -> [String] {
        var seen: Set<String> = []
        return (text ?? "").split { separators.contains($0) || $0.isNewline }
            .map { $0.split { $0.isWhitespace }.joined(separator: " ") }
            .filter { !$0.isEmpty && seen.insert($0).inserted }
    }

    /// A link that a page may show; others are told and left out.
    static func link(_ text: String, _ row: KindRow) -> String? {
        guard isLink(text) else {
            row.remark(.linkLeftOut)
            return nil
        }
        return text
    }

    /// Whether a text is a link that a page may show.
    static func isLink(_ text: String) -> Bool { AgendaFields.isLink(text) }

    /// A key that is made of a name where the file gives none.
    static func key(of name: String, orElse word: String) -> String {
        let words = SearchWords.of(name).prefix(8).joined(separator: "-")
        return words.isEmpty ? word : words
    }
}

/// The sentences about who is where at a fair.
enum ExpoSentence {
    static let eventNotPublished = ModuleSentence(
        "expo_event_not_published",
        .word,
        "no event \"{event}\" is published; until it is, nobody knows when it takes place, and no ratings are "
            + "taken"
    )
    static let boothUnknown = ModuleSentence(
        "expo_booth_unknown",
        .word,
        "no booth \"{booth}\" is published of the event"
    )
    static let boothShared = ModuleSentence(
        "expo_booth_shared",
        .word,
        "the booth \"{booth}\" is that of \"{other}\", too"
    )
    static let labelUnreadable = ModuleSentence(
        "expo_label_unreadable",
        .word,
        "a booth's label has at most 20 characters: letters, digits, spaces, points, hyphens and slashes"
    )
    static let boothNowhere = ModuleSentence(
        "expo_booth_nowhere",
        .place,
        "the row says nothing of where the booth is: give latitude and longitude, or plan_x and plan_y"
    )
    static let spotIncomplete = ModuleSentence(
        "expo_spot_incomplete",
        .place,
        "plan_x and plan_y go together, and one of them is missing"
    )
    static let spotUnreadable = ModuleSentence(
        "expo_spot_unreadable",
        .number,
        "{field} is a number of pixels from 0 to 100000"
    )
    static let noLink = ModuleSentence(
        "expo_no_link",
        .word,
        "a link begins with https:// or http:// and has no space in it"
    )
    static let tierUnknown = ModuleSentence(
        "expo_tier_unknown",
        .word,
        "\"{tier}\" is none of platinum, gold, silver and bronze; it is kept as it is written, and has no benefits"
    )
}
