import Mobility
import Testing
import Timekeeping

@Suite struct FriendshipTests {
    @Test("Each of the two sees how it stands, and nobody else")
    func standsForBoth() {
        var friendship = Friendship(
            id: "f",
            asker: 1,
            asked: 2,
            isAgreed: false,
            since: Timestamp(millisecondsSince1970: 0)
        )
        #expect(friendship.standing(for: 1) == .asked)
        #expect(friendship.standing(for: 2) == .asking)
        #expect(friendship.standing(for: 3) == nil && friendship.other(than: 3) == nil)
        friendship.isAgreed = true
        #expect(friendship.standing(for: 1) == .friends && friendship.standing(for: 2) == .friends)
        #expect(friendship.other(than: 1) == 2 && friendship.other(than: 2) == 1)
    }

    @Test("Somebody who asks for nobody waits like anybody else")
    func waitsForNobody() {
        let friendship = Friendship(
            id: "f",
            asker: 1,
            asked: nil,
            isAgreed: false,
            since: Timestamp(millisecondsSince1970: 0)
        )
        #expect(friendship.standing(for: 1) == .asked && friendship.other(than: 1) == nil)
    }
}
