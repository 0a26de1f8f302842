internal import Polling

/// The rows of a list that name a street and no house of it, so that each speaks of the whole street.
///
/// A list of streets has each street once for every place where its people vote. A list of electors
/// whose houses were not found has one row after the other that says the same.
struct WholeStreets {
    private var seen: Set<Int> = []
    private var count = 0
    private var repeated = 0
    private var lines: [Int] = []
    /// The first place where the people of each street vote.
    private var destinations: [Int: Int] = [:]
    /// Whether the people of a street vote in several places.
    private var hasParted = false
    /// Whether a street's name says that a part of it is meant.
    private var hasLimits = false

    /// How many streets are remembered: 40 MB, and more than any list has.
    private static let limit = 1 << 20
    private static let lineLimit = 5

    /// Adds a row that names no house.
    ///
    /// - Parameters:
    ///   - street: Its street, with town and postcode.
    ///   - destination: Where its people vote.
    mutating func add(_ street: [String], _ destination: [String], line: Int) {
        count += 1
        if let name = street.first, Self.hasLimit(name) { hasLimits = true }
        if lines.count < Self.lineLimit { lines.append(line) }
        let place = destination.hashValue
        if let known = destinations[street.hashValue] {
            if known != place { hasParted = true }
        } else if destinations.count < Self.limit {
            destinations[street.hashValue] = place
        }
        let hash = (street + destination).hashValue
        if seen.contains(hash) {
            repeated += 1
        } else if seen.count < Self.limit {
            seen.insert(hash)
        }
    }

    /// What there is to know of such rows in a list that has no ranges of houses.
    ///
    /// - Parameters:
    ///   - columns: Those that were not used, and look like houses.
    ///   - areSingleHouses: Whether the other rows are of a house each.
    func notes(_ columns: [ColumnSample], areSingleHouses: Bool) -> [ImportNote] {
        let ranges = columns.filter(Self.holdsRanges)
        guard count > 0,
            repeated > 0 || areSingleHouses || hasLimits || !ranges.isEmpty || columns.count > 1
                || columns.contains(where: Self.isCalledHouses) || hasParted && !columns.isEmpty
        else { return [] }
        var again: [Finding] = []
        if repeated > 0 { again = [Finding(.repeatedStreets, ["rows": .count(repeated)])] }
        var found: [Finding] = []
        if !columns.isEmpty {
            let names = columns.map { "\"\($0.name)\"" }
            found = [
                Finding(.housesNotUsed, ["columns": .texts(names), "count": .number(names.count)])
            ]
        }
        return [
            ImportNote(
                .warning,
                Finding(
                    .wholeStreets,
                    [
                        "rows": .count(count), "again": .findings(again),
                        "found": .findings(found),
                    ]
                ),
                lines: lines
            )
        ]
    }

    private static let houseWords = [
        "house", "haus", "property", "dwelling", "premises", "building",
    ]

    /// Whether a column's name says that it has to do with houses.
    private static func isCalledHouses(_ column: ColumnSample) -> Bool {
        houseWords.contains(where: column.key.text.contains)
    }

    /// Whether most of what stands in a column are ranges: `1-99 (odd)`, `2 - 40`, `101 to 199`.
    static func holdsRanges(_ column: ColumnSample) -> Bool {
        let values = column.firstValues
        return !values.isEmpty && values.count(where: isRange) * 2 > values.count
    }

    private static func isRange(_ value: String) -> Bool {
        let rest = value.drop { !$0.isNumber }
        let behind = rest.drop(while: \.isNumber)
        guard rest.count - behind.count > 0, rest.count - behind.count < 6 else { return false }
        let words = behind.split { !$0.isNumber && !$0.isLetter }.map { $0.lowercased() }
        let isJoined =
            behind.drop(while: \.isWhitespace).first.map { "-‐‑‒–—−".contains($0) } ?? false
        let number = isJoined ? words.first : words.first == "to" ? words.dropFirst().first : nil
        return number?.allSatisfy(\.isNumber) ?? false
    }

    /// Whether a street's name says that a part of it is meant: `Oak St (odd numbers)`.
    static func hasLimit(_ street: String) -> Bool {
        guard let open = street.lastIndex(where: { "([".contains($0) }) else { return false }
        let words = street[open...].split { !$0.isLetter && !$0.isNumber }.map { $0.lowercased() }
        return words.contains { limitWords.contains($0) } || words.contains { $0.first!.isNumber }
    }

    private static let limitWords: Set<String> = [
        "odd", "odds", "even", "evens", "part", "pt", "partial", "portion", "side", "only", "north",
        "south", "east", "west", "of", "from", "to", "between", "above", "below", "numbers",
        "houses",
        "except", "gerade", "ungerade", "teil", "nur", "pair", "pairs", "impair", "impairs",
        "pares",
        "impares",
    ]

    /// Whether most of what stands in a column begins as house numbers do.
    static func looksLikeHouses(_ column: ColumnSample) -> Bool {
        guard column.key.split(after: ColumnMatcher.stationPrefixes) == nil else { return false }
        if holdsRanges(column) { return true }
        guard column.distinctCount > 1 else { return false }
        let values = column.firstValues
        let houses = values.count { value in
            HouseText(value).number.map {
                $0.isOnGrid || $0.prefix.isEmpty && $0.number > 0 && $0.number < 10_000
            } ?? false
        }
        return houses * 2 > values.count
    }
}

/// A house as lists write it: a number, a name, or both.
struct HouseText {
    /// `378` of `378 Westbourne`.
    let number: HouseNumber?
    /// `Eden House` of `1 Eden House`; nil for a number alone.
    let name: String?
    /// Whether it begins as a number does and is none: `12/14`, `1,3`, `12/14 Eden House`.
    let isUnread: Bool

    /// Words that belong to a number: `12 bis`.
    private static let numberWords: Set<String> = ["bis", "ter"]

    init(_ text: String) {
        let words = text.split(whereSeparator: \.isWhitespace)
        let start =
            words.firstIndex { word in
                word.count(where: \.isLetter) > 2 && !Self.numberWords.contains(word.lowercased())
                    && !(word.first?.isNumber ?? false)
            } ?? words.endIndex
        number = HouseNumber(parsing: words[..<start].joined(separator: " "))
        isUnread = number == nil && start > words.startIndex && (words[0].first?.isNumber ?? false)
        let isName = start < words.endIndex
        name =
            isName ? (number == nil ? words[...] : words[start...]).joined(separator: " ") : nil
    }

    /// The number in front of an address on one line, and what is behind it; nil where it does not begin
    /// with a digit or as the numbers of a grid do, or is a number alone.
    static func parts(ofLine line: String) -> (number: Substring, rest: Substring)? {
        let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: true)
        guard words.count > 1, let first = words[0].first else { return nil }
        if words.count == 3 {
            // `W156 N8480 Pilgrim Rd`.
            let two = line[..<words[1].endIndex]
            if HouseNumber(parsing: words[0])?.isOnGrid == false,
                words[1].contains(where: \.isNumber), HouseNumber(parsing: two)?.isOnGrid == true
            {
                return (two, words[2])
            }
        }
        if first.isLetter {
            guard let house = HouseNumber(parsing: words[0]), house.isOnGrid || house.isAlongAxis
            else { return nil }
        } else if !(first.isNumber && first.isASCII) {
            return nil
        }
        var number = words[0]
        var rest = line[words[1].startIndex...]
        // `12 1/2 Main St`, and the two of `12 - 14 Main St`, which are none.
        let isJoined = words[1].allSatisfy { "-‐‑‒–—−/&+".contains($0) }
        if words.count == 3, isJoined || HouseNumber(parsing: "1 " + words[1])?.isFraction == true {
            number = line[..<words[1].endIndex]
            rest = words[2]
        }
        // `12, Main St`.
        if number.last == "," { number.removeLast() }
        return (number, rest)
    }
}

extension HouseRange {
    /// One house.
    init(_ house: HouseNumber) {
        self.init(side: house.isOdd ? .odd : .even, numbers: house...house)
    }
}
