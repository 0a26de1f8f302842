/// A regular expression that is sought in a text in a time that grows with the length of the text alone,
/// whatever the two are: all ways to read the text are followed at the same time, a character after another.
///
/// It knows letters in any case, `.`, classes, groups, `|`, repeats and the ends of the text: what has a meaning
/// of its own in one place only, such as a look ahead or a reference to a group, it does not.
///
/// Source: K. Thompson, "Regular expression search algorithm", Communications of the ACM 11 (1968).
struct LinearPattern: Sendable {
    private let steps: [Step]

    /// What is done at one place of the program.
    fileprivate enum Step: Sendable {
        case take(CharacterClass)
        /// Goes on at two places.
        case split(Int, Int)
        case jump(Int)
        case start
        case end
        case found
    }

    /// More steps are none that a person writes.
    fileprivate static let mostSteps = 5_000

    /// - Returns: nil for an expression that it does not know all of.
    init?(_ text: String) {
        var parser = PatternParser(text)
        guard let tree = parser.parse() else { return nil }
        var program = PatternProgram()
        guard program.add(tree) else { return nil }
        steps = program.steps + [.found]
    }

    /// Whether some part of a text is as the expression says.
    ///
    /// - Complexity: O(characters × steps).
    func isFound(in text: String) -> Bool {
        var run = Run(steps)
        run.enter(0, isFirst: true, isLast: text.isEmpty)
        var rest = text[...]
        while let character = rest.popFirst(), !run.isFound {
            run.advance(over: character, isLast: rest.isEmpty)
        }
        return run.isFound
    }

    /// The places of the program at which the reading of a text stands.
    private struct Run {
        private let steps: [Step]
        private var places: [Int] = []
        private var next: [Int] = []
        /// Places that are still to be noted.
        private var waiting: [Int] = []
        /// In which round each place was entered last.
        private var rounds: [Int]
        private var round = 1
        private(set) var isFound = false

        init(_ steps: [Step]) {
            self.steps = steps
            rounds = [Int](repeating: 0, count: steps.count)
        }

        mutating func advance(over character: Character, isLast: Bool) {
            let letter = FoldedCharacter(character)
            swap(&places, &next)
            next.removeAll(keepingCapacity: true)
            round += 1
            for place in places {
                guard case .take(let set) = steps[place], set.holds(letter) else { continue }
                enter(place + 1, isFirst: false, isLast: isLast)
            }
            // It may begin anywhere.
            enter(0, isFirst: false, isLast: isLast)
        }

        /// Notes a place, and all that are reached from it without a character.
        mutating func enter(_ place: Int, isFirst: Bool, isLast: Bool) {
            waiting.append(place)
            while let place = waiting.popLast() {
                guard rounds[place] != round else { continue }
                rounds[place] = round
                switch steps[place] {
                case .take: next.append(place)
                case .split(let one, let other):
                    waiting.append(one)
                    waiting.append(other)
                case .jump(let target): waiting.append(target)
                case .start: if isFirst { waiting.append(place + 1) }
                case .end: if isLast { waiting.append(place + 1) }
                case .found: isFound = true
                }
            }
        }
    }
}

/// A character as it is and in both cases.
struct FoldedCharacter {
    fileprivate let own: Character
    /// In the other cases, where it has any.
    fileprivate var lower: Character?
    fileprivate var upper: Character?

    init(_ character: Character) {
        own = character
        if let byte = character.asciiValue {
            // Most texts have few others, and tables of all letters take their time.
            let letter = byte | 0x20
            guard (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter) else { return }
            lower = Character(Unicode.Scalar(letter))
            upper = Character(Unicode.Scalar(letter & ~0x20))
            return
        }
        let (small, large) = (character.lowercased(), character.uppercased())
        lower = small.count == 1 ? small.first : nil
        upper = large.count == 1 ? large.first : nil
    }
}

/// Some characters, in any case.
struct CharacterClass: Sendable {
    enum Item: Sendable {
        case one(Character)
        case range(ClosedRange<Unicode.Scalar>)
        case digit, word, space
        case notDigit, notWord, notSpace
        case newline
    }

    var items: [Item] = []
    var isNegated = false

    /// All characters but those that end a line.
    static let any = CharacterClass(items: [.newline], isNegated: true)

    func holds(_ character: FoldedCharacter) -> Bool {
        for item in items {
            if Self.holds(item, character.own) { return !isNegated }
            if let lower = character.lower, Self.holds(item, lower) { return !isNegated }
            if let upper = character.upper, Self.holds(item, upper) { return !isNegated }
        }
        return isNegated
    }

    private static func holds(_ item: Item, _ character: Character) -> Bool {
        switch item {
        case .one(let own): return own == character
        case .range(let range):
            let scalars = character.unicodeScalars
            guard let scalar = scalars.first, scalars.count == 1 else { return false }
            return range.contains(scalar)
        case .digit: return character.isNumber
        case .word: return isWord(character)
        case .space: return character.isWhitespace
        case .notDigit: return !character.isNumber
        case .notWord: return !isWord(character)
        case .notSpace: return !character.isWhitespace
        case .newline: return character.isNewline
        }
    }

    private static func isWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_"
    }
}

/// A part of an expression.
indirect enum PatternTree {
    case take(CharacterClass)
    case start
    case end
    case sequence([PatternTree])
    case choice([PatternTree])
    case repeated(PatternTree, least: Int, most: Int?)
}

/// The steps of an expression, part by part.
private struct PatternProgram {
    var steps: [LinearPattern.Step] = []

    /// - Returns: false where there would be too many.
    mutating func add(_ tree: PatternTree) -> Bool {
        guard steps.count < LinearPattern.mostSteps else { return false }
        switch tree {
        case .take(let set): steps.append(.take(set))
        case .start: steps.append(.start)
        case .end: steps.append(.end)
        case .sequence(let parts): return parts.allSatisfy { add($0) }
        case .choice(let parts):
            var ends: [Int] = []
            for (index, part) in parts.enumerated() {
                let split = steps.count
                if index < parts.count - 1 { steps.append(.jump(0)) }
                guard add(part) else { return false }
                guard index < parts.count - 1 else { break }
                ends.append(steps.count)
                steps.append(.jump(0))
                steps[split] = .split(split + 1, steps.count)
            }
            for end in ends { steps[end] = .jump(steps.count) }
        case .repeated(let part, let least, let most):
            for _ in 0..<least { guard add(part) else { return false } }
            guard let most else {
                let split = steps.count
                steps.append(.jump(0))
                guard add(part) else { return false }
                steps.append(.jump(split))
                steps[split] = .split(split + 1, steps.count)
                return true
            }
            var splits: [Int] = []
            for _ in least..<max(least, most) {
                splits.append(steps.count)
                steps.append(.jump(0))
                guard add(part) else { return false }
            }
            for split in splits { steps[split] = .split(split + 1, steps.count) }
        }
        return true
    }
}
