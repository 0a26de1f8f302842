package import Datasets
internal import TextSearch

/// A team that plays matches.
package struct Team: Sendable, Hashable {
    /// The dataset that it came with.
    package let dataset: DatasetName
    /// Its key in the file.
    package let key: String
    /// What it is called.
    package let name: String
    /// A short name, such as `T1`.
    package let acronym: String?
    /// The game that it plays, as the file writes it.
    package let game: String?
    /// Where it is at home, ISO 3166 alpha-2 or a name.
    package let country: String?
    /// The hash of a picture of this service, or `https://...`.
    package let image: String?

    /// A team with all its members.
    package init(
        dataset: DatasetName,
        key: String,
        name: String,
        acronym: String?,
        game: String?,
        country: String?,
        image: String?
    ) {
        self.dataset = dataset
        self.key = key
        self.name = name
        self.acronym = acronym
        self.game = game
        self.country = country
        self.image = image
    }

    /// Its id among all teams.
    package var id: String { "\(dataset).\(key)" }
}

extension Team {
    /// Whether the team has words that begin as those of a text do, all of them.
    package func hasWords(_ text: String) -> Bool {
        let own = SearchWords.of(([name, acronym].compactMap { $0 }).joined(separator: " "))
        return SearchWords.of(text).allSatisfy { word in own.contains { $0.hasPrefix(word) } }
    }
}
