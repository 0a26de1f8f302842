internal import Geodesy
internal import Timekeeping

/// Tells stays, trips, legs and gaps from the fixes of a track.
///
/// No roads are needed. See <doc:Itineraries>.
public struct Segmenter: Sendable {
    /// The rules by which it tells.
    public let rules: SegmentingRules

    /// A segmenter with some rules.
    public init(_ rules: SegmentingRules = SegmentingRules()) { self.rules = rules }

    /// The itinerary of a track.
    ///
    /// - Parameter fixes: Two or more in the order of their times; of several of one moment the first counts.
    /// - Throws: ``SegmentingError``.
    /// - Complexity: O(n k) for n samples of 20 seconds, k of them in a stay's least time.
    public func itinerary(of fixes: [Fix]) throws(SegmentingError) -> Itinerary {
        guard fixes.count > 1 else { throw .tooFewFixes(fixes.count) }
        for index in fixes.indices.dropFirst() where fixes[index].at < fixes[index - 1].at {
            throw .disorder(fix: index)
        }
        let sieve = FixSieve(fixes, rules)
        let (kept, outliers) = (sieve.kept, sieve.outliers)
        guard outliers.count < kept.count else {
            throw .mostlyOutliers(outliers.count, of: fixes.count, swapped: sieve.swapped)
        }
        var segments: [Itinerary.Segment] = []
        var start = 0
        for index in 1...kept.count {
            let isEnd = index == kept.count
            let isDark =
                !isEnd && kept[index].seconds - kept[index - 1].seconds > rules.gapSeconds
            guard isEnd || isDark || kept[index].isUnreachable else { continue }
            segments += RunSegments(kept, start..<index, rules).segments()
            if !isEnd { segments.append(.gap(gap(kept[index - 1], kept[index], isDark))) }
            start = index
        }
        return Itinerary(
            segments: joined(segments),
            outliers: outliers,
            swappedOutliers: sieve.swapped,
            rules: rules
        )
    }

    /// The first fix that lies where nobody gets in the time since the one before it; nil where all are reached.
    ///
    /// - Parameter fixes: In the order of their times.
    /// - Complexity: O(n)
    public func firstUnreachable(of fixes: [Fix]) -> Int? {
        fixes.indices.dropFirst().first { index in
            let (before, after) = (fixes[index - 1], fixes[index])
            let seconds = max(1, Double(after.at.milliseconds(since: before.at)) / 1000)
            let meters = EarthVector(before.place).distance(to: EarthVector(after.place))
            return meters / seconds > rules.greatestFlightMetersPerSecond
        }
    }

    private func gap(_ before: SievedFix, _ after: SievedFix, _ isDark: Bool) -> Itinerary.Gap {
        let distance = Geodesic.distance(from: before.place, to: after.place)
        return Itinerary.Gap(
            from: before.at,
            to: after.at,
            before: before.place,
            after: after.place,
            distance: distance,
            isSamePlace: distance.meters <= rules.stayMeters,
            reason: isDark ? .dark : .unreachable
        )
    }

    /// Joins two gaps at one place with the short look between them: a device that tells once an hour where
    /// it rests.
    private func joined(_ segments: [Itinerary.Segment]) -> [Itinerary.Segment] {
        segments.reduce(into: []) { list, segment in
            guard case .gap(let next) = segment, list.count > 1,
                case .stay(let stay) = list[list.count - 1],
                case .gap(let last) = list[list.count - 2],
                Double(stay.to.milliseconds(since: stay.from)) / 1000 < rules.staySeconds,
                last.isSamePlace, next.isSamePlace, last.reason == .dark, next.reason == .dark
            else { return list.append(segment) }
            list.removeLast(2)
            let distance = Geodesic.distance(from: last.before, to: next.after)
            list.append(
                .gap(
                    Itinerary.Gap(
                        from: last.from,
                        to: next.to,
                        before: last.before,
                        after: next.after,
                        distance: distance,
                        isSamePlace: distance.meters <= rules.stayMeters,
                        reason: .dark
                    )
                )
            )
        }
    }
}

/// The segments of fixes without a gap.
struct RunSegments {
    private let fixes: [SievedFix]
    private let range: Range<Int>
    private let rules: SegmentingRules
    private let samples: [TrackSample]

    init(_ fixes: [SievedFix], _ range: Range<Int>, _ rules: SegmentingRules) {
        (self.fixes, self.range, self.rules) = (fixes, range, rules)
        samples = TrackSamples.make(fixes, range)
    }

    func segments() -> [Itinerary.Segment] {
        var stays = StayFinder(fixes: fixes, samples: samples, rules: rules).find()
        guard let first = stays.first, let last = stays.last else {
            let whole = range.lowerBound...range.upperBound - 1
            return trip(whole, from: nil, to: nil) ?? [.stay(glimpse(range))]
        }
        // What goes nowhere before the first stay and after the last one belongs to them.
        let before = range.lowerBound...first.fixes.lowerBound
        let begin = trip(before, from: nil, to: first)
        if begin == nil { stays[0].fixes = range.lowerBound...first.fixes.upperBound }
        let after = last.fixes.upperBound...range.upperBound - 1
        let end = trip(after, from: last, to: nil)
        if end == nil {
            let start = stays[stays.count - 1].fixes.lowerBound
            stays[stays.count - 1].fixes = start...range.upperBound - 1
        }
        var segments = begin ?? []
        for (number, stay) in stays.enumerated() {
            if number > 0 {
                let from = stays[number - 1]
                let way = from.fixes.upperBound...stay.fixes.lowerBound
                segments += trip(way, from: from, to: stay) ?? []
            }
            segments.append(.stay(itself(stay)))
        }
        return segments + (end ?? [])
    }

    private func itself(_ stay: FoundStay) -> Itinerary.Stay {
        Itinerary.Stay(
            from: fixes[stay.fixes.lowerBound].at,
            to: fixes[stay.fixes.upperBound].at,
            place: fixes[stay.medoid].place,
            radius: Distance(uncheckedMeters: stay.radius),
            fixes: stay.fixes.count
        )
    }

    /// A stay that is too short to be one, at the border of a gap or of the track.
    private func glimpse(_ range: Range<Int>) -> Itinerary.Stay {
        let middle = range.lowerBound + range.count / 2
        let radius = range.reduce(0) {
            max($0, fixes[middle].vector.distance(to: fixes[$1].vector))
        }
        return Itinerary.Stay(
            from: fixes[range.lowerBound].at,
            to: fixes[range.upperBound - 1].at,
            place: fixes[middle].place,
            radius: Distance(uncheckedMeters: radius),
            fixes: range.count
        )
    }

    /// What lies between two stays, a stay and an end of the run, or both its ends; nil where that goes
    /// nowhere.
    private func trip(
        _ span: ClosedRange<Int>,
        from start: FoundStay?,
        to end: FoundStay?
    ) -> [Itinerary.Segment]? {
        guard span.count > 1 else { return nil }
        if start == nil || end == nil {
            let home = fixes[start?.medoid ?? end?.medoid ?? span.lowerBound].vector
            let inner = samples.filter {
                $0.fixes.upperBound > span.lowerBound && $0.fixes.lowerBound <= span.upperBound
            }
            // Noise has its far fixes one by one.
            let far = inner.count { home.distance(to: $0.calm) > rules.stayMeters }
            guard far > 1 || far == 1 && inner.count <= 3 else { return nil }
            let finder = StayFinder(fixes: fixes, samples: samples, rules: rules)
            if start != nil || end != nil, finder.isNoise(span, awayFrom: home) { return nil }
        }
        let legs = LegFinder(fixes, span, from: start, to: end, rules).legs()
        guard !legs.isEmpty else { return nil }
        return [
            .trip(
                Itinerary.Trip(
                    from: fixes[span.lowerBound].at,
                    to: fixes[span.upperBound].at,
                    legs: legs
                )
            )
        ]
    }
}
