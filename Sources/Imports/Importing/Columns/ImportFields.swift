/// What columns may be taken for, by kind of record: what whoever maps columns chooses from.
public enum ImportFields {
    /// The names of a kind's fields, the commonest first, then what every kind has.
    ///
    /// - Parameter kind: Such as `stations`.
    /// - Returns: None where a file of the kind has no columns that could be mapped, as a feed.
    public static func names(of kind: String) -> [String] {
        let fields: [Field] =
            switch kind {
            case "stations": Field.stationFields
            case "messages": Field.messageFields
            case "addresses": Field.addressFields
            case "postcodes": Field.postcodeFields
            case "contests": Field.contestFields
            case "measures": Field.measureFields
            case "elections": Field.electionFields
            case "roads": Field.roadFields
            case "districts": [.codeOfDistrict(type: nil), .nameOfDistrict(type: nil)]
            case "ground": [.groundKey, .groundName, .groundDetail]
            default: []
            }
        guard !fields.isEmpty else { return [] }
        var names: [String] = []
        for field in fields where !names.contains(field.name) { names.append(field.name) }
        return names + [Field.attribute, Field.ignore]
    }
}
