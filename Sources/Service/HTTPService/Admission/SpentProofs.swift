internal import Synchronization

/// The challenges whose proofs were used: each is good once.
///
/// A number is kept for as long as its challenge holds, and for less than three times as long. When as
/// many are kept as there is room for, no more proofs are taken until some are forgotten: none is
/// forgotten early.
final class SpentProofs: Sendable {
    private struct State {
        var young: Set<UInt64> = []
        var old: Set<UInt64> = []
        var youngSince = Int64.min
    }

    /// What became of a number that was to be spent.
    enum Outcome {
        case spent
        case spentBefore
        /// There is no room for so many milliseconds.
        case noRoom(Int64)
    }

    private let lifeMilliseconds: Int64
    private let capacity: Int
    private let state = Mutex(State())

    /// - Parameter capacity: How many numbers may come in the life of a challenge.
    init(lifeMilliseconds: Int64, capacity: Int = 100_000) {
        self.lifeMilliseconds = lifeMilliseconds
        self.capacity = capacity
    }

    /// How many numbers are kept.
    var count: Int { state.withLock { $0.young.count + $0.old.count } }

    /// Notes that a challenge was used.
    ///
    /// - Parameter milliseconds: Now; never less than before.
    func spend(_ number: UInt64, at milliseconds: Int64) -> Outcome {
        state.withLock { state in
            if state.youngSince == .min { state.youngSince = milliseconds }
            let age = milliseconds - state.youngSince
            if age >= lifeMilliseconds {
                // What came before the last change of generations is older than a life by now.
                state.old = age >= 2 * lifeMilliseconds ? [] : state.young
                (state.young, state.youngSince) = ([], milliseconds)
            }
            guard !state.young.contains(number), !state.old.contains(number) else {
                return .spentBefore
            }
            guard state.young.count < capacity else {
                return .noRoom(state.youngSince + lifeMilliseconds - milliseconds)
            }
            state.young.insert(number)
            return .spent
        }
    }

    /// Takes it back: nothing was given for it.
    func giveBack(_ number: UInt64) {
        state.withLock { state in
            state.young.remove(number)
            state.old.remove(number)
        }
    }
}
