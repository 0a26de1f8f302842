internal import AgendaRecords
internal import Datasets
internal import Esports
internal import GRDB
internal import Geodesy
package import Importing
internal import SpatiaLiteStore
internal import TextSearch

/// How teams are imported, said once.
enum TeamKind {
    private static let id = KindField("id", headers: ["teamid", "slug", "key"])
    private static let name = KindField("name", headers: ["teamname", "team"], isRequired: true)
    private static let acronym = KindField("acronym", headers: ["shortname", "tag", "code"])

    static let kind = Kind<Team>(
        .teams,
        one: "a team",
        fields: [
            id, name, acronym, LeagueFields.game, LeagueFields.country, LeagueFields.image,
        ],
        formats: [PandaScoreFormat.teams]
    ) { row throws(RowRefusal) in
        _ = try row.required(name)
        let title = try AgendaFields.text(name, row) ?? ""
        return Team(
            dataset: row.dataset,
            key: try AgendaFields.text(id, row)
                ?? SearchWords.parts(of: title).joined(separator: "-"),
            name: title,
            acronym: try AgendaFields.text(acronym, row),
            game: try AgendaFields.text(LeagueFields.game, row),
            country: try AgendaFields.text(LeagueFields.country, row),
            image: LeagueFields.picture(row)
        )
    }
}

extension Team: ImportableRecord {
    package var importKey: String { key }
    package var displayName: String { name }
    package var details: [(field: String, value: String)] {
        var details = [("name", name)]
        if let acronym { details.append(("acronym", acronym)) }
        if let game { details.append(("game", game)) }
        if let country { details.append(("country", country)) }
        if let image { details.append(("image", image)) }
        return details
    }
    package static var guards: ImportGuards { .others }
}

/// How a team lies in the columns of its version's table.
enum TeamCoding: FeatureCoding {
    static let kind = DatasetKind.teams
    static let columns = [
        "id TEXT NOT NULL", "name TEXT NOT NULL", "acronym TEXT", "game TEXT", "country TEXT",
        "image TEXT",
    ]

    static func id(of team: Team) -> String { team.key }
    static func place(of team: Team) -> Coordinate? { nil }

    static func values(of team: Team) -> [(any DatabaseValueConvertible)?] {
        [team.key, team.name, team.acronym, team.game, team.country, team.image]
    }

    static func record(from stored: StoredRow, dataset: DatasetName) throws -> Team {
        Team(
            dataset: dataset,
            key: try stored.value(2),
            name: try stored.value(3),
            acronym: try stored.optional(4),
            game: try stored.optional(5),
            country: try stored.optional(6),
            image: try stored.optional(7)
        )
    }
}
