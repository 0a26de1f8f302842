import Datasets
import Polling
import Testing

/// Which house an address means that has more numbers than one.
@Suite struct WrittenHousesTests {
    private func entry(
        _ street: String,
        _ side: HouseRange.Side,
        _ first: String,
        _ last: String,
        _ precinct: String,
        town: String = "Washington",
        postcode: String = "20001"
    ) throws -> AddressEntry {
        let list = try DatasetName("list")
        return AddressEntry(
            id: AddressEntry.ID(list, "\(street)-\(precinct)-\(first)"),
            dataset: list,
            street: street,
            houses: [
                HouseRange(
                    side: side,
                    numbers: try #require(HouseNumber(parsing: first))...#require(
                        HouseNumber(parsing: last)
                    )
                )
            ],
            town: town,
            postcode: postcode,
            districts: [DistrictReference(type: "precinct", code: precinct)]
        )
    }

    /// The odd side votes in 18, the even one in 20.
    private func book() throws -> AddressBook {
        AddressBook([
            try entry("Main St", .odd, "1", "99", "18"),
            try entry("Main St", .even, "2", "98", "20"),
            try entry("Elm St", .odd, "15", "15", "18"),
            try entry("Elm St", .even, "2", "98", "20"),
            try entry("Hauptstr.", .odd, "1", "99", "18", town: "Altstadt", postcode: "50676"),
            try entry("Hauptstr.", .even, "2", "98", "20", town: "Altstadt", postcode: "50676"),
            try entry("Aachener Str.", .odd, "1", "71", "1"),
            try entry("Aachener Str.", .odd, "75", "327", "2"),
            try entry("Kingsway", .both, "37-15", "37-15", "3"),
            try entry("Südstr.", .both, "1", "99", "4", town: "Rodenkirchen", postcode: "50997"),
        ])
    }

    private func precincts(_ text: String) throws -> [String] {
        let match = try #require(try book().find(text), "\(text)")
        #expect(!match.isStreetDoubtful, "\(text)")
        return match.entries.flatMap { $0.districts.map(\.code) }
    }

    @Test(
        "the house is the number in front of the street, whatever flat or floor stands behind",
        arguments: [
            "15 Main St", "15 Main St #4", "15 Main St # 4B", "15 Main St, 4, Washington",
            "15 Main St 4th Floor, Washington", "15 Main St 2nd floor", "15 Main St 2 Floor",
            "15 Main St Lot 4", "15 Main St, Trlr 4", "15 Main St Bldg 2 Unit 4",
            "15 Main St, Box 4, 20001", "Apt 4, 15 Main St", "#4 - 15 Main St", "Apt 4,15 Main St",
            "20001 15 Main St", "-15 Main St", "15 Main St 400", "15 Main St No. 4",
        ]
    )
    func inFront(text: String) throws {
        #expect(try precincts(text) == ["18"])
        #expect(try book().find(text)?.house == HouseNumber(parsing: "15"))
    }

    @Test(
        "half a number is its whole number's in a range, and asked back beside a single house",
        arguments: [
            "15 1/2 Main St", "15-1/2 Main St", "15½ Main St", "15 1/2 Main St, Washington",
            "15 1/2 Main St, Washington 20001", "Main St 15 1/2",
        ]
    )
    func halves(text: String) throws {
        #expect(try precincts(text) == ["18"])
        let found = try #require(try book().find(text))
        #expect(found.entries.first?.line(of: found.house).hasPrefix("15 1/2 Main St") == true)
        let single = try #require(
            try book().find(text.replacing("Main", with: "Elm")),
            "\(text)"
        )
        #expect(single.isHouseMissing)
        #expect(single.entries.flatMap { $0.districts.map(\.code) } == ["18"])
    }

    @Test(
        "of two numbers in front, or around the street, that vote apart both are choices",
        arguments: [
            "15/4 Main St", "15/2 Main St", "15 - 2 Main St", "15 Main St 2", "15-16 Main St",
            "15 & 16 Main St", "15 and 16 Main St", "4/15 Main St", "15 4 Main St",
            "4, 15 Main St", "16; 15 Main St", "15 or 16 Main St", "15 through 16 Main St",
            "15 y 16 Main St", "15 o 16 Main St", "15 oder 16 Main St",
            "15 Main St 4 Washington", "Hauptstr. 15/16", "Hauptstr. 15-18, 50676 Köln",
            "Hauptstr. 15 und 16", "Hauptstr. 15 4", "Hauptstr. 15 4, 50676 Altstadt",
        ]
    )
    func both(text: String) throws { #expect(try precincts(text) == ["18", "20"]) }

    @Test(
        "of two numbers that vote together nothing is asked back",
        arguments: [
            "15-17 Main St", "15/17 Main St", "15 Main St 3", "Main St 15-99", "Main St 15 17",
            "Main St 15 200", "Main St 15 20001", "Main St 15 2. OG", "Main St 15, 2",
        ]
    )
    func together(text: String) throws {
        #expect(try precincts(text) == ["18"])
        #expect(try book().find(text)?.isHouseMissing == false)
    }

    @Test(
        "behind a street the first number is the house, and what follows a flat or a floor",
        arguments: [
            "Hauptstr. 15", "15 Hauptstr.", "Hauptstr. 15, 3. OG", "Hauptstr. 15 2. Stock",
            "Hauptstr. 15/4", "Hauptstr. 15 / 4 / 2", "Hauptstr. 15, Whg. 4", "Hauptstr. 15 Top 4",
            "Hauptstr. 15, Tür 4", "Hauptstr. 15, Wohnung 4, 50676 Köln", "Hauptstr. 15 OG",
            "50676 Hauptstr. 15", "50676 Köln, Hauptstr. 15", "Köln, 50676, Hauptstr. 15 a",
        ]
    )
    func behind(text: String) throws { #expect(try precincts(text) == ["18"]) }

    @Test(
        "a letter or a half behind the street is the house's where the list has such a house",
        arguments: [
            ("200 Elm St", ["1"]), ("200 Elm St A", ["1", "3"]), ("200 Elm St #A", ["1", "3"]),
            ("200 Elm St 1/2", ["1", "2"]), ("200 Elm St C", ["1"]), ("200 Elm St, A", ["1"]),
            ("200A Elm St", ["3"]), ("200 1/2 Elm St", ["2"]), ("200 Elm St Apt A", ["1"]),
        ]
    )
    func suffixBehind(text: String, precincts: [String]) throws {
        let book = AddressBook([
            try entry("Elm St", .both, "200", "200", "1"),
            try entry("Elm St", .both, "200-1/2", "200-1/2", "2"),
            try entry("Elm St", .both, "200a", "200a", "3"),
        ])
        let match = try #require(book.find(text))
        #expect(match.entries.flatMap { $0.districts.map(\.code) } == precincts)
    }

    @Test("two numbers behind a street may be one whose digits are parted, where the lists have it")
    func parted() throws {
        #expect(try precincts("Aachener Str. 7 7") == ["1", "2"])
        #expect(try precincts("Aachener Str. 7 9") == ["1", "2"])
        #expect(try precincts("Aachener Str. 51 7") == ["1"])
        #expect(try #require(try book().find("Aachener Str. 73 7")).isHouseMissing)
        let dashed = AddressBook([
            try entry("Kingsway", .odd, "37", "37", "1"),
            try entry("Kingsway", .both, "37-15", "37-15", "3"),
        ])
        let match = try #require(dashed.find("Kingsway 37 15"))
        #expect(match.entries.flatMap { $0.districts.map(\.code) } == ["1", "3"])
    }

    @Test("both ends of a range that a voter writes have to be the list's")
    func straddling() throws {
        #expect(try precincts("Aachener Str. 69 - 75, Washington") == ["1", "2"])
        #expect(try precincts("Aachener Str. 67-69") == ["1"])
        let gap = try #require(try book().find("Aachener Str. 71-73"))
        #expect(gap.isHouseMissing)
        #expect(gap.house == HouseNumber(parsing: "73"))
    }

    @Test("the half of a postcode in front of a house is no house")
    func postcodeInFront() throws {
        let book = AddressBook([
            try entry("Cross View Terrace", .odd, "1", "1", "1", postcode: "EX2 9RZ"),
            try entry("Cross View Terrace", .odd, "9", "9", "2", postcode: "EX2 9RZ"),
        ])
        for text in ["EX2 9RZ 1 Cross View Terrace", "ex29rz 1 Cross View Terrace"] {
            let match = try #require(book.find(text))
            #expect(match.entries.flatMap { $0.districts.map(\.code) } == ["1"], "\(text)")
            #expect(!match.isHouseMissing && !match.isStreetDoubtful && !match.isTownOther)
        }
    }

    @Test(
        "a range of letters means all houses from the first to the last, and two letters these two",
        arguments: [
            ("12a-c", ["1", "2", "1"]), ("12 a - c", ["1", "2", "1"]),
            ("12A–C", ["1", "2", "1"]), ("12a bis c", ["1", "2", "1"]),
            ("12a-12c", ["1", "2", "1"]), ("12b-c", ["2", "1"]), ("12c-d", ["1", "1"]),
            ("12a/c", ["1", "1"]), ("12a und c", ["1", "1"]), ("12a", ["1"]),
            // The list has no 12e, as it may have no 12b between the ends.
            ("12c-f", ["1", "1", "3"]),
        ]
    )
    func letters(houses: String, expected: [String]) throws {
        let book = AddressBook(
            try [("12a", "1"), ("12b", "2"), ("12c", "1"), ("12d", "1"), ("12f", "3")].map {
                try entry("Oak St", .even, $0, $0, $1)
            }
        )
        for text in ["\(houses) Oak St", "Oak St \(houses)"] {
            let match = try #require(book.find(text))
            #expect(match.entries.flatMap { $0.districts.map(\.code) } == expected, "\(text)")
            #expect(!match.isHouseMissing && !match.isStreetDoubtful, "\(text)")
            #expect(!match.isTownOther, "\(text)")
        }
        #expect(try #require(book.find("Oak St 12d-z")).isHouseMissing)
        #expect(try precincts("\(houses) Main St") == ["20"])
    }

    @Test(
        "a number of which only a part can be read as a house is asked back",
        arguments: [
            "2O1", "1z01", "²01", "20₁", "2٠1", "2.01", "2_701", "2*71", "2'01", "2:01", "2,01E+02",
            "1,5E+01", "2-7O1", "2 und 7O1", "1 u. ²01", "1234567",
        ]
    )
    func partlyRead(house: String) throws {
        for text in ["Main St \(house)", "Main St \(house), Washington 20001", "\(house) Main St"] {
            let match = try #require(try book().find(text))
            #expect(match.isHouseMissing && match.house == nil, "\(text)")
            #expect(match.entries.flatMap { $0.districts.map(\.code) } == ["18", "20"], "\(text)")
        }
        // A list of whole streets needs no house.
        let whole = AddressBook(try sampleAddresses())
        #expect(whole.find("Am Hof \(house)")?.isHouseMissing == false)
    }

    @Test(
        "dashes of all kinds join houses, as u. does; what is not seen is not there",
        arguments: [
            ("15\u{2011}18", ["18", "20"]), ("15\u{2212}18", ["18", "20"]),
            ("15\u{2010}18", ["18", "20"]), ("15 u. 18", ["18", "20"]),
            ("15 u 18", ["18", "20"]), ("15 u", ["18"]), ("15\u{2212}17", ["18"]),
            ("1\u{200B}6", ["20"]), ("1\u{AD}6", ["20"]), ("\u{FEFF}1\u{2060}6", ["20"]),
            ("15.0", ["18"]), ("15,0", ["18"]),
        ]
    )
    func signs(house: String, expected: [String]) throws {
        #expect(try precincts("Main St \(house)") == expected)
        #expect(try precincts("Main St \(house), 20001 Washington") == expected)
    }

    @Test(
        "a house that sticks to its street is read where no street has such a name",
        arguments: ["Hauptstraße15", "hauptstr15a, 50676 Köln", "Haupt Strasse15-17"]
    )
    func sticking(text: String) throws {
        #expect(try precincts(text) == ["18"])
        #expect(try #require(try book().find("Hauptstr15O1")).isHouseMissing)
        #expect(try book().find("EX4") == nil)
    }

    @Test("a house that the list itself writes with two numbers is that house")
    func doubleNumber() throws {
        #expect(try precincts("37-15 Kingsway") == ["3"])
        #expect(try book().find("37-15 Kingsway")?.isHouseMissing == false)
    }

    @Test(
        "ue and ü are the same letters, in streets and in towns",
        arguments: [
            "Suedstr. 24, 50997 Köln", "Südstraße 24", "Suedstrasse 24, 50997 Koeln", "Sudstr. 24",
        ]
    )
    func umlauts(text: String) throws { #expect(try precincts(text) == ["4"]) }

    @Test("letters of which none is an umlaut make another street, also across words")
    func noUmlauts() throws {
        let book = AddressBook([
            try entry("Blue St", .both, "1", "99", "1"),
            try entry("Luisa E St", .both, "1", "99", "2"),
            try entry("Muellerweg", .both, "1", "99", "3"),
        ])
        #expect(book.find("5 Blu St") == nil)
        #expect(book.find("5 Luisa St") == nil)
        #expect(book.find("Müllerweg 5")?.entries.count == 1)
    }

    @Test("the entry that names 67a goes before the one that reaches over it, in one place alone")
    func narrower() throws {
        func precincts(_ house: String, otherTown: Bool = false) throws -> [String] {
            let book = AddressBook([
                try entry("Baadenberger Str.", .odd, "1", "67", "40215"),
                try entry(
                    "Baadenberger Str.",
                    .odd,
                    "67a",
                    "67f",
                    "40219",
                    town: otherTown ? "Springfield" : "Washington"
                ),
            ])
            let match = try #require(book.find("Baadenberger Str. \(house)"))
            return match.entries.flatMap { $0.districts.map(\.code) }
        }
        #expect(try precincts("67a") == ["40219"])
        #expect(try precincts("67 b") == ["40219"])
        #expect(try precincts("67") == ["40215"])
        #expect(try precincts("67g") == ["40215"])
        #expect(try precincts("65a") == ["40215"])
        #expect(try precincts("67a", otherTown: true) == ["40215", "40219"])
    }

    @Test(
        "a house of which a spreadsheet has made a date is asked back, before its street and behind",
        arguments: [
            "02. Jan", "2-Jan", "Feb 01", "1-Feb", "01. Mrz", "Jan-99", "2024-02-01", "1/2/2024",
            "2/1/2024", "01.02.2024",
        ]
    )
    func dates(house: String) throws {
        for text in [
            "Main St \(house)", "Main St \(house), Washington", "Main St \(house) 20001",
            "\(house) Main St, Washington",
        ] {
            let match = try #require(try book().find(text))
            #expect(match.isHouseMissing && match.house == nil, "\(text)")
            #expect(match.entries.flatMap { $0.districts.map(\.code) } == ["18", "20"], "\(text)")
        }
    }

    @Test(
        "a town or a street that begins as a month does is no date",
        arguments: ["Main St 15 Mar Vista", "Main St 15, May", "15 Main St, Jan 2nd floor"]
    )
    func months(text: String) throws {
        #expect(try #require(try book().find(text)).house == HouseNumber(parsing: "15"))
    }

    @Test(
        "a number of more digits than houses have is no house, and no part of it is",
        arguments: [
            "999999999999999999999999", "1-999999999999999999", "18446744073709551617",
            "9223372036854775808a", "1/18446744073709551617", "99999999999999999999-1",
        ]
    )
    func longNumbers(house: String) throws {
        #expect(HouseNumber(parsing: house) == nil)
        for text in ["\(house) Main St", "Main St \(house)", "Main St \(house), 20001 Washington"] {
            let match = try #require(try book().find(text))
            #expect(match.isHouseMissing && match.house == nil, "\(text)")
        }
        #expect(try precincts("15 Main St Apt 999999999999999999999999") == ["18"])
        #expect(HouseNumber(parsing: "999999")?.number == 999_999)
    }

    @Test(
        "a house is in front of its name and a comma, and never another than the list has",
        arguments: [
            ("15 Westbourne, Main St", "15", false), ("16 The Willows, Main St 20001", "16", false),
            ("15a Rose Cottage, Main St", "15a", false),
            ("378 Westbourne, Main St", "378", true), ("9999 Westbourne, Main St", "9999", true),
            // A house of a street that no list has.
            ("15 Park Lane, Main St", nil, true), ("15 Old Town Rd, Main St", nil, true),
            // A flat, and numbers that are none of a house.
            ("2 Eden House, Main St", nil, false), ("Flat 2 Westbourne, Main St", nil, false),
            ("20001 Washington, Main St", nil, false), ("Westbourne, Main St", nil, false),
            // The house beside the street goes before.
            ("2 Washington, 15 Main St", "15", false), ("2 Washington, Main St 15", "15", false),
        ] as [(String, String?, Bool)]
    )
    func beforeName(text: String, house: String?, isMissing: Bool) throws {
        let match = try #require(try book().find(text))
        #expect(match.house == house.flatMap { HouseNumber(parsing: $0) })
        #expect(match.isHouseMissing == isMissing)
        guard !isMissing, let number = match.house?.number else { return }
        #expect(!match.isTownOther && !match.isStreetDoubtful)
        let precinct = number % 2 == 1 ? "18" : "20"
        #expect(match.entries.flatMap { $0.districts.map(\.code) } == [precinct])
    }

    @Test(
        "a house is read behind the words for its number",
        arguments: [
            "Nr. 15", "Nr 15", ", Nr. 15", "Nr.15", "Haus-Nr. 15", "Hausnummer 15", "no. 15",
        ]
    )
    func numberWords(house: String) throws {
        #expect(try precincts("Hauptstr. \(house), 50676 Altstadt") == ["18"])
        let match = try #require(try book().find("Hauptstr. \(house)99, Altstadt"))
        #expect(match.isHouseMissing && match.house?.number == 1_599)
    }
}
