import Datasets
import Geodesy
import Polling
import PollingTesting
import Testing
import Timekeeping

/// What suffices to say that all of a postcode votes in one precinct.
@Suite struct PostcodeEvidenceTests: ThreePrecincts {
    /// What is published of a postcode, and what is told of it.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// How many addresses the list has of it, all in precinct 2.
        var count = 31
        /// The precincts that the list has elsewhere.
        var others = ["1", "3"]
        var code = "10009"
        /// How many rows of the list's file were refused.
        var rejected = 0
        /// The precinct of a station whose own address has the postcode.
        var station: String?
        /// The boundaries of the postcode, from one longitude to another.
        var boundaries: [(west: Double, east: Double)] = []
        let assigned: String?
        var choices: [String] = []
        var wording: VoterWarning.Wording?
    }

    static let cases = [
        Case(testDescription: "31 addresses of a list that knows all precincts", assigned: "2"),
        Case(
            testDescription: "as many addresses as a person looks through",
            count: 30,
            assigned: nil,
            choices: ["2"],
            wording: .postcodeIncomplete
        ),
        Case(
            testDescription: "one address",
            count: 1,
            assigned: nil,
            choices: ["2"],
            wording: .postcodeIncomplete
        ),
        Case(
            testDescription: "a list that lacks a precinct which stations serve",
            others: ["1"],
            assigned: nil,
            choices: ["2"],
            wording: .postcodeIncomplete
        ),
        Case(testDescription: "3 refused rows, less than a tenth", rejected: 3, assigned: "2"),
        Case(
            testDescription: "4 refused rows, which may have been of the postcode",
            rejected: 4,
            assigned: nil,
            choices: ["2"],
            wording: .postcodeIncomplete
        ),
        Case(
            testDescription: "a postcode of few houses in a list that knows all precincts",
            count: 3,
            code: "EX2 9RZ",
            assigned: "2"
        ),
        Case(
            testDescription: "a postcode of few houses in a list that knows one",
            count: 3,
            others: [],
            code: "EX2 9RZ",
            assigned: nil,
            choices: ["2"],
            wording: .postcodeIncomplete
        ),
        Case(
            testDescription: "a station in it that serves the same precinct",
            station: "2",
            assigned: "2"
        ),
        Case(
            testDescription: "a station in it that serves another precinct",
            station: "3",
            assigned: nil,
            choices: ["2", "3"],
            wording: .straddlingPostcode
        ),
        Case(
            testDescription: "a boundary within the precinct, and one address",
            count: 1,
            others: [],
            boundaries: [(0.012, 0.018)],
            assigned: "2"
        ),
        Case(
            testDescription: "a boundary that straddles, whatever the list has",
            boundaries: [(0.008, 0.018)],
            assigned: nil,
            choices: ["2", "1"],
            wording: .straddlingPostcode
        ),
        Case(
            testDescription: "a boundary within another precinct",
            count: 1,
            boundaries: [(0.002, 0.008)],
            assigned: nil,
            choices: ["1", "2"],
            wording: .straddlingPostcode
        ),
        Case(
            testDescription: "a boundary within the precinct, and a station that serves another",
            count: 1,
            station: "3",
            boundaries: [(0.012, 0.018)],
            assigned: nil,
            choices: ["2", "3"],
            wording: .straddlingPostcode
        ),
        Case(
            testDescription: "two boundaries, of which one straddles",
            count: 1,
            boundaries: [(0.012, 0.018), (0.008, 0.018)],
            assigned: nil,
            choices: ["2", "1"],
            wording: .straddlingPostcode
        ),
    ]

    private func answer(_ one: Case) async throws -> VoterAnswer {
        var districts = try standardDistricts()
        for (number, side) in one.boundaries.enumerated() {
            let dataset = try DatasetName("zips-\(number)")
            districts.append(
                District(
                    id: District.ID(dataset, one.code),
                    dataset: dataset,
                    reference: DistrictReference(type: "zip", code: one.code),
                    name: one.code,
                    area: MultiPolygon([try box(side.west, 0.002, side.east, 0.008)])
                )
            )
        }
        var stations = try standardStations()
        if let code = one.station {
            stations.append(
                Station(
                    id: Station.ID(rawValue: "stations.in-it"),
                    dataset: try DatasetName("stations"),
                    name: "in it",
                    postcode: one.code,
                    coordinate: try place(0.005, 0.015),
                    districts: [DistrictReference(type: "precinct", code: code)]
                )
            )
        }
        let guide = try await guide(districts: districts, stations: stations) { store in
            let middles = ["1": 0.005, "2": 0.015, "3": 0.028]
            store.addresses = try (1...one.count).map { number in
                try entry(
                    "list",
                    "Street \(number)",
                    precinct: "2",
                    postcode: one.code,
                    at: place(0.005, 0.015),
                    key: "\(number)"
                )
            }
            store.addresses += try one.others.map { code in
                try entry(
                    "list",
                    "Avenue \(code)",
                    precinct: code,
                    postcode: "10010",
                    at: place(0.005, middles[code] ?? 0),
                    key: "other-\(code)"
                )
            }
            store.contests = [
                Contest(
                    dataset: try DatasetName("contests"),
                    key: "council",
                    election: ElectionReference(key: "2026-general"),
                    title: LocalizedText("Council"),
                    area: BallotArea(district: DistrictReference(type: "precinct", code: "2"))
                )
            ]
            store.versions = [
                DatasetVersion(
                    dataset: try DatasetName("list"),
                    kind: .addresses,
                    number: 1,
                    source: ImportSource(fileName: "list.csv", sha256: "", byteCount: 1),
                    rows: RowCounts(
                        read: one.count + one.rejected,
                        accepted: one.count,
                        rejected: one.rejected
                    ),
                    changes: ChangeCounts(),
                    recordCount: one.count,
                    importedAt: Self.noon,
                    isPublished: true
                )
            ]
        }
        return try #require(guide.answer(postcode: one.code))
    }

    @Test(
        "a postcode is assigned where all that is published agrees and is enough",
        arguments: cases
    )
    func evidence(one: Case) async throws {
        let answer = try await answer(one)
        #expect(answer.assignment?.district?.code == one.assigned)
        #expect(answer.assignment.map { $0.method == .postcode } ?? true)
        #expect(answer.choices.map(\.district.code) == one.choices)
        let told = answer.warnings.filter { $0.code == .straddlingPostcode }.map(\.wording)
        #expect(told == [one.wording].compactMap { $0 })
        // Whose district is not known has no ballot of it.
        #expect(answer.ballot.contests.isEmpty || one.assigned != nil)
    }

    @Test("what is asked back names the addresses that are listed")
    func askedBack() async throws {
        let one = try #require(Self.cases.first { $0.count == 30 })
        let answer = try await answer(one)
        #expect(answer.choices.first?.addresses.count == 30)
        let warning = try #require(answer.warnings.first { $0.wording == .postcodeIncomplete })
        #expect(warning.message.contains("30 addresses of postcode 10009"))
        #expect(warning.values["count"] == .count(30))
    }
}
