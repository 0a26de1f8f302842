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
