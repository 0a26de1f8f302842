package import Geodesy
package import SpatiaLiteStore

/// Records with a place that the command line may be asked about: `ambit nearest NAME`.
package struct PointLayer: Sendable {
    /// A record.
    package struct Row: Sendable {
        /// Its values, one for each column.
        package let values: [String?]
        /// Where it lies.
        package let place: Coordinate

        /// A record with both members.
        package init(_ values: [String?], at place: Coordinate) {
            self.values = values
            self.place = place
        }
    }

    /// Its name on the command line, the plural of its records.
    package let name: String
    /// What a record's values are called; the first is its id.
    package let columns: [String]
    /// Reads all published records that have a place, in the order of their ids.
    package let rows: @Sendable (SpatiaLiteStore) async throws -> [Row]

    /// A layer with all its members.
    package init(
        _ name: String,
        columns: [String],
        rows: @escaping @Sendable (SpatiaLiteStore) async throws -> [Row]
    ) {
        self.name = name
        self.columns = columns
        self.rows = rows
    }
}
