import Datasets
import Geodesy
import Polling
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
        guard let path = RealFile.path("stations/uk_ems/ems-xpress-weblookup.CSV") else { return }
        for profile in [nil, "xpress-weblookup"] {
            let report = try await run(path: path, profile: profile)
            #expect(report.rows.rejected == 0)
            #expect(addresses.published.count == 9)
            #expect(addresses.published.allSatisfy { $0.houses.count == 1 })
            let book = AddressBook(addresses.published)
            #expect(book.find("9999 Alwoodley Lane")?.isHouseMissing == true)
            #expect(book.find("378 Alwoodley Lane, LS17 7DN")?.entries.count == 1)
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
        guard let path = RealFile.path("stations/uk_ems/ems-idox-eros.csv") else { return }
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
        guard let path = RealFile.path("stations/uk_ems/unit/eoni_importer__eoni_export.csv") else {
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
