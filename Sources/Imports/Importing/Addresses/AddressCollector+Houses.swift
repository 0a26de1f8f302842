internal import Polling

/// The houses of a row that stand in columns of ranges, and numbers that are none.
extension AddressCollector {
    /// The ranges of odd and of even numbers, and those whose side stands beside them.
    func ranges(_ row: borrowing Row) throws(RowRefusal) -> [HouseRange] {
        var ranges: [HouseRange] = []
        for (side, from, to) in sides {
            if let range = try range(from, to, side, row) { ranges.append(range) }
        }
        if let range = try range(.houseFrom, .houseTo, try side(row), row) { ranges.append(range) }
        // From 0 to 0 a street has no house on a side, and a row without any is of no whole street.
        let houses = ranges.filter { !$0.numbers.upperBound.isZero }
        guard houses.isEmpty, !ranges.isEmpty else { return houses }
        let columns: [Field] = [.houseTo, .houseFrom, .oddTo, .oddFrom, .evenTo, .evenFrom]
        throw zeroFault(columns.first(where: plan.has) ?? .houseTo, row)
    }

    /// Which numbers of a range a row means; both where it does not say.
    private func side(_ row: borrowing Row) throws(RowRefusal) -> HouseRange.Side {
        guard let text = plan.text(.houseSide, row) else { return .both }
        guard let side = StreetColumns.side(text) else {
            throw plan.fault(.houseSide, row, .badCategory, Finding(.noSideOfStreet))
        }
        return side
    }

    /// A range of numbers; nil where the row has neither end. One end alone is the whole range.
    private func range(
        _ from: Field,
        _ to: Field,
        _ side: HouseRange.Side,
        _ row: borrowing Row
    ) throws(RowRefusal) -> HouseRange? {
        let first = try house(from, row)
        let last = try house(to, row)
        guard let low = first ?? last, let high = last ?? first else { return nil }
        guard low <= high else {
            throw plan.fault(
                to,
                row,
                .badNumber,
                Finding(.reversedHouses, ["house": .text("\(low)")])
            )
        }
        guard HouseRange.canEnd(low, high) else {
            let field = high.isHyphenated ? to : from
            throw plan.fault(field, row, .badNumber, Finding(.noRangeEnd))
        }
        return HouseRange(side: side, numbers: low...high)
    }

    private func house(
        _ field: Field,
        _ row: borrowing Row
    ) throws(RowRefusal) -> HouseNumber? {
        guard let text = plan.text(field, row) else { return nil }
        try refuseDate(text, field, row)
        guard let house = HouseNumber(parsing: text) else {
            throw plan.fault(field, row, .badNumber, Finding(.noHouse))
        }
        return house
    }

    /// - Throws: Where a spreadsheet has made a date of a house number.
    func refuseDate(
        _ text: String,
        _ field: Field,
        _ row: borrowing Row
    ) throws(RowRefusal) {
        guard !SpreadsheetDate.isDate(text) else { throw dateFault(field, row) }
    }

    func zeroFault(_ field: Field, _ row: borrowing Row) -> RowRefusal {
        plan.fault(field, row, .badNumber, Finding(.houseZero))
    }

    func dateFault(_ field: Field, _ row: borrowing Row) -> RowRefusal {
        plan.fault(
            field,
            row,
            .badNumber,
            Finding(.dateForHouse)
        )
    }
}
