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
}
