internal import Timekeeping

/// Which products are asked for.
package struct ProductFilter: Sendable {
    /// What sort of thing.
    package var category = ProductCategory.all
    /// In this currency alone; nil for any.
    package var currency: Currency?
    /// What it costs at least, in the currency's smallest unit.
    package var leastMinor: Int64?
    /// What it costs at most.
    package var mostMinor: Int64?

    /// Every product.
    package init() {}

    func takes(_ product: Product, at moment: Timestamp) -> Bool {
        guard product.isOffered(at: moment), category.takes(product) else { return false }
        if let currency, product.price.currency != currency { return false }
        if let leastMinor, product.price.amountMinor < leastMinor { return false }
        if let mostMinor, product.price.amountMinor > mostMinor { return false }
        return true
    }
}

/// How products are ordered.
package enum ProductOrder: String, Sendable, Hashable, CaseIterable {
    /// As their source has them, then by how well they fit, then the cheapest first; the same for everybody.
    case bestMatch = "best_match"
    /// The cheapest first; of several currencies, one after the other by their codes.
    case lowestPrice = "lowest_price"
    /// The dearest first.
    case highestPrice = "highest_price"
}

/// A product as it stands in a list: with the reason for which it is in it.
package struct ListedProduct: Sendable {
    /// Its number in the snapshot.
    package let number: Int
    /// Why it is shown; nil in lists that are of no game.
    package let reason: LinkReason?
    let rank: ProductRank
}

/// Where a product stands in the best order.
struct ProductRank: Sendable, Hashable, Comparable {
    let sourceRank: Int
    let fit: Int
    let amountMinor: Int64
    let id: String

    static func < (left: ProductRank, right: ProductRank) -> Bool {
        if left.sourceRank != right.sourceRank { return left.sourceRank < right.sourceRank }
        if left.fit != right.fit { return left.fit > right.fit }
        if left.amountMinor != right.amountMinor { return left.amountMinor < right.amountMinor }
        return left.id.utf8.lexicographicallyPrecedes(right.id.utf8)
    }
}
