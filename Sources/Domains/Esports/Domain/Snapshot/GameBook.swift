package import TextSearch

/// The games that are known, by everything that they are called.
package struct GameBook: Sendable {
    /// The games of datasets and those that tournaments name, in the order of their names.
    package let games: [Game]
    private let byID: [String: Int]
    private let byName: [String: Int]
    private let index: SearchIndex

    /// - Parameters:
    ///   - described: Games of datasets.
    ///   - named: Names that tournaments, matches and teams have for games; those that no dataset describes
    ///     become games of their own.
    /// - Complexity: O(n log n).
    package init(described: [Game], named: some Sequence<String>) {
        var names: [String: Game] = [:]
        var known: Set<String> = []
        for game in described {
            known.formUnion(([game.name, game.key, game.id] + game.aliases).map(Self.key))
        }
        for name in named {
            let key = Self.key(name)
            guard !key.isEmpty, !known.contains(key), names[key] == nil else { continue }
            names[key] = Game(
                dataset: nil,
                key: key.split(separator: " ").joined(separator: "-"),
                name: name
            )
        }
        let games = (described + names.values).sorted { left, right in
            left.name != right.name
                ? RootCollation.precedes(left.name, right.name)
                : left.id.utf8.lexicographicallyPrecedes(right.id.utf8)
        }
        var (byID, byName): ([String: Int], [String: Int]) = ([:], [:])
        for (number, game) in games.enumerated() {
            byID[game.id] = number
            // Its own name goes before what others are called, too.
            for name in [game.name] + game.aliases + [game.key] {
                let key = Self.key(name)
                if !key.isEmpty, byName[key] == nil { byName[key] = number }
            }
        }
        for (number, game) in games.enumerated() { byName[Self.key(game.name)] = number }
        self.games = games
        self.byID = byID
        self.byName = byName
        index = SearchIndex(
            games.map { SearchDocument(id: $0.id, title: $0.name, texts: $0.aliases) }
        )
    }

    /// The number of the game with an id; nil for none.
    package func number(id: String) -> Int? { byID[id] }

    /// The number of the game that is called so: by its id, its key, its name or another of its names.
    package func number(named text: String) -> Int? { byID[text] ?? byName[Self.key(text)] }

    /// The games that somebody means who types a name or a part of it: the one that is called so, else those
    /// that have all of its words.
    ///
    /// - Complexity: O(n) for n games at most.
    package func numbers(meantBy text: String) -> [Int] {
        if let number = number(named: text) { return [number] }
        return index.find(text, limit: .max).compactMap { byID[$0.document.id] }.sorted()
    }

    /// What searches for games.
    package var searchIndex: SearchIndex { index }

    private static func key(_ text: String) -> String {
        SearchWords.parts(of: text).joined(separator: " ")
    }
}
