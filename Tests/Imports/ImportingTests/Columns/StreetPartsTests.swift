import Datasets
import Polling
import RowFilesTesting
import Testing
import Timekeeping

@testable import Importing

/// Parts of addresses by what they are, not by where their columns stand.
@Suite struct StreetPartsTests {
    private let imports = Imports()

    private func addresses(_ text: String) async throws -> [String] {
        _ = try await imports.stations(text)
        return imports.stations.published.sorted { $0.name < $1.name }.map { $0.address ?? "" }
    }

    @Test(
        "the number stands on the side that the street's language has it",
        arguments: [
            ("Hauptstraße", HouseNumberSide.behind), ("Severinstr.", HouseNumberSide.behind),
            ("Rosenweg", HouseNumberSide.behind), ("Calle Mayor", HouseNumberSide.behind),
            ("Via Roma", HouseNumberSide.behind),
            ("Kerkstraat", HouseNumberSide.behind), ("Storgatan", HouseNumberSide.behind),
            ("High Street", HouseNumberSide.front),
            ("N Foxtail Ave", HouseNumberSide.front), ("rue Sherbrooke O", HouseNumberSide.front),
            ("avenue du Parc", HouseNumberSide.front),
        ]
    )
    func side(street: String, side: HouseNumberSide) {
        #expect(HouseNumberSide.side(ofStreet: street) == side)
    }

    @Test("a name that tells no language tells no side", arguments: ["Foxtail", "Broad", "12th"])
    func noSide(street: String) { #expect(HouseNumberSide.side(ofStreet: street) == nil) }

    @Test(
        "one street in another language does not turn the others round",
        arguments: [["Calle Real", "Elm St", "Oak Ave"], ["Elm St", "Oak Ave", "Calle Real"]]
    )
    func majority(streets: [String]) async throws {
        let rows = streets.enumerated().map { "H\($0),\($1),\($0 + 12),42.1\($0),-101.4" }
        let text = "name,street,house number,lat,lon\n" + rows.joined(separator: "\n") + "\n"
        #expect(try await addresses(text) == streets.enumerated().map { "\($0 + 12) \($1)" })
    }

    @Test("a unit beside a whole address stands behind it, once")
    func unitOfWhole() async throws {
        let text = """
            name,address,unit,city,lat,lon
            A,12 King St,3,Alba,42.11,-101.41
            B,12 King St #4,4,Alba,42.12,-101.41
            C,"12 King St, Suite 5",5,Alba,42.13,-101.41
            D,6 King St,6,Alba,42.14,-101.41
            E,7 King St,,Alba,42.15,-101.41

            """
        #expect(
            try await addresses(text) == [
                "12 King St, Unit 3, Alba", "12 King St #4, Alba", "12 King St, Suite 5, Alba",
                "6 King St, Unit 6, Alba", "7 King St, Alba",
            ]
        )
    }

    @Test("an address that has streets alone gets the numbers beside it")
    func streetsAlone() async throws {
        let text = """
            name,house no,address,city,lat,lon
            A,12,King St,Alba,42.11,-101.41
            B,14,Queen St,Alba,42.12,-101.41

            """
        #expect(try await addresses(text) == ["12 King St, Alba", "14 Queen St, Alba"])
    }

    @Test("a bare number far from its street is the house's where the stations have another id")
    func bareNumber() async throws {
        let text = """
            number,site id,name,lat,lon,street
            17,P1,A,42.11,-101.41,King St
            4,P2,B,42.12,-101.41,Queen St

            """
        #expect(try await addresses(text) == ["17 King St", "4 Queen St"])
        #expect(Set(imports.stations.published.map(\.id.rawValue)) == ["dc.p1", "dc.p2"])
    }

    @Test("a bare number that may be either is neither in silence")
    func unclearNumber() async throws {
        let report = try await imports.stations(
            "number,name,lat,lon,street\n17,A,42.11,-101.41,King St\n4,B,42.12,-101.41,Queen St\n"
        )
        let note = try #require(report.notes.first { $0.text.contains("or the stations' own") })
        #expect(note.level == .warning)
        #expect(note.text.contains("--map number=house_number"))
    }

    @Test("numbers that count the stations are no houses, even beside the street")
    func counting() async throws {
        let text = """
            name,lat,lon,no,street
            A,42.11,-101.41,2,King St
            B,42.12,-101.41,1,Queen St
            C,42.13,-101.41,3,Elm St

            """
        #expect(try await addresses(text) == ["King St", "Queen St", "Elm St"])
    }

    @Test("numbers without a gap are the stations' own, or it is said that nothing tells")
    func consecutive() async throws {
        let report = try await imports.stations(
            """
            name,lat,lon,number,street
            A,42.11,-101.41,102,King St
            B,42.12,-101.41,101,Queen St
            C,42.13,-101.41,103,Elm St

            """
        )
        #expect(
            Set(imports.stations.published.map(\.address)) == ["King St", "Queen St", "Elm St"]
        )
        #expect(report.notes.contains { $0.text.contains("or the stations' own") })
    }

    // MARK: Columns that are called like others

    @Test("a count of electors is no district, and a division's name is one")
    func electorate() async throws {
        _ = try await imports.stations(
            "name,lat,lon,Electorate\nA,51.1,-0.1,1203\nB,51.2,-0.1,903\n"
        )
        #expect(imports.stations.published.allSatisfy { $0.districts.isEmpty })
        let others = Imports()
        _ = try await others.stations(
            "name,lat,lon,Electorate\nA,-42.1,147.1,Clark\nB,-42.2,147.1,Franklin\n"
        )
        #expect(
            Set(others.stations.published.flatMap { $0.districts.map(\.code) })
                == ["Clark", "Franklin"]
        )
    }

    @Test("a vote center is a name, unless the column says but yes and no")
    func voteCenter() async throws {
        _ = try await imports.stations(
            "Vote Center,Address,lat,lon\nHall,1 King St,42.11,-101.41\nGym,2 King St,42.12,-101.41\n"
        )
        #expect(Set(imports.stations.published.map(\.name)) == ["Hall", "Gym"])
        let others = Imports()
        _ = try await others.stations(
            "Vote Center,Location,lat,lon\nY,Hall,42.11,-101.41\nN,Gym,42.12,-101.41\n"
        )
        #expect(Set(others.stations.published.map(\.name)) == ["Hall", "Gym"])
    }

    @Test("a ZIP code that lost its zeros has them again where its state tells, and that is told")
    func lostZeros() async throws {
        let report = try await imports.stations(
            """
            name,address,city,state,zip,lat,lon
            A,1 King St,Boston,MA,2108,42.35,-71.06
            B,2 King St,Ponce,PR,716-1234,18.01,-66.61
            C,3 King St,Sydney,NSW,2000,-33.86,151.2
            D,4 King St,Boston,MA,9108,42.35,-71.07

            """
        )
        #expect(
            imports.stations.published.sorted { $0.name < $1.name }.map(\.postcode)
                == ["02108", "00716-1234", "2000", "9108"]
        )
        let note = try #require(report.notes.first { $0.text.contains("lost their zeros") })
        #expect(note.text.hasPrefix("the postcodes of 2 stations"))
        #expect(note.text.contains("\"2108\" as 02108"))
        #expect(note.lines == [2, 3])
    }

    // MARK: Headers that say whose address it is

    @Test(
        "columns of an address may begin with a word for the place",
        arguments: [
            "Location Name,Location Address 1,Location Address 2,Location City,Location State,Location Zip",
            "Venue,Venue Address Line 1,Venue Address Line 2,Venue Suburb,Venue State,Venue Postcode",
            "Site,Site Street Address,Unused,Site City,Site State,Site ZIP Code",
            "Voting Location,Voting Location Address,Unused,Voting Location City,State,Zip/Postal Code",
            "Polling Site,Polling Site Address,Unused,Polling Site Town,Polling Site State,Zip",
            "Facility Name,Facility Address,Unused,Facility City,Facility State,Facility Zip",
        ]
    )
    func places(header: String) async throws {
        let text = """
            \(header),Latitude,Longitude
            Hall,12 King St,,Alba,NE,69701,42.11,-101.41
            Gym,14 King St,,Brook,NE,69702,42.12,-101.41

            """
        #expect(try await addresses(text) == ["14 King St, Brook, NE", "12 King St, Alba, NE"])
        #expect(Set(imports.stations.published.map(\.name)) == ["Hall", "Gym"])
        #expect(Set(imports.stations.published.map(\.postcode)) == ["69701", "69702"])
    }

    @Test("towns with postcodes that are called addresses stand behind the streets beside them")
    func townsCalledAddresses() async throws {
        let text = """
            name,address,full_address,lat,lon
            A,Georgsplatz 10,50676 Köln,50.93,6.95
            B,Perlengraben 101,50678 Köln,50.92,6.95

            """
        #expect(
            try await addresses(text)
                == ["Georgsplatz 10, 50676 Köln", "Perlengraben 101, 50678 Köln"]
        )
        #expect(Set(imports.stations.published.map(\.postcode)) == ["50676", "50678"])
    }

    @Test("a town that has its state and its postcode with it gives all three")
    func townWithPostcode() async throws {
        let text = """
            Name,Address,City/State/Zip,Lat,Lng
            A,12 King St,"Alba, NE 69701",42.11,-101.41
            B,14 King St,"Brook, NE 69702",42.12,-101.41

            """
        #expect(
            try await addresses(text)
                == ["12 King St, Alba, NE 69701", "14 King St, Brook, NE 69702"]
        )
        #expect(Set(imports.stations.published.map(\.postcode)) == ["69701", "69702"])
    }

    // MARK: Lists of addresses

    private func list(_ text: String) async throws -> (
        entries: [AddressEntry], report: ImportReport
    ) {
        let store = FakeStore<AddressEntry>(kind: .addresses)
        let report = try await withFile(Array(text.utf8), name: "addresses.csv") { path in
            try await AddressImporter(
                store: store,
                clock: ManualWallClock(Timestamp(millisecondsSince1970: 1_800_000_000_000))
            ).run(.file(path), options: ImportOptions(dataset: try DatasetName("list")))
        }
        return (store.published, report)
    }

    @Test("a street index has the ranges of each side, and streets with their direction and type")
    func streetIndex() async throws {
        let (entries, report) = try await list(
            """
            PREDIR,STREET NAME,TYPE,LOW,HIGH,SIDE,CITY,ZIP,PRECINCT
            N,Foxtail,Ave,100,198,E,Bluestem,69701,101
            N,Foxtail,Ave,101,199,O,Bluestem,69701,102
            S,Foxtail,Ave,100,199,B,Bluestem,69701,103
            ,Elm,St,1,99,,Bluestem,69701,101
            ,Oak,St,1,99,left,Bluestem,69701,101

            """
        )
        #expect(
            entries.map { "\($0.street) \($0.houses.map { "\($0.side) \($0.numbers)" })" } == [
                "N Foxtail Ave [\"even 100...198\"]", "N Foxtail Ave [\"odd 101...199\"]",
                "S Foxtail Ave [\"both 100...199\"]", "Elm St [\"both 1...99\"]",
            ]
        )
        #expect(report.rejectedRows.map(\.column) == ["SIDE"])
        #expect(report.rejectedRows.map(\.value) == ["left"])
        let book = AddressBook(entries)
        func precincts(_ text: String) -> [String]? {
            book.find(text)?.entries.flatMap { $0.districts.map(\.code) }
        }
        #expect(precincts("150 N Foxtail Ave") == ["101"])
        #expect(precincts("151 N Foxtail Ave") == ["102"])
        #expect(precincts("151 S Foxtail Ave") == ["103"])
    }

    @Test("a street that votes in several places beside numbers that were not used is told")
    func unusedNumbers() async throws {
        let (_, report) = try await list(
            "street,number first,number last,precinct\nElm St,1,99,7\nElm St,101,199,8\n"
        )
        let note = try #require(report.notes.first { $0.text.contains("a street and no house") })
        #expect(note.level == .warning)
        #expect(note.text.contains("number first"))
    }

    @Test("in a list of addresses the postcode of the place to vote is nobody's own")
    func postcodeOfPlace() async throws {
        let (entries, _) = try await list(
            "house_number,street,precinct,Location Zip\n12,Elm St,7,69701\n"
        )
        #expect(entries.map(\.postcode) == [nil])
    }

    @Test("houses on a grid are read in a column and in front of a line")
    func grid() async throws {
        let (entries, _) = try await list(
            """
            address,city,precinct
            N6W23001 Bluemound Rd,Waukesha,7
            W156 N8480 Pilgrim Rd,Waukesha,8
            W1234 County Road A,Waukesha,9
            A12 London Road,Waukesha,5
            12 Main St,Waukesha,7

            """
        )
        #expect(
            entries.map { "\($0.houses.map { $0.numbers.lowerBound.words }) \($0.street)" } == [
                "[\"N6W23001\"] Bluemound Rd", "[\"W156N8480\"] Pilgrim Rd",
                "[\"W1234\"] County Road A", "[] A12 London Road", "[\"12\"] Main St",
            ]
        )
        let (columns, _) = try await list("house_number,street,precinct\nA12,Calle Sol,7\n")
        #expect(columns.first?.houses.first?.numbers.lowerBound.words == "A12")
    }
}
