import ArgumentParser

/// Which rows of a layer count.
struct ConditionOptions: ParsableArguments {
    @Option(
        name: .customLong("where"),
        help: ArgumentHelp(
            "Only rows for which this holds; may be repeated, and then all must hold.",
            discussion: """
                Compares a column, or any other property of the file, by =, !=, <, <=, >, >=, \
                ~ (a regular expression, in any case) or in (a list with commas).
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
