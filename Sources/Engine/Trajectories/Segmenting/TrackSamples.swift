internal import Geodesy

/// Fixes of about the same time as one, so that noise counts less and a fix a second costs no more than a
/// fix in twenty.
struct TrackSample: Sendable {
    /// The indices of its fixes among those that were sieved.
    let fixes: Range<Int>
    /// The mean of their times.
    let seconds: Double
    /// The mean of their places.
    let vector: EarthVector
    /// The least of their accuracies, in metres.
    let accuracy: Double
    /// The median of the places around it in time; outliers do not move it.
    var calm: EarthVector
}

enum TrackSamples {
    /// How many seconds one spans at most.
    static let seconds = 20.0
    /// The calm place is the median of those of the neighbours on either side within so many seconds, and of
    /// those of the next ones within as many.
    private static let neighbourSeconds = [900.0, 90]

    /// The samples of some fixes without a gap.
    ///
    /// - Complexity: O(n)
    static func make(_ fixes: [SievedFix], _ range: Range<Int>) -> [TrackSample] {
        var samples: [TrackSample] = []
        var start = range.lowerBound
        while start < range.upperBound {
            var end = start
            var sum = EarthVector.zero
            var (time, accuracy) = (0.0, Double.infinity)
            while end < range.upperBound,
                fixes[end].seconds < fixes[start].seconds + seconds
            {
                sum += fixes[end].vector
                time += fixes[end].seconds
                accuracy = min(accuracy, fixes[end].accuracy)
                end += 1
            }
            let count = Double(end - start)
            samples.append(
                TrackSample(
                    fixes: start..<end,
                    seconds: time / count,
                    vector: sum / count,
                    accuracy: accuracy,
                    calm: sum / count
                )
            )
            start = end
        }
        calm(&samples)
        return samples
    }

    private static func calm(_ samples: inout [TrackSample]) {
        let raw = samples.map(\.vector)
        for index in samples.indices {
            var near = [raw[index]]
            for (away, seconds) in zip(1..., neighbourSeconds) {
                for other in [index - away, index + away] where samples.indices.contains(other) {
                    let passed = abs(samples[other].seconds - samples[index].seconds)
                    if passed <= seconds { near.append(raw[other]) }
                }
            }
            // Of two there is no middle; at an end the way on is not the place.
            guard near.count > 2 else { continue }
            samples[index].calm = median(near)
        }
    }

    /// The median of each member: of few places that lie close together the middle, wherever on Earth.
    private static func median(_ places: [EarthVector]) -> EarthVector {
        func middle(_ member: KeyPath<EarthVector, Double>) -> Double {
            let sorted = places.map { $0[keyPath: member] }.sorted()
            let half = sorted.count / 2
            return sorted.count % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2
        }
        return EarthVector(middle(\.x), middle(\.y), middle(\.z))
    }
}
