/// Looks for the candidates whose opening makes the sum of people's distances least (the p-median
/// problem, which nobody knows to solve quickly in general): the best one after another, then
/// exchanges of one for another while that helps.
struct SitingSearch {
    let costs: SitingCosts
    /// Those that are open in any case.
    let kept: [Int]
    /// How many are to be open, those that are kept among them.
    let count: Int

    /// Opens one candidate after another, each the one that helps most.
    ///
    /// - Complexity: O(homes * candidates), since what a candidate helps only falls as others open,
    ///   and most are not looked at again.
    func greedy() -> SitingState {
        filled(SitingState(costs, open: kept))
    }

    /// The same from some that are open already.
    func filled(_ start: SitingState) -> SitingState {
        var state = start
        let taken = Set(state.open)
        var bounds = costs.candidates.indices.filter { !taken.contains($0) }
            .map { (candidate: $0, gain: state.gain(ofOpening: $0)) }
        bounds.sort { ($1.gain, $0.candidate) < ($0.gain, $1.candidate) }
        while state.open.count < count, !bounds.isEmpty {
            var best = (index: 0, gain: -1.0)
            for index in bounds.indices {
                guard bounds[index].gain > best.gain else { break }
                bounds[index].gain = state.gain(ofOpening: bounds[index].candidate)
                if bounds[index].gain > best.gain { best = (index, bounds[index].gain) }
            }
            state.add(bounds.remove(at: best.index).candidate)
            bounds.sort { ($1.gain, $0.candidate) < ($0.gain, $1.candidate) }
        }
        return state
    }

    /// Exchanges one for another while that makes the sum less.
    ///
    /// - Complexity: O(homes * candidates) an exchange, on all cores.
    func improved(_ start: SitingState) async -> SitingState {
        var state = start
        // Rounding must not make it go round in circles.
        while let swap = await bestSwap(of: state), swap.gain > 1e-9 * (state.total + 1) {
            let before = state.total
            var changed = state
            changed.apply(swap)
            guard changed.total < before else { break }
            state = changed
        }
        return state
    }

    private func bestSwap(of state: SitingState) async -> SitingState.Swap? {
        let taken = Set(state.open)
        let closed = costs.candidates.indices.filter { !taken.contains($0) }
        let losses = state.losses()
        let part = max(1, (closed.count + 15) / 16)
        return await withTaskGroup(of: SitingState.Swap?.self) { group in
            for start in stride(from: 0, to: closed.count, by: part) {
                group.addTask {
                    closed[start..<min(start + part, closed.count)]
                        .compactMap {
                            state.bestSwap(opening: $0, losses: losses, fixed: kept.count)
                        }
                        .min(by: Self.isBetter)
                }
            }
            var best: SitingState.Swap?
            for await swap in group {
                guard let swap else { continue }
                if best.map({ Self.isBetter(swap, $0) }) ?? true { best = swap }
            }
            return best
        }
    }

    /// The larger gain; of equals the candidate that was given first, so that every run ends alike.
    private static func isBetter(_ left: SitingState.Swap, _ right: SitingState.Swap) -> Bool {
        (right.gain, left.candidate) < (left.gain, right.candidate)
    }
}
