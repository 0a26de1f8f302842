internal import AgendaRecords
internal import Datasets
internal import Esports
internal import GRDB
internal import Geodesy
package import Importing
internal import SpatiaLiteStore
internal import TextSearch

/// How games are imported, said once.
enum GameKind {
    private static let id = KindField("id", headers: ["gameid", "slug", "key"])
    private static let name = KindField(
        "name",
        headers: ["gamename", "title", "game"],
        isRequired: true
    )
    private static let aliases = KindField("aliases", headers: ["alias", "othernames", "acronym"])
    private static let publisher = KindField("publisher", headers: ["developer", "company"])
    private static let keywords = KindField("keywords", headers: ["searchwords", "tags"])

    static let kind = Kind<Game>(
        .games,
        one: "a game",
        fields: [
            id, name, aliases, LeagueFields.image, publisher, keywords, LeagueFields.accounts,
        ]
    ) { row throws(RowRefusal) in
        _ = try row.required(name)
        let title = try AgendaFields.text(name, row) ?? ""
        return Game(
            dataset: row.dataset,
            key: try AgendaFields.text(id, row)
                ?? SearchWords.parts(of: title).joined(separator: "-"),
            name: title,
            aliases: LeagueFields.list(try AgendaFields.text(aliases, row, limit: 2_000)),
            image: LeagueFields.picture(row),
            publisher: try AgendaFields.text(publisher, row),
            keywords: LeagueFields.list(try AgendaFields.text(keywords, row, limit: 2_000)),
            accounts: try LeagueFields.handles(row)
        )
    }
}

extension Game: ImportableRecord {
    package var importKey: String { key }
    package var displayName: String { name }
    package var details: [(field: String, value: String)] {
        var details = [("name", name)]
        if !aliases.isEmpty { details.append(("aliases", aliases.joined(separator: "; "))) }
        if let image { details.append(("image", image)) }
        if let publisher { details.append(("publisher", publisher)) }
        if !keywords.isEmpty { details.append(("keywords", keywords.joined(separator: "; "))) }
        let handles = accounts.map(\.text).joined(separator: "; ")
        if !handles.isEmpty { details.append(("accounts", handles)) }
        return details
    }
    package static var guards: ImportGuards { .others }
}

/// How a game lies in the columns of its version's table.
enum GameCoding: FeatureCoding {
    static let kind = DatasetKind.games
    static let columns = [
        "id TEXT NOT NULL", "name TEXT NOT NULL", "aliases TEXT", "image TEXT", "publisher TEXT",
        "keywords TEXT", "accounts TEXT",
    ]

    static func id(of game: Game) -> String { game.key }
    static func place(of game: Game) -> Coordinate? { nil }

    static func values(of game: Game) -> [(any DatabaseValueConvertible)?] {
        [
            game.key, game.name, Lines.joined(game.aliases), game.image, game.publisher,
            Lines.joined(game.keywords), Lines.joined(game.accounts.map(\.text)),
        ]
    }

    static func record(from stored: StoredRow, dataset: DatasetName) throws -> Game {
        Game(
            dataset: dataset,
            key: try stored.value(2),
            name: try stored.value(3),
            aliases: Lines.split(try stored.optional(4)),
            image: try stored.optional(5),
            publisher: try stored.optional(6),
            keywords: Lines.split(try stored.optional(7)),
            accounts: Lines.split(try stored.optional(8)).compactMap(Handle.init(parsing:))
        )
    }
}

/// Several texts in one column, each in a line.
enum Lines {
    static func joined(_ texts: [String]) -> String? {
        texts.isEmpty ? nil : texts.joined(separator: "\n")
    }

    static func split(_ text: String?) -> [String] {
        text.map { $0.split(separator: "\n").map(String.init) } ?? []
    }
}
