import Datasets
import Geodesy
import Polling
import Testing

@Suite struct VoterGuideAddressTests: ThreePrecincts {
    @Test("an address of a list is assigned by that list, whatever is near")
    func address() async throws {
        let guide = try await guide { $0.addresses = try sampleAddresses() }
        let answer = try ask(guide, "Aachener Str. 12, 50674")
        #expect(answer.assignment?.method == .address)
        #expect(answer.assignment?.district?.code == "1")
        #expect(answer.assignment?.station.station.name == "one")
        #expect(answer.assignment?.boundaryDistance == nil)
        #expect(answer.location == nil)
        #expect(answer.nearby.stations.isEmpty)
        #expect(answer.districts.map(\.reference.code) == ["1"])
        #expect(answer.sources.isEmpty)
        #expect(guide.answer(address: "Nowhere 1") == nil)
    }

    @Test("an address whose list names a station is assigned to that, with what is near its place")
    func addressToStation() async throws {
        let guide = try await guide { $0.addresses = try sampleAddresses() }
        let answer = try ask(guide, "5 Main Street NW, Washington")
        #expect(answer.assignment?.stations.map(\.station.name) == ["two"])
        #expect(answer.location?.source == .address)
        #expect(answer.nearby.stations.first?.station.name == "one")
        #expect(answer.districts.map(\.reference.code) == ["990", "2"])
    }

    @Test("a street in several districts without a house leaves the choice by address")
    func ambiguousAddress() async throws {
        let guide = try await guide { $0.addresses = try sampleAddresses() }
        let answer = try ask(guide, "Aachener Straße")
        #expect(answer.assignment == nil)
        #expect(answer.choices.map(\.district.code) == ["1", "2", "3"])
        #expect(answer.choices[1].addresses == ["75-327 Aachener Str., Lindenthal, 50931"])
        #expect(answer.choices[1].stations.map(\.station.name) == ["two"])
        #expect(answer.warnings.map(\.code) == [.ambiguousAddress])
        // Both sides of one number are in the list's gap: 73 is nobody's.
        let gap = try ask(guide, "Aachener Str. 73, 50674")
        #expect(gap.assignment == nil)
        #expect(gap.choices.map(\.district.code) == ["1"])
        #expect(gap.warnings.map(\.code) == [.ambiguousAddress])
    }
}
