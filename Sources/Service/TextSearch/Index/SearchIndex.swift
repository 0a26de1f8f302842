package import Geodesy

/// Documents found by the beginnings of their words as somebody types, one mistake a word forgiven.
///
/// A document is found when it has all words of a text: each as one of its words, or as the beginning of
/// one, from the first letter on. Case and accents do not matter. Where no document has all of them, one
/// mistake is forgiven in each word of four letters or more without a digit: a mistake in a number makes
/// another number.
///
/// The index is a value that never changes; whoever has new documents makes a new one.
package struct SearchIndex: Sendable {
    /// The ids of the events that documents belong to, or are.
    private let events: Set<String>
    /// In the order of ties: fewer words in the title first, then by title, then by id.
    package let documents: [SearchDocument]
    /// Each word once, in the order of their scalars.
    private let words: [[Unicode.Scalar]]
    /// Where the entries of each word begin in ``entries``; one more than there are words.
    private let starts: [Int32]
    private let entries: [Entry]

    /// A document that has a word.
    private struct Entry {
        private let bits: UInt32

        init(_ document: Int, isTitle: Bool) { bits = UInt32(document) << 1 | (isTitle ? 1 : 0) }

        var document: Int { Int(bits >> 1) }
        var isTitle: Bool { bits & 1 == 1 }
    }

    /// How much a match counts, of 1 for a whole word of a title.
    private enum Quality {
        static let otherText: Float = 0.5
        static let beginning: Float = 0.8
        static let mistake: Float = 0.6
    }

    /// The most words of a text that are looked for; further ones are passed over.
    package static let wordLimit = 16

    /// - Complexity: O(n log n) for n words of all documents.
    package init(_ documents: [SearchDocument]) {
        let keyed = documents.map { document in
            (document: document, title: SearchWords.plain(document.title))
        }
        let sorted = keyed.sorted { left, right in
            if left.title.count != right.title.count { return left.title.count < right.title.count }
            if left.title != right.title {
                return left.title.lexicographicallyPrecedes(right.title)
            }
            return left.document.id.utf8.lexicographicallyPrecedes(right.document.id.utf8)
        }
        self.documents = sorted.map(\.document)
        events = Set(documents.compactMap(\.event)).union(documents.map(\.id))
        var byWord: [String: [Entry]] = [:]
        for (number, (document, title)) in sorted.enumerated() {
            let own = Set(title).union(SearchWords.plainWithJoined(document.title))
            for word in own { byWord[word, default: []].append(Entry(number, isTitle: true)) }
            var others: Set<String> = []
            for text in [document.detail].compactMap({ $0 }) + document.texts {
                others.formUnion(SearchWords.plainWithJoined(text))
            }
            for word in others where !own.contains(word) {
                byWord[word, default: []].append(Entry(number, isTitle: false))
            }
        }
        let all = byWord.map { (word: Array($0.key.unicodeScalars), entries: $0.value) }
            .sorted { $0.word.lexicographicallyPrecedes($1.word) }
        words = all.map(\.word)
        var (starts, entries): ([Int32], [Entry]) = ([0], [])
        for (_, own) in all {
            entries += own
            starts.append(Int32(entries.count))
        }
        (self.starts, self.entries) = (starts, entries)
    }

    /// A document that was found.
    package struct Hit: Sendable {
        /// The document.
        package let document: SearchDocument
        /// How well it fits, more than 0 and at most 1.
        package let score: Double
        /// How far it is from the place that was given; nil where none was, or it has none.
        package let distance: Distance?
    }

    /// Whether a document belongs to an event, or is it.
    package func knows(event: String) -> Bool { events.contains(event) }

    /// The documents that have all words of a text.
    ///
    /// - Parameters:
    ///   - text: What was typed. A text without a letter or digit finds nothing.
    ///   - event: The id of the event that they must belong to; nil for any.
    ///   - center: Where distances are measured from.
    ///   - radius: How far they may be from it, inclusive; those without a place are left out then.
    ///   - limit: The most hits.
    ///   - isWanted: Asked before the limit is applied.
    /// - Returns: The best first; of equally good ones the nearer, then those with fewer words in the title,
    ///   then by title and id. Those without a place come behind those with one.
    /// - Complexity: O(w + m log m) for w different words in all, where no document has the text as it is
    ///   typed, and m documents that have one of its words; else O(log w + m log m).
    package func find(
        _ text: String,
        event: String? = nil,
        around center: Coordinate? = nil,
        within radius: Distance? = nil,
        limit: Int,
        where isWanted: (SearchDocument) -> Bool = { _ in true }
    ) -> [Hit] {
        let typed = SearchWords.plain(text).prefix(Self.wordLimit).map { Array($0.unicodeScalars) }
        guard !typed.isEmpty, limit > 0 else { return [] }
        var scored = scores(of: typed, forgiving: false)
        if scored.isEmpty { scored = scores(of: typed, forgiving: true) }
        var found: [Found] = []
        for (number, score) in scored {
            let document = documents[number]
            if let event, document.event != event { continue }
            var distance: Distance?
            if let center, let place = document.place {
                distance = Geodesic.distance(from: center, to: place)
            }
            if let radius {
                guard let distance, distance <= radius else { continue }
            }
            guard isWanted(document) else { continue }
            found.append(Found(number: number, score: score, distance: distance))
        }
        found.sort { $0.precedes($1) }
        return found.prefix(limit).map {
            Hit(document: documents[$0.number], score: Double($0.score), distance: $0.distance)
        }
    }

    /// The ids of the documents that have all words of a text; see ``find(_:event:around:within:limit:where:)``.
    package func ids(having text: String) -> Set<String> {
        Set(find(text, limit: .max).map(\.document.id))
    }

    private struct Found {
        let number: Int
        let score: Float
        let distance: Distance?

        func precedes(_ other: Found) -> Bool {
            if score != other.score { return score > other.score }
            let (own, its) = (distance?.meters ?? .infinity, other.distance?.meters ?? .infinity)
            return own != its ? own < its : number < other.number
        }
    }

    /// The documents that have all words, and how well.
    private func scores(
        of typed: [[Unicode.Scalar]],
        forgiving: Bool
    ) -> [(document: Int, score: Float)] {
        // How many of the words each document has so far, and what they count.
        var counts = [UInt8](repeating: 0, count: documents.count)
        var totals = [Float](repeating: 0, count: documents.count)
        var round: [Int: Float] = [:]
        for (place, word) in typed.enumerated() {
            let (before, after) = (UInt8(place), UInt8(place + 1))
            round.removeAll(keepingCapacity: true)
            for (match, quality) in matches(word, forgiving: forgiving) {
                for entry in entries[Int(starts[match])..<Int(starts[match + 1])]
                where counts[entry.document] >= before {
                    counts[entry.document] = after
                    let own = entry.isTitle ? quality : quality * Quality.otherText
                    round[entry.document] = max(round[entry.document] ?? 0, own)
                }
            }
            guard !round.isEmpty else { return [] }
            for (document, quality) in round { totals[document] += quality }
        }
        return round.keys.map { ($0, totals[$0] / Float(typed.count)) }
    }

    /// The words that a typed one may mean, and how much each counts.
    private func matches(
        _ typed: [Unicode.Scalar],
        forgiving: Bool
    ) -> [(word: Int, quality: Float)] {
        var matches: [(word: Int, quality: Float)] = []
        var next = firstWord(from: typed)
        while next < words.count, words[next].starts(with: typed) {
            matches.append((next, words[next].count == typed.count ? 1 : Quality.beginning))
            next += 1
        }
        guard forgiving, matches.isEmpty, typed.count >= WordMistake.leastLetters,
            !typed.contains(where: { $0.properties.numericType != nil })
        else { return matches }
        for (number, word) in words.enumerated() where WordMistake.begins(word, with: typed) {
            let isWhole = word.count <= typed.count + 1
            let quality = isWhole ? Quality.mistake : Quality.mistake * Quality.beginning
            matches.append((number, quality))
        }
        return matches
    }

    /// The first word that does not stand before a text.
    private func firstWord(from typed: [Unicode.Scalar]) -> Int {
        var range = 0..<words.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if words[middle].lexicographicallyPrecedes(typed) {
                range = middle + 1..<range.upperBound
            } else {
                range = range.lowerBound..<middle
            }
        }
        return range.lowerBound
    }
}
