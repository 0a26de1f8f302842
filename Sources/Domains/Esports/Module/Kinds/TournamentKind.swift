internal import Agenda
internal import AgendaRecords
internal import Datasets
internal import Esports
internal import Importing

/// How tournaments are imported, said once.
enum TournamentKind {
    private static let venue = KindField(
        "venue",
        headers: ["location", "locationname", "place", "venuename", "ort", "lugar"]
    )
    private static let address = KindField("address", headers: ["street", "venueaddress"])
    private static let city = KindField("city", headers: ["town", "stadt", "ciudad"])
    private static let country = KindField(
        "country",
        headers: ["countrycode", "land", "pais"]
    )
    private static let format = KindField("format", headers: ["mode", "playedas"])
    private static let tier = KindField("tier", headers: ["tiername", "level"])
    private static let prize = KindField(
        "prize",
        headers: ["prizepool", "prizemoney", "totalprize", "prizes"]
    )
    private static let prizeDollars = KindField(
        "prize_usd",
        headers: ["totalusdprize", "usdprize", "prizeusd", "prizepoolusd"]
    )
    private static let region = KindField("region", headers: ["area", "serverregion"])
    private static let registration = KindField(
        "registration",
        headers: ["registrationurl", "signupurl", "signup"]
    )

    static let fields = [
        AgendaFields.id, AgendaFields.title, AgendaFields.summary, AgendaFields.starts,
        AgendaFields.ends, AgendaFields.duration, AgendaFields.zone, AgendaFields.status,
        LeagueFields.game, LeagueFields.gameID, venue, address, city, country, format, tier, prize,
        prizeDollars, LeagueFields.currency, region, LeagueFields.league, registration,
        LeagueFields.streams, LeagueFields.accounts, AgendaFields.link, AgendaFields.uid,
        AgendaFields.sequence, LeagueFields.image,
    ]

    private static let place = Kind<Tournament>.Place.optional

    /// What whoever maps columns chooses from. Every command asks for it as it starts, so that no gazetteer is
    /// read for it.
    static var fieldNames: [String] { Kind<Tournament>.fieldNames(fields, place: place) }

    /// - Parameter resolver: What places mean.
    static func kind(_ resolver: PlaceResolver) -> Kind<Tournament> {
        Kind<Tournament>(
            .tournaments,
            one: "a tournament",
            fields: fields,
            place: place,
            formats: [
                CalendarFormat.of(.events), PandaScoreFormat.tournaments, StartFormat.tournaments,
            ]
        ) { row throws(RowRefusal) in
            try TournamentRow(row, resolver).tournament()
        }
    }

    /// Reads one row.
    private struct TournamentRow {
        let row: KindRow
        let resolver: PlaceResolver

        init(_ row: KindRow, _ resolver: PlaceResolver) {
            (self.row, self.resolver) = (row, resolver)
        }

        func tournament() throws(RowRefusal) -> Tournament {
            let title = try AgendaFields.title(row)
            let span = try SpanReading.span(row)
            let place = try TournamentPlace(row, resolver, texts: try placeTexts())
            SpanReading.check(
                span,
                country: place.countryCode,
                place: place.venue.place,
                row
            )
            let event = Event(
                dataset: row.dataset,
                key: try AgendaFields.key(row, title, span),
                kind: .tournament,
                title: title,
                summary: try AgendaFields.text(
                    AgendaFields.summary,
                    row,
                    limit: AgendaFields.summaryLimit
                ),
                status: try AgendaFields.status(row),
                span: span,
                venue: place.venue,
                link: AgendaFields.link(row),
                origin: try AgendaFields.origin(row)
            )
            let (prize, written) = try money()
            return Tournament(
                event: event,
                games: try LeagueFields.games(row),
                format: try played(place),
                tier: try rank(),
                prize: prize,
                prizeAsWritten: written,
                region: try AgendaFields.text(region, row) ?? place.region,
                placeText: place.text,
                accuracyMeters: place.accuracyMeters,
                league: try AgendaFields.text(LeagueFields.league, row),
                registrationURL: LeagueFields.link(registration, row),
                streams: LeagueFields.links(LeagueFields.streams, row),
                accounts: try LeagueFields.handles(row),
                image: LeagueFields.picture(row)
            )
        }

        private func placeTexts() throws(RowRefusal) -> TournamentPlace.Texts {
            TournamentPlace.Texts(
                venue: try AgendaFields.text(venue, row),
                address: try AgendaFields.text(address, row),
                city: try AgendaFields.text(city, row),
                country: try AgendaFields.text(country, row)
            )
        }

        /// The format of the row, or what its place says of it.
        private func played(_ place: TournamentPlace) throws(RowRefusal) -> Tournament.Format? {
            let words = Tournament.Format.allCases.map(\.rawValue) + ["lan", "online/offline"]
            switch try row.word(format, among: words) {
            case nil: return place.format
            case "lan"?: return .offline
            case "online/offline"?: return .hybrid
            case let word?: return Tournament.Format(rawValue: word)
            }
        }

        private func rank() throws(RowRefusal) -> Tournament.Tier? {
            let words = Tournament.Tier.allCases.map(\.rawValue) + ["unranked"]
            return try row.word(tier, among: words).flatMap(Tournament.Tier.init)
        }

        private func money() throws(RowRefusal) -> (Money?, written: String?) {
            if let text = row.text(prizeDollars) {
                guard let money = Money(parsing: text, .usDollar) else {
                    throw row.refusal(
                        prizeDollars,
                        .amountUnreadable,
                        [
                            "field": .text(prizeDollars.name), "decimals": .number(2),
                            "currency": .text("USD"),
                        ]
                    )
                }
                return (money, text)
            }
            guard let text = try AgendaFields.text(prize, row) else { return (nil, nil) }
            let code = row.text(LeagueFields.currency)
            let (digits, name) = PrizeText.parts(text)
            guard let currency = (code ?? name).flatMap(PrizeText.currency) else {
                if let code {
                    throw row.refusal(
                        LeagueFields.currency,
                        .currencyUnknown,
                        ["currency": .text(code)]
                    )
                }
                throw row.refusal(prize, .currencyMissing, ["field": .text(prize.name)])
            }
            guard let money = Money(parsing: digits, currency) else {
                throw row.refusal(
                    prize,
                    .amountUnreadable,
                    [
                        "field": .text(prize.name), "decimals": .number(currency.decimalCount),
                        "currency": .text(currency.code),
                    ]
                )
            }
            return (money, text)
        }
    }
}

/// Prizes as their sources write them: `250000 United States Dollar`, `5000 EUR`, `1000`.
enum PrizeText {
    private static let names: [String: String] = [
        "united states dollar": "USD", "us dollar": "USD", "dollar": "USD", "euro": "EUR",
        "british pound": "GBP", "pound sterling": "GBP", "chinese yuan": "CNY",
        "chinese yuan renminbi": "CNY", "renminbi": "CNY", "south korean won": "KRW",
        "japanese yen": "JPY", "brazilian real": "BRL", "indian rupee": "INR",
        "russian ruble": "RUB", "australian dollar": "AUD", "canadian dollar": "CAD",
        "swedish krona": "SEK", "danish krone": "DKK", "norwegian krone": "NOK",
        "polish zloty": "PLN", "turkish lira": "TRY", "saudi riyal": "SAR", "thai baht": "THB",
        "indonesian rupiah": "IDR", "vietnamese dong": "VND", "philippine peso": "PHP",
        "malaysian ringgit": "MYR", "singapore dollar": "SGD", "new taiwan dollar": "TWD",
        "swiss franc": "CHF", "czech koruna": "CZK", "hungarian forint": "HUF",
        "mexican peso": "MXN", "argentine peso": "ARS", "chilean peso": "CLP",
        "united arab emirates dirham": "AED", "kazakhstani tenge": "KZT",
        "south african rand": "ZAR", "ukrainian hryvnia": "UAH",
    ]

    /// Digits, without what parts thousands, and the words behind them.
    static func parts(_ text: String) -> (digits: String, currency: String?) {
        let trimmed = text.drop { $0.isWhitespace }
        let digits = trimmed.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == ",") }
        let rest = trimmed.dropFirst(digits.count).split { $0.isWhitespace }.joined(separator: " ")
        let groups = digits.split(separator: ",", omittingEmptySubsequences: false)
        let isGrouped =
            groups.count > 1
            && groups.dropFirst().allSatisfy { $0.prefix { $0 != "." }.count == 3 }
        return (
            isGrouped ? groups.joined() : String(digits), rest.isEmpty ? nil : rest
        )
    }

    static func currency(_ text: String) -> Currency? {
        Currency(text) ?? names[text.lowercased()].flatMap { Currency($0) }
    }
}
