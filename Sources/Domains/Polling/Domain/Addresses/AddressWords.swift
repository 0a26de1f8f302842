/// Addresses in words without what people write in different ways.
enum AddressWords {
    /// The words in small letters without accents; words that are usually abbreviated, abbreviated.
    static func words(_ text: String) -> [String] { tokens(text).map(\.word) }

    /// A word, with what stands in front of it.
    struct Token {
        let word: String
        /// The signs in front of it, without spaces; each dash is `-`.
        let gap: String
        /// Whether no space is in front of it.
        let isTight: Bool
        /// Whether it is written in full and abbreviated here: `n` of `North`.
        var isWrittenOut = false
    }

    /// The words, each with what stands in front of it.
    static func tokens(_ text: String) -> [Token] {
        var tokens: [Token] = []
        var word = ""
        var gap = ""
        var isTight = true
        func end() {
            guard !word.isEmpty else { return }
            let known = short[word]
            tokens.append(
                Token(
                    word: known ?? shortEnding(word),
                    gap: gap,
                    isTight: isTight,
                    isWrittenOut: known != nil
                )
            )
            word = ""
            gap = ""
            isTight = true
        }
        for scalar in folded(text.lowercased()).unicodeScalars {
            switch scalar {
            case "a"..."z", "0"..."9": word.unicodeScalars.append(scalar)
            // A letter's apostrophe belongs to its word.
            case "'", "’", "`":
                guard word.last?.isNumber == true else { continue }
                end()
                gap.unicodeScalars.append(scalar)
            default:
                let properties = scalar.properties
                // Digits of other scripts and raised ones are a word's, so that `²01` is not 01.
                if properties.isAlphabetic || properties.numericType != nil {
                    word.unicodeScalars.append(scalar)
                } else if properties.generalCategory == .format {
                    // Soft hyphens and the like are not seen.
                    continue
                } else {
                    end()
                    if properties.isWhitespace {
                        isTight = false
                    } else {
                        gap += isDash(scalar) ? "-" : String(scalar)
                    }
                }
            }
        }
        end()
        return joinedOnGrid(tokens)
    }

    /// The words with `n6 w23001` as the one number that it is.
    private static func joinedOnGrid(_ tokens: [Token]) -> [Token] {
        var joined: [Token] = []
        for token in tokens {
            if let last = joined.last, token.gap.isEmpty || token.gap == "-",
                token.word.utf8.count > 3, last.word.utf8.count < 5,
                let first = token.word.utf8.first, first > UInt8(ascii: "9"),
                HouseNumber(parsing: last.word)?.isOnGrid == false,
                HouseNumber(parsing: last.word + token.word)?.isOnGrid == true
            {
                joined[joined.count - 1] = Token(
                    word: last.word + token.word,
                    gap: last.gap,
                    isTight: last.isTight
                )
            } else {
                joined.append(token)
            }
        }
        return joined
    }

    private static func isDash(_ scalar: Unicode.Scalar) -> Bool {
        // The minus sign is one of mathematics.
        scalar.properties.generalCategory == .dashPunctuation || scalar == "\u{2212}"
    }

    /// Whether a text is written with `ä`, `ö` or `ü`.
    static func hasUmlaut(_ text: String) -> Bool {
        text.lowercased().contains { "äöü".contains($0) }
    }

    /// A word as it is compared with one that may write `ü` where this one has `ue`.
    static func withoutUmlauts(_ word: String) -> String {
        guard word.contains("e") else { return word }
        return ["ae", "oe", "ue"].reduce(word) { word, pair in
            word.replacing(pair, with: pair.prefix(1))
        }
    }

    /// The words of a town as they are compared: with `ü` and `ue` alike.
    static func ofTown(_ text: String) -> [String] { words(text).map(withoutUmlauts) }

    /// Words that stand in front of a street's name and make it another's.
    private static let qualifiers: Set<String> = [
        "alt", "alte", "altes", "neu", "neue", "neues", "klein", "kleine", "kleines", "gross",
        "grosse", "grosses", "ober", "obere", "oberes", "untere", "unteres", "vordere", "hintere",
        "mittel", "mittlere", "innere", "aussere", "lange", "kurze", "breite", "schmale", "hohe",
        "am", "an", "auf", "beim", "bei", "im", "in", "zum", "zur", "von", "vom", "vor", "sankt",
        "old", "new", "upper", "lower", "great", "little", "big", "long", "high", "saint", "st",
        "the", "fort", "mount", "mt", "lake",
    ]

    /// Whether a word is likelier a part of a street's name than a town, where it stands
    /// in front of a street: an adjective, a preposition, or a German word in `er`, as of places
    /// (`Isenburger Kirchweg`) and in `Alter Markt`.
    static func isQualifier(_ word: String) -> Bool {
        qualifiers.contains(word) || word.hasSuffix("er")
    }

    private static let ordinals = ["st", "nd", "rd", "th"]

    /// Whether a word is a number that counts: `6th`, `1st`.
    static func isOrdinal(_ word: String) -> Bool {
        ordinals.contains { ending in
            word.count > ending.count && word.hasSuffix(ending)
                && word.dropLast(ending.count).allSatisfy { $0.isNumber && $0.isASCII }
        }
    }

    /// Without accents; `ß` is `ss`.
    private static func folded(_ text: String) -> String {
        var folded = ""
        for character in text {
            if character == "ß" {
                folded += "ss"
            } else if let half = halves[character] {
                folded += half
            } else if let plain = plainLetters[character] {
                folded.append(plain)
            } else {
                folded.append(character)
            }
        }
        return folded
    }

    private static func shortEnding(_ word: String) -> String {
        for ending in ["strasse"] where word.hasSuffix(ending) && word != ending {
            return word.dropLast(ending.count) + "str"
        }
        return word
    }

    private static let short = [
        "strasse": "str", "street": "st", "saint": "st", "avenue": "ave", "av": "ave",
        "road": "rd", "boulevard": "blvd", "circle": "cir", "court": "ct", "drive": "dr",
        "lane": "ln", "place": "pl", "square": "sq", "terrace": "ter", "parkway": "pkwy",
        "highway": "hwy", "north": "n", "south": "s", "east": "e", "west": "w",
        "northwest": "nw", "northeast": "ne", "southwest": "sw", "southeast": "se",
    ]

    private static let halves: [Character: String] = ["½": " 1/2", "¼": " 1/4", "¾": " 3/4"]

    private static let plainLetters: [Character: Character] = {
        let groups: [(Character, String)] = [
            ("a", "àáâãäåāă"), ("c", "çćč"), ("d", "ďđ"), ("e", "èéêëēěę"), ("i", "ìíîïī"),
            ("l", "ł"), ("n", "ñńň"), ("o", "òóôõöøō"), ("r", "ř"), ("s", "śšş"), ("t", "ťţ"),
            ("u", "ùúûüūů"), ("y", "ýÿ"), ("z", "źžż"),
        ]
        var letters: [Character: Character] = [:]
        for (plain, accented) in groups {
            for letter in accented { letters[letter] = plain }
        }
        return letters
    }()
}
