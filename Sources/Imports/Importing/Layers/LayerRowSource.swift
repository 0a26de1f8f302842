internal import ReferenceSystems
internal import RowFiles
internal import SpatialFiles

/// The features of a layer as rows: attributes are cells under their names, the geometry stands beside
/// them, in the layer's own system.
final class LayerRowSource: RowSource {
    let columns: [String]
    let blankRows = 0
    private let table: LayerTable
    private let reader: FileReader
    private var block = 0
    private var offset: Int64 = 0
    private var rows = LayerRows([])
    private var number = 0

    init(_ table: LayerTable) throws(ImportError) {
        self.table = table
        reader = try importing(FileReader(path: table.path))
        let kept = table.schema.columns.indices.filter { !table.leftOut.contains($0) }
        columns = Self.unique(kept.map { table.schema.columns[$0].name })
    }

    var referenceSystem: CoordinateReferenceSystem? { table.referenceSystem }

    var notes: [ImportNote] { table.notes }

    /// What share of the blocks was read, of the bytes that were given.
    var bytesRead: Int64 {
        table.blocks.isEmpty
            ? table.byteCount
            : Int64(Double(table.byteCount) * Double(block) / Double(table.blocks.count))
    }

    func next(_ row: inout Row) throws(ImportError) -> Bool {
        while true {
            guard let isThere = rows.next() else { throw damaged }
            if isThere { break }
            guard block < table.blocks.count else { return false }
            let length = table.blocks[block]
            let bytes = try importing(reader.read(at: offset, count: length))
            guard bytes.count == length else { throw damaged }
            try checkCancellation()
            rows = LayerRows(bytes)
            offset += Int64(length)
            block += 1
        }
        number += 1
        row.begin(line: number)
        row.number = number
        try readGeometry(&row)
        for column in table.schema.columns.indices {
            guard let value = rows.value() else { throw damaged }
            if table.leftOut.contains(column) { continue }
            if let value { row.append(value) }
            row.endCell()
        }
        guard rows.isAtEndOfRow else { throw damaged }
        return true
    }

    private func readGeometry(_ row: inout Row) throws(ImportError) {
        guard let (kind, bytes) = rows.geometry() else { throw damaged }
        switch kind {
        case .missing: row.geometry = .missing
        case .otherType:
            let type = String(decoding: bytes, as: UTF8.self)
            row.fault = RowFault(
                cause: .badFeature,
                reason: Finding(.unknownGeometry, ["geometry": .text(type)])
            )
        case .wellKnownBinary:
            do throws(WellKnownBinary.Fault) {
                let geometry = try WellKnownBinary.geometry(bytes)
                row.geometry = Row.Geometry(geometry)
            } catch { row.fault = RowFault(cause: .badFeature, reason: error.reason) }
        }
    }

    private var damaged: ImportError {
        .badLayerFile(name: table.name, title: "file", reason: LayerReading.crashed)
    }

    /// Names that are each other's but for case are told apart by a number.
    static func unique(_ names: [String]) -> [String] {
        var taken: Set<String> = []
        return names.map { name in
            var candidate = name
            var number = 2
            while !taken.insert(candidate).inserted {
                candidate = "\(name) \(number)"
                number += 1
            }
            return candidate
        }
    }
}
