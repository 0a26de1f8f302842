internal import Polling

/// Rows that speak of another row or of a place where nobody votes, and those that a spreadsheet has
/// damaged.
extension StationRowReader {
    /// - Throws: ``RowRefusal`` where the row repeats another by a sign, or says that there is no station.
    func refuseReference(_ row: borrowing Row) throws(RowRefusal) {
        for column in namedColumns where RowReference.isDitto(row.cell(column), isName: true) {
            throw noStation(row, column, Finding(.dittoRow))
        }
        for column in codedColumns where RowReference.isDitto(row.cell(column), isName: false) {
            throw noStation(row, column, Finding(.dittoRow))
        }
        guard let column = plan.name ?? plan.premises, RowReference.maySayNone(row.cell(column))
        else { return }
        var name: [UInt8] = []
        row.appendNormal(column, to: &name)
        guard RowReference.saysNone(name[...]) else { return }
        throw noStation(row, column, Finding(.namesNoStation))
    }

    /// - Throws: ``RowRefusal`` where a row without a place and a street refers to another, or is a remark
    ///   below the table.
    func refuseRemark(_ row: borrowing Row, name: ArraySlice<UInt8>) throws(RowRefusal) {
        for column in plan.address.parts.joined() where !row.isPlaceholder(column) { return }
        if let column = plan.name ?? plan.premises, RowReference.refers(name) {
            throw noStation(row, column, Finding(.namesNoStation))
        }
        for column in [0] + [plan.name, plan.premises].compactMap({ $0 }) {
            guard let text = row.line(column), RowReference.isRemark(text) else { continue }
            throw noStation(row, column, Finding(.remarkRow))
        }
    }

    /// - Throws: ``RowRefusal`` where the row says that its place is one where nobody votes.
    func refuseElsewhere(_ row: borrowing Row) throws(RowRefusal) {
        guard plan.leavesElsewhereOut, let column = plan.kindColumn, let text = row.text(column),
            isElsewhere(text)
        else { return }
        throw noStation(
            row,
            column,
            Finding(.nobodyVotesThere, ["column": .text(plan.columns[column])])
        )
    }

    private func noStation(
        _ row: borrowing Row,
        _ column: Int,
        _ reason: Finding
    ) -> RowRefusal {
        RowRefusal(
            RowFault(
                cause: .noStation,
                column: plan.columns[column],
                value: row.line(column),
                reason: reason
            )
        )
    }

    /// - Throws: ``RowRefusal`` where a spreadsheet has made a date or a power of ten of the house's number.
    func refuseDamage(_ row: borrowing Row) throws(RowRefusal) {
        let column: Int
        if let house = plan.address.houseNumber {
            guard 3...16 ~= row.bounds(house).count, let text = row.text(house),
                SpreadsheetDamage.isDamaged(text)
            else { return }
            column = house
        } else {
            guard let first = plan.address.parts.first?.first,
                SpreadsheetDamage.mayBegin(row.cell(first)), let text = row.line(first),
                SpreadsheetDamage.begins(text)
            else { return }
            column = first
        }
        throw RowRefusal(
            RowFault(
                cause: .badNumber,
                column: plan.columns[column],
                value: row.line(column),
                reason: Finding(.damagedNumber)
            )
        )
    }
}
