import Datasets
import Geodesy
import Polling
import Testing

@testable import HTTPService

@Suite("Station routes")
struct StationRoutesTests {
    private static let whiteHouse = "lat=38.8977&lon=-77.0365"

    private func stations() throws -> [Station] {
        [
            Station(
                id: Station.ID(rawValue: "dc.17"),
                dataset: try DatasetName("dc"),
                name: "School \"Stead\"",
                address: "1625 P St NW",
                postcode: "20036",
                coordinate: try place(38.9096, -77.0375),
                districts: [
                    DistrictReference(type: "precinct", code: "17"),
                    DistrictReference(type: "ward", code: "Ward 2"),
                ],
                hours: "7 am - 8 pm",
                accessibility: Accessibility(wheelchair: .yes, note: "ramp"),
                attributes: ["WEB_URL": "http://x", "ANC": "2B"]
            ),
            try station("18", at: place(38.9, -77.04), name: "Library"),
            try station("19", at: nil, name: "Bus"),
        ]
    }

    /// The distances are those of GeographicLib's GeodSolve.
    @Test("the list is nearest first, with every member and exact distances")
    func list() async throws {
        let answer = try await TestService(stations: stations())
            .get("/v1/stations?\(Self.whiteHouse)")
        #expect(answer.status == 200)
        #expect(answer.type == "application/geo+json")
        #expect(
            answer.body
                == #"{"type":"FeatureCollection","features":["#
                + #"{"type":"Feature","id":"dc.18","#
                + #""geometry":{"type":"Point","coordinates":[-77.04,38.9]},"#
                + #""properties":{"name":"Library","station_type":"polling_place","address":null,"postcode":null,"#
                + #""districts":[],"hours":null,"#
                + #""accessibility":{"wheelchair":"unknown","note":null},"#
                + #""dataset":"dc","attributes":{},"distance_m":396.713}},"#
                + Self.stead(distance: #","distance_m":1323.907"#)
                + #"],"numberReturned":2,"timeStamp":"2026-11-03T12:00:00Z","links":[]}"#
        )
    }

    private static func stead(distance: String) -> String {
        #"{"type":"Feature","id":"dc.17","#
            + #""geometry":{"type":"Point","coordinates":[-77.0375,38.9096]},"#
            + #""properties":{"name":"School \"Stead\"","station_type":"polling_place","address":"1625 P St NW","#
            + #""postcode":"20036","districts":[{"type":"precinct","code":"17"},"#
            + #"{"type":"ward","code":"Ward 2"}],"hours":"7 am - 8 pm","#
            + #""times":[{"opens":"07:00","closes":"20:00","by_appointment":false}],"opening":null,"#
            + #""accessibility":{"wheelchair":"yes","note":"ramp"},"dataset":"dc","#
            + #""attributes":{"ANC":"2B","WEB_URL":"http://x"}"# + distance + "}}"
    }

    @Test("one station is a Feature without a distance; one without a place has no geometry")
    func one() async throws {
        let service = try await TestService(stations: stations())
        let stead = try await service.get("/v1/stations/dc.17")
        #expect(stead.status == 200)
        #expect(stead.type == "application/geo+json")
        #expect(stead.body == Self.stead(distance: ""))
        let bus = try await service.get("/v1/stations/dc%2E19")
        #expect(bus.body.hasPrefix(#"{"type":"Feature","id":"dc.19","geometry":null,"#))
    }

    @Test(
        "an id that nobody has, or that is no text, is not found",
        arguments: ["dc.99", "%FF", "%4"]
    )
    func unknown(id: String) async throws {
        let answer = try await TestService(stations: stations()).get("/v1/stations/\(id)")
        #expect(answer.status == 404)
        #expect(answer.type == "application/problem+json")
        #expect(answer.body == problem(404, "Not Found", "No station has this id"))
    }

    @Test("a radius keeps what lies on it and drops what lies beyond")
    func radius() async throws {
        let service = try await TestService(stations: stations())
        let distance = Geodesic.distance(
            from: try place(38.8977, -77.0365),
            to: try place(38.9, -77.04)
        ).meters
        let inclusive = try await service.get(
            "/v1/stations?\(Self.whiteHouse)&radius_m=\(distance)"
        )
        #expect(inclusive.body.contains(#""numberReturned":1"#))
        let exclusive = try await service.get(
            "/v1/stations?\(Self.whiteHouse)&radius_m=\(distance.nextDown)"
        )
        #expect(exclusive.body.contains(#""numberReturned":0"#))
    }

    @Test("pages linked by cursors hold every station once, in order")
    func pages() async throws {
        var random = SeededRandom(seed: 3)
        let center = try place(38.9, -77)
        let stations = try (0..<23).map { number in
            // Some at the same place, so that pages end between equals.
            try station(
                "\(number)",
                at: number % 3 == 0
                    ? center : random.place(near: center, degrees: 0.1)
            )
        }
        let service = try await TestService(stations: stations)
        var ids: [String] = []
        var next: String? = "/v1/stations?lat=38.9&lon=-77&limit=5&radius_m=50000"
        while let uri = next, ids.count < 100 {
            let page = try Page(try await service.get(uri).body)
            ids += page.ids
            next = page.next
        }
        let expected = stations.sorted { left, right in
            let distances = [left, right].map {
                Geodesic.distance(from: center, to: $0.coordinate ?? center)
            }
            return (distances[0], left.id) < (distances[1], right.id)
        }
        #expect(ids == expected.map(\.id.rawValue))
    }
}
