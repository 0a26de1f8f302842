internal import Polling

/// The values that the caller sets for all rows.
extension StationPlan {
    /// - Throws: ``ImportError`` for a field that cannot be set, or not to this.
    static func checkedConstants(
        _ constants: [FieldConstant]
    ) throws(ImportError) -> [String: String] {
        let allowed =
            [Field.hours, .timeZone, .accessible, .accessibilityNote, .city, .state, .postcode]
            .map(\.name) + Field.districts.map(\.name) + [placeConstant]
        var checked: [String: String] = [:]
        for constant in constants {
            guard allowed.contains(constant.field) else {
                throw .unknownField(constant.field, option: "--set", choices: allowed)
            }
            if constant.field == placeConstant, constant.value != "none" {
                throw .invalidConstant(
                    field: placeConstant,
                    value: constant.value,
                    allowed: "it can only be none"
                )
            }
            if constant.field == Field.timeZone.name, !TimeZoneName.isKnown(constant.value) {
                throw .invalidConstant(
                    field: constant.field,
                    value: constant.value,
                    allowed: TimeZoneName.allowed
                )
            }
            if constant.field == Field.accessible.name,
                AccessibilityText.answer(constant.value) == .unknown
            {
                throw .invalidConstant(
                    field: constant.field,
                    value: constant.value,
                    allowed: "it can be yes or no"
                )
            }
            checked[constant.field] = constant.value
        }
        return checked
    }
}
