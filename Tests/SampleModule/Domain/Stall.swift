package import Datasets
package import Geodesy

extension DatasetKind {
    /// Market stalls.
    package static let stalls = DatasetKind(rawValue: "stalls")
}

/// A stall of a market: what the sample module is about.
package struct Stall: Sendable, Hashable {
    /// The dataset that it is of.
    package let dataset: DatasetName
    /// Its key in the file.
    package let key: String
    /// What it is called.
    package let name: String
    /// What is sold there: one of ``allGoods``.
    package let goods: String
    /// What it pays a day, in whole euros.
    package let fee: Int
    /// Where it stands.
    package let place: Coordinate

    /// What may be sold.
    package static let allGoods = ["bread", "cheese", "flowers"]

    /// A stall with all its members.
    package init(
        dataset: DatasetName,
        key: String,
        name: String,
        goods: String,
        fee: Int,
        place: Coordinate
    ) {
        self.dataset = dataset
        self.key = key
        self.name = name
        self.goods = goods
        self.fee = fee
        self.place = place
    }

    /// Its id among all stalls.
    package var id: String { "\(dataset).\(key)" }
}
