import Accounts
import AccountsModule
import AccountsTesting
import DomainModules
import Foundation
import GRDB
import ModuleTesting
import SpatiaLiteStore
import Standings
import Testing
import Timekeeping
import Vault

@Suite struct StandingsTests {
    private static let start = Timestamp(millisecondsSince1970: 1_800_000_000_000)

    /// A database with accounts, whose ids count up from 1.
    private func store(
        _ body: (Standings, SpatiaLiteStore) async throws -> Void
    ) async throws {
        let folder = try ModuleService.Folder()
        let options = try SpatiaLiteStore.Options.testing(
            ModuleList([
                VaultModule.self, AccountsModule.self, StandingsModule.self,
            ]).schemas
        )
        let store = try await SpatiaLiteStore.open(
            folder.path + "/ambit.sqlite",
            access: .readWrite,
            options: options
        )
        try await body(Standings(store: store), store)
        try await store.close()
    }

    private func earning(_ account: Int64, _ subject: String, _ points: Int64 = 10)
        -> Standings.Earning
    {
        .init(
            account: AccountID(rawValue: account),
            scope: "fair",
            rule: "rating",
            subject: subject,
            points: points
        )
    }

    private func moment(_ seconds: Int64) -> Timestamp {
        Self.start.adding(milliseconds: seconds * 1000)!
    }

    @Test("of a hundred who do one thing at once for an account, one earns")
    func once() async throws {
        try await store { standings, _ in
            let earned = try await withThrowingTaskGroup(of: Int64.self) { group in
                for _ in 0..<100 {
                    group.addTask {
                        try await standings.earn(self.earning(1, "booth 1"), at: Self.start).points
                    }
                }
                return try await group.reduce(into: [Int64]()) { $0.append($1) }
            }
            #expect(earned.count { $0 == 10 } == 1 && earned.count { $0 == 0 } == 99)
            #expect(try await standings.total(of: AccountID(rawValue: 1), in: "fair") == 10)
        }
    }

    @Test("what was earned in a transaction that fails was not earned")
    func oneTransaction() async throws {
        struct Refused: Error {}
        try await store { standings, store in
            await #expect(throws: (any Error).self) {
                try await store.writeInGroup { db in
                    _ = try Standings.earn(self.earning(1, "booth 1"), at: Self.start, in: db)
                    throw Refused()
                }
            }
            #expect(try await standings.total(of: AccountID(rawValue: 1), in: "fair") == 0)
            let again = try await standings.earn(earning(1, "booth 1"), at: Self.start)
            #expect(again == .init(points: 10, total: 10))
        }
    }

    @Test("no more is earned by a rule than may be")
    func most() async throws {
        try await store { standings, _ in
            var points: [Int64] = []
            for booth in 1...4 {
                points.append(
                    try await standings.earn(
                        earning(1, "booth \(booth)"),
                        most: 25,
                        at: Self.start
                    ).points
                )
            }
            #expect(points == [10, 10, 5, 0])
        }
    }

    @Test(
        "ranks are 1, 2, 2, 4; of those with as many, first who had them first, then the lower id"
    )
    func ranks() async throws {
        try await store { standings, _ in
            for (account, subject, points, seconds): (Int64, String, Int64, Int64) in [
                (5, "a", 20, 1), (3, "a", 10, 2), (4, "a", 10, 3), (9, "a", 10, 2), (2, "a", 5, 0),
                (5, "b", 1, 9), (3, "b", 5, 4), (9, "b", 5, 4),
            ] {
                _ = try await standings.earn(earning(account, subject, points), at: moment(seconds))
            }
            let board = try await standings.board(of: "fair", for: .organizer, limit: 10)
            #expect(board.map(\.account.rawValue) == [5, 3, 9, 4, 2])
            #expect(board.map(\.rank) == [1, 2, 2, 4, 5])
            #expect(board.map(\.points) == [21, 15, 15, 10, 5])
        }
    }

    @Test("a board is seen by those whom it is for, and by nobody until it is said")
    func visibility() async throws {
        try await store { standings, _ in
            for account: Int64 in 1...3 {
                _ = try await standings.earn(earning(account, "a", account), at: Self.start)
            }
            let friends = Standings.Viewer.friend(of: [
                AccountID(rawValue: 1), AccountID(rawValue: 3), AccountID(rawValue: 7),
            ])
            func seen(_ viewer: Standings.Viewer) async throws -> [Int64]? {
                do {
                    return try await standings.board(of: "fair", for: viewer, limit: 10)
                        .map(\.account.rawValue)
                } catch is Standings.NotVisible {
                    return nil
                }
            }
            #expect(try await seen(.organizer) == [3, 2, 1])
            #expect(try await seen(friends) == nil)
            #expect(try await seen(.anybody) == nil)
            try await standings.set(.friends, of: "fair")
            #expect(try await seen(friends) == [3, 1])
            #expect(try await seen(.anybody) == nil)
            try await standings.set(.public, of: "fair")
            #expect(try await seen(friends) == [3, 2, 1])
            #expect(try await seen(.anybody) == [3, 2, 1])
            try await standings.set(.organizers, of: "fair")
            #expect(try await seen(.anybody) == nil)
        }
    }

    @Test("a total that is not the sum is found, and what was earned cannot be changed")
    func check() async throws {
        try await store { standings, store in
            _ = try await standings.earn(earning(1, "a"), at: Self.start)
            _ = try await standings.earn(earning(2, "a"), at: Self.start)
            #expect(try await StandingsModule.checks(of: store).map(\.findingCount) == [0])
            try await store.write { db in
                try db.execute(sql: "UPDATE standings_total SET points = 11 WHERE account = 1")
                try db.execute(sql: "DELETE FROM standings_total WHERE account = 2")
            }
            #expect(try await StandingsModule.checks(of: store).map(\.findingCount) == [2])
            await #expect(throws: (any Error).self) {
                try await store.write { db in
                    try db.execute(sql: "UPDATE standings_entry SET points = 11")
                }
            }
        }
    }

    @Test("the ledger and the totals agree after many have earned at once")
    func ledger() async throws {
        let visitors = Int(ProcessInfo.processInfo.environment["AMBIT_TEST_ROUNDS"] ?? "") ?? 200
        try await store { standings, store in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for visitor in 1...visitors {
                    group.addTask {
                        for booth in 0..<31 {
                            _ = try await standings.earn(
                                self.earning(Int64(visitor), "booth \((booth * 7 + visitor) % 31)"),
                                at: self.moment(Int64(booth))
                            )
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await StandingsModule.checks(of: store).map(\.findingCount) == [0])
            let sums = try await store.read { db in
                try Row.fetchOne(
                    db,
                    sql: """
                        SELECT (SELECT sum(points) FROM standings_entry),
                            (SELECT sum(points) FROM standings_total)
                        """
                ).map { ($0[0] as Int, $0[1] as Int) }
            }
            #expect(sums?.0 == visitors * 310 && sums?.1 == visitors * 310)
        }
    }
}
