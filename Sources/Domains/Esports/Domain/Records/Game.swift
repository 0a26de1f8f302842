package import Datasets

/// A game that is played in tournaments.
package struct Game: Sendable, Hashable {
    /// The dataset that it came with; nil for a game that tournaments name and no dataset describes.
    package let dataset: DatasetName?
    /// Its key in the file.
    package let key: String
    /// What it is called, 1 to 300 characters.
    package let name: String
    /// What else it is called, such as `LoL`.
    package let aliases: [String]
    /// The hash of a picture of this service, or `https://...`.
    package let image: String?
    /// Who publishes it.
    package let publisher: String?
    /// Words that things of it are called by, beside its names.
    package let keywords: [String]
    /// Where its makers post.
    package let accounts: [Handle]

    /// A game with all its members.
    package init(
        dataset: DatasetName?,
        key: String,
        name: String,
        aliases: [String] = [],
        image: String? = nil,
        publisher: String? = nil,
        keywords: [String] = [],
        accounts: [Handle] = []
    ) {
        self.dataset = dataset
        self.key = key
        self.name = name
        self.aliases = aliases
        self.image = image
        self.publisher = publisher
        self.keywords = keywords
        self.accounts = accounts
    }

    /// Its id among all games.
    package var id: String { dataset.map { "\($0).\(key)" } ?? key }
}

/// Where somebody posts.
package struct Handle: Sendable, Hashable {
    /// Such as `bluesky`, `mastodon`, `atom`.
    package let network: String
    /// The name there, such as `overwatchleague`.
    package let handle: String
    /// The page of it, `https://...`; nil where there is none.
    package let url: String?

    /// A handle with all its members.
    package init(network: String, handle: String, url: String? = nil) {
        (self.network, self.handle, self.url) = (network, handle, url)
    }

    /// Reads `network:handle` or `network:handle|https://...`.
    ///
    /// - Returns: nil for any other text.
    package init?(parsing text: String) {
        let parts = text.split(separator: "|", maxSplits: 1).map(String.init)
        guard let first = parts.first, let colon = first.firstIndex(of: ":") else { return nil }
        let (network, handle) = (first[..<colon], first[first.index(after: colon)...])
        guard !network.isEmpty, !handle.isEmpty, !handle.hasPrefix("//") else { return nil }
        let url = parts.count == 2 ? parts[1] : nil
        if let url, !url.hasPrefix("https://") { return nil }
        self.init(network: network.lowercased(), handle: String(handle), url: url)
    }

    /// As ``init(parsing:)`` reads it.
    package var text: String { "\(network):\(handle)" + (url.map { "|\($0)" } ?? "") }
}
