internal import Foundation
internal import GRDB
internal import Geodesy

/// SpatiaLite's encoding of a point in WGS84, written and read without a call into SpatiaLite.
///
/// 60 bytes: 00, byte order (01 = little endian), reference system, bounding box (4 doubles), 7C,
/// class (1 = point), x (longitude), y (latitude), FE.
///
/// Source: "BLOB-Geometry Format", SpatiaLite's internal format description.
enum PointBlob {
    static let byteCount = 60
    /// EPSG:4326.
    static let referenceSystem: UInt32 = 4326
    private static let xOffset = 43
    private static let yOffset = 51

    static func data(for place: Coordinate) -> Data {
        var bytes: [UInt8] = []
        append(place, to: &bytes)
        return Data(bytes)
    }

    static func append(_ place: Coordinate, to bytes: inout [UInt8]) {
        func append(_ value: some FixedWidthInteger) {
            withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
        }
        func appendPosition() {
            append(place.longitude.bitPattern)
            append(place.latitude.bitPattern)
        }
        append(UInt8(0x00))
        append(UInt8(0x01))
        append(referenceSystem)
        appendPosition()
        appendPosition()
        append(UInt8(0x7C))
        append(UInt32(1))
        appendPosition()
        append(UInt8(0xFE))
    }

    /// The place, or nil when the bytes are no such point or the point is no place on the Earth.
    static func coordinate(in bytes: UnsafeRawBufferPointer) -> Coordinate? {
        guard bytes.count == byteCount, bytes[0] == 0x00, bytes[1] == 0x01, bytes[38] == 0x7C,
            bytes[59] == 0xFE,
            UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 39, as: UInt32.self)) == 1
        else { return nil }
        func double(at offset: Int) -> Double {
            Double(
                bitPattern: UInt64(
                    littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                )
            )
        }
        return try? Coordinate(
            latitude: double(at: yOffset),
            longitude: double(at: xOffset)
        )
    }
}
