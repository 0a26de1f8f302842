import Datasets
import Geodesy
import Polling
import RowFilesTesting
import TestSupport
import Testing
import Timekeeping

@testable import Importing

/// Lists of electors as British councils export them.
@Suite struct ElectorListTests {
    private let addresses = FakeStore<AddressEntry>(kind: .addresses)

    private func run(path: String, profile: String? = nil) async throws -> ImportReport {
        var options = ImportOptions(dataset: try DatasetName("list"))
        options.profile = try profile.map(ImportProfile.named)
        return try await AddressImporter(
            store: addresses,
            clock: ManualWallClock(Timestamp(millisecondsSince1970: 1_800_000_000_000))
        ).run(.file(path), options: options)
    }

    private func run(_ text: String) async throws -> ImportReport {
        try await withFile(Array(text.utf8), name: "addresses.csv") { try await run(path: $0) }
    }

    // MARK: Houses

    @Test(
        "a house is a number, a name, or a number with a name behind it",
        arguments: [
            ("378 Westbourne", "378", "Westbourne"), ("1  Eden House", "1", "Eden House"),
            ("Eden House", nil, "Eden House"), ("Flat 2 The Mews", nil, "Flat 2 The Mews"),
            ("12", "12", nil), ("12 B", "12b", nil), ("12bis", "12bis", nil),
            ("12 bis", "12bis", nil), ("15 1/2", "15-1/2", nil),
            ("1a Rose Cottage", "1a", "Rose Cottage"),
            ("1 B Rose Cottage", "1b", "Rose Cottage"), ("--", nil, nil),
        ] as [(String, String?, String?)]
    )
    func house(text: String, number: String?, name: String?) {
        let house = HouseText(text)
        #expect(house.number?.description == number)
        #expect(house.name == name)
    }

    @Test("a house with a name alone is no whole street")
    func namedHouse() async throws {
        let report = try await run(
            """
            PropertyNumber,StreetName,PostCode,PollingPlaceId
            378 Westbourne,Elm Lane,LS17 7DN,5
            Eden House,Elm Lane,LS17 7DN,6

            """
        )
        let numbered = try #require(addresses.published.first)
        #expect(numbered.street == "Elm Lane")
        #expect(numbered.houses.map { "\($0.numbers)" } == ["378...378"])
        let book = AddressBook(addresses.published)
        #expect(book.find("9999 Elm Lane")?.isHouseMissing == true)
        #expect(book.find("378 Elm Lane")?.entries.map(\.stationKey) == ["5"])
        #expect(book.find("Eden House, Elm Lane")?.entries.map(\.stationKey) == ["6"])
        #expect(report.notes.isEmpty)
    }

    @Test("the web lookup of Leeds: no house that is not listed is assigned")
    func leeds() async throws {
        guard let path = Checkout.realFile("stations/uk_ems/ems-xpress-weblookup.CSV") else {
            return
        }
        for profile in [nil, "xpress-weblookup"] {
            let report = try await run(path: path, profile: profile)
            #expect(report.rows.rejected == 0)
            #expect(addresses.published.count == 9)
            #expect(addresses.published.allSatisfy { $0.houses.count == 1 })
            let book = AddressBook(addresses.published)
            #expect(book.find("9999 Alwoodley Lane")?.isHouseMissing == true)
            #expect(book.find("378 Alwoodley Lane, LS17 7DN")?.entries.count == 1)
            // Flat 7 of Eden House is no house 7 of the lane.
            #expect(book.find("7 Alwoodley Lane")?.isHouseMissing == true)
            for text in ["7 Eden House, Alwoodley Lane", "Flat 7, Eden House, Alwoodley Lane"] {
                let match = try #require(book.find(text), "\(text)")
                #expect(!match.isHouseMissing, "\(text)")
                #expect(match.entries.allSatisfy { $0.street == "Eden House Alwoodley Lane" })
            }
            #expect(book.find("7 Eden House, Alwoodley Lane")?.entries.count == 1)
            let note = try #require(report.notes.first { $0.text.contains("a flat for a house") })
            #expect(note.text.hasPrefix("7 rows with a flat for a house"))
            #expect(note.text.contains("\"1 Eden House\" is found by the building's name"))
        }
    }

    @Test("several numbers with one name are flats of a building, in one street and postcode alone")
    func flats() async throws {
        _ = try await run(
            """
            PropertyNumber,StreetName,PostCode,PollingPlaceId
            1 Rose Cottage,Elm Lane,LS17 7DN,5
            7 Rose Cottage,Elm Lane,LS18 1AA,6
            2 Rose Cottage,Oak Lane,LS17 7DN,6
            3 Eden House,Elm Lane,LS17 7DN,5
            4 EDEN  HOUSE,Elm Lane,LS17 7DN,5
            12 Flat 1,Elm Lane,LS17 7DN,5
            14 Flat 1,Elm Lane,LS17 7DN,5
            20 Westbourne,Elm Lane,LS17 7DN,5
            20a Westbourne,Elm Lane,LS17 7DN,5

            """
        )
        #expect(
            addresses.published.map(\.street) == [
                "Elm Lane", "Elm Lane", "Oak Lane", "Eden House Elm Lane", "EDEN HOUSE Elm Lane",
                "Elm Lane", "Elm Lane", "Elm Lane", "Elm Lane",
            ]
        )
    }

    @Test("houses of a substreet are none of the street's")
    func substreet() async throws {
        _ = try await run(
            """
            HouseName,HouseNumber,SubStreetName,StreetName,HousePostCode,PollingStationNumber
            ,1,Church Cottages,Elm Lane,AL6 9BZ,5
            ,1,,Elm Lane,AL6 9BX,6
            The Barn,,Church Cottages,Elm Lane,AL6 9BZ,5

            """
        )
        #expect(
            addresses.published.map(\.street)
                == ["Church Cottages Elm Lane", "Elm Lane", "The Barn Church Cottages Elm Lane"]
        )
        let book = AddressBook(addresses.published)
        #expect(book.find("1 Elm Lane")?.entries.map(\.stationKey) == ["6"])
        #expect(book.find("1 Church Cottages, Elm Lane")?.entries.map(\.stationKey) == ["5"])
    }

    @Test("a house with a name alone in the first line stands in the street of the second")
    func secondLine() async throws {
        let report = try await run(
            """
            AddressLine1,AddressLine2,AddressLine3,Postcode,PollingPlaceId
            Rose Cottage,Elm Lane,Ide,EX2 9RR,5
            Rose Cottage,Oak Lane,Ide,EX2 9RY,6
            Poplar Cottage,11 Elm Lane,Ide,EX2 9RN,7
            12 Elm Lane,Ide,Exeter,EX2 9RR,8
            Southfield,Pole House Lane,Ide,EX2 9RS,9
            3 Southfield,Ide,Exeter,EX2 9RS,4

            """
        )
        #expect(report.columns.map(\.field).prefix(2) == ["address", "address_2"])
        #expect(addresses.published.map(\.line).first == "Rose Cottage, Elm Lane, Ide, EX2 9RR")
        #expect(
            addresses.published.map(\.street) == [
                "Rose Cottage, Elm Lane", "Rose Cottage, Oak Lane", "Poplar Cottage, 11 Elm Lane",
                "Elm Lane", "Southfield, Pole House Lane", "Southfield",
            ]
        )
        let book = AddressBook(addresses.published)
        func stations(_ text: String) -> [String?]? { book.find(text)?.entries.map(\.stationKey) }
        #expect(stations("Rose Cottage, Elm Lane, Ide") == ["5"])
        #expect(stations("Rose Cottage, Oak Lane") == ["6"])
        #expect(stations("Rose Cottage, EX2 9RY") == ["6"])
        #expect(stations("Rose Cottage") == ["5", "6"])
        #expect(stations("Poplar Cottage, 11 Elm Lane, Ide, Exeter") == ["7"])
        #expect(stations("EX2 9RN Poplar Cottage") == ["7"])
        #expect(stations("12 Elm Lane") == ["8"])
        // A number beside a house's name is another house, or one of a street of that name.
        #expect(stations("5 Rose Cottage") == nil)
        #expect(stations("3 Southfield") == ["4"])
        #expect(stations("Southfield, EX2 9RS") == ["9", "4"])
    }

    @Test(
        "Xpress: its electors' addresses, with its profile and without",
        arguments: [
            ("tei_xpress_democracy_club_20191212", 90, "1 Cross View Terrace, Exeter, EX2 9RZ"),
            ("unit/xpress_importer__test_democlub", 5, "1 Abbots Way, West Sussex, BN15 9DH"),
        ]
    )
    func xpress(name: String, count: Int, first: String) async throws {
        guard let path = Checkout.realFile("stations/uk_ems/\(name).csv") else { return }
        for profile in [nil, "xpress"] {
            let report = try await run(path: path, profile: profile)
            #expect(report.rows.accepted == count)
            #expect(report.outcome == (profile == nil ? .published : .nothingToChange))
            let entry = try #require(addresses.published.first)
            #expect(entry.line == first)
            #expect(addresses.published.allSatisfy { $0.stationKey != nil })
            #expect(entry.districts.map(\.type) == ["polling_district"])
        }
    }

    // MARK: Whole streets

    @Test("a list of electors whose houses were not found warns, and names the column")
    func houselessElectors() async throws {
        let report = try await run(
            """
            Ref,Dwelling,street,precinct
            901001,1 Eden House,Elm Lane,7
            901002,378,Elm Lane,7
            901003,380 Greystones,Elm Lane,7

            """
        )
        let note = try #require(report.notes.first { $0.level == .warning })
        #expect(
            note.text.hasPrefix("3 rows name a street and no house: each stands for every house")
        )
        #expect(note.text.contains("2 of them only repeat what another says"))
        #expect(note.text.contains("\"Dwelling\" looks like houses and was not used"))
        #expect(note.text.contains("--map COLUMN=house_number"))
        #expect(note.lines == [2, 3, 4])
    }

    @Test("a house left blank among houses warns of its line")
    func blankHouse() async throws {
        let report = try await run(
            "house_number,street,precinct\n1,Elm Lane,7\n,Elm Lane,8\n3,Elm Lane,7\n"
        )
        let note = try #require(report.notes.first { $0.level == .warning })
        #expect(note.text.hasPrefix("1 row names a street and no house: it stands for every house"))
        #expect(note.lines == [3])
    }

    @Test("a list of whole streets, or of ranges, warns of nothing")
    func wholeStreets() async throws {
        let streets = try await run("street,precinct\nElm Lane,7\nElm Lane,8\nOak Rd,7\n")
        #expect(streets.notes.isEmpty)
        let ranges = try await run(
            "street,odd_from,odd_to,precinct\nElm Lane,1,9,7\nOak Rd,,,7\n"
        )
        #expect(ranges.notes.isEmpty)
    }

    // MARK: Columns

    @Test("Idox Eros: the house's own postcode, and the station by its number")
    func idox() async throws {
        guard let path = Checkout.realFile("stations/uk_ems/ems-idox-eros.csv") else { return }
        for profile in [nil, "idox-eros"] {
            let report = try await run(path: path, profile: profile)
            #expect(report.rows.rejected == 0)
            #expect(addresses.published.count == 9)
            let first = try #require(addresses.published.first)
            #expect(first.street == "BABYLON LANE")
            #expect(first.houses.map { "\($0.numbers)" } == ["8...8"])
            #expect(first.postcode == "PR6 9NN")
            #expect(first.stationKey == "1")
            let book = AddressBook(addresses.published)
            #expect(!book.entries(inPostcode: "PR6 9NN").isEmpty)
            #expect(book.find("8 Babylon Lane PR6 9NW")?.isHouseMissing == true)
        }
    }

    @Test("the Electoral Office for Northern Ireland: one line holds street, town and postcode")
    func eoni() async throws {
        guard let path = Checkout.realFile("stations/uk_ems/unit/eoni_importer__eoni_export.csv")
        else {
            return
        }
        for profile in [nil, "eoni"] {
            let report = try await run(path: path, profile: profile)
            #expect(report.rows.rejected == 0)
            let first = try #require(addresses.published.first)
            #expect(first.line == "1 TEST STREET, BELFAST, BT99 9AA")
            #expect(first.street == "TEST STREET" && first.town == "BELFAST")
            #expect(first.stationKey == "111")
            let place = try Coordinate(latitude: 54.59, longitude: -5.83)
            #expect(first.coordinate == (profile == nil ? nil : place))
            let book = AddressBook(addresses.published)
            #expect(book.find("2 Test St, Belfast")?.entries.map(\.stationKey) == ["111"])
        }
    }

    @Test("a profile for stations alone is refused for a list of addresses")
    func stationsProfile() async throws {
        let error = try await withFile(
            Array("PlaceName,PostCode,StationCode,Xordinate,Yordinate\nHall,N1,B1,1,2\n".utf8),
            name: "list.csv"
        ) { path in
            await #expect(throws: ImportError.self) {
                _ = try await run(path: path, profile: "democracy-counts")
            }
        }
        #expect(error?.description.contains("is not made for addresses") == true)
    }
}
