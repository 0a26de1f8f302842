internal import Polling

/// Rows that are refused for what stands beside the station.
extension StationRowReader {
    /// - Throws: ``RowRefusal`` where the row gives a time zone that does not exist: hours would be told
    ///   by no clock.
    func checkTimeZone(_ row: borrowing Row) throws(RowRefusal) {
        for column in plan.timeZones where !row.isPlaceholder(column) {
            guard let text = row.text(column), !TimeZoneName.isKnown(text) else { continue }
            throw RowRefusal(
                RowFault(
                    cause: .badTime,
                    column: plan.columns[column],
                    value: text,
                    reason: "there is no such time zone; \(TimeZoneName.allowed)"
                )
            )
        }
    }
}
