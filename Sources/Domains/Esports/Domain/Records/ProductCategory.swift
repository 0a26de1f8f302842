/// What sort of thing people filter products by.
package enum ProductCategory: String, Sendable, Hashable, CaseIterable {
    case all
    case toys
    case clothing

    /// The numbers of eBay's categories that belong to it.
    ///
    /// Source: eBay's category tree of the United States: 1249 video games, 1059 and 155183 and 155206
    /// clothing of men, 15687 T-shirts, 63859 clothing of women, 220 toys.
    package var numbers: Set<String> {
        switch self {
        case .all: Self.toys.numbers.union(Self.clothing.numbers).union(["1249", "1059"])
        case .toys: ["220"]
        case .clothing: ["15687", "155183", "63859", "155206"]
        }
    }

    /// Whether a product belongs to it; one without categories belongs to ``all`` alone.
    package func takes(_ product: Product) -> Bool {
        self == .all || product.categories.contains { numbers.contains($0) }
    }
}
