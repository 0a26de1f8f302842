/// Which way the answers to many places came, for `--explain`.
struct QueryPlan: Equatable, Sendable {
    /// What found the rows.
    enum Index: String, Sendable {
        case rTree = "R-tree"
        case quadtree = "quadtree"
        case areas = "areas"
        case areaCells = "map of the areas"
    }

    /// How places came in: as they stand in a table's text, or one by one.
    enum Places: String, Sendable {
        case blocks
        case rows
    }

    /// What was written: texts of all rows side by side, or rows fetched one by one.
    enum Output: String, Sendable {
        case columns
        case rows
        /// How many there are, and nothing of them.
        case counts
    }

    var index: Index
    /// How many rows the index holds; nil where that was not counted.
    var indexedCount: Int?
    var places = Places.rows
    var output = Output.rows

    /// A line for each, under the names that they have in a test's words and a reader's.
    var text: String {
        let parts = [
            ("index", index.rawValue),
            ("rows in the index", indexedCount.map(grouped) ?? "not counted"),
            ("places read as", places.rawValue), ("answers written from", output.rawValue),
        ]
        return parts.map { "  \($0.padding(to: 24))  \($1)" }.joined(separator: "\n")
    }
}
