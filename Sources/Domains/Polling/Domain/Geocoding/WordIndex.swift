internal import Foundation

/// Documents found by their words, typing mistakes forgiven.
struct WordIndex: Sendable {
    private var slotsByWord: [String: [Int32]] = [:]
    /// The words by their length, for the search for those that are nearly the same.
    private var wordsByLength: [Int: [[UInt8]]] = [:]
    private var wordCounts: [Int32] = []

    /// - Parameters:
    ///   - documents: Each as its words.
    ///   - names: What some documents have besides, written as one word: `AachenerStr`. By slot.
    init(_ documents: [[String]], names: [Int: [String]] = [:]) {
        for (slot, words) in documents.enumerated() {
            let own = Set(words)
            for word in own.union(names[slot] ?? []) {
                slotsByWord[word, default: []].append(Int32(slot))
            }
            wordCounts.append(Int32(own.count))
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
        /// Whether the document has every house's number of the text.
        let hasHouses: Bool
    }

    /// What some words of a text may be to a document that does not have them as words.
    struct Meanings {
        /// The houses' numbers, by the place of their words.
        var houses: [Int: HouseNumber] = [:]
        /// The places of the words of a state or a country.
        var regions: Set<Int> = []

        /// The houses that words are alone.
        init(_ words: [String]) {
            for (place, word) in words.enumerated() { houses[place] = WordIndex.house(word) }
        }
    }

    /// How much of a text's weight a document must have.
    private static let leastScore = 0.59
    /// What a word that begins a document's word counts, where it is the text's last.
    private static let beginningQuality = 0.8
    /// What a word counts that is one mistake away, and two.
    private static let mistakeQualities = [0.8, 0.6]
    /// What a house's number weighs, of the most that a word can: less than a street's name, and more
    /// than the word for its sort.
    private static let houseShare = 0.35
    /// What a word weighs that no document has, of the most that a word can.
    private static let unknownShare = 0.5

    /// What a document has at least that has all of a text; the rest is rounding.
    private static let wholeShare = 0.999999

    /// What the words of a text weigh, and how much of it each document has.
    private struct Tally {
        var total = 0.0
        var scores: [Int32: Double] = [:]
        /// How much the words weigh beyond one that no document has, and those of each document.
        var excess = 0.0
        var excesses: [Int32: Double] = [:]
        /// The houses of the text, with the documents that have the number as a word.
        var houses: [(number: HouseNumber, weight: Double, slots: Set<Int32>)] = []
        /// The words of a state or a country, with the documents that have them, and how much of them.
        var regions: [(weight: Double, scores: [Int32: Double])] = []

        /// The documents that have enough of the text.
        ///
        /// - Parameter isLenient: Whether a word that a document lacks weighs no more for it than one
        ///   that no document has.
        func hits(
            isLenient: Bool,
            _ hasHouse: (HouseNumber, Int) -> Bool,
            _ isInRegion: (Int) -> Bool
        ) -> [Hit] {
            let open =
                houses.reduce(0) { $0 + $1.weight } + regions.reduce(0) { $0 + $1.weight }
            return scores.compactMap { slot, score in
                let whole = isLenient ? total - excess + excesses[slot, default: 0] : total
                let least = leastScore * whole
                guard score + open > least else { return nil }
                var (score, isHeld, lacks) = (score, false, (short: false, long: false))
                for house in houses where !house.slots.contains(slot) {
                    if hasHouse(house.number, Int(slot)) {
                        score += house.weight
                        isHeld = true
                    } else if house.number.number >= WordIndex.leastLongHouse {
                        lacks.long = true
                    } else {
                        lacks.short = true
                    }
                }
                if !regions.isEmpty, isInRegion(Int(slot)) {
                    for region in regions {
                        score += region.weight - region.scores[slot, default: 0]
                    }
                }
                guard score > least else { return nil }
                return Hit(
                    slot: Int(slot),
                    score: min(1, score / whole),
                    // Where another number is the house, the long one may be a postcode.
                    hasHouses: !lacks.short && (!lacks.long || isHeld)
                )
            }
        }
    }

    /// The documents that fit best.
    ///
    /// A word weighs the more the fewer documents have it (K. Spärck Jones 1972), so that `Str` weighs
    /// next to nothing beside a street's name. It counts in full where a document has it, 0.8 of it where
    /// the document has one that begins with it and it is the text's last, or one that is a mistake
    /// away, and 0.6 where it is two, from eight letters on: a letter too many, too few, another, or two
    /// that changed places. Two words that a document has as one count as that. Documents that lack
    /// more than two fifths of the weight are left out, and so are those of other houses where one has
    /// all of the text. Where this leaves none, a word that a document lacks weighs for it no more than
    /// one that no document has: the town that stations have and the list of a town's houses does not.
    ///
    /// - Parameters:
    ///   - meanings: What the words may be besides; nil for houses of up to four digits.
    ///   - hasHouse: Whether a document, by its slot, has a house: its number counts as a word of such a
    ///     document.
    ///   - isInRegion: Whether a document lies in the state and the country of the text: these count as
    ///     its words.
    /// - Returns: Those that have every house's number of the text, then the others; of each the best
    ///   first; ties by how few other words a document has, then by slot.
    /// - Complexity: O(v + m) for v words of about the same length and m documents that have a word.
    func find(
        _ words: [String],
        as meanings: Meanings? = nil,
        limit: Int,
        hasHouse: (HouseNumber, Int) -> Bool = { _, _ in false },
        isInRegion: (Int) -> Bool = { _ in false }
    ) -> [Hit] {
        guard !words.isEmpty, limit > 0 else { return [] }
        let tally = tally(words, meanings ?? Meanings(words))
        var hits = tally.hits(isLenient: false, hasHouse, isInRegion)
        if hits.isEmpty { hits = tally.hits(isLenient: true, hasHouse, isInRegion) }
        // Who wrote the street and the house in full means no other house of the street.
        if hits.contains(where: { $0.hasHouses && $0.score >= Self.wholeShare }) {
            hits.removeAll { !$0.hasHouses }
        }
        return Array(
            hits.sorted { left, right in
                if left.hasHouses != right.hasHouses { return left.hasHouses }
                if left.score != right.score { return left.score > right.score }
                let (first, second) = (wordCounts[left.slot], wordCounts[right.slot])
                return first != second ? first < second : left.slot < right.slot
            }
            .prefix(limit)
        )
    }

    private func tally(_ words: [String], _ meanings: Meanings) -> Tally {
        let most = Self.logarithm(1 + Double(wordCounts.count))
        var tally = Tally()
        for place in words.indices {
            var best: [Int32: Double] = [:]
            for (match, quality) in matches(words, at: place) {
                for slot in slotsByWord[match] ?? [] {
                    best[slot] = max(best[slot] ?? 0, quality)
                }
            }
            let house = meanings.houses[place]
            let unknown = Self.unknownShare * most
            let weight =
                house != nil
                ? Self.houseShare * most
                : best.isEmpty
                    ? unknown
                    : Self.logarithm(1 + Double(wordCounts.count) / Double(best.count))
            let excess = max(0, weight - unknown)
            tally.total += weight
            tally.excess += excess
            for (slot, quality) in best {
                tally.scores[slot, default: 0] += quality * weight
                tally.excesses[slot, default: 0] += excess
            }
            if let house { tally.houses.append((house, weight, Set(best.keys))) }
            if meanings.regions.contains(place) {
                tally.regions.append((weight, best.mapValues { $0 * weight }))
            }
        }
        return tally
    }

    /// A word as a house's number; longer numbers are postcodes, and with a letter in front they are
    /// roads, but for those that count along a grid.
    static func house(_ word: String) -> HouseNumber? {
        guard let house = HouseNumber(parsing: word), house.suffix.count <= 1 || house.isFraction,
            house.isOnGrid || house.prefix.isEmpty && house.number < leastLongHouse
        else { return nil }
        return house
    }

    /// Houses from this number on are told from postcodes by what stands around them.
    static let leastLongHouse = 10_000

    /// The words of documents that one of a text may mean, and how much of it that is.
    private func matches(
        _ words: [String],
        at place: Int
    ) -> [(word: String, quality: Double)] {
        let word = words[place]
        var matches: [(word: String, quality: Double)] = []
        if slotsByWord[word] != nil { matches.append((word, 1)) }
        for joined in [
            place > 0 ? words[place - 1] + word : nil,
            place + 1 < words.count ? word + words[place + 1] : nil,
        ].compactMap({ $0 }) where !joined.allSatisfy(\.isNumber) && slotsByWord[joined] != nil {
            matches.append((joined, 1))
        }
        let bytes = Array(word.utf8)
        if place == words.count - 1, bytes.count >= 2 {
            for (length, words) in wordsByLength where length > bytes.count {
                for other in words where other.starts(with: bytes) {
                    matches.append(
                        (String(decoding: other, as: UTF8.self), Self.beginningQuality)
                    )
                }
            }
        }
        // A mistake in a short word, or in a number, makes another word.
        let mistakes = bytes.count >= 8 ? 2 : bytes.count >= 4 ? 1 : 0
        guard matches.isEmpty, mistakes > 0, !word.allSatisfy(\.isNumber) else { return matches }
        let digits = bytes.filter(Self.isDigit)
        for length in bytes.count - mistakes...bytes.count + mistakes {
            for other in wordsByLength[length] ?? []
            where other.filter(Self.isDigit) == digits {
                guard
                    let count = (1...mistakes).first(where: {
                        EditDistance.isWithin($0, other, bytes)
                    })
                else { continue }
                matches.append(
                    (String(decoding: other, as: UTF8.self), Self.mistakeQualities[count - 1])
                )
            }
        }
        return matches
    }

    private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }

    private static func logarithm(_ number: Double) -> Double { log2(number) }
}
