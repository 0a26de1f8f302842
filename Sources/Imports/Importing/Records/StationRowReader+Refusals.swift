internal import Polling

/// Rows that are refused as no stations, or for what stands beside the station.
extension StationRowReader {
    /// - Throws: ``RowRefusal`` where the row gives a time zone that does not exist, or two: hours would
    ///   be told by no clock.
    func checkTimeZone(_ row: borrowing Row) throws(RowRefusal) {
        var first: (column: Int, zone: String)?
        for column in plan.timeZones where !row.isPlaceholder(column) {
            guard let text = row.text(column) else { continue }
            let reason: Finding
            if !TimeZoneName.isKnown(text) {
                reason = Finding(.noTimeZone)
            } else if let first, first.zone != text {
                reason = Finding(
                    .secondTimeZone,
                    ["column": .text(plan.columns[first.column]), "zone": .text(first.zone)]
                )
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

    /// - Throws: ``RowRefusal`` where the row is a heading such as `WARD 1` above the rows of its stations.
    ///   Nobody would be sent to such a station: it has no place, no address and no district.
    func refuseHeading(_ row: borrowing Row) throws(RowRefusal) {
        guard let column = heading(row), plan.columns.indices.contains(column) else { return }
        throw RowRefusal(
            RowFault(
                cause: .noStation,
                column: plan.columns[column],
                value: row.line(column),
                reason: Finding(.headingInTable)
            )
        )
    }

    /// Where rows have fewer cells filled than these, one may have its name alone.
    private static let leastUsualFilled = 4
    /// The same of a table without coordinates.
    private static let leastWithoutPlace = 3
    /// So many cells that say the same are merged ones.
    private static let leastMerged = 3

    /// The column of a row's heading; nil where the row is none.
    ///
    /// A row is one where all its cells say the same, and the table has several columns or the words are a
    /// heading's; and where such words have nothing but numbers beside them, which repeat theirs or count
    /// the rows, while other rows have twice as many cells.
    private func heading(_ row: borrowing Row) -> Int? {
        if let only = StationHeading.only(of: row) {
            let least = plan.place == nil ? Self.leastWithoutPlace : Self.leastUsualFilled
            let isSure =
                only.cells == 1
                ? plan.usualFilled >= least
                : only.cells >= Self.leastMerged && row.cell(only.column).contains(0x20)
            return isSure || isWorded(row, only.column) ? only.column : nil
        }
        guard let name = plan.name ?? plan.premises, isWorded(row, name) else { return nil }
        var filled = 0
        for column in 0..<row.count where !row.isPlaceholder(column) {
            filled += 1
            guard column == name || row.line(column).map(Self.isNumberAlone) ?? true else {
                return nil
            }
        }
        return filled * 2 <= plan.usualFilled ? name : nil
    }

    private func isWorded(_ row: borrowing Row, _ column: Int) -> Bool {
        row.line(column).map(StationHeading.isWorded) ?? false
    }

    private static func isNumberAlone(_ text: String) -> Bool { text.allSatisfy(\.isNumber) }

    /// What a row says of a total in its first cell, or where others have an id or a district; nil where
    /// it says none.
    private func totalLabel(_ row: borrowing Row) -> [UInt8]? {
        for column in [0] + plan.keys.map(\.column) + plan.districts.map(\.column) {
            var label: [UInt8] = []
            row.appendNormal(column, to: &label)
            if !PseudoStation.isCount(label[...]), PseudoStation.isNamed(label) { return label }
        }
        return nil
    }

    /// - Parameter name: The row's, without what spellings differ in.
    /// - Throws: ``RowRefusal`` where a row without a place has nothing for a name and a street but what
    ///   totals and placeholders have.
    func refusePseudoStation(
        _ row: borrowing Row,
        name: ArraySlice<UInt8>
    ) throws(RowRefusal) {
        var whole = Array(name)
        if PseudoStation.isCount(name), let label = totalLabel(row) {
            // `Total,551`: what the first cell says tells what the number is.
            whole = label + [UInt8(ascii: " ")] + whole
        } else if !name.isEmpty, !PseudoStation.isNamed(name) {
            return
        }
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
                reason: Finding(.pseudoStation)
            )
        )
    }
}
