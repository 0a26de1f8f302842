/// A layer of points that reads columns of all its rows at once: a row is not fetched by itself then.
protocol ColumnarSource: LayerSource {
    /// All rows with a place, as ``LayerSource/points()`` has them, with the texts of some of their
    /// properties.
    ///
    /// - Returns: nil where there are too many to hold them in memory.
    func points(with properties: [Property]) async throws -> ColumnSet?
}

/// The rows of a layer by where they are, with texts of each.
struct ColumnSet: Sendable {
    let points: PointSet
    /// A row for each point.
    let cells: CellTable
    /// Where the cells' columns stand that were asked for, in their order.
    let columns: [CellColumn]
    /// By what a point's row is known among others.
    let id: @Sendable (Int, CellTable) -> Value
    /// The rows' numbers in a file, of which several may have one id; nil for rows of the database.
    var number: (@Sendable (Int) -> Int64)?
}

/// Where the text of a property is found.
enum CellColumn: Sendable {
    /// In a column of the cells.
    case text(Int)
    /// In the point's place, as a number.
    case latitude
    case longitude
}
