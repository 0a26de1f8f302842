internal import Radar

/// The rows of a file, of which those are refused that hold a character which turns the direction of
/// writing: what they say would be shown other than it reads.
///
/// All kinds of records are made of rows that come through here, and the rule is that of posts. Such
/// characters at either end of a cell are left out with the white space there, and turn nothing.
final class PlainTextRowSource: RowSourceLayer {
    let base: any RowSource
    /// How many columns were looked at, and why cells of some cannot be used.
    private var columnCount = 0
    private var columnFaults: [Int: RowFault] = [:]

    init(_ base: any RowSource) { self.base = base }

    func next(_ row: inout Row) throws(ImportError) -> Bool {
        guard try base.next(&row) else { return false }
        guard row.fault == nil else { return true }
        // Those of GeoJSON grow as features are read.
        if base.columns.count != columnCount { lookAtColumns() }
        if !columnFaults.isEmpty {
            row.fault =
                columnFaults.sorted { $0.key < $1.key }
                .first { $0.key < row.count && !row.bounds($0.key).isEmpty }?.value
        }
        if row.fault == nil, row.mayTurnDirection { row.fault = fault(in: row) }
        return true
    }

    private func lookAtColumns() {
        let columns = base.columns
        for index in min(columnCount, columns.count)..<columns.count {
            guard let control = RadarLimits.directionControl(in: columns[index]) else { continue }
            columnFaults[index] = RowFault(
                cause: .directionControl,
                column: columns[index],
                reason: Finding(.turnedColumn, ["character": .text(RadarLimits.name(control))])
            )
        }
        columnCount = columns.count
    }

    private func fault(in row: borrowing Row) -> RowFault? {
        let columns = base.columns
        for index in 0..<row.count {
            guard let text = row.text(index),
                let control = RadarLimits.directionControl(in: text)
            else { continue }
            return RowFault(
                cause: .directionControl,
                column: index < columns.count ? columns[index] : nil,
                value: text,
                reason: Finding(.turnedCell, ["character": .text(RadarLimits.name(control))])
            )
        }
        return nil
    }
}

extension ImportOptions {
    /// Refuses values for all rows that hold what cells may not.
    func requirePlainConstants() throws(ImportError) {
        for constant in constants
        where RadarLimits.directionControl(in: constant.value) != nil {
            throw .unreadableConstant("\(constant.field)=\(constant.value)")
        }
    }
}

extension Row {
    /// Whether one of the bytes stands here with which the characters begin, in UTF-8, that turn the
    /// direction of writing: of most rows nothing else need be looked at.
    fileprivate var mayTurnDirection: Bool {
        bytes.withUnsafeBytes { bytes in
            var highBits: UInt64 = 0
            var index = 0
            while index + 8 <= bytes.count {
                highBits |= bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                index += 8
            }
            let rest = bytes[index...].reduce(UInt8(0)) { $0 | $1 }
            guard highBits & 0x8080_8080_8080_8080 != 0 || rest >= 0x80 else { return false }
            // U+061C is D8 9C; all others lie between U+2000 and U+206F.
            return bytes.contains { $0 == 0xE2 || $0 == 0xD8 }
        }
    }
}
