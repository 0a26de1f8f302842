import ArgumentParser

/// Which rows of a layer count.
struct ConditionOptions: ParsableArguments {
    @Option(
        name: .customLong("where"),
        help: ArgumentHelp(
            "Only rows for which this holds; may be repeated, and then all must hold.",
            discussion: """
                Compares a column, or any other property of the file, by =, !=, <, <=, >, >=, \
                ~ (a regular expression, in any case) or in (a list with commas). Where <, <=, > \
                or >= has a number, values are compared as numbers: what is none, such as n/a or \
                1,200, is no match, and is told. 500 equals 500.0, while codes of digits alone, \
                such as 02139 and 2139, are equal only as they are written.
                """,
            valueName: "condition"
        )
    )
    var conditions: [String] = []

    func validate() throws {
        for condition in conditions { _ = try Condition(parsing: condition) }
    }

    /// The conditions with their properties found among a layer's columns and further properties.
    ///
    /// They come before distances: which are the k nearest depends on them.
    func filter(_ shape: RowShape) throws -> RowFilter {
        let known = RowShape(
            columns: shape.columns.filter { $0 != "distance_m" },
            extra: shape.extra
        )
        return try RowFilter(conditions.map { try Condition(parsing: $0) }, known)
    }
}
