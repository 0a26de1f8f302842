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

                Or a filter in CQL2, text or JSON, with texts in single quotes: "name LIKE 'L%' AND \
                (rooms > 2 OR wheelchair = 'yes')", "S_DWITHIN(geometry, POINT(-77.04 38.9), 500)". \
                There, AND, OR, NOT, BETWEEN, IN (...), IS NULL, CASEI, S_INTERSECTS, S_DISJOINT, \
                DATE('2026-11-03') and the T_ functions are known, an empty cell is null, and a value is \
                a number where it is compared with one.
                """,
            valueName: "condition"
        )
    )
    var conditions: [String] = []

    func validate() throws {
        for condition in conditions {
            _ = try WrittenCondition(parsing: condition, option: "--where")
        }
    }

    /// The conditions with their properties found among a layer's columns and further properties.
    ///
    /// They come before distances: which are the k nearest depends on them.
    ///
    /// - Parameter more: What is not known of a row before it is found, besides its distance.
    func filter(_ shape: RowShape, without more: [String] = []) throws -> RowFilter {
        let known = RowShape(
            columns: shape.columns.filter { $0 != "distance_m" && !more.contains($0) },
            extra: shape.extra
        )
        return try RowFilter(conditions, known)
    }
}
