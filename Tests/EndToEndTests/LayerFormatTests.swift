import Foundation
import Testing

/// Files of other geographic programs, written by GDAL, wherever a file may be named.
@Suite(.enabled(if: GDAL.isInstalled, GDAL.notice)) struct LayerFormatTests {
    private let folder: TemporaryFolder
    private let places: String
    private let wards: String

    /// A format: how `ogr2ogr` writes it, and what is packed afterwards.
    struct Format: Sendable, CustomTestStringConvertible {
        let kind: String
        let file: String
        let options: [String]
        /// A program that packs, and its arguments, run in the folder; the last is the file then.
        var packing: [String] = []

        var testDescription: String { packing.last ?? file }

        static let all: [Format] = [
            Format(kind: "geopackage", file: "a.gpkg", options: ["-f", "GPKG"]),
            Format(
                kind: "geopackage",
                file: "feet.gpkg",
                options: ["-f", "GPKG", "-t_srs", "EPSG:2277"]
            ),
            Format(
                kind: "geopackage",
                file: "b.gpkg",
                options: ["-f", "GPKG"],
                packing: ["zip", "-q", "b.zip", "b.gpkg"]
            ),
            Format(kind: "flatgeobuf", file: "a.fgb", options: ["-f", "FlatGeobuf"]),
            Format(
                kind: "flatgeobuf",
                file: "b.fgb",
                options: ["-f", "FlatGeobuf"],
                packing: ["gzip", "b.fgb", "b.fgb.gz"]
            ),
            Format(kind: "kml", file: "a.kml", options: ["-f", "LIBKML"]),
            Format(kind: "kml", file: "a.kmz", options: ["-f", "LIBKML"]),
            Format(
                kind: "kml",
                file: "doc.kml",
                options: ["-f", "LIBKML"],
                packing: ["zip", "-q", "k.zip", "doc.kml"]
            ),
            Format(kind: "gml", file: "a.gml", options: ["-f", "GML"]),
            Format(
                kind: "gml",
                file: "axes.gml",
                options: ["-f", "GML", "-dsco", "FORMAT=GML3.2", "-a_srs", "EPSG:4326"]
            ),
            Format(kind: "mapinfo", file: "a.tab", options: ["-f", "MapInfo File"]),
            Format(
                kind: "mapinfo",
                file: "b.tab",
                options: ["-f", "MapInfo File"],
                packing: ["zip", "-q", "-m", "t.zip", "b.tab", "b.dat", "b.map", "b.id"]
            ),
            Format(kind: "mapinfo", file: "a.mif", options: ["-f", "MapInfo File"]),
            Format(
                kind: "mapinfo",
                file: "utm.tab",
                options: ["-f", "MapInfo File", "-t_srs", "EPSG:32615"]
            ),
            Format(
                kind: "filegdb",
                file: "a.gdb",
                options: ["-f", "OpenFileGDB"]
            ),
            Format(
                kind: "filegdb",
                file: "b.gdb",
                options: ["-f", "OpenFileGDB"],
                packing: ["zip", "-q", "-r", "-m", "g.zip", "b.gdb"]
            ),
        ]
    }

    init() throws {
        folder = try TemporaryFolder()
        places = try folder.write(
            """
            {"type":"FeatureCollection","features":[
            {"type":"Feature","properties":{"code":"01234","label":"Élan \\"Hall\\"","address":"12 Main St",
            "count":5,"share":0.25},"geometry":{"type":"Point","coordinates":[-95.37,29.76]}},
            {"type":"Feature","properties":{"code":"00002","label":"Town Hall","address":"1 Oak Ave",
            "count":7,"share":1.5},"geometry":{"type":"Point","coordinates":[-95.36,29.75]}},
            {"type":"Feature","properties":{"code":"A7","label":"Fire 3","address":"9 Elm Rd",
            "count":12,"share":2},"geometry":{"type":"Point","coordinates":[-95.3,29.7]}}]}
            """,
            to: "places.geojson"
        )
        wards = try folder.write(
            """
            {"type":"FeatureCollection","features":[
            {"type":"Feature","properties":{"code":"007","label":"Ward 7"},"geometry":{"type":"Polygon",
            "coordinates":[[[-95.4,29.7],[-95.2,29.7],[-95.2,29.9],[-95.4,29.9],[-95.4,29.7]],
            [[-95.35,29.8],[-95.35,29.85],[-95.3,29.85],[-95.3,29.8],[-95.35,29.8]]]}},
            {"type":"Feature","properties":{"code":"008","label":"Ward 8"},"geometry":{"type":
            "MultiPolygon","coordinates":[[[[-95.6,29.7],[-95.5,29.7],[-95.5,29.9],[-95.6,29.9],
            [-95.6,29.7]]],[[[-95.8,29.7],[-95.7,29.7],[-95.7,29.9],[-95.8,29.9],[-95.8,29.7]]]]}}]}
            """,
            to: "wards.geojson"
        )
    }

    /// Writes a file in a format, and packs it.
    private func make(_ format: Format, of source: String) throws -> String {
        let path = folder.path(format.file)
        // The format knows several points, and areas of several parts alone.
        let shape = source == wards ? "MULTIPOLYGON" : "MULTIPOINT"
        let more = format.kind == "filegdb" ? ["-nlt", shape] : []
        _ = try GDAL.run(["ogr2ogr"] + format.options + more + [path, source])
        guard let program = format.packing.first else { return path }
        let arguments = Array(format.packing.dropFirst())
        if program == "gzip" {
            _ = try GDAL.run(["gzip", "-f", path])
            return folder.path(arguments[1])
        }
        let outcome = try Program.run(
            "sh",
            ["-c", "cd \"$0\" && exec \"$@\"", folder.url.path, program] + arguments
        )
        try #require(outcome.exitCode == 0, "\(outcome.errors)")
        return folder.path(arguments.first { $0.hasSuffix(".zip") } ?? "")
    }

    private func within(_ file: String, _ fields: String) async throws -> AmbitCommand.Outcome {
        try await AmbitCommand.run(
            "within",
            file,
            "--bbox",
            "-96,29,-95,30",
            "--format",
            "csv",
            "--fields",
            fields
        )
    }

    /// Rows of CSV in the order of their texts.
    private func sorted(_ text: String) -> [Substring] {
        text.split(separator: "\n").dropFirst().sorted()
    }

    @Test("a query reads points and their values as they are written", arguments: Format.all)
    func points(format: Format) async throws {
        let outcome = try await within(
            try make(format, of: places),
            "code,label,address,count,share,lat,lon"
        )
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let rows = sorted(outcome.output)
        try #require(rows.count == 3, "\(outcome.output)")
        let wanted = [
            "00002,Town Hall,1 Oak Ave,7,1.5,", "01234,\"Élan \"\"Hall\"\"\",12 Main St,5,0.25,",
            "A7,Fire 3,9 Elm Rd,12,2,",
        ]
        let places = [(29.75, -95.36), (29.76, -95.37), (29.7, -95.3)]
        for (row, (beginning, place)) in zip(rows, zip(wanted, places)) {
            // A real that is whole may have a fraction of none.
            let row = row.replacing(",2.0,", with: ",2,")
            #expect(row.hasPrefix(beginning), "\(row)")
            let numbers = row.split(separator: ",").suffix(2).compactMap { Double($0) }
            try #require(numbers.count == 2)
            // MapInfo keeps whole multiples of a millionth of its bounds.
            #expect(abs(numbers[0] - place.0) < 2e-6 && abs(numbers[1] - place.1) < 2e-6, "\(row)")
        }
    }

    @Test("areas are layers, and points are counted in them", arguments: Format.all)
    func areas(format: Format) async throws {
        let file = try make(format, of: wards)
        let outcome = try await AmbitCommand.run(
            "join",
            places,
            file,
            "--within",
            "0m",
            "--format",
            "csv",
            "--fields",
            "a_code,b_code"
        )
        let told = "\(outcome.errors) \(outcome.output)"
        #expect(outcome.exitCode == 0, "\(told)")
        // The last place lies on the ward's edge, which is in it.
        #expect(sorted(outcome.output) == ["00002,007", "01234,007", "A7,007"], "\(told)")
    }

    @Test("an import reads them, and says what they are", arguments: Format.all)
    func imports(format: Format) async throws {
        let outcome = try await AmbitCommand.run(
            "import",
            "stations",
            try make(format, of: places),
            "--dataset",
            "d",
            "--check",
            "--database",
            folder.path("test.sqlite"),
            "--map",
            "code=id",
            "--map",
            "label=name",
            "--report",
            "-"
        )
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("\"kind\" : \"\(format.kind)\""))
        #expect(outcome.output.contains("01234"), "\(outcome.output)")
    }

    @Test("GPX has its points")
    func tracks() async throws {
        let path = folder.path("a.gpx")
        _ = try GDAL.run([
            "ogr2ogr", "-f", "GPX", path, places, "-sql", "select label as name from places",
            "-nlt",
            "POINT",
        ])
        let outcome = try await within(path, "name,lat,lon")
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(
            sorted(outcome.output).last == "Élan \"Hall\",29.76,-95.37"
                || outcome.output.contains("29.76")
        )
    }

    @Test("what Ambit writes it reads", arguments: ["gpkg", "shp"])
    func own(ending: String) async throws {
        let path = folder.path("own.\(ending)")
        let written = try await AmbitCommand.run(
            "within",
            places,
            "--bbox",
            "-96,29,-95,30",
            "-o",
            path
        )
        #expect(written.exitCode == 0, "\(written.errors)")
        let outcome = try await within(path, "code,count,lat,lon")
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(sorted(outcome.output).first == "00002,7,29.75,-95.36", "\(outcome.output)")
    }

    @Test("several layers are asked back, and one is named")
    func layers() async throws {
        let path = folder.path("two.gpkg")
        _ = try GDAL.run(["ogr2ogr", path, places, "-nln", "Places"])
        _ = try GDAL.run(["ogr2ogr", "-update", path, wards, "-nln", "Wards"])
        let unclear = try await within(path, "code")
        #expect(unclear.exitCode == 1)
        #expect(
            unclear.errors.contains(
                "several layers hold features: \"Places\", \"Wards\"; name one behind the file, such as "
                    + "\"\(path)#Places\""
            ),
            "\(unclear.errors)"
        )
        let named = try await within(path + "#places", "code")
        #expect(sorted(named.output) == ["00002", "01234", "A7"], "\(named.errors)")
        let wrong = try await within(path + "#West", "code")
        #expect(wrong.errors.contains("it has no layer \"West\"; it has \"Places\", \"Wards\""))
        func imports(_ more: String...) async throws -> AmbitCommand.Outcome {
            try await AmbitCommand.run(
                ["import", "stations", path, "--dataset", "d", "--check", "--map", "label=name"]
                    + ["--database", folder.path("test.sqlite")] + more
            )
        }
        let asked = try await imports()
        #expect(asked.exitCode == 1)
        #expect(asked.errors.contains("say which with --layer NAME"), "\(asked.errors)")
        #expect(try await imports("--layer", "Places").exitCode == 0)
        #expect(try await imports("--sheet", "Places").exitCode == 0)
    }

    @Test("heights, measures and arcs are left out or straightened, and told")
    func flattened() async throws {
        let source = try folder.write(
            "id,name,wkt\n1,A,POINT ZM (-95 29 12 3)\n2,B,\"CURVEPOLYGON (CIRCULARSTRING (-95 29,"
                + "-94.9 29.1,-95 29.2,-95.1 29.1,-95 29))\"\n",
            to: "shapes.csv"
        )
        let path = folder.path("shapes.gpkg")
        _ = try GDAL.run([
            "ogr2ogr", path, source, "-oo", "GEOM_POSSIBLE_NAMES=wkt", "-oo",
            "KEEP_GEOM_COLUMNS=NO", "-a_srs", "EPSG:4326", "-nlt", "GEOMETRY",
        ])
        let outcome = try await AmbitCommand.run(
            "import",
            "stations",
            path,
            "--dataset",
            "d",
            "--check",
            "--database",
            folder.path("test.sqlite")
        )
        let told = outcome.output + outcome.errors
        #expect(told.contains("1 feature has heights, which were left out"), "\(told)")
        #expect(told.contains("1 feature has measures along a line"), "\(told)")
        #expect(told.contains("1 feature has arcs"), "\(told)")
    }

    @Test("a GeoPackage that somebody writes is not read, and one whose log is empty is")
    func log() async throws {
        let path = try make(Format.all[0], of: places)
        _ = try Program.run(
            "python3",
            [
                "-c",
                "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('pragma journal_mode=wal')",
                path,
            ]
        )
        let closed = try await within(path, "code")
        #expect(sorted(closed.output) == ["00002", "01234", "A7"], "\(closed.errors)")
        try Data("x".utf8).write(to: URL(fileURLWithPath: path + "-wal"))
        let open = try await within(path, "code")
        #expect(open.exitCode == 1)
        #expect(open.errors.contains("close it in the program that has it open"), "\(open.errors)")
    }

    @Test("nothing that a file names is opened")
    func secrets() async throws {
        let secret = try folder.write("code,label,lat,lon\nsecret,x,29.5,-95.5\n", to: "secret.csv")
        let path = try make(Format.all[0], of: places)
        let outcome = try Program.run(
            "python3",
            [
                "-c",
                """
                import sqlite3, sys
                base = sqlite3.connect(sys.argv[1])
                base.execute("pragma writable_schema=on")
                base.execute("insert into sqlite_master (type, name, tbl_name, rootpage, sql) values ("
                  "'table', 'stolen', 'stolen', 0, 'CREATE VIRTUAL TABLE stolen USING VirtualText(''"
                  + sys.argv[2] + "'', ''UTF-8'', 1, POINT, NONE, '','')')")
                base.execute("insert into gpkg_contents (table_name, data_type, identifier) "
                  "values ('stolen', 'attributes', 'stolen')")
                base.commit()
                """,
                path, secret,
            ]
        )
        try #require(outcome.exitCode == 0, "\(outcome.errors)")
        let stolen = try await within(path + "#stolen", "code")
        #expect(!(stolen.output + stolen.errors).contains("secret,"), "\(stolen.output)")
        #expect(stolen.exitCode == 1)
        // A link to what lies elsewhere, in a document.
        let linked = try folder.write(
            """
            <kml xmlns="http://www.opengis.net/kml/2.2"><Document><NetworkLink><Link><href>places.kml</href>
            </Link></NetworkLink><Placemark><name>One</name><Point><coordinates>-95.5,29.5</coordinates>
            </Point></Placemark></Document></kml>
            """,
            to: "linked.kml"
        )
        let one = try await within(linked, "Name")
        #expect(sorted(one.output) == ["One"], "\(one.errors)")
    }

    @Test("without GDAL a sentence says what to install")
    func missing() async throws {
        let path = try make(Format.all[0], of: places)
        // Nothing of the library is left to the loader.
        let fake = folder.path("lib")
        try FileManager.default.createDirectory(atPath: fake, withIntermediateDirectories: true)
        for number in 30...38 { _ = try folder.write("none", to: "lib/libgdal.so.\(number)") }
        let outcome = try await AmbitCommand.run(
            "within",
            path,
            "--bbox",
            "-96,29,-95,30",
            environment: ["LD_LIBRARY_PATH": fake]
        )
        #expect(outcome.exitCode == 1)
        #expect(
            outcome.errors.contains("(Debian: apt-get install libgdal32)"),
            "\(outcome.errors)"
        )
    }
}
