internal import Polling

/// Rows that are refused as no stations, or for what stands beside the station.
extension StationRowReader {
    /// - Throws: ``RowRefusal`` where the row gives a time zone that does not exist, or two: hours would
    ///   be told by no clock.
    func checkTimeZone(_ row: borrowing Row) throws(RowRefusal) {
        var first: (column: Int, zone: String)?
        for column in plan.timeZones where !row.isPlaceholder(column) {
            guard let text = row.text(column) else { continue }
            let reason: String
            if !TimeZoneName.isKnown(text) {
                reason = "there is no such time zone; \(TimeZoneName.allowed)"
            } else if let first, first.zone != text {
                reason =
                    "\(plan.columns[first.column]) gives another time zone, \(first.zone); leave one "
                    + "column out with --map COLUMN=ignore"
            } else {
                first = first ?? (column, text)
                continue
            }
            throw RowRefusal(
                RowFault(
                    cause: .badTime,
                    column: plan.columns[column],
                    value: text,
                    reason: reason
                )
            )
        }
    }

    /// - Parameter name: The row's, without what spellings differ in.
    /// - Throws: ``RowRefusal`` where a row without a place has nothing for a name and a street but what
    ///   totals and placeholders have.
    func refusePseudoStation(
        _ row: borrowing Row,
        name: ArraySlice<UInt8>
    ) throws(RowRefusal) {
        guard name.isEmpty || PseudoStation.isNamed(name) else { return }
        var whole = Array(name)
        for column in [plan.premises].compactMap({ $0 }) + plan.address.parts.joined()
        where !row.isPlaceholder(column) {
            whole.append(UInt8(ascii: " "))
            row.appendNormal(column, to: &whole)
        }
        guard PseudoStation.isNamed(whole) else { return }
        let column = [plan.name, plan.premises].compactMap { $0 }.first { !row.isPlaceholder($0) }
        throw RowRefusal(
            RowFault(
                cause: .noStation,
                column: column.map { plan.columns[$0] },
                value: column.flatMap { row.line($0) },
                reason:
                    "a total or a placeholder, not a station; one of this name needs an address "
                    + "or a place"
            )
        )
    }
}
