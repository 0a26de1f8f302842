internal import Geodesy

/// A geometry of GeoJSON (RFC 7946): longitude before latitude; heights are dropped.
@usableFromInline package indirect enum GeoJSONGeometry {
    /// A longitude and a latitude as they are written, in degrees where the file keeps to RFC 7946.
    @usableFromInline package struct Position: Hashable {
        /// West of Greenwich negative.
        @usableFromInline package let longitude: Double
        /// South of the equator negative.
        @usableFromInline package let latitude: Double

        /// A position as it is written; nothing is looked at.
        @inlinable package init(longitude: Double, latitude: Double) {
            self.longitude = longitude
            self.latitude = latitude
        }
    }

    case point(Position)
    case multiPoint([Position])
    case lineString([Position])
    case multiLineString([[Position]])
    case polygon([[Position]])
    case multiPolygon([[[Position]]])
    case collection([GeoJSONGeometry])

    /// The name of the type in GeoJSON.
    package var typeName: String {
        switch self {
        case .point: "Point"
        case .multiPoint: "MultiPoint"
        case .lineString: "LineString"
        case .multiLineString: "MultiLineString"
        case .polygon: "Polygon"
        case .multiPolygon: "MultiPolygon"
        case .collection: "GeometryCollection"
        }
    }

    /// The first position in it; nil when it has none.
    package var firstPosition: Position? {
        switch self {
        case .point(let position): position
        case .multiPoint(let positions), .lineString(let positions): positions.first
        case .multiLineString(let lines), .polygon(let lines): lines.first?.first
        case .multiPolygon(let polygons): polygons.first?.first?.first
        case .collection(let members): members.lazy.compactMap(\.firstPosition).first
        }
    }

    /// What "type" says of a geometry.
    package static let typeNames: Set<String> = [
        "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon",
        "GeometryCollection",
    ]

    /// A geometry as a file has it.
    ///
    /// - Throws: ``GeoJSONFault``.
    package init(_ value: StrictJSONValue) throws(GeoJSONFault) {
        guard case .object = value else {
            throw .geometryNoObject(kind: value.kind)
        }
        guard let type = value["type"]?.string else {
            throw .geometryWithoutType
        }
        if let box = value["bbox"] { try Self.checkBoundingBox(box) }
        if type == "GeometryCollection" {
            guard case .array(let members)? = value["geometries"] else {
                throw .geometryWithoutMember(geometry: type, member: "geometries")
            }
            self = .collection(
                try mapping(members) { value throws(GeoJSONFault) in
                    try GeoJSONGeometry(value)
                }
            )
            return
        }
        guard let coordinates = value["coordinates"] else {
            throw .geometryWithoutMember(geometry: type, member: "coordinates")
        }
        switch type {
        case "Point": self = .point(try Self.position(coordinates))
        case "MultiPoint": self = .multiPoint(try Self.positions(coordinates))
        case "LineString": self = .lineString(try Self.line(coordinates))
        case "MultiLineString":
            self = .multiLineString(try mapping(try Self.array(coordinates), Self.line))
        case "Polygon": self = .polygon(try Self.rings(coordinates))
        case "MultiPolygon":
            self = .multiPolygon(try mapping(try Self.array(coordinates), Self.rings))
        default: throw .unknownGeometry(type)
        }
    }

    /// Checks a `bbox` member: four or six numbers.
    static func checkBoundingBox(_ value: StrictJSONValue) throws(GeoJSONFault) {
        guard case .array(let edges) = value, edges.count == 4 || edges.count == 6,
            edges.allSatisfy({ $0.double != nil })
        else { throw .badBoundingBox }
    }

    private static func array(_ value: StrictJSONValue) throws(GeoJSONFault) -> [StrictJSONValue] {
        guard case .array(let values) = value else {
            throw .coordinatesNoArray(kind: value.kind)
        }
        return values
    }

    private static func position(_ value: StrictJSONValue) throws(GeoJSONFault) -> Position {
        let numbers = try array(value)
        guard numbers.count >= 2 else {
            throw .shortPosition(numbers: numbers.count)
        }
        guard let longitude = numbers[0].double, let latitude = numbers[1].double,
            numbers.allSatisfy({ $0.double != nil })
        else { throw .positionNoNumber }
        return Position(longitude: longitude, latitude: latitude)
    }

    private static func positions(_ value: StrictJSONValue) throws(GeoJSONFault) -> [Position] {
        try mapping(try array(value), position)
    }

    private static func line(_ value: StrictJSONValue) throws(GeoJSONFault) -> [Position] {
        let line = try positions(value)
        guard line.count >= 2 else { throw .shortLine }
        return line
    }

    private static func rings(_ value: StrictJSONValue) throws(GeoJSONFault) -> [[Position]] {
        try mapping(try array(value)) { value throws(GeoJSONFault) in
            let ring = try positions(value)
            do throws(GeodesyError) {
                try Polygon.checkRing(positions: ring.count)
            } catch {
                throw GeoJSONFault.badRing(error)
            }
            return ring
        }
    }
}

/// `map` with a typed error.
private func mapping<Element, Result, Failure: Error>(
    _ elements: [Element],
    _ transform: (Element) throws(Failure) -> Result
) throws(Failure) -> [Result] {
    var results: [Result] = []
    results.reserveCapacity(elements.count)
    for element in elements { results.append(try transform(element)) }
    return results
}
