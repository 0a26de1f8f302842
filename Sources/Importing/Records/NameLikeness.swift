/// Whether two names may be spellings of one.
enum NameLikeness {
    /// Whether two names are alike but for case, accents' absence, abbreviations, small words, the
    /// order of words and small slips; a number that differs makes them two.
    ///
    /// - Parameters:
    ///   - first: The ``words(_:)`` of a name.
    ///   - second: Those of the other.
    static func areSpellings(_ first: [String], _ second: [String]) -> Bool {
        var left = first
        var right = second
        if left.isEmpty || right.isEmpty { return false }
        guard numbers(left) == numbers(right) else { return false }
        // Each word of one side finds its like on the other.
        left.removeAll { word in
            guard let index = right.firstIndex(where: { isLike(word, $0) }) else { return false }
            right.remove(at: index)
            return true
        }
        // What is left over on one side alone is an addition: "Town Hall" and "Town Hall, Annexe"
        // are not told apart by it when two words agree.
        let agreed = first.count - left.count
        if left.isEmpty && right.isEmpty { return true }
        return (left.isEmpty || right.isEmpty) && agreed >= 2
    }

    /// The words of a name that tell it from others, abbreviations written out.
    static func words(_ name: String) -> [String] {
        var normal: [UInt8] = []
        TextNormal.append(Array(name.utf8)[...], to: &normal)
        return String(decoding: normal, as: UTF8.self).split(separator: " ")
            .map { abbreviations[String($0)] ?? String($0) }
            .filter { !smallWords.contains($0) }
    }

    private static func numbers(_ words: [String]) -> [String] {
        words.filter { $0.contains(where: \.isNumber) }.sorted()
    }

    private static func isLike(_ word: String, _ other: String) -> Bool {
        if word == other { return true }
        if word.contains(where: \.isNumber) || other.contains(where: \.isNumber) { return false }
        let (short, long) = word.count <= other.count ? (word, other) : (other, word)
        if short.count >= 3, long.hasPrefix(short), long.count >= short.count + 2 { return true }
        let slips = long.count >= 9 ? 2 : long.count >= 5 ? 1 : 0
        return long.count - short.count <= slips && distance(short, long) <= slips
    }

    /// The number of letters to put in, leave out, change or swap with the next.
    ///
    /// Source: V. Levenshtein (1966), with F. Damerau's (1964) swaps of neighbours.
    private static func distance(_ first: String, _ second: String) -> Int {
        let (a, b) = (Array(first), Array(second))
        var before: [Int] = []
        var last = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                var best = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                    best = min(best, before[j - 1] + 1)
                }
                row.append(best)
            }
            (before, last) = (last, row)
        }
        return last[b.count]
    }

    private static let smallWords: Set<String> = [
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
