internal import Geodesy

/// The columns of a track, in parts between which no way is known.
struct MatchChain {
    /// Columns without a break, and why they begin one.
    struct Part {
        var columns: [MatchColumn]
        var reason: TrackMatch.BreakReason
    }

    var step: MatchStep
    private(set) var parts: [Part] = []
    /// The columns after the last break.
    private(set) var current: [MatchColumn] = []
    private var reason = TrackMatch.BreakReason.gap
    /// Fixes that no way reaches from the last column.
    private var pending: [(fix: Observation, candidates: [MatchCandidate])] = []
    private var offRoad = 0
    /// Why a fix is on no road.
    var unmatched: [TrackMatch.UnmatchedReason?]

    init(_ step: MatchStep, _ count: Int) {
        self.step = step
        unmatched = Array(repeating: nil, count: count)
    }

    /// Weighs the next fix.
    ///
    /// One that no way reaches waits: where the next ones are reached it was an outlier, and where
    /// they are not, a new part begins with it.
    mutating func feed(_ fix: Observation) {
        let candidates = step.search.roads.candidates(
            for: fix,
            after: current.last,
            step.options
        )
        guard !candidates.isEmpty else {
            unmatched[fix.index] = .offRoad
            offRoad += 1
            return
        }
        guard let last = current.last else { return begin(fix, candidates, .gap) }
        if offRoad >= step.options.patience {
            close()
            return begin(fix, candidates, .offRoad)
        }
        if last.fix.vector.distance(to: fix.vector) > step.options.gapMeters,
            !step.isTooFast(last.fix, fix)
        {
            close()
            return begin(fix, candidates, .gap)
        }
        if let column = step.next(fix, candidates, after: last) {
            drop()
            offRoad = 0
            current.append(column)
            return
        }
        pending.append((fix, candidates))
        guard pending.count >= step.options.patience else { return }
        let waiting = pending
        pending = []
        close()
        begin(waiting[0].fix, waiting[0].candidates, .noWay)
        for (fix, _) in waiting.dropFirst() { feed(fix) }
    }

    mutating func end() {
        let waiting = pending
        pending = []
        close()
        // The last fixes may have gone where no way is known.
        if let first = waiting.first, waiting.count > 1 {
            begin(first.fix, first.candidates, .noWay)
            for (fix, candidates) in waiting.dropFirst() {
                guard let last = current.last,
                    let column = step.next(fix, candidates, after: last)
                else { unmatched[fix.index] = .outlier; continue }
                current.append(column)
            }
            close()
        } else {
            for (fix, _) in waiting { unmatched[fix.index] = .outlier }
        }
    }

    private mutating func drop() {
        for (fix, _) in pending { unmatched[fix.index] = .outlier }
        pending.removeAll(keepingCapacity: true)
    }

    private mutating func begin(
        _ fix: Observation,
        _ candidates: [MatchCandidate],
        _ reason: TrackMatch.BreakReason
    ) {
        self.reason = reason
        offRoad = 0
        current = [step.first(fix, candidates)]
    }

    /// Ends the part: a single fix tells no way.
    private mutating func close() {
        drop()
        if current.count > 1 {
            parts.append(Part(columns: current, reason: reason))
        } else if let only = current.first {
            unmatched[only.fix.index] = .outlier
        }
        current = []
    }
}

extension MatchChain.Part {
    /// The numbers of the states of the likeliest chain.
    var likeliest: [Int] {
        var chain = [Int](repeating: 0, count: columns.count)
        guard var state = columns.last?.best else { return [] }
        for index in columns.indices.reversed() {
            chain[index] = state
            state = Int(columns[index].states[state].previous)
        }
        return chain
    }
}
