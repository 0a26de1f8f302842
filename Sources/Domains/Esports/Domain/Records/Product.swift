package import Datasets
package import Timekeeping

/// Something that a shop offers at a fixed price, new.
package struct Product: Sendable, Hashable {
    /// The dataset that it came with.
    package let dataset: DatasetName
    /// Its key in the file.
    package let key: String
    /// Who told of it, such as `ebay`.
    package let source: String
    /// What it is called.
    package let title: String
    /// What it is, at most 20,000 characters.
    package let about: String?
    /// What it costs.
    package let price: Money
    /// What the shop asks, where ``price`` is what that was converted to.
    package let convertedFrom: Money?
    /// The shop's numbers of its categories.
    package let categories: [String]
    /// Its pictures, the largest first, `https://...`.
    package let images: [String]
    /// Where the shop has it, `https://...`.
    package let webURL: String?
    /// Where it is sent from, ISO 3166 alpha-2 or a name.
    package let shipsFrom: String?
    /// The games that it is of, as the file names them; empty where that is found by its title.
    package let games: [String]
    /// The tournaments that it is of, by id or key.
    package let events: [String]
    /// Its place in the order of the source; nil where the source told none.
    package let sourceRank: Int?
    /// When its price was asked; nil where that was when the dataset was imported.
    package let fetchedAt: Timestamp?
    /// When it is no longer offered; nil for no end.
    package let expiresAt: Timestamp?

    /// A product with all its members.
    package init(
        dataset: DatasetName,
        key: String,
        source: String,
        title: String,
        about: String?,
        price: Money,
        convertedFrom: Money?,
        categories: [String],
        images: [String],
        webURL: String?,
        shipsFrom: String?,
        games: [String],
        events: [String],
        sourceRank: Int?,
        fetchedAt: Timestamp?,
        expiresAt: Timestamp?
    ) {
        self.dataset = dataset
        self.key = key
        self.source = source
        self.title = title
        self.about = about
        self.price = price
        self.convertedFrom = convertedFrom
        self.categories = categories
        self.images = images
        self.webURL = webURL
        self.shipsFrom = shipsFrom
        self.games = games
        self.events = events
        self.sourceRank = sourceRank
        self.fetchedAt = fetchedAt
        self.expiresAt = expiresAt
    }

    /// Its id among all products.
    package var id: String { "\(dataset).\(key)" }

    /// Whether a shop still offers it at a moment.
    package func isOffered(at moment: Timestamp) -> Bool { expiresAt.map { moment < $0 } ?? true }
}
