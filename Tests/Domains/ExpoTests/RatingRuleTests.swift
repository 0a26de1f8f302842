import Agenda
import Cryptography
import Foundation
import Testing
import Timekeeping

@testable import Expo

@Suite struct RatingRuleTests {
    private let opens = Timestamp(millisecondsSince1970: 1_000_000_000_000)

    private func moment(hours: Double) throws -> Timestamp {
        try #require(opens.adding(milliseconds: Int64(hours * 3_600_000)))
    }

    /// A fair of six hours.
    private func window() throws -> RatingWindow {
        let zone = try #require(ZoneRules(named: "America/Denver"))
        return RatingWindow(EventSpan(from: opens, to: try moment(hours: 6), in: zone))
    }

    @Test("ratings are taken during the fair, by when they were given")
    func during() throws {
        let window = try window()
        #expect(try window.check(given: nil, receivedAt: moment(hours: 1)) == moment(hours: 1))
        #expect(try window.check(given: opens, receivedAt: moment(hours: 17.9)) == opens)
        // A clock that is a little ahead counts as now.
        #expect(
            try window.check(given: moment(hours: 2.05), receivedAt: moment(hours: 2))
                == moment(hours: 2)
        )
    }

    @Test("ratings before, after, too late and from the future are refused")
    func outside() throws {
        let window = try window()
        #expect(throws: RatingWindow.Fault.tooEarly(opensAt: opens)) {
            try window.check(given: moment(hours: -0.01), receivedAt: moment(hours: 1))
        }
        let end = try moment(hours: 6)
        #expect(throws: RatingWindow.Fault.tooLate(closedAt: end)) {
            try window.check(given: end, receivedAt: moment(hours: 7))
        }
        #expect(throws: RatingWindow.Fault.tooLate(closedAt: end)) {
            try window.check(given: nil, receivedAt: moment(hours: 7))
        }
        #expect(throws: RatingWindow.Fault.receivedTooLate(until: try moment(hours: 18))) {
            try window.check(given: opens, receivedAt: moment(hours: 18.01))
        }
        #expect(throws: RatingWindow.Fault.inFuture) {
            try window.check(given: moment(hours: 2), receivedAt: moment(hours: 1))
        }
        #expect(window.phase(at: try moment(hours: -1)) == .before)
        #expect(window.phase(at: opens) == .during)
        #expect(window.phase(at: end) == .after)
    }

    @Test("an event without an end takes ratings for a day")
    func withoutEnd() throws {
        let zone = try #require(ZoneRules(named: "UTC"))
        let window = RatingWindow(EventSpan(from: opens, to: opens, in: zone))
        #expect(window.closesAt == (try moment(hours: 24)))
    }

    @Test("averages are told from five ratings on, within an interval that holds them")
    func tallies() throws {
        var tally = RatingTally()
        let stars = try [5, 4, 4, 3].map { try #require(Stars($0)) }
        for given in stars { tally.add(given) }
        #expect(tally.average == nil && tally.interval == nil && tally.count == 4)
        tally.add(try #require(Stars(4)))
        #expect(tally.average == 4)
        let interval = try #require(tally.interval)
        #expect(interval.contains(4) && interval.lowerBound >= 1 && interval.upperBound <= 5)
        // Wilson's interval of 75 % of 5, by hand.
        #expect((interval.lowerBound - (1 + 4 * 0.33599)).magnitude < 0.001)
        tally.remove(stars[0])
        #expect(tally.count == 4)
        #expect(Stars(0) == nil && Stars(6) == nil)
    }

    @Test("a single enthusiast never stands above many who are content")
    func lowerBounds() throws {
        let five = try #require(RatingTally(counts: [0, 0, 0, 0, 5]))
        let many = try #require(RatingTally(counts: [0, 2, 8, 60, 130]))
        #expect(try #require(five.average) > (try #require(many.average)))
        #expect(
            try #require(five.interval).lowerBound < (try #require(many.interval).lowerBound)
        )
    }

    @Test("codes on screens hold for their five minutes and one step on either side")
    func rotatingCodes() throws {
        let codes = BoothCodes(fairKey: AuthenticationKey(bytes: Array(repeating: 9, count: 32)))
        let (code, until) = codes.rotating("B 12", at: opens)
        #expect(code.count == 6 && until > opens)
        for step in [-1.0, 0, 1] {
            let later = try moment(hours: step * 5 / 60)
            #expect(codes.isValid(code, of: "B 12", at: later, rule: .rotating))
        }
        for step in [-2.0, 2] {
            let later = try moment(hours: step * 5 / 60)
            #expect(!codes.isValid(code, of: "B 12", at: later, rule: .rotating))
        }
        #expect(codes.isValid(" \(code.lowercased())", of: "b-12", at: opens, rule: .any))
        #expect(!codes.isValid(code, of: "B 13", at: opens, rule: .any))
        let paper = codes.printed("B 12")
        #expect(codes.isValid(paper, of: "B 12", at: opens, rule: .any))
        #expect(!codes.isValid(paper, of: "B 12", at: opens, rule: .rotating))
        #expect(!codes.isValid("", of: "B 12", at: opens, rule: .any))
    }

    @Test("no two booths of a fair have one code on paper")
    func distinctCodes() {
        let codes = BoothCodes(fairKey: AuthenticationKey(bytes: Array(repeating: 3, count: 32)))
        let all = (0..<2000).map { codes.printed("A\($0)") }
        #expect(Set(all).count == all.count)
    }

    @Test("small cells are not told, nor what is left when the others are taken away")
    func guardedCounts() {
        let counts = GuardedCounts([("a", 40), ("b", 3), ("c", 9), ("d", 0)])
        // b alone would be the total less the others, so that c goes with it.
        #expect(counts.told.map(\.cell) == ["a"])
        #expect(counts.others == 12 && counts.total == 52)
        let two = GuardedCounts([("a", 40), ("b", 3), ("c", 4)])
        #expect(two.told.map(\.cell) == ["a"] && two.others == 7)
        let few = GuardedCounts([("a", 2), ("b", 2)])
        #expect(few.told.isEmpty && few.others == nil && few.total == nil)
        let none = GuardedCounts([("a", 0)])
        #expect(none.told.isEmpty && none.others == 0 && none.total == 0)
        let all = GuardedCounts([("a", 5), ("b", 6)])
        #expect(all.told.count == 2 && all.others == 0 && all.total == 11)
    }
}
