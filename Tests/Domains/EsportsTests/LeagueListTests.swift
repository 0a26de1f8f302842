import Foundation
import ModuleTesting
import Testing

@testable import EsportsModule

@Suite struct LeagueListTests {
    private static func ids(_ answer: ModuleService.Answer) -> [String] {
        answer.body.matches(of: /"type":"Feature","id":"([^"]*)"/).map { String($0.1) }
    }

    @Test("results that stand in titles and descriptions alone are hidden as well")
    func hiddenResults() async throws {
        let league = try await LeagueService()
        try await league.publish(
            "matches",
            """
            id,title,summary,starts,team_a,team_b,score_a,score_b,status
            1,T1 3-1 GEN (Final),A fine day for T1,2026-01-01T10:00:00Z,T1,GEN,,,finished
            2,Grand final: T1 beats GEN,,2026-01-02T10:00:00Z,T1,GEN,3,1,finished
            3,GEN beats all,,2026-01-03T10:00:00Z,T1,GEN,,,finished
            4,Show match,Bring friends,2026-07-03T10:00:00Z,T1,GEN,,,not_started
            """
        )
        let shown = try await league.service.send("GET", "/v1/matches")
        #expect(shown.body.components(separatedBy: #""score":3"#).count == 3)
        let shownCalendar = try await league.service.send("GET", "/v1/matches.ics?team=T1").body
        #expect(shownCalendar.contains("DESCRIPTION:A fine day for T1"))
        #expect(shownCalendar.contains("DESCRIPTION:Bring friends"))
        #expect(shownCalendar.contains("X-WR-CALNAME:T1"))
        for path in ["/v1/matches?results=hide", "/v1/matches.ics?results=hide"] {
            let body = try await league.service.send("GET", path).body
            for told in ["3-1", "beats", "fine day", #""score":3"#] {
                #expect(!body.contains(told), "\(path) tells \(told)")
            }
            #expect(body.contains("T1 - GEN") && body.contains("Show match"))
        }
        try await league.service.stop()
    }

    @Test("pages of products go on through any number of imports, or say that they cannot")
    func pages() async throws {
        let league = try await LeagueService()
        func file(_ offset: Int) -> String {
            // Each import turns the order round.
            "id,title,price,currency\n"
                + (0..<12).map { "\($0),Cap \($0),\(1 + ($0 * 7 + offset) % 12).00,USD" }
                .joined(separator: "\n")
        }
        try await league.publish("products", file(0))
        let expected = Self.ids(try await league.service.send("GET", "/v1/products?limit=100"))
        var (path, seen): (String?, [String]) = ("/v1/products?limit=2", [])
        var first: String?
        for round in 1...20 {
            guard let page = path else { break }
            let answer = try await league.service.send("GET", page)
            #expect(answer.status == 200, "\(answer.body)")
            seen += Self.ids(answer)
            let next = answer.body.firstMatch(of: /"cursor":"([0-9a-f]+)"/)?.1
            path = next.map { "/v1/products?limit=2&cursor=\($0)" }
            first = first ?? path
            for turn in 0..<3 { try await league.publish("products", file(round * 3 + turn)) }
        }
        #expect(seen == expected && seen.count == 12)

        // After a restart the list of the first page is nowhere: nothing is given in its place.
        let folder = league.service.folder
        try await league.service.stop()
        let started = try await LeagueService(in: folder)
        let lost = try await started.service.send("GET", try #require(first))
        #expect(lost.status == 400 && lost.body.contains("unknown_cursor"))
        #expect(lost.body.contains("changed since"))
        // One of the list that is still there goes on.
        let page = try await started.service.send("GET", "/v1/products?limit=2")
        let next = try #require(page.body.firstMatch(of: /"cursor":"([0-9a-f]+)"/)).1
        try await started.service.stop()
        let again = try await LeagueService(in: folder)
        let more = try await again.service.send("GET", "/v1/products?limit=2&cursor=\(next)")
        #expect(more.status == 200 && Set(Self.ids(more)).isDisjoint(with: Self.ids(page)))
        let other = try await again.service.send(
            "GET",
            "/v1/products?limit=2&sort=lowest_price&cursor=\(next)"
        )
        #expect(other.status == 400)
        try await again.service.stop()
    }
}
