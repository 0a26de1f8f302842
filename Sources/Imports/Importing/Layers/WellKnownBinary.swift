internal import Geodesy
internal import RowFiles

/// Geometries as Well-Known Binary of two dimensions, which may be any bytes.
///
/// Source: OGC 06-103r4, "Simple feature access - Part 1", 8.2.
enum WellKnownBinary {
    typealias Position = GeoJSONGeometry.Position

    /// A collection in a collection, and so on.
    private static let deepest = 16

    /// Reads a geometry, the lowest byte first.
    ///
    /// - Returns: nil for an empty one.
    /// - Throws: Where the bytes are none, or a line or a ring has too few positions.
    /// - Complexity: O(length).
    static func geometry(
        _ bytes: ArraySlice<UInt8>
    ) throws(WellKnownBinary.Fault) -> GeoJSONGeometry? {
        var reader = Reader(bytes: bytes, position: bytes.startIndex)
        let geometry = try reader.geometry(depth: 0)
        guard reader.position == bytes.endIndex else { throw Reader.damaged }
        return isEmpty(geometry) ? nil : only(geometry)
    }

    /// The only member of several; some formats know no other.
    private static func only(_ geometry: GeoJSONGeometry) -> GeoJSONGeometry {
        switch geometry {
        case .multiPoint(let points) where points.count == 1: .point(points[0])
        case .multiLineString(let lines) where lines.count == 1: .lineString(lines[0])
        case .multiPolygon(let polygons) where polygons.count == 1: .polygon(polygons[0])
        default: geometry
        }
    }

    private static func isEmpty(_ geometry: GeoJSONGeometry) -> Bool {
        guard let first = geometry.firstPosition else { return true }
        if case .point = geometry { return first.longitude.isNaN && first.latitude.isNaN }
        return false
    }

    /// Why bytes are no geometry.
    struct Fault: Error {
        let reason: Finding
    }

    private struct Reader {
        let bytes: ArraySlice<UInt8>
        var position: Int

        static let damaged = WellKnownBinary.Fault(reason: Finding(.recordLengths))

        private static let headLength = 5
        private static let positionLength = 16

        mutating func geometry(
            depth: Int
        ) throws(WellKnownBinary.Fault) -> GeoJSONGeometry {
            guard depth < deepest, bytes.endIndex - position >= Self.headLength,
                bytes[position] == 1
            else { throw Self.damaged }
            position += 1
            let type = try number()
            switch type {
            case 1: return .point(try point())
            case 2: return .lineString(try line())
            case 3: return .polygon(try rings())
            case 4:
                return .multiPoint(
                    try members(1) { reader throws(WellKnownBinary.Fault) in
                        try reader.point()
                    }
                )
            case 5:
                return .multiLineString(
                    try members(2) { reader throws(WellKnownBinary.Fault) in
                        try reader.line()
                    }
                )
            case 6:
                return .multiPolygon(
                    try members(3) { reader throws(WellKnownBinary.Fault) in
                        try reader.rings()
                    }
                )
            case 7:
                var geometries: [GeoJSONGeometry] = []
                for _ in 0..<(try count(of: Self.headLength)) {
                    geometries.append(try geometry(depth: depth + 1))
                }
                return .collection(geometries)
            default: throw Self.damaged
            }
        }

        /// Geometries of one type, each with a head of its own.
        private mutating func members<Member>(
            _ type: Int,
            _ read: (inout Reader) throws(WellKnownBinary.Fault) -> Member
        ) throws(WellKnownBinary.Fault) -> [Member] {
            var members: [Member] = []
            for _ in 0..<(try count(of: Self.headLength)) {
                guard bytes.endIndex - position >= Self.headLength, bytes[position] == 1 else {
                    throw Self.damaged
                }
                position += 1
                guard try number() == type else { throw Self.damaged }
                members.append(try read(&self))
            }
            return members
        }

        private mutating func number() throws(WellKnownBinary.Fault) -> Int {
            guard bytes.endIndex - position >= 4 else { throw Self.damaged }
            defer { position += 4 }
            return Int(bytes.littleEndian(position - bytes.startIndex))
        }

        /// How many of something there are, each at least so long.
        private mutating func count(of length: Int) throws(WellKnownBinary.Fault) -> Int {
            let count = try number()
            guard count <= (bytes.endIndex - position) / length else { throw Self.damaged }
            return count
        }

        private mutating func point() throws(WellKnownBinary.Fault) -> Position {
            guard bytes.endIndex - position >= Self.positionLength else { throw Self.damaged }
            return nextPosition()
        }

        private mutating func nextPosition() -> Position {
            let offset = position - bytes.startIndex
            position += Self.positionLength
            return Position(longitude: bytes.double(offset), latitude: bytes.double(offset + 8))
        }

        private mutating func positions() throws(WellKnownBinary.Fault) -> [Position] {
            let count = try count(of: Self.positionLength)
            var positions: [Position] = []
            positions.reserveCapacity(count)
            for _ in 0..<count { positions.append(nextPosition()) }
            return positions
        }

        private mutating func line() throws(WellKnownBinary.Fault) -> [Position] {
            let line = try positions()
            guard line.count != 1 else {
                throw WellKnownBinary.Fault(reason: Finding(.lineTooShort))
            }
            return line
        }

        private mutating func rings() throws(WellKnownBinary.Fault) -> [[Position]] {
            var rings: [[Position]] = []
            for _ in 0..<(try count(of: 4)) {
                let ring = try positions()
                // An empty ring is that of an empty polygon.
                guard !ring.isEmpty else { continue }
                do throws(GeodesyError) {
                    try Polygon.checkRing(positions: ring.count)
                } catch { throw WellKnownBinary.Fault(reason: Finding(error)) }
                rings.append(ring)
            }
            return rings
        }
    }
}
