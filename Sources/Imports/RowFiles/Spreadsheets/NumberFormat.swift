/// What a workbook's number format makes of a number, where it makes more of it than its digits.
///
/// A format of digits alone, such as `0.00` or `#,##0`, rounds what is shown and nothing else: the number
/// stays whole, for it may be a coordinate. A format that makes a text of a number is followed: leading
/// zeros, words, dates.
///
/// Source: ECMA-376 part 1, 18.8.30 and 18.8.31.
struct NumberFormat {
    /// What numbers of one sign become.
    enum Section {
        /// The number itself.
        case number
        case percent
        /// A date, a time or both.
        case moment(MomentFormat)
        /// Digits in places: `00000`, `(000) 000-0000`, `"Precinct "0`.
        case digits(DigitFormat)
    }

    private let sections: [Section]
    private let conditions: [Condition?]

    private struct Condition {
        let comparison: String
        let bound: Double

        func holds(_ number: Double) -> Bool {
            switch comparison {
            case "<": number < bound
            case "<=": number <= bound
            case ">": number > bound
            case ">=": number >= bound
            case "<>": number != bound
            default: number == bound
            }
        }
    }

    /// A longer code is none that a program writes.
    private static let longestCode = 2_000

    /// - Parameter code: As a workbook has it: `yyyy\-mm\-dd;@`.
    init(code: String) {
        guard code.utf8.count <= Self.longestCode else {
            self.init(sections: [.number], conditions: [nil])
            return
        }
        var sections: [Section] = []
        var conditions: [Condition?] = []
        for tokens in FormatToken.sections(of: code).prefix(4) {
            sections.append(Self.section(tokens))
            var condition: Condition?
            for case .condition(let comparison, let bound) in tokens {
                condition = Condition(comparison: comparison, bound: bound)
            }
            conditions.append(condition)
        }
        self.init(sections: sections, conditions: conditions)
    }

    private init(sections: [Section], conditions: [Condition?]) {
        self.sections = sections
        self.conditions = conditions
    }

    /// A format that a workbook names by its number alone (ECMA-376 part 1, 18.8.30).
    init(builtIn number: Int) {
        let code: String
        switch number {
        case 9, 10: code = "0%"
        case 14, 27...31, 36, 50...54, 57, 58: code = "yyyy-mm-dd"
        case 15: code = "d-mmm-yy"
        case 16: code = "d-mmm"
        case 17: code = "mmm-yy"
        case 18, 20, 32, 34, 55: code = "h:mm"
        case 19, 21, 33, 35, 56: code = "h:mm:ss"
        case 22: code = "yyyy-mm-dd h:mm"
        case 45: code = "mm:ss"
        case 46: code = "[h]:mm:ss"
        case 47: code = "mm:ss.0"
        default: code = "General"
        }
        self.init(code: code)
    }

    /// Whether numbers stay as they are.
    var isPlain: Bool {
        sections.allSatisfy {
            if case .number = $0 { true } else { false }
        }
    }

    /// The text that a number is shown as; nil where that is the number.
    ///
    /// - Parameter is1904: Whether days are counted from 1904.
    func text(of number: Double, is1904: Bool) -> String? {
        guard !sections.isEmpty else { return nil }
        let index = index(for: number)
        switch sections[index] {
        case .number: return nil
        case .percent: return Self.percent(number)
        case .moment(let format): return format.text(of: number, is1904: is1904)
        case .digits(let format): return format.text(of: number, showsSign: index == 0)
        }
    }

    /// A share in percent; without the noise of a product of binary fractions.
    static func percent(_ number: Double) -> String {
        let percent = number * 100
        let rounded = (percent * 1e10).rounded() / 1e10
        return SheetNumber.text(percent.magnitude < 1e5 ? rounded : percent) + "%"
    }

    private func index(for number: Double) -> Int {
        if conditions.contains(where: { $0 != nil }) {
            return conditions.firstIndex { $0?.holds(number) ?? true } ?? sections.count - 1
        }
        let count = min(sections.count, 3)
        if number < 0, count > 1 { return 1 }
        return number == 0 && count > 2 ? 2 : 0
    }

    private static func section(_ tokens: [FormatToken]) -> Section {
        let isMoment = tokens.contains {
            if case .moment = $0 { true } else { false }
        }
        if isMoment { return .moment(MomentFormat(tokens)) }
        if tokens.contains(where: { $0 == .percent }) { return .percent }
        let digits = DigitFormat(tokens)
        return digits.makesText ? .digits(digits) : .number
    }
}

/// A piece of a number format.
enum FormatToken: Equatable {
    /// Letters of a date or a time: `yyyy`, `m`; `[h]` of hours that go on beyond 24.
    case moment(Character, count: Int, isElapsed: Bool)
    /// `AM/PM`.
    case halfDay
    /// `0`, `#` or `?`.
    case digit(Character)
    case point
    case percent
    /// `E+`, `/` and `@`: what makes no text that a number is not.
    case other
    case literal(String)
    case condition(String, Double)

    /// The sections of a format, without colours and blanks.
    static func sections(of code: String) -> [[FormatToken]] {
        var sections: [[FormatToken]] = [[]]
        var rest = Array(code.replacing(/general/.ignoresCase(), with: "#"))[...]
        func add(_ token: FormatToken) { sections[sections.count - 1].append(token) }
        while let character = rest.popFirst() {
            switch character {
            case ";": sections.append([])
            case "\"":
                let text = rest.prefix { $0 != "\"" }
                rest = rest.dropFirst(text.count + 1)
                add(.literal(String(text)))
            case "\\", "!":
                if let next = rest.popFirst() { add(.literal(String(next))) }
            case "_", "*": _ = rest.popFirst()
            case "[":
                let text = String(rest.prefix { $0 != "]" })
                rest = rest.dropFirst(text.count + 1)
                if let token = bracket(text) { add(token) }
            case "0", "#", "?": add(.digit(character))
            case ".": add(.point)
            case ",": break
            case "%": add(.percent)
            case "@", "/": add(.other)
            case "E" where isSign(rest.first), "e" where isSign(rest.first):
                rest = rest.dropFirst()
                add(.other)
            case "A" where halfDay(rest) != nil, "a" where halfDay(rest) != nil:
                rest = rest.dropFirst(halfDay(rest) ?? 0)
                add(.halfDay)
            case "y", "m", "d", "h", "s", "e", "Y", "M", "D", "H", "S":
                let letter = Character(character.lowercased())
                let count = rest.prefix { $0.lowercased() == character.lowercased() }.count
                rest = rest.dropFirst(count)
                add(.moment(letter == "e" ? "y" : letter, count: count + 1, isElapsed: false))
            default: add(.literal(String(character)))
            }
        }
        return sections
    }

    private static func isSign(_ character: Character?) -> Bool {
        character == "+" || character == "-"
    }

    /// How much of `AM/PM` or `A/P` stands behind its first letter.
    private static func halfDay(_ rest: ArraySlice<Character>) -> Int? {
        let text = String(rest.prefix(4)).uppercased()
        return text == "M/PM" ? 4 : text.hasPrefix("/P") ? 2 : nil
    }

    /// What stands in brackets: `[h]`, `[>=100]`, `[Red]`, `[$-409]`.
    private static func bracket(_ text: String) -> FormatToken? {
        if let first = text.first, "hmsHMS".contains(first),
            text.allSatisfy({ $0.lowercased() == first.lowercased() })
        {
            return .moment(Character(first.lowercased()), count: text.count, isElapsed: true)
        }
        let comparison = text.prefix { "<>=".contains($0) }
        guard !comparison.isEmpty, let bound = Double(text.dropFirst(comparison.count)) else {
            return nil
        }
        return .condition(String(comparison), bound)
    }
}
