package import ArgumentParser
package import DomainModules
internal import Esports
internal import Foundation
package import SpatiaLiteStore
internal import Timekeeping

/// `ambit products`: what shops offer for a game.
package struct ProductsCommand: StoreCommand {
    package static let configuration = CommandConfiguration(
        commandName: "products",
        abstract: "Lists what shops offer for games.",
        discussion: """
            The best match comes first: as the source has them, then by how well they fit the game, then \
            the cheapest first.

            EXAMPLES
              ambit products --game overwatch --sort lowest_price
              ambit products --category toys --limit 20 --format json
            """
    )

    @OptionGroup package var database: DatabaseOptions

    @Option(help: "The game: its id or what it is called.")
    package var game: String?

    @Option(help: "all, toys or clothing.")
    package var category = "all"

    @Option(help: "best_match, lowest_price or highest_price.")
    package var sort = "best_match"

    @Option(help: ArgumentHelp("How many.", valueName: "n"))
    package var limit = 100

    @Option(help: "table, csv, json or ndjson (default: table on a terminal, csv in a pipe).")
    package var format: RowStyle?

    package init() {}

    package func validate() throws {
        guard ProductCategory(rawValue: category) != nil else {
            throw ValidationError(
                "--category is \"\(category)\"; it is "
                    + ProductCategory.allCases.map(\.rawValue).joined(separator: ", ")
            )
        }
        guard ProductOrder(rawValue: sort) != nil else {
            throw ValidationError(
                "--sort is \"\(sort)\"; it is "
                    + ProductOrder.allCases.map(\.rawValue).joined(separator: ", ")
            )
        }
        guard (1...100_000).contains(limit) else {
            throw ValidationError("--limit is \(limit); it is from 1 to 100000")
        }
    }

    package func run(on store: SpatiaLiteStore) async throws {
        let snapshot = try await LeagueLoading.snapshot(of: store)
        var scope = LeagueSnapshot.ProductScope.all
        if let game {
            let numbers = snapshot.book.numbers(meantBy: game)
            guard let number = numbers.first, numbers.count == 1 else {
                let names = numbers.prefix(5).map { snapshot.book.games[$0].name }
                throw NothingFound(
                    description: numbers.isEmpty
                        ? "no game is called \"\(game)\"; `ambit import games` adds games"
                        : "\"\(game)\" may be \(names.joined(separator: ", ")); name one of them"
                )
            }
            scope = .game(number)
        }
        var filter = ProductFilter()
        filter.category = ProductCategory(rawValue: category) ?? .all
        let found = snapshot.products(
            of: scope,
            filter,
            order: ProductOrder(rawValue: sort) ?? .bestMatch,
            at: SystemWallClock().now,
            limit: limit
        )
        let table = RowTable(
            columns: ["id", "title", "price", "currency", "amount_minor", "source", "why", "url"],
            rows: found.map { listed in
                let product = snapshot.products[listed.number]
                return [
                    product.id, product.title, product.price.plain, product.price.currency.code,
                    "\(product.price.amountMinor)", product.source, listed.reason?.code,
                    product.webURL,
                ]
            }
        )
        try FileHandle.standardOutput.write(
            contentsOf: Data(table.text(format ?? .standard).utf8)
        )
    }
}
