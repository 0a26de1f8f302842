import Datasets
import Geodesy
import Ground
import Importing
import Polling
import ReferenceSystems
import RowFilesTesting
import Testing
import Timekeeping

/// Places of every kind of record, read by one reader: in whatever system and with whatever decimal mark.
@Suite struct PlacesOfKindsTests {
    private let clock = ManualWallClock(Timestamp(millisecondsSince1970: 1_800_000_000_000))
    private let addresses = FakeStore<AddressEntry>(kind: .addresses)
    private let postcodes = FakeStore<PostcodePlace>(kind: .postcodes)
    private let ground = FakeStore<GroundFeature>(kind: .ground)

    private func options(_ crs: String?) throws -> ImportOptions {
        var options = ImportOptions(dataset: try DatasetName("town"))
        options.referenceSystem = try crs.map { try CoordinateReferenceSystem(parsing: $0) }
        return options
    }

    private func addresses(
        _ text: String,
        crs: String? = nil,
        name: String = "list.csv"
    ) async throws -> ImportReport {
        try await withFile(Array(text.utf8), name: name) {
            try await AddressImporter(store: addresses, clock: clock)
                .run(.file($0), options: options(crs))
        }
    }

    private func postcodes(
        _ text: String,
        crs: String? = nil,
        name: String = "codes.csv"
    ) async throws -> ImportReport {
        try await withFile(Array(text.utf8), name: name) {
            try await PostcodeImporter(store: postcodes, clock: clock)
                .run(.file($0), options: options(crs))
        }
    }

    private func ground(_ text: String, crs: String? = nil) async throws -> ImportReport {
        var options = try options(crs)
        options.constants = [FieldConstant(field: "type", value: "park")]
        return try await withFile(Array(text.utf8), name: "parks.geojson") { [options] in
            try await GroundImporter(store: ground, mender: ScriptedMender(), clock: clock)
                .run(.file($0), options: options)
        }
    }

    private func meters(_ place: Coordinate?, _ latitude: Double, _ longitude: Double) throws
        -> Double
    {
        let expected = try Coordinate(latitude: latitude, longitude: longitude)
        return Geodesic.distance(from: try #require(place), to: expected).meters
    }

    /// Westminster, EPSG:27700 530000 180000, by gdaltransform.
    private let westminster = (latitude: 51.503991, longitude: -0.128354)

    // MARK: Ground

    private func park(_ crs: String, _ place: (x: Double, y: Double), isLate: Bool = false)
        -> String
    {
        let (x, y) = place
        let ring = [(x, y), (x + 0.1, y), (x + 0.1, y + 0.1), (x, y)]
            .map { "[\($0.0),\($0.1)]" }.joined(separator: ",")
        let feature = """
            {"type":"Feature","properties":{"id":"p"},"geometry":{"type":"Polygon","coordinates":
            [[\(ring)]]}}
            """
        let member =
            crs.isEmpty ? "" : #""crs":{"type":"name","properties":{"name":"\#(crs)"}}"#
        let features = #""features":[\#(feature)]"#
        let members =
            [#""type":"FeatureCollection""#] + (isLate ? [features, member] : [member, features])
        return "{\(members.filter { !$0.isEmpty }.joined(separator: ","))}"
    }

    private var corner: Coordinate? {
        guard case .area(let area)? = ground.published.first?.shape else { return nil }
        return area.polygons.first?.exterior.first
    }

    @Test("ground in NAD27 lies where that has it, by a crs member before or behind, and by --crs")
    func groundInNAD27() async throws {
        // A place in Nebraska; NAD27 and WGS84 differ by some 40 m there.
        let place = (x: -101.5, y: 42.1)
        let known = try #require(
            CoordinateTransform(from: CoordinateReferenceSystem(code: 4267))
                .place(x: place.x, y: place.y)
        )
        #expect(try meters(known, 42.1, -101.5) > 20)
        for (text, crs) in [
            (park("EPSG:4267", place), nil), (park("EPSG:4267", place, isLate: true), nil),
            (park("", place), "EPSG:4267"),
        ] {
            let report = try await ground(text, crs: crs)
            #expect(report.coordinates?.system == "EPSG:4267")
            #expect(try meters(corner, known.latitude, known.longitude) < 0.01)
        }
    }

    @Test("a crs member behind more features than are looked at first still holds")
    func lateSystem() async throws {
        let rows = (0..<5_200).map {
            #"{"type":"Feature","properties":{"id":\#($0)},"geometry":{"type":"LineString","#
                + #""coordinates":[[530000,\#(180_000 + $0)],[530100,180000.5]]}}"#
        }
        let text =
            #"{"type":"FeatureCollection","features":[\#(rows.joined(separator: ","))],"#
            + #""crs":{"type":"name","properties":{"name":"EPSG:27700"}}}"#
        let report = try await ground(text)
        #expect(report.coordinates?.system == "EPSG:27700")
        #expect(report.rows.rejected == 0)
        guard case .lines(let lines)? = ground.published.first?.shape else {
            Issue.record("no line")
            return
        }
        #expect(try meters(lines[0][0], westminster.latitude, westminster.longitude) < 1)
    }

    // MARK: Addresses

    @Test(
        "addresses on a map grid lie where it has them: by postcodes, --crs, or a column that says so",
        arguments: [
            (
                "street,postcode,precinct,easting,northing\nParliament Sq,SW1P 3BD,1,530000,180000\n",
                nil
            ),
            ("street,precinct,X,Y\nParliament Sq,1,530000,180000\n", "EPSG:27700"),
            ("street,precinct,X,Y,EPSG\nParliament Sq,1,530000,180000,27700\n", nil),
            ("street,precinct,X,Y,srid\nParliament Sq,1,530000,180000,27700.0\n", nil),
            ("street,precinct,X,Y,CRS\nParliament Sq,1,530000,180000,British National Grid\n", nil),
            (
                "street,precinct,X,Y,CRS\nParliament Sq,1,530000,180000,OSGB36 / British National Grid\n",
                nil
            ),
            ("street,precinct,geom\nParliament Sq,1,SRID=27700;POINT (530000 180000)\n", nil),
            ("street;precinct;X;Y;EPSG\nParliament Sq;1;530000,0;180000,0;EPSG:27700\n", nil),
        ] as [(String, String?)]
    )
    func addressesOnGrid(text: String, crs: String?) async throws {
        let report = try await addresses(text, crs: crs)
        #expect(report.rows.rejected == 0)
        #expect(report.coordinates?.system == "EPSG:27700")
        #expect(
            try meters(
                addresses.published.first?.coordinate,
                westminster.latitude,
                westminster.longitude
            ) < 1
        )
    }

    @Test("features of addresses are in the file's own system")
    func addressFeatures() async throws {
        let text = """
            {"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"EPSG:27700"}},
            "features":[{"type":"Feature","properties":{"street":"Parliament Sq","precinct":"1"},
            "geometry":{"type":"Point","coordinates":[530000,180000]}}]}
            """
        let report = try await addresses(text, name: "list.geojson")
        #expect(report.coordinates?.system == "EPSG:27700")
        #expect(
            try meters(
                addresses.published.first?.coordinate,
                westminster.latitude,
                westminster.longitude
            ) < 1
        )
    }

    @Test("an address whose place cannot be used is kept without it, and told with its line")
    func lostPlace() async throws {
        let report = try await addresses(
            "street,precinct,lat,lon\nMain St,1,42.1,-101.4\nElm St,1,142.1,-101.4\nOak St,1,,\n"
                + "Ash St,1,north,-101.4\nFir St,1,42.2,-101.4\n"
        )
        #expect(report.rows.rejected == 0)
        #expect(
            addresses.published.map { $0.coordinate != nil } == [true, false, false, false, true]
        )
        #expect(report.withoutPlace == 3)
        let note = try #require(report.notes.first { $0.text.contains("cannot be used") })
        #expect(note.level == .warning)
        #expect(note.lines == [3, 5])
        #expect(note.text.contains("2 rows"))
        #expect(note.text.contains("lat is \"142.1\""))
    }

    @Test("coordinates of addresses that nothing explains are told, and the addresses kept")
    func unclear() async throws {
        let text = "street,precinct,x,y\nMain St,1,356500.5,5645300.5\n"
        let report = try await addresses(text)
        #expect(addresses.published.count == 1)
        #expect(addresses.published.first?.coordinate == nil)
        let note = try #require(report.notes.first { $0.text.contains("gets no place") })
        #expect(note.level == .warning)
        #expect(note.text.contains("--crs EPSG:nnnn"))
        // Who names a system is told that it cannot be.
        await #expect(throws: ImportError.self) { try await addresses(text, crs: "EPSG:3577") }
    }

    // MARK: Postcodes

    @Test(
        "postcodes come on a map grid, with decimal commas, as points and in one column",
        arguments: [
            ("postcode,easting,northing\nSW1P 3BD,530000,180000\n", nil, "codes.csv"),
            ("code;lat;lon\nSW1P 3BD;51,503991;-0,128354\n", nil, "codes.csv"),
            ("postcode,position\nSW1P 3BD,\"51.503991, -0.128354\"\n", nil, "codes.csv"),
            ("postcode,x,y\nSW1P 3BD,530000,180000\n", "EPSG:27700", "codes.csv"),
            (
                #"{"type":"Feature","properties":{"postcode":"SW1P 3BD"},"geometry":"#
                    + #"{"type":"Point","coordinates":[-0.128354,51.503991]}}"#, nil,
                "codes.geojson"
            ),
        ] as [(String, String?, String)]
    )
    func postcodeForms(text: String, crs: String?, name: String) async throws {
        let report = try await postcodes(text, crs: crs, name: name)
        #expect(report.rows.rejected == 0)
        #expect(
            try meters(
                postcodes.published.first?.coordinate,
                westminster.latitude,
                westminster.longitude
            ) < 1
        )
    }

    @Test("a postcode at 0, 0 has no place and is refused")
    func postcodeAtZero() async throws {
        let report = try await postcodes("postcode,lat,lon\n1,0,0\n2,1.5,2.5\n")
        #expect(postcodes.published.map(\.code) == ["2"])
        #expect(report.causes.map(\.cause) == ["missing_coordinate"])
    }

    // MARK: A column that names the system

    @Test("rows in another system than the others' are refused, each by its line")
    func mixedSystems() async throws {
        let imports = Imports()
        let report = try await imports.stations(
            "name,x,y,EPSG\nA,530000,180000,27700\nB,356500,5645300,25832\nC,530100,180000,27700\n"
                + "D,530200,180000,\n"
        )
        #expect(imports.stations.published.map(\.name).sorted() == ["A", "C", "D"])
        #expect(report.rejectedRows.map(\.line) == [3])
        #expect(report.rejectedRows.first?.column == "EPSG")
        #expect(report.rejectedRows.first?.reason.contains("EPSG:27700") == true)
    }

    @Test("a column that names a datum holds for degrees; one that names a grid is another's")
    func datumColumn() async throws {
        let imports = Imports()
        let report = try await imports.stations("name,lat,lon,datum\nA,42.1,-101.5,NAD27\n")
        #expect(report.coordinates?.system == "EPSG:4267")
        #expect(report.coordinates?.reason.contains("datum") == true)
        #expect(try meters(imports.stations.published.first?.coordinate, 42.1, -101.5) > 20)
        let degrees = try await imports.stations("name,lat,lon,epsg\nA,42.1,-101.5,26985\n")
        #expect(degrees.coordinates?.system == "EPSG:4326")
    }

    @Test("stations under name;latitude;longitude with decimal commas are read")
    func decimalCommas() async throws {
        let imports = Imports()
        let report = try await imports.stations(
            "name;latitude;longitude\nMairie;48,8566;2,3522\nÉcole;48,86;2,35\n"
        )
        #expect(report.format.delimiter == "semicolon")
        #expect(report.rows.rejected == 0)
        let place = imports.stations.published.first { $0.name == "Mairie" }?.coordinate
        #expect(place == (try Coordinate(latitude: 48.8566, longitude: 2.3522)))
    }

    @Test(
        "so are those with commas in addresses, titles above, and cells with a semicolon in a comma's file"
    )
    func delimiters() async throws {
        let imports = Imports()
        var report = try await imports.stations(
            "Liste, provisoire\nname;address;latitude;longitude\nMairie;1 Rue, Paris;48,8566;2,3522\n"
                + "École;2 Rue, Paris;48,86;2,35\n"
        )
        #expect(report.format.delimiter == "semicolon")
        report = try await imports.stations(
            "name,address;city,lat,lon\nHall,1 Main St;Town,42.1,-101.5\nBarn,2 Main St;Town,42.2,-101.5\n"
        )
        #expect(report.format.delimiter == "comma")
    }
}
