import Datasets
import Geodesy
import Polling
import Testing
import Timekeeping

/// Three precincts side by side, 0.01 degrees (1.1 km) wide, at the equator east of Greenwich; the
/// third has a hole, which belongs to nobody; a county that holds all, and a vote center in it.
@Suite struct VoterGuideTests {
    private static let noon = Timestamp(millisecondsSince1970: 1_793_707_200_000)

    private func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
        try Coordinate(latitude: latitude, longitude: longitude)
    }

    private func station(
        _ key: String,
        serving codes: [String],
        at place: Coordinate?,
        kind: String? = nil
    ) throws -> Station {
        let dataset = try DatasetName("stations")
        return Station(
            id: Station.ID(rawValue: "stations.\(key)"),
            dataset: dataset,
            name: key,
            coordinate: place,
            districts: codes.map { DistrictReference(type: "precinct", code: $0) },
            attributes: kind.map { ["station_type": $0] } ?? [:]
        )
    }

    private func standardDistricts() throws -> [District] {
        [
            try district("1", MultiPolygon([box(0, 0, 0.01, 0.01)])),
            try district("2", MultiPolygon([box(0.01, 0, 0.02, 0.01)])),
            try district(
                "3",
                MultiPolygon([
                    try Polygon(
                        exterior: ring([(0.02, 0), (0.03, 0), (0.03, 0.01), (0.02, 0.01)]),
                        holes: [
                            ring([(0.024, 0.004), (0.026, 0.004), (0.026, 0.006), (0.024, 0.006)])
                        ]
                    )
                ])
            ),
            try district("990", MultiPolygon([box(-0.01, -0.01, 0.04, 0.02)]), type: "county"),
        ]
    }

    private func standardStations() throws -> [Station] {
        [
            // East of its precinct's boundary by 0.001 degrees: in precinct 2.
            try station("one", serving: ["Precinct 001"], at: place(0.005, 0.011)),
            try station("two", serving: ["2"], at: place(0.005, 0.019)),
            try station("three-a", serving: ["3"], at: place(0.005, 0.021)),
            try station("three-b", serving: ["3"], at: place(0.005, 0.029)),
            try station("three-bus", serving: ["3"], at: nil),
            try station("center", serving: [], at: place(-0.005, -0.005), kind: "vote center"),
            try station("far-center", serving: [], at: place(5, 5), kind: "Vote Center"),
        ]
    }

    private func guide(
        districts: [District]? = nil,
        stations: [Station]? = nil,
        _ change: (inout FakeVotingStore) throws -> Void = { _ in }
    ) async throws -> VoterGuide {
        var store = FakeVotingStore(districts: try districts ?? standardDistricts())
        try change(&store)
        let directory = StationDirectory(
            store: FakeStationStore(try stations ?? standardStations())
        )
        try await directory.load()
        let guide = VoterGuide(stations: directory, store: store, clock: ManualWallClock(Self.noon))
        #expect(!guide.isLoaded)
        try await guide.load()
        #expect(guide.isLoaded)
        return guide
    }

    private func ask(
        _ guide: VoterGuide,
        _ latitude: Double,
        _ longitude: Double,
        accuracy: Double? = nil
    ) throws -> VoterAnswer {
        guide.answer(
            at: VoterLocation(
                coordinate: try place(latitude, longitude),
                source: .point,
                accuracy: try accuracy.map { try .meters($0) }
            )
        )
    }

    @Test("in a precinct: its station is assigned, even where another is nearer")
    func assigned() async throws {
        let answer = try ask(try await guide(), 0.005, 0.0175)
        let assignment = try #require(answer.assignment)
        #expect(assignment.method == .district)
        #expect(assignment.district == DistrictReference(type: "precinct", code: "2"))
        #expect(assignment.stations.map(\.station.name) == ["two"])
        #expect(assignment.station.isOutsideDistrict == false)
        #expect(answer.choices.isEmpty)
        #expect(answer.warnings.isEmpty)
        // 0.0025 degrees from the boundary with 3.
        let distance = try #require(assignment.boundaryDistance).meters
        #expect((278...279).contains(distance))
        #expect(answer.nearby.map(\.station.name).first == "two")
        #expect(answer.nearby.count == 5)
        // Nearest of all to precinct 2's west is the station of precinct 1.
        let west = try ask(try await guide(), 0.005, 0.0115)
        #expect(west.nearby.first?.station.name == "one")
        #expect(west.assignment?.station.station.name == "two")
    }

    @Test("a station outside its precinct is assigned, and that is said")
    func stationOutside() async throws {
        let answer = try ask(try await guide(), 0.005, 0.005)
        #expect(answer.assignment?.station.station.name == "one")
        #expect(answer.assignment?.station.isOutsideDistrict == true)
        #expect(answer.warnings.map(\.code) == [.stationOutsideDistrict])
    }

    @Test(
        "several stations for one precinct: all of them, the nearest first, those without a place last"
    )
    func severalStations() async throws {
        let answer = try ask(try await guide(), 0.005, 0.028)
        #expect(
            answer.assignment?.stations.map(\.station.name) == ["three-b", "three-a", "three-bus"]
        )
        #expect(answer.warnings.map(\.code) == [.severalStations])
        #expect(answer.assignment?.stations.last?.distance == nil)
        #expect(answer.assignment?.stations.last?.isOutsideDistrict == nil)
    }

    @Test(
        "near a boundary both sides are the choices: within 30 m, or within the position's accuracy",
        arguments: [
            (0.0102, nil, ["2", "1"]), (0.0099, nil, ["1", "2"]), (0.0104, nil, []),
            (0.0104, 50.0, ["2", "1"]), (0.0149, 600.0, ["2", "1", "3"]), (0.01, nil, ["2", "1"]),
        ] as [(Double, Double?, [String])]
    )
    func nearBoundary(longitude: Double, accuracy: Double?, expected: [String]) async throws {
        let answer = try ask(try await guide(), 0.005, longitude, accuracy: accuracy)
        #expect(answer.choices.map(\.district.code) == expected)
        #expect(answer.warnings.contains { $0.code == .nearBoundary } == !expected.isEmpty)
        // The point alone still decides which is assigned.
        #expect(answer.assignment?.district?.code == (longitude < 0.01 ? "1" : "2"))
    }

    @Test("a place on the boundary belongs to the eastern precinct, and both are the choices")
    func onBoundary() async throws {
        let answer = try ask(try await guide(), 0.005, 0.01)
        #expect(answer.districts.map(\.reference.code) == ["990", "2"])
        #expect(answer.assignment?.district?.code == "2")
        #expect(answer.assignment?.boundaryDistance?.meters == 0)
        #expect(
            answer.warnings.first { $0.code == .nearBoundary }?.message.contains("less than 1 m")
                == true
        )
    }

    @Test("neighbours that vote at one station need no choice between them")
    func sameStation() async throws {
        let guide = try await guide(
            stations: [try station("hall", serving: ["1", "2"], at: place(0.005, 0.015))]
        )
        let answer = try ask(guide, 0.005, 0.0101)
        #expect(answer.assignment?.station.station.name == "hall")
        #expect(answer.choices.isEmpty)
        #expect(answer.warnings.isEmpty)
    }

    @Test(
        "outside all precincts nothing is assigned",
        arguments: [
            ("in a hole", 0.005, 0.025), ("in the gap outside, in the county", 0.015, 0.015),
            ("far away in the sea", -40.0, -150.0), ("at the south pole", -90.0, 0.0),
        ]
    )
    func outside(where: String, latitude: Double, longitude: Double) async throws {
        let answer = try ask(try await guide(), latitude, longitude)
        #expect(answer.assignment == nil)
        #expect(answer.choices.isEmpty)
        #expect(answer.warnings.map(\.code) == [.outsideDistricts])
        #expect(answer.nearby.count == 5)
    }

    @Test("at (0,0), the corner of precinct 1, that precinct; just outside it, a choice of one")
    func zero() async throws {
        let guide = try await guide()
        #expect(try ask(guide, 0, 0).assignment?.district?.code == "1")
        let outside = try ask(guide, -0.0001, 0.005)
        #expect(outside.assignment == nil)
        #expect(outside.choices.map(\.district.code) == ["1"])
        #expect(outside.warnings.map(\.code) == [.outsideDistricts])
    }

    @Test("two precincts that overlap leave a choice, unless both vote at one station")
    func overlap() async throws {
        let districts =
            try standardDistricts() + [
                try district("4", MultiPolygon([box(0.015, 0.002, 0.018, 0.008)]))
            ]
        let guide = try await guide(
            districts: districts,
            stations: standardStations()
                + [try station("four", serving: ["4"], at: place(0.005, 0.016))]
        )
        let answer = try ask(guide, 0.005, 0.0165)
        #expect(answer.assignment == nil)
        #expect(answer.choices.map(\.district.code) == ["2", "4"])
        #expect(answer.warnings.map(\.code) == [.overlappingDistricts])
        let agreed = try await self.guide(
            districts: districts,
            stations: [try station("hall", serving: ["2", "4"], at: place(0.005, 0.015))]
        )
        #expect(try ask(agreed, 0.005, 0.0165).assignment?.station.station.name == "hall")
    }

    @Test("a precinct without a station: the district is known, the station is not")
    func noStation() async throws {
        let guide = try await guide(
            stations: [try station("two", serving: ["2"], at: place(0.005, 0.019))]
        )
        let answer = try ask(guide, 0.005, 0.005)
        #expect(answer.assignment == nil)
        #expect(answer.districts.map(\.reference.code) == ["990", "1"])
        #expect(answer.warnings.map(\.code) == [.noStation])
        #expect(answer.nearby.map(\.station.name) == ["two"])
    }

    @Test("without any precincts there is only what is near, and it says so")
    func noDistricts() async throws {
        let answer = try ask(try await guide(districts: []), 0.005, 0.005)
        #expect(answer.assignment == nil)
        #expect(answer.choices.isEmpty)
        #expect(answer.warnings.map(\.code) == [.noData])
        #expect(answer.nearby.first?.station.name == "one")
    }

    @Test("vote centers serve whoever is in their county, and nobody else")
    func voteCenters() async throws {
        let guide = try await guide()
        #expect(try ask(guide, 0.005, 0.005).voteCenters.map(\.station.name) == ["center"])
        #expect(try ask(guide, 0.015, 0.015).voteCenters.map(\.station.name) == ["center"])
        #expect(try ask(guide, 5, 5).voteCenters.isEmpty)
    }

    @Test("the ballot has exactly the contests whose district holds the place")
    func ballot() async throws {
        let dataset = try DatasetName("contests")
        let general = ElectionReference(
            key: "2026-general",
            date: CalendarDate(year: 2026, month: 11, day: 3)
        )
        let last = ElectionReference(key: "2024", date: CalendarDate(year: 2024, month: 11, day: 5))
        func contest(
            _ key: String,
            _ area: BallotArea,
            _ election: ElectionReference
        ) -> Contest {
            Contest(
                dataset: dataset,
                key: key,
                election: election,
                title: LocalizedText(key),
                area: area
            )
        }
        func only(_ type: String, _ code: String) -> BallotArea {
            BallotArea(district: DistrictReference(type: type, code: code))
        }
        let guide = try await guide { store in
            store.contests = [
                contest("sheriff", only("County", "990"), general),
                contest("one", only("precinct", "1"), general),
                contest("large", BallotArea(precincts: ["1", "2"]), general),
                contest("old", only("precinct", "1"), last),
                contest("nowhere", BallotArea(), general),
            ]
        }
        func titles(_ longitude: Double, _ election: String? = nil) throws -> [String] {
            guide.answer(
                at: VoterLocation(coordinate: try place(0.005, longitude), source: .point),
                election: election
            ).ballot.contests.map { $0.title.text() }
        }
        #expect(try titles(0.005) == ["sheriff", "one", "large"])
        #expect(try titles(0.015) == ["sheriff", "large"])
        #expect(try titles(0.028) == ["sheriff"])
        #expect(try titles(0.005, "2024") == ["old"])
        #expect(try titles(1) == [])
        #expect(guide.ballots.entries.map(\.election.key) == ["2024", "2026-general"])
        #expect(guide.ballots.entry("contests.2024")?.contests.count == 1)
        #expect(guide.ballots.entry("2025") == nil)
    }

    @Test("the answer names the datasets that it was made from, the station's first")
    func sources() async throws {
        func version(_ name: String, _ kind: DatasetKind) throws -> DatasetVersion {
            DatasetVersion(
                dataset: try DatasetName(name),
                kind: kind,
                number: 3,
                source: ImportSource(fileName: "a", sha256: "", byteCount: 0),
                rows: RowCounts(),
                changes: ChangeCounts(),
                recordCount: 0,
                importedAt: Self.noon,
                isPublished: true
            )
        }
        let guide = try await guide { store in
            store.versions = [
                try version("other", .stations), try version("stations", .stations),
                try version("test", .districts),
            ]
        }
        #expect(
            try ask(guide, 0.005, 0.005).sources.map(\.dataset.text) == ["stations", "test"]
        )
    }

    // MARK: Addresses

    private func ask(_ guide: VoterGuide, _ address: String) throws -> VoterAnswer {
        try #require(guide.answer(address: address))
    }

    @Test("an address of a list is assigned by that list, whatever is near")
    func address() async throws {
        let guide = try await guide { $0.addresses = try sampleAddresses() }
        let answer = try ask(guide, "Aachener Str. 12, 50674")
        #expect(answer.assignment?.method == .address)
        #expect(answer.assignment?.district?.code == "1")
        #expect(answer.assignment?.station.station.name == "one")
        #expect(answer.assignment?.boundaryDistance == nil)
        #expect(answer.location == nil)
        #expect(answer.nearby.isEmpty)
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
        #expect(answer.nearby.first?.station.name == "one")
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

    // MARK: Postcodes

    private func postcode(_ code: String, _ box: Polygon) throws -> District {
        try district(code, MultiPolygon([box]), type: "zip")
    }

    @Test(
        "a postcode's polygon in one precinct is assigned, one that straddles leaves the choice",
        arguments: [
            ("10001", (0.002, 0.002, 0.008, 0.008), "1", [String]()),
            ("10002", (0, 0, 0.01, 0.01), "1", []),
            ("10003", (0.00999, 0, 0.02, 0.01), "2", []),
            ("10004", (0.005, 0.002, 0.015, 0.008), nil, ["1", "2"]),
            ("10005", (0.005, 0.002, 0.0104, 0.008), nil, ["1", "2"]),
            ("10006", (0.002, 0.002, 0.008, 0.015), nil, ["1"]),
            ("10007", (0.005, 0.002, 0.025, 0.008), nil, ["1", "2", "3"]),
        ] as [(String, (Double, Double, Double, Double), String?, [String])]
    )
    func postcodePolygon(
        code: String,
        corners: (Double, Double, Double, Double),
        assigned: String?,
        choices: [String]
    ) async throws {
        let zip = try postcode(code, box(corners.0, corners.1, corners.2, corners.3))
        let guide = try await guide(districts: standardDistricts() + [zip])
        let answer = try #require(guide.answer(postcode: code + "-1234"))
        #expect(answer.assignment?.district?.code == assigned)
        #expect(answer.choices.map(\.district.code) == choices)
        #expect(answer.warnings.contains { $0.code == .straddlingPostcode } == (assigned == nil))
        #expect(answer.location?.source == .postcode)
        #expect(answer.assignment.map { $0.method == .postcode } ?? true)
        // What all of the postcode belongs to is certain.
        #expect(answer.districts.map(\.reference.code) == ["990"] + (assigned.map { [$0] } ?? []))
    }

    @Test("a postcode that equals a precinct with a hole is that precinct's")
    func postcodeWithHole() async throws {
        let districts = try standardDistricts()
        let zip = District(
            id: District.ID(rawValue: "test.zip"),
            dataset: districts[2].dataset,
            reference: DistrictReference(type: "postcode", code: "00501"),
            name: "",
            area: districts[2].area
        )
        let guide = try await guide(districts: districts + [zip])
        for spelling in ["00501", "501", "00501-0001"] {
            #expect(guide.answer(postcode: spelling)?.assignment?.district?.code == "3")
        }
    }

    @Test("the addresses of a postcode tell more than its polygon")
    func postcodeAddresses() async throws {
        let guide = try await guide { store in
            store.addresses = try sampleAddresses()
            store.districts.append(try postcode("50674", box(0.005, 0.002, 0.015, 0.008)))
        }
        let one = try #require(guide.answer(postcode: "50674"))
        #expect(one.assignment?.method == .postcode)
        #expect(one.assignment?.district?.code == "1")
        let two = try await self.guide { store in
            store.addresses = try sampleAddresses().map { entry in
                var entry = entry
                entry.postcode = "50674"
                return entry
            }
        }
        let answer = try #require(two.answer(postcode: "50674"))
        #expect(answer.assignment == nil)
        #expect(answer.choices.map(\.district.code) == ["1", "2", "3", "two"])
        #expect(answer.choices[1].addresses.count == 2)
        #expect(answer.warnings.map(\.code) == [.straddlingPostcode])
    }

    @Test("a postcode of which only a point is known assigns nothing, and shows what is near it")
    func postcodePoint() async throws {
        let guide = try await guide { store in
            store.postcodes = [
                PostcodePlace(
                    id: PostcodePlace.ID(rawValue: "zip.us-10001"),
                    dataset: try DatasetName("zip"),
                    code: "10001",
                    coordinate: try place(0.005, 0.005),
                    accuracy: try .meters(2000)
                )
            ]
        }
        let answer = try #require(guide.answer(postcode: "10001"))
        #expect(answer.assignment == nil)
        #expect(answer.choices.isEmpty)
        #expect(answer.districts.isEmpty)
        #expect(answer.warnings.map(\.code) == [.pointOnly])
        #expect(answer.nearby.first?.station.name == "one")
        #expect(answer.location?.accuracy?.meters == 2000)
        #expect(guide.answer(postcode: "10002") == nil)
        #expect(guide.answer(postcode: "--") == nil)
    }
}
