/// Some open candidates, and for each home the two that are nearest: what a search changes step by
/// step.
struct SitingState {
    /// One open candidate that closes for another.
    struct Swap {
        /// The place of the one that closes, in ``SitingState/open``.
        let slot: Int
        /// The candidate that opens.
        let candidate: Int
        /// By how much the sum of all distances falls, in metres.
        let gain: Double
    }

    let costs: SitingCosts
    /// In the order in which they opened; those that must stay come first.
    private(set) var open: [Int] = []
    /// The slot in ``open`` of the nearest open candidate of each home.
    private(set) var slots: [Int32]
    /// How far the nearest and the second nearest are.
    private(set) var first: [Float]
    private(set) var second: [Float]

    init(_ costs: SitingCosts, open: [Int]) {
        self.costs = costs
        slots = Array(repeating: 0, count: costs.homes.count)
        first = Array(repeating: SitingCosts.unreachable * 2, count: costs.homes.count)
        second = first
        for candidate in open { add(candidate) }
    }

    /// The sum of all people's distances.
    var total: Double {
        var total = 0.0
        for (home, people) in costs.people.enumerated() { total += people * Double(first[home]) }
        return total
    }

    /// - Complexity: O(homes)
    mutating func add(_ candidate: Int) {
        let slot = Int32(open.count)
        open.append(candidate)
        let column = costs.columns[candidate]
        for home in column.indices {
            let meters = column[home]
            if meters < first[home] {
                second[home] = first[home]
                first[home] = meters
                slots[home] = slot
            } else if meters < second[home] {
                second[home] = meters
            }
        }
    }

    /// - Complexity: O(homes * open)
    mutating func apply(_ swap: Swap) {
        var changed = open
        changed[swap.slot] = swap.candidate
        self = SitingState(costs, open: changed)
    }

    /// By how much the sum falls when a candidate opens too.
    ///
    /// - Complexity: O(homes)
    func gain(ofOpening candidate: Int) -> Double {
        let column = costs.columns[candidate]
        var gain = 0.0
        for home in column.indices where column[home] < first[home] {
            gain += costs.people[home] * Double(first[home] - column[home])
        }
        return gain
    }

    /// By how much the sum grows when each of the open ones closes, by slot.
    func losses() -> [Double] {
        var losses = [Double](repeating: 0, count: open.count)
        for home in slots.indices {
            losses[Int(slots[home])] += costs.people[home] * Double(second[home] - first[home])
        }
        return losses
    }

    /// The best exchange of an open candidate for some closed one (Whitaker's exchange: one walk over
    /// the homes tells for a candidate that opens what each of the others is still worth).
    ///
    /// - Parameters:
    ///   - candidate: Which is to open; closed now.
    ///   - losses: ``losses()`` as things are.
    ///   - fixed: How many of ``open``, from the first on, must stay.
    /// - Complexity: O(homes + open)
    func bestSwap(opening candidate: Int, losses: [Double], fixed: Int) -> Swap? {
        let column = costs.columns[candidate]
        var losses = losses
        var gain = 0.0
        for home in column.indices where column[home] < second[home] {
            let people = costs.people[home]
            let slot = Int(slots[home])
            if column[home] < first[home] {
                gain += people * Double(first[home] - column[home])
                losses[slot] -= people * Double(second[home] - first[home])
            } else {
                losses[slot] -= people * Double(second[home] - column[home])
            }
        }
        guard let slot = losses.indices.dropFirst(fixed).min(by: { losses[$0] < losses[$1] })
        else { return nil }
        return Swap(slot: slot, candidate: candidate, gain: gain - losses[slot])
    }
}
