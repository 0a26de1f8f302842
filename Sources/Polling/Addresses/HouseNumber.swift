/// A number on a house, such as `12`, `71` or `1a`.
public struct HouseNumber: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The number, 0 to 999,999.
    public let number: Int
    /// What follows it, in small letters: `a` of `1a`, `1/2` of `15 1/2`, `15` of `37-15`; empty where
    /// nothing does.
    public let suffix: String

    /// Reads a number of 1 to 6 digits as it stands on a house: `12`, `1a`, `12 B`, `12-b`, `12 bis`,
    /// `12 1/2`, `12½`, and `37-15`, which some towns have; `12.0`, too, which a spreadsheet makes of 12.
    ///
    /// Nil for all else, such as two houses, `12/14`, or digits that are parted, `12 14` and `1,3`: they
    /// are never put together to another number.
    public init?(parsing text: some StringProtocol) {
        let trimmed = Substring(text).drop(while: \.isWhitespace)
        let digits = trimmed.prefix { $0.isASCII && $0.isNumber }
        guard (1...6).contains(digits.utf8.count), let number = Int(digits),
            let suffix = Self.suffix(trimmed[digits.endIndex...])
        else { return nil }
        self.number = number
        self.suffix = suffix
    }

    /// A house that cannot be read, which nobody lives in: what is kept of it assigns no one, and does not
    /// stand for the whole street either.
    ///
    /// - Parameter text: How it is written, for those who read the list.
    public static func unread(_ text: String) -> HouseNumber {
        HouseNumber(
            number: 0,
            suffix: text.first == unreadMark ? text : "\(unreadMark)\(text)"
        )
    }

    /// Stands in front of the text of an unread house, where no house that is read has it.
    private static let unreadMark: Character = "?"

    /// Whether it is one that cannot be read.
    var isUnread: Bool { suffix.first == Self.unreadMark }

    private init(number: Int, suffix: String) {
        (self.number, self.suffix) = (number, suffix)
    }

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

    /// Whether the house stands on the side of odd numbers.
    public var isOdd: Bool { number % 2 == 1 }

    /// Whether it is one of two numbers, `37-15`, which have no order that a range could go by.
    public var isHyphenated: Bool { suffix.first?.isNumber == true && !isFraction }

    /// Whether it is a half number or the like: `15 1/2`.
    public var isFraction: Bool { !isUnread && suffix.contains("/") }

    /// The number with its suffix, from which it can be read again: `1a`, `15-1/2`, `37-15`.
    public var description: String {
        if isUnread { return suffix }
        return suffix.first?.isNumber == true ? "\(number)-\(suffix)" : "\(number)\(suffix)"
    }

    /// The number as people write it: `1a`, `15 1/2`; an unread one as it is written. Other than
    /// ``description``, under which it is kept.
    public var words: String {
        if isUnread { return String(suffix.dropFirst()) }
        return isFraction ? "\(number) \(suffix)" : description
    }

    /// By number, then by suffix, where none comes first.
    public static func < (left: HouseNumber, right: HouseNumber) -> Bool {
        (left.number, left.suffix) < (right.number, right.suffix)
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
    /// last: numbers such as `37-15` are a house each.
    public static func canEnd(_ first: HouseNumber, _ last: HouseNumber) -> Bool {
        first == last || !first.isHyphenated && !last.isHyphenated
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
                || !isOneHouse && last.suffix.isEmpty && house.number == last.number)
    }

    /// Its ends that have a number, with whatever suffix.
    func ends(at number: Int) -> [HouseNumber] {
        let ends = isOneHouse ? [numbers.lowerBound] : [numbers.lowerBound, numbers.upperBound]
        return ends.filter { $0.number == number && !$0.isUnread }
    }
}
