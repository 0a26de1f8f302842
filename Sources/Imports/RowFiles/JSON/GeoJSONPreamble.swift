package import ReferenceSystems

/// How the features of a GeoJSON file follow one another.
package enum GeoJSONLayout: String, Sendable {
    case collection = "geojson"
    case sequence = "ndjson"
    /// An array, whose objects need not be features.
    case array = "json"
}

/// What stands before the first feature of a GeoJSON file.
package enum GeoJSONPreamble {
    /// How the features follow, the system that stands before them, and whether a collection has said
    /// that it is one.
    package typealias Beginning = (
        layout: GeoJSONLayout, system: CoordinateReferenceSystem?, hasType: Bool
    )

    /// Moves the window to the first feature of a collection, or leaves it at the first feature or
    /// geometry of a sequence.
    package static func read(_ window: TextWindow, name: String) throws(RowFileError) -> Beginning {
        let first = try window.skipSpace()
        if first == UInt8(ascii: "[") {
            window.advance(to: window.position + 1)
            return (.array, nil, true)
        }
        guard first == UInt8(ascii: "{") else {
            throw .notGeoJSON(name: name, reason: "it does not begin with an object")
        }
        var offset = 1
        var type: String?
        var members: Set<String> = []
        var system: CoordinateReferenceSystem?
        while true {
            guard let key = try window.valueExtent(from: offset) else {
                throw .notGeoJSON(name: name, reason: "it ends too early")
            }
            let keyName = try window.parsed(key, name: name).string
            guard let keyName else {
                throw .notGeoJSON(name: name, reason: "a member's name in quotes is missing")
            }
            guard let colon = try window.separator(from: key.upperBound, in: ":") else {
                throw .notGeoJSON(name: name, reason: "a colon is missing behind \"\(keyName)\"")
            }
            if keyName == "features" {
                guard let bracket = try window.separator(from: colon + 1, in: "[") else {
                    throw .notGeoJSON(name: name, reason: "\"features\" is no array")
                }
                guard type == nil || type == "FeatureCollection" else {
                    throw .notGeoJSON(name: name, reason: "its type is \"\(type ?? "")\"")
                }
                window.advance(to: window.position + bracket + 1)
                return (.collection, system, type != nil)
            }
            guard let value = try window.valueExtent(from: colon + 1) else {
                throw .notGeoJSON(name: name, reason: "it ends too early")
            }
            members.insert(keyName)
            if keyName == "type" { type = try window.parsed(value, name: name).string }
            if keyName == "crs" { system = try namedSystem(window, value, name: name) }
            guard let next = try window.separator(from: value.upperBound, in: ",}") else {
                throw .notGeoJSON(name: name, reason: "a comma or a closing brace is missing")
            }
            if window.bytes[window.position + next] == UInt8(ascii: "}") { break }
            offset = next + 1
        }
        if let type, type == "Feature" || GeoJSONGeometry.typeNames.contains(type) {
            return (.sequence, system, true)
        }
        throw .notGeoJSON(name: name, reason: fault(ofType: type, members: members))
    }

    /// Why an object is neither a collection nor a feature nor a geometry: of the three, that is told
    /// which its members make it look like.
    private static func fault(ofType type: String?, members: Set<String>) -> String {
        let sort =
            !members.isDisjoint(with: ["properties", "geometry"])
            ? "Feature"
            : !members.isDisjoint(with: ["coordinates", "geometries"])
                ? "geometry" : "FeatureCollection"
        switch (sort, type) {
        case (_, "FeatureCollection"?): return "the FeatureCollection has no \"features\""
        case ("geometry", nil): return "a geometry has no \"type\""
        case ("geometry", let type?): return "\"\(type)\" is no type of geometry"
        case (_, nil): return "it has no \"type\"; it must be a \(sort)"
        case (_, let type?): return "its type is \"\(type)\"; it must be a \(sort)"
        }
    }

    /// The system that an old-style `crs` member names (GeoJSON 2008, section 3).
    package static func namedSystem(
        _ window: TextWindow,
        _ extent: Range<Int>,
        name: String
    ) throws(RowFileError) -> CoordinateReferenceSystem? {
        let value = try window.parsed(extent, name: name)
        if case .null = value { return nil }
        let properties = value["properties"]
        let text = properties?["name"]?.string ?? properties?["code"].map { "EPSG:\($0.cellText)" }
        guard let text else {
            throw .notGeoJSON(
                name: name,
                reason:
                    "its \"crs\" member names no system; name it with --crs EPSG:nnnn and leave "
                    + "the member out"
            )
        }
        do {
            return try CoordinateReferenceSystem(parsing: text)
        } catch {
            throw .notGeoJSON(name: name, reason: "its \"crs\" member says so: \(error)")
        }
    }
}
