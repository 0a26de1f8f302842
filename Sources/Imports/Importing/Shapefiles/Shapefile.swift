internal import SpatialFiles

/// A shapefile, read record by record.
///
/// No length in it is believed before it is compared with the bytes that there are, and nothing but a
/// record is in memory at a time.
final class Shapefile {
    private var index: ShapefileIndex
    private var table: ShapefileTable
    private let page: CodePage
    /// The numbers, from 1, of the records read so far whose texts hold bytes that are no character.
    private(set) var undecodableRecords: [Int] = []
    /// The numbers, from 1, of the records read so far with parts of too few points, and how many such
    /// parts there are.
    private(set) var thinParts: (records: [Int], count: Int) = ([], 0)
    /// The names of the attributes.
    let columns: [String]
    /// What they are.
    var kinds: [LayerSchema.ValueKind] {
        table.columns.map { column in
            switch column.type {
            case .text, .memo: .text
            case .number: column.hasDecimals ? .real : .integer
            case .yesOrNo: .boolean
            case .date: .date
            }
        }
    }

    /// One record.
    enum Record {
        /// Marked as deleted.
        case deleted
        /// Damaged; why.
        case unreadable(Finding)
        /// The attributes' texts, and the shape; nil for a record without one.
        case shape([String], GeoJSONGeometry?)
    }

    /// Opens the parts that belong together.
    ///
    /// - Throws: ``ImportError/badShapefile(name:reason:)``.
    init(_ parts: ShapefileParts) throws(ImportError) {
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
    var count: Int { index.count }

    /// The record with a number, from 0.
    ///
    /// - Throws: ``ImportError/unreadable(path:reason:)``.
    func record(_ number: Int) throws(ImportError) -> Record {
        let bytes: ArraySlice<UInt8>
        switch try index.contents(of: number) {
        case .fault(let reason): return .unreadable(reason)
        case .bytes(let contents): bytes = contents
        }
        guard let row = try table.row(number) else {
            return .unreadable(Finding(.attributesCutOff))
        }
        if ShapefileTable.isDeleted(row) { return .deleted }
        var thin = 0
        let geometry: GeoJSONGeometry?
        do throws(ShapefileShape.Fault) {
            geometry = try ShapefileShape.read(bytes, as: index.type, thin: &thin)
        } catch { return .unreadable(error.reason) }
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
