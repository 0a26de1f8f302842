internal import Accounts
internal import Synchronization

/// Whose fixes wait to be looked at.
///
/// A look at long travels takes its time, and fixes of one account come by the second: an account is left alone
/// after each look for as long as makes looks a tenth of the time, so that they never crowd out what answers.
final class LooksDue: Sendable {
    private struct State {
        var due: Set<AccountID> = []
        /// Those that are left alone, and whether more came meanwhile.
        var resting: [AccountID: Bool] = [:]
    }

    private let state = Mutex(State())
    private let bell = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

    /// Nobody rests after a shorter look.
    private static let briefLook = Duration.milliseconds(20)
    /// So many times as long as a look took, there is none.
    private static let restFactor = 9
    private static let longestRest = Duration.seconds(30)

    /// Rings when somebody is due.
    var bells: AsyncStream<Void> { bell.stream }

    /// Notes that fixes came.
    func insert(_ account: AccountID) {
        state.withLock { state in
            if state.resting[account] != nil {
                state.resting[account] = true
            } else {
                state.due.insert(account)
            }
        }
        bell.continuation.yield()
    }

    /// Whoever is to be looked at next; nil for nobody.
    func next() -> AccountID? { state.withLock { $0.due.popFirst() } }

    /// Leaves an account alone after a look.
    ///
    /// - Parameter cost: How long the look took.
    func rest(_ account: AccountID, after cost: Duration) {
        guard cost > Self.briefLook else { return }
        state.withLock { state in
            state.resting[account] = state.due.remove(account) != nil
        }
        Task.detached(priority: .background) { [weak self] in
            try? await Task.sleep(for: min(cost * Self.restFactor, Self.longestRest))
            self?.wake(account)
        }
    }

    private func wake(_ account: AccountID) {
        let hasMore = state.withLock { state in
            guard state.resting.removeValue(forKey: account) == true else { return false }
            state.due.insert(account)
            return true
        }
        if hasMore { bell.continuation.yield() }
    }

    /// Ends the bells.
    func end() { bell.continuation.finish() }
}
