internal import Geodesy

/// SpatiaLite's encoding of a line in WGS84, written and read without a call into SpatiaLite.
///
/// 00, byte order (01 = little endian), reference system, bounding box (4 doubles), 7C, class
/// (2 = line), number of places, then x (longitude) and y (latitude) of each; FE. The box of a line
/// across the antimeridian goes round the Earth, as SpatiaLite's do.
///
/// Source: "BLOB-Geometry Format", SpatiaLite's internal format description.
enum LineBlob {
    private static let countOffset = 43
    private static let placesOffset = 47
    private static let lineString: UInt32 = 2

    static func bytes(of line: [Coordinate]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(placesOffset + 16 * line.count + 1)
        func append(_ value: some FixedWidthInteger) {
            withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
        }
        let box = box(of: line)
        append(UInt8(0x00))
        append(UInt8(0x01))
        append(PointBlob.referenceSystem)
        for edge in [box.west, box.south, box.east, box.north] { append(edge.bitPattern) }
        append(UInt8(0x7C))
        append(lineString)
        append(UInt32(truncatingIfNeeded: line.count))
        for place in line {
            append(place.longitude.bitPattern)
            append(place.latitude.bitPattern)
        }
        append(UInt8(0xFE))
        return bytes
    }

    static func box(of line: [Coordinate]) -> BoundingBox {
        BoundingBox(
            uncheckedWest: line.lazy.map(\.longitude).min() ?? -180,
            south: line.lazy.map(\.latitude).min() ?? -90,
            east: line.lazy.map(\.longitude).max() ?? 180,
            north: line.lazy.map(\.latitude).max() ?? 90
        )
    }

    /// The line, or nil when the bytes are no such line of two places or more on the Earth.
    static func line(in bytes: UnsafeRawBufferPointer) -> [Coordinate]? {
        guard bytes.count > placesOffset, bytes[0] == 0x00, bytes[1] == 0x01, bytes[38] == 0x7C,
            UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 39, as: UInt32.self))
                == lineString
        else { return nil }
        let count = Int(
            UInt32(
                littleEndian: bytes.loadUnaligned(fromByteOffset: countOffset, as: UInt32.self)
            )
        )
        guard count >= 2, bytes.count == placesOffset + 16 * count + 1,
            bytes[bytes.count - 1] == 0xFE
        else { return nil }
        func double(at offset: Int) -> Double {
            Double(
                bitPattern: UInt64(
                    littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                )
            )
        }
        var line: [Coordinate] = []
        line.reserveCapacity(count)
        for index in 0..<count {
            let offset = placesOffset + 16 * index
            let place = try? Coordinate(
                latitude: double(at: offset + 8),
                longitude: double(at: offset)
            )
            guard let place else { return nil }
            line.append(place)
        }
        return line
    }
}
