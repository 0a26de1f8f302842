import Datasets
import Geodesy
import Importing
import Polling
import Testing

@Suite struct StationImporterTests {
    private func stations(_ text: String, map: [String] = [], set: [String] = []) async throws
        -> (report: ImportReport, stations: [Station])
    {
        let imports = Imports()
        let report = try await imports.stations(text, map: map, set: set)
        return (report, imports.stations.published)
    }

    // MARK: Columns

    @Test(
        "coordinates are found under many headers",
        arguments: [
            "lat,lon", "LATITUDE,LONGITUDE", "Lat.,Long.", "y,x", "lat,lng", "gps-lat,gps-lon",
            "Breitengrad,Längengrad", "Y_4326,X_4326", "station_lat,station_long",
            "Polling Place Latitude,Polling Place Longitude",
        ]
    )
    func headers(header: String) async throws {
        let (_, stations) = try await stations("name,\(header)\nHall,38.9,-77.03\n")
        #expect(stations.first?.coordinate == (try Coordinate(latitude: 38.9, longitude: -77.03)))
    }

    @Test("columns without a telling header are found by what they hold")
    func byContent() async throws {
        let (report, stations) = try await stations(
            "name,a,b\nHall,-122.41942,37.77493\nBarn,-122.40641,37.78583\n"
        )
        #expect(stations.first?.coordinate?.longitude == -122.41942)
        #expect(report.columns.map(\.field) == ["name", "longitude", "latitude"])
        #expect(report.columns[1].reason.hasPrefix("by what it holds"))
    }

    @Test(
        "both coordinates may stand in one cell",
        arguments: [
            ("location geo,coords", "\"38.9, -77.03\""), ("name2,position", "38.9 -77.03"),
            ("x1,wkt", "POINT (-77.03 38.9)"), ("x1,geom", "SRID=4326;POINT(-77.03 38.9)"),
            ("x1,latlon", "\"(38.9,-77.03)\""), ("x1,lonlat", "\"-122.5,38.9\""),
            ("x1,position", "\"38°54'0\"\"N 77°1'48\"\"W\""),
        ]
    )
    func oneCell(header: String, cell: String) async throws {
        let (_, stations) = try await stations("name,\(header)\nHall,z,\(cell)\n")
        let place = try #require(stations.first?.coordinate)
        #expect((place.latitude * 1e9).rounded() == 38.9e9)
        #expect([-77.03, -122.5].contains((place.longitude * 1e9).rounded() / 1e9))
    }

    @Test("decimal commas and angles in degrees, minutes and seconds are read")
    func otherNumbers() async throws {
        let (_, stations) = try await stations(
            "name;lat;lon\nHall;50,9375;6,9603\nBarn;50°56'15\"N;6°57'36\"E\n"
        )
        #expect(stations.map { $0.coordinate?.latitude } == [50.9375, 50.9375])
        #expect(stations.map { $0.coordinate?.longitude } == [6.9603, 6.96])
    }

    @Test("what the caller says of a column goes before any guess")
    func mappings() async throws {
        let (report, stations) = try await stations(
            "name,title,lat,lon,zone\nA,Hall,38.9,-77.03,Z1\n",
            map: ["TITLE=name", "zone=district.drainage", "name=ignore"]
        )
        #expect(stations.first?.name == "Hall")
        #expect(stations.first?.districts == [DistrictReference(type: "drainage", code: "Z1")])
        #expect(stations.first?.attributes.isEmpty == true)
        #expect(report.columns.first?.reason == "you said so")
    }

    @Test("the report tells which kept columns say something of doors and aids")
    func meanings() async throws {
        let (report, stations) = try await stations(
            "name,lat,lon,toilet,blind_aid,entrance_lat,entrance_lon,colour\n"
                + "Hall,38.9,-77.03,yes,no,38.9001,-77.0301,red\n"
        )
        #expect(
            report.columns.suffix(5).map(\.reason) == [
                "by its header: toilet; kept as it is",
                "by its header: blind aid; kept as it is",
                "by its header: the place of the entrance; kept as it is",
                "by its header: the place of the entrance; kept as it is",
                "no field of this name; kept as it is",
            ]
        )
        let hall = try #require(stations.first)
        #expect(hall.accessAspects == [.toilet: .yes, .blindAid: .no])
        #expect(hall.entrance != nil)
        #expect(hall.attributes["toilet"] == "yes")
    }

    @Test("a door that is no place by its building is told, and not used")
    func doors() async throws {
        let (report, stations) = try await stations(
            "id,name,address,lat,lon,entrance_lat,entrance_lon\n"
                + "1,Good,1 A St NW,38.9053,-77.0354,38.9054,-77.0356\n"
                + "2,Lost sign,2 B St NW,38.9101,-77.0369,38.9102,77.0370\n"
                + "3,Text,3 E St NW,38.9150,-77.0286,north door,x\n"
                + "4,Half,4 F St NW,38.9160,-77.0286,38.9161,\n"
                + "5,None,5 G St NW,38.9170,-77.0286,,\n"
                + "6,Far,6 G St NW,38.9180,-77.0286,38.9230,-77.0286\n"
        )
        #expect(stations.filter { $0.entrance != nil }.map(\.name) == ["Good"])
        let note = try #require(report.notes.first { $0.text.hasPrefix("entrance_lat") })
        #expect(note.level == .warning)
        #expect(note.lines == [3, 4, 5, 7])
        #expect(
            note.text.hasPrefix(
                "entrance_lat and entrance_lon of 4 stations tell no door within 500 m of the "
                    + "building: not used, and the way leads to the building: \"38.9102\" and "
                    + "\"77.0370\" ("
            )
        )
        #expect(
            note.text.hasSuffix(
                " km from its building), \"north door\" and \"x\" (no latitude and longitude), "
                    + "\"38.9161\" and blank (one of the two is blank)"
            )
        )
        let (fine, _) = try await self.stations(
            "name,lat,lon,entrance_lat,entrance_lon\nHall,38.9,-77.03,38.9001,-77.0301\n"
        )
        #expect(!fine.notes.contains { $0.text.contains("door") })
    }

    @Test("one address is made of many columns, and a town is not named twice")
    func addresses() async throws {
        let (_, many) = try await stations(
            "name,house number,street,city,state,zip,lat,lon\n"
                + "Hall,12,Main St,Springfield,IL,02134,38.9,-77.03\n"
        )
        #expect(many.first?.address == "12 Main St, Springfield, IL")
        #expect(many.first?.postcode == "02134")
        let (_, german) = try await stations(
            "name;Straße;Hausnr;Ort;PLZ;lat;lon\nSaal;Severinstr.;241;Köln;50676;50.9;6.9\n"
        )
        #expect(german.first?.address == "Severinstr. 241, Köln")
        let (_, lines) = try await stations(
            "name,address2,address1,town,lat,lon\nHall,Ide,Fore St,IDE,50.7,-3.5\n"
        )
        #expect(lines.first?.address == "Fore St, Ide")
    }

    @Test("in a list of electors the polling place's columns are the station's, and no others")
    func electors() async throws {
        let (report, stations) = try await stations(
            """
            AddressLine1,PostCode,Polling_Place_Id,Polling_Place_Name,Polling_Place_Address_1,\
            Polling_Place_Postcode,Polling_Place_Latitude,Polling_Place_Longitude,Elector
            1 Elm St,AA1 1AA,7,Hall,Main St,BB2 2BB,51.5,-0.12,Ann
            2 Elm St,AA1 1AA,7,Hall,Main St,BB2 2BB,51.5,-0.12,Bob

            """
        )
        #expect(report.rows.accepted == 1)
        #expect(report.rows.merged == 1)
        let station = try #require(stations.first)
        #expect(station.id.rawValue == "dc.7")
        #expect(station.address == "Main St")
        #expect(station.postcode == "BB2 2BB")
        #expect(station.attributes.isEmpty)
    }

    // MARK: Identity

    @Test("rows of one station are merged, and what differs is kept side by side and told")
    func merging() async throws {
        let (report, stations) = try await stations(
            """
            row,precinct,portion,name,address,lat,lon
            1,1,1.1,Hall,"1 Main St.",38.9,-77.03
            2,1,1.2,HALL ,1 Main St,38.9,-77.03
            3,2,2.1,Barn,2 Main St,38.8,-77.02

            """
        )
        #expect(report.rows.accepted == 2)
        #expect(report.rows.merged == 1)
        #expect(stations.map(\.id.rawValue) == ["dc.1", "dc.2"])
        #expect(stations.first?.attributes == ["portion": "1.1; 1.2"])
        #expect(report.notes.contains { $0.text.hasPrefix("portion differs") })
        #expect(report.columns.first { $0.column == "precinct" }?.field == "precinct, id")
    }

    @Test("one station may serve several districts")
    func severalDistricts() async throws {
        let (_, stations) = try await stations(
            "precinct,name,lat,lon\n1,Hall,38.9,-77.03\n2,Hall,38.9,-77.03\n\"3, 4\",Barn,38.8,-77\n"
        )
        #expect(stations.map { $0.districts.map(\.code) } == [["1", "2"], ["3", "4"]])
        #expect(stations.allSatisfy { $0.id.rawValue.hasPrefix("dc.") })
        #expect(!stations.contains { $0.id.rawValue == "dc.1" })
    }

    @Test("several stations in one building are kept apart by their ids")
    func oneBuilding() async throws {
        let (report, stations) = try await stations(
            "station_id,name,lat,lon\nA1,Hall,38.9,-77.03\nA2,Hall,38.9,-77.03\nA1,Hall,38.9,-77.03\n"
        )
        #expect(Set(stations.map(\.id.rawValue)) == ["dc.a1", "dc.a2"])
        #expect(report.rows.merged == 1)
    }

    @Test("an id that stands for two places is not used, and both lines are told")
    func sharedID() async throws {
        let (report, stations) = try await stations(
            "station_id,name,lat,lon\n7,Hall,38.9,-77.03\n7,Barn,38.8,-77.02\n"
        )
        #expect(stations.count == 2)
        #expect(!stations.contains { $0.id.rawValue == "dc.7" })
        #expect(report.notes.contains { $0.level == .warning && $0.lines == [2, 3] })
    }

    @Test("ids without a column stay the same when rows move, are reordered or grow in number")
    func stableIDs() async throws {
        let (_, before) = try await stations(
            "name,address,lat,lon\nHall,1 Main St,38.9,-77.03\nBarn,2 Main St,38.8,-77.02\n"
        )
        let (_, after) = try await stations(
            "name,address,lat,lon\nShed,3 Main St,38.7,-77\nBarn,2 Main St,38.81,-77.02\n"
                + "HALL,\"1 Main St,\",38.9,-77.03\n"
        )
        let ids = Dictionary(uniqueKeysWithValues: after.map { ($0.name.lowercased(), $0.id) })
        #expect(ids["hall"] == before.first { $0.name == "Hall" }?.id)
        #expect(ids["barn"] == before.first { $0.name == "Barn" }?.id)
        #expect(Set(after.map(\.id)).count == 3)
    }

    @Test("two stations with one name and address have ids of their own")
    func sameName() async throws {
        let (_, stations) = try await stations(
            "name,address,lat,lon\nHall,,38.9,-77.03\nHall,,38.8,-77.02\nHall,,,\n"
        )
        #expect(stations.count == 3)
        #expect(Set(stations.map(\.id)).count == 3)
    }

    // MARK: Places

    @Test(
        "nothing is no place: the station is kept without one",
        arguments: [",", "0,0", "0.00,0.000", "n/a,N/A", "-,-", "NULL,null", "\" \",\" \""]
    )
    func noPlace(cells: String) async throws {
        let (report, stations) = try await stations(
            "name,lat,lon\nHall,\(cells)\nBarn,38.8,-77.02\n"
        )
        #expect(report.rows.accepted == 2)
        #expect(report.withoutPlace == 1)
        #expect(stations.first { $0.name == "Hall" }?.coordinate == nil)
        #expect(report.notes.contains { $0.level == .warning && $0.lines == [2] })
    }

    @Test(
        "a place that cannot be is refused with its line, column and value",
        arguments: [
            ("129.76,-95.37", "lat", "129.76"), ("38.9,-277", "lon", "-277"),
            ("abc,-77", "lat", "abc"), ("38.9,", "lon", ""), ("0,-77.03", "lat", "0"),
            ("inf,-77", "lat", "inf"), ("0x10,-77", "lat", "0x10"),
            ("38.9,1e9", "lon", "1e9"),
        ]
    )
    func badPlace(cells: String, column: String, value: String) async throws {
        let (report, stations) = try await stations(
            "name,lat,lon\nBarn,38.8,-77.02\nShed,38.7,-77.03\nHall,\(cells)\n"
        )
        #expect(stations.count == 2)
        let row = try #require(report.rejectedRows.first)
        #expect(row.line == 4)
        #expect(row.column == column)
        #expect(row.value == value)
        #expect(row.cause == "bad_coordinate")
        #expect(report.hasRejectedRows)
    }

    // MARK: Publishing

    private static let published =
        "station_id,name,lat,lon,hours\n1,Hall,38.9,-77.03,7-20\n2,Barn,38.8,-77.02,7-20\n"
        + "3,Shed,38.7,-77.01,7-20\n"

    @Test("a re-import tells what it adds, removes and changes, and in what")
    func changes() async throws {
        let imports = Imports()
        _ = try await imports.stations(Self.published)
        let report = try await imports.stations(
            "station_id,name,lat,lon,hours\n1,Hall,38.901,-77.03,7-20\n2,Old Barn,38.8,-77.02,8-21\n"
                + "4,Tent,38.6,-77,7-20\n",
            force: true
        )
        #expect(report.outcome == .published)
        #expect(report.version == 2)
        #expect(report.changes.counts == ChangeCounts(added: 1, removed: 1, changed: 2))
        #expect(report.changes.firstAdded.map(\.id) == ["dc.4"])
        #expect(report.changes.firstRemoved.map(\.name) == ["Shed"])
        // A thousandth of a degree of latitude at 38.9 degrees is 111.0 m on the ellipsoid.
        #expect(
            report.changes.firstChanged.map(\.differences)
                == [["moved 111 m"], ["renamed from \"Barn\"", "hours: \"7-20\" -> \"8-21\""]]
        )
        #expect(imports.stations.published.count == 3)
    }

    @Test("a check changes nothing and tells the same")
    func check() async throws {
        let imports = Imports()
        let report = try await imports.stations(Self.published, mode: .check)
        #expect(report.outcome == .checked)
        #expect(report.changes.added == 3)
        #expect(imports.stations.versions.isEmpty)
        #expect(imports.stations.leftOver == 0)
    }

    @Test("the ledger gets the file, its digest and the counts")
    func ledger() async throws {
        let imports = Imports()
        _ = try await imports.stations(
            "name,lat,lon\nHall,38.9,-77.03\nBarn,99,-77\nHall,38.9,-77.03\n"
        )
        let version = try #require(imports.stations.versions.first)
        #expect(version.rows == RowCounts(read: 3, accepted: 1, merged: 1, rejected: 1))
        #expect(version.changes == ChangeCounts(added: 1))
        #expect(version.source.fileName == "stations.csv")
        #expect(version.source.byteCount == 59)
        // `printf` of the same text piped into `sha256sum`.
        #expect(
            version.source.sha256
                == "e044d915c13ee16b91cb8ae8e9dd868de49219fc74bafa75b9fe21c83c3abad9"
        )
    }

    @Test("control characters in the names of a file and of a user are written out in the ledger")
    func ledgerControls() async throws {
        let imports = Imports()
        let report = try await imports.stations(
            "name,lat,lon\nHall,38.9,-77.03\n",
            name: "a\nb\u{1B}[2J.csv"
        ) { $0.importedBy = "ann\r\u{202E}eve" }
        #expect(report.source.file == #"a\u{A}b\u{1B}[2J.csv"#)
        let source = try #require(imports.stations.versions.first?.source)
        #expect(source.fileName == #"a\u{A}b\u{1B}[2J.csv"#)
        #expect(source.importedBy == #"ann\u{D}\u{202E}eve"#)
    }

    @Test("rows without a name are published under their address, and counted")
    func namesLeftOut() async throws {
        let (report, stations) = try await stations(
            """
            station_id,name,address,lat,lon
            1,Hall,1 Main St,38.9,-77.03
            2,,2 Main St,38.8,-77.03
            3,n/a,3 Main St,38.7,-77.03

            """
        )
        #expect(stations.map(\.name) == ["Hall", "2 Main St", "3 Main St"])
        let note = try #require(report.notes.first { $0.text.contains("for a name") })
        #expect(
            note.text == "2 stations with nothing in name: published with the address for a name"
        )
        #expect(note.level == .warning)
        #expect(note.lines == [3, 4])
        let (plain, _) = try await self.stations(
            "station_id,name,address,lat,lon\n1,Hall,1 Main St,38.9,-77.03\n"
        )
        #expect(!plain.notes.contains { $0.text.contains("for a name") })
    }

    @Test("a file in which no column has names says so once")
    func noNames() async throws {
        let (report, stations) = try await stations(
            "station_id,address,lat,lon\n1,1 Main St,38.9,-77.03\n2,2 Main St,38.8,-77.03\n"
        )
        #expect(stations.map(\.name) == ["1 Main St", "2 Main St"])
        let note = try #require(report.notes.first { $0.text.contains("without a name") })
        #expect(
            note.text
                == "2 stations without a name, for no column has it (is it a list of polling "
                + "stations?): published with the address for a name"
        )
        #expect(note.level == .warning)
        #expect(note.lines.isEmpty)
    }

    @Test("bad rows never stop or shift the good ones")
    func mess() async throws {
        let (report, stations) = try await stations(
            """
            station_id,name,lat,lon
            1,Hall,38.9,-77.03
            2,"open,38.9,-77.03
            ,,,
            3,Barn,38.8
            4,Shed,38.7,-77.01,extra
            5,"Two
            lines",38.6,-77
            6,Tent,north,-77
            7,Last,38.5,-77

            """
        )
        #expect(stations.map(\.id.rawValue) == ["dc.1", "dc.5", "dc.7"])
        #expect(stations[1].name == "Two lines")
        #expect(report.rejectedRows.map(\.line) == [3, 5, 6, 9])
        #expect(
            report.rejectedRows.map(\.cause)
                == ["unclosed_quote", "wrong_cell_count", "wrong_cell_count", "bad_coordinate"]
        )
        #expect(report.rows.blank == 1)
        #expect(report.rows.read == 7)
    }
}
