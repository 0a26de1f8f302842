internal import FeatureCollections

/// A value of a feature, or one that a filter names.
indirect enum Scalar: Sendable {
    case literal(FieldValue)
    /// The field with an index.
    case field(Int)
    /// A text in small letters.
    case folded(Scalar)

    /// What its values are.
    enum Kind: String, Sendable {
        case text
        case number
        case boolean = "true or false"
        case day
    }

    func value(_ feature: Feature) -> FieldValue {
        switch self {
        case .literal(let value): return value
        case .field(let index): return feature.values[index]
        case .folded(let scalar):
            guard case .text(let text) = scalar.value(feature) else { return .null }
            return .text(text.lowercased())
        }
    }
}

/// How two values are compared.
enum Comparison: String, Sendable {
    case equal = "="
    case unequal = "<>"
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="

    /// - Returns: nil where one of the values is not known.
    func holds(_ one: FieldValue, _ other: FieldValue) -> Bool? {
        guard let order = Self.order(one, other) else { return nil }
        switch self {
        case .equal: return order == 0
        case .unequal: return order != 0
        case .less: return order < 0
        case .lessOrEqual: return order <= 0
        case .greater: return order > 0
        case .greaterOrEqual: return order >= 0
        }
    }

    /// Texts by their scalars, numbers by their size, false before true; nil where one is null.
    private static func order(_ one: FieldValue, _ other: FieldValue) -> Int? {
        switch (one, other) {
        case (.text(let left), .text(let right)):
            // UTF-8 sorts as its scalars do.
            if left.utf8.elementsEqual(right.utf8) { return 0 }
            return left.utf8.lexicographicallyPrecedes(right.utf8) ? -1 : 1
        case (.boolean(let left), .boolean(let right)):
            return left == right ? 0 : left ? 1 : -1
        case (.integer(let left), .integer(let right)):
            return left == right ? 0 : left < right ? -1 : 1
        default:
            guard let left = one.double, let right = other.double else { return nil }
            return left == right ? 0 : left < right ? -1 : 1
        }
    }
}

extension FieldValue {
    fileprivate var double: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        case .text, .boolean, .null: nil
        }
    }
}

/// A pattern of LIKE: `%` stands for any letters, `_` for one, and `\` takes the meaning from the next.
struct LikePattern: Sendable {
    private enum Part: Hashable {
        case letter(Unicode.Scalar)
        case one
        case any
    }

    private let parts: [Part]

    init(_ text: String) {
        var parts: [Part] = []
        var isEscaped = false
        for letter in text.unicodeScalars {
            if isEscaped {
                parts.append(.letter(letter))
                isEscaped = false
                continue
            }
            switch letter {
            case "\\": isEscaped = true
            case "%": if parts.last != .any { parts.append(.any) }
            case "_": parts.append(.one)
            default: parts.append(.letter(letter))
            }
        }
        if isEscaped { parts.append(.letter("\\")) }
        self.parts = parts
    }

    /// - Complexity: O(n m) worst for n letters and m parts: a part that failed is never gone back behind
    ///   the last `%`.
    func matches(_ text: String) -> Bool {
        let letters = Array(text.unicodeScalars)
        var (letter, part) = (0, 0)
        var anchor: (letter: Int, part: Int)?
        while letter < letters.count {
            if part < parts.count, parts[part] == .any {
                anchor = (letter, part)
                part += 1
            } else if part < parts.count,
                parts[part] == .one || parts[part] == .letter(letters[letter])
            {
                letter += 1
                part += 1
            } else if let last = anchor {
                letter = last.letter + 1
                part = last.part + 1
                anchor = (letter, last.part)
            } else {
                return false
            }
        }
        return parts[part...].allSatisfy { $0 == .any }
    }
}
