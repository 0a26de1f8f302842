import ArgumentParser
import Geodesy
import SpatiaLiteStore

/// One `--where`: a property, a comparison and what to compare with.
struct ColumnComparison: Sendable {
    let property: String
    private let test: Test
    /// Whether what is compared with looks like a part of a filter in CQL2, and is taken for a text only where
    /// the whole is one.
    let isMeantAsFilter: Bool

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
                    + "'wheelchair=yes', 'name~library', 'postcode in 20001,20002'; or a filter in CQL2: "
                    + "\"name LIKE 'L%' AND rooms > 2\""
            )
        }
        property = text[..<found.start].trimmed
        let value = text[found.end...].trimmed
        test = try found.make(value)
        switch test {
        case .matches, .isOneOf: isMeantAsFilter = false
        case .equals, .differs: isMeantAsFilter = Self.isFilterPart(value)
        case .compares:
            isMeantAsFilter =
                PlainNumber.read(value) == nil && Self.isFilterPart(value, isOrder: true)
            guard Double(value) == nil || PlainNumber.read(value) != nil else {
                throw ValidationError(
                    "--where is \"\(text)\": \"\(value)\" is no number that can be compared; write one "
                        + "such as 12, -0.5 or 1e3"
                )
            }
        }
    }

    /// Whether a value goes on, or begins, as only a filter does: `2 AND`, `'Alpha`, `1)`, `= 'x'`,
    /// `2; id = 1`.
    ///
    /// - Parameter isOrder: Whether it is sought what is less or greater, where few texts make sense.
    private static func isFilterPart(_ value: String, isOrder: Bool = false) -> Bool {
        if value.hasPrefix("'") || value.hasPrefix("=") { return true }
        if value.count(where: { $0 == ")" }) > value.count(where: { $0 == "(" }) { return true }
        if isOrder, value.contains(where: { "=<>;,()".contains($0) }) { return true }
        let joint = value.split(separator: " ").map { $0.lowercased() }
        let words: Set<String> = ["and", "or", "not"]
        if let last = joint.last, joint.count > 1, words.contains(last) { return true }
        // `1 or id = 2`, `Alpha; id = 2`: another comparison follows.
        let follows = joint.indices.dropLast().contains { index in
            words.contains(joint[index]) || joint[index].hasSuffix(";")
                || joint[index].hasSuffix(",")
        }
        return follows && value.contains { "=<>".contains($0) }
    }

    /// Whether a value is wanted. What is missing equals the empty text and is neither less nor
    /// greater than anything.
    func holds(for value: Value) -> Bool {
        switch test {
        case .equals(let wanted): Self.areEqual(value, wanted)
        case .differs(let wanted): !Self.areEqual(value, wanted)
        case .isOneOf(let wanted): wanted.contains { Self.areEqual(value, $0) }
        case .matches(let pattern): pattern.matches(value.text)
        case .compares(let bound, let order):
            if let number = PlainNumber.read(bound) {
                compares(value, number, order)
            } else {
                Self.compares(value.text, bound, order)
            }
        }
    }

    /// Numbers are compared as numbers, so that 5 equals 5.0; texts byte by byte.
    ///
    /// Whole numbers in a text are compared as they are written: they may be codes, such as postcodes.
    private static func areEqual(_ value: Value, _ text: String) -> Bool {
        let own = value.text
        if own == text { return true }
        if case .integer(let number) = value, let wanted = Int64(text) { return number == wanted }
        if let flag = Value.flag(text) { return flag == Value.flag(own) }
        guard value.isNumeric || [own, text].contains(where: isFraction),
            let one = PlainNumber.read(own), let other = PlainNumber.read(text)
        else { return false }
        return one == other
    }

    private static func isFraction(_ text: String) -> Bool {
        text.contains { $0 == "." || $0 == "e" || $0 == "E" }
    }

    /// What is no number is neither less nor greater than one.
    private func compares(_ value: Value, _ bound: Double, _ order: Order) -> Bool {
        let text = value.text
        guard !text.isEmpty else { return false }
        guard let number = PlainNumber.read(text) else {
            ValueFaults.shared.add(text, of: property, as: .number)
            return false
        }
        return switch order {
        case .less: number < bound
        case .lessOrEqual: number <= bound
        case .greater: number > bound
        case .greaterOrEqual: number >= bound
        }
    }

    private static func compares(_ text: String, _ bound: String, _ order: Order) -> Bool {
        guard !text.isEmpty else { return false }
        let isLess = text.utf8.lexicographicallyPrecedes(bound.utf8)
        return switch order {
        case .less: isLess
        case .lessOrEqual: isLess || text == bound
        case .greater: !isLess && text != bound
        case .greaterOrEqual: !isLess
        }
    }
}
