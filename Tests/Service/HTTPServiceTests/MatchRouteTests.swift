import Datasets
import GeoJSON
import Geodesy
import HTTPTypes
import Roads
import Testing

@testable import HTTPService

/// `POST /v1/match`, over Main Street, which runs north from (42, -100), and Oak Avenue east from its end.
@Suite struct MatchRouteTests {
    private func service() async throws -> TestService {
        func line(_ places: [(Double, Double)]) throws -> [Coordinate] {
            try places.map { try Coordinate(latitude: $0.0, longitude: $0.1) }
        }
        let dataset = try DatasetName("town")
        return try await TestService(
            ways: WayFinder([
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
                    name: "Oak Avenue",
                    kind: .street,
                    line: try line([(42.01, -100), (42.01, -99.99)])
                ),
            ])
        )
    }

    private func fixes(_ places: [(Double, Double)]) -> String {
        places.enumerated().map { index, place in
            let second = index % 60 < 10 ? "0\(index % 60)" : "\(index % 60)"
            return #"{"at":"2024-11-03T08:0\#(index / 60):\#(second)Z","lat":\#(place.0),"#
                + #""lon":\#(place.1)}"#
        }.joined(separator: ",")
    }

    private func match(_ body: String) async throws -> Answer {
        try await service().send(.post, "/v1/match", json: body)
    }

    @Test("a drive round a corner comes with its streets, its length and a place for each fix")
    func drive() async throws {
        let north = (0..<9).map { (42.0055 + 0.0005 * Double($0), -100.00002) }
        let east = (0..<9).map { (42.01002, -99.9995 + 0.0005 * Double($0)) }
        let answer = try await match(#"{"mode":"drive","fixes":[\#(fixes(north + east))]}"#)
        #expect(answer.status == 200)
        let body = try JSONValue(parsing: Array(answer.body.utf8))
        #expect(body["notice"] == .null)
        #expect(body["matched_fraction"] == .number(1))
        #expect(body["breaks"]?.elements.isEmpty == true)
        let parts = body["parts"]?.elements ?? []
        #expect(parts.count == 1)
        #expect(
            parts.first?["streets"]?.elements.map { $0["street"] }
                == [.string("Main Street"), .string("Oak Avenue")]
        )
        #expect(parts.first?["from"] == .string("2024-11-03T08:00:00Z"))
        #expect(parts.first?["geometry"]?["type"] == .string("LineString"))
        // 0.0045 degrees north and 0.0045 east, by GeographicLib.
        guard case .number(let meters)? = body["distance_m"] else { return #expect(Bool(false)) }
        #expect(abs(meters - (499.84 + 372.69)) < 2)
        let all = body["fixes"]?.elements ?? []
        #expect(all.count == 18)
        #expect(all.first?["street"] == .string("Main Street"))
        #expect(all.last?["road"] == .string("town.2"))
    }

    @Test("fixes off all roads break the way, and it is not guessed")
    func gap() async throws {
        let first = (0..<6).map { (42.001 + 0.0003 * Double($0), -100.0) }
        let off = (0..<6).map { (42.003 + 0.0001 * Double($0), -100.01) }
        let last = (0..<6).map { (42.005 + 0.0003 * Double($0), -100.0) }
        let answer = try await match(#"{"mode":"walk","fixes":[\#(fixes(first + off + last))]}"#)
        let body = try JSONValue(parsing: Array(answer.body.utf8))
        #expect(body["parts"]?.elements.count == 2)
        let gap = try #require(body["breaks"]?.elements.first)
        #expect(gap["reason"] == .string("off_road"))
        #expect(gap["after_fix"] == .number(5) && gap["before_fix"] == .number(12))
        #expect(gap["from"] == .string("2024-11-03T08:00:05Z"))
        #expect(body["fixes"]?.elements[8]["unmatched"] == .string("off_road"))
    }

    @Test(
        "where nothing is matched a notice says why",
        arguments: [
            ([(52.0, 13.0), (52.001, 13.0)], "off_roads"),
            ([(-12.0, 42.0), (-12.0, 42.001)], "off_roads"),
        ]
    )
    func notice(places: [(Double, Double)], code: String) async throws {
        let answer = try await match(#"{"mode":"walk","fixes":[\#(fixes(places))]}"#)
        #expect(answer.status == 200)
        let body = try JSONValue(parsing: Array(answer.body.utf8))
        #expect(body["notice"]?["code"] == .string(code))
        #expect(body["parts"]?.elements.isEmpty == true)
        #expect(!answer.body.contains("13."))
    }

    @Test(
        "live, what is settled of some fixes is what is settled first of more of them",
        arguments: [1, 4]
    )
    func live(lag: Int) async throws {
        let service = try await service()
        let north = (0..<9).map { (42.0055 + 0.0005 * Double($0), -100.00002) }
        let east = (0..<9).map { (42.01002, -99.9995 + 0.0005 * Double($0)) }
        let all = north + east
        var known: [JSONValue] = []
        for count in [2, 9, 12, all.count] {
            let answer = try await service.send(
                .post,
                "/v1/match/live",
                json:
                    #"{"mode":"drive","lag":\#(lag),"fixes":[\#(fixes(Array(all.prefix(count))))]}"#
            )
            #expect(answer.status == 200)
            let body = try JSONValue(parsing: Array(answer.body.utf8))
            let settled = body["settled"]?.elements ?? []
            #expect(Array(settled.prefix(known.count)) == known)
            // Each fix tells something: what waits are the last ones.
            #expect(settled.count == max(0, count - lag))
            #expect(body["waiting_from"] == .number(Double(settled.count)))
            known = settled
        }
        #expect(known.map { $0["fix"] } == known.indices.map { .number(Double($0)) })
        #expect(known.first?["street"] == .string("Main Street"))
        #expect(known.last?["street"] == .string("Oak Avenue"))
        #expect(known.map { $0["begins_part"] == .boolean(true) } == known.indices.map { $0 == 0 })
    }

    @Test("live, a lag is told within its range, and only there")
    func lagRange() async throws {
        let track = #""mode":"drive","fixes":[\#(fixes([(42.001, -100), (42.002, -100)]))]"#
        for (path, lag, words) in [
            ("/v1/match/live", "0", "is 0; it lies between 1 and 100"),
            ("/v1/match/live", "101", "is 101; it lies between 1 and 100"),
            ("/v1/match/live", "1.5", "whole number"), ("/v1/match", "5", "lag"),
        ] {
            let answer = try await service().send(.post, path, json: #"{"lag":\#(lag),\#(track)}"#)
            #expect(answer.status == 400)
            #expect(answer.body.contains(words), "\(answer.body)")
        }
    }

    @Test("without roads there is nothing to match on")
    func noRoads() async throws {
        let answer = try await TestService().send(
            .post,
            "/v1/match",
            json: #"{"mode":"walk","fixes":[\#(fixes([(42.0, -100.0), (42.001, -100.0)]))]}"#
        )
        #expect(answer.body.contains(#""code":"no_network""#))
    }

    static let faults: [(body: String, words: String)] = [
        (#"{"mode":"fly","fixes":[]}"#, #""parameter":"mode","message":"is \"fly\"; it is one of"#),
        (#"{"mode":"walk"}"#, #""parameter":"fixes","message":"is missing""#),
        (
            #"{"mode":"walk","fixes":[{"at":"2024-11-03T08:00:00Z","lat":1,"lon":2}]}"#,
            "has 1; a track has 2 to 10000 fixes"
        ),
        (
            #"{"mode":"walk","fixes":[{"at":"2024-11-03T08:00:00Z","lat":-100,"lon":42},{}]}"#,
            #""parameter":"fixes[0].lat","message":"latitude is -100.0; a latitude lies between -90 "#
                + "and 90; lat and lon look swapped"
        ),
        (
            #"{"mode":"walk","fixes":[{"at":"2987-11-03T08:00:00Z","lat":1,"lon":2},7]}"#,
            "in the future"
        ),
        (
            #"{"mode":"walk","fixes":[{"at":"1989-11-03T08:00:00Z","lat":1,"lon":2},7]}"#,
            "before 1990"
        ),
        (
            #"{"mode":"walk","fixes":[{"at":"2024-11-03T08:00:00Z","lat":1,"lon":2,"speed_mps":1e9},7]}"#,
            #""parameter":"fixes[0].speed_mps""#
        ),
        (
            #"{"mode":"walk","fixes":[{"at":"2024-11-03T08:00:00Z","lat":1,"lon":2,"x":1},7]}"#,
            #""parameter":"fixes[0].x""#
        ),
        (
            #"{"mode":"walk","fixes":[{"at":"2024-11-03T08:00:09Z","lat":1,"lon":2},"#
                + #"{"at":"2024-11-03T08:00:00Z","lat":1,"lon":2}]}"#,
            "is earlier than the fix before"
        ),
    ]

    @Test("bad fixes are refused by their numbers", arguments: faults.indices)
    func refusals(index: Int) async throws {
        let (body, words) = Self.faults[index]
        let answer = try await match(body)
        #expect(answer.status == 400)
        #expect(answer.body.contains(words), "\(answer.body)")
    }

    @Test("ten thousand fixes are matched, and one more is refused")
    func limit() async throws {
        func body(_ count: Int) -> String {
            let list = (0..<count).map { index in
                #"{"at":"2024-11-03T\#(Self.clock(index))Z","lat":\#(42 + Double(index % 1000) * 1e-5),"#
                    + #""lon":-100}"#
            }
            return #"{"mode":"drive","fixes":[\#(list.joined(separator: ","))]}"#
        }
        #expect(try await match(body(10_000)).status == 200)
        let refused = try await match(body(10_001))
        #expect(refused.status == 400)
        #expect(refused.body.contains("has 10001; a track has 2 to 10000 fixes"))
    }

    private static func clock(_ second: Int) -> String {
        [second / 3600, second / 60 % 60, second % 60]
            .map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
}
