import Polling
import Testing

@Suite struct DistrictJoinTests {
    private func precincts(_ codes: String...) -> [DistrictReference] {
        codes.map { DistrictReference(type: "precinct", code: $0) }
    }

    @Test(
        "codes meet whatever they are written with",
        arguments: [
            ("Precinct 120", "120"), ("120", "Precinct 120"), ("01-10", "1-10"),
            ("PCT. 007", "7"), ("1-10", "01-10"), ("a12", "A12"), ("Precinct No. 5", "5"),
        ]
    )
    func normalised(named: String, district: String) {
        let join = DistrictJoin(named: precincts(named), districts: precincts(district))
        #expect(join.matched.map(\.value.code) == [district])
        #expect(join.unknown.isEmpty && join.ambiguous.isEmpty && join.unnamed.isEmpty)
    }

    @Test(
        "what differs stays apart",
        arguments: [("12", "1-2"), ("1A", "1B"), ("10", "1"), ("1", "")]
    )
    func different(named: String, district: String) {
        let join = DistrictJoin(named: precincts(named), districts: precincts(district))
        #expect(join.matched.isEmpty)
        #expect(join.unknown.map(\.code) == [named])
        #expect(join.unnamed.map(\.code) == [district])
    }

    @Test("a code that may be two districts is refused, unless one is written the same")
    func ambiguous() {
        let districts = precincts("1-10", "01-10", "2")
        let join = DistrictJoin(named: precincts("1-10", "001-10", "2"), districts: districts)
        #expect(join.namedCount == 3)
        #expect(join.matched.map(\.value.code).sorted() == ["1-10", "2"])
        #expect(join.ambiguous.map(\.named.code) == ["001-10"])
        #expect(join.ambiguous.map(\.choices) == [["01-10", "1-10"]])
        #expect(join.unnamed.map(\.code) == ["01-10"])
    }

    @Test("types are joined each with its own, and types that nobody names are left out")
    func types() {
        let named = [
            DistrictReference(type: "precinct", code: "1"), .init(type: "ward", code: "Ward 8"),
        ]
        let districts = [
            DistrictReference(type: "ward", code: "8"), .init(type: "ward", code: "1"),
            .init(type: "commission", code: "1"),
        ]
        let join = DistrictJoin(named: named, districts: districts)
        #expect(join.matched.map(\.value.code) == ["8"])
        #expect(join.unknown == [DistrictReference(type: "precinct", code: "1")])
        #expect(join.unnamed == [DistrictReference(type: "ward", code: "1")])
    }
}
