internal import ReferenceSystems
internal import RowFiles
internal import SpatialFiles

/// The records of a shapefile as rows: attributes are cells under their names, the shape stands
/// beside them, in the file's own system.
final class ShapefileRowSource: RowSource {
    let columns: [String]
    let blankRows = 0
    private let parts: ShapefileParts
    private let shapefile: Shapefile
    private let byteCount: Int64
    private var number = 0
    private var deleted = 0

    /// - Parameter byteCount: How long the file is that was given, for ``bytesRead``.
    init(_ parts: ShapefileParts, byteCount: Int64) throws(ImportError) {
        self.parts = parts
        self.byteCount = byteCount
        shapefile = try importing(Shapefile(parts))
        columns = shapefile.columns
    }

    /// What the columns are.
    var kinds: [LayerSchema.ValueKind] {
        shapefile.attributes.map { attribute in
            switch attribute.type {
            case .text, .memo: .text
            case .number: attribute.hasDecimals ? .real : .integer
            case .yesOrNo: .boolean
            case .date: .date
            }
        }
    }

    var referenceSystem: CoordinateReferenceSystem? { parts.referenceSystem }

    /// A shapefile is several files, perhaps packed: what share of its records was read, of the
    /// bytes that were given.
    var bytesRead: Int64 { byteCount / Int64(max(1, shapefile.count)) * Int64(number) }

    func next(_ row: inout Row) throws(ImportError) -> Bool {
        while number < shapefile.count {
            number += 1
            row.begin(line: number)
            row.number = number
            switch try importing(shapefile.record(number - 1)) {
            case .deleted:
                deleted += 1
                continue
            case .unreadable(let reason):
                row.fault = RowFault(cause: .badFeature, reason: Finding(of: reason))
            case .shape(let cells, let geometry):
                for cell in cells {
                    row.append(cell.utf8)
                    row.endCell()
                }
                row.geometry = Row.Geometry(geometry)
            }
            return true
        }
        return false
    }

    var notes: [ImportNote] {
        var notes: [ImportNote] = []
        if let doubt = parts.charset.doubt {
            notes.append(ImportNote(.warning, Finding(of: doubt)))
        }
        let undecodable = shapefile.undecodableRecords
        if !undecodable.isEmpty {
            notes.append(
                ImportNote(
                    .warning,
                    Finding(
                        .undecodableTexts,
                        [
                            "records": .count(undecodable.count),
                            "charset": .text(parts.charset.name),
                        ]
                    ),
                    lines: Array(undecodable.prefix(5))
                )
            )
        }
        let thin = shapefile.thinParts
        if thin.count > 0 {
            notes.append(
                ImportNote(
                    .warning,
                    Finding(
                        .thinParts,
                        ["records": .count(thin.records.count), "parts": .count(thin.count)]
                    ),
                    lines: Array(thin.records.prefix(5))
                )
            )
        }
        if deleted > 0 {
            notes.append(
                ImportNote(.note, Finding(.deletedRecords, ["records": .count(deleted)]))
            )
        }
        return notes
    }
}
