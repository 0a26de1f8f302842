import Datasets
import Foundation
import GeoJSON
import Geodesy
import Ground
import HTTPTypes
import Roads
import Synchronization
import Testing
import Timekeeping

@testable import HTTPService

/// Ground in memory, whose version can be moved on.
private final class FakeGroundStore: GroundStore, DatasetLedger {
    let features: [GroundFeature]
    let districts: [GroundDistrict]
    let ledger = FakeLedger()

    init(_ features: [GroundFeature], districts: [GroundDistrict] = []) {
        self.features = features
        self.districts = districts
    }

    func forEachGroundFeature(
        _ visit: @Sendable ([GroundFeature]) throws -> Void
    ) async throws { try visit(features) }

    func forEachGroundDistrict(
        _ visit: @Sendable ([GroundDistrict]) throws -> Void
    ) async throws { try visit(districts) }

    func publishedVersions() async throws -> [DatasetVersion] {
        try await ledger.publishedVersions()
    }

    func versions(of name: DatasetName) async throws -> [DatasetVersion] { [] }

    func publish(_ name: DatasetName, version number: Int) async throws -> DatasetVersion {
        throw DatasetError.unknownDataset(name)
    }

    func withdraw(
        _ name: DatasetName,
        by who: String?,
        at moment: Timestamp
    ) async throws -> DatasetVersion { throw DatasetError.unknownDataset(name) }
}

@Suite("Ground routes")
struct GroundRoutesTests {
    /// A lake, 0.1 degrees wide, with a name; a brook through it; and the county around it.
    private static func store() throws -> FakeGroundStore {
        func square(_ west: Double, _ south: Double, _ side: Double) throws -> MultiPolygon {
            MultiPolygon([
                try Polygon(
                    exterior: [(0, 0), (side, 0), (side, side), (0, side)].map {
                        try place(south + $0.1, west + $0.0)
                    }
                )
            ])
        }
        let dataset = try DatasetName("curlew-water")
        return FakeGroundStore(
            [
                GroundFeature(
                    dataset: dataset,
                    key: "lake",
                    groundClass: .water,
                    detail: "lake",
                    name: "Swan \"Lake\"",
                    shape: .area(try square(10, 42, 0.1))
                ),
                GroundFeature(
                    dataset: dataset,
                    key: "brook",
                    groundClass: .water,
                    shape: .lines([[try place(42.05, 9.5), try place(42.05, 10.5)]])
                ),
            ],
            districts: [GroundDistrict(type: "county", area: try square(9.9, 41.9, 0.3))]
        )
    }

    private func service(
        _ store: FakeGroundStore,
        ways: WayFinder = WayFinder([]),
        configure: (inout ServiceConfiguration) -> Void = { _ in }
    ) async throws -> (service: TestService, ground: GroundDirectory) {
        let ground = GroundDirectory(store: store, kinds: [.ground])
        try await ground.load()
        let service = try await TestService(ways: ways, ground: ground, configure: configure)
        return (service, ground)
    }

    @Test("a box is answered with what to draw in it, clipped and rounded, and nothing else")
    func whole() async throws {
        let (service, _) = try await service(Self.store())
        // At zoom 10 a pixel is 0.00137 degrees wide, and 12 pixels are 0.0165.
        let answer = try await service.get("/v1/ground?bbox=9.98,41.98,10.12,42.12&zoom=10")
        #expect(answer.status == 200)
        #expect(answer.type == "application/geo+json")
        let document = try JSONValue(parsing: Array(answer.body.utf8))
        #expect(document["type"] == .string("FeatureCollection"))
        #expect(document["numberReturned"] == .number(2))
        #expect(document["complete"] == .boolean(true))
        let lake = try #require(document["features"]?.elements.first)
        #expect(lake["properties"]?["class"] == .string("water"))
        #expect(lake["properties"]?["kind"] == .string("lake"))
        #expect(lake["properties"]?["name"] == .string("Swan \"Lake\""))
        // 72 pixels are room enough for eleven letters.
        let names = try #require(lake["properties"]?["name_at"]?.elements)
        #expect(names.count == 1)
        #expect(names[0].elements[2] == .number(0))
        #expect(lake["geometry"]?["type"] == .string("Polygon"))
        let ring = try #require(lake["geometry"]?["coordinates"]?.elements.first?.elements)
        let corners = Set(ring.map { "\($0)" })
        #expect(ring.count == 5)
        #expect(corners.count == 4)
        #expect(ring[0] == .array([.number(10), .number(42)]))
        // The brook goes on, but not here, to a tenth of a pixel; the county lies just out of view.
        let brook = try #require(document["features"]?.elements.last)
        #expect(brook["geometry"]?["type"] == .string("LineString"))
        let ends = try #require(brook["geometry"]?["coordinates"]?.elements)
        #expect(
            ends == [
                .array([.number(9.9635), .number(42.05)]),
                .array([.number(10.1365), .number(42.05)]),
            ]
        )
    }

    @Test("the boundary of a district is a line that tells the district's type")
    func boundary() async throws {
        let (service, _) = try await service(Self.store())
        let answer = try await service.get("/v1/ground?bbox=9.8,41.8,10.3,42.3&zoom=10")
        let features = try JSONValue(parsing: Array(answer.body.utf8))["features"]?.elements
        let boundary = try #require(features?.last)
        #expect(boundary["properties"]?["class"] == .string("boundary"))
        #expect(boundary["properties"]?["kind"] == .string("county"))
        #expect(boundary["geometry"]?["type"] == .string("LineString"))
    }

    @Test(
        "roads lie over the water and below boundaries, cut to the box, with names where they fit"
    )
    func roads() async throws {
        let dataset = try DatasetName("curlew-roads")
        func road(_ key: String, _ kind: RoadKind, _ latitude: Double, _ name: String?) throws
            -> Road
        {
            Road(
                dataset: dataset,
                key: key,
                name: name,
                kind: kind,
                line: [try place(latitude, 9), try place(latitude, 11)]
            )
        }
        let (service, _) = try await service(
            Self.store(),
            ways: WayFinder([
                try road("1", .primary, 42.01, "Lake Road"), try road("2", .path, 42.011, nil),
                try road("3", .street, 43, "Far Street"),
            ])
        )
        let answer = try await service.get("/v1/ground?bbox=9.99,42,10.03,42.02&zoom=15")
        let features = try #require(
            try JSONValue(parsing: Array(answer.body.utf8))["features"]?.elements
        )
        #expect(
            features.map { $0["properties"]?["class"] } == [
                .string("water"), .string("path"), .string("primary"),
            ]
        )
        let road = try #require(features.last)
        #expect(road["properties"]?["name"] == .string("Lake Road"))
        #expect((road["properties"]?["name_at"]?.elements.count ?? 0) > 0)
        // 12 pixels are 0.000515 degrees at zoom 15.
        let west = try #require(road["geometry"]?["coordinates"]?.elements.first?.elements.first)
        #expect(west == .number(9.989485))
        let far = try await service.get("/v1/ground?bbox=9.99,42,10.03,42.02&zoom=12")
        #expect(far.body.contains("primary"))
        #expect(!far.body.contains("Lake Road"))
        #expect(!far.body.contains("path"))
    }

    @Test("a box across the antimeridian is drawn on both sides of it")
    func antimeridian() async throws {
        let dataset = try DatasetName("fiji")
        func line(_ key: String, _ west: Double) throws -> GroundFeature {
            GroundFeature(
                dataset: dataset,
                key: key,
                groundClass: .water,
                shape: .lines([[try place(-17, west), try place(-17, west + 1)]])
            )
        }
        let (service, _) = try await service(
            FakeGroundStore([try line("east", -180), try line("west", 179), try line("far", 0)])
        )
        let answer = try await service.get("/v1/ground?bbox=178,-18,-178,-16&zoom=6")
        let features = try JSONValue(parsing: Array(answer.body.utf8))["features"]?.elements
        #expect(features?.count == 2)
    }

    @Test("who keeps an answer is told that it still holds, until a dataset is published")
    func entityTag() async throws {
        let store = try Self.store()
        let lakes = try DatasetName("curlew-water")
        store.ledger.publish((lakes, .ground, 1))
        let (service, ground) = try await service(store)
        let address = "/v1/ground?bbox=9.98,41.98,10.12,42.12&zoom=10"
        let first = try await service.get(address)
        let tag = try #require(first.headers[.eTag])
        #expect(tag.hasPrefix("W/\""))
        #expect(first.headers[.cacheControl] == "public, no-cache")
        let again = try await service.send(.get, address, headers: [.ifNoneMatch: tag])
        #expect(again.status == 304)
        #expect(again.body.isEmpty)
        #expect(again.headers[.eTag] == tag)

        let settings = try JSONValue(parsing: Array(try await service.get("/v1/map").body.utf8))
        guard case .string(let revision)? = settings["ground_revision"] else {
            return #expect(Bool(false))
        }
        #expect(settings["tiles"] == .null)
        #expect(settings["opens_at"] == .null)
        let kept = try await service.get(address + "&revision=\(revision)")
        #expect(kept.headers[.cacheControl] == "public, max-age=31536000, immutable")
        #expect(kept.body == first.body)
        let other = try await service.get(address + "&revision=0")
        #expect(other.headers[.cacheControl] == "public, no-cache")

        store.ledger.publish((lakes, .ground, 2))
        try await ground.load()
        let changed = try await service.send(.get, address, headers: [.ifNoneMatch: tag])
        #expect(changed.status == 200)
        #expect(changed.headers[.eTag] != tag)
    }

    private static let boxRule = "west,south,east,north in degrees: -77.2,38.8,-76.9,39"
    private static let zoomRule = "a zoom is a whole number from 0 to 22"

    @Test(
        "a box or a zoom that is wrong is refused by name, with the value and what is allowed",
        arguments: [
            BadCase(
                "",
                [
                    ("bbox", "is missing; give \(boxRule)"),
                    ("zoom", "is missing; give a whole number from 0 to 22"),
                ]
            ),
            BadCase("bbox=1,2,3&zoom=5", [("bbox", #"is \"1,2,3\"; it is \#(boxRule)"#)]),
            BadCase("bbox=1,2,nan,4&zoom=5", [("bbox", #"is \"1,2,nan,4\"; it is \#(boxRule)"#)]),
            BadCase("bbox=1,2,3,4&zoom=23", [("zoom", #"is \"23\"; \#(zoomRule)"#)]),
            BadCase("bbox=1,2,3,4&zoom=1.5", [("zoom", #"is \"1.5\"; \#(zoomRule)"#)]),
            BadCase(
                "bbox=1,2,3,86&zoom=3",
                [
                    (
                        "bbox",
                        "reaches from latitude 2.0 to 86.0; a web map ends at 85.051129 degrees "
                            + "north and south"
                    )
                ]
            ),
            BadCase(
                "bbox=0,0,90,1&zoom=8",
                [
                    (
                        "bbox",
                        "is 16384 by 183 pixels at zoom 8; at most 4096 by 4096 are drawn at once"
                    )
                ]
            ),
        ]
    )
    func refused(bad: BadCase) async throws {
        let answer = try await TestService().get("/v1/ground?\(bad.input)")
        #expect(answer.status == 400)
        #expect(answer.body == badRequest(bad.errors))
    }

    @Test("before the ground is loaded the answer is 503")
    func notReady() async throws {
        let ground = GroundDirectory(store: try Self.store(), kinds: [])
        let service = try await TestService(ground: ground)
        #expect(try await service.get("/v1/ground?bbox=1,2,3,4&zoom=5").status == 503)
        #expect(try await service.get("/v1/map").status == 503)
        #expect(try await service.get("/readyz").status == 503)
    }

    @Test("another map's tiles are told to the page, and its policy lets their pictures in alone")
    func tiles() async throws {
        let tiles = try MapTiles(
            template: "https://Tiles.example.org:8443/a/{z}/{x}/{y}.png?key=1",
            attribution: " © A & B  contributors "
        )
        let (service, _) = try await service(Self.store()) { $0.tiles = tiles }
        let settings = try JSONValue(parsing: Array(try await service.get("/v1/map").body.utf8))
        #expect(settings["tiles"]?["url"] == .string(tiles.template))
        #expect(settings["tiles"]?["attribution"] == .string("© A & B contributors"))
        let policy = try #require(try await service.get("/").headers[.contentSecurityPolicy])
        let plain = try #require(
            try await TestService().get("/").headers[.contentSecurityPolicy]
        )
        #expect(plain.contains("img-src 'self';"))
        #expect(
            policy
                == plain.replacing(
                    "img-src 'self';",
                    with: "img-src 'self' https://tiles.example.org:8443;"
                )
        )
    }
}
