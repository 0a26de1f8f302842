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
        switch word.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ") {
        case "o", "odd", "odds", "odd only", "odd numbers", "odd numbers only", "u", "ungerade",
            "ungerade nummern", "impair", "impairs", "impar", "impares", "dispari", "oneven":
            .odd
        case "e", "even", "evens", "even only", "even numbers", "even numbers only", "g", "gerade",
            "gerade nummern", "pair", "pairs", "par", "pares", "pari":
            .even
        case "b", "both", "a", "all", "m", "mixed", "beide", "alle", "both sides", "odd and even",
            "odd & even", "odd/even", "tous", "toutes", "ambos", "todos", "fortlaufend":
            .both
        default: nil
        }
    }

    /// Columns that belong to a range of houses, of which a part was found: without them half of a street's
    /// houses, or all of them, would be sent to another house's station.
    static func mappings(beside plan: FieldPlan, _ sample: FileSample) -> [ColumnMapping] {
        guard plan.has(.houseFrom) || plan.has(.houseTo) else { return [] }
        let unused = zip(sample.columns, plan.uses).filter { $1.field == Field.ignore }.map(\.0)
        var mappings: [ColumnMapping] = []
        func add(_ column: ColumnSample, _ field: Field, _ reason: String) {
            var mapping = ColumnMapping(column: column.name, field: field.name)
            mapping.reason = reason
            mappings.append(mapping)
        }
        // One that counts from 1 may number the rows, but not beside the other end.
        for field in [Field.houseFrom, .houseTo] where !plan.has(field) {
            let names = field.headers + field.weakHeaders
            if let column = unused.first(where: { names.contains($0.key.text) }) {
                add(column, field, "by its header, beside the other end of a range")
            }
        }
        if !plan.has(.houseSide), let column = side(among: unused) {
            add(column, .houseSide, "its cells say which numbers are meant")
        }
        return mappings
    }

    /// The only column whose words all say which numbers of a range are meant, whatever it is called.
    private static func side(among columns: [ColumnSample]) -> ColumnSample? {
        let found = columns.filter { column in
            guard column.distinctCount <= 6 else { return false }
            let sides = column.firstValues.map(side)
            return !sides.isEmpty && sides.allSatisfy { $0 != nil }
                && sides.contains { $0 == .odd || $0 == .even }
                // A letter alone may stand for anything.
                && (column.distinctCount > 1 || (column.firstValues.first?.count ?? 0) > 1)
        }
        return found.count == 1 ? found[0] : nil
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
