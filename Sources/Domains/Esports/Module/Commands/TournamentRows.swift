internal import Agenda
internal import AgendaRecords
internal import Esports

/// Tournaments as rows of a table.
enum TournamentRows {
    static let columns = [
        "id", "title", "games", "starts", "ends", "time_zone", "status", "city", "country", "tier",
        "prize",
    ]

    static func values(of tournament: Tournament) -> [String?] {
        let event = tournament.event
        return [
            event.id, event.title, tournament.games.joined(separator: "; "), event.span.firstText,
            event.span.lastText, event.span.zone, event.status.rawValue, event.venue.city,
            event.venue.country, tournament.tier?.rawValue,
            tournament.prize.map { "\($0.plain) \($0.currency)" },
        ]
    }
}
