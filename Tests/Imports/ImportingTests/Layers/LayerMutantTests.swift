import Datasets
import Foundation
import RowFiles
import Synchronization
import TestSupport
import Testing

@testable import Importing

/// Files of other geographic programs that are cut, or have bytes changed: whatever GDAL's drivers make of
/// them, an answer comes or an error.
@Suite(.serialized) struct LayerMutantTests {
    private static let isInstalled = FileManager.default.isExecutableFile(
        atPath: "/usr/bin/ogr2ogr"
    )
    private static let notice: Comment = "skipped: ogr2ogr is not installed (apt install gdal-bin)"

    /// How many mutants of each: as many as `AMBIT_LAYER_MUTANTS` says.
    private static let count =
        ProcessInfo.processInfo.environment["AMBIT_LAYER_MUTANTS"].flatMap { Int($0) } ?? 12

    /// How `ogr2ogr` writes a format, and the parts whose bytes are changed.
    static let formats: [(driver: String, file: String, parts: [String])] = [
        ("GPKG", "a.gpkg", ["a.gpkg"]), ("FlatGeobuf", "a.fgb", ["a.fgb"]),
        ("LIBKML", "a.kml", ["a.kml"]), ("LIBKML", "a.kmz", ["a.kmz"]), ("GML", "a.gml", ["a.gml"]),
        ("GPX", "a.gpx", ["a.gpx"]),
        ("MapInfo File", "a.tab", ["a.tab", "a.dat", "a.map", "a.id"]),
        ("MapInfo File", "a.mif", ["a.mif", "a.mid"]), ("OpenFileGDB", "a.gdb", []),
    ]

    /// The binary that was built together with the tests.
    private static func useBinary() throws {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let binary = URL(fileURLWithPath: tests).deletingLastPathComponent()
            .appendingPathComponent("ambit").path
        LayerProgram.path.withLock { $0 = binary }
    }

    @Test(
        "every mutant is read or refused",
        .enabled(if: isInstalled, notice),
        arguments: formats.indices
    )
    func mutants(index: Int) throws {
        try Self.useBinary()
        let format = Self.formats[index]
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("ambit-mutants-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Self.write(format.driver, format.file, in: folder)
        let path = folder.appendingPathComponent(format.file)
        #expect(try Self.rows(path.path) == 40)
        let names =
            format.parts.isEmpty
            ? try FileManager.default.contentsOfDirectory(atPath: path.path).sorted()
                .filter { $0.hasSuffix(".gdbtable") || $0.hasSuffix(".gdbtablx") }
                .map { format.file + "/" + $0 }
            : format.parts
        let parts = try names.map { name in
            (
                folder.appendingPathComponent(name),
                try Data(contentsOf: folder.appendingPathComponent(name))
            )
        }
        var random = SplitMix(state: UInt64(index) &+ 1)
        var (read, refused) = (0, 0)
        for _ in 0..<Self.count {
            let (file, bytes) = parts[Int(random.next() % UInt64(parts.count))]
            try Self.mutant(of: bytes, &random).write(to: file)
            do {
                _ = try Self.rows(path.path)
                read += 1
            } catch is ImportError { refused += 1 }
            try bytes.write(to: file)
        }
        #expect(read + refused == Self.count)
        // The process that reads is never taken for the file's fault where the file is whole.
        #expect(try Self.rows(path.path) == 40)
        if Self.count > 100 { print("\(format.file): \(read) read, \(refused) refused") }
    }

    private struct SplitMix {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return z ^ (z >> 31)
        }
    }

    private static func mutant(of bytes: Data, _ random: inout SplitMix) -> Data {
        var mutant = Array(bytes)
        if random.next() % 4 == 0 {
            return Data(mutant.prefix(Int(random.next() % UInt64(max(1, mutant.count)))))
        }
        for _ in 0...(random.next() % 8) where !mutant.isEmpty {
            // Most of what matters stands at the beginning.
            let reach = random.next() % 2 == 0 ? min(200, mutant.count) : mutant.count
            let place = Int(random.next() % UInt64(reach))
            mutant[place] =
                [0, 0xFF, 0x7F, 0x80, UInt8(truncatingIfNeeded: random.next())][
                    Int(random.next() % 5)
                ]
        }
        return Data(mutant)
    }

    private static func rows(_ path: String) throws -> Int {
        guard let parts = try LayerParts.find(.file(path)) else {
            throw ImportError.file(.empty(name: ""))
        }
        let table = try LayerTable(parts, layer: nil, needsSystem: false)
        let source = try LayerRowSource(table)
        var row = Row()
        var count = 0
        while try source.next(&row) { count += 1 }
        return count
    }

    /// Forty places with texts, numbers and a date.
    private static func write(_ driver: String, _ file: String, in folder: URL) throws {
        let features = (0..<40).map { number in
            """
            {"type":"Feature","properties":{"name":"Place \(number)","code":"0\(number)","size":\(number),
            "day":"2026-11-0\(number % 9 + 1)"},"geometry":{"type":"Point",
            "coordinates":[\(-95.0 - Double(number) / 100),29.5]}}
            """
        }
        let source = folder.appendingPathComponent("source.geojson")
        try Data(
            "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}"
                .utf8
        ).write(to: source)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/ogr2ogr")
        process.arguments =
            ["-f", driver, folder.appendingPathComponent(file).path, source.path]
            + (driver == "GPX" ? ["-dsco", "GPX_USE_EXTENSIONS=YES"] : [])
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(driver)")
    }
}
