internal import Importing

/// What is said of rows of vehicles and factors.
enum TravelSentences {
    static let number = ModuleSentence(
        "mobility_number",
        .number,
        "{field} is a number from {least} to {most}"
    )
    static let tailpipe = ModuleSentence(
        "mobility_tailpipe",
        .number,
        "its {told} g a mile do not fit its {mpg} miles a gallon, by which they are {reckoned}; both are kept"
    )
    static let noFigure = ModuleSentence(
        "mobility_no_figure",
        .blank,
        "it says neither a figure nor an area; give one of person_mpg, g_per_gallon, g_per_person_mile, "
            + "kwh_per_mile, kg_per_mwh and area"
    )
    static let figures = ModuleSentence(
        "mobility_figures",
        .number,
        "it says {count} figures; give each in a row of its own"
    )
    static let about = ModuleSentence(
        "mobility_about",
        .blank,
        "{figure} needs a {needed}, which it is of"
    )
    static let area = ModuleSentence(
        "mobility_area",
        .place,
        "its area is no GeoJSON polygon with closed rings in longitude and latitude"
    )
    static let regions = ModuleSentence(
        "mobility_regions",
        .place,
        "figures of regions count where it is known where these lie: import the map of eGRID's regions too; "
            + "elsewhere the country's mean counts"
    )
    static let day = ModuleSentence(
        "mobility_day",
        .time,
        "valid_from is a day such as 2026-01-01"
    )
}

extension KindRow {
    /// A number in a range; nil where the row says nothing.
    ///
    /// - Throws: ``RowRefusal`` for what is none, or not in the range.
    func number(
        _ field: KindField,
        in range: ClosedRange<Double>
    ) throws(RowRefusal) -> Double? {
        guard let text = text(field) else { return nil }
        guard let number = Double(text), range.contains(number) else {
            throw refusal(
                field,
                TravelSentences.number,
                [
                    "field": .text(field.name), "least": .text("\(range.lowerBound)"),
                    "most": .text("\(range.upperBound)"),
                ]
            )
        }
        return number
    }
}
