/// Texts of which a piece was replaced inside of words, the same piece in several words, as where somebody has
/// replaced "St" by "Street" in a whole column and "Stanley" became "Streetanley".
struct ReplacedFragments: Sendable {
    /// What was replaced by what.
    private struct Replacement: Hashable {
        let old: String
        let new: String
    }

    /// The texts that changed, by the piece that was replaced and by the word that it was replaced in.
    private var found: [Replacement: [String: Replacement]] = [:]

    /// In so many different words at least: in one it is a correction of its spelling.
    private static let leastWords = 3

    /// Takes in a record that differs from the published one.
    ///
    /// - Complexity: O(n) for the length of its texts.
    mutating func add(_ rows: [RecordRow], from published: [RecordRow]) {
        for row in rows {
            guard let old = published.first(where: { $0.table == row.table && $0.key == row.key })
            else { continue }
            let texts = Dictionary(
                old.fields.map { ($0.name, $0.text) },
                uniquingKeysWith: { first, _ in first }
            )
            for field in row.fields where !field.checks.isEmpty {
                guard let text = texts[field.name] else { continue }
                add(field.text, from: text)
            }
        }
    }

    private mutating func add(_ text: String, from old: String) {
        guard text != old else { return }
        let (words, before) = (Self.words(text), Self.words(old))
        guard words.count == before.count else { return }
        for (word, was) in zip(words, before) where word != was {
            guard let fragment = Self.fragment(of: word, replacedIn: was) else { continue }
            found[fragment, default: [:]][String(was)] = Replacement(old: old, new: text)
        }
    }

    /// What was replaced at the beginning or in the middle of a word: a letter follows it, then and now. At a
    /// word's end an abbreviation is written out.
    private static func fragment(
        of word: ArraySlice<Character>,
        replacedIn old: ArraySlice<Character>
    ) -> Replacement? {
        let start = zip(word, old).prefix { $0 == $1 }.count
        let (new, was) = (word.dropFirst(start), old.dropFirst(start))
        let end = zip(new.reversed(), was.reversed()).prefix { $0 == $1 }.count
        let (fragment, gone) = (new.dropLast(end), was.dropLast(end))
        guard end > 0, !areAlike(fragment, gone) else { return nil }
        return Replacement(old: String(gone), new: String(fragment))
    }

    private static func words(_ text: String) -> [ArraySlice<Character>] {
        Array(text).split { !$0.isLetter }
    }

    /// Whether two pieces differ in capitals and accents alone.
    private static func areAlike(
        _ one: ArraySlice<Character>,
        _ other: ArraySlice<Character>
    ) -> Bool {
        FoldedParts.normal(Substring(String(one))) == FoldedParts.normal(Substring(String(other)))
    }

    /// What is told: of each piece that was replaced in several words, the first of them by alphabet.
    var notes: [ImportNote] {
        found.filter { $0.value.count >= Self.leastWords }
            .sorted {
                ($0.value.count, $0.key.new, $0.key.old) > ($1.value.count, $1.key.new, $1.key.old)
            }
            .map { _, words in
                let examples = words.sorted { $0.key < $1.key }
                    .map { "\"\($0.value.old)\" → \"\($0.value.new)\"" }
                return ImportNote(
                    .warning,
                    Finding(
                        .wordsReplaced,
                        ["count": .count(words.count), "examples": Finding.examples(examples)]
                    )
                )
            }
    }
}
