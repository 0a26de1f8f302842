import ArgumentParser

/// One `--where`: a property, a comparison and what to compare with.
struct Condition: Sendable {
    let property: String
    private let test: Test

    private enum Test: Sendable {
        case equals(String)
        case differs(String)
        /// Of the order that was found, `holds` tells whether it is wanted.
        case compares(String, Order)
        case matches(Pattern)
        case isOneOf(Set<String>)
    }

    private enum Order { case less, lessOrEqual, greater, greaterOrEqual }

    /// Reads `column=value` and its kin.
    ///
    /// - Throws: `ValidationError` that names the text and what is allowed.
    init(parsing text: String) throws {
        let operators: [(String, (String) throws -> Test)] = [
            ("!=", { .differs($0) }), ("<=", { .compares($0, .lessOrEqual) }),
            (">=", { .compares($0, .greaterOrEqual) }), ("=", { .equals($0) }),
            ("<", { .compares($0, .less) }), (">", { .compares($0, .greater) }),
            ("~", { .matches(try Pattern($0)) }),
            (" in ", { .isOneOf(Set($0.split(separator: ",").map { String($0).trimmed })) }),
        ]
        var found: (start: String.Index, end: String.Index, make: (String) throws -> Test)?
        for (sign, make) in operators {
            // The leftmost sign counts, and of two that begin together the longer.
            guard let range = text.firstRange(of: sign) else { continue }
            if found.map({ range.lowerBound < $0.start }) ?? true {
                found = (range.lowerBound, range.upperBound, make)
            }
        }
        guard let found, !text[..<found.start].trimmed.isEmpty else {
            throw ValidationError(
                "--where is \"\(text)\"; write a column, one of = != < <= > >= ~ in, and a value: "
                    + "'wheelchair=yes', 'name~library', 'postcode in 20001,20002'"
            )
        }
        property = text[..<found.start].trimmed
        test = try found.make(text[found.end...].trimmed)
    }

    /// Whether a value is wanted. What is missing equals the empty text and is neither less nor
    /// greater than anything.
    func holds(for value: Value) -> Bool {
        switch test {
        case .equals(let wanted): Self.areEqual(value, wanted)
        case .differs(let wanted): !Self.areEqual(value, wanted)
        case .isOneOf(let wanted): wanted.contains { Self.areEqual(value, $0) }
        case .matches(let pattern): pattern.matches(value.text)
        case .compares(let bound, let order): Self.compares(value, bound, order)
        }
    }

    /// Numbers are compared as numbers, so that 5 equals 5.0; texts byte by byte.
    private static func areEqual(_ value: Value, _ text: String) -> Bool {
        if value.text == text { return true }
        guard value.isNumeric, let one = value.number, let other = Double(text) else {
            return false
        }
        return one == other
    }

    private static func compares(_ value: Value, _ bound: String, _ order: Order) -> Bool {
        let text = value.text
        guard !text.isEmpty else { return false }
        if let one = value.number, let other = Double(bound) {
            return switch order {
            case .less: one < other
            case .lessOrEqual: one <= other
            case .greater: one > other
            case .greaterOrEqual: one >= other
            }
        }
        let isLess = text.utf8.lexicographicallyPrecedes(bound.utf8)
        return switch order {
        case .less: isLess
        case .lessOrEqual: isLess || text == bound
        case .greater: !isLess && text != bound
        case .greaterOrEqual: !isLess
        }
    }
}

/// A regular expression that is sought anywhere in a text, in any case.
struct Pattern: Sendable {
    /// A `Regex` is not Sendable as it may hold closures; one from text holds none, and each use
    /// makes its own.
    private let text: String
    /// A pattern without any special character is sought as it is, which is much faster.
    private let isPlain: Bool
    private let folded: String

    init(_ text: String) throws {
        do { _ = try Regex(text) } catch {
            throw ValidationError("--where: \"\(text)\" is no regular expression: \(error)")
        }
        self.text = text
        isPlain = !text.contains { "\\^$.|?*+()[]{}".contains($0) }
        folded = text.lowercased()
    }

    func matches(_ value: String) -> Bool {
        if isPlain { return value.lowercased().contains(folded) }
        guard let expression = try? Regex(text).ignoresCase() else { return false }
        return value.contains(expression)
    }
}

/// The conditions of a question, with their properties found among a layer's.
struct RowFilter: Sendable {
    private let tests: [(property: Property, condition: Condition)]

    init(_ conditions: [Condition], _ shape: RowShape) throws {
        tests = try conditions.map { (try shape.property($0.property, of: "--where"), $0) }
    }

    var isEmpty: Bool { tests.isEmpty }

    func keeps(_ row: Row) -> Bool {
        tests.allSatisfy { $0.condition.holds(for: $0.property.value(in: row)) }
    }
}
