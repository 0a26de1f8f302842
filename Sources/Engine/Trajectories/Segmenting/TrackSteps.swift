internal import Geodesy

/// From one short time to the next: how fast one went.
struct TrackStep: Sendable {
    /// The fix with which it ends, by its index among those that were sieved.
    let fix: Int
    let seconds: Double
    let metersPerSecond: Double
}

/// How far fixes are off.
enum TrackNoise {
    /// Where fixes are farther apart, in metres, it is movement that parts them.
    private static let slowMeters = 20.0
    private static let greatest = 20.0

    /// The standard deviation of fixes to either side, in metres, from how far each is off the middle of its
    /// neighbours: the median, which turns and starts do not move. 0 where most are far apart.
    ///
    /// - Complexity: O(n log n)
    static func meters(_ fixes: [SievedFix], _ span: ClosedRange<Int>) -> Double {
        var offs: [Double] = []
        for index in span.dropFirst().dropLast() {
            let (before, here, after) = (
                fixes[index - 1].vector, fixes[index].vector, fixes[index + 1].vector
            )
            guard before.distance(to: after) < 2 * slowMeters else { continue }
            offs.append(((before + after) / 2).distance(to: here))
        }
        guard offs.count > 5, 3 * offs.count > span.count else { return 0 }
        offs.sort()
        // Of two normal numbers with a deviation of 1.22 sigma each, the length's median is 1.44 sigma.
        return min(greatest, offs[offs.count / 2] / 1.44)
    }
}

enum TrackSteps {
    /// How many seconds' fixes are taken as one ...
    private static let seconds = 10.0
    /// ... and how many more for each metre of noise.
    private static let secondsPerMeter = 2.5

    /// The steps of a way.
    ///
    /// - Complexity: O(n)
    static func make(_ fixes: [SievedFix], _ span: ClosedRange<Int>) -> [TrackStep] {
        let seconds = max(seconds, secondsPerMeter * TrackNoise.meters(fixes, span))
        var steps: [TrackStep] = []
        var last: (vector: EarthVector, seconds: Double)?
        var start = span.lowerBound
        while start <= span.upperBound {
            var end = start
            var (sum, time) = (EarthVector.zero, 0.0)
            while end <= span.upperBound, fixes[end].seconds < fixes[start].seconds + seconds {
                sum += fixes[end].vector
                time += fixes[end].seconds
                end += 1
            }
            let count = Double(end - start)
            let here = (vector: sum / count, seconds: time / count)
            if let last {
                let passed = max(0.001, here.seconds - last.seconds)
                steps.append(
                    TrackStep(
                        fix: end - 1,
                        seconds: passed,
                        metersPerSecond: last.vector.distance(to: here.vector) / passed
                    )
                )
            }
            last = here
            start = end
        }
        return steps
    }
}

/// The line of a way without the noise of single fixes, which makes a walk with a fix a second four times as
/// long as it is.
enum TrackLine {
    /// Fixes within this, in metres, are taken as one place.
    private static let meters = 25.0
    /// So are those of this time, in seconds, for standing still.
    private static let seconds = 60.0

    /// The means of fixes that lie close together, from one place to another.
    ///
    /// - Parameters:
    ///   - start: The place where it begins; nil for its first fix.
    ///   - end: The place where it ends; nil for its last fix.
    /// - Complexity: O(n)
    static func make(
        _ fixes: [SievedFix],
        _ span: ClosedRange<Int>,
        from start: Coordinate?,
        to end: Coordinate?
    ) -> [Coordinate] {
        let accuracies = span.map { fixes[$0].accuracy }.sorted()
        let noise = max(TrackNoise.meters(fixes, span), 0.6 * accuracies[accuracies.count / 2])
        let width = max(meters, 5 * noise)
        var line: [Coordinate] = [start ?? fixes[span.lowerBound].place]
        var index = span.lowerBound
        while index <= span.upperBound {
            let first = fixes[index]
            var sum = EarthVector.zero
            var next = index
            while next <= span.upperBound,
                fixes[next].vector.distance(to: first.vector) < width,
                fixes[next].seconds - first.seconds < seconds
            {
                sum += fixes[next].vector
                next += 1
            }
            if next > index + 1 {
                line.append((sum / Double(next - index)).place(near: first.place))
            } else {
                next = index + 1
                line.append(first.place)
            }
            index = next
        }
        line.append(end ?? fixes[span.upperBound].place)
        return line.reduce(into: []) { list, place in if list.last != place { list.append(place) } }
    }

    /// How long a line is, in metres.
    static func meters(_ line: [Coordinate]) -> Double {
        zip(line, line.dropFirst()).reduce(0) {
            $0 + Geodesic.distance(from: $1.0, to: $1.1).meters
        }
    }
}
