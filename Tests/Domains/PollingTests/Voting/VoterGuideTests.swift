import Datasets
import Geodesy
import Polling
import PollingTesting
import Testing
import Timekeeping

@Suite struct VoterGuideTests: ThreePrecincts {
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
        #expect(answer.nearby.stations.map(\.station.name).first == "two")
        #expect(answer.nearby.stations.count == 5)
        // Nearest of all to precinct 2's west is the station of precinct 1.
        let west = try ask(try await guide(), 0.005, 0.0115)
        #expect(west.nearby.stations.first?.station.name == "one")
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

    @Test("near the edge of what is loaded nothing is compared with choices that there are not")
    func nearEdge() async throws {
        let answer = try ask(try await guide(), 0.0001, 0.0051)
        #expect(answer.choices.isEmpty)
        #expect(
            answer.warnings.first { $0.code == .nearBoundary }?.message
                == "The boundary of the district is 11 m away, and what lies beyond it is not loaded: "
                + "if your address is on the other side, this is not where you vote."
        )
        let between = try ask(try await guide(), 0.005, 0.0102)
        let message = try #require(between.warnings.first { $0.code == .nearBoundary }?.message)
        #expect(message.hasSuffix("Compare your address with the choices."))
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
        ]
    )
    func outside(where: String, latitude: Double, longitude: Double) async throws {
        let answer = try ask(try await guide(), latitude, longitude)
        #expect(answer.assignment == nil)
        #expect(answer.choices.isEmpty)
        #expect(answer.warnings.map(\.code) == [.outsideDistricts])
        #expect(answer.nearby.stations.count == 5)
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
        #expect(answer.nearby.stations.map(\.station.name) == ["two"])
    }

    @Test("without any precincts there is only what is near, and it says so")
    func noDistricts() async throws {
        let answer = try ask(try await guide(districts: []), 0.005, 0.005)
        #expect(answer.assignment == nil)
        #expect(answer.choices.isEmpty)
        #expect(answer.warnings.map(\.code) == [.noData])
        #expect(answer.nearby.stations.first?.station.name == "one")
    }

    @Test("vote centers serve whoever is in their county, and nobody else")
    func voteCenters() async throws {
        let guide = try await guide()
        #expect(try ask(guide, 0.005, 0.005).voteCenters.map(\.station.name) == ["center"])
        #expect(try ask(guide, 0.015, 0.015).voteCenters.map(\.station.name) == ["center"])
        #expect(try ask(guide, 5, 5).voteCenters.isEmpty)
    }

    @Test(
        "where one votes early and drops off a ballot is told beside the station of the day, never as it"
    )
    func earlyVotingAndDropOff() async throws {
        let stations = try [
            station("early", serving: ["1"], at: place(0.005, 0.005), kind: "early voting"),
            station("poll", serving: ["1"], at: place(0.005, 0.009), kind: "polling place"),
            station("box", serving: ["1"], at: nil, kind: "drop box"),
            station(
                "both",
                serving: ["1"],
                at: place(0.006, 0.005),
                kind: "early voting, drop box"
            ),
            station("other-early", serving: ["2"], at: place(0.005, 0.015), kind: "early voting"),
            station("county-box", serving: [], at: place(0.001, 0.001), kind: "Drop-off"),
        ].map { one in
            var one = one
            if one.name == "county-box" {
                one.districts = [DistrictReference(type: "county", code: "990")]
            }
            return one
        }
        let guide = try await guide(stations: stations)
        let answer = try ask(guide, 0.005, 0.005)
        #expect(answer.assignment?.stations.map(\.station.name) == ["poll"])
        #expect(answer.earlyVoting.stations.map(\.station.name) == ["early", "both"])
        #expect(answer.dropOff.stations.map(\.station.name) == ["both", "county-box", "box"])
        #expect(answer.earlyVoting.count == 2 && answer.dropOff.count == 3)
        #expect(answer.warnings.isEmpty)
        let scoped = try ask(guide, 0.005, 0.005, scope: VoterScope(voteCenterLimit: 1))
        #expect(scoped.dropOff.stations.count == 1 && scoped.dropOff.count == 3)
        // What is open before the day alone assigns nothing.
        let early = try ask(guide, 0.005, 0.015)
        #expect(early.assignment == nil)
        #expect(early.earlyVoting.stations.map(\.station.name) == ["other-early"])
        #expect(early.warnings.first?.code == .noStation)
        #expect(early.warnings.first?.message.contains("none where one votes on the day") == true)
    }

    @Test("a place lies in no precinct only where precincts are loaded")
    func anotherPartOfTheWorld() async throws {
        let guide = try await guide { $0.addresses = try sampleAddresses() }
        let near = try #require(try ask(guide, -0.3, 0.3).warnings.first)
        #expect(near.message.hasPrefix("The place lies in no precinct that is loaded."))
        let far = try #require(try ask(guide, 50.94, 6.96).warnings.first)
        #expect(far.code == .outsideDistricts)
        #expect(far.message.contains("are of another part of the world"))
        #expect(!far.message.contains("ask with your address"))
    }

    @Test("who is far from all precincts is told of lists of addresses only near their ground")
    func listsNearby() async throws {
        let guide = try await guide { store in
            store.addresses = [
                try entry("koeln", "Am Hof", precinct: "7", at: place(50.94, 6.96))
            ]
        }
        func isToldOfLists(_ latitude: Double, _ longitude: Double) throws -> Bool {
            try ask(guide, latitude, longitude).warnings.contains {
                $0.message.contains("ask with your address")
            }
        }
        #expect(try isToldOfLists(50.9, 7.0))
        #expect(try !isToldOfLists(51.5, -0.12))
        #expect(try !isToldOfLists(-31.95, 115.86))
    }

    @Test("without any stations it is said what to do")
    func noStations() async throws {
        let answer = try ask(try await guide(districts: [], stations: []), 0.005, 0.005)
        #expect(answer.warnings.map(\.code) == [.noData, .noStationNearby])
        #expect(answer.warnings.last?.message.contains("ambit import stations FILE") == true)
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
}
