import Datasets
import Geodesy
import Polling
import Testing

/// The districts that a list of addresses may mean, by what was gathered of it.
@Suite struct MeantDistrictsTests {
    private func place(_ longitude: Double) throws -> Coordinate {
        try Coordinate(latitude: 0.005, longitude: longitude)
    }

    /// A precinct that is square, a hundredth of a degree wide.
    private func precinct(_ dataset: String, west: Double) throws -> District {
        let ring = try [(0, 0), (0.01, 0), (0.01, 0.01), (0, 0.01), (0, 0)].map {
            try Coordinate(latitude: $0.1, longitude: west + $0.0)
        }
        return District(
            id: District.ID(rawValue: "\(dataset).1"),
            dataset: try DatasetName(dataset),
            reference: DistrictReference(type: "precinct", code: dataset),
            name: dataset,
            area: MultiPolygon([try Polygon(exterior: ring)])
        )
    }

    /// Entries of a list that all stand at one place.
    private func facts(_ count: Int, at place: Coordinate) throws -> ListFacts {
        let entry = AddressEntry(
            id: AddressEntry.ID(rawValue: "list.1"),
            dataset: try DatasetName("list"),
            street: "Main St",
            coordinate: place
        )
        var facts = ListFacts()
        for _ in 0..<count { facts.add(entry) }
        return facts
    }

    @Test("a list is where most of its addresses are, of whatever parts it was gathered")
    func parts() throws {
        let (east, west) = (try place(0.105), try place(0.005))
        // As many samples of each part as there can be, and as few.
        let parts = (long: try facts(80_000, at: east), short: try facts(39_999, at: west))
        for (first, second) in [(parts.long, parts.short), (parts.short, parts.long)] {
            var whole = first
            whole.add(second)
            let list = try DatasetName("list")
            var meant = MeantDistricts([], lists: [list: whole])
            meant.add([try precinct("east", west: 0.1), try precinct("west", west: 0)])
            #expect(meant.districts(meantBy: list).bounded.map(\.code) == ["east"])
        }
    }
}
