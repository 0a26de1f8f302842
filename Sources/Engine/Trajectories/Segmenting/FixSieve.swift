internal import Geodesy
internal import Timekeeping

/// A fix as segmenting reads it.
struct SievedFix: Sendable {
    /// Its index among those given.
    let index: Int
    let at: Timestamp
    /// Seconds since the first fix.
    let seconds: Double
    let place: Coordinate
    let vector: EarthVector
    /// What the device says, at most as far as noise goes that is believed.
    let accuracy: Double
    /// Whether nobody gets here from the one before.
    var isUnreachable = false
}

/// Sorts out fixes where nobody gets in the time between.
///
/// Each fix is held against the last one that was kept. One that is too far waits, with those that go on from
/// it: where the track comes back to what was kept they were outliers; where they are more than what was kept
/// before them, that was; and where both are long, the track is cut between them.
struct FixSieve {
    private let rules: SegmentingRules
    private(set) var kept: [SievedFix] = []
    private(set) var outliers: [Int] = []
    private(set) var swapped = 0
    private var waiting: [SievedFix] = []
    /// Where in `kept` what was kept since the last cut begins.
    private var start = 0

    /// So many fixes in a row are no outliers.
    private static let convincing = 5
    /// How far places are off beyond what devices say, in metres.
    private static let slackMeters = 100.0

    /// - Parameter fixes: In the order of their times; of several of one moment the first counts.
    init(_ fixes: [Fix], _ rules: SegmentingRules) {
        self.rules = rules
        guard let first = fixes.first else { return }
        let all = fixes.enumerated().map { index, fix in
            SievedFix(
                index: index,
                at: fix.at,
                seconds: Double(fix.at.milliseconds(since: first.at)) / 1000,
                place: fix.place,
                vector: EarthVector(fix.place),
                accuracy: min(max(0, fix.accuracyMeters ?? 0), rules.stayMeters)
            )
        }
        var index = 0
        while index < all.count {
            index = feed(all, index)
        }
        settle()
        outliers.sort()
    }

    /// Takes the fix at an index, and those that fly on from it.
    ///
    /// - Returns: The index of the next fix to take.
    private mutating func feed(_ all: [SievedFix], _ index: Int) -> Int {
        let fix = all[index]
        guard let last = kept.last else {
            kept.append(fix)
            return index + 1
        }
        if fix.at == (waiting.last ?? last).at { return index + 1 }
        if speed(last, fix) <= rules.greatestMetersPerSecond {
            drop(waiting)
            waiting = []
            kept.append(fix)
            return index + 1
        }
        let landed = flight(all, index)
        if landed > index {
            drop(waiting)
            waiting = []
            kept += all[index..<landed]
            return landed
        }
        if let before = waiting.last, speed(before, fix) > rules.greatestMetersPerSecond {
            drop(waiting)
            waiting = []
        }
        waiting.append(fix)
        // As long as what was kept, or long enough that neither can be noise.
        let since = kept.count - start
        if waiting.count > since, since < Self.convincing {
            drop(Array(kept[start...]))
            kept.removeLast(since)
            kept += waiting
            waiting = []
        } else if waiting.count >= Self.convincing, lasts(waiting) {
            cut()
        }
        return index + 1
    }

    /// Whether fixes that wait lie at more than one moment's place: a device that is lost repeats itself.
    private func lasts(_ fixes: [SievedFix]) -> Bool {
        guard let first = fixes.first, let last = fixes.last else { return false }
        return last.seconds - first.seconds >= rules.staySeconds
    }

    private mutating func cut() {
        start = kept.count
        waiting[0].isUnreachable = true
        kept += waiting
        waiting = []
    }

    private mutating func settle() {
        drop(waiting)
        waiting = []
    }

    private mutating func drop(_ fixes: [SievedFix]) {
        guard !fixes.isEmpty else { return }
        for fix in fixes {
            outliers.append(fix.index)
            let (latitude, longitude) = (fix.place.longitude, fix.place.latitude)
            guard latitude.magnitude <= 90, let near = kept.last ?? waiting.last else { continue }
            let other = Coordinate(uncheckedLatitude: latitude, longitude: longitude)
            if EarthVector(other).distance(to: near.vector) < 50_000,
                fix.vector.distance(to: near.vector) > 100_000
            {
                swapped += 1
            }
        }
    }

    /// In metres a second, less what noise may add.
    private func speed(_ from: SievedFix, _ to: SievedFix) -> Double {
        let meters = from.vector.distance(to: to.vector) - from.accuracy - to.accuracy
        return max(0, meters - Self.slackMeters) / max(1, to.seconds - from.seconds)
    }

    /// Where a flight ends that begins with the fix at an index: it goes on fast, straight and far.
    ///
    /// - Returns: The index behind its last fix; that of its first where there is none.
    private func flight(_ all: [SievedFix], _ index: Int) -> Int {
        guard let last = kept.last else { return index }
        var before = last
        var end = index
        var path = 0.0
        while end < all.count {
            let fix = all[end]
            let speed = speed(before, fix)
            guard speed <= rules.greatestFlightMetersPerSecond,
                end == index || speed > rules.greatestMetersPerSecond / 2
            else { break }
            path += before.vector.distance(to: fix.vector)
            before = fix
            end += 1
        }
        guard end > index else { return index }
        let net = last.vector.distance(to: before.vector)
        let seconds = before.seconds - last.seconds
        let isFar = net > 30_000 && net > 0.7 * path && seconds >= 600
        return isFar ? end : index
    }
}
