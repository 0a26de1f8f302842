internal import Foundation
internal import Polling

/// The words of a name that tell it from others, made for comparisons: in small letters, abbreviations
/// written out.
struct NameWords: Sendable {
    /// A word's letters, accents and letters as one where Unicode has the two as one.
    fileprivate typealias Word = [UInt32]

    /// In the order of ``hashes``.
    fileprivate let words: [Word]
    /// A hash of each word, ascending: what differs is found without a look at letters.
    fileprivate let hashes: [UInt64]
    /// Of the words with a digit in them, as ``hashes``.
    fileprivate let numbers: [UInt64]

    /// - Complexity: O(n log n).
    init(_ name: String) {
        var normal: [UInt8] = []
        TextNormal.append(Array(name.utf8)[...], to: &normal)
        let words = String(decoding: normal, as: UTF8.self).precomposedStringWithCanonicalMapping
            .split(separator: " ")
            .map { NameLikeness.writtenOut(String($0)) }
            .filter { !NameLikeness.smallWords.contains($0) }
            .map { word in
                var hash = StableHash()
                hash.add(word)
                return (hash: hash.value, word: word)
            }
            .sorted { $0.hash < $1.hash }
        self.words = words.map { $0.word.unicodeScalars.map(\.value) }
        hashes = words.map(\.hash)
        numbers = words.filter { $0.word.contains(where: \.isNumber) }.map(\.hash)
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
        var (fewer, more) = differing(first.hashes, second.hashes)
        var agreed = first.words.count - fewer.count
        var (short, long) = (first.words, second.words)
        if fewer.count > more.count {
            swap(&fewer, &more)
            swap(&short, &long)
        }
        guard fewer.count <= mostSlips else { return false }
        // Each word of one side finds its like on the other.
        for index in fewer {
            guard let found = more.firstIndex(where: { isLike(short[index], long[$0]) }) else {
                return false
            }
            more.remove(at: found)
            agreed += 1
        }
        // What is left over on one side alone is an addition: "Town Hall" and "Town Hall, Annexe"
        // are not told apart by it when two words agree.
        return more.isEmpty || agreed >= 2
    }

    /// A word in small letters without abbreviation: `elementary` for `elem`.
    static func writtenOut(_ word: String) -> String { abbreviations[word] ?? word }

    /// In so many words spellings differ at most.
    private static let mostSlips = 4

    /// Where in each stands what the other does not have; both ascend, and end where both are more than
    /// spellings differ by.
    private static func differing(_ left: [UInt64], _ right: [UInt64]) -> ([Int], [Int]) {
        var (onlyLeft, onlyRight): ([Int], [Int]) = ([], [])
        var (one, other) = (0, 0)
        while one < left.count, other < right.count,
            min(onlyLeft.count, onlyRight.count) <= mostSlips
        {
            if left[one] == right[other] {
                one += 1
                other += 1
            } else if left[one] < right[other] {
                onlyLeft.append(one)
                one += 1
            } else {
                onlyRight.append(other)
                other += 1
            }
        }
        return (onlyLeft + (one..<left.count), onlyRight + (other..<right.count))
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

    private static let abbreviations = [
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
