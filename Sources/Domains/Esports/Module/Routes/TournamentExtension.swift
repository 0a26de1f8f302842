internal import Esports
internal import GeoJSON
internal import HTTPService

/// What tournaments add to Agenda's list of events.
struct TournamentExtension: Sendable {
    let directory: LeagueDirectory

    var `extension`: ListExtension {
        ListExtension(of: "/v1/events", parameters: Array(Self.parameters.utf8)) {
            [directory] query in
            let snapshot = directory.snapshot
            let games = query.games(snapshot)
            let format: Tournament.Format? = query.optionalWord("format")
            let tier: Tournament.Tier? = query.optionalWord("tier")
            guard games != nil || format != nil || tier != nil else { return nil }
            guard let snapshot else { throw Problem.notReady }
            let game = games.flatMap { $0.count == 1 ? $0.first : nil }
            return ListExtension.Filter(
                takesPlaceless: format == .online,
                title: game.map { snapshot.book.games[$0].name }
            ) { id in
                guard let tournament = snapshot.tournament(id), tournament.id == id else {
                    return false
                }
                if let games, !snapshot.isTournament(id, ofGames: games) { return false }
                if let format, tournament.format != format { return false }
                return tier == nil || tournament.tier == tier
            }
        } write: { [directory] id, json in
            guard let snapshot = directory.snapshot, let tournament = snapshot.tournament(id),
                tournament.id == id
            else { return }
            json.tournamentMembers(tournament, in: snapshot)
        }
    }

    private static let parameters = """
        [
          {
            "name": "game", "in": "query", "required": false,
            "description": "Tournaments of this game: its id or what it is called, or those of all games that have the words.",
            "schema": { "type": "string", "minLength": 1, "maxLength": 600 }
          },
          {
            "name": "format", "in": "query", "required": false,
            "description": "Tournaments that are played so. With online, a radius leaves none out.",
            "schema": { "type": "string", "enum": ["online", "offline", "hybrid"] }
          },
          {
            "name": "tier", "in": "query", "required": false,
            "description": "Tournaments of this importance, s the most.",
            "schema": { "type": "string", "enum": ["s", "a", "b", "c", "d"] }
          }
        ]
        """
}
