import Datasets
import Geodesy
import Ground
import Importing
import Polling
import RowFilesTesting
import TestSupport
import Testing
import Timekeeping

/// Imports of ground into a store in memory.
private struct GroundImports {
    let ground = FakeStore<GroundFeature>(kind: .ground)
    let clock = ManualWallClock(Timestamp(millisecondsSince1970: 1_800_000_000_000))
    var mender = ScriptedMender()

    func run(
        path: String,
        type: String? = "water",
        mode: ImportOptions.Mode = .publish
    ) async throws -> ImportReport {
        try await GroundImporter(store: ground, mender: mender, clock: clock).run(
            .file(path),
            options: ImportOptions(
                dataset: try DatasetName("dc"),
                mode: mode,
                constants: type.map { [FieldConstant(field: "type", value: $0)] } ?? []
            )
        )
    }

    /// Features with properties and a geometry each.
    func run(
        _ features: [(properties: String, geometry: String)],
        type: String? = "water"
    ) async throws -> ImportReport {
        let text = features.map {
            #"{"type":"Feature","properties":\#($0.properties),"geometry":\#($0.geometry)}"#
        }.joined(separator: ",\n")
        let collection = "{\"type\":\"FeatureCollection\",\"features\":[\n\(text)\n]}\n"
        return try await withFile(Array(collection.utf8), name: "ground.geojson") {
            try await run(path: $0, type: type)
        }
    }
}

private let line = #"{"type":"LineString","coordinates":[[0,0],[1,1]]}"#

private func square(_ x: Int) -> String {
    #"{"type":"Polygon","coordinates":[[[\#(x),0],[\#(x + 1),0],[\#(x + 1),1],[\#(x),1],[\#(x),0]]]}"#
}

@Suite struct GroundImporterTests {
    private let imports = GroundImports()

    @Test("the county's water comes with its names, kinds, areas and lines")
    func county() async throws {
        let path = Checkout.county("water.geojson")
        let report = try await imports.run(path: path)
        #expect(report.records == 11)
        #expect(report.rows.rejected == 0)
        #expect(report.kind == "ground")
        let river = try #require(imports.ground.published.first { $0.key == "river" })
        #expect(river.name == "Little Curlew River")
        #expect(river.detail == "river")
        #expect(river.groundClass == .water)
        guard case .lines(let lines) = river.shape else { return #expect(Bool(false)) }
        #expect(lines.count == 1)
        let lake = try #require(imports.ground.published.first { $0.name == "Swan Lake" })
        guard case .area(let area) = lake.shape else { return #expect(Bool(false)) }
        #expect(area.polygons.count == 1)
        #expect(try await imports.run(path: path).outcome == .nothingToChange)
    }

    @Test("DC's hydrography comes without what lies below ground, and says so")
    func hydrography() async throws {
        guard let path = Checkout.realFile("dc/basemap_hydrography.geojson.gz") else { return }
        let report = try await imports.run(path: path)
        #expect(report.records == 795 - 128)
        #expect(report.rows.rejected == 0)
        let kinds = Set(imports.ground.published.compactMap(\.detail))
        #expect(kinds == ["stream", "dock or pier", "sea wall", "jetty"])
        #expect(
            report.notes.contains {
                $0.text == "128 features left out that lie below ground: \"hidden hydrography\""
            }
        )
    }

    @Test("DC's parks come with their names")
    func parks() async throws {
        guard let path = Checkout.realFile("dc/basemap_parks.geojson.gz") else { return }
        let report = try await imports.run(path: path, type: "park")
        #expect(report.records == 242)
        #expect(report.rows.rejected == 0)
        let park = try #require(imports.ground.published.first { $0.name == "Joe Cole" })
        #expect(park.groundClass == .park)
        #expect(park.detail == "rec center grounds")
    }

    @Test("what the ground is may stand in a column, and is water or park")
    func types() async throws {
        let report = try await imports.run(
            [
                (#"{"class":"Water","id":"a"}"#, line), (#"{"class":"park","id":"b"}"#, square(0)),
                (#"{"class":"lava","id":"c"}"#, square(1)), (#"{"class":null,"id":"d"}"#, line),
            ],
            type: nil
        )
        #expect(report.records == 2)
        #expect(report.rows.rejected == 2)
        #expect(report.causes.map(\.cause).sorted() == ["bad_category", "blank_text"])
        await #expect(throws: ImportError.self) {
            try await imports.run([(#"{"name":"a"}"#, line)], type: nil)
        }
        await #expect(throws: ImportError.self) {
            try await imports.run([(#"{"name":"a"}"#, line)], type: "lava")
        }
        // What is said for the whole file holds against a column that means something else.
        #expect(try await imports.run([(#"{"class":"H2"}"#, line)]).records == 1)
    }

    @Test("features without an id keep their key from one import to the next")
    func keys() async throws {
        _ = try await imports.run([("{}", square(0)), ("{}", square(5)), ("{}", square(0))])
        #expect(imports.ground.published.count == 2)
        let report = try await imports.run([("{}", square(5)), ("{}", line)])
        #expect(report.changes.added == 1)
        #expect(report.changes.removed == 1)
        #expect(report.changes.unchanged == 1)
    }

    @Test("what cannot be drawn is refused with its reason, and the rest is taken")
    func refusals() async throws {
        let report = try await imports.run([
            (#"{"id":1}"#, line), (#"{"id":1}"#, square(0)),
            (#"{"id":2}"#, #"{"type":"Point","coordinates":[0,0]}"#), (#"{"id":3}"#, "null"),
            (#"{"id":4}"#, #"{"type":"LineString","coordinates":[[0,0],[0,91]]}"#),
            (#"{"id":5}"#, #"{"type":"LineString","coordinates":[[179,0],[-179,0]]}"#),
            (#"{"id":6}"#, #"{"type":"MultiLineString","coordinates":[]}"#),
        ])
        #expect(report.records == 1)
        #expect(
            report.causes.map(\.cause).sorted() == [
                "bad_line", "bad_polygon", "missing_coordinate", "repeated_key",
            ]
        )
    }

    @Test("areas that are not valid are mended with a warning, or refused")
    func mending() async throws {
        var imports = GroundImports()
        let better = MultiPolygon([
            try Polygon(
                exterior: [(0.0, 10.0), (0, 10.5), (0.5, 10)].map {
                    try Coordinate(latitude: $0.0, longitude: $0.1)
                }
            )
        ])
        imports.mender.verdicts = [
            10: .mended(better, fault: "Self-intersection"), 20: .hopeless(fault: "no inside"),
        ]
        let report = try await imports.run([("{}", square(10)), ("{}", square(20))])
        #expect(report.records == 1)
        #expect(report.rows.rejected == 1)
        #expect(imports.ground.published.map(\.shape) == [.area(better)])
        #expect(report.notes.contains { $0.level == .warning && $0.text.contains("Self-inter") })
    }
}
