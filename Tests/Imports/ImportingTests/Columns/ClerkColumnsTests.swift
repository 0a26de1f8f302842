import Geodesy
import Importing
import Polling
import Testing

/// Columns of stations' files as clerks and their programs call them.
@Suite struct ClerkColumnsTests {
    private let imports = Imports()

    private func addresses(_ text: String) async throws -> [String?] {
        let imports = Imports()
        _ = try await imports.stations(text)
        return imports.stations.published.sorted { $0.name < $1.name }.map(\.address)
    }

    @Test("a house's addition in a column of its own belongs to its number")
    func additions() async throws {
        #expect(
            try await addresses(
                """
                Name,Straße,Hausnummer,Zusatz,PLZ,Ort,lat,lon
                A,Hauptstr.,12,a,50667,Köln,50.94,6.95
                B,Hauptstr.,14,,50667,Köln,50.95,6.96

                """
            ) == ["Hauptstr. 12a, Köln", "Hauptstr. 14, Köln"]
        )
        #expect(
            try await addresses(
                """
                NAME,ST_NUM,ST_NUM_FRAC,ST_NAME,CITY,lat,lon
                A,12,1/2,Elm St,Alba,42.11,-101.41
                B,14,,Elm St,Alba,42.12,-101.42

                """
            ) == ["12 1/2 Elm St, Alba", "14 Elm St, Alba"]
        )
    }

    @Test("an addition that is no part of a number is kept as it is")
    func otherAdditions() async throws {
        let report = try await imports.stations(
            "Name,Straße,Hausnummer,Zusatz,lat,lon\nA,Hauptstr.,12,Hinterhaus,50.94,6.95\n"
        )
        #expect(imports.stations.published.first?.address == "Hauptstr. 12")
        #expect(report.columns.first { $0.column == "Zusatz" }?.field == "attribute")
    }

    @Test("names that a shapefile cut after ten letters, and a borough for the town")
    func cutNames() async throws {
        let report = try await imports.stations(
            """
            SITE_NAME,STREET_NUM,STREET_NAM,POSTAL_COD,BORO,HANDICAP,ED,lat,lon
            PS 1,12,Elm St,11201,Brooklyn,Y,23045,40.69,-73.99
            PS 2,14,Oak Ave,11201,Brooklyn,N,23046,40.68,-73.98

            """
        )
        let fields = report.columns.map(\.field)
        #expect(
            fields.map { $0.replacing(", id", with: "") } == [
                "name", "house_number", "street", "postcode", "city", "accessible", "precinct",
                "latitude", "longitude",
            ]
        )
        let stations = imports.stations.published.sorted { $0.name < $1.name }
        #expect(stations.map(\.address) == ["12 Elm St, Brooklyn", "14 Oak Ave, Brooklyn"])
        #expect(stations.map(\.accessibility.wheelchair) == [.yes, .no])
        #expect(stations.flatMap(\.districts).map(\.code) == ["23045", "23046"])
    }

    @Test("boroughs that are numbers are no towns, and electoral divisions with names no precincts")
    func otherBoroughs() async throws {
        let report = try await imports.stations(
            "name,address,boro,ed,lat,lon\nA,1 Elm St,3,Kidlington South,51.8,-1.28\n"
        )
        #expect(report.columns.map(\.field)[2...3] == ["attribute", "attribute"])
    }

    @Test(
        "a column called a place that has addresses is the address",
        arguments: ["Location", "Polling Place", "Site", "Voting Location", "Venue"]
    )
    func placesOfAddresses(header: String) async throws {
        let report = try await imports.stations(
            """
            \(header),Site Name,lat,lon
            12 Elm St,Hall A,42.11,-101.41
            "1400 N Oak Ave, Alba",Hall B,42.12,-101.42

            """
        )
        #expect(report.columns[0].field == "address")
        #expect(
            Set(imports.stations.published.map { "\($0.name): \($0.address ?? "")" }) == [
                "Hall A: 12 Elm St", "Hall B: 1400 N Oak Ave, Alba",
            ]
        )
    }

    @Test("a column called a place that has names stays the name, numbers in them or not")
    func placesOfNames() async throws {
        let report = try await imports.stations(
            """
            Location,Address,lat,lon
            1st Baptist Church,12 Elm St,42.11,-101.41
            4-H Building,14 Elm St,42.12,-101.42
            Fire Station 3,16 Elm St,42.13,-101.43

            """
        )
        #expect(report.columns.map(\.field).prefix(2) == ["name", "address"])
    }

    @Test(
        "words on access are read under any header that speaks of it",
        arguments: [
            "Access", "Site Access", "Wheelchair Access?", "ADA Access", "Barrierefreiheit",
        ]
    )
    func access(header: String) async throws {
        let report = try await imports.stations(
            """
            name,address,\(header),lat,lon
            A,1 Elm St,Full,42.11,-101.41
            B,2 Elm St,None,42.12,-101.42
            C,3 Elm St,Assisted access,42.13,-101.43

            """
        )
        #expect(report.columns[2].field == "accessible")
        let stations = imports.stations.published.sorted { $0.name < $1.name }
        #expect(stations.map(\.accessibility.wheelchair) == [.yes, .no, .unknown])
        #expect(stations.last?.accessibility.note == "Assisted access")
    }

    @Test(
        "other words under such a header, and headers that say the opposite, are kept as they are",
        arguments: [
            ("Access", "Rear door", "Side gate"), ("Inaccessible", "yes", "no"),
            ("Access road", "yes", "no"),
        ]
    )
    func noAccess(header: String, first: String, second: String) async throws {
        let report = try await imports.stations(
            "name,\(header),lat,lon\nA,\(first),42.11,-101.41\nB,\(second),42.12,-101.42\n"
        )
        #expect(report.columns[1].field == "attribute")
    }

    @Test("a file without names and addresses is refused with its columns and what to do")
    func nothingToName() async throws {
        let error = await #expect(throws: ImportError.self) {
            try await imports.stations("Where,Turnout,lat,lon\nx,1,42.11,-101.41\n")
        }
        let text = try #require(error?.description)
        for words in ["\"Where\"", "\"Turnout\"", "--map COLUMN=address", "--map COLUMN=name"] {
            #expect(text.contains(words))
        }
    }

    @Test(
        "a row without a name tells which columns may be the address, where none was taken for it"
    )
    func nameBlank() async throws {
        let report = try await imports.stations(
            "name,Where,lat,lon\nHall,x,42.11,-101.41\n,y,42.12,-101.42\n"
        )
        let reason = try #require(report.rejectedRows.first?.reason)
        #expect(reason.contains("\"name\", \"Where\", \"lat\", \"lon\""))
        #expect(reason.contains("--map COLUMN=address"))
    }

    @Test(
        "an address is known under the names that clerks give it",
        arguments: [
            "civic address", "Poll Address", "PP Address", "Bldg Address", "Address (Physical)",
            "Street Number and Name", "Adresse civique", "Situs", "Where to vote",
            "Address of voting site",
        ]
    )
    func addressHeaders(header: String) async throws {
        #expect(
            try await addresses(
                "id,name,\(header),city,lat,lon\n1,A,14 King St,Alba,45.42,-75.72\n"
                    + "2,B,16 King St,Alba,45.43,-75.73\n"
            ) == ["14 King St, Alba", "16 King St, Alba"]
        )
    }

    @Test(
        "so is a name",
        arguments: [
            "Poll Name", "Poll Site", "Poll Location", "Poll Site Name", "Precinct Location",
        ]
    )
    func nameHeaders(header: String) async throws {
        _ = try await imports.stations(
            "Pct,\(header),Addr,lat,lon\n1,Hall,14 King St,45.42,-75.72\n"
        )
        #expect(imports.stations.published.map(\.name) == ["Hall"])
    }

    @Test("that stations have a town and no street is told")
    func noStreet() async throws {
        let report = try await imports.stations(
            "id,name,Whereabouts,city,lat,lon\n1,A,14 King St,Alba,45.42,-75.72\n"
        )
        let note = try #require(report.notes.first { $0.text.contains("no column of streets") })
        #expect(note.level == .warning)
        #expect(note.text.contains("\"Whereabouts\""))
    }

    @Test("columns of hours that are not read are told, whether others are or not")
    func hourColumns() async throws {
        for (headers, cells) in [
            (
                "Early Voting Hours,Election Day Hours",
                "2027-05-01 to 2027-05-08 09:00-17:00,2027-05-11 07:00-20:00"
            ),
            ("Early Voting Hours,hours", "2027-05-01 09:00-17:00,2027-05-11 07:00-20:00"),
            ("hours,hours_2", "2027-05-11 07:00-20:00,2027-05-12 09:00-12:00"),
            ("Monday,Tuesday,Sunday", "9-5,9am-5pm,Closed"),
        ] {
            let report = try await Imports().stations(
                "id,name,lat,lon,\(headers)\n1,A,42.1,-101.5,\(cells)\n"
            )
            #expect(
                report.notes.contains { $0.level == .warning && $0.text.contains("hours") },
                "\(headers)"
            )
        }
    }

    @Test("precincts in several numbered columns are all the station's")
    func numberedPrecincts() async throws {
        _ = try await imports.stations(
            "id,name,Precinct 1,Precinct 2,Precinct 3,lat,lon\n"
                + "1,A,101,102,103,42.1,-101.4\n2,B,104,,,42.1,-101.3\n"
        )
        #expect(
            imports.stations.published.map { $0.districts.map(\.code) } == [
                ["101", "102", "103"], ["104"],
            ]
        )
    }

    @Test(
        "columns that may name precincts and are not taken are told",
        arguments: [
            "New Precinct,Old Precinct", "From Precinct,To Precinct",
        ]
    )
    func otherPrecincts(headers: String) async throws {
        let report = try await imports.stations(
            "id,name,\(headers),lat,lon\n1,A,101,104,42.1,-101.4\n2,B,102,105,42.1,-101.3\n"
        )
        #expect(
            report.notes.contains { $0.level == .warning && $0.text.contains("may name districts") }
        )
        let counted = try await Imports().stations(
            "id,name,No. of precincts,lat,lon\n1,A,3,42.1,-101.4\n"
        )
        #expect(!counted.notes.contains { $0.text.contains("may name districts") })
    }

    @Test("Breite and Länge are latitude and longitude")
    func germanAxes() async throws {
        _ = try await imports.stations(
            "Bezirk;Name;Straße;PLZ;Ort;Breite;Länge\n0101;Schule;Hauptstr. 1;50667;Köln;50.94;6.95\n"
        )
        #expect(imports.stations.published.first?.coordinate?.longitude == 6.95)
    }
}
