internal import Geodesy

/// Parts a way into legs: on foot and not, by a chain of two states, and the mode of each by what it looks
/// like as a whole.
struct LegFinder {
    private let fixes: [SievedFix]
    private let span: ClosedRange<Int>
    private let start: FoundStay?
    private let end: FoundStay?
    private let rules: SegmentingRules
    private let steps: [TrackStep]

    /// What a change between walking and riding costs, as the logarithm of a likelihood: about a minute of
    /// either.
    private static let changeCost = 5.0

    init(
        _ fixes: [SievedFix],
        _ span: ClosedRange<Int>,
        from start: FoundStay?,
        to end: FoundStay?,
        _ rules: SegmentingRules
    ) {
        (self.fixes, self.span, self.rules) = (fixes, span, rules)
        (self.start, self.end) = (start, end)
        steps = TrackSteps.make(fixes, span)
    }

    /// Steps in a row that are all on foot, or none.
    private struct Stretch {
        var steps: Range<Int>
        var walks: Bool
    }

    func legs() -> [Itinerary.Leg] {
        guard !steps.isEmpty else { return [leg(span, 0..<0)] }
        let stretches = stretches()
        var legs: [Itinerary.Leg] = []
        var first = span.lowerBound
        for (number, stretch) in stretches.enumerated() {
            let isLast = number == stretches.count - 1
            let last = isLast ? span.upperBound : steps[stretch.steps.upperBound - 1].fix
            legs.append(leg(first...max(first, last), stretch.steps))
            first = last
        }
        return legs
    }

    // MARK: Stretches

    /// How much likelier a speed is, as a logarithm for ten seconds, when riding than when walking. To stand
    /// tells nothing.
    private static func evidence(_ speed: Double) -> Double {
        switch speed {
        case ..<0.5: 0
        case ..<1.9: -1
        case ..<2.7: -1 + (speed - 1.9) / 0.8
        case ..<4: (speed - 2.7) / 1.3
        case ..<7: 1.5
        default: 3
        }
    }

    private func stretches() -> [Stretch] {
        var stretches: [Stretch] = []
        for (index, walks) in chain().enumerated() {
            if let last = stretches.last, last.walks == walks {
                stretches[stretches.count - 1].steps = last.steps.lowerBound..<index + 1
            } else {
                stretches.append(Stretch(steps: index..<index + 1, walks: walks))
            }
        }
        // The shortest that is no leg goes to its neighbours, until all are legs.
        while stretches.count > 1 {
            let short = stretches.indices.filter { !isLeg(stretches, $0) }
                .min { seconds(stretches[$0]) < seconds(stretches[$1]) }
            guard let short else { break }
            stretches[short].walks.toggle()
            stretches = stretches.reduce(into: []) { list, stretch in
                if let last = list.last, last.walks == stretch.walks {
                    list[list.count - 1].steps = last.steps.lowerBound..<stretch.steps.upperBound
                } else {
                    list.append(stretch)
                }
            }
        }
        return stretches
    }

    private func seconds(_ stretch: Stretch) -> Double {
        steps[stretch.steps].reduce(0) { $0 + $1.seconds }
    }

    private func isLeg(_ stretches: [Stretch], _ number: Int) -> Bool {
        let stretch = stretches[number]
        let steps = steps[stretch.steps]
        let meters = steps.reduce(0) { $0 + $1.seconds * $1.metersPerSecond }
        guard seconds(stretch) >= rules.walkSeconds, meters >= 50 else { return false }
        guard stretch.walks, number > 0, number + 1 < stretches.count else { return true }
        // Between two rides: feet go evenly, and a jam does not.
        let even = steps.reduce(0) {
            $0 + ((0.7...2.1).contains($1.metersPerSecond) ? $1.seconds : 0)
        }
        return even >= 0.6 * seconds(stretch)
    }

    /// Whether each step is on foot, by the likeliest chain (Viterbi).
    private func chain() -> [Bool] {
        var (walking, riding) = (0.0, 0.0)
        var walkStays: [Bool] = []
        var rideStays: [Bool] = []
        for step in steps {
            // A step with no fixes between tells no more than three.
            let weight = min(3, step.seconds / 10)
            let evidence = Self.evidence(step.metersPerSecond) * weight
            walkStays.append(walking >= riding - Self.changeCost)
            rideStays.append(riding >= walking - Self.changeCost)
            (walking, riding) = (
                max(walking, riding - Self.changeCost) - evidence / 2,
                max(riding, walking - Self.changeCost) + evidence / 2
            )
        }
        var walks = walking >= riding
        var chain = [Bool](repeating: false, count: steps.count)
        for index in steps.indices.reversed() {
            chain[index] = walks
            let stays = walks ? walkStays[index] : rideStays[index]
            if !stays { walks.toggle() }
        }
        return chain
    }

    // MARK: Legs

    private func leg(_ range: ClosedRange<Int>, _ stretch: Range<Int>) -> Itinerary.Leg {
        let line = TrackLine.make(
            fixes,
            range,
            from: range.lowerBound == span.lowerBound ? start.map { fixes[$0.medoid].place } : nil,
            to: range.upperBound == span.upperBound ? end.map { fixes[$0.medoid].place } : nil
        )
        var unseen = 0.0
        for index in range.dropFirst() {
            let dark = fixes[index].seconds - fixes[index - 1].seconds
            if dark > rules.darkSeconds { unseen += dark }
        }
        let look = LegLook(steps: Array(steps[stretch]), line: line)
        let likelihoods = look.likelihoods()
        let best = TransportMode.allCases.max {
            (likelihoods[$0] ?? 0) < (likelihoods[$1] ?? 0)
        }
        let told = best.flatMap { likelihoods[$0] }
        return Itinerary.Leg(
            from: fixes[range.lowerBound].at,
            to: fixes[range.upperBound].at,
            mode: told == nil ? nil : best,
            confidence: told ?? 0,
            likelihoods: likelihoods,
            meters: TrackLine.meters(line),
            line: line,
            fixes: range.count,
            unseenSeconds: unseen,
            range: fixes[range.lowerBound].index...fixes[range.upperBound].index
        )
    }
}
