import Accounts
import Testing

@testable import MobilityModule

/// Which accounts are looked at, and how often.
@Suite struct LooksDueTests {
    private let ana = AccountID(rawValue: 1)
    private let bo = AccountID(rawValue: 2)

    @Test func whoseFixesCameIsDueOnce() {
        let looks = LooksDue()
        looks.insert(ana)
        looks.insert(ana)
        #expect(looks.next() == ana)
        #expect(looks.next() == nil)
    }

    @Test func aShortLookIsFollowedByTheNext() {
        let looks = LooksDue()
        looks.rest(ana, after: .milliseconds(1))
        looks.insert(ana)
        #expect(looks.next() == ana)
    }

    @Test func afterALongLookAnAccountIsLeftAloneAndThenDue() async {
        let looks = LooksDue()
        let began = ContinuousClock.now
        // What came while it was looked at is kept for later.
        looks.insert(ana)
        looks.rest(ana, after: .milliseconds(30))
        looks.insert(ana)
        #expect(looks.next() == nil)
        // Others do not wait for it.
        looks.insert(bo)
        #expect(looks.next() == bo)
        for await _ in looks.bells where looks.next() == ana { break }
        #expect(began.duration(to: .now) >= .milliseconds(270))
        #expect(looks.next() == nil)
    }
}
