import Access
import Datasets
import Geodesy
import ModuleTesting
import Testing

@testable import Expo

@Suite struct FairWayTests {
    private static func booth(
        _ label: String,
        _ spot: PlanSpot? = nil,
        at place: Coordinate? = nil,
        level: String? = nil
    ) throws -> Booth {
        Booth(
            dataset: try DatasetName("booths"),
            event: "denver",
            label: label,
            place: place,
            spot: spot,
            level: level
        )
    }

    /// A plan of 400 x 200 pixels; one that lies on the ground has north up and a pixel a metre.
    private static func map(_ id: Int64, level: String? = nil, isOnGround: Bool) throws -> SiteMap {
        var points: [PlanFit.ControlPoint] = []
        if isOnGround {
            let corner = try Coordinate(latitude: 39.74, longitude: -104.99)
            for (x, y) in [(0.0, 0.0), (400, 0), (400, 200), (0, 200)] {
                let east = Geodesic.destination(
                    from: corner,
                    bearing: try Angle.degrees(90),
                    distance: try .meters(x)
                )
                let place = Geodesic.destination(
                    from: east,
                    bearing: try Angle.degrees(180),
                    distance: try .meters(y)
                )
                points.append(PlanFit.ControlPoint(spot: PlanSpot(x: x, y: y), place: place))
            }
        }
        return SiteMap(
            id: id,
            fair: "denver",
            level: level,
            picture: "p",
            width: 400,
            height: 200,
            points: points,
            fit: isOnGround ? try PlanFit(points) : nil
        )
    }

    private static func fair(_ booths: [Booth], _ maps: [SiteMap]) throws -> FairSnapshot.Fair {
        let snapshot = FairSnapshot(
            exhibitors: [],
            booths: booths,
            places: [],
            maps: maps,
            versions: [],
            agenda: nil
        )
        return try #require(snapshot.fair("denver"))
    }

    @Test("between booths of a plan on the ground a pixel is a metre, and south is down")
    func onGround() throws {
        let booths = [
            try Self.booth("A", PlanSpot(x: 100, y: 20)),
            try Self.booth("B", PlanSpot(x: 100, y: 170)),
        ]
        let fair = try Self.fair(booths, [try Self.map(7, isOnGround: true)])
        let way = fair.way(from: fair.end(at: booths[0]), to: fair.end(at: booths[1]))
        #expect(abs(try #require(way.distance).meters - 150) < 0.01)
        #expect(abs(try #require(way.bearing).normalized.degrees - 180) < 0.1)
        let drawing = try #require(way.drawing)
        #expect(drawing.map.id == 7 && drawing.pixels == 150 && drawing.degrees == 180)
        #expect(!way.changesFloor)
    }

    @Test(
        "on a plan without control points the way is told in the picture alone",
        arguments: [
            (200.0, 50.0, 90.0), (0, 50, 270), (100, 0, 0), (100, 150, 180), (150, 0, 45),
        ]
    )
    func onPicture(x: Double, y: Double, degrees: Double) throws {
        let booths = [
            try Self.booth("A", PlanSpot(x: 100, y: 50)),
            try Self.booth("B", PlanSpot(x: x, y: y)),
        ]
        let fair = try Self.fair(booths, [try Self.map(7, isOnGround: false)])
        let way = fair.way(from: fair.end(at: booths[0]), to: fair.end(at: booths[1]))
        #expect(way.distance == nil && way.bearing == nil)
        #expect(abs(try #require(way.drawing).degrees - degrees) < 1e-9)
    }

    @Test("a position is on the plan where it lies within the picture")
    func position() throws {
        let booth = try Self.booth("A", PlanSpot(x: 100, y: 50))
        let fair = try Self.fair([booth], [try Self.map(7, isOnGround: true)])
        let corner = try Coordinate(latitude: 39.74, longitude: -104.99)
        let near = fair.way(from: FairWay.End(corner), to: fair.end(at: booth))
        let drawing = try #require(near.drawing)
        #expect(abs(drawing.from.x) < 0.01 && abs(drawing.from.y) < 0.01)
        let away = try Coordinate(latitude: 39.75, longitude: -104.99)
        let far = fair.way(from: FairWay.End(away), to: fair.end(at: booth))
        #expect(far.drawing == nil && far.distance != nil)
    }

    @Test("booths of two floors are on no plan together, and the way tells it")
    func floors() throws {
        let booths = [
            try Self.booth("A", PlanSpot(x: 100, y: 50), level: "1"),
            try Self.booth("B", PlanSpot(x: 100, y: 60), level: "2"),
        ]
        let maps = [
            try Self.map(7, level: "1", isOnGround: true),
            try Self.map(8, level: "2", isOnGround: true),
        ]
        let fair = try Self.fair(booths, maps)
        let way = fair.way(from: fair.end(at: booths[0]), to: fair.end(at: booths[1]))
        #expect(way.changesFloor && way.drawing == nil)
        #expect(abs(try #require(way.distance).meters - 10) < 0.01)
    }

    @Test("from where one is to where one is there is no direction")
    func nowhere() throws {
        let place = try Coordinate(latitude: 39.74, longitude: -104.99)
        let booth = try Self.booth("A", at: place)
        let fair = try Self.fair([booth], [])
        let way = fair.way(from: FairWay.End(place), to: fair.end(at: booth))
        #expect(way.distance?.meters == 0 && way.bearing == nil && way.drawing == nil)
    }
}

@Suite struct FairWayRouteTests {
    @Test("the way to a booth begins where the visitor stands, at a booth or at a place")
    func ways() async throws {
        let fair = try await FairFixture()
        func way(_ query: String) async throws -> ModuleService.Answer {
            try await fair.service.send("GET", "/v1/exhibitors/denver.wind/way?\(query)")
        }
        // B 3 stands 0.0006 degrees north of B 1, 66.6 m.
        let fromBooth = try await way("from_booth=b-3")
        #expect(fromBooth.status == 200, "\(fromBooth.body)")
        #expect(fromBooth["direction"] == "south" && fromBooth["from", "name"] == "B 3")
        #expect(fromBooth["to", "name"] == "B 1" && fromBooth["other_floor"] == "false")
        #expect(fromBooth.body.contains(#""distance_m":66.6"#), "\(fromBooth.body)")
        #expect(fromBooth.body.contains(#""drawing":null"#))
        let fromPlace = try await way("from_place=denver-places.tacos")
        #expect(fromPlace["from", "name"] == "Tacos" && fromPlace["direction"] == "southeast")
        let fromHere = try await way("lat=39.74&lon=-104.991")
        #expect(fromHere["direction"] == "east", "\(fromHere.body)")
        // No roads are loaded, and the directions say so.
        #expect(fromHere["directions", "method"] == "straight_line")
        #expect(fromHere["directions", "notice", "code"] == "no_network")
        for (query, status, parameter) in [
            ("", 400, "lat"), ("lat=1", 400, "lon"), ("from_booth=Z", 404, "from_booth"),
            ("from_place=x", 404, "from_place"), ("from_booth=B1&from_place=x", 400, "from_place"),
            ("lat=1&lon=2&from_booth=B1", 400, "from_booth"), ("color=red", 400, "color"),
        ] {
            let answer = try await way(query)
            #expect(answer.status == status, "\(query): \(answer.body)")
            #expect(answer.body.contains(#""parameter":"\#(parameter)""#), "\(query)")
        }
        let nobody = try await fair.service.send(
            "GET",
            "/v1/exhibitors/denver.nobody/way?from_booth=B1"
        )
        #expect(nobody.status == 404)
        try await fair.stop()
    }

    @Test("an exhibitor without a booth has no way to it")
    func withoutBooth() async throws {
        let fair = try await FairFixture()
        try await fair.publish(
            "exhibitors",
            "id,name\nlost,Lost Ltd\n",
            as: "denver-lost",
            event: "denver",
            token: try await fair.service.staff(.staff)
        )
        try await fair.service.load()
        for path in [
            "/v1/exhibitors/denver-lost.lost/way?from_booth=B1",
            "/v1/directions?from=39.74,-104.99&to_booth=denver-lost.lost",
        ] {
            let answer = try await fair.service.send("GET", path)
            #expect(answer.status == 404 && answer.body.contains("Nobody knows"), "\(answer.body)")
        }
        try await fair.stop()
    }

    @Test("directions lead to an exhibitor's booth, and the description says so")
    func directions() async throws {
        let fair = try await FairFixture()
        let path = "/v1/directions?from=39.74,-104.991"
        let answer = try await fair.service.send("GET", path + "&to_booth=denver.wind")
        #expect(answer.status == 200, "\(answer.body)")
        #expect(answer["to", "lon"] == "-104.99" && answer.body.contains("noble energy"))
        for (more, status, parameter) in [
            ("", 400, "to"), ("&to_booth=nobody", 404, "to_booth"),
            ("&to=1,2&to_booth=denver.wind", 400, "to_booth"),
        ] {
            let refused = try await fair.service.send("GET", path + more)
            #expect(refused.status == status, "\(refused.body)")
            #expect(refused.body.contains(#""parameter":"\#(parameter)""#))
        }
        let described = try await fair.service.send("GET", "/openapi.json")
        #expect(described.body.contains(#""to_booth":{"type":"string""#))
        try await fair.stop()
    }
}
