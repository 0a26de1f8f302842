import FeatureCollections
import Foundation
import Geodesy
import Testing

@testable import OpenStandards

@Suite struct TileTests {
    private let set = "/collections/things/tiles/WebMercatorQuad"

    private func service(_ count: Int = 500) async throws -> (RunningService, ListedContent) {
        let content = try ListedContent.points(count, seed: 7)
        return (try await RunningService([content.collection("things", revision: "1")]), content)
    }

    @Test("a tile is one of its kind, and is asked for by matrix, row and column")
    func tile() async throws {
        let (service, _) = try await service()
        let tile = try await service.get(set + "/0/0/0?f=mvt")
        #expect(tile.status == 200)
        #expect(tile.headers["content-type"] == "application/vnd.mapbox-vector-tile")
        #expect(try await service.get(set + "/0/0/0").body == tile.body)
        // The row comes first: there is a row 0 and a column 1, and of matrix 0 neither.
        #expect(try await service.get(set + "/1/0/1").status == 200)
        #expect(try await service.get(set + "/1/0/1").body != service.get(set + "/1/1/0").body)
    }

    @Test(
        "what is no tile is not found, and what is no form is refused",
        arguments: [
            ("/0/0/1", 404), ("/0/1/0", 404), ("/19/0/0", 404), ("/-1/0/0", 404), ("/a/0/0", 404),
            ("/1/0/2", 404), ("/1/0/99999999999999999999", 404), ("/01/0/0x", 404),
            ("/0/0/0?f=png", 400), ("/0/0/0?f=mvt&f=mvt", 400), ("/0/0/0?x=1", 400),
        ]
    )
    func refusals(path: String, status: Int) async throws {
        let (service, _) = try await service(5)
        let answer = try await service.get(set + path)
        #expect(answer.status == status)
        #expect(answer.headers["content-type"] == "application/problem+json")
    }

    @Test("a tile without features is 204, one beyond the limits 404")
    func empty() async throws {
        let shapes = [(10.0, 10.0), (20.0, 20.0)]
        let content = ListedContent(
            features: try shapes.enumerated().map { number, place in
                Feature(
                    id: "\(number)",
                    shape: .point(try Coordinate(latitude: place.0, longitude: place.1)),
                    values: [.null, .null, .null]
                )
            }
        )
        let service = try await RunningService([content.collection("things", revision: "1")])
        let limits = try #require(
            try await service.get(set).json["tileMatrixSetLimits"] as? [[String: Any]]
        )
        #expect(limits.count == 19)
        let eight = limits[8]
        let rows = try #require(eight["minTileRow"] as? Int)...#require(eight["maxTileRow"] as? Int)
        let columns =
            try #require(eight["minTileCol"] as? Int)...#require(eight["maxTileCol"] as? Int)
        // 10 degrees east in matrix 8 is column floor((10 + 180) / 360 * 256).
        #expect(columns == 135...142)
        #expect(rows == 113...120)
        #expect(try await service.get(set + "/8/116/140").status == 204)
        #expect(try await service.get(set + "/8/120/135").status == 200)
        #expect(try await service.get(set + "/8/121/135").status == 404)
        #expect(try await service.get(set + "/8/120/134").status == 404)
    }

    @Test("tags are strong, tell gzip apart, and hold until another version is published")
    func caching() async throws {
        let (service, content) = try await service()
        let path = set + "/0/0/0"
        let plain = try await service.get(path, ["Accept-Encoding": "identity"])
        let packed = try await service.get(path, ["Accept-Encoding": "gzip"])
        #expect(packed.headers["vary"]?.contains("Accept-Encoding") == true)
        let tag = try #require(plain.headers["etag"])
        #expect(tag.hasPrefix("\"") && packed.headers["etag"] != tag)
        // URLSession unpacks what it is sent.
        #expect(packed.body == plain.body)
        let known = try await service.get(
            path,
            ["Accept-Encoding": "identity", "If-None-Match": tag]
        )
        #expect(known.status == 304 && known.body.isEmpty)
        let head = try await service.send("HEAD", path, ["Accept-Encoding": "identity"])
        #expect(head.headers["etag"] == tag)
        #expect(head.headers["content-length"] == "\(plain.body.count)")
        service.show([content.collection("things", revision: "2")])
        let after = try await service.get(
            path,
            ["Accept-Encoding": "identity", "If-None-Match": tag]
        )
        #expect(after.status == 200 && after.headers["etag"] != tag)
    }

    @Test("the description, TileJSON and the style name addresses that are there")
    func documents() async throws {
        let (service, content) = try await service()
        let tileset = try await service.get(set).json
        #expect(tileset["dataType"] as? String == "vector")
        let links = try #require(tileset["links"] as? [[String: Any]])
        let item = try #require(links.first { $0["rel"] as? String == "item" })
        #expect(item["templated"] as? Bool == true)
        let template = try #require(item["href"] as? String)
        let address = template.replacingOccurrences(of: "{tileMatrix}", with: "1")
            .replacingOccurrences(of: "{tileRow}", with: "0")
            .replacingOccurrences(of: "{tileCol}", with: "1")
        let one = try await service.get(address)
        #expect(one.status == 200)
        let tileJSON = try await service.get(set + "?f=tilejson").json
        #expect(tileJSON["tilejson"] as? String == "3.0.0")
        let tiles = try #require((tileJSON["tiles"] as? [String])?.first)
        let same = try await service.get(
            tiles.replacingOccurrences(of: "{z}", with: "1")
                .replacingOccurrences(of: "{y}", with: "0")
                .replacingOccurrences(of: "{x}", with: "1")
        )
        #expect(same.body == one.body)
        let layers = try #require(tileJSON["vector_layers"] as? [[String: Any]])
        #expect(layers.map { $0["id"] as? String } == ["things"])
        let style = try await service.get("/styles/ambit.json")
        #expect(style.headers["content-type"] == "application/vnd.mapbox.style+json")
        let sources = try #require(try style.json["sources"] as? [String: [String: Any]])
        #expect(sources["things"]?["url"] as? String == service.root + set + "?f=tilejson")
        for path in ["/tileMatrixSets/Other", "/collections/things/tiles/Other", "/styles/x"] {
            #expect(try await service.get(path).status == 404)
        }
        let text = try #require(tileset["description"] as? String)
        let beyond = content.features.count { feature in
            guard case .point(let place)? = feature.shape else { return false }
            return place.latitude.magnitude > 85.051_128_779_806_6
        }
        #expect(beyond > 100)
        #expect(text.contains(" \(beyond) of the features lie beyond 85.0511 degrees"))
    }

    @Test("pages for people are there too, and may not say tilejson where there is none")
    func pages() async throws {
        let (service, _) = try await service(3)
        for path in [
            "/tileMatrixSets", "/tileMatrixSets/WebMercatorQuad", "/styles",
            "/collections/things/tiles", set,
        ] {
            let page = try await service.get(path, ["Accept": "text/html"])
            #expect(page.headers["content-type"] == "text/html; charset=utf-8")
            #expect(page.text.contains("<h1>"))
            #expect(try await service.get(path + "?f=xml").status == 400)
        }
        #expect(try await service.get("/styles?f=tilejson").status == 400)
    }
}
