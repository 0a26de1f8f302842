package import Datasets
internal import TextSearch

/// Somebody who shows something at a fair.
package struct Exhibitor: Sendable, Hashable {
    /// The dataset that it came with.
    package let dataset: DatasetName
    /// Its key in the file.
    package let key: String
    /// The fair that it is at, as the file writes it: the id of an event, or its key.
    package let event: String
    /// What it is called, exactly as it is written, 1 to 120 characters.
    package let name: String
    /// What it does, at most 4,000 characters.
    package let summary: String?
    /// What it pays for.
    package let standing: Standing
    /// Its sign as its file names it: the hash of a picture, the name of a file, or a link, neither of which is
    /// fetched.
    package let logo: String?
    /// Where more is told, of whatever network.
    package let links: [String]
    /// What it is about.
    package let topics: [String]
    /// The label of its booth.
    package let booth: String?
    /// Where it stands among those of its tier; those without a number come last.
    package let order: Int?

    /// An exhibitor with all its members.
    package init(
        dataset: DatasetName,
        key: String,
        event: String,
        name: String,
        summary: String?,
        standing: Standing,
        logo: String?,
        links: [String],
        topics: [String],
        booth: String?,
        order: Int?
    ) {
        self.dataset = dataset
        self.key = key
        self.event = event
        self.name = name
        self.summary = summary
        self.standing = standing
        self.logo = logo
        self.links = links
        self.topics = topics
        self.booth = booth
        self.order = order
    }

    /// Its id among all exhibitors.
    package var id: String { "\(dataset).\(key)" }

    /// The hash of the picture that is its sign; nil where its file names none by a hash.
    package var picture: String? { logo.flatMap { Self.isPictureHash($0) ? $0 : nil } }

    /// Whether a text is the hash of a picture: 64 hexadecimal digits.
    package static func isPictureHash(_ text: String) -> Bool {
        text.utf8.count == 64 && text.utf8.allSatisfy { hexadecimal.contains($0) }
    }
    private static let hexadecimal = Set("0123456789abcdef".utf8)

    /// What it is known by.
    package var marks: Marks { Marks(booth: booth, name: name) }

    /// What an exhibitor of a fair is known by, whatever dataset it comes with.
    package struct Marks: Sendable, Hashable {
        /// The label of its booth as labels are compared; nil for none.
        package let booth: String?
        /// Its name without case and accents.
        package let name: String

        /// The marks of an exhibitor with a booth's label, if any, and a name, as they are written.
        package init(booth: String?, name: String) {
            let label = booth.map(Booth.folded) ?? ""
            self.booth = label.isEmpty ? nil : label
            self.name = SearchWords.folded(name)
        }
    }
}

/// What an exhibitor pays for: a tier with benefits, and what the fair itself calls it.
package struct Standing: Sendable, Hashable {
    /// A tier that has benefits: a place further up, a larger sign, a notice each day; never points or stars.
    package enum Tier: String, Sendable, Hashable, CaseIterable {
        case platinum
        case gold
        case silver
        case bronze
        case none

        /// As levels are counted where a file counts none: the higher, the further up.
        package var level: Int {
            switch self {
            case .platinum: 7
            case .gold: 6
            case .silver: 5
            case .bronze: 4
            case .none: 0
            }
        }

        /// The tier that words name, such as `Gold Level`; nil where they name none, or several.
        package init?(naming words: String) {
            let folded = words.lowercased()
            let named = Self.allCases.filter { $0 != .none && folded.contains($0.rawValue) }
            guard let only = named.first, named.count == 1 else { return nil }
            self = only
        }
    }

    /// The tier.
    package let tier: Tier
    /// What the fair calls it, as it is written; nil for nothing but the tier.
    package let name: String?
    /// The fair's own number, 0 to 1000, the highest first; nil where it has none.
    package let ownLevel: Int?

    /// A standing with all its members.
    package init(tier: Tier, name: String? = nil, level: Int? = nil) {
        self.tier = tier
        self.name = name
        ownLevel = level
    }

    /// By what exhibitors are ordered: the higher, the further up.
    package var level: Int { ownLevel ?? tier.level }
}
