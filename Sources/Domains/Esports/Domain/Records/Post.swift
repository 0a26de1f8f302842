package import Datasets
package import Timekeeping

/// Something that an account posted.
package struct Post: Sendable, Hashable {
    /// The dataset that it came with.
    package let dataset: DatasetName
    /// Its key in the file.
    package let key: String
    /// The account: `network:handle`, or a name.
    package let account: String
    /// What it says, without markup, at most 20,000 characters.
    package let text: String
    /// When it was posted.
    package let postedAt: Timestamp
    /// Where it stands, `https://...`.
    package let url: String?
    /// A picture, `https://...`.
    package let media: String?

    /// A post with all its members.
    package init(
        dataset: DatasetName,
        key: String,
        account: String,
        text: String,
        postedAt: Timestamp,
        url: String?,
        media: String?
    ) {
        self.dataset = dataset
        self.key = key
        self.account = account
        self.text = text
        self.postedAt = postedAt
        self.url = url
        self.media = media
    }

    /// Its id among all posts.
    package var id: String { "\(dataset).\(key)" }
}
