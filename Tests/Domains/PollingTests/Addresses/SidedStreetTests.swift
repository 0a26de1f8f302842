import Datasets
import Polling
import Testing

/// Sides of streets that people leave out.
@Suite struct SidedStreetTests {
    private func book() throws -> AddressBook {
        let list = try DatasetName("list")
        let rows = [
            ("N Oak St", "Bluestem", 100), ("Oak St", "Ringdal", 100), ("Oak St", "Ringdal", 102),
            ("Broadway", "Bluestem", 60), ("W Broadway", "Bluestem", 60),
            ("Lake Rd NE", "Bluestem", 77), ("Lake Rd", "Ringdal", 77),
        ]
        return AddressBook(
            try rows.enumerated().map { index, row in
                let house = try #require(HouseNumber(parsing: "\(row.2)"))
                return AddressEntry(
                    id: AddressEntry.ID(list, "\(index)"),
                    dataset: list,
                    street: row.0,
                    houses: [HouseRange(side: .both, numbers: house...house)],
                    town: row.1
                )
            }
        )
    }

    @Test(
        "without a town a street of another town that differs by a side is asked for, too",
        arguments: [
            ("100 Oak St", true), ("77 Lake Rd", true), ("100 Oak St, Ringdal", false),
            // Bluestem's street has no such house.
            ("102 Oak St", false),
            // In one town they are two streets, and both have their names.
            ("60 Broadway", false), ("60 W Broadway", false), ("100 N Oak St", false),
        ]
    )
    func withoutTown(text: String, isDoubtful: Bool) throws {
        let match = try #require(try book().find(text))
        #expect(match.isStreetDoubtful == isDoubtful)
        #expect(match.alternatives.isEmpty == !isDoubtful)
    }
}
