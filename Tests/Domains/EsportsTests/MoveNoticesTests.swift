import AccountsTesting
import ModuleTesting
import Testing

@testable import EsportsModule

@Suite struct MoveNoticesTests {
    private static func tournaments(
        _ days: String,
        place: String = "Austin, USA",
        status: String = ""
    ) -> String {
        """
        id,title,starts,ends,location,game,status
        a,Austin Cup,\(days),"\(place)",apex,\(status)
        """
    }

    private static func matches(_ start: String, status: String = "not_started") -> String {
        """
        id,title,event,starts,team_a,team_b,status
        1,Final,a,\(start),T1,GEN,\(status)
        """
    }

    private static let teams = """
        id,name,game
        1,T1,apex
        2,GEN,apex
        3,GEN,chess
        """

    /// A service with the files, and accounts that follow.
    private static func followed(
        _ paths: [String]
    ) async throws -> (league: LeagueService, tokens: [String]) {
        let league = try await LeagueService()
        try await league.publish("teams", teams)
        try await league.publish("tournaments", tournaments("2026-06-05,2026-06-07"))
        try await league.publish("matches", matches("2026-06-06T10:00:00Z"))
        var tokens: [String] = []
        for path in paths {
            let (_, token) = try await TestAccount.make(on: league.service.site)
            for one in path.split(separator: " ") {
                let answer = try await league.service.send(
                    "PUT",
                    "/v1/me/follows/\(one)",
                    token: token
                )
                #expect(answer.status == 204, "\(answer.body)")
            }
            tokens.append(token)
        }
        return (league, tokens)
    }

    @Test("a match that is moved is told to those who follow its tournament or a team, once each")
    func movedMatch() async throws {
        let (league, tokens) = try await Self.followed([
            "events/tournaments.a", "teams/teams.1",
            "teams/teams.2 teams/teams.1 events/tournaments.a",
            "teams/teams.3",
        ])
        let later = Self.matches("2026-06-06T12:30:00Z")
        for _ in 0..<2 { try await league.publish("matches", later) }
        for token in tokens.prefix(3) {
            #expect(
                try await league.told(token) == [
                    "Final was moved: Now 2026-06-06T12:30:00 UTC; before, 2026-06-06T10:00:00 UTC."
                ]
            )
        }
        #expect(try await league.told(tokens[3]).isEmpty)
        try await league.publish(
            "matches",
            Self.matches("2026-06-06T12:30:00Z", status: "canceled")
        )
        #expect(
            try await league.told(tokens[1]).first == "Final is cancelled: It does not take place."
        )
        try await league.service.stop()
    }

    @Test("a move there and back and there again is told each time")
    func thereAndBack() async throws {
        let (league, tokens) = try await Self.followed(["events/tournaments.a"])
        for days in ["2026-06-08,2026-06-10", "2026-06-05,2026-06-07", "2026-06-08,2026-06-10"] {
            try await league.publish("tournaments", Self.tournaments(days))
        }
        let there =
            "Austin Cup was moved: Now 2026-06-08 to 2026-06-10; before, 2026-06-05 to 2026-06-07."
        let back =
            "Austin Cup was moved: Now 2026-06-05 to 2026-06-07; before, 2026-06-08 to 2026-06-10."
        #expect(try await league.told(tokens[0]).map(Self.withoutZone) == [there, back, there])
        try await league.service.stop()
    }

    @Test("an end, a place and a second thought are told as well")
    func otherChanges() async throws {
        let (league, tokens) = try await Self.followed(["events/tournaments.a"])
        try await league.publish("tournaments", Self.tournaments("2026-06-05,2026-06-08"))
        try await league.publish(
            "tournaments",
            Self.tournaments("2026-06-05,2026-06-08", place: "Dallas, USA")
        )
        for status in ["cancelled", "scheduled"] {
            try await league.publish(
                "tournaments",
                Self.tournaments("2026-06-05,2026-06-08", place: "Dallas, USA", status: status)
            )
        }
        let told = try await league.told(tokens[0])
        #expect(told.count == 4, "\(told)")
        #expect(told.first?.hasPrefix("Austin Cup takes place after all: It is 2026-06-05") == true)
        #expect(told.dropFirst().first?.hasPrefix("Austin Cup is cancelled") == true)
        #expect(told.dropFirst(2).first?.hasPrefix("Austin Cup is at another place") == true)
        #expect(told.dropFirst(2).first?.contains("now Dallas") == true)
        #expect(told.last?.hasPrefix("Austin Cup ends at another time: Now 2026-06-05 to") == true)
        try await league.service.stop()
    }

    @Test("what was imported while the service was down is told when it starts, and not again")
    func whileDown() async throws {
        let (league, tokens) = try await Self.followed(["events/tournaments.a"])
        let folder = league.service.folder
        try await league.service.stop()
        try await LeagueService.publish(
            "tournaments",
            Self.tournaments("2026-06-08,2026-06-10"),
            in: folder
        )
        for _ in 0..<2 {
            let started = try await LeagueService(in: folder)
            let told = try await started.told(tokens[0])
            #expect(told.count == 1 && told.first?.hasPrefix("Austin Cup was moved") == true)
            try await started.service.stop()
        }
    }

    @Test("a place that a gazetteer knows better, and a match that has begun, tell nothing")
    func nothingToTell() async throws {
        let (league, tokens) = try await Self.followed(["events/tournaments.a"])
        try await league.publish(
            "placenames",
            "text,city,country,lat,lon\n\"Austin, USA\",Austin City,US,30.27,-97.74\n"
        )
        try await league.publish("tournaments", Self.tournaments("2026-06-05,2026-06-07"))
        try await league.publish("matches", Self.matches("2026-06-06T10:07:00Z", status: "running"))
        #expect(try await league.told(tokens[0]).isEmpty)
        try await league.service.stop()
    }

    /// All-day spans of a place with a zone name it.
    private static func withoutZone(_ words: String) -> String {
        words.replacing(/\s[A-Z][a-z]+\/[A-Za-z_]+/, with: "")
    }
}
