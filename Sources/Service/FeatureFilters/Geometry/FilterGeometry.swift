internal import FeatureCollections
internal import GeoJSON
internal import Geodesy

/// A geometry that a filter names.
///
/// Edges are straight in longitude and latitude, as those of features are.
struct FilterGeometry: Sendable {
    private(set) var points: [Coordinate] = []
    private(set) var lines: [[Coordinate]] = []
    private(set) var polygons: [Polygon] = []
    private var box: SearchBox?

    /// The point, where it is one and nothing else.
    var onlyPoint: Coordinate? {
        points.count == 1 && lines.isEmpty && polygons.isEmpty && box == nil ? points[0] : nil
    }

    /// Boxes that hold all of it, none of which crosses the antimeridian.
    var boxes: [BoundingBox] {
        if let box { return box.parts }
        return points.map { BoundingBox(holding: [$0]) } + lines.map { BoundingBox(holding: $0) }
            + polygons.map(\.boundingBox)
    }

    // MARK: Reading

    /// Reads a geometry of GeoJSON.
    init(
        _ value: JSONValue,
        at place: FilterFault.Place,
        placing: @escaping FeatureFilter.Placing
    ) throws(FilterFault) {
        try add(value, Reader(place: place, placing: placing))
    }

    /// A box of west, south, east and north, or of six numbers with heights.
    init(
        box numbers: [Double],
        at place: FilterFault.Place,
        placing: @escaping FeatureFilter.Placing
    ) throws(FilterFault) {
        guard numbers.count == 4 || numbers.count == 6 else {
            throw FilterFault(place, "a box has 4 numbers, or 6 with heights, not \(numbers.count)")
        }
        let half = numbers.count / 2
        guard let low = placing(numbers[0], numbers[1]),
            let high = placing(numbers[half], numbers[half + 1])
        else { throw FilterFault(place, "a corner of the box is no place in this system") }
        do {
            box = SearchBox(
                try BoundingBox(
                    west: low.longitude,
                    south: low.latitude,
                    east: high.longitude,
                    north: high.latitude
                )
            )
        } catch {
            throw FilterFault(place, "\(error)")
        }
    }

    private struct Reader {
        let place: FilterFault.Place
        let placing: FeatureFilter.Placing

        func fault(_ reason: String) -> FilterFault { FilterFault(place, reason) }

        func array(_ value: JSONValue?) throws(FilterFault) -> [JSONValue] {
            guard case .array(let values)? = value else {
                throw fault("the coordinates of a geometry are arrays of numbers")
            }
            return values
        }

        func position(_ value: JSONValue) throws(FilterFault) -> Coordinate {
            let numbers = try array(value)
            guard 2...4 ~= numbers.count, case .number(let x) = numbers[0],
                case .number(let y) = numbers[1]
            else { throw fault("a position is two numbers") }
            guard let place = placing(x, y) else {
                throw fault("\(x), \(y) is no place in this system")
            }
            return place
        }

        func line(_ value: JSONValue) throws(FilterFault) -> [Coordinate] {
            var places: [Coordinate] = []
            for item in try array(value) { places.append(try position(item)) }
            guard places.count > 1 else { throw fault("a line has two positions or more") }
            return places
        }

        func polygon(_ value: JSONValue) throws(FilterFault) -> Polygon {
            var rings: [[Coordinate]] = []
            for item in try array(value) {
                let ring = try line(item)
                guard ring.count >= Polygon.leastRingPositions, ring.first == ring.last else {
                    throw fault("a ring has four positions or more, the last of them the first")
                }
                rings.append(ring)
            }
            guard let exterior = rings.first else { throw fault("a polygon has a ring") }
            do {
                return try Polygon(exterior: exterior, holes: Array(rings.dropFirst()))
            } catch {
                throw fault("\(error)")
            }
        }
    }

    private mutating func add(_ value: JSONValue, _ reader: Reader) throws(FilterFault) {
        guard case .object(let members) = value,
            case .string(let type)? = members.first(where: { $0.name == "type" })?.value
        else { throw reader.fault("a geometry is an object with a type") }
        func content(_ name: String) -> JSONValue? { members.first { $0.name == name }?.value }
        let coordinates = content("coordinates")
        switch type {
        case "Point": points.append(try reader.position(coordinates ?? .null))
        case "MultiPoint":
            for item in try reader.array(coordinates) { points.append(try reader.position(item)) }
        case "LineString": lines += try reader.line(coordinates ?? .null).cutAtAntimeridian
        case "MultiLineString":
            for item in try reader.array(coordinates) {
                lines += try reader.line(item).cutAtAntimeridian
            }
        case "Polygon": polygons.append(try reader.polygon(coordinates ?? .null))
        case "MultiPolygon":
            for item in try reader.array(coordinates) {
                polygons.append(try reader.polygon(item))
            }
        case "GeometryCollection":
            for item in try reader.array(content("geometries")) { try add(item, reader) }
        default: throw reader.fault("there is no geometry of the type \"\(type)\"")
        }
        guard !points.isEmpty || !lines.isEmpty || !polygons.isEmpty else {
            throw reader.fault("the geometry is empty")
        }
    }

    // MARK: Answering

    /// Whether it has a place in common with a shape.
    ///
    /// - Complexity: O(n m) for n and m edges.
    func intersects(_ shape: FeatureShape) -> Bool {
        if let box { return box.intersects(shape) }
        switch shape {
        case .point(let place): return holds(place)
        case .lines(let lines): return lines.contains { touches($0) }
        case .area(let area): return area.polygons.contains { touches($0) }
        }
    }

    private func holds(_ place: Coordinate) -> Bool {
        points.contains { place.isSame($0) } || polygons.contains { $0.contains(place) }
            || lines.contains { PlaneEdges($0).pass(through: place) }
    }

    private func touches(_ line: [Coordinate]) -> Bool {
        let edges = PlaneEdges(line)
        if points.contains(where: edges.pass(through:)) { return true }
        if lines.contains(where: { edges.meet(PlaneEdges($0)) }) { return true }
        return polygons.contains { polygon in
            // Where no edges meet, the line is inside as a whole or outside.
            line.first.map(polygon.contains) ?? false || polygon.rings.contains { edges.meet($0) }
        }
    }

    private func touches(_ own: Polygon) -> Bool {
        if points.contains(where: own.contains) { return true }
        let rings = own.rings
        if lines.contains(where: { line in
            let edges = PlaneEdges(line)
            return line.first.map(own.contains) ?? false || rings.contains { $0.meet(edges) }
        }) {
            return true
        }
        return polygons.contains { other in
            let others = other.rings
            return rings.contains { ring in others.contains { ring.meet($0) } }
                || own.contains(other.exterior[0]) || other.contains(own.exterior[0])
        }
    }
}

extension Polygon {
    /// The edges of its rings.
    fileprivate var rings: [PlaneEdges] { ([exterior] + holes).map(PlaneEdges.init) }
}

extension Coordinate {
    /// Whether two places are one: poles have no longitude, and 180 degrees west is 180 degrees east.
    fileprivate func isSame(_ other: Coordinate) -> Bool {
        guard latitude == other.latitude else { return false }
        return longitude == other.longitude || latitude.magnitude == 90
            || longitude.magnitude == 180 && other.longitude == -longitude
    }
}
