#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

extension MatchChain.Part {
    /// How likely the chosen edge of each column is beside the others, by the forward and backward
    /// sums over all chains; the sum of these, 0 to 1 each.
    ///
    /// - Parameter chosen: The number of the chosen state of each column.
    /// - Complexity: O(columns * states^2).
    /// Source: L. Rabiner, "A tutorial on hidden Markov models", Proc. IEEE 77 (1989).
    func certainty(of chosen: [Int]) -> Double {
        guard let last = columns.last else { return 0 }
        // Sums of each column are scaled to their greatest, so that none runs out of range.
        var forward: [[Double]] = []
        for (index, column) in columns.enumerated() {
            var logs = column.states.map(\.candidate.logLikelihood)
            if index > 0 {
                let before = forward[index - 1]
                for state in logs.indices {
                    var sum = 0.0
                    for (other, weight) in before.enumerated() where weight > 0 {
                        let cost = column.transitions[other * logs.count + state]
                        if cost > -.infinity { sum += weight * exp(Double(cost)) }
                    }
                    logs[state] += sum > 0 ? log(sum) : -.infinity
                }
            }
            forward.append(Self.scaled(logs))
        }
        var backward = [Double](repeating: 1, count: last.states.count)
        var total = 0.0
        for index in columns.indices.reversed() {
            let column = columns[index]
            if index < columns.count - 1 {
                backward = Self.backward(from: columns[index + 1], backward, column.states.count)
            }
            let weights = zip(forward[index], backward).map { $0 * $1 }
            let edge = column.states[chosen[index]].candidate.arc >> 1
            var own = 0.0
            for (weight, state) in zip(weights, column.states)
            where state.candidate.arc >> 1 == edge { own += weight }
            let sum = weights.reduce(0, +)
            total += sum > 0 ? own / sum : 0
        }
        return total
    }

    private static func backward(
        from next: MatchColumn,
        _ weights: [Double],
        _ count: Int
    ) -> [Double] {
        let likelihoods = scaled(next.states.map(\.candidate.logLikelihood))
        var sums = [Double](repeating: 0, count: count)
        for state in 0..<count {
            for (other, weight) in weights.enumerated() where weight > 0 {
                let cost = next.transitions[state * weights.count + other]
                if cost > -.infinity {
                    sums[state] += exp(Double(cost)) * likelihoods[other] * weight
                }
            }
        }
        let greatest = sums.max() ?? 0
        return greatest > 0 ? sums.map { $0 / greatest } : sums
    }

    /// Likelihoods of logarithms, the greatest of which becomes 1.
    private static func scaled(_ logs: [Double]) -> [Double] {
        let greatest = logs.max() ?? 0
        guard greatest > -.infinity else { return logs.map { _ in 0 } }
        return logs.map { exp($0 - greatest) }
    }
}
