import Access
import Foundation
import ModuleTesting
import Testing

@Suite struct PlanVersionTests {
    /// A plan of 400 x 200 pixels over the fair of Denver, moved north by so many degrees.
    private static func points(north: Double = 0) -> String {
        [
            (0, 0, 39.741, -104.992), (400, 0, 39.741, -104.988), (400, 200, 39.739, -104.988),
            (0, 200, 39.739, -104.992),
        ].map { x, y, latitude, longitude in
            #"{"x":\#(x),"y":\#(y),"lat":\#(latitude + north),"lon":\#(longitude)}"#
        }.joined(separator: ",")
    }

    private struct Plans {
        let fair: FairFixture
        let token: String
        let hash: String

        init() async throws {
            fair = try await FairFixture()
            token = try await fair.organizer(of: "denver")
            hash = try await fair.post(
                PNGFixture.gray(width: 400, height: 200),
                alt: "Plan",
                token: token
            )
            // Two booths that the plan alone puts somewhere.
            try await fair.publish(
                "booths",
                "booth,plan_x,plan_y\nP 1,100,50\nP 2,200,150\n",
                as: "denver-plan",
                event: "denver",
                token: token
            )
            try await fair.service.load()
        }

        func add(_ points: String, check: Bool = false) async throws -> ModuleService.Answer {
            try await fair.service.send(
                "POST",
                "/v1/site-maps",
                token: token,
                #"{"event":"denver","media":"\#(hash)","control_points":[\#(points)],"check":\#(check)}"#
            )
        }

        func shown() async throws -> String {
            try await fair.service.send("GET", "/v1/site-maps?event=denver").body
        }
    }

    @Test("a check tells how many booths a plan places and moves, and keeps nothing")
    func check() async throws {
        let plans = try await Plans()
        let first = try await plans.add(PlanVersionTests.points(), check: true)
        #expect(first.status == 200 && first["change", "placed"] == "2", "\(first.body)")
        #expect(first.body.contains(#""id":null"#) && first.body.contains(#""replaces":null"#))
        #expect(try await plans.shown() == #"{"site_maps":[]}"#)
        let kept = try await plans.add(PlanVersionTests.points())
        #expect(kept.status == 201 && kept["change", "placed"] == "2", "\(kept.body)")
        // 0.0001 degrees of latitude are 11.1 m.
        let moved = try await plans.add(PlanVersionTests.points(north: 0.0001), check: true)
        #expect(moved["change", "moved"] == "2" && moved["change", "placed"] == "0")
        #expect(moved.body.contains(#""largest_move_m":11.1"#), "\(moved.body)")
        #expect(moved["change", "replaces"] == kept["id"])
        let bare = try await plans.add("", check: true)
        #expect(bare["change", "lost"] == "2", "\(bare.body)")
        let same = try await plans.add(PlanVersionTests.points(), check: true)
        #expect(same["change", "moved"] == "0" && same.body.contains(#""largest_move_m":null"#))
        try await plans.fair.stop()
    }

    @Test("an earlier plan is shown again, and the one in its place is kept")
    func restore() async throws {
        let plans = try await Plans()
        let first = try #require(try await plans.add(PlanVersionTests.points())["id"])
        let second = try #require(try await plans.add(PlanVersionTests.points(north: 0.0001))["id"])
        let service = plans.fair.service
        func restore(_ id: String, _ body: String = "{}") async throws -> ModuleService.Answer {
            try await service.send(
                "POST",
                "/v1/site-maps/\(id)/restore",
                token: plans.token,
                body
            )
        }
        let check = try await restore(first, #"{"check":true}"#)
        #expect(check.status == 200 && check["change", "moved"] == "2", "\(check.body)")
        #expect(try await plans.shown().contains("39.7411"))
        #expect(try await restore(second).status == 409)
        #expect(try await restore("999").status == 404)
        #expect(try await restore(first, #"{"x":1}"#).status == 400)
        let done = try await restore(first)
        #expect(done.status == 201 && done["change", "replaces"] == second, "\(done.body)")
        let shown = try await plans.shown()
        #expect(!shown.contains("39.7411") && shown.ranges(of: #""media""#).count == 1)
        let versions = try await service.send(
            "GET",
            "/v1/site-maps/versions?event=denver",
            token: plans.token
        )
        let ids = versions.body.matches(of: /"id":(\d+)/).map { String($0.1) }
        #expect(ids == [done["id"] ?? "", second, first], "\(versions.body)")
        #expect(versions.body.ranges(of: #""replaced_at":null"#).count == 1)
        try await plans.fair.stop()
    }

    @Test("earlier plans are for the fair's organizers")
    func strangers() async throws {
        let plans = try await Plans()
        let id = try #require(try await plans.add(PlanVersionTests.points())["id"])
        _ = try await plans.add(PlanVersionTests.points(north: 0.0001))
        let (_, visitor) = try await plans.fair.visitor()
        for (token, status) in [
            (nil, 401), (visitor, 403), (try await plans.fair.organizer(of: "houston"), 403),
        ] as [(String?, Int)] {
            let list = try await plans.fair.service.send(
                "GET",
                "/v1/site-maps/versions?event=denver",
                token: token
            )
            let restore = try await plans.fair.service.send(
                "POST",
                "/v1/site-maps/\(id)/restore",
                token: token,
                "{}"
            )
            #expect(list.status == status && restore.status == status, "\(list.body)")
        }
        try await plans.fair.stop()
    }
}
