internal import Polling

/// When a file's districts are in force.
extension DistrictCollector {
    /// Refuses days for the whole file that are none.
    ///
    /// - Throws: ``ImportError/invalidConstant(field:value:allowed:)``.
    static func checkValidity(_ options: ImportOptions) throws(ImportError) {
        func day(_ field: Field) throws(ImportError) -> CalendarDate? {
            guard let text = options.constants.last(where: { $0.field == field.name })?.value else {
                return nil
            }
            guard let day = CalendarDate(parsing: text) else {
                throw .invalidConstant(
                    field: field.name,
                    value: text,
                    allowed: "a day such as 2026-11-03 is allowed"
                )
            }
            return day
        }
        let (from, to) = (try day(.validFrom), try day(.validTo))
        guard DistrictValidity(from: from, to: to) == nil, let from, let to else { return }
        throw .invalidConstant(
            field: Field.validTo.name,
            value: to.description,
            allowed: "a day not before valid_from, \(from), is allowed"
        )
    }

    /// The days on which a row's district is in force.
    func validity(_ row: borrowing Row) throws(RowRefusal) -> DistrictValidity {
        let (from, to) = (try day(.validFrom, row), try day(.validTo, row))
        guard let validity = DistrictValidity(from: from, to: to) else {
            throw plan.fault(.validTo, row, .badTime, Finding(.reversedDays))
        }
        return validity
    }

    /// A day, also as map servers export them, in milliseconds.
    private func day(_ field: Field, _ row: borrowing Row) throws(RowRefusal) -> CalendarDate? {
        if let text = plan.text(field, row) {
            if let day = DayText.ofMilliseconds(text) { return day }
            if PlaceholderText.words.contains(text.lowercased()) { return nil }
        }
        return try plan.date(field, row)
    }

    /// Whether districts with these days have ended.
    func isPast(_ validity: DistrictValidity) -> Bool {
        guard let today, let to = validity.to else { return false }
        return to < today
    }

    /// Parts of one district are in force on the same days; other days make another vintage.
    func requireSameDays(
        _ validity: DistrictValidity,
        as slot: Int,
        _ row: borrowing Row
    ) throws(RowRefusal) {
        guard districts[slot].validity != validity else { return }
        throw plan.fault(
            plan.has(.validFrom) ? .validFrom : .validTo,
            row,
            .repeatedKey,
            Finding(.otherDays, ["line": .number(firstLines[slot])])
        )
    }
}
