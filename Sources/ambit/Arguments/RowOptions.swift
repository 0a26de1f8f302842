import ArgumentParser

/// Which rows are wanted, in which order, and what of them.
struct RowOptions: ParsableArguments {
    @OptionGroup var conditions: ConditionOptions

    @Option(
        help: ArgumentHelp(
            "Only these columns, in this order, separated by commas.",
            discussion: """
                The columns of a file of places come first, all of them, unless some are named here.
                """,
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
    ///
    /// - Parameters:
    ///   - prefixes: What stands before the columns of places out of a file, and of the layer; nil where
    ///     there is but one place, which has none.
    ///   - more: What a row says behind its distance.
    func plan(
        for source: any LayerSource,
        prefixes: Prefixes? = nil,
        more: [String] = []
    ) async throws -> RowPlan {
        try await source.resolving(more: more) { shape in
            var shape = shape
            shape.prefix = prefixes?.row ?? ""
            return RowPlan(
                filter: try conditions.filter(shape, without: more),
                projection: try fields.map { try Projection($0, shape, prefixes) }
                    ?? Projection(all: shape, prefixes),
                sorting: try sort.map { try Sorting($0, shape) }
            )
        }
    }
}

/// What is done with the rows that a question finds.
struct RowPlan: Sendable {
    var filter: RowFilter
    var projection: Projection
    let sorting: Sorting?

    /// The rows in their order, with what of them and of their place is written.
    func finish(_ rows: [Row], place: [Value] = []) -> [Row] {
        (sorting?(rows) ?? rows).map { row in
            var row = row
            row.values = projection(row, place: place)
            return row
        }
    }
}
