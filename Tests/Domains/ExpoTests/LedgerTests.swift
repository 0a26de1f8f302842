import Accounts
import AccountsModule
import DomainModules
import Expo
import Foundation
import GRDB
import ModuleTesting
import SpatiaLiteStore
import Standings
import Testing
import Timekeeping

@testable import ExpoModule

@Suite struct LedgerTests {
    /// By the variable `AMBIT_TEST_ROUNDS` in the long form: 20,000 visitors.
    private static let visitors =
        ProcessInfo.processInfo.environment["AMBIT_TEST_ROUNDS"].flatMap(Int.init) ?? 150
    private static let exhibitors = 31

    @Test("whatever visitors rate, the ledger equals the totals, and tallies the ratings")
    func ledger() async throws {
        let folder = try ModuleService.Folder()
        let options = try SpatiaLiteStore.Options.testing(
            FairFixture.list().schemas
        )
        let store = try await SpatiaLiteStore.open(
            folder.path + "/a.sqlite",
            access: .readWrite,
            options: options
        )
        try await store.write { db in
            for account in 1...Self.visitors {
                try db.execute(
                    sql: """
                        INSERT INTO accounts_account (id, kind, age_band, created_at, profile)
                        VALUES (?, 'anonymous', 'unknown', 0, x'00')
                        """,
                    arguments: [account]
                )
            }
        }
        let ratings = RatingStore(store: store)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for account in 1...Self.visitors {
                if account > 64 { try await group.next() }
                group.addTask { try await rateAll(ratings, account) }
            }
            try await group.waitForAll()
        }
        let sums = try await store.read { db in
            try Row.fetchOne(
                db,
                sql: """
                    SELECT (SELECT sum(points) FROM standings_entry),
                        (SELECT sum(points) FROM standings_total),
                        (SELECT count(*) FROM expo_rating),
                        (SELECT sum(one + two + three + four + five) FROM expo_tally),
                        (SELECT count(*) FROM standings_total WHERE points != 310)
                    """
            ).map { row in (0..<5).map { row[$0] as Int } }
        }
        let count = Self.visitors * Self.exhibitors
        #expect(sums == [count * 10, count * 10, count, count, 0])
        let tallies = try await ratings.tallies()
        #expect(tallies.count == Self.exhibitors)
        for check in try await StandingsModule.checks(of: store) { #expect(check.findings == []) }
        try await store.close()
    }

    /// Rates every exhibitor, some twice.
    private func rateAll(_ ratings: RatingStore, _ account: Int) async throws {
        for exhibitor in 0..<Self.exhibitors {
            for again in 0..<(exhibitor % 5 == 0 ? 2 : 1) {
                let moment = Timestamp(millisecondsSince1970: Int64(exhibitor * 1000 + again))
                _ = try await ratings.rate(
                    RatingStore.Act(
                        account: Int64(account),
                        ageBand: "unknown",
                        exhibitor: "fair.\(exhibitor)",
                        dataset: "fair",
                        marks: Exhibitor.Marks(booth: nil, name: "\(exhibitor)"),
                        fair: "fair",
                        stars: try #require(Stars((account + exhibitor + again) % 5 + 1)),
                        ratedAt: moment,
                        receivedAt: moment,
                        proof: .none,
                        rule: PointRule(),
                        key: nil
                    )
                )
            }
        }
    }
}
