import Datasets
import Geodesy
import Polling
import Testing

/// Which house a text is, and how sure that is.
@Suite struct GeocodedHouseTests {
    private func geocoder() throws -> Geocoder {
        let list = try DatasetName("list")
        func entry(_ house: Int, _ street: String, _ x: Double) throws -> AddressEntry {
            let number = try #require(HouseNumber(parsing: "\(house)"))
            return AddressEntry(
                id: AddressEntry.ID(list, "\(street)-\(house)"),
                dataset: list,
                street: street,
                houses: [HouseRange(side: .both, numbers: number...number)],
                town: "Zed",
                postcode: "69701",
                coordinate: try Coordinate(latitude: 42, longitude: -101 + x)
            )
        }
        let station = Station(
            id: Station.ID(rawValue: "s.1"),
            dataset: try DatasetName("s"),
            name: "Fire Hall",
            address: "25048 Oak Rd, Zed, NE",
            postcode: "69701",
            coordinate: try Coordinate(latitude: 42, longitude: -101.2)
        )
        let other = Station(
            id: Station.ID(rawValue: "s.2"),
            dataset: try DatasetName("s"),
            name: "School",
            address: "3 Elm Ave, Zed, NE",
            postcode: "69701",
            coordinate: try Coordinate(latitude: 42, longitude: -101.3)
        )
        return Geocoder(
            stations: [station, other],
            districts: [],
            addresses: try [
                entry(12345, "Oak Rd", 0), entry(2345, "Oak Rd", 0.01),
                entry(22345, "Oak Rd", 0.02), entry(112345, "Oak Rd", 0.03),
                entry(5, "Elm Ave", 0.04), entry(7, "Elm Ave", 0.05),
                entry(31, "Main St", 0.06), entry(33, "Main St NE", 0.07),
            ],
            postcodes: [
                PostcodePlace(
                    id: PostcodePlace.ID(rawValue: "zip.69701"),
                    dataset: try DatasetName("zip"),
                    code: "69701",
                    place: "Zed",
                    region: "NE",
                    coordinate: try Coordinate(latitude: 42, longitude: -101)
                )
            ]
        )
    }

    @Test(
        "a house of any number of digits is the list's, and its state and postcode cost nothing",
        arguments: [12345, 2345, 22345, 112345]
    )
    func digits(house: Int) throws {
        for text in [
            "\(house) Oak Rd, Zed", "\(house) Oak Rd, Zed, NE 69701", "#\(house) Oak Rd, Zed, NE",
            "\(house) Oak Road, Zed, Nebraska 69701, USA", "\(house) Oak Rd, Zed 69701-1234",
        ] {
            let found = try #require(try geocoder().find(text, limit: 9).first)
            #expect(found.id == "list.Oak Rd-\(house)", "\(text)")
            #expect(found.kind == .address && found.score > 0.999_999, "\(text)")
            #expect(found.accuracy?.meters == 50)
        }
    }

    @Test(
        "of a house that no list has the street is found, as far as it goes, in front of a station",
        arguments: [
            ("6 Elm Ave, Zed, NE 69701", "Elm Ave"), ("7A Elm Ave, Zed", "Elm Ave"),
            ("7 1/2 Elm Ave, Zed", "Elm Ave"), ("26038 Oak Rd, Zed, NE 69701", "Oak Rd"),
            ("2,345 Elm Ave, Zed", "Elm Ave"),
        ]
    )
    func missing(text: String, street: String) throws {
        let all = try geocoder().find(text, limit: 9)
        let found = try #require(all.first)
        #expect(found.kind == .street)
        #expect(found.label == "\(street), Zed, 69701")
        #expect(found.score < 1)
        // 0.01 degrees are 829 m here, 0.03 2,486.
        let length = street == "Elm Ave" ? 800.0...900 : 2_500...2_600
        #expect(length.contains(try #require(found.accuracy).meters))
        #expect(all.count { $0.kind == .street && $0.label == found.label } == 1)
        #expect(all.allSatisfy { $0.kind != .station || $0.accuracy == nil && $0.score < 0.9 })
    }

    @Test("another state costs, and a side is no state")
    func states() throws {
        let other = try #require(try geocoder().find("5 Elm Ave, Zed, TX", limit: 1).first)
        #expect(other.id == "list.Elm Ave-5" && other.score < 0.95)
        let sided = try #require(try geocoder().find("33 Main St NE, Zed", limit: 1).first)
        #expect(sided.id == "list.Main St NE-33" && sided.score > 0.999_999)
    }

    @Test("a street without a house is known as far as it goes")
    func noHouse() throws {
        let all = try geocoder().find("Elm Ave, Zed", limit: 9)
        let found = try #require(all.first { $0.kind == .address })
        #expect(try #require(found.accuracy).meters > 800)
    }
}
