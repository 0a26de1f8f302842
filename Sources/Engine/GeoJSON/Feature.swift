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
    /// A line of two places or more; a MultiLineString, cut in two, where it crosses the
    /// antimeridian (RFC 7946, section 3.1.9).
    case line([Coordinate])
    /// An area; a Polygon where it has one part.
    case area(MultiPolygon)
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
            case .line(let line):
                let parts = Self.cutAtAntimeridian(line)
                if parts.count == 1 {
                    json.member("type", "LineString")
                    json.member("coordinates", array: { $0.positions(line) })
                } else {
                    json.member("type", "MultiLineString")
                    json.member(
                        "coordinates",
                        array: { list in for part in parts { list.array { $0.positions(part) } } }
                    )
                }
            case .area(let area):
                if area.polygons.count == 1, let polygon = area.polygons.first {
                    json.member("type", "Polygon")
                    json.member("coordinates", array: { $0.rings(polygon) })
                } else {
                    json.member("type", "MultiPolygon")
                    json.member(
                        "coordinates",
                        array: { parts in
                            for polygon in area.polygons { parts.array { $0.rings(polygon) } }
                        }
                    )
                }
            }
        }
    }

    /// The parts of a line on either side of the meridian of 180 degrees, which each step of more than
    /// half the Earth's circumference crosses.
    private static func cutAtAntimeridian(_ line: [Coordinate]) -> [[Coordinate]] {
        guard let first = line.first else { return [line] }
        var parts: [[Coordinate]] = []
        var part = [first]
        for (start, end) in zip(line, line.dropFirst()) {
            if (end.longitude - start.longitude).magnitude > 180 {
                let side: Double = start.longitude < 0 ? -180 : 180
                let toMeridian = side - start.longitude
                let whole = toMeridian + end.longitude + side
                let share = whole == 0 ? 0 : toMeridian / whole
                let latitude = start.latitude + share * (end.latitude - start.latitude)
                for (edge, isNew) in [(side, false), (-side, true)] {
                    if isNew {
                        parts.append(part)
                        part = []
                    }
                    if let place = try? Coordinate(latitude: latitude, longitude: edge) {
                        part.append(place)
                    }
                }
            }
            part.append(end)
        }
        return parts + [part]
    }

    private mutating func positions(_ line: [Coordinate]) {
        for place in line { array { $0.position(place) } }
    }

    /// The outer ring counterclockwise, then the holes clockwise (RFC 7946, section 3.1.6).
    private mutating func rings(_ polygon: Polygon) {
        ring(polygon.exterior, isCounterclockwise: true)
        for hole in polygon.holes { ring(hole, isCounterclockwise: false) }
    }

    private mutating func ring(_ ring: [Coordinate], isCounterclockwise: Bool) {
        // Twice the ring's area in square degrees, counted from its first corner; negative for a
        // ring that runs clockwise.
        let origin = ring.first
        let area = zip(ring, ring.dropFirst()).reduce(0.0) { sum, edge in
            guard let origin else { return sum }
            return sum
                + (edge.0.longitude - origin.longitude) * (edge.1.latitude - origin.latitude)
                - (edge.1.longitude - origin.longitude) * (edge.0.latitude - origin.latitude)
        }
        let places = (area > 0) == isCounterclockwise ? ring : ring.reversed()
        array { json in
            for place in places { json.array { $0.position(place) } }
        }
    }

    /// Writes longitude, then latitude (RFC 7946, section 3.1.1), within an array.
    public mutating func position(_ place: Coordinate) {
        number(place.longitude)
        number(place.latitude)
    }
}
