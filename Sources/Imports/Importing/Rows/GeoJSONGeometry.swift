internal import Geodesy

/// A geometry of GeoJSON (RFC 7946): longitude before latitude; heights are dropped.
indirect enum GeoJSONGeometry {
    /// A longitude and a latitude as they are written, in degrees where the file keeps to RFC 7946.
    struct Position: Hashable {
        let longitude: Double
        let latitude: Double
    }

    case point(Position)
    case multiPoint([Position])
    case lineString([Position])
    case multiLineString([[Position]])
    case polygon([[Position]])
    case multiPolygon([[[Position]]])
    case collection([GeoJSONGeometry])

    /// The name of the type in GeoJSON.
    var typeName: String {
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
    var firstPosition: Position? {
        switch self {
        case .point(let position): position
        case .multiPoint(let positions), .lineString(let positions): positions.first
        case .multiLineString(let lines), .polygon(let lines): lines.first?.first
        case .multiPolygon(let polygons): polygons.first?.first?.first
        case .collection(let members): members.lazy.compactMap(\.firstPosition).first
        }
    }

    /// What "type" says of a geometry.
    static let typeNames: Set<String> = [
        "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon",
        "GeometryCollection",
    ]

    /// Why a value is no geometry.
    struct Fault: Error {
        let reason: Finding
    }

    init(_ value: StrictJSONValue) throws(Fault) {
        guard case .object = value else {
            throw Fault(reason: Finding(.geometryNoObject, ["detail": .text(value.kind)]))
        }
        guard let type = value["type"]?.string else {
            throw Fault(reason: Finding(.geometryWithoutType))
        }
        if let box = value["bbox"] { try Self.checkBoundingBox(box) }
        if type == "GeometryCollection" {
            guard case .array(let members)? = value["geometries"] else {
                throw Fault(reason: Self.lacks("geometries", type))
            }
            self = .collection(
                try mapping(members) { value throws(Fault) in
                    try GeoJSONGeometry(value)
                }
            )
            return
        }
        guard let coordinates = value["coordinates"] else {
            throw Fault(reason: Self.lacks("coordinates", type))
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
        default: throw Fault(reason: Finding(.unknownGeometry, ["geometry": .text(type)]))
        }
    }

    private static func lacks(_ member: String, _ type: String) -> Finding {
        Finding(.geometryWithoutMember, ["geometry": .text(type), "member": .text(member)])
    }

    /// Checks a `bbox` member: four or six numbers.
    static func checkBoundingBox(_ value: StrictJSONValue) throws(Fault) {
        guard case .array(let edges) = value, edges.count == 4 || edges.count == 6,
            edges.allSatisfy({ $0.double != nil })
        else { throw Fault(reason: Finding(.badBoundingBox)) }
    }

    private static func array(_ value: StrictJSONValue) throws(Fault) -> [StrictJSONValue] {
        guard case .array(let values) = value else {
            throw Fault(reason: Finding(.coordinatesNoArray, ["detail": .text(value.kind)]))
        }
        return values
    }

    private static func position(_ value: StrictJSONValue) throws(Fault) -> Position {
        let numbers = try array(value)
        guard numbers.count >= 2 else {
            throw Fault(
                reason: numbers.count == 1
                    ? Finding(.positionOfOneNumber) : Finding(.positionOfNoNumbers)
            )
        }
        guard let longitude = numbers[0].double, let latitude = numbers[1].double,
            numbers.allSatisfy({ $0.double != nil })
        else { throw Fault(reason: Finding(.positionNoNumber)) }
        return Position(longitude: longitude, latitude: latitude)
    }

    private static func positions(_ value: StrictJSONValue) throws(Fault) -> [Position] {
        try mapping(try array(value), position)
    }

    private static func line(_ value: StrictJSONValue) throws(Fault) -> [Position] {
        let line = try positions(value)
        guard line.count >= 2 else { throw Fault(reason: Finding(.lineTooShort)) }
        return line
    }

    private static func rings(_ value: StrictJSONValue) throws(Fault) -> [[Position]] {
        try mapping(try array(value)) { value throws(Fault) in
            let ring = try positions(value)
            do throws(GeodesyError) {
                try Polygon.checkRing(positions: ring.count)
            } catch {
                throw Fault(reason: Finding(error))
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
