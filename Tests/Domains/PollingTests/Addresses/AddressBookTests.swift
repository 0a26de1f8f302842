import Datasets
import Geodesy
import Polling
import Testing

@Suite struct HouseNumberTests {
    @Test(
        "numbers with suffixes are read and put in order",
        arguments: [("1", 1, ""), ("1a", 1, "a"), ("12 B", 12, "b"), (" 071 ", 71, "")]
    )
    func reading(text: String, number: Int, suffix: String) {
        let house = HouseNumber(parsing: text)
        #expect(house?.number == number)
        #expect(house?.suffix == suffix)
    }

    @Test(
        "digits that are parted are never put together to another number",
        arguments: [
            ("12.0", "12"), ("12.00", "12"), ("12.", "12"), ("12 - a", "12a"), ("12/A", "12a"),
            ("12½", "12-1/2"), ("12 ¾", "12-3/4"), ("12 1/2", "12-1/2"), ("12-1/2", "12-1/2"),
            ("99999 1/2", "99999-1/2"), ("1-3", "1-3"), ("12 – 16", "12-16"), ("37-15A", "37-15a"),
            ("1001-1099", "1001-1099"), ("999-1001", "999-1001"),
            ("12/14", nil), ("1,3", nil), ("12#4", nil), ("12 123456", nil), ("12 14", nil),
            ("12/2024", nil), ("2,01E+02", nil), ("01.02", nil), ("12.5", nil), ("1/2", nil),
            ("121/2", nil), ("12a-12c", nil), ("12-", nil), ("1-2-3", nil), ("12²", nil),
            ("2O1", nil), ("1 & 3", nil), ("12-1234567", nil), ("2. Januar", nil),
        ] as [(String, String?)]
    )
    func whole(text: String, expected: String?) {
        #expect(HouseNumber(parsing: text)?.description == expected)
    }

    @Test("every house is read again as it is kept, and no two are kept alike")
    func kept() throws {
        var houses: [String: HouseNumber] = [:]
        for number in ["0", "1", "12", "121", "1216", "99999", "999999"] {
            for suffix in [
                "", "a", " B", "-c", " bis", "ä", " 1/2", "½", "-1/3", " 3/4", "-1", "-12", "-15",
                "-2a", "-16", "-1099", "-999999", "-999999zz", ".0", "-015", "-23", " – 13",
            ] {
                let house = try #require(HouseNumber(parsing: number + suffix))
                #expect(HouseNumber(parsing: house.description) == house, "\(number + suffix)")
                #expect(HouseNumber(parsing: house.words) == house, "\(number + suffix)")
                #expect(houses[house.description, default: house] == house)
                houses[house.description] = house
            }
        }
        #expect(houses.count == 7 * 20)
    }

    @Test(
        "a house that cannot be read is shown as it is written, and nobody's",
        arguments: ["12/14", "10011099", "9-3", "12a12c", "0"]
    )
    func unread(text: String) throws {
        let unread = HouseNumber.unread(text)
        #expect(HouseNumber(parsing: unread.description) == nil)
        #expect(HouseNumber.unread(unread.description) == unread)
        let list = try DatasetName("list")
        let entry = AddressEntry(
            id: AddressEntry.ID(list, "1"),
            dataset: list,
            street: "Elm Rd",
            houses: [HouseRange(side: .both, numbers: unread...unread)]
        )
        #expect(entry.line == "\(text) Elm Rd")
        for house in [text, "12", "12a", "0", "0a", "9", "1001"] {
            let match = try #require(AddressBook([entry]).find("Elm Rd \(house)"))
            #expect(match.isHouseMissing, "\(house)")
        }
    }

    @Test("what is no number is none", arguments: ["", "ab1", "a", "-3", "1234567"])
    func none(text: String) { #expect(HouseNumber(parsing: text) == nil) }

    @Test(
        "a range holds its side, its ends and the suffixes of a bare last number",
        arguments: [
            ("odd", "1", "71", "71b", true), ("odd", "1", "71", "70", false),
            ("odd", "1", "1a", "1a", true), ("odd", "1", "1a", "1b", false),
            ("even", "2", "130", "12", true), ("even", "2", "130", "132", false),
            ("both", "5", "7", "6c", true), ("odd", "3b", "9", "3a", false),
            // One house is no range: whoever lives at 12b may vote elsewhere.
            ("even", "12", "12", "12", true), ("even", "12", "12", "12b", false),
            ("both", "12a", "12a", "12b", false), ("even", "12", "12c", "12b", true),
        ]
    )
    func range(side: String, first: String, last: String, house: String, expected: Bool) throws {
        let range = HouseRange(
            side: try #require(HouseRange.Side(rawValue: side)),
            numbers: try #require(HouseNumber(parsing: first))...#require(
                HouseNumber(parsing: last)
            )
        )
        #expect(range.contains(try #require(HouseNumber(parsing: house))) == expected)
    }
}

/// One street of two districts, odd and even; the same name in another town; a square of its own.
func sampleAddresses() throws -> [AddressEntry] {
    let dataset = try DatasetName("list")
    func entry(
        _ key: String,
        _ street: String,
        _ houses: [(HouseRange.Side, Int, Int)],
        _ postcode: String,
        _ town: String,
        _ district: String?,
        station: String? = nil,
        at place: Coordinate? = nil
    ) throws -> AddressEntry {
        AddressEntry(
            id: AddressEntry.ID(dataset, key),
            dataset: dataset,
            street: street,
            houses: try houses.map { side, first, last in
                HouseRange(
                    side: side,
                    numbers: try #require(HouseNumber(parsing: "\(first)"))...#require(
                        HouseNumber(parsing: "\(last)")
                    )
                )
            },
            town: town,
            postcode: postcode,
            districts: district.map { [DistrictReference(type: "precinct", code: $0)] } ?? [],
            stationKey: station,
            coordinate: place
        )
    }
    return [
        try entry(
            "1",
            "Aachener Str.",
            [(.odd, 1, 71), (.even, 2, 130)],
            "50674",
            "Neustadt/Süd",
            "1"
        ),
        try entry("2", "Aachener Str.", [(.odd, 75, 327)], "50931", "Lindenthal", "2"),
        try entry("3", "Aachener Str.", [], "99084", "Erfurt", "3"),
        try entry("4", "Am Hof", [], "50667", "Altstadt", "2"),
        try entry(
            "5",
            "Main St NW",
            [(.odd, 5, 5)],
            "20001",
            "Washington",
            nil,
            station: "two",
            at: Coordinate(latitude: 0.005, longitude: 0.012)
        ),
    ]
}

@Suite struct AddressBookTests {
    @Test(
        "an address is found however it is written",
        arguments: [
            ("Aachener Straße 12, Köln 50674", ["1"], false),
            ("aachenerstr. 71b 50674", ["1"], false), ("AACHENER STR 75", ["2", "3"], false),
            ("Aachener Str. 73, 50674", ["1"], true), ("Aachener Str. 400, Erfurt", ["3"], false),
            ("Aachener Str. 400", ["1", "2", "3"], true),
            ("Aachener Str., Erfurt", ["3"], false), ("Aachener Strasse", ["1", "2", "3"], false),
            ("50667 Altstadt, am hof", ["4"], false),
            ("5 Main Street Northwest, Washington", ["5"], false),
            ("7 Main St NW", ["5"], true), ("12 a Aachener Str 50674", ["1"], false),
        ]
    )
    func finding(text: String, expected: [String], isHouseMissing: Bool) throws {
        let match = try #require(AddressBook(sampleAddresses()).find(text))
        #expect(match.entries.map(\.id.rawValue) == expected.map { "list.\($0)" })
        #expect(match.isHouseMissing == isHouseMissing)
    }

    @Test(
        "a town that no entry lies in is noticed, a unit and an abbreviated state are none",
        arguments: [
            ("5 Main St NW, Springfield", true), ("5 Main St NW, Springfield 20001", false),
            ("5 Main St NW Apt 4, DC", false), ("5 Main St NW", false),
            ("5 Main St NW, Washington, Springfield", false), ("Am Hof 3, Erfurt", true),
            ("10115 Berlin, Aachener Str. 55", true), ("10115 Aachener Str. 55", true),
            ("Springfield, 5 Main St NW", true), ("Washington, 5 Main St NW", false),
            ("50931 Lindenthal, Aachener Str. 75", false), ("Apt 4, 5 Main St NW", false),
        ]
    )
    func otherTown(text: String, isOther: Bool) throws {
        let match = try #require(AddressBook(sampleAddresses()).find(text))
        #expect(match.isTownOther == isOther)
    }

    @Test(
        "a word in front of a street makes it another one, unless it is the town's",
        arguments: [
            ("Neue Aachener Str. 55", true), ("5 Old Main St NW", true),
            ("999 Neue Aachener Str.", true), ("Lindenthal Aachener Str. 75", false),
            ("12 a Aachener Str 50674", false), ("5 Main St NW", false),
            ("20001 Washington DC 5 Main St NW", false), ("Köln Aachener Str. 75", true),
            // A single word behind the street's own postcode is the town, unless it may be a street's.
            ("50674 Köln Aachener Str. 12", false), ("10115 Köln Aachener Str. 12", true),
            ("50674 Neue Aachener Str. 55", true), ("50674 Isenburger Aachener Str. 55", true),
            ("50674 Am Aachener Str. 55", true), ("50674 Heinrich-Aachener Str. 55", true),
            ("50674 Köln Untere Aachener Str. 55", true),
        ]
    )
    func otherStreet(text: String, isDoubtful: Bool) throws {
        let match = try #require(AddressBook(sampleAddresses()).find(text))
        #expect(match.isStreetDoubtful == isDoubtful)
    }

    @Test(
        "a misspelt street is like one of the book's, with the house that was written",
        arguments: [
            ("Achener Str. 12, 50674", ["12 Aachener Str., Neustadt/Süd, 50674"]),
            ("12 Aachner Strasse 50674", ["12 Aachener Str., Neustadt/Süd, 50674"]),
            ("Aachnerstr. 77, 50931", ["77 Aachener Str., Lindenthal, 50931"]),
            ("5 Main St", ["5 Main St NW, Washington, 20001"]),
            ("5 Mian Street NW", ["5 Main St NW, Washington, 20001"]),
            ("5 Main Ave NW", ["5 Main St NW, Washington, 20001"]),
            ("Aachener Gasse, Erfurt", ["Aachener Str., Erfurt, 99084"]),
        ]
    )
    func misspelt(text: String, lines: [String]) throws {
        let book = AddressBook(try sampleAddresses())
        #expect(book.find(text) == nil)
        let matches = book.similar(to: text)
        #expect(
            matches.flatMap { match in match.entries.map { $0.line(of: match.house) } } == lines
        )
    }

    @Test(
        "what is like no street is not taken for one",
        arguments: [
            "", "12", "Hofgasse 3", "Am", "X", "1600 Pennsylvania Ave NW", "!!!",
            "Nowhere 1, Washington", String(repeating: "Aachner Str ", count: 60),
            String(repeating: "é", count: 5000),
        ]
    )
    func unlike(text: String) throws {
        #expect(try AddressBook(sampleAddresses()).similar(to: text).isEmpty)
        #expect(AddressBook([]).similar(to: text).isEmpty)
    }

    private func book(of streets: [String]) throws -> AddressBook {
        let dataset = try DatasetName("list")
        return AddressBook(
            streets.enumerated().map { number, street in
                AddressEntry(
                    id: AddressEntry.ID(dataset, "\(number)"),
                    dataset: dataset,
                    street: street,
                    town: "St Louis",
                    districts: [DistrictReference(type: "precinct", code: "\(number)")]
                )
            }
        )
    }

    @Test("the likeliest street comes first, and a number is another street's")
    func order() throws {
        let book = try book(of: [
            "Oak Hill Rd", "Oak Mill Rd", "14th St NW", "15th St NW", "Oakhil Ct",
        ])
        #expect(
            book.similar(to: "3 Oak Hil Rd").map { $0.entries[0].street }.first == "Oak Hill Rd"
        )
        #expect(book.similar(to: "3 16th St NW").isEmpty)
        #expect(book.similar(to: "3 14th Stret NW").map { $0.entries[0].street } == ["14th St NW"])
    }

    @Test("of streets that are alike, those of the postcode or the town that is written are meant")
    func likeThere() throws {
        let dataset = try DatasetName("list")
        let entries = [("Oak Hill Rd", "Erfurt", "99084"), ("Oak Mill Rd", "Gera", "07545")]
        let book = AddressBook(
            entries.map { street, town, postcode in
                AddressEntry(
                    id: AddressEntry.ID(dataset, postcode),
                    dataset: dataset,
                    street: street,
                    town: town,
                    postcode: postcode
                )
            }
        )
        func streets(_ text: String) -> [String] {
            book.similar(to: text).map { $0.entries[0].street }
        }
        #expect(streets("3 Oak Jill Rd") == ["Oak Hill Rd", "Oak Mill Rd"])
        #expect(streets("3 Oak Jill Rd, Gera") == ["Oak Mill Rd"])
        #expect(streets("3 Oak Jill Rd 99084") == ["Oak Hill Rd"])
        #expect(streets("3 Oak Jill Rd, Jena") == ["Oak Hill Rd", "Oak Mill Rd"])
    }

    @Test(
        "a street within a misspelt longer one, or without the side that is written, is doubtful",
        arguments: [
            ("12 Park Hil Rd", true), ("12 Park Hill Rd", false), ("12 Park", false),
            ("12 Elm St SE", true), ("SE Elm St 12", true), ("12 Elm St", false),
            ("12 Elm St, St Louis", false), ("12 Elm St Apt 4", false),
        ]
    )
    func doubtful(text: String, isDoubtful: Bool) throws {
        let book = try book(of: ["Park", "Park Hill Rd", "Elm St"])
        let match = try #require(book.find(text))
        #expect(match.isStreetDoubtful == isDoubtful)
        #expect(match.alternatives.map(\.street) == (text.contains("Hil ") ? ["Park Hill Rd"] : []))
    }

    @Test(
        "what names no street of the book is not found",
        arguments: ["", "12", "Hofgasse 3", "Am"]
    )
    func nothing(text: String) throws {
        #expect(try AddressBook(sampleAddresses()).find(text) == nil)
        #expect(AddressBook([]).find(text) == nil)
    }

    @Test(
        "postcodes are one in all their spellings",
        arguments: [
            ("20001-1234", "20001"), ("200011234", "20001"), ("501", "00501"),
            ("ex2 9rz", "EX29RZ"),
            ("50674", "50674"),
        ]
    )
    func postcodes(text: String, expected: String) {
        #expect(Postcode.normal(text) == expected)
    }

    @Test("a postcode that lost its zeros is not found within a house's number")
    func postcodeWithinHouse() throws {
        let dataset = try DatasetName("list")
        let book = AddressBook(
            [("Holtsville", "501"), ("Mattituck", "06390")].map { town, postcode in
                AddressEntry(
                    id: AddressEntry.ID(dataset, postcode),
                    dataset: dataset,
                    street: "Main St",
                    town: town,
                    postcode: postcode
                )
            }
        )
        func towns(_ text: String) throws -> [String?] {
            try #require(book.find(text)).entries.map(\.town)
        }
        #expect(try towns("1501 Main St") == ["Holtsville", "Mattituck"])
        #expect(try towns("15 Main St 501") == ["Holtsville"])
        #expect(try towns("15 Main St 00501") == ["Holtsville"])
        #expect(try towns("15 Main St US06390") == ["Mattituck"])
    }

    @Test("the entries of a postcode")
    func byPostcode() throws {
        let book = AddressBook(try sampleAddresses())
        #expect(book.entries(inPostcode: "50674").map(\.id.rawValue) == ["list.1"])
        #expect(book.entries(inPostcode: "1").isEmpty)
        #expect(Postcode.normal(" - ") == nil)
    }
}
