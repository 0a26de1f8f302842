import Datasets
import Geodesy
import Importing
import Polling
import RowFilesTesting
import TestSupport
import Testing
import Timekeeping

/// Finds every area sound but those whose west edge was given a verdict.
struct ScriptedMender: AreaMender {
    var verdicts: [Double: MendedArea] = [:]
    /// Areas of more parts are hopeless.
    var mostParts = Int.max

    func mend(_ area: MultiPolygon) throws -> MendedArea {
        area.polygons.count > mostParts
            ? .hopeless(fault: "too many parts")
            : verdicts[area.boundingBox?.west ?? 0] ?? .sound
    }
}

/// Imports of districts into a store in memory.
struct DistrictImports {
    let districts = FakeStore<District>(kind: .districts)
    let clock = ManualWallClock(Timestamp(millisecondsSince1970: 1_800_000_000_000))
    var mender = ScriptedMender()

    func run(
        path: String,
        type: String? = nil,
        mode: ImportOptions.Mode = .publish,
        map: [String] = [],
        force: Bool = true
    ) async throws -> ImportReport {
        try await DistrictImporter(store: districts, mender: mender, clock: clock).run(
            .file(path),
            options: ImportOptions(
                dataset: try DatasetName("dc"),
                mode: mode,
                mappings: try map.map { try ColumnMapping(parsing: $0) },
                constants: type.map { [FieldConstant(field: "type", value: $0)] } ?? [],
                isForced: force
            )
        )
    }

    /// Features of squares, one degree wide, each with properties and perhaps a geometry of its own.
    func run(
        _ features: [(properties: String, geometry: String)],
        type: String? = "precinct",
        map: [String] = [],
        force: Bool = true
    ) async throws -> ImportReport {
        let text = features.map {
            #"{"type":"Feature","properties":\#($0.properties),"geometry":\#($0.geometry)}"#
        }.joined(separator: ",\n")
        let collection = "{\"type\":\"FeatureCollection\",\"features\":[\n\(text)\n]}\n"
        return try await withFile(Array(collection.utf8), name: "districts.geojson") {
            try await run(path: $0, type: type, map: map, force: force)
        }
    }
}

private func square(_ x: Int) -> String {
    #"{"type":"Polygon","coordinates":[[[\#(x),0],[\#(x + 1),0],[\#(x + 1),1],[\#(x),1],[\#(x),0]]]}"#
}

@Suite struct DistrictImporterTests {
    private let imports = DistrictImports()

    @Test("the county's precincts come with code, name, type, parts and holes")
    func county() async throws {
        let report = try await imports.run(path: Checkout.county("precincts.geojson"))
        #expect(report.records == 60)
        #expect(report.rows.rejected == 0)
        let districts = imports.districts.published
        let college = try #require(districts.first { $0.reference.code == "115" })
        #expect(college.id.rawValue == "dc.precinct-115")
        #expect(college.reference.type == "precinct")
        #expect(districts.first { $0.reference.code == "107" }?.area.polygons.count == 2)
        #expect(districts.first { $0.reference.code == "102" }?.area.polygons[0].holes.count == 1)
        #expect(
            try await imports.run(path: Checkout.county("precincts.geojson")).outcome
                == .nothingToChange
        )
    }

    @Test(
        "real files of DC: the type is said, the code is found, words in front of it go",
        arguments: [
            ("voting_precincts_2012", "precinct", 143, "139", "Precinct 139"),
            ("wards_2012", "ward", 8, "6", "Ward 6"),
            ("smd_2013", "single_member_district", 296, "2B07", "SMD 2B07"),
            ("anc_2013", "anc", 40, "1C", "ANC 1C"),
            ("school_election_districts", "school_district", 4, "2", "2"),
            ("boundary", "city", 1, "Washington", "Washington"),
        ]
    )
    func washington(
        file: String,
        type: String,
        count: Int,
        code: String,
        name: String
    ) async throws {
        guard let path = Checkout.realFile("dc/\(file).geojson.gz") else { return }
        let report = try await imports.run(path: path, type: type)
        #expect(report.records == count)
        #expect(report.rows.rejected == 0)
        let district = try #require(imports.districts.published.first { $0.reference.code == code })
        #expect(district.reference.type == type)
        #expect(district.name == name)
    }

    @Test("a ZIP code of DC that stands in two features is one district of several parts")
    func zipCodes() async throws {
        guard let path = Checkout.realFile("dc/zip_codes.geojson.gz") else { return }
        let report = try await imports.run(path: path, type: "zip")
        #expect(report.rows.read == 171)
        // By the column ZIPCODE: ZIP_CODE_TEXT beside it says 2004 for 20004, and 20037 for 20052.
        #expect(report.records == 170)
        #expect(report.rows.merged == 1)
        let codes = imports.districts.published.map(\.reference)
        #expect(codes.allSatisfy { $0.type == "postcode" && $0.code.count == 5 })
    }

    @Test("either winding, unclosed rings and multipolygons are taken as they are meant")
    func shapes() async throws {
        let report = try await imports.run([
            (#"{"precinct":"1"}"#, square(0)),
            (
                #"{"precinct":"2"}"#,
                #"{"type":"Polygon","coordinates":[[[1,0],[1,1],[2,1],[2,0],[1,0]]]}"#
            ),
            (
                #"{"precinct":"3"}"#,
                #"{"type":"MultiPolygon","coordinates":[[[[3,0],[4,0],[4,1],[3,1]]],[[[5,0],[6,0],[6,1],[5,0]]]]}"#
            ),
        ])
        #expect(report.rows.accepted == 3)
        #expect(imports.districts.published.map(\.area.polygons.count) == [1, 1, 2])
        #expect(report.notes.contains { $0.text.contains("1 ring closed") })
        let ring = try #require(imports.districts.published.last?.area.polygons.first?.exterior)
        #expect(ring.first == ring.last)
        #expect(ring.count == 5)
    }

    @Test("what is no district is refused with its line and the reason, and stops nothing")
    func refusals() async throws {
        let report = try await imports.run([
            (#"{"precinct":"1"}"#, square(0)),
            (#"{"precinct":"2"}"#, #"{"type":"Point","coordinates":[0,0]}"#),
            (#"{"precinct":"3"}"#, "null"),
            (#"{"precinct":null}"#, square(3)),
            (
                #"{"precinct":"5"}"#,
                #"{"type":"Polygon","coordinates":[[[400000,130000],[400001,130000],[400001,130001],[400000,130000]]]}"#
            ),
            (
                #"{"precinct":"6"}"#,
                #"{"type":"Polygon","coordinates":[[[179,0],[-179,0],[-179,1],[179,0]]]}"#
            ),
            (#"{"precinct":"7"}"#, square(7)),
        ])
        #expect(report.rows.accepted == 2)
        #expect(report.rejectedRows.map(\.line) == [3, 4, 5, 6, 7])
        #expect(
            report.rejectedRows.map(\.cause) == [
                "bad_polygon", "missing_coordinate", "blank_name", "bad_polygon", "bad_polygon",
            ]
        )
        #expect(report.rejectedRows[0].reason.contains("Point"))
        #expect(report.rejectedRows[3].reason.contains("EPSG:4326"))
        #expect(report.rejectedRows[4].reason.contains("180 degrees"))
    }

    @Test("an invalid polygon is mended with a warning that names its line, or refused")
    func mending() async throws {
        let better = MultiPolygon([
            try Polygon(exterior: [
                Coordinate(latitude: 0, longitude: 1), Coordinate(latitude: 0, longitude: 2),
                Coordinate(latitude: 1, longitude: 2),
            ])
        ])
        var imports = imports
        imports.mender.verdicts = [
            1: .mended(better, fault: "Self-intersection"), 2: .hopeless(fault: "Too few points"),
        ]
        let report = try await imports.run([
            (#"{"precinct":"1"}"#, square(0)), (#"{"precinct":"2"}"#, square(1)),
            (#"{"precinct":"3"}"#, square(2)),
        ])
        #expect(imports.districts.published.map(\.area).last == better)
        let warning = try #require(report.notes.first { $0.level == .warning })
        #expect(warning.text.contains("1 polygon mended"))
        #expect(warning.text.contains("line 3: Self-intersection"))
        #expect(report.rejectedRows.map(\.line) == [4])
        #expect(report.rejectedRows[0].reason.contains("Too few points"))
    }

    @Test("features of one code make one district, unless they overlap")
    func sameCode() async throws {
        var imports = imports
        imports.mender.mostParts = 2
        let report = try await imports.run([
            (#"{"precinct":"Precinct 1"}"#, square(6)), (#"{"precinct":"1"}"#, square(8)),
            (#"{"precinct":"2"}"#, square(0)), (#"{"precinct":"1"}"#, square(10)),
        ])
        #expect(imports.districts.published.map(\.area.polygons.count) == [2, 1])
        #expect(report.rows.merged == 1)
        #expect(report.rejectedRows.map(\.line) == [5])
        #expect(report.rejectedRows[0].reason.contains("line 2"))
    }

    @Test("districts whose codes are one but for how they are written are not made one district")
    func alikeCodes() async throws {
        let report = try await imports.run([
            (#"{"precinct":"1-10","name":"North"}"#, square(0)),
            (#"{"precinct":"01-10","name":"South"}"#, square(5)),
            (#"{"precinct":"1-10","name":"North"}"#, square(2)),
        ])
        #expect(report.rows.rejected == 1)
        #expect(report.rows.merged == 1)
        let row = try #require(report.rejectedRows.first)
        #expect(row.line == 3)
        #expect(row.reason.contains(#""01-10""#) || row.value == "01-10")
        #expect(row.reason.contains(#"cannot be told from "1-10" in line 2"#))
        #expect(imports.districts.published.map(\.reference.code) == ["1-10"])
        #expect(imports.districts.published.first?.area.polygons.count == 2)
    }

    @Test("without a type nothing is imported, and the remedy is said")
    func noType() async throws {
        let error = await #expect(throws: ImportError.self) {
            try await imports.run([(#"{"code":"1"}"#, square(0))], type: nil)
        }
        #expect(error.map { "\($0)" }?.contains("--type") == true)
        #expect(imports.districts.leftOver == 0)
    }

    @Test("a column of types serves several types in one file, whose ids say which is which")
    func typeColumn() async throws {
        _ = try await imports.run(
            [
                (#"{"type":"Ward","code":"1"}"#, square(0)),
                (#"{"type":"precinct","code":"1"}"#, square(0)),
            ],
            type: nil
        )
        #expect(
            imports.districts.published.map(\.id.rawValue) == ["dc.ward-1", "dc.precinct-1"]
        )
    }

    @Test(
        "boundaries that leave their ground are not published by themselves, and are told by how far"
    )
    func swapped() async throws {
        let right = try await imports.run((10..<14).map { (#"{"code":"\#($0)"}"#, square($0)) })
        #expect(right.outcome == .published)
        let before = imports.districts.published
        func swapped(_ x: Int) -> String {
            #"{"type":"Polygon","coordinates":[[[0,\#(x)],[0,\#(x + 1)],[1,\#(x + 1)],[1,\#(x)],[0,\#(x)]]]}"#
        }
        let wrong = try await imports.run(
            (10..<14).map { (#"{"code":"\#($0)"}"#, swapped($0)) },
            force: false
        )
        #expect(wrong.outcome == .refused)
        #expect(wrong.forceNeeded.map(\.limit) == [.moved])
        #expect(
            wrong.changes.firstChanged.first?.differences.first?
                .hasPrefix("boundary changed, its middle by 1") == true
        )
        #expect(imports.districts.published == before)
        // What is drawn anew nearby is.
        let wider = square(13).replacing("14", with: "14.2")
        let drawn = try await imports.run(
            (10..<13).map { (#"{"code":"\#($0)"}"#, square($0)) } + [(#"{"code":"13"}"#, wider)]
        )
        #expect(drawn.outcome == .published)
        #expect(drawn.changes.changed == 1)
    }
}
