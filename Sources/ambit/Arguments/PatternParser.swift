/// Takes a regular expression apart, as far as ``LinearPattern`` knows it.
struct PatternParser {
    private var rest: Substring
    private var depth = 0

    private static let deepest = 50
    private static let mostRepeats = 1_000

    init(_ text: String) { rest = text[...] }

    /// - Returns: nil for what is not known, or is no expression.
    mutating func parse() -> PatternTree? {
        guard let tree = choice(), rest.isEmpty else { return nil }
        return tree
    }

    private mutating func take(_ character: Character) -> Bool {
        guard rest.first == character else { return false }
        rest.removeFirst()
        return true
    }

    private mutating func choice() -> PatternTree? {
        var parts: [PatternTree] = []
        repeat {
            guard let part = sequence() else { return nil }
            parts.append(part)
        } while take("|")
        return parts.count == 1 ? parts[0] : .choice(parts)
    }

    private mutating func sequence() -> PatternTree? {
        var parts: [PatternTree] = []
        while let next = rest.first, next != "|", next != ")" {
            guard let part = atom(), let whole = repeats(of: part) else { return nil }
            parts.append(whole)
        }
        return .sequence(parts)
    }

    private mutating func atom() -> PatternTree? {
        guard let character = rest.popFirst() else { return nil }
        switch character {
        case ".": return .take(.any)
        case "^": return .start
        case "$": return .end
        case "(": return group()
        case "[": return set().map(PatternTree.take)
        case "\\": return escape().map { .take(CharacterClass(items: [$0])) }
        case "*", "+", "?", "{", "}", "]": return nil
        default: return .take(CharacterClass(items: [.one(character)]))
        }
    }

    private mutating func group() -> PatternTree? {
        if take("?"), !take(":") { return nil }
        depth += 1
        defer { depth -= 1 }
        guard depth < Self.deepest, let tree = choice(), take(")") else { return nil }
        return tree
    }

    private mutating func repeats(of part: PatternTree) -> PatternTree? {
        var bounds: (least: Int, most: Int?)?
        if take("*") {
            bounds = (0, nil)
        } else if take("+") {
            bounds = (1, nil)
        } else if take("?") {
            bounds = (0, 1)
        } else if take("{") {
            bounds = counts()
            if bounds == nil { return nil }
        }
        guard let bounds else { return part }
        // As few as can be: there is a way or there is none.
        _ = take("?")
        if let next = rest.first, "*+?{".contains(next) { return nil }
        switch part {
        case .start, .end: return nil
        default: return .repeated(part, least: bounds.least, most: bounds.most)
        }
    }

    /// `3}`, `3,}`, `3,5}`.
    private mutating func counts() -> (least: Int, most: Int?)? {
        guard let least = number() else { return nil }
        if take("}") { return (least, least) }
        guard take(",") else { return nil }
        if take("}") { return (least, nil) }
        guard let most = number(), take("}"), least <= most else { return nil }
        return (least, most)
    }

    private mutating func number() -> Int? {
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        rest = rest[digits.endIndex...]
        guard let number = Int(digits), number <= Self.mostRepeats else { return nil }
        return number
    }

    /// What stands behind a backslash: a class, or a character that has a meaning without one.
    private mutating func escape() -> CharacterClass.Item? {
        guard let character = rest.popFirst() else { return nil }
        switch character {
        case "d": return .digit
        case "w": return .word
        case "s": return .space
        case "D": return .notDigit
        case "W": return .notWord
        case "S": return .notSpace
        case "t": return .one("\t")
        case "n": return .one("\n")
        case "r": return .one("\r")
        default:
            return character.isASCII && (character.isPunctuation || character.isSymbol)
                ? .one(character) : nil
        }
    }

    /// The characters between brackets.
    private mutating func set() -> CharacterClass? {
        var set = CharacterClass()
        set.isNegated = take("^")
        guard rest.first != "]" else { return nil }
        while let character = rest.popFirst() {
            if character == "]" { return set }
            let isLeft = rest.first == "-" || rest.first == "&" || rest.first == "~"
            let item: CharacterClass.Item
            switch character {
            // Sets in sets, and what is common to two.
            case "[": return nil
            case "&", "~", "-": if isLeft { return nil } else { item = .one(character) }
            case "\\":
                guard let escaped = escape() else { return nil }
                item = escaped
            default: item = .one(character)
            }
            guard rest.first == "-", rest.dropFirst().first != "]" else {
                set.items.append(item)
                continue
            }
            rest.removeFirst()
            guard case .one(let first) = item, let last = rest.popFirst(), last != "[",
                last != "\\",
                let low = Self.scalar(first), let high = Self.scalar(last), low <= high
            else { return nil }
            set.items.append(.range(low...high))
        }
        return nil
    }

    /// The only scalar of a character.
    private static func scalar(_ character: Character) -> Unicode.Scalar? {
        let scalars = character.unicodeScalars
        return scalars.count == 1 ? scalars.first : nil
    }
}
