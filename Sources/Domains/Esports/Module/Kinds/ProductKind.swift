internal import AgendaRecords
internal import Datasets
internal import Esports
package import Importing
internal import TextSearch
internal import Timekeeping

/// How products are imported, said once.
enum ProductKind {
    private static let id = KindField("id", headers: ["itemid", "productid", "sku", "key"])
    private static let source = KindField("source", headers: ["shop", "marketplace"])
    private static let title = KindField("title", headers: ["name", "product"], isRequired: true)
    private static let about = KindField(
        "description",
        headers: ["shortdescription", "about", "text"]
    )
    private static let price = KindField("price", headers: ["pricevalue", "amount", "cost"])
    private static let askedPrice = KindField("asked_price", headers: ["convertedfromvalue"])
    private static let askedCurrency = KindField(
        "asked_currency",
        headers: ["convertedfromcurrency"]
    )
    private static let condition = KindField("condition", headers: ["itemcondition"])
    private static let conditionID = KindField("condition_id", headers: ["conditionid"])
    private static let buyingOptions = KindField("buying_options", headers: ["buyingoptions"])
    private static let categories = KindField(
        "categories",
        headers: ["categoryid", "category", "categoryids"]
    )
    private static let images = KindField(
        "images",
        headers: ["imageurl", "image", "picture"]
    )
    /// eBay's feeds have one picture in a column and further ones in another.
    private static let moreImages = KindField("more_images", headers: ["additionalimageurls"])
    private static let webURL = KindField(
        "web_url",
        headers: ["itemweburl", "itemaffiliateweburl", "url", "link"]
    )
    private static let shipsFrom = KindField(
        "ships_from",
        headers: ["itemlocationcountry", "shipsfrom", "country"]
    )
    private static let events = KindField("events", headers: ["event", "tournament"])
    private static let rank = KindField("rank", headers: ["position", "order"])
    private static let fetchedAt = KindField("fetched_at", headers: ["fetched", "asof"])
    private static let expiresAt = KindField("expires_at", headers: ["itemenddate", "expires"])

    static let fields = [
        id, source, title, about, price, LeagueFields.currency, askedPrice, askedCurrency,
        condition, conditionID, buyingOptions, categories, images, moreImages, webURL, shipsFrom,
        LeagueFields.game, events, rank, fetchedAt, expiresAt,
    ]

    /// - Parameter book: The games that are published; nil where none are.
    static func kind(_ book: GameBook?) -> Kind<Product> {
        let linker = book.map(ProductLinker.init)
        return Kind<Product>(
            .products,
            one: "a product",
            fields: fields,
            formats: [EbayFormat.products]
        ) { row throws(RowRefusal) in
            try checkOffer(row)
            let name = try AgendaFields.text(title, row) ?? ""
            let shop = try AgendaFields.text(source, row) ?? "imported"
            guard let asked = try money(price, LeagueFields.currency, row) else {
                throw row.refusal(price, .priceMissing)
            }
            let product = Product(
                dataset: row.dataset,
                key: try AgendaFields.text(id, row)
                    ?? SearchWords.parts(of: name).joined(separator: "-"),
                source: shop,
                title: name,
                about: try AgendaFields.text(about, row, limit: 20_000),
                price: asked,
                convertedFrom: try money(askedPrice, askedCurrency, row),
                categories: LeagueFields.list(row.text(categories)),
                images: pictures(row),
                webURL: LeagueFields.link(webURL, row),
                shipsFrom: try AgendaFields.text(shipsFrom, row),
                games: LeagueFields.list(try AgendaFields.text(LeagueFields.game, row)),
                events: LeagueFields.list(try AgendaFields.text(events, row, limit: 2_000)),
                sourceRank: try row.wholeNumber(rank, in: 0...1_000_000_000),
                fetchedAt: try LeagueFields.moment(fetchedAt, row),
                expiresAt: try LeagueFields.moment(expiresAt, row)
            )
            try checkGames(of: product, book, linker, row)
            return product
        }
    }

    /// The codes of refusals of what a shop has and people are not offered.
    static let unwantedCodes: Set<String> = [
        "esports_not_new", "esports_not_fixed_price", "esports_condition_missing",
        "esports_buying_options_missing",
    ]

    /// Only what is new and has a fixed price is offered to people. A shop that sells used goods and by auction
    /// says which of them each is.
    private static func checkOffer(_ row: KindRow) throws(RowRefusal) {
        _ = try row.required(title)
        if row.text(source)?.lowercased() == "ebay" {
            guard row.text(conditionID) != nil || row.text(condition) != nil else {
                throw row.refusal(conditionID, .conditionMissing)
            }
            guard row.text(buyingOptions) != nil else {
                throw row.refusal(buyingOptions, .buyingOptionsMissing)
            }
        }
        if let number = row.text(conditionID), number != "1000" {
            let words = row.text(condition) ?? number
            throw row.refusal(conditionID, .notNew, ["condition": .text(words)])
        }
        if row.text(conditionID) == nil, let words = row.text(condition) {
            let plain = words.lowercased()
            guard plain == "new" || plain.hasPrefix("new with ") || plain == "brand new" else {
                throw row.refusal(condition, .notNew, ["condition": .text(words)])
            }
        }
        if let text = row.text(buyingOptions) {
            let options = text.uppercased().split { ",;| ".contains($0) }
            guard options.contains("FIXED_PRICE"), !options.contains("AUCTION") else {
                throw row.refusal(buyingOptions, .notFixedPrice, ["options": .text(text)])
            }
        }
    }

    /// An amount with its currency; nil where the row has none.
    private static func money(
        _ field: KindField,
        _ currencyField: KindField,
        _ row: KindRow
    ) throws(RowRefusal) -> Money? {
        guard let text = row.text(field) else { return nil }
        guard let code = row.text(currencyField) else {
            throw row.refusal(field, .currencyMissing, ["field": .text(field.name)])
        }
        guard let currency = Currency(code) else {
            throw row.refusal(currencyField, .currencyUnknown, ["currency": .text(code)])
        }
        guard let money = Money(parsing: text, currency) else {
            throw row.refusal(
                field,
                .amountUnreadable,
                [
                    "field": .text(field.name), "decimals": .number(currency.decimalCount),
                    "currency": .text(currency.code),
                ]
            )
        }
        return money
    }

    /// The pictures, the largest first; what is no link is told and left out.
    private static func pictures(_ row: KindRow) -> [String] {
        let all = [images, moreImages].compactMap(row.text).flatMap { text in
            text.split { $0.isWhitespace || $0 == "|" }
        }
        let pictures = all.map { part -> (url: String, width: Int?) in
            // A format writes the width behind a mark that no address has.
            let parts = part.split(separator: "^", maxSplits: 1)
            return (String(parts.first ?? ""), parts.count == 2 ? Int(parts[1]) : nil)
        }.filter { LeagueFields.isLink($0.url) }
        if pictures.count < all.count { row.remark(.linkLeftOut) }
        return Array(PictureChoice.largestFirst(pictures).prefix(12))
    }

    /// Tells of products that no game would show.
    private static func checkGames(
        of product: Product,
        _ book: GameBook?,
        _ linker: ProductLinker?,
        _ row: KindRow
    ) throws(RowRefusal) {
        guard let book, let linker else { return }
        if let unknown = product.games.first(where: { book.number(named: $0) == nil }) {
            throw row.refusal(LeagueFields.game, .gameUnknown, ["game": .text(unknown)])
        }
        if product.events.isEmpty, linker.links(of: product).isEmpty { row.remark(.ofNoGame) }
    }
}

extension ModuleSentence {
    static let notNew = ModuleSentence(
        "esports_not_new",
        .word,
        "its condition is {condition}; only what is new is offered"
    )
    static let notFixedPrice = ModuleSentence(
        "esports_not_fixed_price",
        .word,
        "it is sold by {options}; only what has a fixed price is offered"
    )
    static let conditionMissing = ModuleSentence(
        "esports_condition_missing",
        .blank,
        "eBay does not say its condition; only what is new is offered"
    )
    static let buyingOptionsMissing = ModuleSentence(
        "esports_buying_options_missing",
        .blank,
        "eBay does not say how it is sold; only what has a fixed price is offered"
    )
    static let priceMissing = ModuleSentence(
        "esports_price_missing",
        .blank,
        "it has no price"
    )
    static let gameUnknown = ModuleSentence(
        "esports_game_unknown",
        .word,
        "no game that is published is called \"{game}\"; import the games first, or name one of them"
    )
    static let ofNoGame = ModuleSentence(
        "esports_of_no_game",
        .word,
        "it is of no game that is published: neither a column says so nor its title; it is found in the list "
            + "of all products alone"
    )
}

extension Product: ImportableRecord {
    package var importKey: String { key }
    package var displayName: String { title }
    package var details: [(field: String, value: String)] {
        var details = [("title", title), ("price", "\(price.plain) \(price.currency)")]
        if let convertedFrom {
            details.append(("asked_price", "\(convertedFrom.plain) \(convertedFrom.currency)"))
        }
        if let image = images.first { details.append(("image", image)) }
        if let webURL { details.append(("web_url", webURL)) }
        if !categories.isEmpty { details.append(("categories", categories.joined(separator: " "))) }
        if !games.isEmpty { details.append(("games", games.joined(separator: "; "))) }
        if let expiresAt { details.append(("expires_at", expiresAt.rfc3339)) }
        if let about { details.append(("description", String(about.prefix(200)))) }
        return details
    }
    package static var guards: ImportGuards { .priced }
    package var parts: RecordParts {
        RecordParts(
            name: title,
            amount: price.major,
            other: [
                price.currency.code, source, about,
                convertedFrom.map { "\($0.amountMinor) \($0.currency)" },
                categories.joined(separator: "\n"), images.joined(separator: "\n"), webURL,
                shipsFrom, games.joined(separator: "\n"), events.joined(separator: "\n"),
                sourceRank.map { "\($0)" }, fetchedAt?.rfc3339, expiresAt?.rfc3339,
            ]
        )
    }
}
