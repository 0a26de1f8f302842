/// A shapefile, read record by record.
///
/// No length in it is believed before it is compared with the bytes that there are, and nothing but a
/// record is in memory at a time.
package final class Shapefile {
    private var index: ShapefileIndex
    private var table: ShapefileTable
    private let page: CodePage
    /// The numbers, from 1, of the records read so far whose texts hold bytes that are no character.
    package private(set) var undecodableRecords: [Int] = []
    /// The numbers, from 1, of the records read so far with parts of too few points, and how many such
    /// parts there are.
    package private(set) var thinParts: (records: [Int], count: Int) = ([], 0)
    /// The names of the attributes.
    package let columns: [String]
    /// What they are, and whether numbers among them have digits behind a point.
    package var attributes: [(type: ShapefileCell.Kind, hasDecimals: Bool)] {
        table.columns.map { ($0.type, $0.hasDecimals) }
    }

    /// One record.
    package enum Record {
        /// Marked as deleted.
        case deleted
        /// Damaged; why.
        case unreadable(ShapefileFault)
        /// The attributes' texts, and the shape; nil for a record without one.
        case shape([String], GeoJSONGeometry?)
    }

    /// Opens the parts that belong together.
    ///
    /// - Throws: ``RowFileError/badShapefile(name:reason:)``.
    package init(_ parts: ShapefileParts) throws(RowFileError) {
        index = try ShapefileIndex(parts)
        table = try ShapefileTable(parts, shapeCount: index.count)
        guard let page = CodePage.named(parts.charset.iconvName) else {
            throw .badShapefile(
                name: parts.name,
                reason:
                    "its texts are \(parts.charset.name) (\(parts.charset.reason)), which this "
                    + "system cannot read; export it again as UTF-8"
            )
        }
        self.page = page
        columns = table.columns.map { page.decodeName($0.name) }
    }

    /// How many records there are.
    package var count: Int { index.count }

    /// The record with a number, from 0.
    ///
    /// - Throws: ``RowFileError/unreadable(path:reason:)``.
    package func record(_ number: Int) throws(RowFileError) -> Record {
        let bytes: ArraySlice<UInt8>
        switch try index.contents(of: number) {
        case .fault(let reason): return .unreadable(reason)
        case .bytes(let contents): bytes = contents
        }
        guard let row = try table.row(number) else {
            return .unreadable(.attributesCutOff)
        }
        if ShapefileTable.isDeleted(row) { return .deleted }
        var thin = 0
        let geometry: GeoJSONGeometry?
        do throws(ShapefileFault) {
            geometry = try ShapefileShape.read(bytes, as: index.type, thin: &thin)
        } catch { return .unreadable(error) }
        if thin > 0 {
            thinParts.records.append(number + 1)
            thinParts.count += thin
        }
        return .shape(texts(of: row, number), geometry)
    }

    private func texts(of row: ArraySlice<UInt8>, _ number: Int) -> [String] {
        var isWhole = true
        let texts = table.columns.map { column in
            let start = row.startIndex + column.bounds.lowerBound
            let cell = row[start..<start + column.bounds.count]
            let decoded = ShapefileCell.text(cell, column.type, page)
            if !decoded.isWhole { isWhole = false }
            return decoded.text
        }
        if !isWhole { undecodableRecords.append(number + 1) }
        return texts
    }
}
