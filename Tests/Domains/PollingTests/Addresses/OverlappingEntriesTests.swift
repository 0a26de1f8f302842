import Datasets
import Polling
import Testing

/// Which entry a house is of that several of one street hold.
@Suite struct OverlappingEntriesTests {
    private func entry(
        _ precinct: String,
        _ street: String,
        _ houses: String? = nil,
        town: String? = nil,
        list: String = "list"
    ) throws -> AddressEntry {
        let list = try DatasetName(list)
        let ends = (houses?.split(separator: "-") ?? []).compactMap { HouseNumber(parsing: $0) }
        return AddressEntry(
            id: AddressEntry.ID(list, "\(street)-\(precinct)-\(houses ?? "all")"),
            dataset: list,
            street: street,
            houses: try houses.map { _ in
                [HouseRange(side: .both, numbers: try #require(ends.first)...#require(ends.last))]
            } ?? [],
            town: town,
            postcode: "50997",
            districts: [DistrictReference(type: "precinct", code: precinct)]
        )
    }

    private func precincts(_ text: String, _ entries: [AddressEntry]) throws -> [String] {
        let match = try #require(AddressBook(entries).find(text), "\(text)")
        #expect(!match.isHouseMissing, "\(text)")
        return match.entries.flatMap { $0.districts.map(\.code) }
    }

    @Test(
        "a house is of the entry that speaks of it, before one that ends there or has the whole street",
        arguments: [
            ("1", ["a"]), ("49", ["a"]), ("49a", ["b"]), ("49b", ["b"]), ("47a", ["a"]),
            ("61", ["b"]), ("61c", ["b"]), ("63", ["rest"]), ("2000", ["rest"]),
        ]
    )
    func closest(house: String, expected: [String]) throws {
        let entries = [
            try entry("a", "Elm St", "1-49"), try entry("b", "Elm Street", "49a-61"),
            try entry("rest", "Elm St"),
        ]
        for entries in [entries, entries.reversed()] {
            #expect(try precincts("Elm St \(house)", entries) == expected)
        }
    }

    @Test("an entry of another town, list or street takes no house from one that holds it")
    func elsewhere() throws {
        let whole = try entry("whole", "Elm St", town: "Weiden")
        for other in [
            try entry("a", "Elm St", "1-49", town: "Rodenkirchen"),
            try entry("a", "Elm St", "1-49", town: "Weiden", list: "other"),
            try entry("a", "Elm St (Weiden)", "1-49", town: "Weiden"),
        ] {
            #expect(try precincts("Elm St 5", [whole, other]) == ["whole", "a"], "\(other.line)")
        }
        let ending = try entry("a", "Oak St", "1-49", town: "Weiden")
        let going = try entry("b", "Oak St", "49a-61", town: "Rodenkirchen")
        #expect(try precincts("Oak St 49a", [ending, going]) == ["a", "b"])
    }

    @Test(
        "a house that is only a whole street's is asked back where another place has houses of the name",
        arguments: [
            ("Elm St 9997", true), ("Elm St 9997, 50997", true), ("Elm St", false),
            ("Elm St 9997, Weiden", false), ("Elm St 9997, Rodenkirchen", true),
            ("Elm St 5", false),
        ]
    )
    func unlisted(text: String, isMissing: Bool) throws {
        let book = AddressBook([
            try entry("whole", "Elm St", town: "Weiden"),
            try entry("a", "Elm St", "1-49", town: "Rodenkirchen"),
        ])
        let match = try #require(book.find(text))
        #expect(match.isHouseMissing == isMissing)
        if isMissing, !text.contains("Rodenkirchen") { #expect(match.entries.count == 2) }
    }
}
