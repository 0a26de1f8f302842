/// Documents found by their words, typing mistakes forgiven.
struct WordIndex: Sendable {
    private var slotsByWord: [String: [Int32]] = [:]
    /// The words by their length, for the search for those that are nearly the same.
    private var wordsByLength: [Int: [[UInt8]]] = [:]
    private var wordCounts: [Int32] = []

    /// - Parameter documents: Each as its words.
    init(_ documents: [[String]]) {
        for (slot, words) in documents.enumerated() {
            for word in Set(words) { slotsByWord[word, default: []].append(Int32(slot)) }
            wordCounts.append(Int32(Set(words).count))
        }
        for word in slotsByWord.keys {
            wordsByLength[word.utf8.count, default: []].append(Array(word.utf8))
        }
    }

    /// A document and how well it fits.
    struct Hit {
        let slot: Int
        /// 0 to 1.
        let score: Double
    }

    /// The documents that fit best.
    ///
    /// A word of the text counts 1 where a document has it, 0.8 where the document has one that
    /// begins with it and it is the text's last, and 0.6 where it is one mistake away (two, from
    /// eight letters on): a letter too many, too few, another, or two that changed places. Documents
    /// that lack more than a third of the words are left out.
    ///
    /// - Returns: The best first; ties by how few other words a document has, then by slot.
    /// - Complexity: O(v + m) for v words of about the same length and m documents that have a word.
    func find(_ words: [String], limit: Int) -> [Hit] {
        guard !words.isEmpty, limit > 0 else { return [] }
        var scores: [Int32: Double] = [:]
        for (place, word) in words.enumerated() {
            var best: [Int32: Double] = [:]
            for (match, quality) in matches(word, isLast: place == words.count - 1) {
                for slot in slotsByWord[match] ?? [] {
                    best[slot] = max(best[slot] ?? 0, quality)
                }
            }
            for (slot, quality) in best { scores[slot, default: 0] += quality }
        }
        let count = Double(words.count)
        return scores.filter { $0.value / count > 0.59 }
            .sorted { left, right in
                if left.value != right.value { return left.value > right.value }
                let (first, second) = (wordCounts[Int(left.key)], wordCounts[Int(right.key)])
                return first != second ? first < second : left.key < right.key
            }
            .prefix(limit)
            .map { Hit(slot: Int($0.key), score: $0.value / count) }
    }

    private func matches(_ word: String, isLast: Bool) -> [(word: String, quality: Double)] {
        var matches: [(word: String, quality: Double)] = []
        if slotsByWord[word] != nil { matches.append((word, 1)) }
        let bytes = Array(word.utf8)
        if isLast, bytes.count >= 2 {
            for (length, words) in wordsByLength where length > bytes.count {
                for other in words where other.starts(with: bytes) {
                    matches.append((String(decoding: other, as: UTF8.self), 0.8))
                }
            }
        }
        // A mistake in a short word, or in a number, makes another word.
        let mistakes = bytes.count >= 8 ? 2 : bytes.count >= 4 ? 1 : 0
        guard matches.isEmpty, mistakes > 0, !word.allSatisfy(\.isNumber) else { return matches }
        for length in bytes.count - mistakes...bytes.count + mistakes {
            for other in wordsByLength[length] ?? []
            where Self.isWithin(mistakes, other, bytes) {
                matches.append((String(decoding: other, as: UTF8.self), 0.6))
            }
        }
        return matches
    }

    /// Whether so many insertions, deletions, substitutions and swaps of neighbours make one word of
    /// the other.
    ///
    /// Source: the optimal string alignment distance; F. Damerau, "A technique for computer detection
    /// and correction of spelling errors", Comm. ACM 7 (1964).
    static func isWithin(_ limit: Int, _ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard (left.count - right.count).magnitude <= limit else { return false }
        var before: [Int] = []
        var last = Array(0...right.count)
        for (row, letter) in left.enumerated() {
            var next = [row + 1]
            for (column, other) in right.enumerated() {
                var cost = min(
                    last[column] + (letter == other ? 0 : 1),
                    min(last[column + 1], next[column]) + 1
                )
                if row > 0, column > 0, letter == right[column - 1], other == left[row - 1] {
                    cost = min(cost, before[column - 1] + 1)
                }
                next.append(cost)
            }
            if next.min() ?? 0 > limit { return false }
            (before, last) = (last, next)
        }
        return (last.last ?? 0) <= limit
    }
}
