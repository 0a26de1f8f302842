/// A number on a house, such as `12`, `71`, `1a` or `N6W23001`.
public struct HouseNumber: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// What stands in front of the number, in small letters: `n6w` of `N6W23001`, which counts along a
    /// county's grid, `w` of `W1234`, `a` of `A12`; empty where nothing does.
    public let prefix: String
    /// The number, 0 to 999,999.
    public let number: Int
    /// What follows it, in small letters: `a` of `1a`, `1/2` of `15 1/2`, `15` of `37-15`; empty where
    /// nothing does.
    public let suffix: String

    /// Reads a number of 1 to 6 digits as it stands on a house: `12`, `1a`, `12 B`, `12-b`, `12 bis`,
    /// `12 1/2`, `12½`, and `37-15`, which some towns have; `12.0`, too, which a spreadsheet makes of 12.
    /// In front of it a letter may stand, `A12`, `A-12`, `AA12`, or the way along a grid, `N6W23001`,
    /// `W156 N8480`; but no `I`, `L` or `O`, which are mistyped digits, and no word: `Nr5`, `EX4`.
    ///
    /// Nil for all else, such as two houses, `12/14`, or digits that are parted, `12 14` and `1,3`: they
    /// are never put together to another number.
    public init?(parsing text: some StringProtocol) {
        let trimmed = Substring(text).drop(while: \.isWhitespace)
        guard let (prefix, rest) = Self.prefix(trimmed) else { return nil }
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        guard (1...6).contains(digits.utf8.count), let number = Int(digits),
            let suffix = Self.suffix(rest[digits.endIndex...])
        else { return nil }
        self.prefix = prefix
        self.number = number
        self.suffix = suffix
    }

    /// A house that cannot be read, which nobody lives in: what is kept of it assigns no one, and does not
    /// stand for the whole street either.
    ///
    /// - Parameter text: How it is written, for those who read the list.
    public static func unread(_ text: String) -> HouseNumber {
        HouseNumber(
            prefix: "",
            number: 0,
            suffix: text.first == unreadMark ? text : "\(unreadMark)\(text)"
        )
    }

    /// Stands in front of the text of an unread house, where no house that is read has it.
    private static let unreadMark: Character = "?"

    /// Whether it is one that cannot be read.
    var isUnread: Bool { suffix.first == Self.unreadMark }

    private init(prefix: String, number: Int, suffix: String) {
        (self.prefix, self.number, self.suffix) = (prefix, number, suffix)
    }

    /// What stands in front of a number, and the rest; nil where it is no part of one.
    private static func prefix(_ text: Substring) -> (prefix: String, rest: Substring)? {
        guard let first = text.first, !(first.isASCII && first.isNumber) else { return ("", text) }
        let letters = text.prefix { $0.isASCII && $0.isLetter }
        let rest = text[letters.endIndex...]
        let prefix = letters.lowercased()
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        let behind = rest[digits.endIndex...].drop { $0 == " " || $0 == "-" }
        if let axis = crossing[prefix], (1...3).contains(digits.utf8.count),
            let second = behind.first?.lowercased(), axis.contains(second),
            behind.dropFirst().first?.isNumber == true
        {
            return (prefix + digits + second, behind.dropFirst())
        }
        guard Set(prefix).count == 1, prefix.count <= 2, !mistypedDigits.contains(prefix)
        else { return nil }
        return (prefix, rest.first == "-" ? rest.dropFirst() : rest)
    }

    /// The directions that go across one.
    private static let crossing: [String: Set<String>] = [
        "n": ["e", "w"], "s": ["e", "w"], "e": ["n", "s"], "w": ["n", "s"],
    ]
    private static let mistypedDigits: Set<String> = ["i", "l", "o"]

    /// Whether it counts along both ways of a grid, `N6W23001`, as no word does.
    public var isOnGrid: Bool { prefix.contains(where: \.isNumber) }

    /// Whether it stands for a distance in one direction: `W1234`.
    public var isAlongAxis: Bool { Self.crossing[prefix] != nil && number >= 100 }

    /// What stands behind a number; nil where it is no suffix.
    private static func suffix(_ text: Substring) -> String? {
        guard !text.isEmpty else { return "" }
        var rest = text.drop(while: \.isWhitespace)
        while rest.last?.isWhitespace == true { rest.removeLast() }
        guard let first = rest.first else { return "" }
        if first == "." { return rest.dropFirst().allSatisfy { $0 == "0" } ? "" : nil }
        let isParted = rest.startIndex > text.startIndex
        let isDashed = dashes.contains(first)
        let isSlashed = first == "/"
        if isDashed || isSlashed {
            rest = rest.dropFirst().drop(while: \.isWhitespace)
        }
        let suffix = rest.lowercased()
        if !suffix.isEmpty, suffix.allSatisfy(\.isLetter) { return suffix }
        guard !isSlashed else { return nil }
        if let fraction = vulgarFractions[suffix] { return fraction }
        if fractions.contains(suffix) { return isParted || isDashed ? suffix : nil }
        // `37-15` and `37-15a`.
        let digits = suffix.prefix { $0.isASCII && $0.isNumber }
        guard isDashed, (1...6).contains(digits.utf8.count),
            suffix[digits.endIndex...].allSatisfy(\.isLetter)
        else { return nil }
        return suffix
    }

    private static let dashes: Set<Character> = ["-", "‐", "‑", "‒", "–", "—", "−"]
    private static let vulgarFractions = [
        "½": "1/2", "⅓": "1/3", "¼": "1/4", "⅔": "2/3", "¾": "3/4", "⅛": "1/8",
    ]
    private static let fractions = Set(vulgarFractions.values)

    /// Whether it is 0, which programs write where there is no number.
    public var isZero: Bool { prefix.isEmpty && number == 0 && suffix.isEmpty }

    /// Whether the house stands on the side of odd numbers.
    public var isOdd: Bool { number % 2 == 1 }

    /// Whether it is one of two numbers, `37-15`, which have no order that a range could go by.
    public var isHyphenated: Bool { suffix.first?.isNumber == true && !isFraction }

    /// Whether it is a half number or the like: `15 1/2`.
    public var isFraction: Bool { !isUnread && suffix.contains("/") }

    /// The number with what stands before and behind it, from which it can be read again: `1a`, `15-1/2`,
    /// `37-15`, `n6w23001`.
    public var description: String {
        if isUnread { return suffix }
        return prefix
            + (suffix.first?.isNumber == true ? "\(number)-\(suffix)" : "\(number)\(suffix)")
    }

    /// The number as people write it: `1a`, `15 1/2`, `N6W23001`; an unread one as it is written. Other
    /// than ``description``, under which it is kept.
    public var words: String {
        if isUnread { return String(suffix.dropFirst()) }
        let front = prefix.uppercased()
        return isFraction
            ? "\(front)\(number) \(suffix)" : front + description.dropFirst(prefix.count)
    }

    /// By what stands in front, then by number, then by suffix; nothing comes first.
    public static func < (left: HouseNumber, right: HouseNumber) -> Bool {
        (left.prefix, left.number, left.suffix) < (right.prefix, right.number, right.suffix)
    }
}

/// The houses of a street that an entry of a list speaks of.
public struct HouseRange: Sendable, Hashable {
    /// One side of a street, or both.
    public enum Side: String, Sendable, Hashable, CaseIterable {
        /// Odd numbers alone.
        case odd
        /// Even numbers alone.
        case even
        /// All numbers.
        case both
    }

    /// The side.
    public let side: Side
    /// The first and the last number, both included.
    public let numbers: ClosedRange<HouseNumber>

    /// A range on a side.
    public init(side: Side, numbers: ClosedRange<HouseNumber>) {
        self.side = side
        self.numbers = numbers
    }

    /// Whether a list may have two houses as the ends of a range, the first of which is not behind the
    /// last: numbers such as `37-15` are a house each, and no range goes from one street of a grid to
    /// another.
    public static func canEnd(_ first: HouseNumber, _ last: HouseNumber) -> Bool {
        first == last
            || first.prefix == last.prefix && !first.isHyphenated && !last.isHyphenated
    }

    /// Whether it has one number alone.
    var isOneHouse: Bool { numbers.lowerBound == numbers.upperBound }

    /// Whether a house is among them. The last number of a range takes in its suffixes too, where it
    /// has none: `1-71` holds `71b`. One house is itself alone: `12` is not `12b`, which may vote
    /// elsewhere.
    public func contains(_ house: HouseNumber) -> Bool {
        switch side {
        case .odd: guard house.isOdd else { return false }
        case .even: guard !house.isOdd else { return false }
        case .both: break
        }
        let last = numbers.upperBound
        return house >= numbers.lowerBound
            && (house <= last
                || !isOneHouse && last.suffix.isEmpty && house.number == last.number
                    && house.prefix == last.prefix)
    }

    /// Its ends that have a number, with whatever suffix.
    func ends(at number: Int) -> [HouseNumber] {
        let ends = isOneHouse ? [numbers.lowerBound] : [numbers.lowerBound, numbers.upperBound]
        return ends.filter { $0.number == number && !$0.isUnread }
    }
}
