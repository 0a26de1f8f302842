import FeatureCollections
import Foundation
import Geodesy
import Testing

@testable import OpenStandards

@Suite struct FilterTests {
    private let items = "/collections/things/items"

    private func encoded(_ text: String) -> String { Links.encoded(text) }

    private func service(_ count: Int = 500) async throws -> (RunningService, ListedContent) {
        let content = try ListedContent.points(count, seed: 7)
        return (try await RunningService([content.collection("things", revision: "1")]), content)
    }

    @Test("the pages of a filtered list hold what brute force finds, in both encodings")
    func pages() async throws {
        let (service, content) = try await service()
        let expected = content.features.filter {
            guard case .point(let place)? = $0.shape else { return false }
            return $0.values[1] == .integer(3)
                || $0.values[2] == .boolean(true) && place.latitude > 10 && place.longitude == 180
        }.map(\.id)
        #expect(expected.count > 50)
        let text = "size = 3 OR open AND S_INTERSECTS(geometry, LINESTRING(180 10.0001, 180 90))"
        let found = try await service.all(items + "?limit=17&filter=\(encoded(text))")
        #expect(found.ids == expected && Set(found.matched) == [expected.count])
        let json =
            #"{"op":"or","args":[{"op":"=","args":[{"property":"size"},3]},{"op":"and","args":["#
            + #"{"property":"open"},{"op":"s_intersects","args":[{"property":"geometry"},"#
            + #"{"type":"LineString","coordinates":[[180,10.0001],[180,90]]}]}]}]}"#
        let same = try await service.all(
            items + "?limit=400&filter-lang=cql2-json&filter=\(encoded(json))"
        )
        #expect(same.ids == expected)
    }

    @Test("what is near a place is found by its geodesic, over the antimeridian and at the poles")
    func near() async throws {
        let (service, content) = try await service(2000)
        for (latitude, longitude, meters) in [
            (0.0, 179.9, 1_500_000.0), (89.5, 10.0, 400_000.0), (45.0, 10.0, 2_000_000.0),
            (-90.0, 0.0, 1_000_000.0), (10.0, -180.0, 20_003_000.0),
        ] {
            let center = try Coordinate(latitude: latitude, longitude: longitude)
            let expected = content.features.filter {
                guard case .point(let place)? = $0.shape else { return false }
                return Geodesic.distance(from: center, to: place).meters <= meters
            }
            let text = "S_DWITHIN(geometry, POINT(\(longitude) \(latitude)), \(meters))"
            let found = try await service.all(items + "?limit=1000&filter=\(encoded(text))")
            #expect(!expected.isEmpty && found.ids == expected.map(\.id), "\(text)")
        }
    }

    @Test("geometries are understood in the system of filter-crs, in the order of its axes")
    func systems() async throws {
        let (service, _) = try await service()
        let uri = "http://www.opengis.net/def/crs/EPSG/0/"
        let plain = try await service.all(
            items + "?limit=500&filter=\(encoded("S_INTERSECTS(geometry, BBOX(0, 10, 90, 50))"))"
        )
        #expect(plain.ids.count > 5)
        for (code, box) in [
            (4326, "10, 0, 50, 90"),
            // By pyproj 3.7.2.
            (3857, "0, 1118889.974857959, 10018754.171394622, 6446275.841017158"),
        ] {
            let text = "S_INTERSECTS(geometry, BBOX(\(box)))"
            let found = try await service.all(
                items + "?limit=500&filter-crs=\(uri)\(code)&filter=\(encoded(text))"
            )
            #expect(found.ids == plain.ids)
        }
    }

    @Test(
        "a filter that is wrong is 400 with its place, whatever it is",
        arguments: [
            ("filter=", "filter"), ("filter=size%20%3D", "filter"), ("filter=%00", "filter"),
            ("filter=%F0%9F%98%80", "filter"), ("filter=%7B&filter-lang=cql2-json", "filter"),
            ("filter=open&filter-lang=sql", "filter-lang"),
            ("filter-lang=cql2-text", "filter-lang"),
            ("filter=open&filter-crs=EPSG:4326", "filter-crs"),
            ("filter=open&filter=open", "filter"),
            (
                "filter=" + String(repeating: "(", count: 3000) + "open"
                    + String(repeating: ")", count: 3000), "filter"
            ),
            ("filter=" + String(repeating: "a", count: 9000), "filter"),
        ]
    )
    func refusals(query: String, name: String) async throws {
        let (service, _) = try await service(5)
        let answer = try await service.get(items + "?" + query)
        #expect(answer.status == 400)
        let errors = try #require(try answer.json["errors"] as? [[String: Any]])
        #expect(errors.map { $0["parameter"] as? String } == [name])
    }

    @Test("a filter goes together with a box, a property and GDAL's old name for the language")
    func together() async throws {
        let (service, content) = try await service()
        let found = try await service.all(
            items + "?limit=9&bbox=-180,-90,0,90&open=true&filter-lang=cql-text&filter=size%3E2"
        )
        let all = try await service.all(items + "?limit=500&bbox=-180,-90,0,90&open=true")
        let expected = content.features.filter {
            guard case .integer(let size) = $0.values[1] else { return false }
            return size > 2 && all.ids.contains($0.id)
        }
        #expect(found.ids == expected.map(\.id) && !expected.isEmpty)
    }
}
