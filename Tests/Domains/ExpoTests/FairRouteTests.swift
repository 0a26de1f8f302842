import Access
import DomainModules
import Foundation
import HTTPService
import ModuleTesting
import Testing

@Suite struct FairRouteTests {
    @Test("exhibitors are listed by tier, found by a letter, and kept apart by fair")
    func list() async throws {
        let fair = try await FairFixture()
        func names(_ query: String, token: String? = nil) async throws -> [String] {
            let answer = try await fair.service.send("GET", "/v1/exhibitors?\(query)", token: token)
            #expect(answer.status == 200, "\(query): \(answer.body)")
            return answer.body.matches(of: /"name":"([^"]+)"/).map { String($0.1) }
        }
        #expect(try await names("event=denver") == ["Sunny Side", "noble energy", "LiUNA!"])
        #expect(
            try await names("event=fairs.denver&sort=name") == [
                "LiUNA!", "noble energy", "Sunny Side",
            ]
        )
        #expect(try await names("limit=1000").count == 6)
        #expect(try await names("event=denver&q=n") == ["noble energy"])
        #expect(try await names("event=denver&q=nobel") == ["noble energy"])
        #expect(try await names("event=denver&q=liuna") == ["LiUNA!"])
        #expect(try await names("event=denver&q=xyz") == [])
        #expect(try await names("event=denver&tier=gold") == ["noble energy"])
        #expect(try await names("event=denver&topic=Careers") == ["Sunny Side"])
        #expect(
            try await names("event=denver&sort=nearest&lat=39.7407&lon=-104.99")
                == ["LiUNA!", "Sunny Side", "noble energy"]
        )
        let (_, token) = try await fair.visitor()
        _ = try await fair.rate("denver.sun", token: token)
        #expect(try await names("event=denver&visited=true", token: token) == ["Sunny Side"])
        #expect(try await names("event=denver&visited=false", token: token).count == 2)
        #expect(
            try await names("event=denver&sort=unvisited", token: token)
                == ["noble energy", "LiUNA!", "Sunny Side"]
        )
        for (query, status, parameter) in [
            ("event=nowhere", 404, "event"), ("sort=nearest", 400, "sort"),
            ("tier=wood", 400, "tier"), ("cursor=zz", 400, "cursor"), ("limit=0", 400, "limit"),
            ("color=red", 400, "color"),
        ] {
            let answer = try await fair.service.send("GET", "/v1/exhibitors?\(query)")
            #expect(answer.status == status, "\(query)")
            #expect(answer.body.contains(#""parameter":"\#(parameter)""#), "\(query)")
        }
        #expect(try await fair.service.send("GET", "/v1/exhibitors?visited=true").status == 401)
        try await fair.stop()
    }

    @Test("pages of exhibitors hold each once")
    func pages() async throws {
        let fair = try await FairFixture()
        var path: String? = "/v1/exhibitors?limit=2&sort=name"
        var ids: [Substring] = []
        while let next = path {
            let page = try await fair.service.send("GET", next)
            ids += page.body.matches(of: /"id":"([^"]+)"/).map(\.1)
            path = page.body.firstMatch(of: /"href":"([^"]+cursor=[^"]+)"/).map { String($0.1) }
        }
        #expect(ids.count == 6 && Set(ids).count == 6)
        try await fair.stop()
    }

    @Test("places are the nearest first, by kind")
    func places() async throws {
        let fair = try await FairFixture()
        let all = try await fair.service.send(
            "GET",
            "/v1/places?event=denver&lat=39.741&lon=-104.99"
        )
        #expect(all.body.matches(of: /"name":"([^"]+)"/).map(\.1) == ["Restrooms", "Tacos"])
        let food = try await fair.service.send("GET", "/v1/places?event=denver&kind=food")
        #expect(food["numberReturned"] == "1" && food.body.contains("distance_m") == false)
        let none = try await fair.service.send("GET", "/v1/places?event=houston")
        #expect(none["numberReturned"] == "0")
        #expect(try await fair.service.send("GET", "/v1/places?kind=bar").status == 400)
        try await fair.stop()
    }

    @Test("places come in pages, each once, in whatever order")
    func pagesOfPlaces() async throws {
        let fair = try await FairFixture()
        let rows = (0..<7).map { "p\($0),food,Stand \($0 % 3),39.74\($0),-104.99\n" }.joined()
        try await fair.publish(
            "places",
            "id,kind,name,latitude,longitude\n" + rows,
            as: "houston-places",
            event: "houston",
            token: try await fair.service.staff(.staff)
        )
        try await fair.service.load()
        for order in ["", "&lat=39.7&lon=-104.99"] {
            var path: String? = "/v1/places?event=houston&kind=food&limit=2" + order
            var ids: [Substring] = []
            var pages = 0
            while let next = path {
                let page = try await fair.service.send("GET", next)
                #expect(page.status == 200, "\(page.body)")
                ids += page.body.matches(of: /"id":"([^"]+)"/).map(\.1)
                path = page.body.firstMatch(of: /"href":"([^"]+cursor=[^"]+)"/).map { String($0.1) }
                pages += 1
                try #require(pages < 10)
            }
            #expect(pages == 4 && ids.count == 7 && Set(ids).count == 7)
        }
        let wrong = try await fair.service.send("GET", "/v1/places?event=houston&cursor=x")
        #expect(wrong.status == 400 && wrong.body.contains("unknown_cursor"))
        try await fair.stop()
    }

    @Test("of fifty changes at once none is lost")
    func simultaneousSettings() async throws {
        let fair = try await FairFixture()
        let token = try await fair.organizer(of: "denver")
        let members = [
            #""survey":"https://s.example/""#, #""codes":"rotating""#, #""points_rating":20"#,
            #""points_code":7"#, #""contact_days":30"#,
        ]
        try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<50 {
                let body = "{\(members[number % members.count])}"
                group.addTask {
                    try await fair.service.send("PUT", "/v1/fairs/denver", token: token, body)
                        .status
                }
            }
            for try await status in group { #expect(status == 200) }
        }
        let set = try await fair.service.send("GET", "/v1/fairs/denver")
        #expect(set["survey"] == "https://s.example/" && set["codes"] == "rotating")
        #expect(set["points", "rating"] == "20" && set["points", "code"] == "7")
        #expect(set["contact_days"] == "30")
        let other = try await fair.service.send("GET", "/v1/fairs/houston")
        #expect(other["contact_days"] == "60")
        try await fair.stop()
    }

    /// A picture of 400 x 200 grey pixels, by `PNGFixture`.
    private func picture(_ fair: FairFixture, _ token: String) async throws -> String {
        try await fair.post(PNGFixture.gray(width: 400, height: 200), alt: "Plan", token: token)
    }

    private static func point(
        _ x: Int,
        _ y: Int,
        _ latitude: Double,
        _ longitude: Double
    ) -> String {
        #"{"x":\#(x),"y":\#(y),"lat":\#(latitude),"lon":\#(longitude)}"#
    }

    /// Where the corners of the picture lie.
    private static let corners = [
        point(0, 0, 39.741, -104.992), point(400, 0, 39.741, -104.988),
        point(400, 200, 39.739, -104.988), point(0, 200, 39.739, -104.992),
    ]

    private func add(
        _ picture: String,
        _ points: String,
        _ more: String = "",
        to fair: FairFixture,
        _ token: String
    ) async throws -> ModuleService.Answer {
        try await fair.service.send(
            "POST",
            "/v1/site-maps",
            token: token,
            #"{"event":"denver","media":"\#(picture)","control_points":[\#(points)]\#(more)}"#
        )
    }

    @Test("a plan with control points lies on the map, and one that does not fit is refused")
    func plans() async throws {
        let fair = try await FairFixture()
        let token = try await fair.organizer(of: "denver")
        let hash = try await picture(fair, token)
        func post(_ points: String, _ more: String = "") async throws -> ModuleService.Answer {
            try await add(hash, points, more, to: fair, token)
        }
        let good = Self.corners
        let added = try await post(good.joined(separator: ","))
        #expect(added.status == 201, "\(added.body)")
        #expect(try #require(added["residual_m"].flatMap(Double.init)) < 0.5)
        var bent = good
        bent[0] = Self.point(0, 0, 39.743, -104.992)
        let refused = try await post(bent.joined(separator: ","))
        #expect(refused.status == 422 && refused.body.contains("10 m"))
        #expect(try await post(bent.joined(separator: ","), #","force":true"#).status == 201)
        #expect(try await post(good.prefix(2).joined(separator: ",")).status == 400)
        let line = (0..<3).map { Self.point($0 * 10, $0 * 10, 39.74 + Double($0) / 1000, -104.99) }
        #expect(try await post(line.joined(separator: ",")).status == 422)
        #expect(
            try await post(good.joined(separator: ",") + "," + Self.point(900, 0, 39.74, -104.98))
                .status
                == 422
        )
        // The last one that was taken is the one that is shown.
        let maps = try await fair.service.send("GET", "/v1/site-maps?event=denver")
        #expect(maps.body.ranges(of: #""media""#).count == 1)
        let houston = try await fair.organizer(of: "houston")
        let foreign = try await fair.service.send(
            "POST",
            "/v1/site-maps",
            token: houston,
            #"{"event":"denver","media":"\#(hash)"}"#
        )
        #expect(foreign.status == 403)
        let missing = try await fair.service.send(
            "POST",
            "/v1/site-maps",
            token: token,
            #"{"event":"denver","media":"\#(String(repeating: "0", count: 64))"}"#
        )
        #expect(missing.status == 422 && missing.body.contains("unknown_picture"))
        try await fair.stop()
    }

    @Test("a plan lies where the fair is, is not turned over, and keeps its own words")
    func heldPlans() async throws {
        let fair = try await FairFixture()
        let token = try await fair.organizer(of: "denver")
        let hash = try await picture(fair, token)
        let good = Self.corners.joined(separator: ",")
        // Three points fit anywhere: they are held against the sense of the plan and the place of the fair.
        let swapped = [
            Self.point(0, 0, 39.741, -104.988), Self.point(400, 0, 39.741, -104.992),
            Self.point(400, 200, 39.739, -104.992),
        ].joined(separator: ",")
        for more in ["", #","force":true"#] {
            let mirrored = try await add(hash, swapped, more, to: fair, token)
            #expect(mirrored.status == 422 && mirrored.body.contains("mirror"), "\(mirrored.body)")
        }
        let abroad = [
            Self.point(0, 0, 52.521, 13.401), Self.point(400, 0, 52.521, 13.411),
            Self.point(400, 200, 52.519, 13.411),
        ].joined(separator: ",")
        let far = try await add(hash, abroad, to: fair, token)
        #expect(far.status == 422 && far.body.contains("km from where the fair is"), "\(far.body)")
        #expect(try await add(hash, abroad, #","force":true"#, to: fair, token).status == 201)
        // A plan keeps its words, whatever others say of the same picture.
        let worded = try await add(hash, good, #","alt":"The hall""#, to: fair, token)
        #expect(worded["alt"] == "The hall", "\(worded.body)")
        #expect(try await add(hash, good, #","alt":" ""#, to: fair, token).status == 400)
        let maps = try await fair.service.send("GET", "/v1/site-maps?event=denver")
        #expect(maps.body.contains("The hall"))
        try await fair.stop()
    }

    @Test("links, survey, points and codes are set by the fair's organizers")
    func settings() async throws {
        let fair = try await FairFixture()
        let token = try await fair.organizer(of: "denver")
        func put(_ body: String) async throws -> ModuleService.Answer {
            try await fair.service.send("PUT", "/v1/fairs/denver", token: token, body)
        }
        let set = try await put(
            #"{"links":[{"label":"Mastodon","url":"https://m.example/@d"}],"survey":"https://s.example/","points_rating":20}"#
        )
        #expect(set.status == 200, "\(set.body)")
        let shown = try await fair.service.send("GET", "/v1/fairs/denver")
        #expect(shown.body.contains("Mastodon") && shown["survey"] == "https://s.example/")
        #expect(shown["points", "rating"] == "20" && shown["phase"] == "during")
        let (_, visitor) = try await fair.visitor()
        #expect(try await fair.rate(token: visitor)["points_earned"] == "20")
        for (body, member) in [
            (#"{"links":[{"label":"x","url":"javascript:alert(1)"}]}"#, "links"),
            (#"{"survey":"ftp://x"}"#, "survey"), (#"{"codes":"none"}"#, "codes"),
            (#"{"points_rating":1001}"#, "points_rating"), (#"{"points_code":-1}"#, "points_code"),
            (#"{"contact_days":0}"#, "contact_days"), (#"{"contact_days":61}"#, "contact_days"),
        ] {
            let answer = try await put(body)
            #expect(
                answer.status == 400 && answer.body.contains(#""parameter":"\#(member)""#),
                "\(body)"
            )
        }
        #expect(
            try await fair.service.send("PUT", "/v1/fairs/denver", token: visitor, "{}").status
                == 403
        )
        #expect(try await put(#"{"survey":""}"#).body.contains(#""survey":null"#))
        #expect(try await fair.service.send("GET", "/v1/fairs/nowhere").status == 404)
        let list = try await fair.service.send("GET", "/v1/fairs")
        #expect(list.body.contains("fairs.denver") && list.body.contains("fairs.houston"))
        try await fair.stop()
    }

    @Test("a visitor may keep exhibitors and sessions")
    func markable() async throws {
        let fair = try await FairFixture()
        try await fair.publish(
            "sessions",
            "id,title,starts,ends,time_zone\nwelcome,Welcome,2027-06-05T10:00,2027-06-05T11:00,UTC\n",
            as: "talks",
            event: "denver",
            token: try await fair.service.staff(.staff)
        )
        try await fair.service.load()
        let kinds = fair.service.modules.flatMap { $0.part.markable }
        let sessions = try #require(kinds.first { $0.name == "sessions" })
        #expect(
            sessions.mark == MarkableKind.Mark.favorite
                && kinds.contains { $0.name == "exhibitors" }
        )
        #expect(try sessions.title("talks.welcome") == "Welcome")
        #expect(try sessions.title("talks.nothing") == nil)
        try await fair.stop()
    }

    @Test("why a plan is refused is told as a word, with the lengths that it speaks of")
    func reasonsOfPlans() async throws {
        let fair = try await FairFixture()
        let token = try await fair.organizer(of: "denver")
        let hash = try await picture(fair, token)
        let good = Self.corners
        let abroad = [
            Self.point(0, 0, 52.521, 13.401), Self.point(400, 0, 52.521, 13.411),
            Self.point(400, 200, 52.519, 13.411),
        ]
        let swapped = [
            Self.point(0, 0, 39.741, -104.988), Self.point(400, 0, 39.741, -104.992),
            Self.point(400, 200, 39.739, -104.992),
        ]
        let line = (0..<3).map { Self.point($0 * 10, $0 * 10, 39.74 + Double($0) / 1000, -104.99) }
        for (points, reason) in [
            (good + [Self.point(900, 0, 39.74, -104.98)], "outside"), (line, "unfit"),
            (swapped, "mirrored"), (abroad, "far"),
        ] {
            let refused = try await add(hash, points.joined(separator: ","), to: fair, token)
            #expect(refused.status == 422, "\(reason): \(refused.body)")
            #expect(refused.body.contains(#""reason":"\#(reason)""#), "\(refused.body)")
        }
        let far = try await add(hash, abroad.joined(separator: ","), to: fair, token)
        #expect(far.body.contains(#""point":1"#) && far.body.contains(#""distance_m":"#))
        try await fair.stop()
    }
}
