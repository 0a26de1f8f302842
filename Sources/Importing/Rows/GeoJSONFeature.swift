/// A feature as RFC 7946 has it.
enum GeoJSONFeature {
    /// Whether a value is a valid feature.
    static func isFeature(_ value: JSONValue) -> Bool {
        (try? geometry(of: value)) != nil
    }

    /// The geometry of a feature, once all its members are known to be right.
    static func geometry(
        of feature: JSONValue
    ) throws(GeoJSONGeometry.Fault) -> Row.Geometry {
        guard case .object = feature else {
            throw .init(reason: "it is \(feature.kind), not a feature")
        }
        guard feature["type"]?.string == "Feature" else {
            let type = feature["type"]?.string.map { "\"\($0)\"" } ?? "missing"
            throw .init(reason: "its \"type\" is \(type); it must be \"Feature\"")
        }
        if let box = feature["bbox"] { try GeoJSONGeometry.checkBoundingBox(box) }
        switch feature["id"] {
        case nil, .string?, .integer?, .number?: break
        case let id?: throw .init(reason: "its \"id\" is \(id.kind); it must be a text or a number")
        }
        switch feature["properties"] {
        case .object?, .null?: break
        case let other?:
            throw .init(reason: "its \"properties\" are \(other.kind); they must be an object")
        case nil: throw .init(reason: "it has no \"properties\"; they may be null")
        }
        switch feature["geometry"] {
        case nil: throw .init(reason: "it has no \"geometry\"; it may be null")
        case .null?: return .missing
        case let geometry?: return .some(try GeoJSONGeometry(geometry))
        }
    }
}
