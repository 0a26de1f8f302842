internal import Geodesy

/// Fixes at one place, by their indices among those that were sieved.
struct FoundStay {
    /// The first and the last fix that lie at its core.
    var fixes: ClosedRange<Int>
    var medoid: Int
    /// How far from the medoid the core reaches, in metres.
    var core: Double
    /// How far from the medoid nine in ten are at most, in metres.
    var radius: Double
}

/// Finds where a track without gaps stays at one place.
struct StayFinder {
    let fixes: [SievedFix]
    let samples: [TrackSample]
    let rules: SegmentingRules

    /// The least that a core reaches, in metres: no device is better.
    private static let leastCoreMeters = 15.0
    /// Nobody gets away and to a stand again faster, on the mean, in metres a second.
    private static let hopMetersPerSecond = 15.0
    /// A way that is slower is drift.
    private static let driftMetersPerSecond = 0.5

    /// The stays in their order.
    ///
    /// - Complexity: O(n k) for n samples, k of them in ``SegmentingRules/staySeconds``.
    func find() -> [FoundStay] {
        var spans: [ClosedRange<Int>] = []
        var index = 0
        while index < samples.count {
            let last = reach(from: index)
            let span = index...last
            if seconds(span) >= rules.staySeconds, !isSteady(span) {
                spans.append(span)
                index = last + 1
            } else {
                index += 1
            }
        }
        var merged = true
        while merged {
            merged = false
            spans = spans.reduce(into: []) { joined, span in
                guard let last = joined.last, isDrift(from: last, to: span) else {
                    return joined.append(span)
                }
                joined[joined.count - 1] = last.lowerBound...span.upperBound
                merged = true
            }
            spans = withoutHops(spans, &merged)
        }
        return spans.compactMap(refined)
    }

    // MARK: Samples

    private func seconds(_ span: ClosedRange<Int>) -> Double {
        let first = fixes[samples[span.lowerBound].fixes.lowerBound].seconds
        return fixes[samples[span.upperBound].fixes.upperBound - 1].seconds - first
    }

    /// The last sample up to which the track stays around its mean. One that is away counts only where the
    /// track does not come back within ``SegmentingRules/staySeconds``.
    private func reach(from start: Int) -> Int {
        var center = samples[start].calm
        var count = 1.0
        var last = start
        var next = start + 1
        while next < samples.count {
            let sample = samples[next]
            let off = center.distance(to: sample.calm) - sample.accuracy
            if off <= rules.stayMeters {
                count += 1
                center += (sample.calm - center) / count
                last = next
            } else {
                // A single one counts only where it is away for long.
                let away = sample.seconds - samples[last].seconds
                let limit = next - last > 1 ? rules.staySeconds : 3 * rules.staySeconds
                if away > limit { break }
            }
            next += 1
        }
        return last
    }

    /// Whether a short span is a slow way on rather than a place: it ends far from where it began.
    private func isSteady(_ span: ClosedRange<Int>) -> Bool {
        guard seconds(span) < 3 * rules.staySeconds, span.count > 2 else { return false }
        var path = 0.0
        for index in span.dropFirst() {
            path += samples[index - 1].calm.distance(to: samples[index].calm)
        }
        let net = samples[span.lowerBound].calm.distance(to: samples[span.upperBound].calm)
        return net > rules.stayMeters && net > 0.7 * path
    }

    private func mean(_ span: ClosedRange<Int>) -> EarthVector {
        // The middle half: its ends are on the way.
        let cut = span.count / 4
        let middle = (span.lowerBound + cut)...(span.upperBound - cut)
        return middle.reduce(EarthVector.zero) { $0 + samples[$1].calm } / Double(middle.count)
    }

    /// Whether what lies between two stays is no way: both are near each other, and nothing between goes
    /// far, or steadily.
    private func isDrift(from one: ClosedRange<Int>, to other: ClosedRange<Int>) -> Bool {
        let (start, end) = (mean(one), mean(other))
        let apart = start.distance(to: end)
        guard apart < 2 * rules.stayMeters else { return false }
        let between = one.upperBound + 1..<other.lowerBound
        guard !between.isEmpty else { return true }
        let far = between.map { start.distance(to: samples[$0].calm) }.max() ?? 0
        if far < 2 * rules.stayMeters {
            let path = (one.upperBound..<other.lowerBound).reduce(0) {
                $0 + samples[$1].calm.distance(to: samples[$1 + 1].calm)
            }
            let time = samples[other.lowerBound].seconds - samples[one.upperBound].seconds
            return path / max(1, time) < Self.driftMetersPerSecond
        }
        return apart < rules.stayMeters && isHop(between, start)
    }

    /// Whether samples that lie away from a place lie together, and are reached and left in one step that
    /// nobody makes from a stand to a stand.
    private func isHop(_ away: Range<Int>, _ home: EarthVector) -> Bool {
        guard let first = away.first, let last = away.last, first > 0, last + 1 < samples.count
        else { return false }
        // Half a step is seen where a sample has fixes of both.
        let beyond = away.filter { home.distance(to: samples[$0].calm) > 2 * rules.stayMeters }
        guard let one = beyond.first else { return true }
        let center = samples[one].calm
        let isTogether = beyond.allSatisfy {
            samples[$0].calm.distance(to: center) < 2 * rules.stayMeters
        }
        let raw = samples[first].fixes.lowerBound..<samples[last].fixes.upperBound
        let steps = (raw.lowerBound..<raw.upperBound + 1).filter { index in
            guard index > 0, index < fixes.count else { return false }
            return home.distance(to: fixes[index - 1].vector) <= rules.stayMeters
                && home.distance(to: fixes[index].vector) > 2 * rules.stayMeters
        }
        let isSudden = steps.contains { index in
            let way = fixes[index - 1].vector.distance(to: fixes[index].vector)
            let time = max(1, fixes[index].seconds - fixes[index - 1].seconds)
            return way / time > Self.hopMetersPerSecond
        }
        return raw.count == 1 || isTogether && isSudden
    }

    /// Whether fixes at an open end of the track, all that are away from a stay's place, are none of a way:
    /// one alone, or some that lie together and are reached in one step that nobody makes.
    func isNoise(_ span: ClosedRange<Int>, awayFrom home: EarthVector) -> Bool {
        let away = span.filter {
            home.distance(to: fixes[$0].vector) - fixes[$0].accuracy > 2 * rules.stayMeters
        }
        guard let first = away.first, let last = away.last, away.count > 1 else { return true }
        let center = fixes[first].vector
        guard away.allSatisfy({ fixes[$0].vector.distance(to: center) < 2 * rules.stayMeters })
        else { return false }
        // From the stay, or to it.
        return [(first - 1, first), (last, last + 1)].contains { from, to in
            guard span.contains(from), span.contains(to) else { return false }
            let way = fixes[from].vector.distance(to: fixes[to].vector)
            return way / max(1, fixes[to].seconds - fixes[from].seconds) > Self.hopMetersPerSecond
        }
    }

    /// Joins stays around one that is reached and left by a hop.
    private func withoutHops(
        _ spans: [ClosedRange<Int>],
        _ merged: inout Bool
    ) -> [ClosedRange<Int>] {
        var kept: [ClosedRange<Int>] = []
        for span in spans {
            if kept.count > 1 {
                let (home, away) = (kept[kept.count - 2], kept[kept.count - 1])
                let between = home.upperBound + 1..<span.lowerBound
                if mean(home).distance(to: mean(span)) < rules.stayMeters,
                    seconds(away) < seconds(home) + seconds(span), isHop(between, mean(home))
                {
                    kept.removeLast(2)
                    kept.append(home.lowerBound...span.upperBound)
                    merged = true
                    continue
                }
            }
            kept.append(span)
        }
        return kept
    }

    // MARK: Fixes

    /// A stay with its medoid, and with the first and the last fix at its core as its ends: who walks up to
    /// a place and away from it does not stay there yet, or any more.
    private func refined(_ span: ClosedRange<Int>) -> FoundStay? {
        let range =
            samples[span.lowerBound].fixes.lowerBound..<samples[span.upperBound].fixes.upperBound
        let center = mean(span)
        let inside = range.filter {
            center.distance(to: fixes[$0].vector) - fixes[$0].accuracy <= 1.5 * rules.stayMeters
        }
        guard !inside.isEmpty else { return nil }
        let weights = weights(inside)
        let medoid = medoid(inside, weights)
        let spread: [Spread] = zip(inside, weights).map { index, weight in
            (index, fixes[medoid].vector.distance(to: fixes[index].vector), weight)
        }.sorted { $0.meters < $1.meters }
        let core = min(rules.stayMeters, max(Self.leastCoreMeters, 3 * Self.share(0.5, spread)))
        let atCore = inside.filter { fixes[medoid].vector.distance(to: fixes[$0].vector) <= core }
        guard let first = atCore.first, let last = atCore.last,
            fixes[last].seconds - fixes[first].seconds >= 0.6 * rules.staySeconds
        else { return nil }
        let radius = Self.share(0.9, spread.filter { first...last ~= $0.index })
        return FoundStay(
            fixes: first...last,
            medoid: medoid,
            core: core,
            radius: min(radius, 1.5 * rules.stayMeters)
        )
    }

    private typealias Spread = (index: Int, meters: Double, weight: Double)

    /// The distance within which lies a share of the time.
    private static func share(_ share: Double, _ spread: [Spread]) -> Double {
        let all = spread.reduce(0) { $0 + $1.weight }
        var passed = 0.0
        for (_, meters, weight) in spread {
            passed += weight
            if passed >= share * all { return meters }
        }
        return 0
    }

    /// The time that each fix stands for, in seconds: half of that to either neighbour.
    private func weights(_ indices: [Int]) -> [Double] {
        indices.indices.map { number in
            let index = indices[number]
            let before = number > 0 ? fixes[index].seconds - fixes[indices[number - 1]].seconds : 0
            let after =
                number + 1 < indices.count
                ? fixes[indices[number + 1]].seconds - fixes[index].seconds : 0
            return max(0.5, (before + after) / 2)
        }
    }

    /// The fix with the least sum of distances to all others, each times its time; among 200 at most,
    /// spread evenly, and to 400.
    private func medoid(_ indices: [Int], _ weights: [Double]) -> Int {
        let every = max(1, indices.count / 200)
        let others = max(1, indices.count / 400)
        var (best, least) = (indices[0], Double.infinity)
        for number in stride(from: 0, to: indices.count, by: every) {
            let vector = fixes[indices[number]].vector
            var sum = 0.0
            for other in stride(from: 0, to: indices.count, by: others) {
                sum += weights[other] * vector.distance(to: fixes[indices[other]].vector)
            }
            if sum < least { (best, least) = (indices[number], sum) }
        }
        return best
    }
}
