import Datasets
import Geodesy
import Importing
import Polling
import ReferenceSystems
import RowFilesTesting
import Testing
import Timekeeping

/// Places beyond the area that the register draws for their system, and at the limits of degrees.
@Suite struct AreaOfUseTests {
    private let districts = FakeStore<District>(kind: .districts)
    private let clock = ManualWallClock(Timestamp(millisecondsSince1970: 1_800_000_000_000))

    private func run(_ rings: [String], crs: String?) async throws -> ImportReport {
        let features = rings.enumerated().map { index, ring in
            #"{"type":"Feature","properties":{"code":"\#(index + 1)"},"geometry":"#
                + #"{"type":"Polygon","coordinates":[\#(ring)]}}"#
        }
        let member =
            crs.map { #""crs":{"type":"name","properties":{"name":"\#($0)"}},"# } ?? ""
        let text =
            #"{"type":"FeatureCollection",\#(member)"features":[\#(features.joined(separator: ","))]}"#
        return try await withFile(Array(text.utf8), name: "wards.geojson") {
            try await DistrictImporter(store: districts, mender: ScriptedMender(), clock: clock)
                .run(
                    .file($0),
                    options: ImportOptions(
                        dataset: try DatasetName("wards"),
                        constants: [FieldConstant(field: "type", value: "ward")]
                    )
                )
        }
    }

    /// A square of a side from its south-west corner.
    private func square(_ x: Double, _ y: Double, side: Double) -> String {
        let corners = [(x, y), (x + side, y), (x + side, y + side), (x, y + side), (x, y)]
        return "[" + corners.map { "[\($0.0),\($0.1)]" }.joined(separator: ",") + "]"
    }

    private func corner(_ code: String) throws -> Coordinate {
        let district = try #require(districts.published.first { $0.reference.code == code })
        return try #require(district.area.polygons.first?.exterior.first)
    }

    @Test("Bergen in the grid of all Norway, whose area ends seven degrees short, is read and told")
    func bergen() async throws {
        // 60.39, 5.32 and Oslo's 59.91, 10.75 in EPSG:25833, by gdaltransform.
        let report = try await run(
            [
                square(-32_253.6, 6_734_074.9, side: 1_000),
                square(262_409.7, 6_649_017.7, side: 1_000),
            ],
            crs: "EPSG:25833"
        )
        #expect(report.rows.rejected == 0)
        let place = try corner("1")
        #expect(abs(place.latitude - 60.39) < 0.0001)
        #expect(abs(place.longitude - 5.32) < 0.0001)
        let note = try #require(report.notes.first { $0.text.contains("outside the area") })
        #expect(note.level == .warning)
        #expect(note.text.hasPrefix("1 row with places"))
        #expect(note.text.contains("EPSG:25833"))
    }

    @Test("Guam in NAD83, whose area is North America, is read and told")
    func guam() async throws {
        let report = try await run([square(144.7, 13.4, side: 0.1)], crs: "EPSG:4269")
        #expect(report.rows.rejected == 0)
        #expect(abs(try corner("1").longitude - 144.7) < 0.0001)
        #expect(
            report.notes.contains { $0.level == .warning && $0.text.contains("outside the area") }
        )
    }

    @Test("what lies in its area is not told, and numbers that no place has are refused")
    func inside() async throws {
        let report = try await run(
            [square(530_000, 180_000, side: 100), square(9e12, 9e12, side: 100)],
            crs: "EPSG:27700"
        )
        #expect(report.rows.accepted == 1)
        #expect(report.rejectedRows.map(\.cause) == ["bad_polygon"])
        #expect(!report.notes.contains { $0.text.contains("outside the area") })
    }

    @Test(
        "180.00000000000014 is 180, and 180.001 is no longitude",
        arguments: [nil, "EPSG:4269"] as [String?]
    )
    func rounding(crs: String?) async throws {
        let ring = "[[179,-17],[180.00000000000014,-17],[180.00000000000014,-16],[179,-17]]"
        let report = try await run([ring], crs: crs)
        #expect(report.rows.rejected == 0)
        let longitudes = try #require(districts.published.first).area.polygons[0].exterior
            .map(\.longitude)
        #expect(longitudes.max() == 180)
        let far = "[[179,-17],[180.001,-17],[180.001,-16],[179,-17]]"
        if crs == nil {
            let error = await #expect(throws: ImportError.self) { try await run([far], crs: crs) }
            #expect(error != nil)
        }
    }

    @Test("stations a third of which lie beyond the area are read; one far row of many is a slip")
    func stations() async throws {
        func rows(far: Int) -> String {
            (0..<20).map { number in
                number < far
                    ? "H\(number),\(-32_253.6 + Double(number * 500)),6734074.9\n"
                    : "H\(number),\(262_409.7 + Double(number * 500)),6649017.7\n"
            }.joined()
        }
        var imports = Imports()
        var report = try await imports.stations("name,easting,northing\n" + rows(far: 7)) {
            $0.referenceSystem = try .init(parsing: "EPSG:25833")
        }
        #expect(report.rows.accepted == 20)
        #expect(
            report.notes.contains {
                $0.level == .warning && $0.text.contains("7 of the first 20 rows")
            }
        )
        imports = Imports()
        report = try await imports.stations("name,easting,northing\n" + rows(far: 1)) {
            $0.referenceSystem = try .init(parsing: "EPSG:25833")
        }
        #expect(report.rows.accepted == 19)
        #expect(report.rejectedRows.map(\.cause) == ["bad_coordinate"])
    }
}
