/// How small the sum of people's distances can be at best: a bound from below, by Lagrange's method.
///
/// Each home is promised a price `u` for being served once. With prices instead of the rule that each
/// home is served, every candidate can be judged alone: opening it is worth the sum over the homes of
/// `min(0, distance - u)` a person. The prices and the best candidates of that sum can never cost more
/// than the best plan, whatever the prices; they are moved towards the homes that no candidate, or more
/// than one, wants to serve (Held and Karp's subgradients; for this problem Cornuejols, Fisher and
/// Nemhauser, Management Science 23, 1977).
struct SitingBound {
    let search: SitingSearch

    private var costs: SitingCosts { search.costs }

    /// The most rounds of prices.
    private static let mostRounds = 400
    /// What a sum of 32-bit floats in blocks may be wrong by, as a share.
    private static let rounding = 4e-6

    struct Result {
        /// No plan has a smaller sum.
        let least: Double
        /// The best plan that was met on the way.
        let state: SitingState
    }

    /// - Parameter start: A good plan.
    /// - Complexity: O(homes * candidates) a round, a few hundred rounds, on all cores.
    func find(from start: SitingState) async -> Result {
        var best = start
        var bestTotal = start.total
        var tried: Set<[Int]> = []
        var least = 0.0
        let floors = nearestOfAll()
        var prices = zip(start.first, start.second).map { first, second in
            min(second, SitingCosts.unreachable) / 2 + first / 2
        }
        var (step, stale) = (1.0, 0)
        for _ in 0..<Self.mostRounds {
            let worths = await worths(at: prices)
            let chosen = cheapest(of: worths)
            var bound = chosen.reduce(0) { $0 + worths[$1] }
            for (home, price) in prices.enumerated() {
                bound += costs.people[home] * Double(price)
            }
            stale = bound > least ? 0 : stale + 1
            least = max(least, bound)
            if stale == 20 { (step, stale) = (step / 2, 0) }
            if tried.insert(chosen.sorted()).inserted {
                let state = SitingState(costs, open: chosen)
                if state.total < bestTotal {
                    best = await search.improved(state)
                    bestTotal = best.total
                }
            }
            guard bestTotal - least > 1e-6 * bestTotal, step > 0.002 else { break }
            let calls = demand(for: chosen, at: prices)
            var norm = 0.0
            for (home, count) in calls.enumerated() {
                norm += costs.people[home] * Double((1 - count) * (1 - count))
            }
            guard norm > 0 else { break }
            let length = Float(step * (bestTotal * 1.001 - bound) / norm)
            for home in prices.indices {
                prices[home] = max(
                    floors[home],
                    prices[home] + length * Float(1 - calls[home])
                )
            }
        }
        return Result(least: min(least, bestTotal), state: best)
    }

    /// The distance of each home from the nearest of all candidates: a lower price helps nobody.
    private func nearestOfAll() -> [Float] {
        var nearest = costs.columns[0]
        for column in costs.columns.dropFirst() {
            for home in column.indices where column[home] < nearest[home] {
                nearest[home] = column[home]
            }
        }
        return nearest
    }

    /// What opening each candidate is worth: 0 or less, never more than it really is.
    private func worths(at prices: [Float]) async -> [Double] {
        let people = costs.people.map(Float.init)
        let count = costs.candidates.count
        let part = max(1, (count + 15) / 16)
        var worths = [Double](repeating: 0, count: count)
        await withTaskGroup(of: (Int, [Double]).self) { group in
            for start in stride(from: 0, to: count, by: part) {
                group.addTask {
                    let range = start..<min(start + part, count)
                    return (start, range.map { worth(of: costs.columns[$0], prices, people) })
                }
            }
            for await (start, found) in group {
                worths.replaceSubrange(start..<(start + found.count), with: found)
            }
        }
        return worths
    }

    private func worth(of column: [Float], _ prices: [Float], _ people: [Float]) -> Double {
        typealias Lanes = SIMD8<Float>
        let block = 256
        var total = 0.0
        column.withUnsafeBytes { distances in
            prices.withUnsafeBytes { prices in
                people.withUnsafeBytes { people in
                    var home = 0
                    while home < column.count {
                        let end = min(home + block, column.count)
                        var sum = Lanes.zero
                        var rest: Float = 0
                        while home + Lanes.scalarCount <= end {
                            let offset = home * MemoryLayout<Float>.stride
                            let difference =
                                distances.loadUnaligned(fromByteOffset: offset, as: Lanes.self)
                                - prices.loadUnaligned(fromByteOffset: offset, as: Lanes.self)
                            sum +=
                                pointwiseMin(difference, .zero)
                                * people.loadUnaligned(fromByteOffset: offset, as: Lanes.self)
                            home += Lanes.scalarCount
                        }
                        while home < end {
                            let offset = home * MemoryLayout<Float>.stride
                            let difference =
                                distances.load(fromByteOffset: offset, as: Float.self)
                                - prices.load(fromByteOffset: offset, as: Float.self)
                            rest +=
                                min(difference, 0)
                                * people.load(fromByteOffset: offset, as: Float.self)
                            home += 1
                        }
                        total += Double(sum.sum()) + Double(rest)
                    }
                }
            }
        }
        return total * (1 + Self.rounding)
    }

    /// Those that are kept, and of the others as many as may open, the most worth first.
    private func cheapest(of worths: [Double]) -> [Int] {
        let kept = Set(search.kept)
        let others = worths.indices.filter { !kept.contains($0) }
            .sorted { (worths[$0], $0) < (worths[$1], $1) }
        return search.kept + others.prefix(search.count - kept.count)
    }

    /// How many of the chosen want to serve each home at its price.
    private func demand(for chosen: [Int], at prices: [Float]) -> [Int32] {
        var counts = [Int32](repeating: 0, count: prices.count)
        for candidate in chosen {
            let column = costs.columns[candidate]
            for home in column.indices where column[home] < prices[home] { counts[home] += 1 }
        }
        return counts
    }
}
