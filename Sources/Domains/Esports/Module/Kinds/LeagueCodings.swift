internal import Agenda
internal import AgendaRecords
internal import Datasets
internal import Esports
internal import GRDB
internal import Geodesy
internal import SpatiaLiteStore
internal import Timekeeping

/// How a tournament lies in the columns of its version's table: those of an event first, which Agenda reads.
enum TournamentCoding: FeatureCoding {
    static let kind = DatasetKind.tournaments
    static let columns =
        EventCoding.columns + [
            "games TEXT", "format TEXT", "tier TEXT", "prize_minor INTEGER", "prize_currency TEXT",
            "prize_written TEXT", "region TEXT", "place_text TEXT", "accuracy_m REAL",
            "league TEXT", "registration TEXT", "streams TEXT", "accounts TEXT",
        ]
    static let laterColumns = ["image TEXT"]

    static func id(of tournament: Tournament) -> String { tournament.event.key }
    static func place(of tournament: Tournament) -> Coordinate? { tournament.event.venue.place }
    static func byteCount(of tournament: Tournament) -> Int {
        EventCoding.byteCount(of: tournament.event)
    }

    static func laterValues(of tournament: Tournament) -> [(any DatabaseValueConvertible)?] {
        [tournament.image]
    }

    static func values(of tournament: Tournament) -> [(any DatabaseValueConvertible)?] {
        let own: [(any DatabaseValueConvertible)?] = [
            Lines.joined(tournament.games), tournament.format?.rawValue, tournament.tier?.rawValue,
            tournament.prize?.amountMinor, tournament.prize?.currency.code,
            tournament.prizeAsWritten, tournament.region, tournament.placeText,
            tournament.accuracyMeters, tournament.league, tournament.registrationURL,
            Lines.joined(tournament.streams), Lines.joined(tournament.accounts.map(\.text)),
        ]
        return EventCoding.values(of: tournament.event) + own
    }

    static func record(from stored: StoredRow, dataset: DatasetName) throws -> Tournament {
        let next = 2 + EventCoding.columns.count
        let (format, tier): (String?, String?) = (
            try stored.optional(next + 1), try stored.optional(next + 2)
        )
        return Tournament(
            event: try EventCoding.record(from: stored, dataset: dataset),
            games: Lines.split(try stored.optional(next)),
            format: format.flatMap(Tournament.Format.init),
            tier: tier.flatMap(Tournament.Tier.init),
            prize: try MoneyColumns.money(stored, at: next + 3),
            prizeAsWritten: try stored.optional(next + 5),
            region: try stored.optional(next + 6),
            placeText: try stored.optional(next + 7),
            accuracyMeters: try stored.optional(next + 8),
            league: try stored.optional(next + 9),
            registrationURL: try stored.optional(next + 10),
            streams: Lines.split(try stored.optional(next + 11)),
            accounts: Lines.split(try stored.optional(next + 12)).compactMap(Handle.init(parsing:)),
            // The tables of an older Ambit have no such column.
            image: stored.columnCount > laterIndex ? try stored.optional(laterIndex) : nil
        )
    }
}

/// An amount and its currency in two columns.
enum MoneyColumns {
    static func money(_ stored: StoredRow, at index: Int) throws -> Money? {
        guard let minor: Int64 = try stored.optional(index) else { return nil }
        let code: String = try stored.value(index + 1)
        return try stored.require(index) { Currency(code).flatMap { Money(minor: minor, $0) } }
    }
}

/// How a match lies in the columns of its version's table.
enum MatchCoding: FeatureCoding {
    static let kind = DatasetKind.matches
    static let columns =
        [
            "id TEXT NOT NULL", "title TEXT NOT NULL", "event TEXT", "game TEXT", "league TEXT",
            "stage TEXT", "team_a TEXT", "score_a INTEGER", "team_b TEXT", "score_b INTEGER",
            "best_of INTEGER", "status TEXT NOT NULL", "moved_from INTEGER", "streams TEXT",
        ] + SpanColumns.columns
    static let laterColumns = ["summary TEXT"]

    static func id(of match: Match) -> String { match.key }
    static func byteCount(of match: Match) -> Int { 300 + (match.summary?.utf8.count ?? 0) }
    static func laterValues(of match: Match) -> [(any DatabaseValueConvertible)?] {
        [match.summary]
    }
    static func place(of match: Match) -> Coordinate? { nil }

    static func values(of match: Match) -> [(any DatabaseValueConvertible)?] {
        let (first, second) = (match.sides.first, match.sides.dropFirst().first)
        let own: [(any DatabaseValueConvertible)?] = [
            match.key, match.title, match.event, match.game, match.league, match.stage,
            first?.team, first?.score, second?.team, second?.score, match.bestOf,
            match.status.rawValue, match.movedFrom?.millisecondsSince1970,
            Lines.joined(match.streams),
        ]
        return own + SpanColumns.values(match.span, match.origin)
    }

    static func record(from stored: StoredRow, dataset: DatasetName) throws -> Match {
        let status: String = try stored.value(13)
        let movedFrom: Int64? = try stored.optional(14)
        return Match(
            dataset: dataset,
            key: try stored.value(2),
            title: try stored.value(3),
            event: try stored.optional(4),
            game: try stored.optional(5),
            league: try stored.optional(6),
            stage: try stored.optional(7),
            sides: [
                Match.Side(team: try stored.optional(8), score: try stored.optional(9)),
                Match.Side(team: try stored.optional(10), score: try stored.optional(11)),
            ],
            bestOf: try stored.optional(12),
            span: try SpanColumns.span(stored, at: 16),
            movedFrom: movedFrom.map { Timestamp(millisecondsSince1970: $0) },
            status: try stored.require(13) { Match.Status(rawValue: status) },
            streams: Lines.split(try stored.optional(15)),
            origin: try SpanColumns.origin(stored, at: 16),
            // The tables of an older Ambit have no such column.
            summary: stored.columnCount > laterIndex ? try stored.optional(laterIndex) : nil
        )
    }
}

/// How a product lies in the columns of its version's table.
enum ProductCoding: FeatureCoding {
    static let kind = DatasetKind.products
    static let columns = [
        "id TEXT NOT NULL", "source TEXT NOT NULL", "title TEXT NOT NULL", "about TEXT",
        "price_minor INTEGER NOT NULL", "currency TEXT NOT NULL", "asked_minor INTEGER",
        "asked_currency TEXT", "categories TEXT", "images TEXT", "web_url TEXT",
        "ships_from TEXT", "games TEXT", "events TEXT", "source_rank INTEGER",
        "fetched_at INTEGER", "expires_at INTEGER",
    ]

    static func id(of product: Product) -> String { product.key }
    static func place(of product: Product) -> Coordinate? { nil }
    static func byteCount(of product: Product) -> Int { 400 + (product.about?.utf8.count ?? 0) }

    static func values(of product: Product) -> [(any DatabaseValueConvertible)?] {
        [
            product.key, product.source, product.title, product.about, product.price.amountMinor,
            product.price.currency.code, product.convertedFrom?.amountMinor,
            product.convertedFrom?.currency.code, Lines.joined(product.categories),
            Lines.joined(product.images), product.webURL, product.shipsFrom,
            Lines.joined(product.games), Lines.joined(product.events), product.sourceRank,
            product.fetchedAt?.millisecondsSince1970, product.expiresAt?.millisecondsSince1970,
        ]
    }

    static func record(from stored: StoredRow, dataset: DatasetName) throws -> Product {
        let (fetched, expires): (Int64?, Int64?) = (
            try stored.optional(17), try stored.optional(18)
        )
        let price = try MoneyColumns.money(stored, at: 6)
        return Product(
            dataset: dataset,
            key: try stored.value(2),
            source: try stored.value(3),
            title: try stored.value(4),
            about: try stored.optional(5),
            price: try stored.require(6) { price },
            convertedFrom: try MoneyColumns.money(stored, at: 8),
            categories: Lines.split(try stored.optional(10)),
            images: Lines.split(try stored.optional(11)),
            webURL: try stored.optional(12),
            shipsFrom: try stored.optional(13),
            games: Lines.split(try stored.optional(14)),
            events: Lines.split(try stored.optional(15)),
            sourceRank: try stored.optional(16),
            fetchedAt: fetched.map { Timestamp(millisecondsSince1970: $0) },
            expiresAt: expires.map { Timestamp(millisecondsSince1970: $0) }
        )
    }
}

/// How a post lies in the columns of its version's table.
enum PostCoding: FeatureCoding {
    static let kind = DatasetKind.posts
    static let columns = [
        "id TEXT NOT NULL", "account TEXT NOT NULL", "text TEXT NOT NULL",
        "posted_at INTEGER NOT NULL", "url TEXT", "media TEXT",
    ]

    static func id(of post: Post) -> String { post.key }
    static func place(of post: Post) -> Coordinate? { nil }
    static func byteCount(of post: Post) -> Int { 200 + post.text.utf8.count }

    static func values(of post: Post) -> [(any DatabaseValueConvertible)?] {
        [
            post.key, post.account, post.text, post.postedAt.millisecondsSince1970, post.url,
            post.media,
        ]
    }

    static func record(from stored: StoredRow, dataset: DatasetName) throws -> Post {
        Post(
            dataset: dataset,
            key: try stored.value(2),
            account: try stored.value(3),
            text: try stored.value(4),
            postedAt: Timestamp(millisecondsSince1970: try stored.value(5)),
            url: try stored.optional(6),
            media: try stored.optional(7)
        )
    }
}
