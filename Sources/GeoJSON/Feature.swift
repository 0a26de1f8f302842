public import Geodesy

/// Names a feature within its collection (RFC 7946, section 3.2).
public enum FeatureID: Sendable, Hashable {
    /// A JSON number.
    case number(Int64)
    /// A JSON string.
    case text(String)
}

/// Where a feature is.
public enum Geometry: Sendable, Hashable {
    /// One place.
    case point(Coordinate)
}

extension JSONWriter {
    /// Writes a GeoJSON Feature: `type`, `id` unless nil, `geometry` (`null` when nil, for what has
    /// no place) and `properties`, whose members the closure writes.
    public mutating func feature(
        id: FeatureID? = nil,
        geometry: Geometry?,
        properties: (inout JSONWriter) throws -> Void
    ) rethrows {
        try object { json in
            json.member("type", "Feature")
            switch id {
            case .number(let number): json.member("id", number)
            case .text(let text): json.member("id", text)
            case nil: break
            }
            json.name("geometry")
            if let geometry { json.geometry(geometry) } else { json.null() }
            try json.member("properties", object: properties)
        }
    }

    /// Writes a GeoJSON geometry; the only place where longitude comes first.
    public mutating func geometry(_ geometry: Geometry) {
        object { json in
            switch geometry {
            case .point(let place):
                json.member("type", "Point")
                json.member("coordinates", array: { $0.position(place) })
            }
        }
    }

    /// Longitude, then latitude (RFC 7946, section 3.1.1).
    private mutating func position(_ place: Coordinate) {
        number(place.longitude)
        number(place.latitude)
    }
}
