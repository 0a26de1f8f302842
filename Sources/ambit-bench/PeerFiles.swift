import Foundation
import Geodesy

/// Points as the generator of the benchmark's data writes them; an id is an index.
///
/// Layout, little endian: `GPTS0001`, a 64-bit count n, n longitudes and n latitudes as doubles, n
/// 32-bit expiry times, n 8-bit categories.
struct PointFile {
    let longitudes: [Double]
    let latitudes: [Double]
    let expiries: [UInt32]

    init(_ path: String) throws {
        var reader = try FileReader(path, magic: "GPTS0001")
        longitudes = try reader.column()
        latitudes = try reader.column()
        expiries = try reader.column()
    }

    var count: Int { longitudes.count }

    func coordinate(_ index: Int) throws -> Coordinate {
        try Coordinate(latitude: latitudes[index], longitude: longitudes[index])
    }
}

/// Moves of points: each to a fresh place (jump) or to one near its first (drift).
///
/// Layout, little endian: `GUPD0001`, a 64-bit count m, m 32-bit ids, then m doubles each of jump
/// longitudes, jump latitudes, drift longitudes and drift latitudes.
struct MoveFile {
    let ids: [UInt32]
    let jumps: [Coordinate]
    let drifts: [Coordinate]

    init(_ path: String) throws {
        var reader = try FileReader(path, magic: "GUPD0001")
        ids = try reader.column()
        jumps = try Self.coordinates(&reader)
        drifts = try Self.coordinates(&reader)
    }

    private static func coordinates(_ reader: inout FileReader) throws -> [Coordinate] {
        let longitudes: [Double] = try reader.column()
        let latitudes: [Double] = try reader.column()
        return try zip(latitudes, longitudes).map { try Coordinate(latitude: $0, longitude: $1) }
    }
}

/// A file of columns of one length.
private struct FileReader {
    private let data: Data
    private let count: Int
    private var offset = 16

    init(_ path: String, magic: String) throws {
        data = try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
        guard data.count >= 16, data.prefix(8) == Data(magic.utf8) else {
            throw BenchmarkError(
                "\(path) does not begin with \(magic); make it with scripts/bench-peers/data.py"
            )
        }
        count = data.withUnsafeBytes {
            Int($0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        }
    }

    mutating func column<Value: BitwiseCopyable>() throws -> [Value] {
        let bytes = count * MemoryLayout<Value>.stride
        guard offset + bytes <= data.count else { throw BenchmarkError("a data file is cut short") }
        defer { offset += bytes }
        return data.withUnsafeBytes { raw in
            [Value](unsafeUninitializedCapacity: count) { buffer, initialized in
                let slice = UnsafeRawBufferPointer(rebasing: raw[offset..<offset + bytes])
                UnsafeMutableRawBufferPointer(buffer).copyMemory(from: slice)
                initialized = count
            }
        }
    }
}
