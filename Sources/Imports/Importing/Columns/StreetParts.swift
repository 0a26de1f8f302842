internal import Polling

/// The parts of an address that have columns of their own.
extension Field {
    /// Whether what stands in a column may be this part of a street: a header such as `type` or `suffix` may
    /// speak of much else, and `no` of the rows. All columns may be fields that are no part of a street.
    func acceptsStreetPart(_ column: ColumnSample) -> Bool {
        let words: Set<String>
        switch self {
        case .streetPrefix, .streetSuffix: words = AddressWords.directions
        case .streetType: words = AddressWords.streetTypes
        case .houseNumber, .houseFrom, .houseTo:
            return !weakHeaders.contains(column.key.text)
                || column.looksLikeHouseNumbers && !column.isCounting
        case .numberSuffix:
            // What belongs to a number is short; `Zusatz` may be any addition, and `suffix` a direction.
            return !weakHeaders.contains(column.key.text) || column.looksLikeNumberSuffixes
        case .houseSide:
            let known = column.firstValues.count { StreetColumns.side($0) != nil }
            return !weakHeaders.contains(column.key.text) || known * 2 > column.firstValues.count
        default: return true
        }
        let values = column.firstValues
        let known = values.count { words.contains($0.lowercased().filter(\.isLetter)) }
        guard known * 2 < values.count || known == 0 else { return true }
        // A header that can mean nothing else is believed, unless its words are those of another part.
        guard headers.contains(column.key.text) else { return false }
        let isWords = values.allSatisfy { $0.count <= 20 && !$0.contains(where: \.isNumber) }
        let others = Set([.streetPrefix, .streetType] as [Field]).subtracting([self])
        return isWords && !values.isEmpty
            && !others.contains { other in
                let words =
                    other == .streetType ? AddressWords.streetTypes : AddressWords.directions
                return values.count { words.contains($0.lowercased().filter(\.isLetter)) } * 2
                    >= values.count
            }
    }
}

/// On which side of a street's name the number of a house is written: `12 High Street`, `Hauptstr. 12`.
enum HouseNumberSide {
    case front
    case behind

    /// What the streets and their types say by most of their names, or else the headers; in front where
    /// nothing tells. The order of the columns says nothing.
    ///
    /// - Parameter types: The column of the streets' types.
    init(number: ColumnSample?, street: ColumnSample, types: ColumnSample?) {
        var votes = (front: 0, behind: 0)
        for value in street.firstValues + (types?.firstValues ?? []) {
            switch Self.side(ofStreet: value) {
            case .front: votes.front += 1
            case .behind: votes.behind += 1
            case nil: break
            }
        }
        guard votes.front == votes.behind else {
            self = votes.front > votes.behind ? .front : .behind
            return
        }
        let isBehind =
            Self.headersOfNumbersBehind.contains(number?.key.text ?? "")
            || Self.headersOfStreetsBefore.contains(street.key.text)
        self = isBehind ? .behind : .front
    }

    /// The side that a street's name tells by its language; nil where it tells none.
    static func side(ofStreet name: String) -> HouseNumberSide? {
        let words = name.lowercased().split { !$0.isLetter }.map(String.init)
        guard let first = words.first, let last = words.last else { return nil }
        if words.count > 1, frenchTypes.contains(first) { return .front }
        if endingsBefore.contains(where: { last.hasSuffix($0) })
            || wordsBefore.contains(first)
        {
            return .behind
        }
        return words.contains(where: AddressWords.streetTypes.contains) ? .front : nil
    }

    /// Endings of streets' names of languages that write the number behind: German, Dutch, Swedish,
    /// Norwegian, Danish, Finnish.
    private static let endingsBefore = [
        "straße", "strasse", "str", "weg", "platz", "allee", "gasse", "damm", "ufer", "graben",
        "straat", "laan", "plein", "kade", "gracht", "dijk", "gatan", "gata", "vägen", "veien",
        "vegen", "gade", "katu",
    ]
    /// Words in front of streets' names of languages that write the number behind: Spanish, Italian,
    /// Portuguese, Polish.
    private static let wordsBefore: Set<String> = [
        "calle", "avenida", "avda", "plaza", "paseo", "camino", "carretera", "carrer", "via",
        "viale", "piazza", "corso", "vicolo", "rua", "travessa", "praça", "ulica", "ul", "aleja",
        "aleje", "plac",
    ]
    /// French writes the number in front, and the type before the name.
    private static let frenchTypes: Set<String> = [
        "rue", "avenue", "boulevard", "chemin", "place", "impasse", "route", "quai", "allée",
        "cours", "square",
    ]
    private static let headersOfNumbersBehind: Set<String> = [
        "hausnummer", "hausnr", "hnr", "numerocivico", "civico", "huisnummer", "nrdomu",
        "gatunummer", "numerodecalle",
    ]
    private static let headersOfStreetsBefore: Set<String> = [
        "strasse", "str", "strassenname", "strname", "calle", "via", "straat", "straatnaam",
        "ulica", "rua", "gata", "gatuadress", "vei",
    ]
}

extension ColumnSample {
    /// Whether no cell says more than yes or no, as of `Vote Center: Y`.
    var isFlag: Bool {
        let words: Set = [
            "y", "n", "yes", "no", "true", "false", "t", "f", "1", "0", "x", "ja", "nein",
        ]
        return filled > 0 && distinctCount <= 3
            && firstValues.allSatisfy { words.contains($0.lowercased()) }
    }

    /// Whether the cells count the rows or the stations: 1, 2, 3 and so on, in whatever order.
    var isCounting: Bool { filled > 1 && firstOfCount.map { 0...1 ~= $0 } ?? false }

    /// Whether the cells are numbers without a gap, from wherever they begin: more than chance has them.
    var isConsecutive: Bool { filled > 2 && firstOfCount != nil }

    /// The smallest of numbers that have no gap and no repeat; nil of all others.
    private var firstOfCount: Double? {
        guard isUnique, numeric == filled, let range else { return nil }
        let first = min(range.lowerBound, numeric > nonZero ? 0 : .infinity)
        return range.upperBound == first + Double(filled) - 1 ? first : nil
    }

    /// Whether all cells may belong to houses' numbers: `a`, `B`, `bis`, `1/2`, `½`; not where all are sides,
    /// such as `N` and `S`.
    var looksLikeNumberSuffixes: Bool {
        firstValues.contains { !AddressWords.directions.contains($0.lowercased()) }
            && firstValues.allSatisfy { value in
                let word = value.lowercased()
                return word.count == 1 && word.allSatisfy { $0.isLetter || "½¼¾".contains($0) }
                    || ["bis", "ter", "quater", "rear"].contains(word)
                    || word.count == 3 && word.allSatisfy { $0.isNumber || $0 == "/" }
                        && word.contains("/")
            }
    }

    /// Whether most cells are what stands on houses: `12`, `12a`, `12-14`, `N6W23001`.
    var looksLikeHouseNumbers: Bool {
        let houses = firstValues.count { value in
            value.count <= 12 && HouseText(value).number.map { $0.number > 0 } ?? false
        }
        return houses > 0 && houses * 10 >= firstValues.count * 7
    }
}
