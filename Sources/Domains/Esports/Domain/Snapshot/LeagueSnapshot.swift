internal import Agenda
package import Datasets
internal import Geodesy
internal import SpatialIndex
internal import TextSearch
package import Timekeeping

/// All that is published about games of one moment.
package final class LeagueSnapshot: Sendable {
    /// What a snapshot is made of.
    package struct Contents: Sendable {
        package var games: [Game] = []
        package var tournaments: [Tournament] = []
        package var matches: [Match] = []
        package var teams: [Team] = []
        package var products: [Product] = []
        package var posts: [Post] = []
        package var decisions: [ProductDecision] = []
        package var features: [Feature] = []
        /// The datasets that it came with.
        package var versions: [DatasetVersion] = []

        /// Nothing.
        package init() {}
    }

    /// The games.
    package let book: GameBook
    /// By the bytes of their ids.
    package let tournaments: [Tournament]
    /// Those that begin first, first; ties by id.
    package let matches: [Match]
    /// In the order of their names.
    package let teams: [Team]
    /// By the bytes of their ids.
    package let products: [Product]
    /// The newest first; ties by id.
    package let posts: [Post]
    /// What is featured on the home page, in its order.
    package let features: [Feature]
    /// What editors say of products and games, in the order of the ids of products, then of games.
    package let decisions: [ProductDecision]
    /// The datasets that all came with.
    package let versions: [DatasetVersion]

    /// The games of each tournament and match, by their numbers.
    let gamesOfTournament: [[Int]]
    let gamesOfMatch: [[Int]]
    let tournamentOfMatch: [Int?]
    private let numbers: LeagueNumbers
    /// The products of each game and of each tournament, in the best order.
    let productsOfGame: [[ListedProduct]]
    let productsOfTournament: [Int: [ListedProduct]]
    let allProducts: [ListedProduct]
    /// What tells these lists from those of other times.
    let digestOfAll: ListDigest
    let digestOfGame: [ListDigest]
    let digestOfTournament: [Int: ListDigest]
    /// Why products are shown with games, by the ids of products.
    let linksOfProduct: [String: [(game: Int, reason: LinkReason)]]
    /// The tournaments of each game, and how many matches it has.
    let tournamentsOfGame: [[Int]]
    let matchCounts: [Int]
    let importedAt: [DatasetName: Timestamp]
    /// The tournaments by when they begin.
    let tournamentsByTime: [Int]
    /// Those with a point, by their numbers.
    let places: QuadTree<Int>

    /// - Complexity: O(n log n).
    package init(_ contents: Contents) {
        let tournaments = Self.inOrder(contents.tournaments)
        let matches = Self.inOrder(contents.matches)
        let teams = Self.inOrder(contents.teams)
        let products = contents.products.sorted {
            $0.id.utf8.lexicographicallyPrecedes($1.id.utf8)
        }
        (self.tournaments, self.matches) = (tournaments, matches)
        (self.teams, self.products) = (teams, products)
        posts = Self.inOrder(contents.posts)
        features = contents.features
        decisions = contents.decisions
        versions = contents.versions
        importedAt = Dictionary(
            contents.versions.map { ($0.dataset, $0.importedAt) },
            uniquingKeysWith: { $1 }
        )
        let named =
            tournaments.flatMap(\.games) + matches.compactMap(\.game) + teams.compactMap(\.game)
        let book = GameBook(described: contents.games, named: named)
        self.book = book
        let numbers = LeagueNumbers(tournaments, matches, teams, products)
        self.numbers = numbers

        let gamesOfTournament = tournaments.map { $0.games.compactMap(book.number(named:)) }
        let tournamentOfMatch = matches.map(numbers.tournament(of:))
        let gamesOfMatch = zip(matches, tournamentOfMatch).map { match, tournament in
            if let own = match.game.flatMap(book.number(named:)) { return [own] }
            return tournament.map { gamesOfTournament[$0] } ?? []
        }
        self.gamesOfTournament = gamesOfTournament
        self.tournamentOfMatch = tournamentOfMatch
        self.gamesOfMatch = gamesOfMatch
        tournamentsOfGame = Self.tournaments(ofGames: book.games.count, gamesOfTournament)
        matchCounts = Self.counts(ofGames: book.games.count, gamesOfMatch)
        tournamentsByTime = Self.byTime(tournaments)
        places = Self.places(of: tournaments)

        let lists = ProductLists(products, contents.decisions, book, numbers.tournament(named:))
        allProducts = lists.all
        productsOfGame = lists.ofGame
        productsOfTournament = lists.ofTournament
        linksOfProduct = lists.links
        let digests = products.map(ListDigest.init(of:))
        digestOfAll = ListDigest(of: lists.all, digests)
        digestOfGame = lists.ofGame.map { ListDigest(of: $0, digests) }
        digestOfTournament = lists.ofTournament.mapValues { ListDigest(of: $0, digests) }
    }

    /// The tournament with an id, or with a key or a title of that text; nil for none.
    package func tournament(_ text: String) -> Tournament? {
        number(ofTournament: text).map { tournaments[$0] }
    }

    func number(ofTournament text: String) -> Int? {
        numbers.tournament(named: text)
    }

    /// The match with an id; nil for none.
    package func match(_ id: String) -> Match? { numbers.match(id: id).map { matches[$0] } }

    /// The team with an id, or that is called so; nil for none.
    package func team(_ text: String) -> Team? {
        (numbers.team(id: text) ?? numbers.teams(named: text).first).map { teams[$0] }
    }

    /// The published teams that play a match, by its place in ``matches``: of several that are called alike those
    /// of its games.
    package func teams(ofMatchAt number: Int) -> [Team] {
        let games = Set(gamesOfMatch[number])
        return matches[number].sides.compactMap(\.team).compactMap { name in
            if let exact = numbers.team(id: name) { return teams[exact] }
            let named = numbers.teams(named: name).map { teams[$0] }
            return named.first { team in
                guard let game = team.game.flatMap({ book.number(named: $0) }), !games.isEmpty
                else { return true }
                return games.contains(game)
            }
        }
    }

    /// The product with an id; nil for none.
    package func product(_ id: String) -> Product? { numbers.product(id: id).map { products[$0] } }

    /// The ids of the games of a tournament.
    package func games(ofTournament id: String) -> [Game] {
        numbers.tournament(id: id).map { number in gamesOfTournament[number].map { book.games[$0] }
        }
            ?? []
    }

    /// The games of a match, by its place in ``matches``.
    package func games(ofMatchAt number: Int) -> [Game] {
        gamesOfMatch[number].map { book.games[$0] }
    }

    /// The tournament of a match, by its place in ``matches``.
    package func tournament(ofMatchAt number: Int) -> Tournament? {
        tournamentOfMatch[number].map { tournaments[$0] }
    }
}

/// The parts that a snapshot is made of, each by itself.
extension LeagueSnapshot {
    fileprivate static func inOrder(_ tournaments: [Tournament]) -> [Tournament] {
        tournaments.sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
    }

    fileprivate static func inOrder(_ matches: [Match]) -> [Match] {
        matches.sorted { left, right in
            let (one, two) = (left.span.startsAt, right.span.startsAt)
            return one != two ? one < two : left.id.utf8.lexicographicallyPrecedes(right.id.utf8)
        }
    }

    fileprivate static func inOrder(_ teams: [Team]) -> [Team] {
        teams.sorted { left, right in
            left.name != right.name
                ? RootCollation.precedes(left.name, right.name)
                : left.id.utf8.lexicographicallyPrecedes(right.id.utf8)
        }
    }

    fileprivate static func inOrder(_ posts: [Post]) -> [Post] {
        posts.sorted { left, right in
            left.postedAt != right.postedAt
                ? left.postedAt > right.postedAt
                : left.id.utf8.lexicographicallyPrecedes(right.id.utf8)
        }
    }

    /// The tournaments of each game, by the games of each tournament.
    fileprivate static func tournaments(
        ofGames count: Int,
        _ gamesOfTournament: [[Int]]
    ) -> [[Int]] {
        var lists = Array(repeating: [Int](), count: count)
        for (number, games) in gamesOfTournament.enumerated() {
            for game in Set(games) { lists[game].append(number) }
        }
        return lists
    }

    /// How many matches each game has.
    fileprivate static func counts(ofGames count: Int, _ gamesOfMatch: [[Int]]) -> [Int] {
        var counts = Array(repeating: 0, count: count)
        for games in gamesOfMatch { for game in Set(games) { counts[game] += 1 } }
        return counts
    }

    fileprivate static func byTime(_ tournaments: [Tournament]) -> [Int] {
        tournaments.indices.sorted { left, right in
            let (one, two) = (
                tournaments[left].event.span.startsAt, tournaments[right].event.span.startsAt
            )
            return one != two ? one < two : left < right
        }
    }

    fileprivate static func places(of tournaments: [Tournament]) -> QuadTree<Int> {
        var places = QuadTree<Int>()
        for (number, tournament) in tournaments.enumerated() {
            guard let place = tournament.event.venue.place else { continue }
            // Each number is there once.
            try? places.insert(IndexedPoint(id: number, coordinate: place))
        }
        return places
    }
}

/// What an editor says of a product and a game.
package struct ProductDecision: Sendable, Hashable {
    /// The product's id.
    package let product: String
    /// The game's id.
    package let game: String
    /// What is said.
    package let decision: LinkDecision

    /// A decision with all its members.
    package init(product: String, game: String, decision: LinkDecision) {
        (self.product, self.game, self.decision) = (product, game, decision)
    }
}

/// A tournament that the home page shows first for some time.
package struct Feature: Sendable, Hashable {
    /// The tournament's id.
    package let event: String
    /// The first moment.
    package let from: Timestamp
    /// The moment behind the last.
    package let until: Timestamp

    /// A feature with all its members.
    package init(event: String, from: Timestamp, until: Timestamp) {
        (self.event, self.from, self.until) = (event, from, until)
    }
}

/// The lists of products that are made once, when everything is loaded.
private struct ProductLists {
    var all: [ListedProduct] = []
    var ofGame: [[ListedProduct]]
    var ofTournament: [Int: [ListedProduct]] = [:]
    var links: [String: [(game: Int, reason: LinkReason)]] = [:]

    init(
        _ products: [Product],
        _ decisions: [ProductDecision],
        _ book: GameBook,
        _ tournament: (String) -> Int?
    ) {
        ofGame = Array(repeating: [], count: book.games.count)
        let linker = ProductLinker(book)
        let decided = Dictionary(grouping: decisions, by: \.product)
        for (number, product) in products.enumerated() {
            var links = linker.links(of: product)
            for decision in decided[product.id] ?? [] {
                guard let game = book.number(id: decision.game) else { continue }
                links[game] = decision.decision == .pin ? .pinned : nil
            }
            if !links.isEmpty {
                self.links[product.id] = links.map { (game: $0.key, reason: $0.value) }
                    .sorted { $0.game < $1.game }
            }
            for (game, reason) in links {
                ofGame[game].append(Self.listed(product, number, reason))
            }
            all.append(Self.listed(product, number, nil))
            for event in Set(product.events.compactMap(tournament)) {
                ofTournament[event, default: []].append(Self.listed(product, number, .named))
            }
        }
        all.sort { $0.rank < $1.rank }
        for game in ofGame.indices { ofGame[game].sort { $0.rank < $1.rank } }
        for event in ofTournament.keys { ofTournament[event]?.sort { $0.rank < $1.rank } }
    }

    private static func listed(
        _ product: Product,
        _ number: Int,
        _ reason: LinkReason?
    ) -> ListedProduct {
        let isPinned = reason == .pinned
        return ListedProduct(
            number: number,
            reason: reason,
            rank: ProductRank(
                sourceRank: isPinned ? -1 : product.sourceRank ?? .max,
                fit: reason?.fit ?? 0,
                amountMinor: product.price.amountMinor,
                id: product.id
            )
        )
    }
}
