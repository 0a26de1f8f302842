internal import Agenda
internal import TextSearch

/// Where tournaments, matches, teams and products stand in their lists, by their ids and by what else they are called.
struct LeagueNumbers: Sendable {
    private let tournaments: [String: Int]
    /// By the keys in their files and by their titles; of several the first.
    private let tournamentsByKey: [String: Int]
    private let matches: [String: Int]
    private let teams: [String: Int]
    private let teamsByName: [String: [Int]]
    private let products: [String: Int]

    /// - Complexity: O(n).
    init(
        _ tournaments: [Tournament],
        _ matches: [Match],
        _ teams: [Team],
        _ products: [Product]
    ) {
        self.tournaments = Self.numbers(tournaments.map(\.id))
        tournamentsByKey = Dictionary(
            tournaments.enumerated().flatMap { number, tournament in
                [(tournament.event.key, number), (tournament.event.title, number)]
            },
            uniquingKeysWith: { first, _ in first }
        )
        self.matches = Self.numbers(matches.map(\.id))
        self.teams = Self.numbers(teams.map(\.id))
        teamsByName = Dictionary(
            teams.enumerated().flatMap { number, team in
                Set([team.name, team.key, team.acronym ?? team.name].map(Self.nameKey)).map {
                    ($0, [number])
                }
            },
            uniquingKeysWith: +
        )
        self.products = Self.numbers(products.map(\.id))
    }

    private static func numbers(_ ids: [String]) -> [String: Int] {
        Dictionary(
            ids.enumerated().map { ($0.element, $0.offset) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    private static func nameKey(_ text: String) -> String {
        SearchWords.parts(of: text).joined(separator: " ")
    }

    /// The tournament with an id.
    func tournament(id: String) -> Int? { tournaments[id] }

    /// The tournament with an id, or with a key or a title of that text.
    func tournament(named text: String) -> Int? { tournaments[text] ?? tournamentsByKey[text] }

    /// The tournament that a match is of: of its own dataset, where it names a key.
    func tournament(of match: Match) -> Int? {
        match.event.flatMap {
            tournaments[$0] ?? tournaments["\(match.dataset).\($0)"] ?? tournamentsByKey[$0]
        }
    }

    /// The match with an id.
    func match(id: String) -> Int? { matches[id] }

    /// The team with an id.
    func team(id: String) -> Int? { teams[id] }

    /// The teams that are called so.
    func teams(named text: String) -> [Int] { teamsByName[Self.nameKey(text)] ?? [] }

    /// The product with an id.
    func product(id: String) -> Int? { products[id] }
}
