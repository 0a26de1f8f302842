internal import CGDAL
internal import Glibc

/// The features of a layer as rows, in blocks.
///
/// Used by the process that reads the layer alone. The layer belongs to its dataset, which is open for as
/// long as the process lives; features and geometries that are made here are destroyed here.
final class LayerFeatures {
    private var counted = LayerRemarks()
    /// Whether something stands in a column.
    private var isFilled: [Bool] = []
    private let layer: OGRLayerH
    private let definition: OGRFeatureDefnH
    private let fields: [Field]
    private let identifier: String?
    private let system: (text: String, isSwapped: Bool)
    private let isSpatial: Bool
    private let hasZones: Bool
    private var rows = LayerRowWriter()
    private var isAtEnd = false

    private struct Field {
        let index: Int32
        let name: String
        let type: Int
        let isBoolean: Bool
    }

    private static let blockBytes = 256 << 10
    /// The largest row that is read.
    private static let rowBytes = 64 << 20
    /// What drivers and databases call the number that they give a row.
    private static let plainIdentifiers: Set<String> = [
        "", "fid", "ogc_fid", "objectid", "oid", "ogr_fid", "rowid", "pkuid",
    ]

    init(_ layer: OGRLayerH, _ format: LayerFormat) {
        self.layer = layer
        definition = OGR_L_GetLayerDefn(layer)
        var fields: [Field] = []
        for index in 0..<OGR_FD_GetFieldCount(definition) {
            let field = OGR_FD_GetFieldDefn(definition, index)
            let name = String(cString: OGR_Fld_GetNameRef(field))
            guard !format.leavesOut(name) else { continue }
            fields.append(
                Field(
                    index: index,
                    name: name,
                    type: Int(OGR_Fld_GetType(field)),
                    isBoolean: OGR_Fld_GetSubType(field) == Int32(OFSTBoolean)
                )
            )
        }
        self.fields = fields
        hasZones = format.hasZones
        let key = String(cString: OGR_L_GetFIDColumn(layer))
        identifier = Self.plainIdentifiers.contains(key.lowercased()) ? nil : key
        isSpatial = OGR_L_GetGeomType(layer) != UInt32(wkbNone)
        system = Self.system(of: layer)
        counted.otherGeometries = max(0, Int(OGR_FD_GetGeomFieldCount(definition)) - 1)
        isFilled = [Bool](repeating: false, count: fields.count)
        OGR_L_ResetReading(layer)
    }

    /// What was noticed so far.
    var remarks: LayerRemarks {
        var remarks = counted
        let first = identifier == nil ? 0 : 1
        remarks.blankColumns = isFilled.indices.filter { !isFilled[$0] }.map { $0 + first }
        return remarks
    }

    func schema(name: String, others: [String]) -> LayerSchema {
        var columns = fields.map { field in
            LayerSchema.Column(name: field.name, kind: kind(of: field))
        }
        if let identifier {
            columns.insert(LayerSchema.Column(name: identifier, kind: .integer), at: 0)
        }
        return LayerSchema(
            layer: name,
            others: others,
            columns: columns,
            system: system.text,
            isSpatial: isSpatial
        )
    }

    private func kind(of field: Field) -> LayerSchema.ValueKind {
        if field.isBoolean { return .boolean }
        return switch field.type {
        case OFTInteger, OFTInteger64: .integer
        case OFTReal: .real
        case OFTDate: .date
        case OFTDateTime: hasZones ? .moment : .localMoment
        default: .text
        }
    }

    /// The next rows; nil behind the last.
    func nextBlock() -> [UInt8]? {
        rows.removeAll()
        while !isAtEnd, rows.bytes.count < Self.blockBytes {
            guard let feature = OGR_L_GetNextFeature(layer) else {
                isAtEnd = true
                break
            }
            append(feature)
            OGR_F_Destroy(feature)
        }
        return rows.bytes.isEmpty ? nil : rows.bytes
    }

    // MARK: The reference system

    /// The system of a layer, and whether its positions have the latitude or the northing first.
    private static func system(of layer: OGRLayerH) -> (text: String, isSwapped: Bool) {
        guard let system = OGR_L_GetSpatialRef(layer) else { return ("", false) }
        var count: Int32 = 0
        let mapping = OSRGetDataAxisToSRSAxisMapping(system, &count)
        var orientation: Int32 = 0
        _ = OSRGetAxis(system, nil, 0, &orientation)
        let isSwapped =
            count >= 2 && mapping?[0] == 1 && orientation == Int32(OAO_North)
        if let authority = OSRGetAuthorityName(system, nil), strcasecmp(authority, "EPSG") == 0,
            let code = OSRGetAuthorityCode(system, nil)
        {
            return ("EPSG:" + String(cString: code), isSwapped)
        }
        // No numbers of inches, nor of the layer's own, mean what the file does not say.
        var text: UnsafeMutablePointer<CChar>?
        defer { VSIFree(text) }
        for format in ["FORMAT=WKT2", "FORMAT=WKT1_ESRI"] {
            let failure = LayerWorker.withTexts([format]) { OSRExportToWktEx(system, &text, $0) }
            if failure == 0, let text, text[0] != 0 {
                let description = String(cString: text)
                // A drawing's own plane, as of a building.
                if description.hasPrefix("ENGCRS") || description.hasPrefix("LOCAL_CS") { break }
                return (description, isSwapped)
            }
            VSIFree(text)
            text = nil
        }
        return ("", isSwapped)
    }

    // MARK: A row

    private func append(_ feature: OGRFeatureH) {
        let start = rows.bytes.count
        rows.beginRow()
        appendGeometry(of: feature)
        if identifier != nil { rows.put(text: "\(OGR_F_GetFID(feature))".utf8) }
        var hasBadText = false
        for (number, field) in fields.enumerated() {
            guard OGR_F_IsFieldSetAndNotNull(feature, field.index) != 0 else {
                rows.putMissing()
                continue
            }
            let before = rows.bytes.count
            appendValue(of: field, feature, &hasBadText)
            if rows.bytes.count > before + 4 { isFilled[number] = true }
        }
        if hasBadText { counted.badTexts += 1 }
        if rows.endRow() > Self.rowBytes {
            rows.cut(to: start)
            rows.beginRow()
            rows.put(.otherType)
            rows.put(text: "Feature of more than \(Self.rowBytes >> 20) MB".utf8)
            for _ in 0..<fields.count + (identifier == nil ? 0 : 1) { rows.putMissing() }
            _ = rows.endRow()
        }
    }

    private func appendGeometry(of feature: OGRFeatureH) {
        guard let geometry = OGR_F_GetGeometryRef(feature) else {
            rows.put(.missing)
            rows.put(text: [])
            return
        }
        if OGR_G_Is3D(geometry) != 0, Self.hasHeights(geometry) { counted.heights += 1 }
        if OGR_G_IsMeasured(geometry) != 0 { counted.measures += 1 }
        var shape = geometry
        if OGR_G_HasCurveGeometry(geometry, 0) != 0 {
            if OGR_G_HasCurveGeometry(geometry, 1) != 0 { counted.curves += 1 }
            // Four degrees an arc, the library's own choice.
            if let linear = OGR_G_GetLinearGeometry(geometry, 0, nil) { shape = linear }
        }
        defer { if shape != geometry { OGR_G_DestroyGeometry(shape) } }
        OGR_G_FlattenTo2D(shape)
        guard (1...7).contains(OGR_G_GetGeometryType(shape)) else {
            rows.put(.otherType)
            rows.put(text: String(cString: OGR_G_GetGeometryName(shape)).utf8)
            return
        }
        if system.isSwapped { OGR_G_SwapXY(shape) }
        let length = Int(OGR_G_WkbSize(shape))
        let place = rows.bytes.count
        rows.put(.wellKnownBinary)
        let isDone =
            length > 0 && length <= Self.rowBytes
            && rows.put(count: length) {
                OGR_G_ExportToIsoWkb(shape, Int32(wkbNDR), $0) == 0
            }
        if !isDone {
            rows.cut(to: place)
            rows.put(.otherType)
            rows.put(text: String(cString: OGR_G_GetGeometryName(shape)).utf8)
        }
    }

    /// Whether a place lies at another height than 0, which drivers give to places without one.
    private static func hasHeights(_ geometry: OGRGeometryH) -> Bool {
        var bounds = [Double](repeating: 0, count: 6)
        OGR_G_GetEnvelope3D(geometry, &bounds)
        return bounds[4] != 0 || bounds[5] != 0
    }

    private func appendValue(of field: Field, _ feature: OGRFeatureH, _ hasBadText: inout Bool) {
        switch field.type {
        case OFTInteger, OFTInteger64:
            let number = OGR_F_GetFieldAsInteger64(feature, field.index)
            rows.put(
                text: (field.isBoolean ? (number == 0 ? "false" : "true") : "\(number)").utf8
            )
        case OFTReal:
            rows.put(text: Self.text(OGR_F_GetFieldAsDouble(feature, field.index)).utf8)
        case OFTDate, OFTTime, OFTDateTime:
            rows.put(text: moment(feature, field.index, field.type).utf8)
        case OFTBinary:
            counted.binaries += 1
            rows.putMissing()
        case OFTIntegerList, OFTInteger64List, OFTRealList,
            OFTStringList:
            rows.put(text: Self.list(feature, field.index, field.type).utf8)
        default:
            guard let text = OGR_F_GetFieldAsString(feature, field.index) else {
                rows.putMissing()
                return
            }
            let bytes = UnsafeRawBufferPointer(start: text, count: strlen(text))
            if Self.isASCII(bytes) {
                rows.put(text: bytes)
            } else if String(validating: bytes, as: UTF8.self) != nil {
                rows.put(text: bytes)
            } else {
                hasBadText = true
                rows.put(text: String(decoding: bytes, as: UTF8.self).utf8)
            }
        }
    }

    private static func isASCII(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.allSatisfy { $0 < 0x80 }
    }

    /// A number as its shortest text; a whole one without a fraction.
    private static func text(_ number: Double) -> String {
        guard let whole = Int64(exactly: number), whole.magnitude < 1 << 53 else {
            return number.isFinite ? "\(number)" : ""
        }
        return "\(whole)"
    }

    /// `2026-11-03`, `07:00:00` or `2026-11-03T07:00:00-06:00`; without a zone where the file has none.
    private func moment(_ feature: OGRFeatureH, _ index: Int32, _ type: Int) -> String {
        var (year, month, day): (Int32, Int32, Int32) = (0, 0, 0)
        var (hour, minute, zone): (Int32, Int32, Int32) = (0, 0, 0)
        var second: Float = 0
        guard
            OGR_F_GetFieldAsDateTimeEx(
                feature,
                index,
                &year,
                &month,
                &day,
                &hour,
                &minute,
                &second,
                &zone
            ) != 0
        else { return "" }
        if !hasZones { zone = 0 }
        let date = "\(Self.digits(year, 4))-\(Self.digits(month, 2))-\(Self.digits(day, 2))"
        if type == OFTDate { return date }
        let milliseconds = Int32((second.isFinite ? Double(second) * 1000 : 0).rounded())
        var time =
            "\(Self.digits(hour, 2)):\(Self.digits(minute, 2)):\(Self.digits(milliseconds / 1000, 2))"
        if milliseconds % 1000 != 0 { time += ".\(Self.digits(milliseconds % 1000, 3))" }
        if type == OFTTime { return time }
        // Some formats have no day without a time.
        if zone <= 1, time == "00:00:00" { return date }
        return date + "T" + time + Self.offset(zone)
    }

    /// A zone of OGR: 100 is UTC, and each more a quarter of an hour; 0 and 1 are none.
    private static func offset(_ zone: Int32) -> String {
        if zone <= 1 { return "" }
        let minutes = (zone - 100) * 15
        if minutes == 0 { return "Z" }
        return (minutes < 0 ? "-" : "+") + digits(abs(minutes) / 60, 2) + ":"
            + digits(abs(minutes) % 60, 2)
    }

    private static func digits(_ number: Int32, _ count: Int) -> String {
        let text = "\(number)"
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }

    /// The members of a list with semicolons between them.
    private static func list(_ feature: OGRFeatureH, _ index: Int32, _ type: Int) -> String {
        var count: Int32 = 0
        var texts: [String] = []
        switch type {
        case OFTIntegerList:
            let numbers = OGR_F_GetFieldAsIntegerList(feature, index, &count)
            for place in 0..<Int(count) { if let numbers { texts.append("\(numbers[place])") } }
        case OFTInteger64List:
            let numbers = OGR_F_GetFieldAsInteger64List(feature, index, &count)
            for place in 0..<Int(count) { if let numbers { texts.append("\(numbers[place])") } }
        case OFTRealList:
            let numbers = OGR_F_GetFieldAsDoubleList(feature, index, &count)
            for place in 0..<Int(count) { if let numbers { texts.append(text(numbers[place])) } }
        default:
            guard var next = OGR_F_GetFieldAsStringList(feature, index) else { return "" }
            while let text = next.pointee {
                texts.append(String(cString: text))
                next += 1
            }
        }
        return texts.joined(separator: "; ")
    }
}
