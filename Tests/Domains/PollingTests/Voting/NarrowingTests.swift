import Datasets
import Polling
import PollingTesting
import Testing

/// Answers of more addresses than anybody reads.
@Suite struct NarrowingTests: ThreePrecincts {
    /// Houses 1 to `count` of streets in postcode 69701: odd ones vote in precinct 1, even ones in 2.
    private func houses(_ streets: [(name: String, count: Int)]) throws -> [AddressEntry] {
        let dataset = try DatasetName("list")
        return try streets.flatMap { street in
            try (1...street.count).map { number in
                let house = try #require(HouseNumber(parsing: "\(number)"))
                return AddressEntry(
                    id: AddressEntry.ID(dataset, "\(street.name)-\(number)"),
                    dataset: dataset,
                    street: street.name,
                    houses: [HouseRange(side: .both, numbers: house...house)],
                    town: "Bluestem",
                    postcode: "69701",
                    districts: [
                        DistrictReference(type: "precinct", code: number % 2 == 1 ? "1" : "2")
                    ]
                )
            }
        }
    }

    private func guide(_ streets: [(name: String, count: Int)]) async throws -> VoterGuide {
        try await guide { $0.addresses = try houses(streets) }
    }

    @Test("a postcode of many addresses answers with its districts and asks for the street")
    func postcode() async throws {
        let guide = try await guide([("N Foxtail Ave", 900), ("Elm St", 1001)])
        let answer = try #require(guide.answer(postcode: "69701"))
        #expect(answer.choices.map(\.district.code) == ["1", "2"])
        #expect(answer.choices.map(\.addressCount) == [951, 950])
        #expect(answer.choices.map(\.addresses.count) == [0, 0])
        let narrowing = try #require(answer.narrowing)
        #expect(narrowing.part == .street)
        #expect(narrowing.addressCount == 1901)
        #expect(narrowing.listedCount == 0)
        #expect(narrowing.postcode == "69701")
        #expect(answer.warnings.map(\.code) == [.straddlingPostcode])
        // What is asked for, then, the geocoder knows by its beginning.
        let places = guide.geocoder.find("69701 fox", limit: 3)
        #expect(places.count == 3)
        #expect(places.allSatisfy { $0.kind == .address && $0.label.contains("Foxtail") })
    }

    @Test("as many addresses as a person reads are listed", arguments: [2, 29, 30, 31, 32])
    func few(count: Int) async throws {
        let answer = try #require(
            try await guide([("Elm St", count)]).answer(postcode: "69701")
        )
        let listed = answer.choices.flatMap(\.addresses)
        #expect(listed.count == (count <= 30 ? count : 0))
        #expect((answer.narrowing == nil) == (count <= 30))
    }

    @Test("a street without a house lists some of each choice, and asks for the house")
    func street() async throws {
        let guide = try await guide([("Elm St", 500)])
        let answer = try ask(guide, "Elm St")
        #expect(answer.choices.map(\.addresses.count) == [15, 15])
        #expect(answer.narrowing?.part == .house)
        #expect(answer.narrowing?.listedCount == 30)
        #expect(answer.narrowing?.postcode == nil)
        // A house that the street has not: its neighbours come first.
        let missing = try ask(guide, "777 Elm St")
        #expect(missing.choices.first?.addresses.first == "499 Elm St, Bluestem, 69701")
        #expect(missing.choices.last?.addresses.first == "500 Elm St, Bluestem, 69701")
    }

    @Test("of misspelt streets the one that has the house is offered alone")
    func misspelt() async throws {
        let guide = try await guide([("S Foxtail Ave", 1600), ("N Foxtail Ave", 1800)])
        for text in [
            "1712 Foxtial Ave", "1712 foxtail", "1712 Foxtial Avenue, Bluestem 69701-1234",
        ] {
            let answer = try ask(guide, text)
            #expect(answer.assignment == nil)
            #expect(answer.choices.flatMap(\.addresses) == ["1712 N Foxtail Ave, Bluestem, 69701"])
            #expect(answer.narrowing == nil)
            #expect(answer.warnings.map(\.code) == [.misspeltAddress])
            #expect(answer.warnings.first?.message.contains("S Foxtail") == false)
        }
        // Where both have it, both are offered.
        let both = try ask(guide, "12 Foxtial Ave")
        #expect(both.choices.flatMap(\.addresses).count == 2)
        // Where none has it, the nearest houses of both are.
        let none = try ask(guide, "1999 Foxtial Ave")
        #expect(none.choices.count == 4)
        #expect(none.narrowing?.listedCount == 30)
        let nearest = none.choices.compactMap(\.addresses.first)
        #expect(nearest.contains("1799 N Foxtail Ave, Bluestem, 69701"))
    }

    @Test(
        "a ZIP+4 is its ZIP code, with any dash",
        arguments: ["69701-1234", "69701\u{2013}1234", "69701 - 1234", "697011234", "69701"]
    )
    func zipPlusFour(text: String) async throws {
        let guide = try await guide {
            $0.addresses = try houses([("Elm St", 40)])
            $0.postcodes = [
                PostcodePlace(
                    id: PostcodePlace.ID(rawValue: "zip.69701"),
                    dataset: try DatasetName("zip"),
                    code: "69701",
                    place: "Bluestem",
                    coordinate: try place(0.005, 0.005)
                )
            ]
        }
        let best = try #require(guide.geocoder.find(text, limit: 5).first)
        #expect(best.kind == .postcode)
        #expect(best.id == "zip.69701")
        #expect(best.score == 1)
        #expect(guide.answer(postcode: text)?.narrowing?.postcode == "69701")
    }
}
