import Datasets
import Geodesy
import Polling
import PollingTesting
import Testing

/// Addresses at the corner of two streets.
@Suite struct CornerTests: ThreePrecincts {
    private func book() throws -> AddressBook {
        let list = try DatasetName("list")
        let streets = [
            "Main St", "Oak Ave", "Hauptstr.", "Südstr.", "Rose and Crown Lane", "Am Markt",
        ]
        return AddressBook(
            try streets.flatMap { street in
                try [(1, 19), (21, 99)].map { first, last in
                    let ends = (
                        try #require(HouseNumber(parsing: "\(first)")),
                        try #require(HouseNumber(parsing: "\(last)"))
                    )
                    return AddressEntry(
                        id: AddressEntry.ID(list, "\(street)-\(first)"),
                        dataset: list,
                        street: street,
                        houses: street == "Am Markt"
                            ? [] : [HouseRange(side: .both, numbers: ends.0...ends.1)],
                        town: first == 1 ? "Weiden" : "Junkersdorf",
                        postcode: "50858",
                        districts: [DistrictReference(type: "precinct", code: street)]
                    )
                }
            }
        )
    }

    private func streets(_ text: String) throws -> (Set<String>, isCorner: Bool) {
        let match = try #require(try book().find(text), "\(text)")
        if match.isHouseMissing { #expect(match.house == nil) }
        return (
            Set((match.entries + match.alternatives).map(\.street)), match.isHouseMissing
        )
    }

    @Test(
        "a corner of two streets is asked back, with what the lists have of both",
        arguments: [
            "Main St & Oak Ave", "Main St and Oak Ave, Weiden", "Oak Ave at Main St",
            "Main St/Oak Ave", "5 Main St & Oak Ave", "5 Main St & 7 Oak Ave", "Main St + Oak Ave",
            "Main St corner Oak Ave", "Oak Ave 5 / Main St 7", "Main Street and Oak Avenue 50858",
        ]
    )
    func both(text: String) throws {
        let (streets, isCorner) = try streets(text)
        #expect(isCorner)
        #expect(streets == ["Main St", "Oak Ave"])
    }

    @Test(
        "a corner with a street that the lists have not is asked back too",
        arguments: [
            ("Hauptstr. Ecke Parkstr. 15", "Hauptstr."),
            ("Parkstr. Ecke Hauptstr. 15", "Hauptstr."),
            ("Hauptstr. Ecke", "Hauptstr."), ("Hauptstr. 15 Ecke Parkstr.", "Hauptstr."),
            ("Hauptstr./Parkstr., Weiden", "Hauptstr."), ("Parkstr. 3 und Hauptstr.", "Hauptstr."),
            ("Elm Rd & 5 Main St", "Main St"), ("5 Main St & Elm Rd, Weiden", "Main St"),
            ("Am Markt & Elm Rd", "Am Markt"),
        ]
    )
    func unknown(text: String, street: String) throws {
        let (streets, isCorner) = try streets(text)
        #expect(isCorner)
        #expect(streets == [street])
    }

    @Test(
        "a street that is called by a number may be the other one",
        arguments: [
            "Main St & 6th St, Weiden", "Main St and 6th St", "6th St at Main St", "6th & Main St",
            "Main St / 6th", "Corner of 1st Ave and Main St",
        ]
    )
    func numbered(text: String) throws {
        let (streets, isCorner) = try streets(text)
        #expect(isCorner)
        #expect(streets == ["Main St"])
    }

    @Test(
        "of a corner in a town where the lists have no such street none of another town is offered"
    )
    func elsewhere() async throws {
        let guide = try await guide { $0.addresses = try sampleAddresses() }
        let answer = try ask(guide, "5 Main St NW & 6th St, Springfield")
        #expect(answer.assignment == nil)
        #expect(answer.choices.isEmpty)
        #expect(answer.warnings.first?.message.contains("two streets that meet") == true)
    }

    @Test("the other street is found with its umlauts written out, and narrowed as the first is")
    func narrowed() throws {
        let match = try #require(try book().find("Hauptstr./Suedstr., Weiden"))
        #expect(match.entries.map(\.town) == ["Weiden"])
        #expect(match.alternatives.map(\.line) == ["1-19 Südstr., Weiden, 50858"])
    }

    @Test(
        "what joins other things than streets makes no corner",
        arguments: [
            "Rose & Crown, 5 Main St", "5/7 Main St", "5 & 7 Main St", "Main St 5 and 7",
            "Main St 5/Apt 4", "Main St 5 / Weiden", "Weiden/Main St 5", "5 Rose and Crown Lane",
            "Apt 3/4, 5 Main St", "5 Main St, Rose & Crown", "5 Main St & Co",
            "Flat 2 at 5 Main St",
            "5 Main St, Weiden/Oak Ave Estate", "Main St 5, Weiden and Junkersdorf",
            "5 1/2 Main St", "Main St 5/6 and 7", "5 Main St/2nd floor", "Main St 5, 2nd floor",
        ]
    )
    func none(text: String) throws {
        let match = try #require(try book().find(text))
        #expect(!match.isHouseMissing)
        #expect(match.alternatives.isEmpty)
        #expect(match.house?.number == 5)
    }

    @Test("the corner of two streets is asked back with both, and it is said what to ask instead")
    func corner() async throws {
        let guide = try await guide { $0.addresses = try sampleAddresses() }
        let answer = try ask(guide, "Am Hof & 5 Main St NW")
        #expect(answer.assignment == nil)
        #expect(answer.choices.map(\.district.code) == ["two", "2"])
        #expect(answer.warnings.map(\.code).first == .ambiguousAddress)
        #expect(answer.warnings.first?.message.contains("two streets that meet") == true)
    }
}
