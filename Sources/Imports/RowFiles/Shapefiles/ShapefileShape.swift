/// The shape in a record of a shapefile.
///
/// Source: ESRI Shapefile Technical Description (July 1998), "Description of Main File Record Contents".
/// Heights and measures, which stand behind a shape's places, are not looked at.
enum ShapefileShape {
    /// What shapes are; each may have heights and measures besides.
    enum Kind {
        case point, line, polygon, multiPoint

        /// - Parameter code: A shape type, such as 15 for areas with heights.
        init?(code: UInt32) {
            switch code {
            case 1, 11, 21: self = .point
            case 3, 13, 23: self = .line
            case 5, 15, 25: self = .polygon
            case 8, 18, 28: self = .multiPoint
            default: return nil
            }
        }
    }

    typealias Position = GeoJSONGeometry.Position

    private static let typeLength = 4
    private static let boxLength = 32
    private static let positionLength = 16

    /// Reads a record.
    ///
    /// - Parameters:
    ///   - record: Its contents, at least four bytes.
    ///   - kind: What all shapes of the file are.
    ///   - thin: Counts the parts that are left out, for they have too few points: a line needs two
    ///     places, a ring three.
    /// - Returns: nil for a record without a shape.
    /// - Complexity: O(length), but for polygons as ``ShapefileRings`` has it.
    static func read(
        _ record: ArraySlice<UInt8>,
        as kind: Kind,
        thin: inout Int
    ) throws(ShapefileFault) -> GeoJSONGeometry? {
        let code = record.littleEndian(0)
        if code == 0 { return nil }
        guard let own = Kind(code: code) else {
            throw .unknownType
        }
        guard own == kind else {
            throw .otherType
        }
        switch kind {
        case .point:
            guard record.count >= typeLength + positionLength else {
                throw .badLengths
            }
            return .point(position(record, typeLength))
        case .multiPoint:
            let points = try multiPoint(record)
            guard let first = points.first else { return nil }
            return points.count == 1 ? .point(first) : .multiPoint(points)
        case .line:
            let lines = try parts(record, leastPlaces: 2, &thin)
            guard let first = lines.first else { return nil }
            return lines.count == 1 ? .lineString(first) : .multiLineString(lines)
        case .polygon:
            let rings = try parts(record, leastPlaces: 3, &thin)
            guard let polygons = ShapefileRings.polygons(of: rings) else {
                throw .tooManyRings(rings.count)
            }
            guard let first = polygons.first else { return nil }
            return polygons.count == 1 ? .polygon(first) : .multiPolygon(polygons)
        }
    }

    private static func position(_ record: ArraySlice<UInt8>, _ offset: Int) -> Position {
        Position(longitude: record.double(offset), latitude: record.double(offset + 8))
    }

    private static func multiPoint(_ record: ArraySlice<UInt8>) throws(ShapefileFault) -> [Position]
    {
        let head = typeLength + boxLength + 4
        guard record.count >= head else { throw .badLengths }
        let count = Int(record.littleEndian(head - 4))
        guard count <= (record.count - head) / positionLength else { throw .badLengths }
        return (0..<count).map { position(record, head + $0 * positionLength) }
    }

    /// The parts of a line or a polygon that have as many places as they need.
    private static func parts(
        _ record: ArraySlice<UInt8>,
        leastPlaces: Int,
        _ thin: inout Int
    ) throws(ShapefileFault) -> [[Position]] {
        let head = typeLength + boxLength + 8
        guard record.count >= head else { throw .badLengths }
        let partCount = Int(record.littleEndian(head - 8))
        let pointCount = Int(record.littleEndian(head - 4))
        let room = record.count - head
        guard partCount <= room / 4, pointCount <= (room - 4 * partCount) / positionLength else {
            throw .badLengths
        }
        let places = head + 4 * partCount
        var parts: [[Position]] = []
        var start = 0
        for part in 0..<partCount {
            // Parts begin one behind the other, the first with the first place.
            let end =
                part + 1 < partCount
                ? Int(record.littleEndian(head + 4 * (part + 1))) : pointCount
            let begins = part > 0 || record.littleEndian(head) == 0
            guard begins, end >= start, end <= pointCount, start < pointCount else {
                throw .badLengths
            }
            let positions = (start..<end).map { position(record, places + $0 * positionLength) }
            start = end
            if hasPlaces(leastPlaces, positions) { parts.append(positions) } else { thin += 1 }
        }
        return parts
    }

    /// Whether there are as many places that are not the same; a ring's last, which is its first again,
    /// does not count.
    private static func hasPlaces(_ least: Int, _ positions: [Position]) -> Bool {
        var places: [Position] = []
        for position in positions where !places.contains(position) {
            places.append(position)
            if places.count == least { return true }
        }
        return false
    }
}
