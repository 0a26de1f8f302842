import Datasets
import Geodesy
import Testing

@testable import Polling

@Suite struct WordIndexTests {
    @Test(
        "one mistake: a letter too many, too few, another, or two that changed places",
        arguments: [
            ("street", "strreet", true), ("street", "stret", true), ("street", "strest", true),
            ("street", "srteet", true), ("street", "street", true), ("street", "stre", false),
            ("street", "tsrete", false), ("abcd", "efgh", false),
        ]
    )
    func mistakes(left: String, right: String, isNear: Bool) {
        #expect(EditDistance.isWithin(1, Array(left.utf8), Array(right.utf8)) == isNear)
        #expect(EditDistance.isWithin(1, Array(right.utf8), Array(left.utf8)) == isNear)
    }

    /// Source: F. Damerau (1964), as a whole table.
    private func mistakes(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var table = (0...left.count).map { row in (0...right.count).map { row == 0 ? $0 : row } }
        for row in left.indices {
            for column in right.indices {
                var least = min(table[row][column + 1], table[row + 1][column]) + 1
                least = min(least, table[row][column] + (left[row] == right[column] ? 0 : 1))
                if row > 0, column > 0, left[row] == right[column - 1],
                    left[row - 1] == right[column]
                {
                    least = min(least, table[row - 1][column - 1] + 1)
                }
                table[row + 1][column + 1] = least
            }
        }
        return table[left.count][right.count]
    }

    @Test("few mistakes are counted as in a whole table", arguments: 0..<4)
    func countsMistakes(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        func word() -> [UInt8] {
            (0..<Int.random(in: 0...9, using: &random)).map { _ in
                UInt8.random(in: 97...99, using: &random)
            }
        }
        for _ in 0..<2_000 {
            let (left, right) = (word(), word())
            for limit in 0...4 {
                #expect(
                    EditDistance.isWithin(limit, left, right) == (mistakes(left, right) <= limit),
                    "\(left) \(right) \(limit)"
                )
            }
        }
    }

    @Test("rare words weigh more; fewer other words come first; half a text is not enough")
    func ranking() {
        let index = WordIndex([["a1", "b2", "c3"], ["a1", "b2"], ["a1"], ["z9"]])
        #expect(index.find(["a1", "b2"], limit: 9).map(\.slot) == [1, 0])
        #expect(index.find(["a1"], limit: 2).map(\.slot) == [2, 1])
        #expect(index.find([], limit: 9).isEmpty)
        #expect(index.find(["a1"], limit: 0).isEmpty)
        #expect(index.find(["nothing"], limit: 9).isEmpty)
    }

    @Test("what has the house comes before what has a rare word besides and another house")
    func housesFirst() throws {
        let others = (0..<40).map { ["\(100 + $0)", "street\($0)", "ave", "se"] }
        let index = WordIndex(
            [["washington", "3001", "alabama", "ave", "se"], ["1351", "alabama", "ave", "se"]]
                + others
        )
        let hits = index.find(["1351", "alabama", "ave", "se", "washington"], limit: 9)
        #expect(hits.map(\.slot) == [1, 0])
        #expect(hits.map(\.hasHouses) == [true, false])
        #expect(try #require(hits.last).score > #require(hits.first).score)
    }

    @Test("a word that only other documents have hides no more than one that none has")
    func wordOfOthers() throws {
        let others = (0..<40).map { ["name\($0)", "str"] }
        let index = WordIndex([["aachener", "str"], ["europaschule", "koeln"]] + others)
        func find(_ last: String) -> [WordIndex.Hit] {
            index.find(["achener", "str", "75", last], limit: 9) { house, slot in
                house.number == 75 && slot == 0
            }
        }
        let (known, unknown) = (find("koeln"), find("foo"))
        #expect(known.map(\.slot) == [0])
        #expect(unknown.map(\.slot) == [0])
        let scores = try (#require(known.first).score, #require(unknown.first).score)
        #expect(abs(scores.0 - scores.1) < 1e-9)
    }
}

@Suite struct GeocoderTests {
    private func geocoder() throws -> Geocoder {
        func station(_ key: String, _ name: String, _ address: String, _ x: Double) throws
            -> Station
        {
            Station(
                id: Station.ID(rawValue: "dc.\(key)"),
                dataset: try DatasetName("dc"),
                name: name,
                address: address,
                postcode: "20032",
                coordinate: try Coordinate(latitude: 38.85, longitude: x)
            )
        }
        func postcode(_ code: String, _ place: String, _ x: Double) throws -> PostcodePlace {
            PostcodePlace(
                id: PostcodePlace.ID(rawValue: "zip.\(code)-\(x)"),
                dataset: try DatasetName("zip"),
                code: code,
                place: place,
                coordinate: try Coordinate(latitude: 38.85, longitude: x),
                accuracy: try .meters(2000)
            )
        }
        return Geocoder(
            stations: [
                try station("1", "MALCOLM X ELEMENTARY SCHOOL", "1351 ALABAMA AVENUE SE", -77),
                try station("2", "Ballou High School", "3401 4th Street SE", -76.99),
            ],
            districts: [try district("139", MultiPolygon([box(-77.01, 38.8, -76.95, 38.9)]))],
            addresses: try sampleAddresses(),
            postcodes: [
                try postcode("20001", "Springfield", -90),
                try postcode("20001", "Washington", -76.995),
                try postcode("00501", "Holtsville", -72),
            ]
        )
    }

    @Test(
        "what people write finds what they mean",
        arguments: [
            ("malcolm x elementary school", "dc.1"), ("Malcom X elementry", "dc.1"),
            ("1351 Alabama Ave SE", "dc.1"), ("balou high", "dc.2"),
            ("20001-1234", "zip.20001--76.995"),
            ("20001 springfield", "zip.20001--90.0"), ("00501", "zip.00501--72.0"),
            ("5 main street northwest", "list.5"), ("precinct 139", "test.precinct-139"),
            ("malc", "dc.1"), ("501", "zip.00501--72.0"), ("0501", "zip.00501--72.0"),
        ]
    )
    func finds(text: String, id: String) throws {
        let found = try #require(try geocoder().find(text, limit: 5).first)
        #expect(found.id == id)
        #expect(found.score > 0.59 && found.score <= 1)
    }

    @Test(
        "a part of a building is passed over, and told",
        arguments: [
            ("5 Main St NW Apt 4", "apt 4"), ("5 Main St NW #4", "4"),
            ("5 Main St NW, Unit B", "unit b"), ("5 Main St NW Suite 200", "suite 200"),
            ("5 Main St NW Wohnung 3", "wohnung 3"), ("Apt. B2, 5 Main St NW", "apt b2"),
            ("5 Main St NW apt4", "apt4"), ("5 Main St NW, 2nd floor", "2nd floor"),
            ("5 Main St NW Bldg 2 Apt 4", "bldg 2 apt 4"), ("5 Main St NW Apt #4", "apt 4"),
            ("5 Main St NW Apt", "apt"), ("5 Main St NW Lot 12", "lot 12"),
        ]
    )
    func units(text: String, unit: String) throws {
        let plain = try #require(try geocoder().find("5 Main St NW", limit: 5).first)
        let found = try #require(try geocoder().find(text, limit: 5).first)
        #expect(found.id == plain.id)
        #expect(found.score == plain.score)
        #expect(found.unit == unit)
        #expect(plain.unit == nil)
    }

    @Test("names that hold such words are found as they are", arguments: ["Unit 4", "Lot 12 Hall"])
    func noUnits(text: String) throws {
        #expect(try geocoder().find(text, limit: 5).allSatisfy { $0.unit == nil })
    }

    @Test("of towns of one name beyond the area, the nearer comes first")
    func nearerTowns() throws {
        func postcode(_ code: String, _ x: Double) throws -> PostcodePlace {
            PostcodePlace(
                id: PostcodePlace.ID(rawValue: "zip.\(code)"),
                dataset: try DatasetName("zip"),
                code: code,
                place: "Springfield",
                coordinate: try Coordinate(latitude: 38.8, longitude: x)
            )
        }
        let station = Station(
            id: Station.ID(rawValue: "dc.1"),
            dataset: try DatasetName("dc"),
            name: "School",
            coordinate: try Coordinate(latitude: 38.85, longitude: -77)
        )
        let codes = [("72157", -92.5), ("22150", -77.2), ("01101", -72.6), ("62701", -89.6)]
        func found(_ stations: [Station]) throws -> [String] {
            let postcodes = try codes.map { try postcode($0.0, $0.1) }
            return Geocoder(stations: stations, districts: [], addresses: [], postcodes: postcodes)
                .find("springfield", limit: 9).map { String($0.id.dropFirst(4)) }
        }
        #expect(try found([station]) == ["22150", "01101", "62701", "72157"])
        #expect(try found([]).sorted() == codes.map(\.0).sorted())
    }

    @Test("a postcode that is known without zeros is not taken for one with them")
    func ownZeros() throws {
        func postcode(_ code: String) throws -> PostcodePlace {
            PostcodePlace(
                id: PostcodePlace.ID(rawValue: "zip.\(code)"),
                dataset: try DatasetName("zip"),
                code: code,
                coordinate: try Coordinate(latitude: 38.8, longitude: 9)
            )
        }
        func first(_ text: String, _ codes: [String]) throws -> String? {
            Geocoder(
                stations: [],
                districts: [],
                addresses: [],
                postcodes: try codes.map(postcode)
            ).find(text, limit: 9).first?.id
        }
        #expect(try first("6720", ["06720", "6720"]) == "zip.6720")
        #expect(try first("6720", ["06720", "67200"]) == "zip.06720")
        #expect(try first("06720", ["06720", "6720"]) == "zip.06720")
    }

    @Test("who writes a street and a house in full means no other house")
    func otherHouses() {
        let index = WordIndex([["917", "bobolink", "cir"], ["977", "bobolink", "cir"]])
        #expect(index.find(["917", "bobolink"], limit: 9).map(\.slot) == [0])
        #expect(index.find(["bobolink"], limit: 9).map(\.slot) == [0, 1])
        #expect(index.find(["918", "bobolink"], limit: 9).map(\.slot) == [0, 1])
    }

    @Test("the house that is written comes first, whatever else has the town's name")
    func houseInTown() throws {
        func station(_ number: Int, _ name: String, _ address: String) throws -> Station {
            Station(
                id: Station.ID(rawValue: "dc.\(number)"),
                dataset: try DatasetName("dc"),
                name: name,
                address: address
            )
        }
        let geocoder = Geocoder(
            stations: try [
                station(1, "E RIVER WASHINGTON SENIOR WELL", "3001 ALABAMA AVENUE SE"),
                station(2, "MALCOLM X SCHOOL", "1351 ALABAMA AVENUE SE"),
            ]
                + (3..<40).map { try station($0, "Hall \($0)", "\($0) Street\($0) Avenue SE") },
            districts: [],
            addresses: [],
            postcodes: []
        )
        let found = geocoder.find("1351 Alabama Ave SE Washington", limit: 5)
        #expect(found.map(\.id) == ["dc.2", "dc.1"])
    }

    @Test("each kind says how exact its place is; an address without one has none")
    func accuracy() throws {
        let geocoder = try geocoder()
        #expect(geocoder.find("ballou high", limit: 1).first?.accuracy?.meters == 50)
        #expect(geocoder.find("20001", limit: 1).first?.accuracy?.meters == 2000)
        let district = try #require(geocoder.find("precinct 139", limit: 1).first)
        // The square's half diagonal is 6.1 km; the place is near its middle.
        #expect((6_000...6_300).contains(try #require(district.accuracy).meters))
        let address = try #require(geocoder.find("am hof altstadt", limit: 1).first)
        #expect(address.kind == .address)
        #expect(address.coordinate == nil)
        #expect(address.accuracy == nil)
    }

    @Test("nothing is found for nothing", arguments: ["", "   ", "zzzzzz", "-", "!"])
    func nothing(text: String) throws {
        #expect(try geocoder().find(text, limit: 5).isEmpty)
    }
}
