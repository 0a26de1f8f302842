/// The words of a text as a ``Geocoder`` looks for them, with what their numbers and its end may mean.
struct GeocodedText {
    private(set) var words: [String]
    /// The houses, and the words of the state and the country.
    private(set) var meanings: WordIndex.Meanings
    /// What the state and the country may be; empty where none is written.
    let regions: [[WrittenRegion]]

    /// The text without the last four digits of a ZIP+4, with `12 a` as `12a` and `12 1/2` as one number.
    ///
    /// - Parameter towns: The words of towns, behind which a state may stand.
    init(_ tokens: [AddressWords.Token], towns: Set<String>) {
        let tokens = Self.withWholeHouses(Self.withoutPlusFour(tokens))
        words = tokens.map(\.word)
        meanings = WordIndex.Meanings(words)
        for place in tokens.indices {
            if let house = Self.longHouse(tokens, place) { meanings.houses[place] = house }
        }
        let written = WrittenAddress(tokens)
        // Without a comma or a town in front of it the `NE` of `5 Broadway NE` is a side.
        let names = WrittenEnding(written, behind: 0..<0).names.filter { name in
            let start = name.place.lowerBound
            return written.isApart(start) || towns.contains(written.words[start - 1])
                || written.words[start - 1].contains(where: \.isNumber)
        }
        regions = names.map(\.readings)
        for name in names { meanings.regions.formUnion(name.place) }
    }

    /// One word instead of all, such as a postcode with its zeros.
    mutating func replace(with word: String) {
        words = [word]
        meanings = WordIndex.Meanings(words)
    }

    /// The houses in the order in which they are written.
    var houses: [HouseNumber] { meanings.houses.sorted { $0.key < $1.key }.map(\.value) }

    /// A number of five digits or six in front of a name, with no comma between: the house of `26038
    /// Township Rd`, or the postcode of `50667 Köln`, which the documents tell.
    private static func longHouse(_ tokens: [AddressWords.Token], _ place: Int) -> HouseNumber? {
        guard place + 1 < tokens.count, tokens[place + 1].gap.allSatisfy({ $0 == "." }),
            tokens[place + 1].word.contains(where: \.isLetter),
            let house = HouseNumber(parsing: tokens[place].word), house.prefix.isEmpty,
            house.suffix.count <= 1, house.number >= WordIndex.leastLongHouse
        else { return nil }
        return house
    }

    /// The words of a text, without the last four digits of a ZIP+4: they name a side of a street that
    /// no gazetteer has. `69701-1234`, with any dash, or `697011234`.
    private static func withoutPlusFour(_ tokens: [AddressWords.Token]) -> [AddressWords.Token] {
        var kept: [AddressWords.Token] = []
        for token in tokens {
            let isNumber = token.word.allSatisfy(\.isNumber)
            if isNumber, token.gap == "-", token.word.utf8.count == 4, let last = kept.last?.word,
                last.utf8.count == 5, last.allSatisfy(\.isNumber)
            {
                continue
            }
            let isWhole = isNumber && token.word.utf8.count == 9
            kept.append(isWhole ? token.with(String(token.word.prefix(5))) : token)
        }
        return kept
    }

    /// Words in which `12 a` behind a street is `12a`, and `12 1/2` one number.
    private static func withWholeHouses(_ tokens: [AddressWords.Token]) -> [AddressWords.Token] {
        var whole: [AddressWords.Token] = []
        for (place, token) in tokens.enumerated() {
            if place > 1, token.word.count == 1, token.word.allSatisfy(\.isLetter),
                let last = whole.last, last.word.allSatisfy(\.isNumber), last.word.count <= 4
            {
                whole[whole.count - 1] = last.with(last.word + token.word)
            } else if token.gap == "/", token.isTight, whole.count > 1,
                whole[whole.count - 1].word == "1",
                let half = HouseNumber(
                    parsing: "\(whole[whole.count - 2].word)-1/\(token.word)"
                ), half.isFraction
            {
                whole.removeLast()
                whole[whole.count - 1] = whole[whole.count - 1].with(half.description)
            } else {
                whole.append(token)
            }
        }
        return whole
    }
}

extension AddressWords.Token {
    /// Another word with the same signs in front of it.
    fileprivate func with(_ word: String) -> Self { Self(word: word, gap: gap, isTight: isTight) }
}
