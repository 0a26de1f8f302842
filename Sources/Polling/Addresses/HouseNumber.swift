/// A number on a house, such as `12`, `71` or `1a`.
public struct HouseNumber: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The number, 0 to 999,999.
    public let number: Int
    /// What follows it, in small letters: `a` of `1a`; empty where nothing does.
    public let suffix: String

    /// Reads `12`, `1a`, `12 B`, `12-1/2`; nil for what does not begin with a number of 1 to 6 digits,
    /// or has more than 6 behind it.
    public init?(parsing text: some StringProtocol) {
        let digits = text.drop(while: \.isWhitespace).prefix { $0.isASCII && $0.isNumber }
        guard (1...6).contains(digits.count), let number = Int(digits) else { return nil }
        let suffix = text[digits.endIndex...].lowercased().filter { $0.isLetter || $0.isNumber }
        guard suffix.count(where: \.isNumber) <= 6 else { return nil }
        self.number = number
        self.suffix = suffix
    }

    /// Whether the house stands on the side of odd numbers.
    public var isOdd: Bool { number % 2 == 1 }

    /// The number with its suffix: `1a`.
    public var description: String { "\(number)\(suffix)" }

    /// The number as people write it: `1a`, `15 1/2`. Other than ``description``, under which it is kept.
    public var words: String {
        guard Self.fractions.contains(suffix) else { return description }
        return "\(number) \(suffix.prefix(1))/\(suffix.dropFirst())"
    }

    private static let fractions: Set<String> = ["12", "13", "14", "23", "34"]

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
        return ends.filter { $0.number == number }
    }
}
