import Datasets
import GeoJSON
import Geodesy
import Polling
import Roads
import Testing

@testable import HTTPService

@Suite struct WayRoutesTests {
    /// Main Street runs north from (42, -100), Oak Avenue east from its end, one way.
    private func service() async throws -> TestService {
        func line(_ places: [(Double, Double)]) throws -> [Coordinate] {
            try places.map { try Coordinate(latitude: $0.0, longitude: $0.1) }
        }
        let dataset = try DatasetName("town")
        let ways = WayFinder([
            Road(
                dataset: dataset,
                key: "1",
                name: "Main Street",
                kind: .street,
                line: try line([(42, -100), (42.01, -100)])
            ),
            Road(
                dataset: dataset,
                key: "2",
                name: "Oak \"Avenue\"",
                kind: .primary,
                driving: .along,
                line: try line([(42.01, -100), (42.01, -99.99)])
            ),
        ])
        func station(_ key: String, _ place: Coordinate?, _ more: [String: String] = [:]) -> Station
        {
            Station(
                id: Station.ID(rawValue: "town.\(key)"),
                dataset: dataset,
                name: "Hall \(key)",
                address: "1 Oak Avenue",
                coordinate: place,
                attributes: more
            )
        }
        return try await TestService(
            stations: [
                station("1", try Coordinate(latitude: 42.0103, longitude: -99.995)),
                station("2", nil),
                station(
                    "3",
                    try Coordinate(latitude: 42.0103, longitude: -99.995),
                    ["entrance_lat": "42.0098", "entrance_lon": "-99.995"]
                ),
            ],
            ways: ways
        )
    }

    @Test("a way has its line, length, time, steps and links")
    func way() async throws {
        let answer = try await service().get(
            "/v1/directions?from=42,-100.0002&to_station=town.1&mode=drive"
        )
        #expect(answer.status == 200)
        #expect(answer.type == "application/json")
        let body = try JSONValue(parsing: Array(answer.body.utf8))
        #expect(body["method"] == .string("road"))
        #expect(body["notice"] == .null)
        #expect(body["cautions"]?.elements.isEmpty == true)
        #expect(body["geometry"]?["type"] == .string("LineString"))
        #expect(body["geometry"]?["coordinates"]?.elements.count == 5)
        let steps = (body["steps"]?.elements ?? []).map { $0["instruction"] }
        #expect(
            steps == [
                .string("Go east to Main Street, 15 m"),
                .string("Head north on Main Street, 1.1 km"),
                .string("Turn right onto Oak \"Avenue\", 410 m"),
                .string("Arrive: Hall 1 is on the left, 35 m from the road"),
            ]
        )
        #expect(body["links"]?["geo"] == .string("geo:42.0103,-99.995"))
        for name in ["google_maps", "apple_maps", "osm"] {
            #expect(body["links"]?[name] != nil)
        }
    }

    @Test("a station's door is where one is led, on the side of the road where it is")
    func entrance() async throws {
        let answer = try await service().get(
            "/v1/directions?from=42,-100&to_station=town.3&mode=walk"
        )
        #expect(answer.body.contains("Arrive: Hall 3 is on the right, 20 m from the road"))
    }

    @Test("one drives along a one-way street alone, and walks against it")
    func oneWay() async throws {
        let back = "from=42.01,-99.991&to=42.005,-100"
        let driven = try await service().get("/v1/directions?\(back)&mode=drive")
        #expect(!driven.body.contains("Head west on Oak"))
        let walked = try await service().get("/v1/directions?\(back)&mode=walk")
        #expect(walked.body.contains("Head west on Oak"))
        #expect(walked.body.contains("Turn left onto Main Street"))
    }

    @Test("a driver over roads of which none is one-way is cautioned")
    func caution() async throws {
        let dataset = try DatasetName("tiger")
        let line = try [(42.0, -100.0), (42.01, -100.0)].map {
            try Coordinate(latitude: $0.0, longitude: $0.1)
        }
        let service = try await TestService(
            ways: WayFinder([
                Road(dataset: dataset, key: "1", name: "Main Street", kind: .street, line: line)
            ])
        )
        let uri = "/v1/directions?from=42.001,-100&to=42.009,-100&mode="
        let driven = try JSONValue(parsing: Array(try await service.get(uri + "drive").body.utf8))
        let caution = try #require(driven["cautions"]?.elements.first)
        #expect(caution["code"] == .string("one_way_unknown"))
        #expect(
            caution["message"]
                == .string(
                    "No road of tiger is marked as one-way, as in files that do not tell: the way "
                        + "may lead against a one-way street. Follow the signs."
                )
        )
        let walked = try JSONValue(parsing: Array(try await service.get(uri + "walk").body.utf8))
        #expect(walked["cautions"]?.elements.isEmpty == true)
    }

    @Test("without roads there is a straight line that says so")
    func straightLine() async throws {
        let answer = try await TestService().get("/v1/directions?from=42,-100&to=42.1,-100")
        #expect(answer.status == 200)
        let body = try JSONValue(parsing: Array(answer.body.utf8))
        #expect(body["method"] == .string("straight_line"))
        #expect(body["notice"]?["code"] == .string("no_network"))
        #expect(body["distance_m"] == .number(11107.425))
    }

    @Test("a straight line across the antimeridian is cut in two")
    func antimeridian() async throws {
        let answer = try await TestService().get("/v1/directions?from=-17,179.9&to=-17.1,-179.9")
        #expect(
            answer.body.contains(
                #""geometry":{"type":"MultiLineString","coordinates":"#
                    + #"[[[179.9,-17],[180,-17.05]],[[-180,-17.05],[-179.9,-17.1]]]}"#
            )
        )
    }

    @Test(
        "bad queries name the parameter",
        arguments: [
            ("", "from"), ("from=42,-100", "to"), ("from=42&to=1,2", "from"),
            ("from=91,0&to=1,2", "from"), ("from=1,2&to=1,181", "to"),
            ("from=1,2&to=nan,1", "to"), ("from=1,2&to=1,2,3", "to"),
            ("from=1,2&to=1,2&mode=fly", "mode"), ("from=1,2&to=1,2&to_station=x", "to_station"),
            ("from=1,2&to_station=town.9", "to_station"), ("from=1,2&to=3,4&via=5,6", "via"),
        ]
    )
    func bad(query: String, parameter: String) async throws {
        let answer = try await service().get("/v1/directions?\(query)")
        // A station's id may be written as it must be, and be none.
        #expect(answer.status == (query.contains("town.9") ? 404 : 400))
        #expect(answer.body.contains("\"parameter\":\"\(parameter)\""))
    }

    @Test("a station of which no place is known has none to be led to")
    func noPlace() async throws {
        let answer = try await service().get("/v1/directions?from=42,-100&to_station=town.2")
        #expect(answer.status == 404)
        #expect(answer.body.contains("its address is 1 Oak Avenue"))
    }

    @Test("roads of a box come with class and name")
    func roads() async throws {
        let answer = try await service().get("/v1/roads?bbox=-100.1,41.9,-99.9,42.1")
        #expect(answer.status == 200)
        #expect(answer.type == "application/geo+json")
        let body = try JSONValue(parsing: Array(answer.body.utf8))
        let features = body["features"]?.elements ?? []
        #expect(
            features.map { $0["properties"]?["name"] } == [
                .string("Main Street"), .string("Oak \"Avenue\""),
            ]
        )
        #expect(
            features.map { $0["properties"]?["class"] } == [.string("street"), .string("primary")]
        )
        #expect(body["omitted_classes"]?.elements.isEmpty == true)
        let far = try await service().get("/v1/roads?bbox=-100.1,41.9,-99.9,42.1&zoom=9")
        #expect(!far.body.contains("Main Street"))
        #expect(far.body.contains(#""omitted_classes":["ramp","secondary""#))
    }

    @Test(
        "bad boxes are refused",
        arguments: ["", "bbox=1,2,3", "bbox=0,50,1,40", "bbox=0,0,200,1", "bbox=0,0,1,1&zoom=23"]
    )
    func badBox(query: String) async throws {
        #expect(try await service().get("/v1/roads?\(query)").status == 400)
    }
}
