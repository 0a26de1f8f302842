/// Reads OpenStreetMap's `opening_hours`, with English and German names of days and times such as
/// `9 am` besides.
///
/// What depends on the sun, has an open end, falls back to another rule or is unknown by its own words
/// is not read.
///
/// Source: OpenStreetMap wiki, "Key:opening_hours/specification".
struct HoursGrammar {
    /// What is left, in small letters, with one kind of dash.
    var rest: Substring
    /// Whether times of a day stand in an order in which they can only be of its other half.
    var isUnclear = false

    private init(_ text: Substring) {
        let dashes: Set<Character> = ["–", "—", "‑", "−", "‐", "‒"]
        rest =
            Substring(
                String(text.lowercased().map { dashes.contains($0) ? "-" : $0 })
            ).trimmingBlanks
    }

    /// The rules between two semicolons: several where a comma adds one to another.
    ///
    /// - Returns: nil when any part of the text is not understood.
    static func rules(_ text: Substring) -> [HoursRule]? {
        var grammar = HoursGrammar(text)
        var rules: [HoursRule] = []
        repeat {
            guard var rule = grammar.rule() else { return nil }
            rule.isAdditional = !rules.isEmpty
            rules.append(rule)
        } while grammar.take(",") && !grammar.rest.isEmpty
        return grammar.rest.isEmpty ? rules : nil
    }

    private mutating func rule() -> HoursRule? {
        var rule = HoursRule()
        let isAlways = take("24/7")
        if isAlways {
            _ = take(":")
            rule.weekdays = .all
            rule.times = [.init(opens: 0, closes: 1440)]
        } else {
            guard let hasWideDays = takeWideDays(&rule) else { return nil }
            if hasWideDays { _ = take(":") }
            guard takeDays(&rule) else { return nil }
            _ = take(":")
            guard let times = takeTimes() else { return nil }
            rule.times = times
        }
        guard let state = takeState() else { return nil }
        rule.isByAppointment = state == .byAppointment
        rule.isClosed = state == .closed
        if isAlways, rule.isClosed { rule.times = [] }
        if !rule.isClosed, rule.times.isEmpty {
            // Days alone are open all day, says the grammar; of staff one would not believe it.
            guard state == .open else { return nil }
            rule.times = [.init(opens: 0, closes: 1440)]
            if rule.isDayless { rule.weekdays = .all }
        }
        return rule
    }

    // MARK: What holds

    private enum State { case none, open, closed, byAppointment }

    /// - Returns: nil where a comment says something that is not understood: what is open for some
    ///   alone is not open.
    private mutating func takeState() -> State? {
        var state = State.none
        for word in PlainRule.closed where takeWord(word) { state = .closed }
        if state == .none, takeWord("open") { state = .open }
        for words in PlainRule.appointments where state != .closed && take(words) {
            return .byAppointment
        }
        _ = state == .none ? false : take(":")
        guard take("\"") else { return state }
        guard let end = rest.firstIndex(of: "\"") else { return nil }
        let comment = String(rest[..<end].trimmingBlanks)
        rest = rest[rest.index(after: end)...].trimmingBlanks
        if state == .closed { return .closed }
        let appointments = PlainRule.appointments + ["on appointment", "only by appointment"]
        return appointments.contains(comment) ? .byAppointment : nil
    }

    // MARK: Characters

    /// Takes a text from the front, and the blanks behind it.
    mutating func take(_ text: String) -> Bool {
        guard rest.hasPrefix(text) else { return false }
        rest = rest.dropFirst(text.count).trimmingBlanks
        return true
    }

    /// Takes a word from the front, not the beginning of a longer one.
    mutating func takeWord(_ word: String) -> Bool {
        guard rest.hasPrefix(word), rest.dropFirst(word.count).first?.isLetter != true else {
            return false
        }
        return take(word)
    }

    /// Takes a number of so many digits from the front, neither more nor fewer; blanks stay.
    mutating func takeNumber(digits count: ClosedRange<Int>) -> Int? {
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        guard count.contains(digits.count), let number = Int(digits) else { return nil }
        rest = rest.dropFirst(digits.count)
        return number
    }

    /// Takes the word between the first and the last of something.
    mutating func takeJoint() -> Bool {
        take("-") || ["to", "until", "till", "through", "bis"].contains { takeWord($0) }
    }

    /// Runs a part that leaves nothing taken where it finds nothing.
    mutating func attempt<Value>(_ part: (inout HoursGrammar) -> Value?) -> Value? {
        let start = rest
        let value = part(&self)
        if value == nil { rest = start }
        return value
    }
}
