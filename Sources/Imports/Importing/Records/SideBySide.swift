/// The values that several rows of a record have in one column, in one text: `120.01; 120.02`.
enum SideBySide {
    /// What stands between two values.
    static let separator = "; "

    /// The most values of one column that are kept side by side: enough for the portions of a
    /// precinct, too few for a street's electors.
    static let limit = 30

    /// The values in a text.
    static func values(_ text: String) -> [String] {
        // Most have one, and looking for a text takes longer than looking for a byte.
        guard text.utf8.contains(UInt8(ascii: ";")) else { return [text] }
        var values: [String] = []
        var rest = text[...]
        while let range = rest.firstRange(of: separator) {
            values.append(String(rest[..<range.lowerBound]))
            rest = rest[range.upperBound...]
        }
        return values + [String(rest)]
    }

    /// A text with the values of two, each once; nil where they are too many.
    static func joined(_ first: String, _ second: String) -> String? {
        let old = values(first)
        let more = values(second).filter { !old.contains($0) }
        guard !more.isEmpty else { return first }
        return old.count + more.count > limit ? nil : (old + more).joined(separator: separator)
    }

    /// A hash of a text's values, whose order means nothing; it holds within this process.
    static func hash(_ text: String) -> Int {
        guard text.utf8.contains(UInt8(ascii: ";")) else { return text.hashValue }
        return hash(of: values(text).lazy.map(\.hashValue))
    }

    /// One hash of many, each counted once, whose order means nothing.
    static func hash(of hashes: some Sequence<Int>) -> Int {
        var hasher = Hasher()
        var last: Int?
        for hash in hashes.sorted() where hash != last {
            hasher.combine(hash)
            last = hash
        }
        return hasher.finalize()
    }

    /// The same as ``hash(of:)`` of one alone, as most are.
    static func hash(ofOne hash: Int) -> Int {
        var hasher = Hasher()
        hasher.combine(hash)
        return hasher.finalize()
    }
}
