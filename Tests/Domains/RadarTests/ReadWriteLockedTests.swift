import Testing

@testable import Radar

@Suite struct ReadWriteLockedTests {
    @Test("no increment is lost and no reader sees half of a change")
    func counts() async {
        let pair = ReadWriteLocked((left: 0, right: 0))
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<2000 {
                        pair.write {
                            $0.left += 1
                            $0.right += 1
                        }
                        pair.read { #expect($0.left == $0.right) }
                    }
                }
            }
        }
        #expect(pair.read { $0.left } == 8000)
    }

    @Test("an error passes through and the lock is free again")
    func throwing() {
        struct Failure: Error {}
        let value = ReadWriteLocked(1)
        #expect(throws: Failure.self) { try value.write { _ throws(Failure) in throw Failure() } }
        #expect(throws: Failure.self) { try value.read { _ throws(Failure) in throw Failure() } }
        value.write { $0 = 2 }
        #expect(value.read { $0 } == 2)
    }

    @Test("the value is let go with the lock")
    func releases() {
        final class Witness: Sendable {}
        weak var witness: Witness?
        do {
            let value = ReadWriteLocked(Witness())
            witness = value.read { $0 }
            #expect(witness != nil)
        }
        #expect(witness == nil)
    }
}
