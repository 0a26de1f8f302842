package import Geodesy

/// Records of a module that a way may lead to, such as booths: a parameter of `GET /v1/directions` beside `to`.
///
/// Ways ask all modules for theirs, and know none of them.
package struct WayEnd: Sendable {
    /// Where a way ends.
    package struct Place: Sendable {
        /// Where it is.
        package let coordinate: Coordinate
        /// What it is called, for the last step.
        package let name: String

        /// A place with both members.
        package init(_ coordinate: Coordinate, name: String) {
            (self.coordinate, self.name) = (coordinate, name)
        }
    }

    /// The parameter, such as `to_booth`.
    package let parameter: String
    /// How OpenAPI describes its value: a JSON object.
    package let schema: [UInt8]
    /// The place of the record that a value names.
    ///
    /// Throws ``Problem`` where there is no such record, where nobody knows its place, and until its module is
    /// loaded.
    package let place: @Sendable (_ value: String) throws -> Place

    /// An end with all its members.
    package init(
        _ parameter: String,
        schema: [UInt8],
        place: @escaping @Sendable (_ value: String) throws -> Place
    ) {
        self.parameter = parameter
        self.schema = schema
        self.place = place
    }
}
