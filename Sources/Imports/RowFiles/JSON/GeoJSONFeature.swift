/// A feature as RFC 7946 has it.
package enum GeoJSONFeature {
    /// Whether a value is a valid feature.
    static func isFeature(_ value: StrictJSONValue) -> Bool {
        (try? geometry(of: value)) != nil
    }

    /// The geometry of a feature, once all its members are known to be right.
    ///
    /// - Returns: nil for a feature whose geometry is `null`.
    package static func geometry(
        of feature: StrictJSONValue
    ) throws(GeoJSONFault) -> GeoJSONGeometry? {
        guard case .object = feature else {
            throw .featureNoObject(kind: feature.kind)
        }
        guard feature["type"]?.string == "Feature" else {
            let type = feature["type"]?.string.map { "\"\($0)\"" } ?? "missing"
            throw .otherType(type)
        }
        if let box = feature["bbox"] { try GeoJSONGeometry.checkBoundingBox(box) }
        switch feature["id"] {
        case nil, .string?, .integer?, .number?: break
        case let id?: throw .badID(kind: id.kind)
        }
        switch feature["properties"] {
        case .object?, .null?: break
        case let other?:
            throw .badProperties(kind: other.kind)
        case nil: throw .noProperties
        }
        switch feature["geometry"] {
        case nil: throw .noGeometry
        case .null?: return nil
        case let geometry?: return try GeoJSONGeometry(geometry)
        }
    }
}
