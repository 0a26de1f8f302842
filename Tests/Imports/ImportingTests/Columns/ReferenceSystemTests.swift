import Foundation
import Geodesy
import Importing
import Polling
import ReferenceSystems
import TestSupport
import Testing

/// Coordinates that are no WGS84 degrees: found, said, and turned into places.
@Suite struct ReferenceSystemTests {
    private func places(_ imports: Imports) -> [String: Coordinate] {
        Dictionary(
            imports.stations.published.compactMap { station in
                station.coordinate.map { (station.name, $0) }
            },
            uniquingKeysWith: { first, _ in first }
        )
    }

    private func meters(_ place: Coordinate?, _ latitude: Double, _ longitude: Double) throws
        -> Double
    {
        let expected = try Coordinate(latitude: latitude, longitude: longitude)
        return Geodesic.distance(from: try #require(place), to: expected).meters
    }

    // MARK: Real files

    @Test("the same stations in the British National Grid and in degrees lie in the same places")
    func britishPair() async throws {
        let folder = "stations/uk_ems/unit/json_importer__test"
        guard let grid = Checkout.realFile("\(folder)_27700.csv"),
            let degrees = Checkout.realFile("\(folder)_4326.csv")
        else { return }
        let (first, second) = (Imports(), Imports())
        let report = try await first.stations(path: grid)
        _ = try await second.stations(path: degrees)
        #expect(report.coordinates?.system == "EPSG:27700")
        #expect(report.coordinates?.reason.contains("XX1 1XX") == true)
        #expect(report.columns.filter { $0.field == "easting" }.map(\.column) == ["east"])
        let (found, known) = (places(first), places(second))
        // One of its rows lies in no council's area; both files have it.
        #expect(found.count == known.count)
        #expect(found.count >= 2)
        for (name, place) in known {
            #expect(try meters(found[name], place.latitude, place.longitude) < 5)
        }
    }

    @Test(
        "exports of British councils are found to be in the National Grid",
        arguments: [
            // Ide, near Exeter; Beetham, Cumbria; Hoddesdon, Hertfordshire: as any map has them.
            ("tei_xpress_democracy_club_20191212.csv", 1, 50.704, -3.558),
            ("unit/halarose_importer__test.csv", 4, 54.209, -2.775),
            ("democracy-counts-utf-16le.csv", 34, 51.774, -0.019),
        ]
    )
    func british(file: String, stations: Int, latitude: Double, longitude: Double) async throws {
        guard let path = Checkout.realFile("stations/uk_ems/\(file)") else { return }
        let imports = Imports()
        let report = try await imports.stations(path: path)
        #expect(report.coordinates?.system == "EPSG:27700")
        #expect(report.rows.rejected == 0)
        let first = imports.stations.published.compactMap(\.coordinate).first
        #expect(try meters(first, latitude, longitude) < 1_500)
        #expect(report.rows.accepted == stations || file.contains("halarose"))
    }

    @Test("Cologne's stations in Web Mercator lie where its GeoJSON has them")
    func cologne() async throws {
        let folder = "stations/de_koeln/wahllokale"
        guard let csv = Checkout.realFile("\(folder).csv"),
            let geoJSON = Checkout.realFile("\(folder).geojson")
        else { return }
        let (first, second) = (Imports(), Imports())
        let report = try await first.stations(path: csv)
        _ = try await second.stations(path: geoJSON)
        #expect(report.coordinates?.system == "EPSG:3857")
        #expect(report.coordinates?.reason.contains("German") == true)
        #expect(report.rows.read == 909)
        let known = Set(second.stations.published.compactMap(\.coordinate))
        #expect(report.rows.accepted == 306)
        for place in first.stations.published.compactMap(\.coordinate) {
            let nearest = known.map { Geodesic.distance(from: $0, to: place).meters }.min()
            #expect((nearest ?? .infinity) < 1)
        }
    }

    @Test(
        "Washington's X and Y are found to be Maryland's state plane, in metres and in feet",
        arguments: [(1.0, "EPSG:26985"), (3937.0 / 1200, "EPSG:2248")]
    )
    func statePlane(unitsPerMeter: Double, system: String) async throws {
        guard let path = Checkout.realFile("dc/polling_places.csv") else { return }
        var lines = try String(contentsOfFile: path, encoding: .utf8)
            .split(whereSeparator: \.isNewline).map(String.init)
        // No line holds a quoted comma behind its eighth column.
        var known: [String: Coordinate] = [:]
        for index in lines.indices.dropFirst() {
            var cells = lines[index].split(separator: ",", omittingEmptySubsequences: false)
                .map(String.init)
            let count = cells.count
            let numbers = cells.suffix(4).compactMap(Double.init)
            try #require(numbers.count == 4)
            known[cells[1]] = try Coordinate(latitude: numbers[3], longitude: numbers[2])
            cells[count - 4] = String(numbers[0] * unitsPerMeter)
            cells[count - 3] = String(numbers[1] * unitsPerMeter)
            lines[index] = cells.dropLast(2).joined(separator: ",")
        }
        lines[0] = lines[0].replacingOccurrences(of: ",LONGITUDE,LATITUDE", with: "")
        let imports = Imports()
        let report = try await imports.stations(lines.joined(separator: "\n"))
        #expect(report.coordinates?.system == system)
        #expect(report.rows.accepted == 143)
        for station in imports.stations.published {
            let code = try #require(station.districts.first { $0.type == "precinct" }?.code)
            let place = try #require(known[code])
            #expect(try meters(station.coordinate, place.latitude, place.longitude) < 2)
        }
    }

    // MARK: Made files

    @Test("Belfast's City Hall is found on the Irish Grid")
    func irishGrid() async throws {
        // J 338 740 is 333800, 374000; maps have it at 54.5964, -5.9301.
        let imports = Imports()
        let report = try await imports.stations(
            "name,postcode,easting,northing\nCity Hall,BT1 5GS,333800,374000\n"
        )
        #expect(report.coordinates?.system == "EPSG:29902")
        #expect(try meters(places(imports)["City Hall"], 54.5964, -5.9301) < 150)
    }

    @Test("so are the towns of the north-east, which lie beside the area that the register draws")
    func irishGridBeyondItsArea() async throws {
        let imports = Imports()
        let report = try await imports.stations(
            """
            name,postcode,easting,northing
            Belfast City Hall,BT1 5GS,333850,374050
            Lisburn,BT28 1LU,326700,364300
            Bangor,BT20 4BT,350500,381500
            Newtownards,BT23 4JH,348800,374200
            Larne,BT40 1BP,340300,402600

            """
        )
        #expect(report.coordinates?.system == "EPSG:29902")
        #expect(report.rows.accepted == 5)
        #expect(try meters(places(imports)["Belfast City Hall"], 54.5968, -5.9293) < 150)
        // Bangor's town hall, by maps.
        #expect(try meters(places(imports)["Bangor"], 54.660, -5.668) < 1_000)
    }

    @Test("where nothing speaks of a country, a grid beside whose area places lie is offered too")
    func irishGridOffered() async throws {
        let error = await #expect(throws: ImportError.self) {
            try await Imports().stations("name,x,y\nCity Hall,333850.5,374050.5\n")
        }
        guard case .unclearReferenceSystem(_, let choices)? = error else {
            Issue.record("another error, or none")
            return
        }
        #expect(choices.contains { $0.hasPrefix("EPSG:29902") })
        #expect(choices.contains { $0.hasPrefix("EPSG:27700") })
    }

    @Test("Web Mercator in columns called lat and long is found, with a warning")
    func mercatorAsDegrees() async throws {
        // Spherical Mercator by its definition.
        func mercator(_ latitude: Double, _ longitude: Double) -> String {
            let radius = 6_378_137.0
            let y = radius * log(tan(.pi / 4 + latitude * .pi / 360))
            return "\(y),\(radius * longitude * .pi / 180)"
        }
        let imports = Imports()
        let report = try await imports.stations(
            "name,lat,long\nA,\(mercator(38.9, -77.03))\nB,\(mercator(38.8, -77.1))\n"
        )
        #expect(report.coordinates?.system == "EPSG:3857")
        #expect(report.notes.contains { $0.level == .warning && $0.text.contains("no degrees") })
        #expect(try meters(places(imports)["A"], 38.9, -77.03) < 0.01)
    }

    @Test("British coordinates in columns called latitude and longitude are found")
    func gridAsDegrees() async throws {
        let imports = Imports()
        let report = try await imports.stations(
            "name,postcode,latitude,longitude\nHall,EX2 9RQ,90650,290135\n"
        )
        #expect(report.coordinates?.system == "EPSG:27700")
        #expect(try meters(places(imports)["Hall"], 50.704, -3.558) < 1_500)
    }

    @Test(
        "a header that names the system is believed",
        arguments: [
            ("X_25832,Y_25832", "356500,5645300", "EPSG:25832"),
            ("utm32_east,utm32_north", "356500,5645300", "EPSG:32632"),
            ("bng_easting,bng_northing", "530034,180381", "EPSG:27700"),
        ]
    )
    func namedInHeader(header: String, cells: String, system: String) async throws {
        let report = try await Imports().stations("name,\(header)\nHall,\(cells)\n")
        #expect(report.coordinates?.system == system)
        #expect(report.coordinates?.reason.contains("says so") == true)
    }

    @Test("a UTM zone that nothing tells is not guessed: the choices are listed with their places")
    func zones() async throws {
        let error = await #expect(throws: ImportError.self) {
            try await Imports().stations("Wahllokal,x,y\nSaal,356500,5645300\n")
        }
        guard case .unclearReferenceSystem(_, let choices) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(choices.count { $0.hasPrefix("EPSG:25832") } == 1)
        #expect(choices.count { $0.hasPrefix("EPSG:25833") } == 1)
        #expect(choices.contains { $0.contains("50.9") && $0.contains("6.9") })
        #expect(error?.description.contains("--crs EPSG:nnnn") == true)
    }

    @Test("a grid that nothing tells is refused, unless the caller names it")
    func unclear() async throws {
        let text = "name,x,y\nHall,401202.6,130797.6\n"
        let error = await #expect(throws: ImportError.self) {
            try await Imports().stations(text)
        }
        #expect(error?.description.contains("map grid, not degrees (x (401202.6") == true)
        #expect(error?.description.contains("EPSG:27700") == true)
        let imports = Imports()
        let report = try await imports.stations(text) {
            $0.referenceSystem = try .init(parsing: "EPSG:26985")
        }
        #expect(report.coordinates?.system == "EPSG:26985")
        #expect(report.coordinates?.reason == "you said so")
        // Malcolm X Elementary School, as the city's own file has it in degrees.
        #expect(try meters(places(imports)["Hall"], 38.84498659880785, -76.98614881054283) < 2)
    }

    @Test("a system that puts the places far outside its area is refused")
    func wrongSystem() async throws {
        let error = await #expect(throws: ImportError.self) {
            try await Imports().stations("name,x,y\nHall,401202.6,130797.6\n") {
                $0.referenceSystem = try .init(parsing: "EPSG:2154")
            }
        }
        guard case .wrongReferenceSystem(let system, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(system.hasPrefix("EPSG:2154 (RGF93"))
    }

    @Test("a point of EWKT is read in the system that it names")
    func extendedWKT() async throws {
        let imports = Imports()
        let report = try await imports.stations(
            "name,geom\nHall,SRID=27700;POINT (290135 90650)\n"
        )
        #expect(report.coordinates?.system == "EPSG:27700")
        #expect(try meters(places(imports)["Hall"], 50.704, -3.558) < 1_500)
    }

    @Test("plain degrees are said to be WGS84")
    func degrees() async throws {
        let report = try await Imports().stations("name,lat,lon\nHall,38.9,-77.03\n")
        #expect(report.coordinates?.system == "EPSG:4326")
        #expect(report.text().contains("Coordinates: EPSG:4326 (WGS 84); degrees"))
    }

    @Test("a row that the system has no place for is refused alone")
    func rowOutside() async throws {
        let rows = (0..<20).map { "H\($0),EX2 9RQ,\(290_000 + $0 * 100),90650\n" }.joined()
        let report = try await Imports().stations(
            "name,postcode,easting,northing\n\(rows)Far,EX2 9RQ,29013500,90650\n"
        )
        #expect(report.rows.accepted == 20)
        #expect(report.rejectedRows.map(\.cause) == ["bad_coordinate"])
        #expect(report.rejectedRows.first?.line == 22)
    }
}
