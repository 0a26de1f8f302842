internal import Geodesy

/// SpatiaLite's encoding of a multipolygon in WGS84, written and read without a call into
/// SpatiaLite.
///
/// 00, byte order (01 = little endian), reference system, bounding box (4 doubles), 7C, class
/// (6 = multipolygon), number of polygons; of each polygon 69, class (3), number of rings, the outer
/// one first; of each ring the number of points, then x (longitude) and y (latitude) of each; FE.
///
/// Source: "BLOB-Geometry Format", SpatiaLite's internal format description.
enum AreaBlob {
    private static let start: UInt8 = 0x00
    private static let littleEndian: UInt8 = 0x01
    private static let endOfBox: UInt8 = 0x7C
    private static let entity: UInt8 = 0x69
    private static let end: UInt8 = 0xFE
    private static let multiPolygon: UInt32 = 6
    private static let polygon: UInt32 = 3

    static func bytes(of area: MultiPolygon) -> [UInt8] {
        var bytes: [UInt8] = []
        func append(_ value: some FixedWidthInteger) {
            withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
        }
        func append(_ count: Int) { append(UInt32(truncatingIfNeeded: count)) }
        let box = area.boundingBox ?? .world
        append(start)
        append(littleEndian)
        append(PointBlob.referenceSystem)
        for edge in [box.west, box.south, box.east, box.north] { append(edge.bitPattern) }
        append(endOfBox)
        append(multiPolygon)
        append(area.polygons.count)
        for part in area.polygons {
            append(entity)
            append(polygon)
            append(part.holes.count + 1)
            for ring in [part.exterior] + part.holes {
                append(ring.count)
                for place in ring {
                    append(place.longitude.bitPattern)
                    append(place.latitude.bitPattern)
                }
            }
        }
        append(end)
        return bytes
    }

    /// The area, or nil when the bytes are no such multipolygon, or one that is not on the Earth.
    ///
    /// A polygon, which SpatiaLite's functions may answer, is a multipolygon of one.
    static func area(in bytes: UnsafeRawBufferPointer) -> MultiPolygon? {
        var reader = Reader(bytes: bytes)
        guard reader.byte() == start, reader.byte() == littleEndian, reader.skip(4 + 32),
            reader.byte() == endOfBox, let kind = reader.number()
        else { return nil }
        var polygons: [Polygon] = []
        switch kind {
        case polygon:
            guard let part = reader.polygon() else { return nil }
            polygons = [part]
        case multiPolygon:
            guard let count = reader.number() else { return nil }
            for _ in 0..<count {
                guard reader.byte() == entity, reader.number() == polygon,
                    let part = reader.polygon()
                else { return nil }
                polygons.append(part)
            }
        default: return nil
        }
        guard reader.byte() == end, !polygons.isEmpty else { return nil }
        return MultiPolygon(polygons)
    }

    /// Reads from the start to the end, never beyond: the file may be damaged.
    private struct Reader {
        let bytes: UnsafeRawBufferPointer
        var offset = 0

        mutating func byte() -> UInt8? {
            guard offset < bytes.count else { return nil }
            defer { offset += 1 }
            return bytes[offset]
        }

        mutating func skip(_ count: Int) -> Bool {
            guard bytes.count - offset >= count else { return false }
            offset += count
            return true
        }

        mutating func number() -> UInt32? {
            guard bytes.count - offset >= 4 else { return nil }
            defer { offset += 4 }
            return UInt32(
                littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
            )
        }

        private mutating func double() -> Double {
            defer { offset += 8 }
            return Double(
                bitPattern: UInt64(
                    littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                )
            )
        }

        mutating func polygon() -> Polygon? {
            guard let count = number(), count > 0 else { return nil }
            var rings: [[Coordinate]] = []
            for _ in 0..<count {
                guard let points = number(), (bytes.count - offset) / 16 >= Int(points) else {
                    return nil
                }
                var ring: [Coordinate] = []
                ring.reserveCapacity(Int(points))
                for _ in 0..<points {
                    let longitude = double()
                    let latitude = double()
                    guard let place = try? Coordinate(latitude: latitude, longitude: longitude)
                    else { return nil }
                    ring.append(place)
                }
                rings.append(ring)
            }
            return try? Polygon(exterior: rings[0], holes: Array(rings.dropFirst()))
        }
    }
}
