import Access
import DomainModules
import ModuleTesting
import Testing

@Suite struct LinkTests {
    private static let file = """
        label,url,use,order
        Mastodon,https://m.example/@denver,link,2
        Video,https://v.example/denver,,1
        What did you think?,https://s.example/,survey,
        """

    @Test("a file brings a fair's links and its survey, in their order")
    func links() async throws {
        let fair = try await FairFixture()
        let token = try await fair.organizer(of: "denver")
        let set =
            #"{"links":[{"label":"Old","url":"https://old.example/"}],"survey":"https://old.example/s"}"#
        #expect(
            try await fair.service.send("PUT", "/v1/fairs/denver", token: token, set).status == 200
        )
        try await fair.publish("links", Self.file, as: "web", event: "denver", token: token)
        try await fair.service.load()
        let shown = try await fair.service.send("GET", "/v1/fairs/denver")
        let labels = shown.body.matches(of: /"label":"([^"]+)"/).map(\.1)
        #expect(labels == ["Video", "Mastodon"], "\(shown.body)")
        #expect(shown["survey"] == "https://s.example/")
        let other = try await fair.service.send("GET", "/v1/fairs/houston")
        #expect(!other.body.contains("Mastodon"))
        // What a file brings is changed by a file.
        for (body, member) in [
            (#"{"links":[]}"#, "links"), (#"{"survey":""}"#, "survey"),
        ] {
            let refused = try await fair.service.send(
                "PUT",
                "/v1/fairs/denver",
                token: token,
                body
            )
            #expect(refused.status == 409 && refused.body.contains("web"), "\(refused.body)")
            #expect(refused.body.contains(#""parameter":"\#(member)""#))
        }
        let more = try await fair.service.send(
            "PUT",
            "/v1/fairs/denver",
            token: token,
            #"{"points_rating":5}"#
        )
        #expect(more.status == 200)
        try await fair.stop()
    }

    @Test("a check tells what a file of links would change, and changes nothing")
    func check() async throws {
        let fair = try await FairFixture()
        let token = try await fair.organizer(of: "denver")
        try await fair.publish("links", Self.file, as: "web", event: "denver", token: token)
        let next = Self.file.replacing("m.example", with: "n.example")
        let check = try await fair.importing(
            "links",
            next,
            as: "web",
            event: "denver",
            token: token,
            more: "&mode=check"
        )
        #expect(check.status == 200 && check.body.contains("n.example"), "\(check.body)")
        #expect(check.body.contains(#""changed" : 1"#), "\(check.body)")
        try await fair.service.load()
        let shown = try await fair.service.send("GET", "/v1/fairs/denver")
        #expect(shown.body.contains("m.example") && !shown.body.contains("n.example"))
        let houston = try await fair.organizer(of: "houston")
        let foreign = try await fair.importing(
            "links",
            next,
            as: "web",
            event: "denver",
            token: houston
        )
        #expect(foreign.status == 403)
        try await fair.stop()
    }

    @Test("what is no link is refused, a link needs its words, and a fair has one survey")
    func refusals() async throws {
        let fair = try await FairFixture()
        let token = try await fair.service.staff(.staff)
        let answer = try await fair.importing(
            "links",
            """
            label,url,use
            Script,javascript:alert(1),link
            Nowhere,https://,link
            Nowhere else,https:///path,link
            ,https://x.example/,link
            One,https://s.example/1,survey
            Two,https://s.example/2,survey
            Odd,https://o.example/,shop
            Good,https://g.example/,link
            """,
            as: "web",
            event: "denver",
            token: token
        )
        #expect(answer.status == 200, "\(answer.body)")
        for code in ["expo_no_link", "field_missing", "repeated_id"] {
            #expect(answer.body.contains(#""code" : "\#(code)""#), "\(code): \(answer.body)")
        }
        try await fair.service.load()
        let shown = try await fair.service.send("GET", "/v1/fairs/denver")
        #expect(shown["survey"] == "https://s.example/1" && shown.body.contains("Good"))
        #expect(!shown.body.contains("javascript") && !shown.body.contains("Nowhere"))
        try await fair.stop()
    }
}
