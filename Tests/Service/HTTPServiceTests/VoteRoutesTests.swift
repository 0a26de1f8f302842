import Datasets
import GeoJSON
import Geodesy
import Polling
import PollingTesting
import Testing
import Timekeeping

@testable import HTTPService

/// Two precincts side by side east of Greenwich, a contest in one, a measure in both.
@Suite struct VoteRoutesTests {
    private let service: TestService

    init() async throws {
        func square(_ west: Double, _ width: Double) throws -> MultiPolygon {
            let corners = [(west, 0.0), (west, 0.01), (west + width, 0.01), (west + width, 0)]
            return MultiPolygon([
                try Polygon(
                    exterior: corners.map { try Coordinate(latitude: $0.1, longitude: $0.0) }
                )
            ])
        }
        let boundaries = try DatasetName("precincts")
        func district(_ type: String, _ code: String, _ area: MultiPolygon) -> District {
            District(
                id: District.ID(boundaries, "\(type)-\(code)"),
                dataset: boundaries,
                reference: DistrictReference(type: type, code: code),
                name: type == "ward" ? "Ward \(code)" : "Precinct \(code)",
                area: area
            )
        }
        let contests = try DatasetName("contests")
        let election = ElectionReference(key: "2026-general")
        let day = try #require(CalendarDate(year: 2026, month: 11, day: 3))
        var voting = FakeVotingStore()
        voting.districts = [
            district("precinct", "1", try square(0, 0.01)),
            district("precinct", "2", try square(0.01, 0.01)),
            district("ward", "8", try square(0, 0.02)),
        ]
        voting.elections = [
            Election(
                dataset: try DatasetName("elections"),
                key: "2026-general",
                name: try #require(LocalizedText(["en": "General", "es": "Generales"])),
                date: day,
                timeZone: "America/Denver",
                pollsOpen: "07:00",
                pollsClose: "19:00"
            )
        ]
        voting.contests = [
            Contest(
                dataset: contests,
                key: "2026-general.mayor",
                election: election,
                title: LocalizedText("Mayor", language: "en"),
                area: BallotArea(district: DistrictReference(type: "precinct", code: "1")),
                votesAllowed: 1,
                candidates: [
                    Candidate(
                        name: LocalizedText("Ada"),
                        party: LocalizedText("Left"),
                        ticket: 1,
                        isIncumbent: true
                    )
                ]
            )
        ]
        voting.measures = [
            BallotMeasure(
                id: BallotMeasure.ID(rawValue: "measures.1"),
                dataset: try DatasetName("measures"),
                election: election,
                area: BallotArea(district: DistrictReference(type: "ward", code: "Ward 8")),
                title: try #require(LocalizedText(["en": "Levy", "es": "Impuesto"])),
                summary: LocalizedText("A levy.", language: "en")
            )
        ]
        voting.addresses = [
            AddressEntry(
                id: AddressEntry.ID(rawValue: "list.1"),
                dataset: try DatasetName("list"),
                street: "Bobolink Cir",
                houses: [
                    HouseRange(
                        side: .odd,
                        numbers: try #require(HouseNumber(parsing: "1"))...#require(
                            HouseNumber(parsing: "99")
                        )
                    )
                ],
                town: "Bluestem",
                districts: [DistrictReference(type: "precinct", code: "1")],
                coordinate: try Coordinate(latitude: 0.004, longitude: 0.005)
            )
        ]
        voting.versions = [
            DatasetVersion(
                dataset: try DatasetName("dc"),
                kind: .stations,
                number: 4,
                source: ImportSource(fileName: "a.csv", sha256: "", byteCount: 0),
                rows: RowCounts(),
                changes: ChangeCounts(),
                recordCount: 1,
                importedAt: TestService.noon,
                isPublished: true
            )
        ]
        service = try await TestService(
            stations: [
                Station(
                    id: Station.ID(rawValue: "dc.1"),
                    dataset: try DatasetName("dc"),
                    name: "Hall",
                    coordinate: try Coordinate(latitude: 0.005, longitude: 0.005),
                    districts: [DistrictReference(type: "precinct", code: "001")]
                )
            ],
            voting: voting
        )
    }

    private func json(_ uri: String) async throws -> JSONValue {
        let answer = try await service.get(uri)
        #expect(answer.status == 200)
        return try JSONValue(parsing: Array(answer.body.utf8))
    }

    @Test("the answer to a voter, whole")
    func vote() async throws {
        let answer = try await service.get("/v1/vote?lat=0.004&lon=0.005&lang=es")
        #expect(answer.status == 200)
        #expect(answer.type == "application/json")
        let station =
            #"{"type":"Feature","id":"dc.1","geometry":{"type":"Point","coordinates":[0.005,0.005]},"#
            + #""properties":{"name":"Hall","station_type":"polling_place","address":null,"postcode":null,"#
            + #""districts":[{"type":"precinct","code":"001"}],"hours":null,"#
            + #""accessibility":{"wheelchair":"unknown","note":null},"dataset":"dc","attributes":{},"#
            + #""distance_m":110.574"#
        let none =
            #"{"type":"FeatureCollection","features":[],"numberReturned":0,"numberMatched":0}"#
        let expected =
            #"{"location":{"lat":0.004,"lon":0.005,"source":"point","accuracy_m":null},"#
            + #""matched_addresses":[],"districts":["#
            + #"{"id":"precincts.precinct-1","type":"precinct","code":"1","name":"Precinct 1","dataset":"precincts"},"#
            + #"{"id":"precincts.ward-8","type":"ward","code":"8","name":"Ward 8","dataset":"precincts"}],"#
            + #""assignment":{"method":"district","district":{"type":"precinct","code":"1"},"station":"#
            + station + #","outside_district":false,"election_part":"unknown"}},"stations":["#
            + station
            + #","outside_district":false,"election_part":"unknown"}}],"#
            + #""boundary_distance_m":442.297},"choices":[],"narrow":null,"#
            + #""nearby":{"type":"FeatureCollection","features":["# + station
            + #","election_part":"unknown"}}],"numberReturned":1,"limit_m":100000,"nearest_m":110.574},"#
            + #""vote_centers":{"type":"FeatureCollection","features":[],"numberReturned":0,"#
            + #""numberMatched":0,"links":[]},"early_voting":\#(none),"drop_off":\#(none),"other_elections":\#(none),"#
            + #""elections":[{"id":"elections.2026-general","key":"2026-general","name":"Generales","#
            + #""date":"2026-11-03","is_past":false,"type":null,"time_zone":"America/Denver","polls_open":"07:00","#
            + #""polls_close":"19:00","note":null,"dataset":"elections"}],"#
            + #""contests":[{"id":"contests.2026-general.mayor","title":"Mayor","office":null,"#
            + #""election":{"key":"2026-general","name":"General","date":"2026-11-03"},"#
            + #""district":{"type":"precinct","code":"1"},"kind":"candidates","votes_allowed":1,"#
            + #""seats":null,"candidates":[{"name":"Ada","party":"Left","ticket":1,"incumbent":true}],"#
            + #""dataset":"contests"}],"#
            + #""measures":[{"id":"measures.1","title":"Impuesto","#
            + #""election":{"key":"2026-general","name":"General","date":"2026-11-03"},"#
            + #""district":{"type":"ward","code":"Ward 8"},"summary":"A levy.","text":null,"#
            + #""yes_means":null,"no_means":null,"statement_for":null,"statement_against":null,"#
            + #""languages":["en","es"],"dataset":"measures"}],"warnings":[],"#
            + #""data":{"dataset":"dc","kind":"stations","version":4,"imported_at":"\#(TestService.noon.rfc3339)","#
            + #""sources":[{"dataset":"dc","kind":"stations","version":4,"imported_at":"\#(TestService.noon.rfc3339)"}]}}"#
        #expect(answer.body == expected)
    }

    @Test("outside everything the assignment is null, and what is near is there")
    func outside() async throws {
        let answer = try await json("/v1/vote?lat=0.1&lon=0.1")
        #expect(answer["assignment"] == .null)
        #expect(answer["districts"]?.elements.isEmpty == true)
        #expect(answer["nearby"]?["features"]?.elements.count == 1)
        #expect(answer["warnings"]?.elements.first?["code"] == .string("outside_districts"))
        #expect(answer["data"] == .null)
    }

    @Test("what is beyond the limit of nearness is not shown, but how far it is, is said")
    func farAway() async throws {
        for (query, count) in [
            ("lat=-40&lon=-150", 0), ("lat=0.1&lon=0.1&nearby_m=1000", 0),
            ("lat=-40&lon=-150&nearby_m=20000000", 1), ("lat=90&lon=0", 0),
        ] {
            let answer = try await json("/v1/vote?\(query)")
            #expect(answer["nearby"]?["features"]?.elements.count == count)
            #expect(number(try #require(answer["nearby"]?["nearest_m"])) > 10_000)
            let codes = answer["warnings"]?.elements.map { $0["code"] }
            #expect(codes?.contains(.string("no_station_nearby")) == (count == 0))
        }
    }

    @Test("a misspelt address is asked back with addresses that can be asked for")
    func misspelt() async throws {
        let answer = try await json("/v1/vote?address=5%20Bobolnk%20Cir")
        #expect(answer["assignment"] == .null)
        #expect(answer["location"] == .null)
        #expect(answer["contests"]?.elements.isEmpty == true)
        let choice = try #require(answer["choices"]?.elements.first)
        #expect(choice["addresses"] == .array([.string("5 Bobolink Cir, Bluestem")]))
        #expect(choice["holds_place"] == .null)
        let warning = try #require(answer["warnings"]?.elements.first)
        #expect(warning["code"] == .string("misspelt_address"))
        let asked = try await json("/v1/vote?address=5%20Bobolink%20Cir,%20Bluestem")
        #expect(asked["assignment"]?["method"] == .string("address"))
        #expect(asked["assignment"]?["station"]?["id"] == .string("dc.1"))
        #expect(
            asked["matched_addresses"] == .array([.string("5 Bobolink Cir, Bluestem")])
        )
    }

    @Test("a voter's question without a place names all that may be given")
    func noPlace() async throws {
        for uri in ["/v1/vote", "/v1/vote?election=2026-general"] {
            let answer = try await service.get(uri)
            #expect(answer.status == 400)
            #expect(
                answer.body.contains(
                    #""lat","message":"is missing; give lat and lon, or postcode, or address""#
                )
            )
        }
        // One of two is not left to guess.
        let half = try await service.get("/v1/vote?lon=0")
        #expect(half.body.contains("is missing; a latitude lies between -90 and 90"))
    }

    @Test("a boundary within the accuracy leaves choices")
    func accuracy() async throws {
        let answer = try await json("/v1/vote?lat=0.005&lon=0.009&accuracy_m=200")
        #expect(answer["location"]?["accuracy_m"] == .number(200))
        #expect(
            answer["choices"]?.elements.map { $0["district"]?["code"] } == [
                .string("1"), .string("2"),
            ]
        )
        #expect(answer["warnings"]?.elements.first?["code"] == .string("near_boundary"))
    }

    @Test(
        "wrong parameters are named",
        arguments: [
            ("/v1/vote?lon=0", "lat"), ("/v1/vote?lat=91&lon=0", "lat"),
            ("/v1/vote?lat=0&lon=0&accuracy_m=0", "accuracy_m"),
            ("/v1/vote?lat=0&lon=0&lang=e%20s", "lang"),
            ("/v1/vote?lat=0&lon=0&lang=es,", "lang"), ("/v1/elections?lang=,es", "lang"),
            ("/v1/geocode", "q"),
            ("/v1/vote?postcode=1&address=2", "postcode"), ("/v1/districts?lat=0", "lon"),
            ("/v1/vote?postcode=1&lat=2", "lat"), ("/v1/vote?lat=0&lon=0&nearby_m=0", "nearby_m"),
            ("/v1/vote?lat=0&lon=0&nearby_m=1e9", "nearby_m"),
            ("/v1/vote?lat=0&lon=0&vote_centers=1001", "vote_centers"),
            ("/v1/vote?lat=0&lon=0&vote_centers=-1", "vote_centers"),
            ("/v1/vote?lat=0&lon=0&vote_centers=many", "vote_centers"),
            ("/v1/vote?address=" + String(repeating: "x", count: 201), "address"),
            ("/v1/elections/2026-general/contests?district=:8", "district"),
        ]
    )
    func wrong(uri: String, parameter: String) async throws {
        let answer = try await service.get(uri)
        #expect(answer.status == 400)
        #expect(answer.body.contains(#""parameter":"\#(parameter)""#))
    }

    @Test("an election that is not loaded is not found, and named")
    func unknownElection() async throws {
        let answer = try await service.get("/v1/vote?lat=0&lon=0&election=2025")
        #expect(answer.status == 404)
        #expect(answer.body.contains(#""parameter":"election""#))
        #expect(answer.body.contains(#""code":"not_found""#))
    }

    @Test("the districts of a place come with their boundaries and how far those are")
    func districts() async throws {
        let answer = try await json("/v1/districts?lat=0.004&lon=0.005")
        #expect(answer["numberReturned"] == .number(2))
        let first = try #require(answer["features"]?.elements.first)
        #expect(first["id"] == .string("precincts.precinct-1"))
        #expect(first["geometry"]?["type"] == .string("Polygon"))
        #expect(first["properties"]?["boundary_distance_m"] == .number(442.297))
        // The ring was given clockwise; GeoJSON's runs the other way.
        let ring = try #require(first["geometry"]?["coordinates"]?.elements.first)
        #expect(
            ring.elements.map { $0.elements.map { number($0) } } == [
                [0, 0], [0.01, 0], [0.01, 0.01], [0, 0.01], [0, 0],
            ]
        )
    }

    private func number(_ value: JSONValue) -> Double {
        if case .number(let number) = value { number } else { .nan }
    }

    @Test("a district by its id, with the stations that serve it")
    func district() async throws {
        let answer = try await json("/v1/districts/precincts.precinct-1")
        #expect(answer["properties"]?["stations"] == .array([.string("dc.1")]))
        let missing = try await service.get("/v1/districts/precincts.precinct-9")
        #expect(missing.status == 404)
    }

    @Test("a text is found, with its kind and its accuracy")
    func geocode() async throws {
        let answer = try await json("/v1/geocode?q=hal&limit=1")
        let feature = try #require(answer["features"]?.elements.first)
        #expect(feature["id"] == .string("dc.1"))
        #expect(feature["properties"]?["kind"] == .string("station"))
        #expect(feature["properties"]?["accuracy_m"] == .number(50))
        #expect(try await json("/v1/geocode?q=xyz")["numberReturned"] == .number(0))
    }

    @Test("a postcode or an address that nothing knows is not found")
    func unknown() async throws {
        #expect(try await service.get("/v1/vote?postcode=99999").status == 404)
        #expect(try await service.get("/v1/vote?address=Nowhere%201").status == 404)
    }

    @Test(
        "an election that is over says so, wherever it is told of, from midnight where it is held"
    )
    func past() async throws {
        let election = #""date":"2026-11-03","is_past":"#
        // Half a second before midnight in Denver, and then.
        let midnight: Int64 = 1_793_775_600_000
        for (moment, isPast) in [(midnight - 500, false), (midnight, true)] {
            service.clock.set(Timestamp(millisecondsSince1970: moment))
            for uri in [
                "/v1/vote?lat=0.004&lon=0.005", "/v1/elections", "/v1/elections/2026-general",
            ] {
                let body = try await service.get(uri).body
                #expect(body.contains(election + "\(isPast),"), "\(uri)")
            }
        }
    }

    @Test("elections, one of them, and its contests by district")
    func elections() async throws {
        let all = try await json("/v1/elections?lang=es")
        #expect(all["elections"]?.elements.first?["name"] == .string("Generales"))
        #expect(all["elections"]?.elements.first?["contest_count"] == .number(1))
        for id in ["elections.2026-general", "2026-general"] {
            let one = try await json("/v1/elections/\(id)")
            #expect(one["measures"]?.elements.first?["title"] == .string("Levy"))
        }
        for (filter, count) in [
            ("", 1.0), ("?district=precinct:1", 1), ("?district=1", 1),
            ("?district=Precinct:001", 1),
            ("?district=2", 0),
        ] {
            let contests = try await json("/v1/elections/2026-general/contests\(filter)")
            #expect(contests["numberReturned"] == .number(count), "\(filter)")
        }
        #expect(try await service.get("/v1/elections/2025").status == 404)
        for filter in ["ward:77", "77", "precinct:77"] {
            let unknown = try await service.get(
                "/v1/elections/2026-general/contests?district=\(filter)"
            )
            #expect(unknown.status == 404, "\(filter)")
            #expect(unknown.body.contains(#""code":"unknown_district""#), "\(unknown.body)")
        }
    }

    @Test("a contest names its election and its day, which the file of elections tells")
    func namedElections() async throws {
        let contest = try #require(
            try await json("/v1/elections/2026-general/contests")["contests"]?.elements.first
        )
        #expect(contest["election"]?["key"] == .string("2026-general"))
        #expect(contest["election"]?["name"] != .null)
        #expect(contest["election"]?["date"] == .string("2026-11-03"))
    }

    @Test("before the data are loaded the answer is 503")
    func notReady() async throws {
        let service = try await TestService(isLoaded: false)
        for uri in ["/v1/vote?lat=0&lon=0", "/v1/districts?lat=0&lon=0", "/v1/elections"] {
            #expect(try await service.get(uri).status == 503)
        }
    }
}
