internal import Polling

/// The parts of a street's name and of a house's number that have columns of their own, put together.
struct StreetColumns {
    private let plan: FieldPlan

    init(_ plan: FieldPlan) { self.plan = plan }

    /// A street's name with its direction and its type, each of them once: `N Foxtail Ave`.
    func street(_ name: String, _ row: borrowing Row) -> String {
        var words = name.split(separator: " ").map(String.init)
        for field in [Field.streetType, .streetSuffix] {
            guard let part = text(field, row), !Self.ends(words, with: part) else { continue }
            words.append(part)
        }
        if let part = text(.streetPrefix, row), !Self.begins(words, with: part) {
            words.insert(part, at: 0)
        }
        return words.joined(separator: " ")
    }

    /// The number of a row's house with what belongs to it: `12A`, `12 1/2`.
    func house(_ row: borrowing Row) -> String? {
        guard let number = plan.text(.addressHouse, row) else { return nil }
        guard let suffix = text(.numberSuffix, row),
            !(number.last?.isLetter ?? false), !number.hasSuffix(suffix)
        else { return number }
        return number + (suffix.first?.isNumber == true ? " " : "") + suffix
    }

    /// Which numbers of a range a word means; nil for any other word.
    static func side(_ word: String) -> HouseRange.Side? {
        switch word.lowercased() {
        case "o", "odd", "odds", "odd only", "u", "ungerade": .odd
        case "e", "even", "evens", "even only", "g", "gerade": .even
        case "b", "both", "a", "all", "m", "mixed", "beide", "alle": .both
        default: nil
        }
    }

    private func text(_ field: Field, _ row: borrowing Row) -> String? {
        guard let column = plan.column(field), !row.isPlaceholder(column) else { return nil }
        return row.line(column)
    }

    private static func ends(_ words: [String], with part: String) -> Bool {
        words.count > 1 && words.last?.lowercased() == part.lowercased()
    }

    private static func begins(_ words: [String], with part: String) -> Bool {
        words.count > 1 && words.first?.lowercased() == part.lowercased()
    }
}
