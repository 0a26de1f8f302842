import Datasets
import Geodesy
import Polling
import PollingTesting
import Testing

/// One voter's question, and what the answer is.
struct VoterCase: Sendable, CustomTestStringConvertible {
    enum Question: Sendable {
        case place(Double, Double, accuracy: Double? = nil)
        case address(String)
        case postcode(String)
    }

    let testDescription: String
    let question: Question
    /// How a station is assigned; nil where none is.
    let method: Assignment.Method?
    let choices: [String]
    let warnings: [VoterWarning.Code]
    /// Whether boundaries of precincts are loaded.
    let hasBoundaries: Bool
    /// The district that something is voted on in, if any.
    let contest: DistrictReference?

    init(
        _ name: String,
        _ question: Question,
        _ method: Assignment.Method?,
        choices: [String] = [],
        warnings: [VoterWarning.Code] = [],
        hasBoundaries: Bool = true,
        contest: DistrictReference? = nil
    ) {
        testDescription = name
        self.question = question
        self.method = method
        self.choices = choices
        self.warnings = warnings
        self.hasBoundaries = hasBoundaries
        self.contest = contest
    }
}

/// Every way in which a station is assigned, and everything that may stand in the way, by name.
@Suite struct VoterCaseTests: ThreePrecincts {
    private static let cases = [
        VoterCase("well within a precinct", .place(0.005, 0.0125), .district),
        VoterCase(
            "in a precinct whose station stands outside it",
            .place(0.005, 0.005),
            .district,
            warnings: [.stationOutsideDistrict]
        ),
        VoterCase(
            "in a precinct with several stations",
            .place(0.003, 0.028),
            .district,
            warnings: [.severalStations]
        ),
        VoterCase(
            "in a precinct that no station serves",
            .place(0.015, 0.005),
            nil,
            warnings: [.noStation]
        ),
        VoterCase(
            "beside a boundary, nearer than 30 m",
            .place(0.005, 0.0102),
            .district,
            choices: ["2", "1"],
            warnings: [.nearBoundary]
        ),
        VoterCase(
            "on the boundary that two precincts share",
            .place(0.005, 0.01),
            .district,
            choices: ["2", "1"],
            warnings: [.nearBoundary]
        ),
        VoterCase(
            "100 m from a boundary, by a position that is good to 150 m",
            .place(0.005, 0.0109, accuracy: 150),
            .district,
            choices: ["2", "1"],
            warnings: [.nearBoundary]
        ),
        VoterCase(
            "at (0,0), the corner of a precinct",
            .place(0, 0),
            .district,
            warnings: [.stationOutsideDistrict, .nearBoundary]
        ),
        VoterCase(
            "where two precincts overlap",
            .place(0.005, 0.0165),
            nil,
            choices: ["2", "4"],
            warnings: [.overlappingDistricts]
        ),
        VoterCase(
            "where two precincts overlap, and a third is 11 m away",
            .place(0.005, 0.0199, accuracy: 12),
            nil,
            choices: ["2", "6", "3"],
            warnings: [.overlappingDistricts]
        ),
        VoterCase(
            "in a gap between two precincts",
            .place(0.01008, 0.005),
            nil,
            choices: ["1", "5"],
            warnings: [.outsideDistricts]
        ),
        VoterCase(
            "in a precinct's hole",
            .place(0.005, 0.025),
            nil,
            warnings: [.outsideDistricts]
        ),
        VoterCase(
            "outside all precincts, 11 m from one",
            .place(-0.0001, 0.005),
            nil,
            choices: ["1"],
            warnings: [.outsideDistricts]
        ),
        VoterCase(
            "outside all precincts, in the county",
            .place(-0.005, 0.035),
            nil,
            warnings: [.outsideDistricts]
        ),
        VoterCase(
            "far away in the sea",
            .place(-40, -150),
            nil,
            warnings: [.outsideDistricts, .noStationNearby]
        ),
        VoterCase(
            "at the north pole",
            .place(90, 0),
            nil,
            warnings: [.outsideDistricts, .noStationNearby]
        ),
        VoterCase(
            "at the south pole, whatever the longitude",
            .place(-90, 123),
            nil,
            warnings: [.outsideDistricts, .noStationNearby]
        ),
        VoterCase(
            "on the antimeridian, west of which nobody votes",
            .place(50, 180),
            nil,
            warnings: [.outsideDistricts, .noStationNearby]
        ),
        VoterCase(
            "in a precinct across the antimeridian, on its western side",
            .place(10.25, 179.95),
            .district
        ),
        VoterCase(
            "in a precinct across the antimeridian, on its eastern side",
            .place(10.25, -179.95),
            .district
        ),
        VoterCase(
            "without boundaries of precincts",
            .place(0.005, 0.005),
            nil,
            warnings: [.noData],
            hasBoundaries: false
        ),
        VoterCase(
            "at an address of a list",
            .address("Aachener Str. 12, 50674"),
            .address,
            warnings: [.stationOutsideDistrict]
        ),
        VoterCase(
            "at an address of a list that names the station",
            .address("5 Main Street NW"),
            .address,
            warnings: []
        ),
        VoterCase(
            "at an address whose town is not the list's",
            .address("Am Hof 3, Erfurt"),
            nil,
            choices: ["2"],
            warnings: [.ambiguousAddress]
        ),
        VoterCase(
            "at an address whose postcode is not the list's",
            .address("Am Hof 3, 99999"),
            nil,
            choices: ["2"],
            warnings: [.ambiguousAddress]
        ),
        VoterCase(
            "in a street of several districts, without a house",
            .address("Aachener Straße"),
            nil,
            choices: ["1", "2", "3"],
            warnings: [.ambiguousAddress]
        ),
        VoterCase(
            "at an address of two precincts that vote at one station",
            .address("Rosengasse 5"),
            .address,
            warnings: [.severalDistricts]
        ),
        VoterCase(
            "at a house that the list has not",
            .address("Aachener Str. 73, 50674"),
            nil,
            choices: ["1"],
            warnings: [.ambiguousAddress]
        ),
        VoterCase(
            "at an address with a typing mistake",
            .address("Achener Str. 12, 50674"),
            nil,
            choices: ["1"],
            warnings: [.misspeltAddress]
        ),
        VoterCase(
            "at an address in another quarter of the city than the list's street",
            .address("5 Main St SE"),
            nil,
            choices: ["two"],
            warnings: [.misspeltAddress]
        ),
        VoterCase(
            "at an address with a side of the street that the list's has not",
            .address("Am Hof W 3"),
            nil,
            choices: ["2"],
            warnings: [.ambiguousAddress]
        ),
        VoterCase(
            "at an address of another county, whose precinct has the code of one here",
            .address("7 Lake Shore Dr"),
            nil,
            warnings: [.noStation]
        ),
        VoterCase(
            "at an address whose list has nothing but codes in common with the stations",
            .address("3 Lindenallee"),
            nil,
            choices: ["9"],
            warnings: [.doubtfulStation]
        ),
        VoterCase(
            "outside all precincts, in a state whose vote centers have no known places",
            .place(-3, -100),
            nil,
            warnings: [.outsideDistricts, .unplacedCenters]
        ),
        VoterCase(
            "in a precinct, with a contest by school district, of which none is loaded",
            .place(0.005, 0.0125),
            .district,
            warnings: [.incompleteBallot],
            contest: DistrictReference(type: "school_district", code: "5")
        ),
        VoterCase(
            "in a precinct, with a contest of a county whose code another place has as well",
            .place(0.005, 0.0125),
            .district,
            warnings: [.doubtfulBallot],
            contest: DistrictReference(type: "county", code: "990")
        ),
        VoterCase(
            "in a precinct, with a contest of what may be a part of it",
            .place(0.005, 0.0125),
            .district,
            warnings: [.splitDistrict],
            contest: DistrictReference(type: "precinct", code: "2A")
        ),
        VoterCase(
            "in a postcode within one precinct",
            .postcode("10001"),
            .postcode,
            warnings: [.stationOutsideDistrict]
        ),
        VoterCase(
            "in a postcode of which no more than one address is listed",
            .postcode("50667"),
            nil,
            choices: ["2"],
            warnings: [.straddlingPostcode]
        ),
        VoterCase(
            "in a postcode that straddles two precincts, the one with more of it first",
            .postcode("10002"),
            nil,
            choices: ["2", "1"],
            warnings: [.straddlingPostcode]
        ),
        VoterCase(
            "in a postcode of which only a point is known",
            .postcode("10003"),
            nil,
            warnings: [.pointOnly]
        ),
        VoterCase(
            "in a postcode that nothing has but a station's own address",
            .postcode("10005"),
            nil,
            choices: ["10005"],
            warnings: [.stationsOfPostcode]
        ),
        VoterCase(
            "at an address with the town whose parts the list has",
            .address("Aachener Str. 75, Köln"),
            .address,
            warnings: [.assumedTown]
        ),
        VoterCase(
            "at an address whose postcode is another town's than the one that is written",
            .address("Aachener Str. 75, 50931 Bonn"),
            nil,
            choices: ["2"],
            warnings: [.ambiguousAddress]
        ),
        VoterCase(
            "at an address whose postcode is not known to be in the town that is written",
            .address("Aachener Str. 75, 50931 Weiden"),
            .address,
            warnings: [.doubtfulTown]
        ),
        VoterCase(
            "at an address that the list assigns to another precinct than the one that holds it",
            .address("3 Kirchplatz"),
            .address,
            warnings: [.addressElsewhere]
        ),
        VoterCase(
            "in a postcode far from all precincts",
            .postcode("10004"),
            nil,
            warnings: [.outsideDistricts, .noStationNearby]
        ),
    ]

    private func guide(_ one: VoterCase) async throws -> VoterGuide {
        func zip(_ code: String, _ polygon: Polygon) throws -> District {
            try district(code, MultiPolygon([polygon]), type: "zip")
        }
        let districts =
            try standardDistricts() + [
                try district("4", MultiPolygon([box(0.015, 0.002, 0.018, 0.008)])),
                // Begins 22 m north of precinct 1.
                try district("5", MultiPolygon([box(0, 0.0102, 0.01, 0.02)])),
                // Over the eastern edge of precinct 2.
                try district("6", MultiPolygon([box(0.0195, 0.001, 0.02, 0.009)])),
                try district("XY", MultiPolygon([box(-101, -4, -99, -2)]), type: "state"),
                District(
                    id: District.ID(rawValue: "other.county-990"),
                    dataset: try DatasetName("other"),
                    reference: DistrictReference(type: "county", code: "990"),
                    name: "Another county",
                    area: MultiPolygon([box(60, 50, 61, 51)])
                ),
                try district(
                    "7",
                    MultiPolygon([box(179.9, 10, 180, 10.5), box(-180, 10, -179.9, 10.5)])
                ),
            ]
        let zips = [
            try zip("10001", box(0.002, 0.002, 0.008, 0.008)),
            try zip("10002", box(0.008, 0.002, 0.014, 0.008)),
            try zip("10004", box(-150.1, -40.1, -150, -40)),
        ]
        let stations =
            try standardStations() + [
                station("four", serving: ["4"], at: place(0.005, 0.0165)),
                station("six", serving: ["6"], at: place(0.005, 0.0198)),
                station("seven", serving: ["7"], at: place(10.2, -179.95)),
                Station(
                    id: Station.ID(rawValue: "test.center"),
                    dataset: try DatasetName("test"),
                    name: "Center",
                    districts: [DistrictReference(type: "state", code: "XY")],
                    attributes: ["station_type": "vote center"]
                ),
                Station(
                    id: Station.ID(rawValue: "test.ten"),
                    dataset: try DatasetName("test"),
                    name: "Ten",
                    postcode: "10005"
                ),
                station("eighty", serving: ["81", "82"], at: place(0.005, 0.0125)),
                station("nine", serving: ["9"], at: nil, address: nil, dataset: "bare"),
            ]
        return try await guide(
            districts: (one.hasBoundaries ? districts : []) + zips,
            stations: stations
        ) { store in
            store.addresses =
                try sampleAddresses() + [
                    entry("away", "Lake Shore Dr", precinct: "2", postcode: "60601"),
                    entry("bare-list", "Lindenallee", precinct: "9"),
                    entry("list", "Kirchplatz", precinct: "4", at: place(0.005, 0.025), key: "k"),
                    entry("list", "Rosengasse", precinct: "81", key: "81"),
                    entry("list", "Rosengasse", precinct: "82", key: "82"),
                ]
            store.contests = try [one.contest].compactMap { $0 }.map {
                Contest(
                    dataset: try DatasetName("contests"),
                    key: "contest",
                    election: ElectionReference(key: "2026-general"),
                    title: LocalizedText("Contest"),
                    area: BallotArea(district: $0)
                )
            }
            store.postcodes = [
                PostcodePlace(
                    id: PostcodePlace.ID(rawValue: "zip.us-10003"),
                    dataset: try DatasetName("zip"),
                    code: "10003",
                    coordinate: try place(0.005, 0.005)
                ),
                PostcodePlace(
                    id: PostcodePlace.ID(rawValue: "zip.de-50931"),
                    dataset: try DatasetName("zip"),
                    code: "50931",
                    place: "Köln",
                    coordinate: try place(0.5, 0.5)
                ),
                PostcodePlace(
                    id: PostcodePlace.ID(rawValue: "zip.de-53111"),
                    dataset: try DatasetName("zip"),
                    code: "53111",
                    place: "Bonn",
                    coordinate: try place(0.7, 0.1)
                ),
            ]
        }
    }

    private func answer(_ one: VoterCase) async throws -> VoterAnswer {
        let guide = try await guide(one)
        switch one.question {
        case .place(let latitude, let longitude, let accuracy):
            return try ask(guide, latitude, longitude, accuracy: accuracy)
        case .address(let text): return try ask(guide, text)
        case .postcode(let code): return try #require(guide.answer(postcode: code))
        }
    }

    @Test("a voter's case", arguments: cases)
    func answers(one: VoterCase) async throws {
        let answer = try await answer(one)
        #expect(answer.assignment?.method == one.method)
        #expect(answer.choices.map(\.district.code) == one.choices)
        #expect(answer.warnings.map(\.code) == one.warnings)
        // Who is assigned a station has one, and who is not is never told of one as if.
        #expect((answer.assignment?.stations.isEmpty ?? true) == (one.method == nil))
        // What is said of a number of precincts is what is listed.
        for warning in answer.warnings {
            #expect(!warning.message.contains("1 precincts"))
            #expect(!warning.message.contains("listed") || !answer.nearby.stations.isEmpty)
        }
    }

    @Test("the cases leave out no method and no warning")
    func coverage() {
        let methods = Set(Self.cases.compactMap(\.method))
        #expect(methods == Set(Assignment.Method.allCases))
        let codes = Set(Self.cases.flatMap(\.warnings))
        // ShownElectionsTests and ElectionDaysTests have the cases of several elections.
        let ofElections: Set<VoterWarning.Code> = [
            .noStationForElection, .stationOnOtherDay, .stationShut, .electionOver, .farElection,
        ]
        #expect(codes == Set(VoterWarning.Code.allCases).subtracting(ofElections))
        #expect(Set(Self.cases.map(\.testDescription)).count == Self.cases.count)
    }
}
