import Accounts
import DomainModules
import Foundation
import GRDB
import Geodesy
import ModuleTesting
import SpatiaLiteStore
import Testing
import Timekeeping
import Trajectories
import Vault

@testable import MobilityModule

/// What came in many small calls is joined into rows that are neither many nor large.
@Suite struct FixJoinTests {
    private let day = TravelService.begin / 86_400_000

    private struct Kept {
        let travel: TravelService
        let store: FixStore
        let account: AccountID

        init() async throws {
            travel = try await TravelService()
            account = try await travel.person(agreeing: ["auto_track"]).account.id
            let site = travel.service.site
            store = FixStore(store: site.store, vault: Vault.on(site))
        }

        func rows() async throws -> [Int64: Int] {
            let rows = try await travel.service.store.read { db in
                try Row.fetchAll(db, sql: "SELECT id, length(box) FROM mobility_fixes")
                    .map { ($0[0] as Int64, $0[1] as Int) }
            }
            return Dictionary(uniqueKeysWithValues: rows)
        }

        func compact() async throws {
            try await store.compact(account, settled: 0, isWaiting: false)
        }
    }

    /// Fixes of a call, a second apart, the last tenth of which come once more in the next call, elsewhere.
    private func batch(_ device: String, _ call: Int, count: Int = 100) throws -> FixBatch {
        let step = count - count / 10
        var fixes: [Fix] = []
        for number in 0..<count {
            let milliseconds = TravelService.begin + Int64(call * step + number) * 1_000
            let longitude = Double(number * 7_919 % 10_000) / 1e4
            let place = try Coordinate(latitude: 40 + Double(call) / 100, longitude: longitude)
            let at = Timestamp(millisecondsSince1970: milliseconds)
            fixes.append(Fix(at: at, place: place, accuracyMeters: 5))
        }
        return FixBatch(device: device, fixes: fixes)
    }

    private func add(_ batch: FixBatch, _ kept: Kept) async throws {
        let moment = Timestamp(millisecondsSince1970: TravelService.begin)
        #expect(try await kept.store.add([batch], of: kept.account, at: moment))
    }

    @Test("Large rows are left alone, and of a moment the fix that came first stays")
    func joins() async throws {
        let kept = try await Kept()
        for call in 0..<70 { try await add(try batch("d\(call % 2)", call / 2), kept) }
        let before = try await kept.store.fixes(of: kept.account)
        #expect(before.devices == ["d0", "d1"])
        // 90 of each call but the last, which has 100.
        #expect(before.tracks.map(\.count) == [34 * 90 + 100, 34 * 90 + 100])
        try await kept.compact()
        let joined = try await kept.rows()
        #expect(joined.count < 64)
        // Rows are joined until they are large enough with the last one.
        let limit = FixStore.joinedBytes + FixStore.smallBytes
        #expect(joined.values.allSatisfy { $0 < limit })
        let after = try await kept.store.fixes(of: kept.account)
        #expect(after.devices == before.devices && after.tracks == before.tracks)
        #expect(after.lastRow == before.lastRow)

        let large = joined.filter { $0.value >= FixStore.smallBytes }
        #expect(!large.isEmpty)
        for call in 0..<64 {
            try await add(try batch("d0", 40 + call, count: 10), kept)
        }
        let whole = try await kept.store.fixes(of: kept.account)
        try await kept.compact()
        let rows = try await kept.rows()
        #expect(large.allSatisfy { rows[$0.key] == $0.value })
        #expect(rows.count < joined.count + 64)
        #expect(try await kept.store.fixes(of: kept.account).tracks == whole.tracks)
        try await kept.travel.stop()
    }

    @Test("Calls with many fixes each are left as they came")
    func leavesLargeCalls() async throws {
        let kept = try await Kept()
        for call in 0..<70 { try await add(try batch("d", call, count: 1_000), kept) }
        let before = try await kept.rows()
        #expect(before.count == 70 && before.values.allSatisfy { $0 >= FixStore.smallBytes })
        try await kept.compact()
        #expect(try await kept.rows() == before)
        try await kept.travel.stop()
    }

    @Test("What went or changed while rows were joined beside the writer stays as it is")
    func isOvertaken() async throws {
        let kept = try await Kept()
        for call in 0..<70 { try await add(try batch("d", call, count: 10), kept) }
        let joins = try await kept.store.joins(of: kept.account, on: day)
        #expect(joins.count == 1 && joins.first?.rows.count == 70)
        // Five fixes of the middle of the time.
        let middle = TravelService.begin + 300_000
        let removed = try await kept.store.remove(
            of: kept.account,
            from: Timestamp(millisecondsSince1970: middle),
            to: Timestamp(millisecondsSince1970: middle + 5_000)
        )
        #expect(removed >= 5)
        let before = try await kept.store.fixes(of: kept.account)
        let join = try #require(joins.first)
        #expect(try await kept.store.exchange(join) == false)
        #expect(try await kept.store.fixes(of: kept.account).tracks == before.tracks)
        // What is read anew is exchanged.
        for join in try await kept.store.joins(of: kept.account, on: day) {
            #expect(try await kept.store.exchange(join))
        }
        #expect(try await kept.rows().count == 1)
        #expect(try await kept.store.fixes(of: kept.account).tracks == before.tracks)
        try await kept.travel.stop()
    }

    @Test("A row that lost a fix is another row, also where its box is as long as before")
    func isOvertakenByOneFix() async throws {
        let kept = try await Kept()
        // A phone that rests: without one of its fixes a call takes as many bytes.
        for call in 0..<70 {
            let begin = TravelService.begin + Int64(call) * 200_000
            let fixes = try (0..<20).map { number in
                Fix(
                    at: Timestamp(millisecondsSince1970: begin + Int64(number) * 10_000),
                    place: try Coordinate(latitude: 40, longitude: 5),
                    accuracyMeters: 5
                )
            }
            try await add(FixBatch(device: "d", fixes: fixes), kept)
        }
        let (mark, rows) = (try await kept.store.mark(of: kept.account), try await kept.rows())
        let joins = try await kept.store.joins(of: kept.account, on: day)
        let middle = TravelService.begin + 7_090_000
        let removed = try await kept.store.remove(
            of: kept.account,
            from: Timestamp(millisecondsSince1970: middle),
            to: Timestamp(millisecondsSince1970: middle + 1)
        )
        #expect(removed == 1)
        #expect(try await kept.rows() == rows)
        #expect(try await kept.store.mark(of: kept.account) != mark)
        let before = try await kept.store.fixes(of: kept.account)
        #expect(before.tracks.map(\.count) == [70 * 20 - 1])
        #expect(!joins.isEmpty)
        for join in joins { #expect(try await kept.store.exchange(join) == false) }
        #expect(try await kept.store.fixes(of: kept.account).tracks == before.tracks)
        try await kept.travel.stop()
    }

    @Test("What is taken out goes, and what comes meanwhile stays", arguments: 0..<3)
    func removesBesideOthers(round: Int) async throws {
        let kept = try await Kept()
        for call in 0..<40 { try await add(try batch("d", call), kept) }
        // 40 calls of 90 seconds each, and the last ten of the last one.
        let end = Timestamp(millisecondsSince1970: TravelService.begin + 3_610_000)
        async let removed = kept.store.remove(of: kept.account, from: nil, to: end)
        for call in 50..<70 { try await add(try batch("d", call), kept) }
        #expect(try await removed == 40 * 100)
        let rest = try await kept.store.fixes(of: kept.account)
        // 20 calls of 90, and the last ten of the last one.
        #expect(rest.tracks.map(\.count) == [19 * 90 + 100])
        #expect(rest.tracks[0].first?.at.milliseconds(since: end) == 890_000)
        try await kept.travel.stop()
    }

    @Test("Fixes from a moment on are those of all, and the clock of a device may be ahead")
    func readsFromAMoment() async throws {
        let kept = try await Kept()
        let begin = TravelService.begin
        // Each an hour after the one before; the clock of the last device is ten minutes ahead.
        for hour in 0..<5 {
            for (device, ahead) in [("d", Int64(0)), ("e", Fix.clockSkewMilliseconds)] {
                let came = begin + Int64(hour) * 3_600_000
                let fix = Fix(
                    at: Timestamp(millisecondsSince1970: came + ahead),
                    place: try Coordinate(latitude: 40, longitude: Double(hour))
                )
                let isKept = try await kept.store.add(
                    [FixBatch(device: device, fixes: [fix])],
                    of: kept.account,
                    at: Timestamp(millisecondsSince1970: came)
                )
                #expect(isKept)
            }
        }
        let all = try await kept.store.fixes(of: kept.account)
        #expect(all.tracks.map(\.count) == [5, 5])
        for minutes in stride(from: Int64(0), through: 300, by: 5) {
            let from = Timestamp(millisecondsSince1970: begin + minutes * 60_000)
            let part = try await kept.store.fixes(of: kept.account, from: from)
            let expected = all.tracks.map { $0.filter { $0.at >= from } }.filter { !$0.isEmpty }
            #expect(part.tracks == expected)
            #expect(part.lastRow == all.lastRow)
        }
        try await kept.travel.stop()
    }
}
