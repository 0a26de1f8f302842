import Datasets
import Geodesy
import Polling
import PollingTesting
import Testing

/// Two wards side by side within precinct 1, which meet at longitude 0.005.
@Suite struct BallotBoundaryTests: ThreePrecincts {
    private static let ward = "ward"

    private func contest(
        _ key: String,
        ward: String? = nil,
        precincts: [String] = [],
        on date: CalendarDate? = CalendarDate(year: 2026, month: 11, day: 3)
    ) throws -> Contest {
        Contest(
            dataset: try DatasetName("contests"),
            key: key,
            election: ElectionReference(
                key: date == CalendarDate(year: 2026, month: 11, day: 3) ? "2026-general" : "other",
                date: date
            ),
            title: LocalizedText(key),
            area: BallotArea(
                district: ward.map { DistrictReference(type: Self.ward, code: $0) },
                precincts: precincts
            )
        )
    }

    /// What is warned of at a longitude in the middle of the precincts' height.
    private func warning(
        at longitude: Double,
        accuracy: Double? = nil,
        wards: [String] = ["A", "B"],
        stations: [Station]? = nil,
        _ contests: [Contest]
    ) async throws -> String? {
        let areas = ["A": try box(0, 0, 0.005, 0.01), "B": try box(0.005, 0, 0.01, 0.01)]
        let own = try wards.compactMap { code in
            try areas[code].map { try district(code, MultiPolygon([$0]), type: Self.ward) }
        }
        let guide = try await guide(
            districts: try standardDistricts() + own,
            stations: stations
        ) { $0.contests = contests }
        let warnings = try ask(guide, 0.005, longitude, accuracy: accuracy).warnings
        let near = warnings.filter { $0.code == .nearBoundary }
        #expect(near.count < 2)
        return near.first?.message
    }

    @Test(
        "a boundary of what is voted in that is nearer than the position is good is warned of",
        arguments: [
            (0.0051, nil, true), (0.0049, nil, true), (0.0054, nil, false), (0.0054, 50, true),
            (0.0075, 100, false),
        ] as [(Double, Double?, Bool)]
    )
    func near(longitude: Double, accuracy: Double?, isWarned: Bool) async throws {
        let contests = [try contest("a", ward: "A"), try contest("b", ward: "B")]
        let message = try await warning(at: longitude, accuracy: accuracy, contests)
        #expect((message != nil) == isWarned)
    }

    @Test("the warning names the type and how far its boundary is")
    func words() async throws {
        let contests = [try contest("a", ward: "A"), try contest("b", ward: "B")]
        #expect(
            try await warning(at: 0.0051, contests)
                == "The boundary of the ward is 11 m away, and something else is voted on beyond it: "
                + "your ballot may be another one. Compare this with your sample ballot."
        )
    }

    @Test("what is voted on beyond the boundary alone is warned of as well")
    func oneSide() async throws {
        let only = [try contest("b", ward: "B")]
        #expect(try await warning(at: 0.0049, only) != nil)
        #expect(try await warning(at: 0.0051, only) != nil)
        // Beyond it no ward is loaded.
        #expect(try await warning(at: 0.0051, wards: ["B"], only) != nil)
        #expect(try await warning(at: 0.0049, wards: ["B"], only) != nil)
    }

    @Test("an election that is held sooner beyond the boundary is warned of on both sides")
    func sooner() async throws {
        let later = CalendarDate(year: 2026, month: 12, day: 1)
        let contests = [
            try contest("p", precincts: ["1"], on: later), try contest("b", ward: "B"),
        ]
        #expect(try await warning(at: 0.0049, wards: ["B"], contests) != nil)
        #expect(try await warning(at: 0.0051, wards: ["B"], contests) != nil)
        let other = [try contest("p", precincts: ["1"]), try contest("b", ward: "B", on: later)]
        #expect(try await warning(at: 0.0049, wards: ["B"], other) == nil)
    }

    @Test("where the same is voted on, or nothing, on both sides nothing is warned of")
    func sameBallot() async throws {
        #expect(try await warning(at: 0.0051, []) == nil)
        #expect(try await warning(at: 0.0051, [try contest("c", ward: "C")]) == nil)
        #expect(try await warning(at: 0.0051, [try contest("p", precincts: ["1"])]) == nil)
        // Precincts 1 and 2 vote at one station, so that there is no choice between them.
        let hall = try station("hall", serving: ["1", "2"], at: place(0.005, 0.015))
        let both = try contest("both", precincts: ["1", "2"])
        #expect(try await warning(at: 0.0101, stations: [hall], [both]) == nil)
        let two = try contest("two", precincts: ["2"])
        #expect(try await warning(at: 0.0101, stations: [hall], [both, two]) != nil)
    }

    @Test("a boundary that has been warned of is not warned of again")
    func once() async throws {
        let contests = [try contest("b", ward: "B"), try contest("two", precincts: ["2"])]
        let message = try #require(try await warning(at: 0.0099, contests))
        #expect(message.hasSuffix("Compare your address with the choices."))
    }

    @Test("of many boundaries all that are within a distance are found")
    func allNear() throws {
        var random = SeededRandom(seed: 77)
        func corner() -> Double { .random(in: 0...0.02, using: &random) }
        let districts = try (0..<60).map { number in
            let corners = (0..<Int.random(in: 3...12, using: &random)).map { _ in
                (corner(), corner())
            }
            // Boxes have level edges.
            let (west, south) = (corner(), corner())
            let area =
                number.isMultiple(of: 2)
                ? try box(west, south, west + 0.004, south + 0.004)
                : try Polygon(exterior: try ring(corners + [corners[0]]))
            return try district("\(number)", MultiPolygon([area]))
        }
        let map = DistrictMap(districts)
        for _ in 0..<300 {
            let place = try place(corner(), corner())
            let reach = try Distance.meters(.random(in: 1...300, using: &random))
            let found = map.districts(ofTypes: ["precinct"], near: place, within: reach)
            let expected = districts.filter {
                let outline = DistrictOutline($0.area)
                return !outline.holds(place) && outline.boundaryDistance(from: place) <= reach
            }
            #expect(Set(found.map { $0.district.id }) == Set(expected.map(\.id)))
        }
    }
}
