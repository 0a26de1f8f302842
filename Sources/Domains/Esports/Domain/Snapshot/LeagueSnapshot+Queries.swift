internal import Agenda
internal import Datasets
package import Geodesy
internal import SpatialIndex
package import Timekeeping

/// What is asked of a snapshot.
extension LeagueSnapshot {
    // MARK: Tournaments

    /// A tournament and how far it is.
    package struct FoundTournament: Sendable {
        /// The tournament.
        package let tournament: Tournament
        /// How far it is from the place that was given; nil where none was, or it has no point.
        package let distance: Distance?
    }

    /// Whether a tournament is of one of some games.
    package func isTournament(_ id: String, ofGames games: Set<Int>) -> Bool {
        number(ofTournament: id).map { !games.isDisjoint(with: gamesOfTournament[$0]) } ?? false
    }

    /// The next tournaments: those that are not over, the first to begin first; ties by id.
    ///
    /// - Parameters:
    ///   - moment: Now.
    ///   - center: Where distances are measured from.
    ///   - radius: How far they may be; those without a point are left out then.
    ///   - limit: The most.
    ///   - isWanted: Asked before the limit is applied.
    /// - Complexity: O(n) for n published tournaments; with a radius O(m log m) for the m within it.
    package func next(
        at moment: Timestamp,
        around center: Coordinate? = nil,
        within radius: Distance? = nil,
        limit: Int,
        where isWanted: (Int) -> Bool = { _ in true }
    ) -> [FoundTournament] {
        func isOpen(_ number: Int) -> Bool {
            let event = tournaments[number].event
            let span = event.span
            let isOver =
                span.endsAt <= moment && (span.endsAt > span.startsAt || span.startsAt < moment)
            return !isOver && event.status != .cancelled && isWanted(number)
        }
        guard let center, let radius else {
            var found: [FoundTournament] = []
            for number in tournamentsByTime where isOpen(number) {
                let place = tournaments[number].event.venue.place
                let distance = center.flatMap { center in
                    place.map { Geodesic.distance(from: center, to: $0) }
                }
                found.append(FoundTournament(tournament: tournaments[number], distance: distance))
                if found.count == limit { break }
            }
            return found
        }
        let near = places.neighbors(within: radius, of: center).filter { isOpen($0.id) }
        return near.sorted { left, right in
            let (one, two) = (
                tournaments[left.id].event.span.startsAt, tournaments[right.id].event.span.startsAt
            )
            return one != two ? one < two : left.id < right.id
        }.prefix(limit).map {
            FoundTournament(tournament: tournaments[$0.id], distance: $0.distance)
        }
    }

    /// The tournaments nearest to a place, nearest first; ties by id.
    ///
    /// - Parameters:
    ///   - from: The first moment of the period in which some of it lies.
    ///   - to: The moment behind the last.
    /// - Complexity: O(k log n) for k that are looked at.
    package func nearest(
        to center: Coordinate,
        limit: Int,
        within radius: Distance? = nil,
        from: Timestamp? = nil,
        to: Timestamp? = nil,
        games: Set<Int>? = nil
    ) -> [FoundTournament] {
        var found: [FoundTournament] = []
        for neighbor in places.nearestFirst(from: center) {
            if let radius, neighbor.distance > radius { break }
            let tournament = tournaments[neighbor.id]
            guard tournament.event.span.overlaps(from: from, to: to) else { continue }
            if let games, games.isDisjoint(with: gamesOfTournament[neighbor.id]) { continue }
            found.append(FoundTournament(tournament: tournament, distance: neighbor.distance))
            if found.count == limit { break }
        }
        return found
    }

    // MARK: Matches

    /// Which matches are asked for; nil for what does not matter.
    package struct MatchFilter: Sendable {
        /// Of this tournament: its id, its key or its title.
        package var event: String?
        /// Of one of these games, by their numbers.
        package var games: Set<Int>?
        /// Of a side that is called so.
        package var team: String?
        /// What became of it.
        package var status: Match.Status?
        /// The first moment of the period in which some of it lies.
        package var from: Timestamp?
        /// The moment behind the last of that period.
        package var to: Timestamp?

        /// Every match.
        package init() {}
    }

    /// The places of matches in ``matches``, in their order.
    ///
    /// - Parameter start: The first place that is looked at.
    /// - Complexity: O(n).
    package func matches(_ filter: MatchFilter, from start: Int = 0, limit: Int) -> [Int] {
        let event = filter.event.map { number(ofTournament: $0) }
        let team = filter.team.map { (text: $0, id: self.team($0)?.id) }
        var found: [Int] = []
        for number in matches.indices.dropFirst(start) {
            let match = matches[number]
            if let status = filter.status, match.status != status { continue }
            guard match.span.overlaps(from: filter.from, to: filter.to) else { continue }
            if let games = filter.games, games.isDisjoint(with: gamesOfMatch[number]) { continue }
            if let event {
                guard let event, tournamentOfMatch[number] == event else { continue }
            }
            if let team {
                let isPlaying = match.sides.contains { side in
                    guard let name = side.team else { return false }
                    return name == team.text || (team.id != nil && self.team(name)?.id == team.id)
                }
                guard isPlaying else { continue }
            }
            found.append(number)
            if found.count == limit { break }
        }
        return found
    }

    /// Whether a team is published under an id or a name, or plays a match.
    ///
    /// - Complexity: O(n) for n matches.
    package func knowsTeam(_ text: String) -> Bool {
        team(text) != nil || matches.contains { $0.sides.contains { $0.team == text } }
    }

    /// The first place in ``matches`` behind a match that begins at a moment and has an id.
    ///
    /// - Complexity: O(log n).
    package func place(behind start: Timestamp, _ id: String) -> Int {
        var range = 0..<matches.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            let match = matches[middle]
            let isBefore =
                match.span.startsAt != start
                ? match.span.startsAt < start
                : !id.utf8.lexicographicallyPrecedes(match.id.utf8)
            range =
                isBefore ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound
    }

    // MARK: Products

    /// What a list of products is of.
    package enum ProductScope: Sendable, Hashable {
        /// Everything.
        case all
        /// A game, by its number.
        case game(Int)
        /// A tournament: its id or key.
        case event(String)
    }

    /// The products that are asked for, in an order.
    ///
    /// - Parameters:
    ///   - moment: Now: what is no longer offered is left out.
    ///   - position: The last product of the page before; nil for the first page.
    /// - Complexity: O(n) for the n products of the scope in the best order; O(n log n) in others.
    package func products(
        of scope: ProductScope,
        _ filter: ProductFilter,
        order: ProductOrder,
        at moment: Timestamp,
        after position: ProductPosition? = nil,
        limit: Int
    ) -> [ListedProduct] {
        let list =
            switch scope {
            case .all: allProducts
            case .game(let number): productsOfGame[number]
            case .event(let text):
                number(ofTournament: text).flatMap { productsOfTournament[$0] } ?? []
            }
        let taken = list.lazy.filter { filter.takes(self.products[$0.number], at: moment) }
            .filter { listed in
                position.map { $0.precedes(self.position(of: listed, in: order)) } ?? true
            }
        guard order != .bestMatch else { return Array(taken.prefix(limit)) }
        return taken.map { (listed: $0, position: self.position(of: $0, in: order)) }
            .sorted { $0.position.precedes($1.position) }.prefix(limit).map(\.listed)
    }

    /// What goes with a tournament: its own products first, then those of its games, each once and in the best order.
    ///
    /// - Parameter id: The tournament's id.
    /// - Complexity: O(n) for n products of the tournament and its games.
    package func merchandise(
        ofTournament id: String,
        at moment: Timestamp,
        limit: Int
    ) -> [ListedProduct] {
        let games = number(ofTournament: id).map { gamesOfTournament[$0] } ?? []
        var found: [ListedProduct] = []
        var seen: Set<Int> = []
        for scope in [ProductScope.event(id)] + games.map(ProductScope.game)
        where found.count < limit {
            // So many that enough are left without those that are there already.
            found += products(
                of: scope,
                ProductFilter(),
                order: .bestMatch,
                at: moment,
                limit: limit + seen.count
            ).filter { seen.insert($0.number).inserted }
        }
        return Array(found.prefix(limit))
    }

    /// Where a product stands in an order.
    package func position(of listed: ListedProduct, in order: ProductOrder) -> ProductPosition {
        let product = products[listed.number]
        let amount = product.price.amountMinor
        return switch order {
        case .bestMatch:
            ProductPosition(
                text: "",
                numbers: [
                    Int64(clamping: listed.rank.sourceRank), Int64(-listed.rank.fit), amount,
                ],
                id: product.id
            )
        case .lowestPrice:
            ProductPosition(text: product.price.currency.code, numbers: [amount], id: product.id)
        case .highestPrice:
            ProductPosition(text: product.price.currency.code, numbers: [-amount], id: product.id)
        }
    }

    // MARK: Posts

    /// The posts of some accounts, the newest first.
    ///
    /// - Parameter accounts: As ``Post/account`` has them; nil for all.
    /// - Complexity: O(n).
    package func posts(of accounts: Set<String>?, limit: Int) -> [Post] {
        guard let accounts else { return Array(posts.prefix(limit)) }
        return Array(posts.lazy.filter { accounts.contains($0.account) }.prefix(limit))
    }

    /// Whether an account has posted, or is one of a game or a tournament.
    ///
    /// - Complexity: O(n) for n posts, games and tournaments.
    package func knowsAccount(_ name: String) -> Bool {
        posts.contains { $0.account == name }
            || book.games.contains { Self.accountNames(of: $0.accounts).contains(name) }
            || tournaments.contains { Self.accountNames(of: $0.accounts).contains(name) }
    }

    /// The names under which an account of a handle may post.
    package static func accountNames(of handles: [Handle]) -> Set<String> {
        Set(handles.flatMap { ["\($0.network):\($0.handle)", $0.handle] })
    }

    /// What is featured at a moment, in its order.
    package func featured(at moment: Timestamp) -> [Tournament] {
        features.filter { $0.from <= moment && moment < $0.until }.compactMap {
            tournament($0.event)
        }
    }
}

/// Where a page of products ends.
package struct ProductPosition: Sendable, Hashable {
    /// What is compared first.
    package let text: String
    /// What is compared next, smaller first.
    package let numbers: [Int64]
    /// The id of its last product.
    package let id: String

    /// A position with all its members.
    package init(text: String, numbers: [Int64], id: String) {
        (self.text, self.numbers, self.id) = (text, numbers, id)
    }

    func precedes(_ other: ProductPosition) -> Bool {
        if text != other.text { return text.utf8.lexicographicallyPrecedes(other.text.utf8) }
        if numbers != other.numbers { return numbers.lexicographicallyPrecedes(other.numbers) }
        return id.utf8.lexicographicallyPrecedes(other.id.utf8)
    }
}

/// What is told of single records.
extension LeagueSnapshot {
    /// How much there is of a game.
    package struct Counts: Sendable, Hashable {
        package let tournaments: Int
        /// Tournaments that are not over.
        package let upcoming: Int
        package let matches: Int
        package let products: Int
    }

    /// How much there is of a game, by its number.
    ///
    /// - Complexity: O(m) for m tournaments of the game.
    package func counts(ofGame number: Int, at moment: Timestamp) -> Counts {
        Counts(
            tournaments: tournamentsOfGame[number].count,
            upcoming: tournamentsOfGame[number].count {
                tournaments[$0].event.span.endsAt > moment
            },
            matches: matchCounts[number],
            products: productsOfGame[number].count
        )
    }

    /// When the price of a product was asked: when its file says, else when its dataset was imported.
    package func fetchedAt(_ product: Product) -> Timestamp {
        product.fetchedAt ?? importedAt[product.dataset]
            ?? Timestamp(millisecondsSince1970: 0)
    }

    /// The games of a product with the reasons for which it is shown there, by the names of the games.
    package func links(of product: Product) -> [(game: Game, reason: LinkReason)] {
        (linksOfProduct[product.id] ?? []).map { (book.games[$0.game], $0.reason) }
    }

    /// The same for editors: behind the games that it is shown with those that it was barred from, in the order of
    /// their ids, so that they can be taken back.
    ///
    /// - Complexity: O(n) for n decisions of editors.
    package func decidedLinks(of product: Product) -> [(game: Game, reason: LinkReason)] {
        let barred = decisions.lazy.filter { $0.product == product.id && $0.decision == .bar }
            .compactMap { decision in
                self.book.number(id: decision.game).map {
                    (game: self.book.games[$0], reason: LinkReason.barred)
                }
            }
        return links(of: product) + barred
    }

    /// A game's next tournaments, the first to begin first.
    package func next(ofGame number: Int, at moment: Timestamp, limit: Int) -> [FoundTournament] {
        let own = Set(tournamentsOfGame[number])
        return next(at: moment, limit: limit, where: own.contains)
    }
}

extension Match {
    /// The title without what the match came to: `LCK: GEN - T1 (Week 12)`. Of a match that has begun it is made of
    /// the teams, since words tell results as well as numbers do.
    package var titleWithoutResult: String {
        guard mayTellResult else { return title }
        let teams = sides.map { $0.team ?? "?" }.joined(separator: " - ")
        return [league.map { "\($0):" }, teams, stage.map { "(\($0))" }].compactMap { $0 }
            .joined(separator: " ")
    }

    /// Whether what a file writes of the match may tell what it came to.
    package var mayTellResult: Bool {
        switch status {
        case .running, .finished, .forfeit: return true
        case .notStarted, .postponed, .canceled:
            let hasScore = sides.contains { $0.score != nil }
            return hasScore
                || (MatchTitle(parsing: title)?.sides ?? []).contains { $0.score != nil }
        }
    }
}
