import ArgumentParser

/// Which rows are wanted, in which order, and what of them.
struct RowOptions: ParsableArguments {
    @OptionGroup var conditions: ConditionOptions

    @Option(
        help: ArgumentHelp(
            "Only these columns, in this order, separated by commas.",
            valueName: "column,..."
        )
    )
    var fields: String?

    @Option(
        help: ArgumentHelp(
            "Order the rows of each answer by this column; column:desc for the reverse.",
            valueName: "column"
        )
    )
    var sort: String?

    @Flag(help: "Only how many rows there are, for each place.")
    var count = false

    func validate() throws {
        if count, fields != nil || sort != nil {
            throw ValidationError("--count goes with neither --fields nor --sort")
        }
    }

    /// The options with their names found among a layer's columns and further properties.
    func plan(for source: any LayerSource) async throws -> RowPlan {
        try await source.resolving { shape in try plan(shape) }
    }

    private func plan(_ shape: RowShape) throws -> RowPlan {
        RowPlan(
            filter: try conditions.filter(shape),
            projection: try fields.map { try Projection($0, shape) } ?? Projection(all: shape),
            sorting: try sort.map { try Sorting($0, shape) }
        )
    }
}

/// What the names of properties stand for.
struct RowShape: Sendable {
    /// The columns of every row.
    let columns: [String]
    /// Names that rows may have beyond their columns; nil when any name will do.
    let extra: [String]

    /// - Throws: `ValidationError` that names the option and what there is.
    func property(_ name: String, of option: String) throws -> Property {
        if let index = columns.firstIndex(of: name) { return .column(index) }
        if extra.contains(name) { return .extra(name) }
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

/// What of a row is written.
struct Projection: Sendable {
    let columns: [String]
    private let properties: [Property]?

    init(all shape: RowShape) {
        columns = shape.columns
        properties = nil
    }

    init(_ text: String, _ shape: RowShape) throws {
        let names = text.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
        properties = try names.map { try shape.property($0, of: "--fields") }
        columns = names
    }

    func callAsFunction(_ row: Row) -> [Value] {
        properties?.map { $0.value(in: row) } ?? row.values
    }
}

/// The order of rows within an answer.
struct Sorting: Sendable {
    private let property: Property
    private let isDescending: Bool

    init(_ text: String, _ shape: RowShape) throws {
        var name = text
        var isDescending = false
        for (ending, descends) in [(":desc", true), (":asc", false)] where text.hasSuffix(ending) {
            name = String(text.dropLast(ending.count))
            isDescending = descends
        }
        property = try shape.property(name.trimmed, of: "--sort")
        self.isDescending = isDescending
    }

    /// Stable: rows with equal values stay in their order. Missing values come last either way.
    func callAsFunction(_ rows: [Row]) -> [Row] {
        rows.map { (row: $0, value: property.value(in: $0)) }.enumerated().sorted { left, right in
            let (one, other) = (left.element.value, right.element.value)
            if (one == .missing) != (other == .missing) { return other == .missing }
            if isDescending ? Value.precedes(other, one) : Value.precedes(one, other) {
                return true
            }
            if isDescending ? Value.precedes(one, other) : Value.precedes(other, one) {
                return false
            }
            return left.offset < right.offset
        }.map(\.element.row)
    }
}

/// What is done with the rows that a question finds.
struct RowPlan: Sendable {
    var filter: RowFilter
    let projection: Projection
    let sorting: Sorting?

    /// The rows in their order, with what of them is written, after `prefix`.
    func finish(_ rows: [Row], prefix: [Value] = []) -> [Row] {
        (sorting?(rows) ?? rows).map { row in
            var row = row
            row.values = prefix + projection(row)
            return row
        }
    }
}
