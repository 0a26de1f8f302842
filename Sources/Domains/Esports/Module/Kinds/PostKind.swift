internal import AgendaRecords
internal import Datasets
internal import Esports
package import Importing
internal import Timekeeping

/// How posts are imported, said once.
enum PostKind {
    private static let id = KindField("id", headers: ["postid", "uri", "idstr"])
    private static let account = KindField(
        "account",
        headers: ["author", "handle", "screenname", "user"]
    )
    private static let text = KindField(
        "text",
        headers: ["fulltext", "content", "body", "summary"],
        isRequired: true
    )
    private static let postedAt = KindField(
        "posted_at",
        headers: ["createdat", "published", "updated", "date", "pubdate"],
        isRequired: true
    )
    private static let url = KindField("url", headers: ["link", "permalink"])
    private static let media = KindField("media", headers: ["image", "imageurl", "picture"])

    static let kind = kind(of: nil)

    /// - Parameter account: Whose posts all are, whatever the file says; nil where it says so itself.
    static func kind(of account: String?) -> Kind<Post> {
        Kind<Post>(
            .posts,
            one: "a post",
            fields: [id, self.account, text, postedAt, url, media],
            formats: [PostFormats.feed, PostFormats.json]
        ) { row throws(RowRefusal) in try post(row, of: account) }
    }

    private static func post(_ row: KindRow, of known: String?) throws(RowRefusal) -> Post {
        _ = try row.required(text)
        let written = try AgendaFields.text(account, row)
        guard let account = known ?? written else {
            throw row.refusal(Self.account, .accountMissing)
        }
        guard let moment = try LeagueFields.moment(postedAt, row) else {
            throw row.refusal(postedAt, .startMissing)
        }
        let link = LeagueFields.link(url, row)
        return Post(
            dataset: row.dataset,
            key: try AgendaFields.text(id, row, limit: 600) ?? link
                ?? "\(account)-\(moment.millisecondsSince1970)",
            account: account,
            text: PlainText.of(try AgendaFields.text(text, row, limit: 20_000) ?? ""),
            postedAt: moment,
            url: link,
            media: LeagueFields.link(media, row)
        )
    }
}

extension ModuleSentence {
    static let accountMissing = ModuleSentence(
        "esports_account_missing",
        .blank,
        "nothing says who posted it; name the account with --set account=NETWORK:HANDLE"
    )
}

extension Post: ImportableRecord {
    package var importKey: String { key }
    package var displayName: String { String(text.prefix(60)) }
    package var details: [(field: String, value: String)] {
        var details = [
            ("account", account), ("text", String(text.prefix(200))),
            ("posted_at", postedAt.rfc3339),
        ]
        if let url { details.append(("url", url)) }
        if let media { details.append(("media", media)) }
        return details
    }
    /// A feed has the newest posts alone: old ones leave it all the time.
    package static var guards: ImportGuards { .others }
}
