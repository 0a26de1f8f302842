import Testing
import Wording

@Suite struct LookAlikesTests {
    @Test(
        "names that look the same have one skeleton",
        arguments: [
            ("Paypal", "paypal"), ("paypal", "раураl"), ("alice", "аlice"), ("modern", "modem"),
            ("b0b", "bob"), ("he1lo", "hello"), ("ＡＮＡ", "ana"), ("ﬁsh", "fish"), ("ana", "ANA"),
        ]
    )
    func alike(one: String, other: String) {
        #expect(LookAlikes.skeleton(of: one) == LookAlikes.skeleton(of: other))
    }

    @Test(
        "names that differ to the eye differ",
        arguments: [("pena", "peña"), ("ana", "anna"), ("ben", "den"), ("a.b", "ab"), ("x", "y")]
    )
    func different(one: String, other: String) {
        #expect(LookAlikes.skeleton(of: one) != LookAlikes.skeleton(of: other))
    }

    @Test(
        "a skeleton is its own",
        arguments: ["раураl", "ＡＮＡ", "modern", "b0b", "ẞtraße", "İstanbul"]
    )
    func stable(name: String) {
        let skeleton = LookAlikes.skeleton(of: name)
        #expect(LookAlikes.skeleton(of: skeleton) == skeleton)
    }
}
