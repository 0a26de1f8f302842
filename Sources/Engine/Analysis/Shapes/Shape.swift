public import GeoJSON
public import Geodesy

/// A feature of a GeoJSON file: where it is and what is said of it.
public struct Shape: Sendable {
    /// Its polygons; nil for a feature without any.
    public let area: Area?
    /// Its lines, each of two places or more.
    public let lines: [[Coordinate]]
    /// Its points.
    public let points: [Coordinate]
    /// Its `id` as text; nil where there is none.
    public let id: String?
    /// Its properties in the order of the file.
    public let properties: [JSONValue.Member]

    /// What to call the feature: the first of its properties `name`, `NAME`, `title`, `code`, or
    /// its id.
    public var name: String? {
        for wanted in ["name", "title", "code", "label"] {
            for member in properties where member.name.lowercased() == wanted {
                if let text = member.value.plainText, !text.isEmpty { return text }
            }
        }
        return id
    }
}

extension Shape {
    /// Reads the shapes of a GeoJSON text: a FeatureCollection, a Feature or a bare geometry.
    ///
    /// - Parameter bytes: UTF-8, with or without a byte order mark.
    /// - Returns: In the order of the file; features without a geometry have nothing in them.
    /// - Throws: ``AnalysisError``.
    /// - Complexity: O(length).
    public static func all(in bytes: [UInt8]) throws(AnalysisError) -> [Shape] {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = bytes.starts(with: mark) ? Array(bytes.dropFirst(3)) : bytes
        let value: JSONValue
        do { value = try JSONValue(parsing: text, keepsLongIntegers: true) } catch {
            throw .notJSON(reason: "\(error)")
        }
        guard case .object(let members) = value, let type = members.text("type") else {
            throw .notGeoJSON(reason: "it is \(value.kind) without a \"type\"")
        }
        if let system = members["crs"], let fault = NamedSystem.fault(of: system) {
            throw .notGeoJSON(reason: fault)
        }
        switch type {
        case "FeatureCollection":
            guard case .array(let features)? = members["features"] else {
                throw .notGeoJSON(reason: "a FeatureCollection has an array \"features\"")
            }
            var shapes: [Shape] = []
            for (index, feature) in features.enumerated() {
                guard case .object(let members) = feature else {
                    throw .badGeometry(feature: index + 1, reason: "it is \(feature.kind)")
                }
                shapes.append(try shape(of: members, number: index + 1))
            }
            return shapes
        case "Feature":
            return [try shape(of: members, number: 1)]
        default:
            return [
                try ShapeReader(feature: 1).shape(of: value, id: nil, properties: [])
            ]
        }
    }

    /// The polygons of all shapes as one area.
    ///
    /// - Throws: ``AnalysisError/noShape(wanted:)`` when there are none.
    public static func area(of shapes: [Shape]) throws(AnalysisError) -> Area {
        let areas = shapes.compactMap(\.area)
        guard !areas.isEmpty else { throw .noShape(wanted: "polygon") }
        return areas.count == 1 ? areas[0] : Area(joining: areas)
    }

    private static func shape(
        of members: [JSONValue.Member],
        number: Int
    ) throws(AnalysisError) -> Shape {
        var properties: [JSONValue.Member] = []
        if case .object(let found)? = members["properties"] { properties = found }
        let id = members["id"]?.plainText
        guard let geometry = members["geometry"], geometry != .null else {
            return Shape(area: nil, lines: [], points: [], id: id, properties: properties)
        }
        return try ShapeReader(feature: number)
            .shape(of: geometry, id: id, properties: properties)
    }
}

extension [JSONValue.Member] {
    subscript(name: String) -> JSONValue? { first { $0.name == name }?.value }

    func text(_ name: String) -> String? {
        guard case .string(let text)? = self[name] else { return nil }
        return text
    }
}
