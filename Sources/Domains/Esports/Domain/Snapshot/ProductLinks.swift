internal import TextSearch

/// Why a product is shown with a game, or is not.
package enum LinkReason: Sendable, Hashable {
    /// An editor says so.
    case pinned
    /// Its file names the game.
    case named
    /// Its title has a name of the game as whole words.
    case title(String)
    /// Its title has all keywords of the game.
    case keywords([String])
    /// An editor says that it is not shown there; in no list but that of editors.
    case barred

    /// How well it fits: larger is better.
    package var fit: Int {
        switch self {
        case .pinned: 4
        case .named: 3
        case .title: 2
        case .keywords: 1
        case .barred: 0
        }
    }

    /// The reason as one word.
    package var code: String {
        switch self {
        case .pinned: "pinned"
        case .named: "named"
        case .title: "title"
        case .keywords: "keywords"
        case .barred: "barred"
        }
    }

    /// The words of the title that it is about; nil where it is not about the title.
    package var words: String? {
        switch self {
        case .pinned, .named, .barred: nil
        case .title(let name): name
        case .keywords(let words): words.joined(separator: " ")
        }
    }
}

/// What an editor says of a product and a game.
package enum LinkDecision: String, Sendable, Hashable, CaseIterable {
    /// It is shown there, whatever its title says.
    case pin
    /// It is not shown there.
    case bar
}

/// Finds the games of products by their titles.
package struct ProductLinker: Sendable {
    private struct Phrase {
        let game: Int
        let words: [String]
        let name: String
    }

    private let book: GameBook
    /// Names by their first word, the longest first.
    private let phrases: [String: [Phrase]]
    private let keywords: [String: [Phrase]]

    /// - Complexity: O(n) for n names of games.
    package init(_ book: GameBook) {
        var (phrases, keywords): ([String: [Phrase]], [String: [Phrase]]) = ([:], [:])
        for (number, game) in book.games.enumerated() {
            for name in [game.name] + game.aliases {
                let words = SearchWords.parts(of: name)
                guard let first = words.first, words.joined().count > 1 else { continue }
                phrases[first, default: []].append(Phrase(game: number, words: words, name: name))
            }
            let words = game.keywords.flatMap { SearchWords.parts(of: $0) }
            guard let first = words.first else { continue }
            let name = game.keywords.joined(separator: " ")
            keywords[first, default: []].append(Phrase(game: number, words: words, name: name))
        }
        self.book = book
        self.phrases = phrases
        self.keywords = keywords
    }

    /// The games of a product, by their numbers, each with the best reason.
    ///
    /// - Complexity: O(n) for n words of the title.
    package func links(of product: Product) -> [Int: LinkReason] {
        var links: [Int: LinkReason] = [:]
        func add(_ game: Int, _ reason: LinkReason) {
            if links[game].map({ $0.fit < reason.fit }) ?? true { links[game] = reason }
        }
        for name in product.games {
            if let game = book.number(named: name) { add(game, .named) }
        }
        // A file that names the games knows better than the title.
        guard links.isEmpty,
            product.categories.isEmpty
                || product.categories.contains(where: ProductCategory.all.numbers.contains)
        else { return links }
        let words = SearchWords.parts(of: product.title)
        let all = Set(words)
        for (place, word) in words.enumerated() {
            for phrase in phrases[word] ?? []
            where words[place...].starts(with: phrase.words) {
                add(phrase.game, .title(phrase.name))
            }
            for phrase in keywords[word] ?? [] where phrase.words.allSatisfy(all.contains) {
                add(phrase.game, .keywords(book.games[phrase.game].keywords))
            }
        }
        return links
    }
}
