internal import Cryptography
internal import Synchronization

/// Decides whether a household may have one more device, and what it must prove for it.
///
/// Households are known by marks alone, keyed hashes that are good for this process. The challenges
/// that it gives are good for this process, too.
final class DeviceGate: Sendable {
    /// What was taken for a device that may be made.
    struct Admission {
        fileprivate let household: UInt64
        /// The challenge's number; nil for a free device.
        fileprivate let proof: UInt64?
    }

    /// Why a device may not be made now.
    enum Refusal: Error, Hashable {
        /// A proof is needed.
        ///
        /// - Parameters:
        ///   - challenge: What it is to be found for, and its text.
        ///   - waitNanoseconds: In how long one is not needed; nil for never.
        case proofNeeded(
            ProofChallenge,
            text: String,
            because: Reason,
            waitNanoseconds: Int64?
        )
        /// There were too many for this household, proofs or not.
        case tooMany(waitNanoseconds: Int64)
        /// The challenge's text is none.
        case noChallenge
        /// The nonce is none, or proves nothing: its hash has so many zero bits.
        case wrongNonce(zeroBits: Int?, needed: Int)
    }

    /// Why a proof is needed.
    enum Reason: Hashable {
        /// None was given.
        case missing
        /// The one that was given is for a challenge that this household was not given here lately.
        case unknownChallenge
        /// It was used before.
        case spent
        /// Proofs are harder by now.
        case tooEasy
    }

    private let limits: NewDeviceLimits
    private let key: AuthenticationKey
    private let now: @Sendable () -> Int64
    private let number: @Sendable () -> UInt64
    private let free: TokenBuckets?
    private let proven: TokenBuckets
    private let spent: SpentProofs
    private let freeDevices = Atomic(0)
    private let provenDevices = Atomic(0)
    private let challenges = Atomic(0)
    private let wrongProofs = Atomic(0)

    /// - Parameters:
    ///   - key: Seals challenges; made at the start and kept nowhere.
    ///   - now: Nanoseconds since some fixed moment; never less than before.
    ///   - number: A random number for each challenge.
    init(
        _ limits: NewDeviceLimits,
        key: AuthenticationKey = AuthenticationKey(),
        now: @escaping @Sendable () -> Int64,
        number: @escaping @Sendable () -> UInt64 = { .random(in: .min ... .max) }
    ) {
        self.limits = limits
        self.key = key
        self.now = now
        self.number = number
        free = limits.free.map { TokenBuckets($0) }
        proven = TokenBuckets(limits.proven)
        spent = SpentProofs(lifeMilliseconds: ProofChallenge.lifeSeconds * 1000)
    }

    /// Devices that were given without a proof.
    var freeCount: Int { freeDevices.load(ordering: .relaxed) }
    /// Devices that were given for a proof.
    var provenCount: Int { provenDevices.load(ordering: .relaxed) }
    /// Challenges that were given.
    var challengeCount: Int { challenges.load(ordering: .relaxed) }
    /// Proofs that were not taken.
    var wrongProofCount: Int { wrongProofs.load(ordering: .relaxed) }

    /// Lets a household have one more device.
    ///
    /// - Parameters:
    ///   - proof: What was found for a challenge; nil for nothing.
    ///   - household: The mark of who asks.
    /// - Returns: What to give back when the device cannot be made after all.
    func admit(_ proof: ProofOfWork?, from household: UInt64) throws(Refusal) -> Admission {
        let moment = now()
        if let proof {
            do {
                return try admit(proof, from: household, at: moment)
            } catch {
                if case .tooMany = error {} else { wrongProofs.add(1, ordering: .relaxed) }
                throw error
            }
        }
        if let free, free.take(household, at: moment) == nil {
            freeDevices.add(1, ordering: .relaxed)
            return Admission(household: household, proof: nil)
        }
        throw refusal(because: .missing, for: household, at: moment)
    }

    /// Takes back what was taken: no device was made.
    func giveBack(_ admission: Admission) {
        if let number = admission.proof {
            spent.giveBack(number)
            proven.giveBack(admission.household)
            provenDevices.subtract(1, ordering: .relaxed)
        } else {
            free?.giveBack(admission.household)
            freeDevices.subtract(1, ordering: .relaxed)
        }
    }

    private func admit(
        _ proof: ProofOfWork,
        from household: UInt64,
        at moment: Int64
    ) throws(Refusal) -> Admission {
        guard ProofChallenge.isText(proof.challenge) else { throw .noChallenge }
        let milliseconds = moment / 1_000_000
        guard
            let challenge = ProofChallenge(
                parsing: proof.challenge,
                for: household,
                under: key
            ), milliseconds - challenge.milliseconds < ProofChallenge.lifeSeconds * 1000
        else { throw refusal(because: .unknownChallenge, for: household, at: moment) }
        // It may have grown harder by one step since: others of the household came first.
        guard challenge.bits + 1 >= bits(for: household, at: moment) else {
            throw refusal(because: .tooEasy, for: household, at: moment)
        }
        guard ProofOfWork.isNonce(proof.nonce) else {
            throw .wrongNonce(zeroBits: nil, needed: challenge.bits)
        }
        let zeroBits = proof.zeroBits
        guard zeroBits >= challenge.bits else {
            throw .wrongNonce(zeroBits: zeroBits, needed: challenge.bits)
        }
        switch spent.spend(challenge.number, at: milliseconds) {
        case .spent: break
        case .spentBefore: throw refusal(because: .spent, for: household, at: moment)
        case .noRoom(let wait): throw .tooMany(waitNanoseconds: wait * 1_000_000)
        }
        if let wait = proven.take(household, at: moment) {
            spent.giveBack(challenge.number)
            throw .tooMany(waitNanoseconds: wait)
        }
        provenDevices.add(1, ordering: .relaxed)
        return Admission(household: household, proof: challenge.number)
    }

    private func bits(for household: UInt64, at moment: Int64) -> Int {
        limits.bits(after: proven.taken(household, at: moment))
    }

    /// What a household without a good proof is told.
    private func refusal(
        because reason: Reason,
        for household: UInt64,
        at moment: Int64
    ) -> Refusal {
        let untilFree = free.map { $0.wait(household, at: moment) }
        let untilProven = proven.wait(household, at: moment)
        // A proof would be of no use now.
        guard untilProven == 0 else {
            return .tooMany(waitNanoseconds: min(untilProven, untilFree ?? .max))
        }
        let challenge = ProofChallenge(
            bits: bits(for: household, at: moment),
            milliseconds: moment / 1_000_000,
            number: number()
        )
        challenges.add(1, ordering: .relaxed)
        return .proofNeeded(
            challenge,
            text: challenge.text(for: household, under: key),
            because: reason,
            waitNanoseconds: untilFree
        )
    }
}
