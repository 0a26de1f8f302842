import Datasets
import Polling
import Testing

/// Words that make another street, or another town, of one that the lists have.
@Suite struct AnotherStreetTests {
    private func entry(_ street: String, _ house: String, town: String = "Bluestem") throws
        -> AddressEntry
    {
        let list = try DatasetName("list")
        let number = try #require(HouseNumber(parsing: house))
        return AddressEntry(
            id: AddressEntry.ID(list, "\(street)-\(house)-\(town)"),
            dataset: list,
            street: street,
            houses: [HouseRange(side: .both, numbers: number...number)],
            town: town,
            postcode: "69702",
            districts: [DistrictReference(type: "precinct", code: "1")]
        )
    }

    private func book() throws -> AddressBook {
        AddressBook([
            try entry("S Grama Ave", "269"), try entry("S Grama Ave", "2269"),
            try entry("Main St", "5", town: "Grove City"), try entry("E N St", "1042"),
            try entry("E St NW", "1200"), try entry("W 2nd St", "259"), try entry("K St", "7"),
            try entry("County Road 12", "31"), try entry("North Ave", "12"),
        ])
    }

    @Test(
        "a word behind a street that makes it another one is asked back",
        arguments: [
            "Ct", "Court", "Extension", "Ext", "Alley", "Loop", "Spur", "Bypass", "Terrace", "Pl",
            "Plaza", "Frontage Rd", "Old Mill Rd",
        ]
    )
    func behind(word: String) throws {
        for town in ["", ", Bluestem", ", 69702"] {
            let match = try #require(try book().find("269 S Grama Ave \(word)\(town)"))
            #expect(match.isStreetDoubtful, "\(word)\(town)")
        }
    }

    @Test(
        "a town, a flat and a saint behind a street leave it as it is",
        arguments: [
            "269 S Grama Ave Bluestem", "269 S Grama Ave Apt 4", "269 S Grama Ave, Ct 4",
            "5 Main St Grove City", "269 S Grama Ave St Paul", "269 South Grama Avenue, Bluestem",
        ]
    )
    func noOther(text: String) throws {
        #expect(try #require(try book().find(text)).isStreetDoubtful == false)
    }

    @Test(
        "a side that is written in full and is all of a street's name is no letter",
        arguments: [
            ("1042 E N St", false), ("1042 East N St", false), ("1042 East North St", true),
            ("1200 E St NW", false), ("1200 East St NW", true), ("12 North Ave", false),
            ("12 N Ave", true), ("269 South Grama Ave", false),
        ]
    )
    func letters(text: String, isDoubtful: Bool) throws {
        #expect(try #require(try book().find(text)).isStreetDoubtful == isDoubtful)
    }

    @Test("a letter stands for its side where no street is named by a letter")
    func noLetters() throws {
        let book = AddressBook([try entry("North Ave", "12")])
        #expect(try #require(book.find("12 N Ave")).isStreetDoubtful == false)
    }

    @Test(
        "a street that is written in another way is asked back",
        arguments: [
            ("259 W Second St, Bluestem", "W 2nd St"), ("259 West Second Street", "W 2nd St"),
            ("259 W 2 St", "W 2nd St"), ("1200 NW E St", "E St NW"), ("31 CR 12", "County Road 12"),
            ("31 Co Rd 12, Bluestem", "County Road 12"),
        ]
    )
    func written(text: String, street: String) throws {
        let book = try book()
        let matches = book.find(text).map { [$0] } ?? book.similar(to: text)
        #expect(matches.allSatisfy { $0.isStreetDoubtful } || book.find(text) == nil)
        let entries = matches.flatMap { $0.entries + $0.alternatives }
        #expect(entries.contains { $0.street == street }, "\(text)")
    }

    @Test("ordinals of two words count")
    func tens() throws {
        let book = AddressBook([try entry("21st Ave", "3"), try entry("Elm St", "3")])
        #expect(book.similar(to: "3 Twenty-First Ave").first?.entries.first?.street == "21st Ave")
    }

    @Test(
        "a town whose name holds the list's is another one",
        arguments: [
            "Bluestem Heights", "New Bluestem", "Bluestem Township", "Fort Bluestem",
            "Bluestem City",
        ]
    )
    func towns(town: String) throws {
        let match = try #require(try book().find("269 S Grama Ave, \(town)"))
        #expect(match.isTownOther)
    }

    @Test("a comma for thousands leaves the house unread", arguments: ["2,269", "5,269", "12,345"])
    func thousands(house: String) throws {
        for text in ["\(house) S Grama Ave, Bluestem", "S Grama Ave \(house), Bluestem"] {
            let match = try #require(try book().find(text))
            #expect(match.isHouseMissing && match.house == nil, "\(text)")
        }
        #expect(try #require(try book().find("5,44 S Grama Ave")).isHouseMissing)
    }

    @Test("a number with a sign in front of the street is not passed over")
    func signed() throws {
        #expect(try #require(try book().find("#9999 S Grama Ave")).isHouseMissing)
        let flat = try #require(try book().find("#4 - 269 S Grama Ave"))
        #expect(!flat.isHouseMissing && flat.house == HouseNumber(parsing: "269"))
    }
}
