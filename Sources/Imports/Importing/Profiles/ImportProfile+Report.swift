internal import ReferenceSystems
internal import RowFiles

extension ImportReport {
    /// A profile of how the file was read, for `--save-profile`: the next file of the same make is read
    /// the same way, whatever is in it.
    ///
    /// Columns that are kept or dropped are found again without a word; so are the lines of an
    /// address that is spread over several columns.
    ///
    /// - Parameter name: The profile's name.
    public func profile(named name: String) -> ImportProfile {
        var profile = ImportProfile(name: name)
        profile.about = "\(kind), as in \(source.file)"
        profile.encoding = format.byteOrderMark ? nil : TextEncoding(rawValue: format.encoding)
        profile.delimiter = format.delimiter.flatMap { CSVDialect.Delimiter(rawValue: $0) }
        profile.referenceSystem = coordinates.flatMap {
            try? CoordinateReferenceSystem(parsing: $0.system)
        }
        for use in columns where !use.reason.hasPrefix("by its header: part") {
            let fields = use.field.split(separator: ",").map { $0.drop { $0 == " " } }
            for field in fields where ![Field.attribute, Field.ignore].contains(String(field)) {
                profile.columns.append(ColumnMapping(column: use.column, field: String(field)))
            }
        }
        profile.constants = constants.filter { $0.reason.hasSuffix("so") }
            .map { FieldConstant(field: $0.field, value: $0.value) }
        return profile
    }
}
