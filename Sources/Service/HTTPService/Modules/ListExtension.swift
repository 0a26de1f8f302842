package import GeoJSON

/// What one module adds to the list of another: parameters that choose among its records, and members of
/// each record.
///
/// The module whose list it is asks all extensions of it, and knows none of them.
package struct ListExtension: Sendable {
    /// Chooses among the records of a list.
    package struct Filter: Sendable {
        /// Whether a record is wanted, by its id.
        package let takes: @Sendable (_ id: String) -> Bool
        /// Whether records without a place are wanted though a radius is given.
        package let takesPlaceless: Bool
        /// What a calendar of the records that it takes is called, such as the name of a game; nil where nothing says.
        package let title: String?

        /// A filter with all its members.
        package init(
            takesPlaceless: Bool = false,
            title: String? = nil,
            takes: @escaping @Sendable (String) -> Bool
        ) {
            self.takes = takes
            self.takesPlaceless = takesPlaceless
            self.title = title
        }
    }

    /// The path of the list, such as `/v1/events`.
    package let list: String
    /// The parameters that ``filter`` reads, as OpenAPI describes them: a JSON array.
    package let parameters: [UInt8]
    /// Reads the parameters of a query and notes what is wrong with them; nil where none is given.
    ///
    /// Throws ``Problem/notReady`` until its module is loaded, where a parameter is given.
    package let filter: @Sendable (inout QueryReader) throws -> Filter?
    /// Adds members to the properties of the record with an id.
    package let write: @Sendable (_ id: String, _ json: inout JSONWriter) -> Void

    /// An extension with all its members.
    package init(
        of list: String,
        parameters: [UInt8],
        filter: @escaping @Sendable (inout QueryReader) throws -> Filter?,
        write: @escaping @Sendable (String, inout JSONWriter) -> Void
    ) {
        self.list = list
        self.parameters = parameters
        self.filter = filter
        self.write = write
    }
}

extension [ListExtension] {
    /// Reads the parameters of all of them.
    ///
    /// - Returns: The filters that are given; a record is wanted that all of them take.
    package func filters(_ query: inout QueryReader) throws -> [ListExtension.Filter] {
        try compactMap { try $0.filter(&query) }
    }
}
