import ArgumentParser

/// What the names of properties stand for.
struct RowShape: Sendable {
    /// The columns of every row.
    let columns: [String]
    /// Names that rows may have beyond their columns; nil when any name will do.
    let extra: [String]
    /// What stands before the columns where they are written; names are known with and without it.
    var prefix = ""

    /// - Throws: `ValidationError` that names the option and what there is.
    func property(_ name: String, of option: String) throws -> Property {
        if let property = property(name) { return property }
        if !prefix.isEmpty, name.hasPrefix(prefix),
            let property = property(String(name.dropFirst(prefix.count)))
        {
            return property
        }
        let folded = (columns + extra).first { $0.lowercased() == name.lowercased() }
        let hint =
            folded.map { "; did you mean \"\($0)\"?" }
            ?? Suggestion.text(for: name, among: columns + extra)
        let further = extra.isEmpty ? "" : ", and of the file " + extra.joined(separator: ", ")
        throw ValidationError(
            "\(option): there is no column \"\(name)\"\(hint)"
                + (hint.isEmpty ? "; the columns are " : " The columns are ")
                + columns.joined(separator: ", ") + further
        )
    }

    private func property(_ name: String) -> Property? {
        if let index = columns.firstIndex(of: name) { return .column(index) }
        return extra.contains(name) ? .extra(name) : nil
    }
}

/// Where a property of a row is found.
enum Property: Sendable {
    case column(Int)
    case extra(String)

    func value(in row: Row) -> Value {
        switch self {
        case .column(let index): row.values[index]
        case .extra(let name): Value(row.extra[name])
        }
    }
}
