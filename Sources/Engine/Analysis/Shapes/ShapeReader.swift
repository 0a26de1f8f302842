internal import GeoJSON
internal import Geodesy

/// Reads one GeoJSON geometry (RFC 7946, section 3.1).
struct ShapeReader {
    /// Which feature is read, for errors; from 1.
    let feature: Int

    func shape(
        of geometry: JSONValue,
        id: String?,
        properties: [JSONValue.Member]
    ) throws(AnalysisError) -> Shape {
        var parts = Parts()
        try collect(geometry, into: &parts, depth: 0)
        var area: Area?
        if !parts.polygons.isEmpty {
            do { area = try Area(polygons: parts.polygons) } catch { throw bad(error.text) }
        }
        return Shape(
            area: area,
            lines: parts.lines,
            points: parts.points,
            id: id,
            properties: properties
        )
    }

    private struct Parts {
        var polygons: [[[Area.LongLatitude]]] = []
        var lines: [[Coordinate]] = []
        var points: [Coordinate] = []
    }

    private func collect(
        _ geometry: JSONValue,
        into parts: inout Parts,
        depth: Int
    ) throws(AnalysisError) {
        guard case .object(let members) = geometry, let type = members.text("type") else {
            throw bad("a geometry is an object with a \"type\"")
        }
        if type == "GeometryCollection" {
            guard depth < 8, case .array(let geometries)? = members["geometries"] else {
                throw bad("a GeometryCollection has an array \"geometries\"")
            }
            for geometry in geometries { try collect(geometry, into: &parts, depth: depth + 1) }
            return
        }
        guard let coordinates = members["coordinates"] else {
            throw bad("a \(type) has \"coordinates\"")
        }
        // An empty geometry is as good as none (RFC 7946, section 3.1).
        guard coordinates != .array([]) else { return }
        switch type {
        case "Point": parts.points.append(try place(coordinates))
        case "MultiPoint":
            for point in try list(coordinates) { parts.points.append(try place(point)) }
        case "LineString": parts.lines.append(try line(coordinates))
        case "MultiLineString":
            for part in try list(coordinates) { parts.lines.append(try line(part)) }
        case "Polygon": parts.polygons.append(try rings(coordinates))
        case "MultiPolygon":
            for part in try list(coordinates) { parts.polygons.append(try rings(part)) }
        default: throw bad("\"\(type)\" is no type of geometry")
        }
    }

    private func rings(_ value: JSONValue) throws(AnalysisError) -> [[Area.LongLatitude]] {
        var rings: [[Area.LongLatitude]] = []
        for ring in try list(value) {
            var positions: [Area.LongLatitude] = []
            for position in try list(ring) {
                let (longitude, latitude) = try pair(position)
                guard latitude.magnitude <= 90, longitude.magnitude <= 540 else {
                    throw bad(
                        "position [\(longitude), \(latitude)] is no longitude and latitude in degrees"
                    )
                }
                positions.append(Area.LongLatitude(longitude: longitude, latitude: latitude))
            }
            do {
                try Polygon.checkRing(positions: positions.count)
            } catch {
                throw bad("\(error)")
            }
            rings.append(positions)
        }
        return rings
    }

    private func line(_ value: JSONValue) throws(AnalysisError) -> [Coordinate] {
        var places: [Coordinate] = []
        for position in try list(value) { places.append(try place(position)) }
        guard places.count >= 2 else { throw bad("a line has two places or more") }
        return places
    }

    private func place(_ value: JSONValue) throws(AnalysisError) -> Coordinate {
        var (longitude, latitude) = try pair(value)
        if longitude > 180, longitude <= 540 { longitude -= 360 }
        if longitude < -180, longitude >= -540 { longitude += 360 }
        do {
            return try Coordinate(latitude: latitude, longitude: longitude)
        } catch {
            throw bad("\(error)")
        }
    }

    private func pair(_ value: JSONValue) throws(AnalysisError) -> (Double, Double) {
        guard case .array(let numbers) = value, numbers.count >= 2,
            case .number(let longitude) = numbers[0], case .number(let latitude) = numbers[1]
        else { throw bad("a position is [longitude, latitude], found \(value.kind)") }
        return (longitude, latitude)
    }

    private func list(_ value: JSONValue) throws(AnalysisError) -> [JSONValue] {
        guard case .array(let values) = value else {
            throw bad("coordinates are arrays, found \(value.kind)")
        }
        return values
    }

    private func bad(_ reason: String) -> AnalysisError {
        .badGeometry(feature: feature, reason: reason)
    }
}
