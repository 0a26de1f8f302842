internal import AgendaRecords
internal import Esports
internal import Importing
internal import Timekeeping

/// What rows of several kinds have in common.
enum LeagueFields {
    static let game = KindField(
        "game",
        headers: [
            "gamename", "games", "gametitle", "videogame", "videogamename", "esport", "discipline",
        ]
    )
    static let gameID = KindField("game_id", headers: ["gameid", "videogameid"])
    static let image = KindField(
        "image",
        headers: ["imageurl", "picture", "logo", "logourl", "icon", "photo"]
    )
    static let streams = KindField("streams", headers: ["stream", "streamurl", "streamslist"])
    static let accounts = KindField("accounts", headers: ["account", "handles", "social"])
    static let country = KindField("country", headers: ["location", "nationality", "land", "pais"])
    static let league = KindField("league", headers: ["leaguename", "series", "circuit"])
    static let currency = KindField("currency", headers: ["pricecurrency", "currencycode"])

    /// The longest link that is kept, in bytes.
    static let linkLimit = 2_000

    /// Parts of a text between semicolons, bars and line breaks.
    static func list(_ text: String?) -> [String] {
        (text ?? "").split { $0 == ";" || $0 == "|" || $0.isNewline }
            .map { $0.split { $0.isWhitespace }.joined(separator: " ") }.filter { !$0.isEmpty }
    }

    /// The names of games of a row.
    static func games(_ row: KindRow) throws(RowRefusal) -> [String] {
        let names = list(try AgendaFields.text(game, row, limit: 2_000))
        return names.isEmpty ? list(try AgendaFields.text(gameID, row)) : names
    }

    /// A link that a page may show; others are told and left out.
    static func link(_ field: KindField, _ row: KindRow) -> String? {
        guard let text = row.text(field) else { return nil }
        guard isLink(text) else {
            row.remark(.linkLeftOut)
            return nil
        }
        return text
    }

    /// A picture of this service by its hash, or a link to one of others; anything else is told and left out.
    static func picture(_ row: KindRow) -> String? {
        if let text = row.text(image), isHash(text) { return text }
        return link(image, row)
    }

    /// Whether a text is a hash as `POST /v1/media` answers it: SHA-256 in small hexadecimal digits.
    static func isHash(_ text: String) -> Bool {
        text.utf8.count == 64
            && text.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
    }

    /// Links between semicolons or spaces; what is none is told and left out.
    static func links(_ field: KindField, _ row: KindRow) -> [String] {
        let all = (row.text(field) ?? "").split { $0.isWhitespace || $0 == ";" || $0 == "|" }
        let links = all.map(String.init).filter(isLink)
        if links.count < all.count { row.remark(.linkLeftOut) }
        return links
    }

    static func isLink(_ text: String) -> Bool {
        (text.hasPrefix("https://") || text.hasPrefix("http://")) && text.utf8.count <= linkLimit
            && text.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F }
    }

    /// Accounts between semicolons, each `network:handle` or `network:handle|https://...`.
    static func handles(_ row: KindRow) throws(RowRefusal) -> [Handle] {
        guard let text = try AgendaFields.text(accounts, row, limit: 2_000) else { return [] }
        var handles: [Handle] = []
        for part in text.split(separator: ";") {
            let part = part.split { $0.isWhitespace }.joined()
            guard let handle = Handle(parsing: part) else {
                throw row.refusal(accounts, .accountUnreadable, ["account": .text(part)])
            }
            handles.append(handle)
        }
        return handles
    }

    /// A moment: a time with its offset.
    static func moment(_ field: KindField, _ row: KindRow) throws(RowRefusal) -> Timestamp? {
        guard let text = row.text(field) else { return nil }
        guard let moment = Moments.read(text) else {
            throw row.refusal(field, .momentUnreadable, ["field": .text(field.name)])
        }
        return moment
    }
}

extension ModuleSentence {
    static let accountUnreadable = ModuleSentence(
        "esports_account_unreadable",
        .word,
        "\"{account}\" is no account; write network:handle, and the page behind a bar, such as "
            + "bluesky:e3.example|https://bsky.app/profile/e3.example"
    )
    static let momentUnreadable = ModuleSentence(
        "esports_moment_unreadable",
        .time,
        "{field} is a time with its offset, such as 2026-06-01T09:00:00Z"
    )
    static let currencyMissing = ModuleSentence(
        "esports_currency_missing",
        .blank,
        "{field} has no currency; name it in a column or with --set currency=CODE, such as USD"
    )
    static let currencyUnknown = ModuleSentence(
        "esports_currency_unknown",
        .word,
        "\"{currency}\" is no currency of ISO 4217, such as USD"
    )
    static let amountUnreadable = ModuleSentence(
        "esports_amount_unreadable",
        .number,
        "{field} is digits with a point before the decimals, at most {decimals} of them in {currency}"
    )
}

/// Moments as files write them.
enum Moments {
    /// Reads a time with its offset, or seconds since 1970.
    static func read(_ text: String) -> Timestamp? {
        if let seconds = Int64(text), (100_000_000..<100_000_000_000).contains(seconds) {
            return Timestamp(millisecondsSince1970: seconds * 1000)
        }
        return Timestamp(rfc3339: text) ?? WrittenMoment.read(text)
    }
}
