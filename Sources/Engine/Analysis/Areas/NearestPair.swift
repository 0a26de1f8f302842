internal import Geodesy

/// Seeks the nearest of many pairs by their chords through the Earth, and measures only those that
/// can be it.
struct NearestPair<Pair> {
    /// Nothing that is farther away than this, in metres of chord, can be the nearest.
    private(set) var reach: Double
    private let limit: Distance?
    private var waiting: [(chord: Double, pair: Pair)] = []

    /// More than a geodesic is measured too short.
    private static var measuringMeters: Double { 0.001 }

    /// - Parameter limit: What lies farther away is of no interest; nil for no limit.
    init(limit: Distance?) {
        self.limit = limit
        // A geodesic is no shorter than its chord, and measured to a tenth of a millimetre.
        reach = limit.map { $0.meters + Self.measuringMeters } ?? .infinity
    }

    /// Tells that something lies within a chord.
    mutating func shorten(to chord: Double) {
        reach = min(reach, EarthCentered.chordLimit(chord) + Self.measuringMeters)
    }

    /// Takes a pair into account.
    ///
    /// - Parameters:
    ///   - chord: How far the straight lines that stand for the two are apart.
    ///   - slack: How far the two may be from those lines.
    mutating func add(_ pair: @autoclosure () -> Pair, chord: Double, slack: Double) {
        guard chord - slack <= reach else { return }
        waiting.append((chord - slack, pair()))
        shorten(to: chord + slack)
    }

    /// Measures the pairs, those with the shortest chords first.
    ///
    /// - Returns: The least distance; nil when it is more than the limit, and without pairs.
    func least(_ measure: (Pair) -> Distance) -> Distance? {
        var best: Distance?
        for candidate in waiting.sorted(by: { $0.chord < $1.chord }) {
            guard candidate.chord <= min(reach, best?.meters ?? .infinity) else { break }
            let found = measure(candidate.pair)
            if best.map({ found < $0 }) ?? true { best = found }
        }
        return best.flatMap { found in limit.map { found <= $0 } ?? true ? found : nil }
    }
}
