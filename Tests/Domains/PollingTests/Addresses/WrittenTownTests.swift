import Datasets
import Polling
import Testing

/// Whether an address names the town of a list's entry.
@Suite struct WrittenTownTests {
    @Test(
        "a town that has one word of the entry's town is another",
        arguments: [
            ("San Jose", "San Francisco"), ("Fort Worth", "Fort Wayne"),
            ("Newport News", "Newport Beach"), ("Kingston upon Thames", "Kingston upon Hull"),
            ("Bad Homburg", "Bad Nauheim"), ("South Shields", "North Shields"),
            ("Altstadt/Nord", "Altstadt/Süd"), ("Altstadt/Nord", "Altstadt-Süd"),
            ("Altstadt/Nord", "Altstadt Süd"), ("Saint Paul", "Saint Louis"),
            ("Palo Alto", "East Palo Alto"),
            // The list has a Newport and a Newport Beach.
            ("Newport", "Newport Beach"), ("Newport", "Newport News, VA"),
        ]
    )
    func likeTown(town: String, other: String) throws {
        let book = try placeBook(of: [
            ("Oak Rd", town, "90001"), ("Elm Rd", "Newport Beach", "90002"),
            ("Ash Rd", "Newport News", "90003"),
        ])
        for text in ["1 Oak Rd, \(other)", "\(other), Oak Rd 1", "\(other), 1 Oak Rd"] {
            let match = try #require(book.find(text))
            #expect(match.isTownOther || match.isStreetDoubtful, "\(text)")
            #expect(try #require(book.find(text.replacing(other, with: town))).isTownOther == false)
        }
    }

    @Test(
        "a part of a town's name, and the name with what it lies in behind it, are the town",
        arguments: ["Altstadt", "Altstadt/Nord, Köln", "Köln, Altstadt-Nord", "Altstadt Nord Köln"]
    )
    func partOfTown(town: String) throws {
        let book = try placeBook(of: [("Heumarkt", "Altstadt/Nord", "50667")])
        #expect(try #require(book.find("Heumarkt 1, \(town)")).isTownOther == false)
    }

    @Test("the letter of a flat or a house in front of a town is no side of it")
    func letterInFront() throws {
        let book = try placeBook(of: [
            ("Oak Rd", "Palo Alto", "94301"), ("Oak Rd", "Riehl", "94302"),
        ])
        for text in ["1 Oak Rd Apt E", "1 Oak Rd #E", "1 Oak Rd Apt 4", "Oak Rd 12 E"] {
            let match = try #require(book.find("\(text) Palo Alto"))
            #expect(!match.isTownOther, "\(text)")
            #expect(match.entries.map(\.town) == ["Palo Alto"], "\(text)")
        }
    }

    @Test("of a street in several towns the one whose name is written in part is meant")
    func townInPart() throws {
        let book = try placeBook(of: [
            ("Oak Rd", "Riehl", "50735"), ("Oak Rd", "Neustadt/Nord", "50670"),
        ])
        #expect(book.find("Oak Rd 5, Neustadt")?.entries.map(\.town) == ["Neustadt/Nord"])
        let other = try #require(book.find("Oak Rd 5, Neustadt/Süd"))
        #expect(other.isTownOther && other.entries.count == 2)
    }

    @Test("the town of the entry that has the house counts, not of others in the street")
    func townOfHouse() throws {
        let dataset = try DatasetName("list")
        let book = AddressBook(
            try [("1", "Riehl", "5"), ("2", nil, "7")].map { key, town, house in
                let number = try #require(HouseNumber(parsing: house))
                return AddressEntry(
                    id: AddressEntry.ID(dataset, key),
                    dataset: dataset,
                    street: "Oak Rd",
                    houses: [HouseRange(side: .odd, numbers: number...number)],
                    town: town
                )
            }
        )
        #expect(try #require(book.find("Oak Rd 5, Neustadt")).isTownOther)
        #expect(try #require(book.find("Oak Rd 7, Neustadt")).isTownOther == false)
    }
}
