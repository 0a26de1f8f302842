import FeatureCollections
import Foundation
import Geodesy
import ReferenceSystems
import Testing

@testable import OpenStandards

@Suite struct ItemTests {
    private func service(_ count: Int = 500) async throws -> (RunningService, ListedContent) {
        let content = try ListedContent.points(count, seed: 7)
        let collection = content.collection("things", revision: "1")
        return (try await RunningService([collection]), content)
    }

    private let items = "/collections/things/items"

    @Test("the pages of a list hold every feature once, and each tells how many there are")
    func pages() async throws {
        let (service, content) = try await service()
        let (ids, matched) = try await service.all(items + "?limit=37")
        #expect(ids == content.features.map(\.id))
        #expect(Set(matched) == [500])
        #expect(matched.count == 14)
    }

    @Test(
        "boxes find what brute force finds, over the antimeridian and at the poles too",
        arguments: [
            "170,-20,-170,20", "-180,-90,180,90", "0,60,10,90", "-10,-90,10,-89",
            "-180,-90,-179,90",
            "179.5,-90,180,90", "100,-45,-100,45", "12,-5,-20,13,5,20",
        ]
    )
    func boxes(text: String) async throws {
        let (service, content) = try await service()
        let numbers = text.split(separator: ",").compactMap { Double($0) }
        let half = numbers.count / 2
        let (west, south, east, north) = (
            numbers[0], numbers[1], numbers[half], numbers[half + 1]
        )
        let expected = content.features.filter { feature in
            guard case .point(let place)? = feature.shape else { return false }
            guard place.latitude >= south, place.latitude <= north else { return false }
            if place.latitude.magnitude == 90 { return true }
            let names =
                place.longitude.magnitude == 180 ? [-180, 180] : [place.longitude]
            return names.contains {
                west <= east ? $0 >= west && $0 <= east : $0 >= west || $0 <= east
            }
        }
        let (ids, matched) = try await service.all(items + "?limit=50&bbox=\(text)")
        #expect(ids == expected.map(\.id))
        #expect(Set(matched) == [expected.count])
    }

    @Test(
        "a box in another system finds what lies in its plane",
        arguments: [
            (27700, "-200000,-100000,900000,1300000"), (3031, "-3000000,-2000000,1000,1000"),
            (3857, "-20037508,-1000000,0,9000000"),
        ]
    )
    func foreignBoxes(code: Int, text: String) async throws {
        let (service, content) = try await service(2000)
        let edges = text.split(separator: ",").compactMap { Double($0) }
        let transform = try CoordinateTransform(from: try CoordinateReferenceSystem(code: code))
        let expected = content.features.filter { feature in
            guard case .point(let place)? = feature.shape,
                let point = transform.coordinates(of: place)
            else { return false }
            return point.x >= edges[0] && point.x <= edges[2] && point.y >= edges[1]
                && point.y <= edges[3]
        }
        #expect(!expected.isEmpty)
        let uri = "http://www.opengis.net/def/crs/EPSG/0/\(code)"
        let (ids, _) = try await service.all(items + "?limit=500&bbox-crs=\(uri)&bbox=\(text)")
        #expect(Set(ids) == Set(expected.map(\.id)))
    }

    @Test("a list that is published anew between two pages is gone, and is not mixed")
    func publication() async throws {
        let (service, content) = try await service(30)
        let first = try await service.get(items + "?limit=10").json
        let links = try #require(first["links"] as? [[String: Any]])
        let next = try #require(links.first { $0["rel"] as? String == "next" }?["href"] as? String)
        #expect(try await service.get(next).status == 200)
        service.show([content.collection("things", revision: "2")])
        let gone = try await service.get(next)
        #expect(gone.status == 410)
        #expect(gone.text.contains("without cursor"))
        #expect(gone.headers["content-type"] == "application/problem+json")
    }

    @Test("limits above the greatest are the greatest, and others are refused")
    func limits() async throws {
        let (service, _) = try await service()
        for text in ["10000", "10001", "1000000", "99999999999999999999999"] {
            let answer = try await service.get(items + "?limit=\(text)").json
            #expect(answer["numberReturned"] as? Int == 500)
        }
        #expect(try await service.get(items).json["numberReturned"] as? Int == 10)
        for text in ["0", "-1", "1.5", "unlimited", "", "+3", "1e3"] {
            let answer = try await service.get(items + "?limit=\(text)")
            #expect(answer.status == 400)
            #expect(answer.text.contains("\"parameter\":\"limit\""))
        }
    }

    @Test(
        "each bad parameter is refused with its name, its value and what is allowed",
        arguments: [
            ("bbox", "1,2,3"), ("bbox", "1,2,3,4,5"), ("bbox", "a,b,c,d"), ("bbox", "0,10,10,0"),
            ("bbox", "-181,0,10,10"), ("bbox", "0,0,9,10,10,1"), ("bbox", "0,0,nan,1"),
            ("datetime", "yesterday"), ("datetime", "../.."), ("datetime", "/"),
            ("datetime", "2026-11-04T00Z/2026-11-03"), ("datetime", "2026-11-04/2026-11-03"),
            ("datetime", "2026-13-01"),
            ("datetime", "2026-11-03T00:00:00Z/a"), ("datetime", "2026-01-01/2026-02-01/.."),
            ("crs", "EPSG:4326"), ("crs", "http://www.opengis.net/def/crs/EPSG/0/1"),
            ("bbox-crs", "x"), ("f", "xml"), ("cursor", "12"), ("cursor", "a.b"), ("size", "big"),
            ("open", "yes"), ("Limit", "3"), ("unknown", "1"),
        ]
    )
    func refusals(name: String, value: String) async throws {
        let (service, _) = try await service(5)
        let answer = try await service.get(items + "?\(name)=\(value)")
        #expect(answer.status == 400)
        let errors = try #require(try answer.json["errors"] as? [[String: Any]])
        #expect(errors.map { $0["parameter"] as? String } == [name])
        if !["cursor", "Limit", "unknown"].contains(name) {
            #expect((errors[0]["message"] as? String)?.contains("\"\(value)\"") == true)
        }
    }

    @Test("times match with open ends, and what holds always matches")
    func times() async throws {
        var content = try ListedContent.points(4, seed: 1)
        let day: Int64 = 86_400_000
        content.times = [
            nil, FeatureTime(from: 0, to: day - 1), FeatureTime(from: day, to: nil),
            FeatureTime(from: nil, to: -1),
        ]
        let service = try await RunningService([content.collection("things", revision: "1")])
        for (text, expected) in [
            ("1970-01-01T12:00:00Z", [0, 1]), ("1970-01-01", [0, 1]), ("1970-01-02", [0, 2]),
            ("../1969-12-31T23:59:59Z", [0, 3]), ("/1970-01-01T00:00:00Z", [0, 1, 3]),
            ("1970-01-02T00:00:00Z/..", [0, 2]), ("1970-01-01T23:59:59.999Z/", [0, 1, 2]),
            ("1969-12-31/1970-01-02", [0, 1, 2, 3]), ("1970-01-01T00:00:00%2B01:00", [0, 3]),
        ] {
            let (ids, _) = try await service.all(items + "?datetime=\(text)")
            #expect(ids == expected.map { "thing.\($0)" }, "\(text)")
        }
        let extent =
            try await service.get("/collections/things").json["extent"] as? [String: Any]
        let temporal = extent?["temporal"] as? [String: Any]
        #expect(temporal == nil, "one holds always")
    }

    @Test("every feature has every property, null or not, and its place in the axes of the system")
    func properties() async throws {
        let place = try Coordinate(latitude: 51.5, longitude: -0.125)
        let feature = Feature(
            id: "a/b c",
            shape: .point(place),
            values: [.null, .integer(3), .boolean(true)]
        )
        let nowhere = Feature(id: "n", shape: nil, values: [.null, .null, .null])
        let service = try await RunningService([
            ListedContent(features: [feature, nowhere]).collection("things", revision: "1")
        ])
        let list = try await service.get(items)
        #expect(
            list.text.contains(
                #""properties":{"name":null,"size":3,"open":true}"#
            )
        )
        #expect(list.text.contains(#""geometry":null,"properties":{"name":null,"size":null"#))
        #expect(try await service.all(items + "?bbox=-180,-90,180,90").ids == ["a/b c"])
        #expect(list.headers["content-crs"] == "<http://www.opengis.net/def/crs/OGC/1.3/CRS84>")
        let one = try await service.get(items + "/a%2Fb%20c")
        #expect(one.text.contains(#""coordinates":[-0.125,51.5]"#))
        let uri = "http://www.opengis.net/def/crs/EPSG/0/"
        let turned = try await service.get(items + "/a%2Fb%20c?crs=\(uri)4326")
        #expect(turned.text.contains(#""coordinates":[51.5,-0.125]"#))
        #expect(turned.headers["content-crs"] == "<\(uri)4326>")
        // By pyproj 3.7.2, EPSG:4326 to EPSG:3857: -13914.936349, 6710219.083221.
        let mercator = try await service.get(items + "?limit=1&crs=\(uri)3857")
        #expect(mercator.text.contains(#""coordinates":[-13914.9363,6710219.0832]"#))
        #expect(try await service.get(items + "/none").status == 404)
        #expect(try await service.get("/collections/none/items").status == 404)
    }

    @Test("HEAD has the fields of GET, what is known is not sent again, and pages may look")
    func caching() async throws {
        let (service, content) = try await service()
        for path in [
            "", "/conformance", "/api", "/collections", "/collections/things", items,
            items + "?limit=500", items + "/thing.1", "/collections/things/schema",
        ] {
            let headers = ["Origin": "https://a.example", "Accept-Encoding": "identity"]
            let whole = try await service.get(path, headers)
            let head = try await service.send("HEAD", path, headers)
            #expect(whole.status == 200 && head.status == 200)
            #expect(head.body.isEmpty)
            var (left, right) = (whole.headers, head.headers)
            // What is sent in portions has no length beforehand; HEAD tells the one that it has.
            if left["transfer-encoding"] != nil { left["content-length"] = "\(whole.body.count)" }
            for name in ["date", "vary", "transfer-encoding"] {
                left[name] = nil
                right[name] = nil
            }
            #expect(left == right, "\(path)")
            #expect(whole.headers["access-control-allow-origin"] == "*")
            #expect(whole.headers["access-control-expose-headers"]?.contains("Content-Crs") == true)
            let tag = try #require(whole.headers["etag"])
            let known = try await service.get(path, ["If-None-Match": tag])
            #expect(known.status == 304 && known.body.isEmpty)
            #expect(try await service.send("OPTIONS", path).status == 204)
            #expect(try await service.send("POST", path).status == 405)
        }
        let before = try await service.get(items)
        service.show([content.collection("things", revision: "2")])
        let after = try await service.get(items, ["If-None-Match": before.headers["etag"] ?? ""])
        #expect(after.status == 200)
    }

    @Test("until everything is loaded, nothing is told of collections")
    func loading() async throws {
        let service = try await RunningService(nil)
        #expect(try await service.get("").status == 200)
        for path in ["/collections", "/api", items] {
            #expect(try await service.get(path).status == 503)
        }
    }

    @Test("pages for people are escaped and have no scripts")
    func pagesForPeople() async throws {
        let evil = Feature(
            id: "<b>",
            shape: nil,
            values: [.text("<script>alert(1)</script>\u{338}\"'&"), .null, .null]
        )
        let service = try await RunningService([
            ListedContent(features: [evil]).collection("things", revision: "1")
        ])
        for path in ["", "/conformance", "/api", "/collections", items, items + "/%3Cb%3E"] {
            let page = try await service.get(path, ["Accept": "text/html,*/*;q=0.8"])
            #expect(page.status == 200)
            #expect(page.headers["content-type"] == "text/html; charset=utf-8")
            #expect(!page.text.contains("<script") && !page.text.contains("<b>"))
            #expect(page.headers["content-security-policy"]?.contains("default-src 'none'") == true)
            #expect(try await service.get(path + "?f=json").headers["content-type"] != "text/html")
        }
    }
}
