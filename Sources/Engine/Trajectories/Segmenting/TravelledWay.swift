public import Geodesy
internal import Timekeeping

/// What was gone in a time of which it is told that it was one trip.
public struct TravelledWay: Sendable, Hashable {
    /// In metres.
    public let meters: Double
    /// From its first place to its last; empty where there are no fixes.
    public let line: [Coordinate]
    /// For how many seconds no fix came for more than ``SegmentingRules/darkSeconds``, one time after the other: what
    /// was gone then is a straight line.
    public let unseenSeconds: Double
}

extension Segmenter {
    /// The way of a trip of which its owner says when it began and ended.
    ///
    /// Nothing is told apart: what goes round a block, waits on the way or is a minute long counts like any other way.
    /// Fixes where nobody gets in the time between are left out. What lies within the accuracy of where one was is no
    /// way, and neither is what creeps away more slowly than anybody goes; so a rest adds no more than its drift
    /// leaves its accuracy. Dark times, however long, are bridged by a straight line.
    ///
    /// - Parameter fixes: In the order of their times; of several of one moment the first counts.
    /// - Complexity: O(n log n)
    public func way(of fixes: [Fix]) -> TravelledWay {
        let kept = FixSieve(fixes, rules).kept
        var (line, meters, unseen) = ([Coordinate](), 0.0, 0.0)
        var start = 0
        for index in kept.indices {
            if index > 0, !kept[index].isUnreachable {
                let dark = kept[index].seconds - kept[index - 1].seconds
                if dark > rules.darkSeconds { unseen += dark }
            }
            let isEnd = index + 1 == kept.count
            guard isEnd || kept[index + 1].isUnreachable else { continue }
            let stretch = WayStretch(kept, start...index, rules)
            meters += stretch.meters
            line += stretch.line
            start = index + 1
        }
        return TravelledWay(meters: meters, line: line, unseenSeconds: unseen)
    }
}

/// The way of fixes that somebody gets along in their times.
private struct WayStretch {
    private(set) var line: [Coordinate] = []
    private(set) var meters = 0.0

    /// What is slower, in metres a second, is drift ...
    private static let driftMetersPerSecond = 0.5
    /// ... unless it leads farther than this, in metres, or than so many times as far as fixes are off.
    private static let farMeters = 100.0
    private static let farBands = 4.0
    /// No device is better, in metres.
    private static let leastBandMeters = 10.0

    /// Counts from place to place: what is nearer to the last place that counted than fixes are off is no way.
    init(_ fixes: [SievedFix], _ span: ClosedRange<Int>, _ rules: SegmentingRules) {
        let noise = max(TrackNoise.meters(fixes, span), Self.jitterMeters(fixes, span))
        let places = WayPlace.places(fixes, span, rules)
        guard var anchor = places.first else { return }
        var leftAt = anchor.seconds
        line = [anchor.place]
        for place in places.dropFirst() {
            let away = anchor.vector.distance(to: place.vector)
            let band = max(Self.leastBandMeters, anchor.accuracy, place.accuracy, 2 * noise)
            guard away > band else {
                leftAt = place.seconds
                continue
            }
            let passed = max(1, place.seconds - leftAt)
            let isDrift = (away - band) / passed < Self.driftMetersPerSecond
            if isDrift, away < max(Self.farMeters, Self.farBands * band) { continue }
            meters += away
            line.append(place.place)
            (anchor, leftAt) = (place, place.seconds)
        }
    }

    /// Who goes on is off the middle of neighbours by less than this share of how far these are apart.
    private static let jitterShare = 0.5

    /// How far fixes that go to and fro alone are off, in metres; 0 for a way that leads on.
    private static func jitterMeters(_ fixes: [SievedFix], _ span: ClosedRange<Int>) -> Double {
        guard span.count > 7 else { return 0 }
        var (offs, hops): ([Double], [Double]) = ([], [])
        for index in span.dropFirst().dropLast() {
            let (before, after) = (fixes[index - 1].vector, fixes[index + 1].vector)
            offs.append(((before + after) / 2).distance(to: fixes[index].vector))
            hops.append(before.distance(to: after))
        }
        offs.sort()
        hops.sort()
        let off = offs[offs.count / 2]
        return off >= jitterShare * hops[hops.count / 2] ? off / 1.44 : 0
    }
}

/// Fixes of a few seconds, or of a rest, taken as one place.
private struct WayPlace {
    let place: Coordinate
    let vector: EarthVector
    let seconds: Double
    /// How far it is off, in metres.
    let accuracy: Double

    /// How many seconds one spans at most.
    private static let seconds = 15.0

    private init(_ fix: SievedFix) {
        (place, vector, seconds) = (fix.place, fix.vector, fix.seconds)
        accuracy = fix.accuracy
    }

    private init(_ fixes: ArraySlice<SievedFix>, _ first: SievedFix) {
        let count = Double(fixes.count)
        vector = fixes.reduce(EarthVector.zero) { $0 + $1.vector } / count
        place = vector.place(near: first.place)
        seconds = fixes.reduce(0) { $0 + $1.seconds } / count
        accuracy = fixes.reduce(first.accuracy) { min($0, $1.accuracy) }
    }

    /// A rest, until its last fix.
    private init(_ rest: FoundStay, _ fixes: [SievedFix]) {
        (place, vector) = (fixes[rest.medoid].place, fixes[rest.medoid].vector)
        seconds = fixes[rest.fixes.upperBound].seconds
        accuracy = rest.radius
    }

    /// The first fix, the means of fixes of a few seconds, rests as one place each, and the last fix.
    static func places(
        _ fixes: [SievedFix],
        _ span: ClosedRange<Int>,
        _ rules: SegmentingRules
    ) -> [WayPlace] {
        let rests = rests(fixes, span, rules)
        var places: [WayPlace] = []
        var (start, next) = (span.lowerBound, 0)
        while start <= span.upperBound {
            if next < rests.count, rests[next].fixes.lowerBound <= start {
                places.append(WayPlace(rests[next], fixes))
                start = max(start, rests[next].fixes.upperBound + 1)
                next += 1
                continue
            }
            let last = next < rests.count ? rests[next].fixes.lowerBound - 1 : span.upperBound
            var end = start
            while end <= last, fixes[end].seconds < fixes[start].seconds + seconds { end += 1 }
            if places.isEmpty { places.append(WayPlace(fixes[start])) }
            places.append(WayPlace(fixes[start..<end], fixes[start]))
            start = end
            if start > span.upperBound { places.append(WayPlace(fixes[span.upperBound])) }
        }
        return places
    }

    /// The stays that are no walk around a place, but the noise of fixes of one who is there.
    private static func rests(
        _ fixes: [SievedFix],
        _ span: ClosedRange<Int>,
        _ rules: SegmentingRules
    ) -> [FoundStay] {
        var rests: [FoundStay] = []
        var start = span.lowerBound
        for index in span {
            let isEnd = index == span.upperBound
            guard isEnd || fixes[index + 1].seconds - fixes[index].seconds > rules.gapSeconds
            else { continue }
            let samples = TrackSamples.make(fixes, start..<index + 1)
            rests += StayFinder(fixes: fixes, samples: samples, rules: rules).find()
            start = index + 1
        }
        return rests.filter { isNoise($0, fixes) }
    }

    /// So far from its middle noise leads at most, in metres, or in times of what devices say.
    private static let restMeters = 25.0
    private static let restAccuracies = 2.5
    /// Noise goes to and fro: each fix is off the middle of its neighbours by such a share of the radius or more.
    private static let restShare = 0.4

    private static func isNoise(_ stay: FoundStay, _ fixes: [SievedFix]) -> Bool {
        let accuracies = stay.fixes.map { fixes[$0].accuracy }.sorted()
        let told = restAccuracies * accuracies[accuracies.count / 2]
        if stay.radius <= max(restMeters, told) { return true }
        let offs = stay.fixes.dropFirst().dropLast().map { index in
            ((fixes[index - 1].vector + fixes[index + 1].vector) / 2)
                .distance(to: fixes[index].vector)
        }.sorted()
        return offs.count > 5 && offs[offs.count / 2] >= restShare * stay.radius
    }
}
