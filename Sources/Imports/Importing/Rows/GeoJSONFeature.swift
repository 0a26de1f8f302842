/// A feature as RFC 7946 has it.
enum GeoJSONFeature {
    /// Whether a value is a valid feature.
    static func isFeature(_ value: StrictJSONValue) -> Bool {
        (try? geometry(of: value)) != nil
    }

    /// The geometry of a feature, once all its members are known to be right.
    static func geometry(
        of feature: StrictJSONValue
    ) throws(GeoJSONGeometry.Fault) -> Row.Geometry {
        guard case .object = feature else {
            throw .init(reason: Finding(.notAFeature, ["detail": .text(feature.kind)]))
        }
        guard feature["type"]?.string == "Feature" else {
            let type = feature["type"]?.string.map { "\"\($0)\"" } ?? "missing"
            throw .init(reason: Finding(.typeNoFeature, ["detail": .text(type)]))
        }
        if let box = feature["bbox"] { try GeoJSONGeometry.checkBoundingBox(box) }
        switch feature["id"] {
        case nil, .string?, .integer?, .number?: break
        case let id?: throw .init(reason: Finding(.idNoText, ["detail": .text(id.kind)]))
        }
        switch feature["properties"] {
        case .object?, .null?: break
        case let other?:
            throw .init(reason: Finding(.propertiesNoObject, ["detail": .text(other.kind)]))
        case nil: throw .init(reason: Finding(.propertiesMissing))
        }
        switch feature["geometry"] {
        case nil: throw .init(reason: Finding(.geometryMissing))
        case .null?: return .missing
        case let geometry?: return .some(try GeoJSONGeometry(geometry))
        }
    }
}
