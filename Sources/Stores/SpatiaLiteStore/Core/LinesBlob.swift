internal import Geodesy

/// SpatiaLite's encoding of several lines in WGS84, written and read without a call into SpatiaLite.
///
/// 00, byte order (01 = little endian), reference system, bounding box (4 doubles), 7C, class
/// (5 = multiline), number of lines; of each 69, class (2 = line), number of places, then x
/// (longitude) and y (latitude) of each; FE.
///
/// Source: "BLOB-Geometry Format", SpatiaLite's internal format description.
enum LinesBlob {
    private static let headBytes = 43
    private static let multiLine: UInt32 = 5
    private static let line: UInt32 = 2
    private static let entity: UInt8 = 0x69
    private static let end: UInt8 = 0xFE

    static func bytes(of lines: [[Coordinate]]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(headBytes + 5 + lines.reduce(0) { $0 + 9 + 16 * $1.count })
        func append(_ value: some FixedWidthInteger) {
            withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
        }
        let box = LineBlob.box(of: Array(lines.joined()))
        append(UInt8(0x00))
        append(UInt8(0x01))
        append(PointBlob.referenceSystem)
        for edge in [box.west, box.south, box.east, box.north] { append(edge.bitPattern) }
        append(UInt8(0x7C))
        append(multiLine)
        append(UInt32(truncatingIfNeeded: lines.count))
        for places in lines {
            append(entity)
            append(line)
            append(UInt32(truncatingIfNeeded: places.count))
            for place in places {
                append(place.longitude.bitPattern)
                append(place.latitude.bitPattern)
            }
        }
        append(end)
        return bytes
    }

    /// The lines, or nil when the bytes are no such lines of two places or more on the Earth.
    static func lines(in bytes: UnsafeRawBufferPointer) -> [[Coordinate]]? {
        func number(at offset: Int) -> UInt32? {
            guard offset + 4 <= bytes.count else { return nil }
            return UInt32(
                littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
            )
        }
        func double(at offset: Int) -> Double {
            Double(
                bitPattern: UInt64(
                    littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                )
            )
        }
        guard bytes.count > headBytes, bytes[0] == 0x00, bytes[1] == 0x01, bytes[38] == 0x7C,
            number(at: 39) == multiLine, let count = number(at: headBytes), count > 0
        else { return nil }
        var offset = headBytes + 4
        var lines: [[Coordinate]] = []
        for _ in 0..<count {
            guard offset < bytes.count, bytes[offset] == entity, number(at: offset + 1) == line,
                let places = number(at: offset + 5), places >= 2,
                (bytes.count - offset - 9) / 16 >= Int(places)
            else { return nil }
            offset += 9
            var line: [Coordinate] = []
            line.reserveCapacity(Int(places))
            for _ in 0..<places {
                let place = try? Coordinate(
                    latitude: double(at: offset + 8),
                    longitude: double(at: offset)
                )
                guard let place else { return nil }
                line.append(place)
                offset += 16
            }
            lines.append(line)
        }
        guard offset == bytes.count - 1, bytes[offset] == end else { return nil }
        return lines
    }
}
