package import Datasets
internal import TextSearch

/// Where more is told of a fair, or where its visitors say what they thought.
package struct FairLink: Sendable, Hashable {
    /// What it is for.
    package enum Use: String, Sendable, Hashable, CaseIterable {
        /// The fair on a network, or another page of it.
        case link
        /// The survey, of which a fair has one.
        case survey
    }

    /// The dataset that it came with.
    package let dataset: DatasetName
    /// The fair that it is of, as the file writes it.
    package let event: String
    /// What it is for.
    package let use: Use
    /// Its words, such as `Facebook`, 1 to 60 characters.
    package let label: String
    /// `https://...`.
    package let url: String
    /// Where it stands among the fair's; those without a number come last.
    package let order: Int?

    /// A link with all its members.
    package init(
        dataset: DatasetName,
        event: String,
        use: Use,
        label: String,
        url: String,
        order: Int?
    ) {
        self.dataset = dataset
        self.event = event
        self.use = use
        self.label = label
        self.url = url
        self.order = order
    }

    /// What it is known by within its dataset: a fair has one survey, and one link of each label.
    package var key: String {
        switch use {
        case .link: "\(event) link \(SearchWords.folded(label))"
        case .survey: "\(event) survey"
        }
    }

    /// Whether it stands before another of the same fair.
    package func precedes(_ other: FairLink) -> Bool {
        if order != other.order { return (order ?? .max) < (other.order ?? .max) }
        if label != other.label { return label.utf8.lexicographicallyPrecedes(other.label.utf8) }
        return dataset.text.utf8.lexicographicallyPrecedes(other.dataset.text.utf8)
    }
}
