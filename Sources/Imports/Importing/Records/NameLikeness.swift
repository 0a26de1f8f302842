internal import Foundation
internal import Polling

/// The words of a name that tell it from others, made for comparisons: in small letters, abbreviations
/// written out.
struct NameWords: Sendable {
    /// A word's letters, accents and letters as one where Unicode has the two as one.
    fileprivate typealias Word = [UInt32]

    /// In any order that is the same for equal words.
    fileprivate let words: [Word]
    /// Those with a digit in them.
    fileprivate let numbers: [Word]

    /// - Complexity: O(n log n).
    init(_ name: String) {
        var normal: [UInt8] = []
        TextNormal.append(Array(name.utf8)[...], to: &normal)
        let texts = String(decoding: normal, as: UTF8.self).precomposedStringWithCanonicalMapping
            .split(separator: " ")
            .map { NameLikeness.abbreviations[String($0)] ?? String($0) }
            .filter { !NameLikeness.smallWords.contains($0) }
        func words(_ texts: [String]) -> [Word] {
            texts.map { $0.unicodeScalars.map(\.value) }
                .sorted { $0.lexicographicallyPrecedes($1) }
        }
        self.words = words(texts)
        numbers = words(texts.filter { $0.contains(where: \.isNumber) })
    }
}

/// Whether two names may be spellings of one.
enum NameLikeness {
    /// Whether two names are alike but for case, accents' absence, abbreviations, small words, the
    /// order of words and small slips; a number that differs makes them two, and so do slips in more than
    /// ``mostSlips`` words.
    ///
    /// - Complexity: O(n) for n letters.
    static func areSpellings(_ first: NameWords, _ second: NameWords) -> Bool {
        if first.words.isEmpty || second.words.isEmpty { return false }
        guard first.numbers == second.numbers else { return false }
        var (fewer, more) = differing(first.words, second.words)
        var agreed = first.words.count - fewer.count
        if fewer.count > more.count { swap(&fewer, &more) }
        guard fewer.count <= mostSlips else { return false }
        // Each word of one side finds its like on the other.
        for word in fewer {
            guard let index = more.firstIndex(where: { isLike(word, $0) }) else { return false }
            more.remove(at: index)
            agreed += 1
        }
        // What is left over on one side alone is an addition: "Town Hall" and "Town Hall, Annexe"
        // are not told apart by it when two words agree.
        return more.isEmpty || agreed >= 2
    }

    /// In so many words spellings differ at most.
    private static let mostSlips = 4

    /// The words of each that the other does not have; both in the same order.
    private static func differing(
        _ left: [NameWords.Word],
        _ right: [NameWords.Word]
    ) -> ([NameWords.Word], [NameWords.Word]) {
        var (onlyLeft, onlyRight): ([NameWords.Word], [NameWords.Word]) = ([], [])
        var (one, other) = (0, 0)
        while one < left.count, other < right.count {
            if left[one] == right[other] {
                one += 1
                other += 1
            } else if left[one].lexicographicallyPrecedes(right[other]) {
                onlyLeft.append(left[one])
                one += 1
            } else {
                onlyRight.append(right[other])
                other += 1
            }
        }
        return (onlyLeft + left[one...], onlyRight + right[other...])
    }

    /// Whether two words without digits that differ may be one.
    private static func isLike(_ word: NameWords.Word, _ other: NameWords.Word) -> Bool {
        let (short, long) = word.count <= other.count ? (word, other) : (other, word)
        if short.count >= 3, long.starts(with: short), long.count >= short.count + 2 { return true }
        let slips = long.count >= 9 ? 2 : long.count >= 5 ? 1 : 0
        return slips > 0 && EditDistance.isWithin(slips, short, long)
    }

    fileprivate static let smallWords: Set<String> = [
        "the", "of", "and", "at", "in", "on", "for", "a", "an", "de", "la", "le", "les", "du",
        "des",
        "der", "die", "das", "und", "am", "im", "el", "los", "y", "et",
    ]

    fileprivate static let abbreviations = [
        "st": "saint", "mt": "mount", "ft": "fort", "elem": "elementary", "sch": "school",
        "schl": "school", "hs": "high school", "ctr": "center", "centre": "center",
        "cntr": "center", "bldg": "building", "comm": "community", "cmty": "community",
        "ch": "church", "bapt": "baptist", "meth": "methodist", "luth": "lutheran",
        "presb": "presbyterian", "lib": "library", "rec": "recreation", "dept": "department",
        "vfd": "volunteer fire department", "jr": "junior", "sr": "senior", "univ": "university",
        "hq": "headquarters", "apts": "apartments", "twp": "township", "co": "county",
        "grundsch": "grundschule", "gym": "gymnasium", "kath": "katholische", "ev": "evangelische",
        "evang": "evangelische", "str": "strasse", "straße": "strasse",
        "rm": "room", "aud": "auditorium", "mem": "memorial",
    ]
}
