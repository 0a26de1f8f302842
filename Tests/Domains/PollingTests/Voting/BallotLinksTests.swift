import Datasets
import Geodesy
import Polling
import PollingTesting
import Testing

/// Two towns have wards of the same numbers: whose contests are whose.
@Suite struct BallotLinksTests: ThreePrecincts {
    /// A town of two wards side by side, from a place northward and eastward.
    private func town(_ dataset: String, at origin: Double, school: String? = nil) throws
        -> [District]
    {
        let name = try DatasetName(dataset)
        func area(_ type: String, _ code: String, _ west: Double, _ width: Double) throws
            -> District
        {
            District(
                id: District.ID(name, "\(type)-\(code)"),
                dataset: name,
                reference: DistrictReference(type: type, code: code),
                name: "\(type) \(code)",
                area: MultiPolygon([
                    try box(origin + west, origin, origin + west + width, origin + 0.1)
                ])
            )
        }
        return [try area("ward", "1", 0, 0.1), try area("ward", "2", 0.1, 0.1)]
            + (try school.map { [try area("school_district", $0, 0, 0.2)] } ?? [])
    }

    private func contest(_ dataset: String, _ type: String, _ code: String) throws -> Contest {
        Contest(
            dataset: try DatasetName(dataset),
            key: "\(type)-\(code)",
            election: ElectionReference(key: "2026-general"),
            title: LocalizedText("\(dataset) \(type) \(code)"),
            area: BallotArea(district: DistrictReference(type: type, code: code))
        )
    }

    private func titles(_ answer: VoterAnswer) -> [String] {
        answer.ballot.contests.map { $0.title.text() }.sorted()
    }

    private func isDoubtful(_ answer: VoterAnswer) -> Bool {
        answer.warnings.contains { $0.code == .doubtfulBallot }
    }

    @Test("where nothing tells whose they are, contests are on both ballots, with a warning")
    func unknown() async throws {
        let towns = try town("alder", at: 0) + town("birch", at: 10)
        let guide = try await guide(districts: towns) {
            $0.contests = [
                try contest("council", "ward", "1"), try contest("council", "ward", "2"),
            ]
        }
        for origin in [0.0, 10] {
            let answer = try ask(guide, origin + 0.05, origin + 0.15)
            #expect(titles(answer) == ["council ward 2"])
            let warning = try #require(answer.warnings.first { $0.code == .doubtfulBallot })
            #expect(
                warning.message
                    == "1 contest or measure may be another place's: it has a ward 2 as well, and "
                    + "nothing tells which of the two is meant. Compare this with your sample ballot."
            )
        }
    }

    @Test("datasets of one feed belong together by their names")
    func feeds() async throws {
        let towns = try town("alder-districts", at: 0) + town("birch-districts", at: 10)
        let guide = try await guide(districts: towns) {
            $0.contests = [
                try contest("alder-contests", "ward", "2"),
                try contest("birch-contests", "Ward", "002"),
            ]
        }
        let alder = try ask(guide, 0.05, 0.15)
        #expect(titles(alder) == ["alder-contests ward 2"])
        #expect(!isDoubtful(alder))
        let birch = try ask(guide, 10.05, 10.15)
        #expect(titles(birch) == ["birch-contests Ward 002"])
        #expect(!isDoubtful(birch))
    }

    /// Alder with its boundaries, and the contests of a feed that has none of its own.
    private func birchFeed(
        stations: [(Double, Double)] = [],
        addresses: [(Double, Double)] = []
    ) async throws -> VoterGuide {
        try await guide(
            districts: town("alder", at: 0, school: "7"),
            stations: stations.enumerated().map { number, spot in
                try station(
                    "\(number)",
                    serving: [],
                    at: place(spot.0, spot.1),
                    dataset: "birch-stations"
                )
            }
        ) { store in
            store.contests = [
                try contest("alder-contests", "ward", "2"),
                try contest("birch-contests", "ward", "2"),
                try contest("birch-contests", "school_district", "7"),
            ]
            store.addresses = try addresses.enumerated().map { number, spot in
                try entry(
                    "birch-addresses",
                    "Elm St",
                    precinct: "1",
                    at: place(spot.0, spot.1),
                    key: "\(number)"
                )
            }
        }
    }

    @Test(
        "the contests of a feed are of where its stations or its addresses are, whatever codes say"
    )
    func feedElsewhere() async throws {
        for guide in [
            try await birchFeed(stations: [(10, 10), (10.1, 10.1)]),
            try await birchFeed(addresses: [(10, 10), (10.1, 10.1)]),
            // One station of ten is misplaced, so that alder lies between it and the others.
            try await birchFeed(stations: Array(repeating: (10, 10), count: 9) + [(-10, -10)]),
        ] {
            let answer = try ask(guide, 0.05, 0.15)
            #expect(titles(answer) == ["alder-contests ward 2"])
            #expect(!isDoubtful(answer))
            #expect(!answer.warnings.contains { $0.code == .incompleteBallot })
        }
    }

    @Test("a feed whose ground is around a town, or not known, may have the town's contests")
    func feedAround() async throws {
        let all = [
            "alder-contests ward 2", "birch-contests school_district 7", "birch-contests ward 2",
        ]
        for stations in [[], [(-1.0, -1.0), (1, 1)], [(0.05, 0.05), (10, 10), (11, 11)]] {
            let guide = try await birchFeed(stations: stations)
            #expect(try titles(ask(guide, 0.05, 0.15)) == all)
        }
    }

    @Test("a file that names districts of one town alone is that town's")
    func furtherDistricts() async throws {
        let towns = try town("alder", at: 0, school: "7") + town("birch", at: 10, school: "9")
        let guide = try await guide(districts: towns) {
            $0.contests = [
                try contest("council", "ward", "2"), try contest("council", "school_district", "7"),
            ]
        }
        let alder = try ask(guide, 0.05, 0.15)
        #expect(titles(alder) == ["council school_district 7", "council ward 2"])
        #expect(!isDoubtful(alder))
        let birch = try ask(guide, 10.05, 10.15)
        #expect(titles(birch) == [])
        #expect(!isDoubtful(birch))
    }

    @Test("a file that names districts of both towns may mean either's ward")
    func wholeState() async throws {
        let towns = try town("alder", at: 0, school: "7") + town("birch", at: 10, school: "9")
        let guide = try await guide(districts: towns) {
            $0.contests = [
                try contest("state", "ward", "2"), try contest("state", "school_district", "7"),
                try contest("state", "school_district", "9"),
            ]
        }
        let birch = try ask(guide, 10.05, 10.15)
        #expect(titles(birch) == ["state school_district 9", "state ward 2"])
        #expect(isDoubtful(birch))
    }

    @Test("two datasets of one town are one place")
    func sameGround() async throws {
        let town = try town("wards-2022", at: 0) + town("wards-2024", at: 0)
        let guide = try await guide(districts: town) {
            $0.contests = [try contest("council", "ward", "2")]
        }
        let answer = try ask(guide, 0.05, 0.15)
        #expect(titles(answer) == ["council ward 2"])
        #expect(!isDoubtful(answer))
    }

    @Test("contests of a place far from the voter's list are not missing from an empty ballot")
    func elsewhere() async throws {
        let alder = try town("alder", at: 0)
        for place in [try place(10, 10), nil] {
            let guide = try await guide(districts: alder, stations: []) { store in
                store.addresses = [
                    try entry("birch", "Elm St", precinct: "1", postcode: "50674", at: place)
                ]
                store.contests = [
                    try contest("council", "ward", "1"), try contest("council", "precinct", "90"),
                ]
            }
            let answer = try ask(guide, "Elm St")
            #expect(titles(answer) == [])
            // Where nothing tells where the list lies, the wards may be the voter's.
            #expect(answer.warnings.contains { $0.code == .incompleteBallot } == (place == nil))
            #expect(try titles(#require(guide.answer(postcode: "50674"))) == [])
            // Who lives among them is told of those that are not loaded.
            #expect(try titles(ask(guide, 0.05, 0.05)) == ["council ward 1"])
        }
    }

    @Test("a list on boundaries within a ward may have the ward's contests")
    func nested() async throws {
        // The stations of precincts 1 and 2 tell by their postcodes that the list is of these
        // precincts, and nothing but these that it lies in the wards.
        let stations = try ["1", "2"].enumerated().map { number, code in
            try station(
                code,
                serving: [code],
                at: place(0.005, 0.005 + 0.01 * Double(number)),
                address: "1 Elm St, Alder 20001"
            )
        }
        let guide = try await guide(
            districts: standardDistricts() + town("alder", at: 0),
            stations: stations
        ) { store in
            store.addresses = [try entry("list", "Main St", precinct: "1", postcode: "20001")]
            store.contests = [try contest("council", "ward", "2")]
        }
        let answer = try ask(guide, "Main St")
        #expect(titles(answer) == [])
        #expect(answer.warnings.contains { $0.code == .incompleteBallot })
    }

    @Test("who is known by a list of addresses elsewhere has none of the town's contests for sure")
    func list() async throws {
        let precincts = try town("alder", at: 0, school: "7")
        let guide = try await guide(districts: standardDistricts() + precincts) { store in
            // A list whose precinct 1 is not that of the boundaries: other postcodes, no places.
            store.addresses = [try entry("far", "Elm St", precinct: "1", postcode: "99999")]
            store.contests = [
                try contest("here", "precinct", "1"), try contest("here", "precinct", "2"),
            ]
        }
        let far = try ask(guide, "Elm St")
        #expect(titles(far) == [])
        let here = try ask(guide, 0.005, 0.005)
        #expect(titles(here) == ["here precinct 1"])
        #expect(!isDoubtful(here))
    }
}
