import Datasets
import Foundation
import Geodesy
import Importing
import Polling
import SpatiaLiteStore
import TestSupport
import Testing

/// Shapefiles that `ogr2ogr` makes of the real files of Washington, DC, and of small ones; skipped,
/// with a notice, where it is not installed.
@Suite struct ShapefileTests {
    /// Runs a program to its end; false when it is not there or fails.
    static func run(_ program: String, _ arguments: [String]) throws -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus == 0
    }

    static let hasTools: Bool = {
        let isThere = (try? run("ogr2ogr", ["--version"])) == true
        if !isThere { print("skipped: ogr2ogr (gdal-bin) is not installed") }
        return isThere
    }()

    /// Makes a shapefile of a GeoJSON file.
    ///
    /// - Returns: The path of the `.shp` part, or of the zip that holds all.
    private func shapefile(
        of path: String,
        in folder: String,
        system: String,
        isZipped: Bool,
        options: [String] = []
    ) throws -> String {
        let source = path.hasSuffix(".gz") ? "/vsigzip/" + path : path
        let target = folder + "/" + (isZipped ? "layer.shz" : "layer.shp")
        #expect(
            try Self.run(
                "ogr2ogr",
                ["-f", "ESRI Shapefile", "-t_srs", system, "-lco", "ENCODING=UTF-8"] + options
                    + [target, source]
            )
        )
        return target
    }

    @Test(
        "districts are the same from a shapefile as from GeoJSON, in any system, zipped or not",
        arguments: [
            ("voting_precincts_2012", "precinct", 143, "EPSG:26985", true),
            ("wards_2012", "ward", 8, "EPSG:2248", false),
            ("smd_2013", "single_member_district", 296, "EPSG:4326", true),
            ("zip_codes", "postcode", 170, "EPSG:3857", true),
        ]
    )
    func sameAsGeoJSON(
        file: String,
        type: String,
        count: Int,
        system: String,
        isZipped: Bool
    ) async throws {
        guard Self.hasTools, let path = Checkout.realFile("dc/\(file).geojson.gz") else { return }
        let scratch = try await ScratchStore()
        let map = type == "postcode" ? ["ZIPCODE=code"] : []
        _ = try await scratch.districts(path, into: "json", type: type, map: map)
        let shapes = try shapefile(
            of: path,
            in: scratch.folder,
            system: system,
            isZipped: isZipped
        )
        let report = try await scratch.districts(shapes, into: "shapes", type: type, map: map)
        #expect(report.records == count)
        #expect(report.rows.rejected == 0)
        #expect(report.format.kind == "shapefile")
        #expect(report.coordinates?.system == system)
        let all = try await scratch.published()
        let byCode = Dictionary(grouping: all, by: \.reference.code)
        #expect(byCode.count == count)
        for pair in byCode.values {
            #expect(pair.count == 2)
            let areas = pair.map(\.area.squareMeters)
            #expect(abs(areas[0] - areas[1]) < 1e-6 * areas[0] + 0.5, "\(pair[0].reference.code)")
            #expect(pair[0].area.polygons.count == pair[1].area.polygons.count)
            let holes = pair.map { district in
                district.area.polygons.reduce(0) { $0 + $1.holes.count }
            }
            #expect(holes[0] == holes[1])
        }
    }

    @Test("stations come from a shapefile of points, in feet, with accents in their names")
    func stations() async throws {
        guard Self.hasTools, let path = Checkout.realFile("stations/de_koeln/wahllokale.geojson")
        else {
            return
        }
        let scratch = try await ScratchStore()
        for (encoding, name) in [("UTF-8", "utf8"), ("ISO-8859-1", "latin")] {
            let target = scratch.folder + "/\(name).shp"
            #expect(
                try Self.run(
                    "ogr2ogr",
                    ["-t_srs", "EPSG:25832", "-lco", "ENCODING=\(encoding)", target, path]
                )
            )
            let report = try await StationImporter(
                store: scratch.store.stations,
                clock: scratch.clock
            )
            .run(.file(target), options: ImportOptions(dataset: try DatasetName(name)))
            #expect(report.rows.read == 909)
            #expect(report.rows.accepted == 306)
            #expect(report.coordinates?.system == "EPSG:25832")
            #expect(report.format.encoding == encoding)
            let stations = StationDirectory(store: scratch.store)
            try await stations.load()
            let streets = stations.all.filter { $0.dataset.text == name }.compactMap(\.address)
            #expect(streets.contains { $0.contains("ß") || $0.contains("ü") || $0.contains("ö") })
            #expect(!streets.contains { $0.contains("Ã") || $0.contains("\u{FFFD}") })
        }
    }

    @Test("a shapefile that lacks a part, or is cut off, says so")
    func broken() async throws {
        guard Self.hasTools, let path = Checkout.realFile("dc/wards_2012.geojson.gz") else {
            return
        }
        let scratch = try await ScratchStore()
        let shapes = try shapefile(
            of: path,
            in: scratch.folder,
            system: "EPSG:26985",
            isZipped: false
        )
        let main = URL(fileURLWithPath: shapes)
        // The last record is longer than what is left.
        let bytes = try Data(contentsOf: main)
        try bytes.prefix(bytes.count - 100).write(to: main)
        let cut = try await scratch.districts(shapes, type: "ward")
        #expect(cut.rows.accepted == 7)
        #expect(cut.rows.rejected == 1)
        #expect(cut.rejectedRows.first?.reason.contains("ends before the record does") == true)
        try bytes.write(to: main)
        // Without the .prj nothing says what the metres are.
        try FileManager.default.removeItem(atPath: scratch.folder + "/layer.prj")
        let unclear = await #expect(throws: ImportError.self) {
            try await scratch.districts(shapes, into: "other", type: "ward")
        }
        #expect(unclear?.description.contains("--crs EPSG:nnnn") == true)
        let named = try await scratch.districts(
            shapes,
            into: "other",
            type: "ward",
            crs: "EPSG:26985"
        )
        #expect(named.records == 8)
        try FileManager.default.removeItem(atPath: scratch.folder + "/layer.dbf")
        let lacking = await #expect(throws: ImportError.self) {
            try await scratch.districts(shapes, type: "ward")
        }
        #expect(lacking?.description.contains("lacks its .dbf part") == true)
    }

    /// Areas by SpatiaLite's own command line or by hand; the real files' by `ogrinfo`'s SQL.
    @Test("overlaps and gaps between neighbours are found, with their area")
    func fits() async throws {
        let scratch = try await ScratchStore()
        func square(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> String {
            "[[\(west),\(south)],[\(east),\(south)],[\(east),\(north)],[\(west),\(north)],[\(west),\(south)]]"
        }
        // Four squares round a gap of 0.002 degrees; the second reaches 0.001 into the first.
        let rings = [
            ("1", "[\(square(0, 0, 0.011, 0.01))]"), ("2", "[\(square(0.01, 0, 0.03, 0.01))]"),
            ("3", "[\(square(0, 0.01, 0.014, 0.03))]"),
            ("4", "[\(square(0.016, 0.01, 0.03, 0.03))]"),
            ("5", "[\(square(0.014, 0.012, 0.016, 0.03))]"),
        ]
        let features = rings.map {
            #"{"type":"Feature","properties":{"precinct":"\#($0.0)"},"geometry":{"type":"Polygon","coordinates":\#($0.1)}}"#
        }
        let path = scratch.folder + "/squares.geojson"
        try Data(
            #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#.utf8
        ).write(to: URL(fileURLWithPath: path))
        let report = try await scratch.districts(path, type: "precinct")
        let fit = try #require(report.districtFits.first)
        #expect(fit.overlapCount == 1)
        #expect(fit.overlaps.first?.districts == ["1", "2"])
        // A thousandth of a degree by a hundredth at the equator: 111.32 m by 1,105.7 m.
        #expect(abs(fit.overlapM2 - 111.3195 * 1105.74) < 20)
        #expect(fit.gapCount == 1)
        #expect(abs(fit.gapM2 - 222.639 * 221.149) < 20)
        #expect(fit.gaps.first?.between.contains("5") == true)
        #expect(report.text().contains("1 and 2 both claim"))
    }

    @Test("the wards and precincts of Washington fit but for slivers, which are told")
    func washington() async throws {
        let scratch = try await ScratchStore()
        for (file, type) in [("wards_2012", "ward"), ("voting_precincts_2012", "precinct")] {
            guard let path = Checkout.realFile("dc/\(file).geojson.gz") else { return }
            let report = try await scratch.districts(path, into: type, type: type)
            let fit = try #require(report.districtFits.first)
            #expect(fit.type == type)
            print(file, fit.overlapCount, fit.overlapM2, fit.gapCount, fit.gapM2)
            // The city has 177 km².
            #expect(fit.overlapM2 < 10_000)
            #expect(fit.gapM2 < 10_000)
        }
    }
}
