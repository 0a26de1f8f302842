import Datasets
import Polling
import Testing

/// Houses that have letters in front of their numbers.
@Suite struct GridHouseTests {
    @Test(
        "a number with letters in front is read, and can be read again",
        arguments: [
            ("N6W23001", "n6w23001", "N6W23001"), ("n6w23001", "n6w23001", "N6W23001"),
            ("W156N8480", "w156n8480", "W156N8480"), ("W156 N8480", "w156n8480", "W156N8480"),
            ("W156-N8480", "w156n8480", "W156N8480"), ("W1234", "w1234", "W1234"),
            ("A12", "a12", "A12"), ("A-12", "a12", "A12"), ("AA12", "aa12", "AA12"),
            ("A12b", "a12b", "A12b"), ("S89W22650 A", "s89w22650a", "S89W22650a"),
        ]
    )
    func reads(text: String, kept: String, words: String) throws {
        let house = try #require(HouseNumber(parsing: text))
        #expect(house.description == kept)
        #expect(house.words == words)
        #expect(HouseNumber(parsing: kept) == house)
    }

    @Test(
        "words, postcodes and mistyped digits are no numbers",
        arguments: [
            "Nr5", "No12", "Flat3", "EX4", "SW17", "I2", "l2", "O5", "N", "A 12", "Main",
            "N6N23001", "W1234 5678", "A12/14",
        ]
    )
    func words(text: String) { #expect(HouseNumber(parsing: text) == nil) }

    @Test("numbers of one street of the grid are in order, and no range leads to another street")
    func order() throws {
        let numbers = try ["N6W22998", "N6W23001", "N6W23099", "N7W100"].map {
            try #require(HouseNumber(parsing: $0))
        }
        #expect(numbers.sorted() == numbers)
        #expect(HouseRange.canEnd(numbers[0], numbers[2]))
        #expect(!HouseRange.canEnd(numbers[0], numbers[3]))
        let odd = HouseRange(side: .odd, numbers: numbers[0]...numbers[2])
        #expect(odd.contains(numbers[1]))
        #expect(!odd.contains(numbers[0]))
        #expect(!odd.contains(try #require(HouseNumber(parsing: "23001"))))
        #expect(!odd.contains(try #require(HouseNumber(parsing: "N7W23001"))))
    }

    private func book(_ houses: [(street: String, house: String, precinct: String)]) throws
        -> AddressBook
    {
        let list = try DatasetName("list")
        return AddressBook(
            try houses.map { entry in
                let house = try #require(HouseNumber(parsing: entry.house))
                return AddressEntry(
                    id: AddressEntry.ID(list, "\(entry.street)-\(entry.house)"),
                    dataset: list,
                    street: entry.street,
                    houses: [HouseRange(side: house.isOdd ? .odd : .even, numbers: house...house)],
                    town: "Waukesha",
                    postcode: "53188",
                    districts: [DistrictReference(type: "precinct", code: entry.precinct)]
                )
            }
        )
    }

    @Test(
        "a voter's house on the grid is found as it is written",
        arguments: [
            ("N6W23001 Bluemound Rd", ["7"]), ("N6 W23001 Bluemound Road, Waukesha", ["7"]),
            ("n6w23003 bluemound rd 53188", ["8"]), ("W1234 County Road A", ["9"]),
            ("A12 Calle Sol", ["5"]), ("12 Calle Sol", ["6"]),
        ]
    )
    func found(text: String, precincts: [String]) throws {
        let book = try book([
            ("Bluemound Rd", "N6W23001", "7"), ("Bluemound Rd", "N6W23003", "8"),
            ("County Road A", "W1234", "9"), ("County Road A", "W1236", "8"),
            ("Calle Sol", "A12", "5"), ("Calle Sol", "12", "6"),
        ])
        let match = try #require(book.find(text), "\(text)")
        #expect(!match.isHouseMissing)
        #expect(!match.isStreetDoubtful)
        #expect(match.entries.flatMap { $0.districts.map(\.code) } == precincts)
    }

    @Test(
        "a house on the grid that no list has is missing, and so is its number without the grid's"
    )
    func missing() throws {
        let book = try book([
            ("Bluemound Rd", "N6W23001", "7"), ("County Road A", "W1234", "9"),
        ])
        for text in ["N7W23001 Bluemound Rd", "23001 Bluemound Rd", "W1235 County Road A"] {
            #expect(book.find(text)?.isHouseMissing == true, "\(text)")
        }
    }
}
