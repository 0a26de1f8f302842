/// Looks for the least distance within which some candidates serve every home (the p-centre problem).
///
/// For a distance, each candidate covers the homes within it, and the question is whether few enough
/// candidates cover all. A home that few candidates cover is taken first, and each of those is tried in
/// turn; homes of which no two have a candidate in common show that it takes at least as many
/// candidates. Where neither settles it within a bounded amount of work it is left open, and told so by
/// the distance between the two ends.
struct CoverSearch {
    let costs: SitingCosts
    /// Those that are open in any case.
    let kept: [Int]
    /// How many are to be open at most, those that are kept among them.
    let count: Int
    /// Homes where anybody lives.
    private let homes: [Int]

    /// How many candidates are tried for one distance before it is left open.
    private static let mostTries = 400

    struct Result {
        /// No plan serves every home within less.
        let least: Float
        /// The distance that is reached.
        let reached: Float
        /// Candidates that reach it; those that are kept come first, and there may be fewer than asked for.
        let open: [Int]
    }

    init(costs: SitingCosts, kept: [Int], count: Int) {
        self.costs = costs
        self.kept = kept
        self.count = count
        homes = costs.people.indices.filter { costs.people[$0] > 0 }
    }

    private enum Answer {
        case covered(by: [Int])
        case impossible
        case unsettled
    }

    /// - Parameter start: A plan, whose farthest home is where the search begins.
    /// - Complexity: O(homes * candidates) a distance, some sixty distances, and the tries.
    func find(from start: SitingState) -> Result {
        var reached = homes.map { start.first[$0] }.max() ?? 0
        var open = start.open
        // Positive floats are ordered as their bits are.
        var low = leastOfAll().bitPattern
        var high = reached.bitPattern
        var proven = low
        while low < high {
            let middle = low + (high - low) / 2
            switch answer(Float(bitPattern: middle)) {
            case .covered(let candidates):
                open = candidates
                reached = farthest(of: candidates)
                high = min(middle, reached.bitPattern)
            case .impossible:
                low = middle + 1
                proven = low
            case .unsettled: low = middle + 1
            }
        }
        // What was left open may yet be shown to be impossible.
        high = reached.bitPattern
        while proven < high {
            let middle = proven + (high - proven) / 2
            if case .impossible = answer(Float(bitPattern: middle)) {
                proven = middle + 1
            } else {
                high = middle
            }
        }
        return Result(least: Float(bitPattern: proven), reached: reached, open: open)
    }

    /// With all candidates open: the distance of the home that is farthest from its nearest.
    private func leastOfAll() -> Float {
        var nearest = costs.columns[0]
        for column in costs.columns.dropFirst() {
            for home in homes where column[home] < nearest[home] { nearest[home] = column[home] }
        }
        return homes.map { nearest[$0] }.max() ?? 0
    }

    private func farthest(of candidates: [Int]) -> Float {
        homes.map { home in
            candidates.map { costs.columns[$0][home] }.min() ?? SitingCosts.unreachable
        }.max() ?? 0
    }

    private func answer(_ limit: Float) -> Answer {
        var cover = Cover(costs: costs, homes: homes, limit: limit)
        for candidate in kept { cover.remove(candidate) }
        let left = count - kept.count
        if cover.needsMore(than: left) { return .impossible }
        var tries = Self.mostTries
        var chosen: [Int] = []
        switch cover.search(left, &chosen, &tries) {
        case true?: return .covered(by: kept + chosen)
        case false?: return .impossible
        case nil: return .unsettled
        }
    }
}

/// Which homes each candidate covers, and which are not covered yet.
private struct Cover {
    /// A bit for each home, by candidate.
    let covered: [[UInt64]]
    /// The homes by how many candidates cover them, fewest first, as places among the bits.
    let order: [Int]
    private(set) var rest: [UInt64]

    init(costs: SitingCosts, homes: [Int], limit: Float) {
        let words = (homes.count + 63) / 64
        var counts = [Int32](repeating: 0, count: homes.count)
        covered = costs.columns.map { column in
            var bits = [UInt64](repeating: 0, count: words)
            for (index, home) in homes.enumerated() where column[home] <= limit {
                bits[index / 64] |= 1 << UInt64(index % 64)
                counts[index] += 1
            }
            return bits
        }
        order = homes.indices.sorted { (counts[$0], $0) < (counts[$1], $1) }
        rest = Array(repeating: ~0, count: words)
        if homes.count % 64 > 0 { rest[words - 1] = (1 << UInt64(homes.count % 64)) - 1 }
    }

    private func coverers(of home: Int) -> [Int] {
        covered.indices.filter { covered[$0][home / 64] & (1 << UInt64(home % 64)) != 0 }
    }

    private func holds(_ home: Int) -> Bool { rest[home / 64] & (1 << UInt64(home % 64)) != 0 }

    mutating func remove(_ candidate: Int) {
        for word in rest.indices { rest[word] &= ~covered[candidate][word] }
    }

    /// How many of the rest a candidate covers.
    private func worth(_ candidate: Int) -> Int {
        var count = 0
        for word in rest.indices {
            count += (covered[candidate][word] & rest[word]).nonzeroBitCount
        }
        return count
    }

    /// Whether more homes than a number have no candidate in common, two and two.
    func needsMore(than count: Int) -> Bool {
        var used = Set<Int>()
        var apart = 0
        for home in order where holds(home) {
            let candidates = coverers(of: home)
            if used.isDisjoint(with: candidates) {
                apart += 1
                if apart > count { return true }
                used.formUnion(candidates)
                if used.count == covered.count { return false }
            }
        }
        return false
    }

    /// Whether some candidates cover the rest; nil when the tries are used up.
    func search(_ left: Int, _ chosen: inout [Int], _ tries: inout Int) -> Bool? {
        guard let home = order.first(where: holds) else { return true }
        guard left > 0 else { return false }
        let candidates = coverers(of: home)
            .map { (candidate: $0, worth: worth($0)) }
            .sorted { ($1.worth, $0.candidate) < ($0.worth, $1.candidate) }
        for (candidate, _) in candidates {
            guard tries > 0 else { return nil }
            tries -= 1
            var smaller = self
            smaller.remove(candidate)
            chosen.append(candidate)
            switch smaller.search(left - 1, &chosen, &tries) {
            case true?: return true
            case nil: return nil
            case false?: chosen.removeLast()
            }
        }
        return false
    }
}
