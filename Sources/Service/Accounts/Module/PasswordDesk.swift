internal import Cryptography
internal import Dispatch
internal import Synchronization

/// Makes and compares the hashes of passwords, two at a time, on threads where nobody else waits.
final class PasswordDesk: Sendable {
    /// More wait than can be served soon.
    struct Busy: Error {}

    private struct State {
        var running = 0
        var waiting: [@Sendable () -> Void] = []
    }

    /// Each takes 32 MiB and most of a core.
    private static let mostAtOnce = 2
    /// About half a minute's work.
    private static let mostWaiting = 400

    private let state = Mutex(State())
    /// What a password is compared with where there is no account: it takes as long as another.
    private let nobody: PasswordHash
    private let cost: PasswordHash.Cost

    /// - Parameter cost: What each hash takes that is made here.
    init(cost: PasswordHash.Cost) {
        self.cost = cost
        nobody = PasswordHash(ofNothingAt: cost)
    }

    /// The hash of a password.
    ///
    /// - Throws: ``Busy``.
    func hash(_ password: String) async throws -> PasswordHash {
        try await run { [cost] in PasswordHash(of: password, at: cost) }
    }

    /// Whether a hash is a password's; for no hash it takes as long, and is false.
    ///
    /// - Throws: ``Busy``.
    func matches(_ hash: PasswordHash?, _ password: String) async throws -> Bool {
        let compared = hash ?? nobody
        let isSame = try await run { compared.matches(password) }
        return hash != nil && isSame
    }

    private func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async throws -> Value
    {
        try await withCheckedThrowingContinuation { continuation in
            let job: @Sendable () -> Void = { continuation.resume(returning: body()) }
            let isTaken = state.withLock { state -> Bool? in
                guard state.waiting.count < Self.mostWaiting else { return nil }
                guard state.running < Self.mostAtOnce else {
                    state.waiting.append(job)
                    return false
                }
                state.running += 1
                return true
            }
            switch isTaken {
            case true?: start(job)
            case false?: break
            case nil: continuation.resume(throwing: Busy())
            }
        }
    }

    private func start(_ job: @escaping @Sendable () -> Void) {
        DispatchQueue.global(qos: .utility).async {
            job()
            let next = self.state.withLock { state -> (@Sendable () -> Void)? in
                guard !state.waiting.isEmpty else {
                    state.running -= 1
                    return nil
                }
                return state.waiting.removeFirst()
            }
            if let next { self.start(next) }
        }
    }
}
