import Cryptography
import Synchronization
import Testing

@testable import HTTPService

/// A gate on a clock that a test sets, with a key and numbers that it chooses.
final class GateUnderTest: Sendable {
    private let nanoseconds = Mutex<Int64>(1_000_000_000)
    private let numbers = Mutex<UInt64>(0)
    private let made = Mutex<DeviceGate?>(nil)

    init(_ change: (inout NewDeviceLimits) -> Void = { _ in }) {
        var limits = NewDeviceLimits()
        limits.proofBits = 4...8
        change(&limits)
        let gate = DeviceGate(
            limits,
            key: AuthenticationKey(bytes: [UInt8](repeating: 7, count: 32)),
            now: { [self] in nanoseconds.withLock { $0 } },
            number: { [self] in
                numbers.withLock { number in
                    number += 1
                    return number
                }
            }
        )
        made.withLock { $0 = gate }
    }

    var gate: DeviceGate {
        get throws { try #require(made.withLock { $0 }) }
    }

    func pass(_ duration: Duration) {
        let parts = duration.components
        nanoseconds.withLock {
            $0 += parts.seconds * 1_000_000_000 + parts.attoseconds / 1_000_000_000
        }
    }

    /// What a household is told that asks; nil when it is given a device.
    func refusal(_ proof: ProofOfWork? = nil, from household: UInt64 = 1) throws -> DeviceGate
        .Refusal?
    {
        do {
            _ = try gate.admit(proof, from: household)
            return nil
        } catch let refusal as DeviceGate.Refusal {
            return refusal
        }
    }

    /// The challenge that a household is given.
    func challenge(for household: UInt64 = 1) throws -> (bits: Int, text: String) {
        guard case .proofNeeded(let challenge, let text, _, _) = try refusal(from: household) else {
            throw NoChallenge()
        }
        return (challenge.bits, text)
    }

    struct NoChallenge: Error {}

    /// A proof for a challenge, found as any client finds one.
    static func proof(_ challenge: (bits: Int, text: String)) -> ProofOfWork {
        for number in 0... {
            let digest = SHA256.hash("\(challenge.text)\(number)")
            let first = digest.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            if first >> UInt32(32 - challenge.bits) == 0 {
                return ProofOfWork(challenge: challenge.text, nonce: "\(number)")
            }
        }
        fatalError("there is always one more number")
    }
}

@Suite struct DeviceGateTests {
    @Test("a household has a few devices free, and again when time has passed; others have theirs")
    func free() throws {
        let gate = GateUnderTest { $0.free = .init(burst: 3, perSecond: 1.0 / 60) }
        for household: UInt64 in 1...2 {
            for _ in 0..<3 { #expect(try gate.refusal(from: household) == nil) }
            guard case .proofNeeded(_, _, .missing, let wait?) = try gate.refusal(from: household)
            else { return #expect(Bool(false)) }
            #expect(wait == 60_000_000_000)
        }
        gate.pass(.seconds(60))
        #expect(try gate.refusal() == nil)
        #expect(try gate.refusal() != nil)
        #expect(try gate.gate.freeCount == 7)
        #expect(try gate.gate.challengeCount == 3)
    }

    @Test("whoever has proved their work is given a device, once")
    func proven() throws {
        let gate = GateUnderTest { $0.free = nil }
        let challenge = try gate.challenge()
        #expect(challenge.bits == 4)
        #expect(challenge.text.wholeMatch(of: /[A-Za-z0-9_-]{44}/) != nil)
        let proof = GateUnderTest.proof(challenge)
        #expect(try gate.refusal(proof) == nil)
        guard case .proofNeeded(_, let next, .spent, nil) = try gate.refusal(proof) else {
            return #expect(Bool(false))
        }
        #expect(next != challenge.text)
        #expect(try gate.gate.provenCount == 1)
        #expect(try gate.gate.wrongProofCount == 1)
    }

    @Test("a proof is good for the household that asked, for five minutes, under this key")
    func bound() throws {
        let gate = GateUnderTest { $0.free = nil }
        let proof = GateUnderTest.proof(try gate.challenge())
        guard case .proofNeeded(_, _, .unknownChallenge, _) = try gate.refusal(proof, from: 2)
        else {
            return #expect(Bool(false))
        }
        // A service that was started again has another key.
        let other = DeviceGate(NewDeviceLimits(), now: { 1_000_000_000 })
        #expect(throws: DeviceGate.Refusal.self) { try other.admit(proof, from: 1) }
        gate.pass(.seconds(299))
        #expect(try gate.refusal(proof) == nil)

        let late = GateUnderTest.proof(try gate.challenge())
        gate.pass(.seconds(300))
        guard case .proofNeeded(_, _, .unknownChallenge, _) = try gate.refusal(late) else {
            return #expect(Bool(false))
        }
    }

    @Test("no letter of a challenge can be changed: neither how hard it is nor when it was made")
    func sealed() throws {
        let gate = GateUnderTest { $0.free = nil }
        let text = try gate.challenge().text
        for index in text.indices {
            var changed = text
            changed.replaceSubrange(index...index, with: text[index] == "A" ? "B" : "A")
            guard changed != text else { continue }
            let refusal = try gate.refusal(ProofOfWork(challenge: changed, nonce: "1"))
            guard case .proofNeeded(_, _, .unknownChallenge, _) = refusal else {
                return #expect(Bool(false), "\(changed): \(String(describing: refusal))")
            }
        }
    }

    @Test("what is no challenge and what proves nothing is said to be so")
    func wrong() throws {
        let gate = GateUnderTest { $0.free = nil }
        let challenge = try gate.challenge()
        for text in ["", "x", challenge.text + "A", String(challenge.text.dropLast()), "é"] {
            #expect(try gate.refusal(ProofOfWork(challenge: text, nonce: "1")) == .noChallenge)
        }
        for nonce in ["", "a b", "ü", String(repeating: "1", count: 65)] {
            #expect(
                try gate.refusal(ProofOfWork(challenge: challenge.text, nonce: nonce))
                    == .wrongNonce(zeroBits: nil, needed: 4)
            )
        }
        let useless = try #require(
            (0...).lazy.map { ProofOfWork(challenge: challenge.text, nonce: "\($0)") }
                .first { $0.zeroBits == 2 }
        )
        #expect(try gate.refusal(useless) == .wrongNonce(zeroBits: 2, needed: 4))
        // Who was wrong may try again.
        #expect(try gate.refusal(GateUnderTest.proof(challenge)) == nil)
    }

    @Test("proofs are harder the more were given, and easier when time has passed")
    func harder() throws {
        let gate = GateUnderTest {
            $0.free = nil
            $0.proven = .init(burst: 120, perSecond: 1)
        }
        var bits: [Int] = []
        for _ in 0..<120 {
            let challenge = try gate.challenge()
            bits.append(challenge.bits)
            #expect(try gate.refusal(GateUnderTest.proof(challenge)) == nil)
        }
        let steps = [4: 0..<8, 5: 8..<24, 6: 24..<56, 7: 56..<120]
        for (step, range) in steps { #expect(bits[range].allSatisfy { $0 == step }, "\(step)") }
        // One more, with or without a proof, must wait.
        #expect(try gate.refusal() == .tooMany(waitNanoseconds: 1_000_000_000))
        #expect(try gate.challenge(for: 2).bits == 4)
        gate.pass(.seconds(64))
        #expect(try gate.challenge().bits == 7)
        gate.pass(.seconds(60))
        #expect(try gate.challenge().bits == 4)
    }

    @Test("the cap holds, however many there were")
    func cap() {
        var limits = NewDeviceLimits()
        limits.proofBits = 16...20
        #expect(
            [0, 7, 8, 23, 24, 55, 56, 119, 120, 1_000_000].map(limits.bits(after:))
                == [16, 16, 17, 17, 18, 18, 19, 19, 20, 20]
        )
    }

    @Test("challenges that were gathered while proofs were easy are too easy later")
    func gathered() throws {
        let gate = GateUnderTest {
            $0.free = nil
            $0.proven = .init(burst: 120, perSecond: 0.01)
        }
        let gathered = try (0..<40).map { _ in try gate.challenge() }
        var given = 0
        for challenge in gathered {
            switch try gate.refusal(GateUnderTest.proof(challenge)) {
            case nil: given += 1
            case .proofNeeded(_, _, .tooEasy, _)?: break
            default: #expect(Bool(false))
            }
        }
        // One step up they are still taken, for honest people ask at the same time, too.
        #expect(given == 24)
    }

    @Test("what was not made after all is given back")
    func givenBack() throws {
        let gate = GateUnderTest { $0.free = .init(burst: 1, perSecond: 0.001) }
        for _ in 0..<3 { try gate.gate.giveBack(try gate.gate.admit(nil, from: 1)) }
        #expect(try gate.refusal() == nil)
        let proof = GateUnderTest.proof(try gate.challenge())
        try gate.gate.giveBack(try gate.gate.admit(proof, from: 1))
        #expect(try gate.refusal(proof) == nil)
        #expect(try gate.gate.freeCount == 1)
        #expect(try gate.gate.provenCount == 1)
    }

    @Test(
        "what was spent is kept for as long as it could be used, and no longer than three times that"
    )
    func spent() {
        let spent = SpentProofs(lifeMilliseconds: 1000, capacity: 3)
        func isSpent(_ number: UInt64, at moment: Int64) -> Bool {
            if case .spent = spent.spend(number, at: moment) { return true }
            return false
        }
        #expect(isSpent(1, at: 0))
        #expect(!isSpent(1, at: 999))
        #expect(isSpent(2, at: 999))
        #expect(!isSpent(2, at: 1998))
        #expect(isSpent(3, at: 1998))
        #expect(isSpent(4, at: 1998) && isSpent(5, at: 1998))
        // As many as there is room for: none is forgotten for the next.
        guard case .noRoom(let wait) = spent.spend(6, at: 1999) else { return #expect(Bool(false)) }
        #expect(wait > 0 && wait <= 1000)
        #expect(!isSpent(3, at: 1999))
        #expect(isSpent(6, at: 1999 + wait))
        #expect(isSpent(7, at: 10_000))
        #expect(spent.count == 1)
    }
}
