/// The streets of an address book as they are searched when none is written as the book has it.
struct StreetIndex: Sendable {
    /// A street's name in the ways that it is compared.
    private struct Name: Sendable {
        /// The words without what is between them, as bytes.
        let bytes: [UInt8]
        /// Which letters it has, one bit each.
        let letters: UInt32
        /// The key of its street.
        let street: String
        /// Whether the word for its sort, such as `Ave`, was left out.
        let isBare: Bool
    }

    private var namesByLength: [Int: [Name]] = [:]
    private let looseNames: LooseStreetNames

    /// Names of fewer letters are too like each other.
    private static let shortestName = 4
    /// From this length on two mistakes are forgiven, as ``WordIndex`` does.
    private static let longName = 8

    /// - Parameter streets: The words of each street's name, by key.
    init(_ streets: [String: [String]]) {
        looseNames = LooseStreetNames(streets)
        for (key, words) in streets {
            add(words, street: key, isBare: false)
            let bare = words.filter { !AddressWords.isKindOrSide($0) }
            if !bare.isEmpty, bare.count < words.count {
                add(bare, street: key, isBare: true)
            }
        }
    }

    private mutating func add(_ words: [String], street: String, isBare: Bool) {
        let bytes = words.joined().utf8.map(\.self)
        guard bytes.count >= Self.shortestName else { return }
        namesByLength[bytes.count, default: []].append(
            Name(bytes: bytes, letters: Self.letters(bytes), street: street, isBare: isBare)
        )
    }

    /// A street that a run of words may mean.
    struct Hit {
        let street: String
        let words: Range<Int>
        /// How many mistakes there are; a missing or another `Ave` counts as one.
        let cost: Int
        /// How many letters agree, about.
        let length: Int
    }

    /// The streets that runs of words may mean.
    ///
    /// - Parameters:
    ///   - words: Of the whole text.
    ///   - mustHold: Words that have to be in the run, and not alone; nil for any run.
    ///   - longest: Of how many words a street's name is made at most.
    /// - Returns: The likeliest first: the fewest mistakes, then the longest name.
    func find(_ words: [String], holding mustHold: Range<Int>? = nil, longest: Int) -> [Hit] {
        var best: [String: Hit] = [:]
        for start in words.indices {
            for end in start..<min(words.count, start + longest + 1) {
                let range = start..<end + 1
                if let mustHold {
                    guard range.lowerBound <= mustHold.lowerBound,
                        range.upperBound >= mustHold.upperBound, range.count > mustHold.count
                    else { continue }
                }
                let run = words[range]
                guard run.contains(where: { !$0.allSatisfy(\.isNumber) }) else { continue }
                let loose = looseNames.find(run, isWhole: mustHold != nil).map { street in
                    Hit(
                        street: street,
                        words: range,
                        cost: 1,
                        length: run.reduce(0) { $0 + $1.utf8.count }
                    )
                }
                for hit in find(Array(run.joined().utf8), range) + loose {
                    let old = best[hit.street]
                    if old.map({ (hit.cost, -hit.length) < ($0.cost, -$0.length) }) ?? true {
                        best[hit.street] = hit
                    }
                }
            }
        }
        return best.values.sorted {
            ($0.cost, -$0.length, $0.street) < ($1.cost, -$1.length, $1.street)
        }
    }

    private func find(_ bytes: [UInt8], _ range: Range<Int>) -> [Hit] {
        guard bytes.count >= Self.shortestName else { return [] }
        let letters = Self.letters(bytes)
        let digits = bytes.filter(Self.isDigit)
        let allowed = bytes.count >= Self.longName ? 2 : 1
        var hits: [Hit] = []
        for length in bytes.count - allowed...bytes.count + allowed {
            for name in namesByLength[length] ?? [] {
                // A mistake changes two letters at most, and a number is another street's.
                guard (name.letters ^ letters).nonzeroBitCount <= 2 * allowed,
                    name.bytes.filter(Self.isDigit) == digits,
                    let mistakes = (0...allowed).first(where: {
                        EditDistance.isWithin($0, name.bytes, bytes)
                    })
                else { continue }
                hits.append(
                    Hit(
                        street: name.street,
                        words: range,
                        cost: mistakes + (name.isBare ? 1 : 0),
                        length: name.bytes.count
                    )
                )
            }
        }
        return hits
    }

    private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }

    private static func letters(_ bytes: [UInt8]) -> UInt32 {
        bytes.reduce(0) { $0 | (0x61...0x7A ~= $1 ? 1 << UInt32($1 - 0x61) : 1 << 26) }
    }
}

extension AddressBook {
    /// How many streets are offered.
    private static let similarLimit = 5
    /// Longer texts are no addresses, in words.
    private static let similarWordLimit = 40

    /// What a text may mean that names no street of the book as the book has it: streets whose name is
    /// a mistake away, or two from eight letters on, or that lack a word such as `Ave` or have another.
    ///
    /// The house, the postcode and the town rule out entries as in ``find(_:)``. It is a question to ask
    /// back, never an answer: a misspelt street may be another street.
    ///
    /// - Returns: One match a street, the likeliest first; none where nothing is like it.
    /// - Complexity: O(n) for n streets.
    public func similar(to text: String) -> [Match] {
        let written = WrittenAddress(text)
        guard written.words.count <= Self.similarWordLimit else { return [] }
        return matches(streets.find(written.words, longest: longestStreet), written)
    }

    /// Entries of other streets that a text may mean whose words hold a street's: `Park Hil Rd` may be
    /// `Park Hill Rd` where there is a `Park`, too.
    ///
    /// - Parameter key: The street that was found.
    func alternatives(
        to key: String,
        at street: Range<Int>,
        _ written: WrittenAddress
    ) -> [Match] {
        let words = written.words
        guard words.count <= Self.similarWordLimit, words.count > street.count else { return [] }
        let hits = streets.find(words, holding: street, longest: longestStreet)
        return matches(hits.filter { $0.street != key }, written)
    }

    private func matches(_ hits: [StreetIndex.Hit], _ written: WrittenAddress) -> [Match] {
        let all = hits.map { match(street: $0.street, at: $0.words, written) }
        // A street elsewhere than in the postcode or the town that is written is not meant.
        let there = all.filter(\.isPlaceNamed)
        return Array((there.isEmpty ? all : there).prefix(Self.similarLimit))
    }
}

extension AddressWords {
    /// Words that say what sort of street it is.
    private static let kinds: Set<String> = [
        "str", "st", "ave", "rd", "blvd", "cir", "ct", "dr", "ln", "pl", "sq", "ter", "pkwy", "hwy",
        "way", "trl", "loop", "alley", "close", "crescent", "grove", "weg", "platz", "allee",
        "gasse",
    ]
    /// Words that say which part of a town or of a street it is.
    static let sides: Set<String> = ["n", "s", "e", "w", "nw", "ne", "sw", "se"]

    /// Whether a word is one that people leave out of a street's name, or mistake for another.
    static func isKindOrSide(_ word: String) -> Bool { isKind(word) || sides.contains(word) }

    /// Whether a word says what sort of street it is.
    static func isKind(_ word: String) -> Bool { kinds.contains(word) }
}
