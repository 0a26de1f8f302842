internal import Foundation
internal import Geodesy
internal import Glibc
internal import ReferenceSystems
internal import RowFiles
package import SpatialFiles
internal import Synchronization

/// A layer of another geographic program's file, or a shapefile, as GeoJSON in WGS84; one without geometries
/// as CSV, so that its columns are looked through for coordinates: for who reads that.
///
/// Layers that were read are kept until the process ends, for a file is opened several times; on disk, in
/// files that have no name any more, so that nothing stays behind however it ends.
///
/// The descriptor is private, and closed exactly once, when the last who uses it goes.
package final class LayerFile: Sendable {
    /// What errors call it.
    package let name: String
    /// What is worth knowing about the layer, in English.
    package let notes: [String]
    /// What the features have, in the order in which each has it; no two names are alike.
    package let columns: [LayerSchema.Column]
    private let descriptor: Int32

    /// Where the layer lies as one FeatureCollection, or as CSV.
    package var path: String { "/proc/self/fd/\(descriptor)" }

    private struct Key: Hashable {
        let path: String
        let layer: String?
        let stamp: FileReader.Stamp
    }

    private static let known = Mutex<[Key: LayerFile]>([:])

    /// Looks whether a file is one of these, and reads a layer of it.
    ///
    /// - Parameters:
    ///   - path: Where the file lies, or a folder.
    ///   - layer: The layer's name; nil for the only one with geometries.
    /// - Returns: nil where the file is something else.
    /// - Throws: ``ImportError`` where it cannot be read, or it is unclear which layer is meant.
    package static func open(path: String, layer: String?) throws(ImportError) -> LayerFile? {
        let input = ImportInput.file(path)
        // What is neither file nor folder, or cannot be read, is told by who opens it.
        guard let stamp = try? input.stamp() else { return nil }
        let key = Key(path: path, layer: layer, stamp: stamp)
        if let file = known.withLock({ $0[key] }) { return file }
        guard let rows = try rows(of: input, layer: layer) else { return nil }
        let file = try LayerFile(rows, name: input.name)
        known.withLock { $0[key] = file }
        return file
    }

    /// The rows of a layer with what they have.
    private struct Rows {
        let source: any RowSource
        let kinds: [LayerSchema.ValueKind]
        let isSpatial: Bool
    }

    private static func rows(
        of input: ImportInput,
        layer: String?
    ) throws(ImportError) -> Rows? {
        if let parts = try LayerParts.find(input) {
            let table = try LayerTable(parts, layer: layer)
            let kept = table.schema.columns.indices.filter { !table.leftOut.contains($0) }
            return Rows(
                source: try LayerRowSource(table),
                kinds: kept.map { table.schema.columns[$0].kind },
                isSpatial: table.schema.isSpatial
            )
        }
        guard let parts = try importing(ShapefileParts.find(input.file)) else { return nil }
        if let layer { throw .noSuchLayer(name: input.name, layer: layer, layers: []) }
        let source = try ShapefileRowSource(parts, byteCount: 0)
        return Rows(source: source, kinds: source.kinds, isSpatial: true)
    }

    private init(_ rows: Rows, name: String) throws(ImportError) {
        self.name = name
        columns = zip(LayerRowSource.unique(rows.source.columns), rows.kinds).map {
            LayerSchema.Column(name: $0, kind: $1)
        }
        let folder = try importing(TemporaryFolder())
        let writer = try importing(ScratchWriter("layer", in: folder))
        if rows.isSpatial {
            var text = LayerText(rows.source.referenceSystem, columns, name: name)
            try text.write(rows.source, to: writer)
        } else {
            try LayerSheet.write(rows.source, columns, to: writer)
        }
        try importing(writer.close())
        notes = rows.source.notes.map(\.text)
        descriptor = Glibc.open(writer.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw .file(
                .unreadable(path: writer.path, reason: reasonOfLastFailure())
            )
        }
    }

    deinit { close(descriptor) }
}

/// Writes rows as CSV.
private enum LayerSheet {
    static func write(
        _ rows: any RowSource,
        _ columns: [LayerSchema.Column],
        to writer: ScratchWriter
    ) throws(ImportError) {
        var row = Row()
        var text: [UInt8] = []
        for (index, column) in columns.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            append(Array(column.name.utf8)[...], to: &text)
        }
        text.append(UInt8(ascii: "\n"))
        while try rows.next(&row) {
            for index in columns.indices {
                if index > 0 { text.append(UInt8(ascii: ",")) }
                append(row.verbatimBytes(at: index), to: &text)
            }
            text.append(UInt8(ascii: "\n"))
            try importing(writer.write(text[...]))
            text.removeAll(keepingCapacity: true)
        }
        try importing(writer.write(text[...]))
    }

    private static func append(_ cell: some Collection<UInt8>, to text: inout [UInt8]) {
        let isPlain = cell.allSatisfy {
            $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "\n")
                && $0 != UInt8(ascii: "\r")
        }
        guard !isPlain else {
            text += cell
            return
        }
        text.append(UInt8(ascii: "\""))
        for byte in cell {
            if byte == UInt8(ascii: "\"") { text.append(byte) }
            text.append(byte)
        }
        text.append(UInt8(ascii: "\""))
    }
}

/// Writes rows as GeoJSON in WGS84.
private struct LayerText {
    private let system: CoordinateReferenceSystem?
    private let columns: [LayerSchema.Column]
    private let name: String
    private var transform: CoordinateTransform?
    private var text: [UInt8] = []
    private var row = Row()

    init(
        _ system: CoordinateReferenceSystem?,
        _ columns: [LayerSchema.Column],
        name: String
    ) {
        self.system = system
        self.columns = columns
        self.name = name
    }

    mutating func write(_ rows: any RowSource, to writer: ScratchWriter) throws(ImportError) {
        do {
            if let system, !system.isWGS84 { transform = try CoordinateTransform(from: system) }
        } catch { throw .unusableReferenceSystem(error.description) }
        text += #"{"type":"FeatureCollection","features":["#.utf8
        var isFirst = true
        while try rows.next(&row) {
            text += (isFirst ? "\n" : ",\n").utf8
            isFirst = false
            try appendFeature()
            try importing(writer.write(text[...]))
            text.removeAll(keepingCapacity: true)
        }
        text += "\n]}\n".utf8
        try importing(writer.write(text[...]))
    }

    private mutating func appendFeature() throws(ImportError) {
        text += #"{"type":"Feature","properties":{"#.utf8
        for (index, column) in columns.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            append(string: column.name.utf8)
            text.append(UInt8(ascii: ":"))
            append(row.verbatimBytes(at: index), as: column.kind)
        }
        text += #"},"geometry":"#.utf8
        if case .some(let geometry)? = row.geometry, row.fault == nil {
            try append(geometry)
        } else {
            text += "null".utf8
        }
        text.append(UInt8(ascii: "}"))
    }

    /// Appends a value; as a text what is not of its column's kind.
    private mutating func append(_ cell: some Collection<UInt8>, as kind: LayerSchema.ValueKind) {
        guard !cell.isEmpty else { return text += "null".utf8 }
        switch kind {
        case .integer, .real:
            if Self.isNumber(cell) { text += cell } else { append(string: cell) }
        case .boolean where cell.elementsEqual("true".utf8) || cell.elementsEqual("1".utf8):
            text += "true".utf8
        case .boolean where cell.elementsEqual("false".utf8) || cell.elementsEqual("0".utf8):
            text += "false".utf8
        case .date where cell.count == 8 && cell.allSatisfy({ (0x30...0x39).contains($0) }):
            // A shapefile's; zeros stand for none.
            let digits = String(decoding: cell, as: UTF8.self)
            guard digits != "00000000" else { return text += "null".utf8 }
            let date = digits.prefix(4) + "-" + digits.dropFirst(4).prefix(2) + "-"
            append(string: (date + digits.suffix(2)).utf8)
        case .text, .boolean, .date, .moment, .localMoment: append(string: cell)
        }
    }

    /// Whether a cell is a number as JSON has it.
    private static func isNumber(_ cell: some Collection<UInt8>) -> Bool {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        let bare = cell.drop { $0 == UInt8(ascii: "-") }
        guard cell.count - bare.count <= 1, let first = bare.first, digits.contains(first),
            PlainNumber.read(String(decoding: cell, as: UTF8.self)) != nil
        else { return false }
        return first != UInt8(ascii: "0") || !(bare.dropFirst().first.map(digits.contains) ?? false)
    }

    private mutating func append(_ geometry: GeoJSONGeometry) throws(ImportError) {
        text += #"{"type":""#.utf8
        text += geometry.typeName.utf8
        if case .collection(let members) = geometry {
            text += #"","geometries":["#.utf8
            for (index, member) in members.enumerated() {
                if index > 0 { text.append(UInt8(ascii: ",")) }
                try append(member)
            }
            text += "]}".utf8
            return
        }
        text += #"","coordinates":"#.utf8
        switch geometry {
        case .point(let position): try append(position)
        case .multiPoint(let positions), .lineString(let positions): try append(positions)
        case .multiLineString(let lines), .polygon(let lines): try append(lines)
        case .multiPolygon(let polygons):
            text.append(UInt8(ascii: "["))
            for (index, polygon) in polygons.enumerated() {
                if index > 0 { text.append(UInt8(ascii: ",")) }
                try append(polygon)
            }
            text.append(UInt8(ascii: "]"))
        case .collection: break
        }
        text.append(UInt8(ascii: "}"))
    }

    private mutating func append(_ lines: [[GeoJSONGeometry.Position]]) throws(ImportError) {
        text.append(UInt8(ascii: "["))
        for (index, line) in lines.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            try append(line)
        }
        text.append(UInt8(ascii: "]"))
    }

    private mutating func append(_ positions: [GeoJSONGeometry.Position]) throws(ImportError) {
        text.append(UInt8(ascii: "["))
        for (index, position) in positions.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            try append(position)
        }
        text.append(UInt8(ascii: "]"))
    }

    /// - Throws: For a position that is none on the Earth, for what is read is the layer as a whole.
    private mutating func append(_ position: GeoJSONGeometry.Position) throws(ImportError) {
        var (x, y) = (position.longitude, position.latitude)
        if let transform {
            guard let place = transform.place(x: x, y: y) else {
                throw misplaced("\(transform.system.identifier) has no place at \(x), \(y)")
            }
            (x, y) = (place.longitude, place.latitude)
        } else {
            guard x.magnitude <= 180, y.magnitude <= 90 else {
                throw misplaced(
                    "\(x), \(y) is no longitude and latitude in degrees"
                        + (system == nil
                            ? ", and the file does not say which system it is in; give it one first, such "
                                + "as with ogr2ogr -a_srs EPSG:nnnn" : "")
                )
            }
        }
        text.append(UInt8(ascii: "["))
        text += "\(x)".utf8
        text.append(UInt8(ascii: ","))
        text += "\(y)".utf8
        text.append(UInt8(ascii: "]"))
    }

    private func misplaced(_ reason: String) -> ImportError {
        .badLayerFile(name: name, title: "file", reason: "feature \(row.number): \(reason)")
    }

    private mutating func append(string bytes: some Collection<UInt8>) {
        text.append(UInt8(ascii: "\""))
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                text.append(UInt8(ascii: "\\"))
                text.append(byte)
            case 0..<0x20:
                let digits = Array("0123456789abcdef".utf8)
                text += "\\u00".utf8
                text.append(digits[Int(byte >> 4)])
                text.append(digits[Int(byte & 15)])
            default: text.append(byte)
            }
        }
        text.append(UInt8(ascii: "\""))
    }
}
