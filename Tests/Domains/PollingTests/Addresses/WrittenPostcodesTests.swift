import Datasets
import Polling
import Testing

/// Whether an address has another postcode than a list's entry.
@Suite struct WrittenPostcodesTests {
    @Test(
        "a postcode of any country that is not the entry's makes it another address",
        arguments: [
            ("EX4 1AA", "EX2 9RZ", true), ("EX4 1AA", "EX29RZ", true),
            ("EX4 1AA", "SW1A 1AA", true),
            ("EX4 1AA", "EX4 1AB", true), ("EX4 1AA", "22901", true), ("EX4 1AA", "EX2", true),
            ("EX4 1AA", "ex41aa", false), ("EX4 1AA", "EX4", false), ("EX4 1AA", "Apt EX2", false),
            ("EX41 2AA", "EX4", true), ("22901", "2294", true), ("22901", "229012", true),
            ("22901", "22943-1234", true), ("22901", "22901-1234", false),
            ("22901", "EX4 1AA", true),
            ("22901", "B2", false), ("22901", "#2294", false), ("22901", "Apt B2294", false),
            ("22901", "400", false), ("22901", "2294, Town 22901", false),
            ("22901", "22901, 22943", true), ("2200", "2294", true), ("2200", "DK-2200", false),
            ("1011 AB", "1012 AB", true), ("1011 AB", "1011AB", false), ("1011 AB", "1011", false),
            ("K1A 0B6", "K1A 0B7", true), ("D02 AF30", "D02 AF31", true),
            ("114 55", "114 56", true), ("114 55", "11455", false), ("114 55", "114 55", false),
            ("00-950", "00-951", true), ("LT-01100", "01100", false), ("01100", "LT-01100", false),
            ("50676", "D50676", false), ("50676", "D-50677", true), ("50676", "D50677", true),
        ]
    )
    func otherPostcode(own: String, written: String, isOther: Bool) throws {
        let book = try placeBook(of: [("Low St", "Town", own)])
        for text in ["5 Low St, \(written)", "Low St 5, \(written) Town"] {
            #expect(try #require(book.find(text)).isTownOther == isOther, "\(text)")
        }
    }

    @Test("five digits right behind a street without houses are a postcode")
    func besideStreet() throws {
        let book = try placeBook(of: [("Low St", "Town", "22901")])
        #expect(try #require(book.find("Low St 22901")).isTownOther == false)
        #expect(try #require(book.find("Low St 22943")).isTownOther)
        #expect(try #require(book.find("Low St 229")).isTownOther == false)
    }
}

/// A street in each place.
func placeBook(of places: [(street: String, town: String, postcode: String)]) throws
    -> AddressBook
{
    let dataset = try DatasetName("list")
    return AddressBook(
        places.enumerated().map { number, place in
            AddressEntry(
                id: AddressEntry.ID(dataset, "\(number)"),
                dataset: dataset,
                street: place.street,
                town: place.town,
                postcode: place.postcode
            )
        }
    )
}
