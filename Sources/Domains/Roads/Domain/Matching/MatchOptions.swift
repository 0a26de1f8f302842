/// What the matcher believes of fixes and of people's ways.
///
/// One set for all: none of it is made for a place, a device or a rate of fixes.
package struct MatchOptions: Sendable {
    /// How far a road may be from a fix, in metres.
    package var reachMeters = 200.0
    /// On how many edges a fix is looked for.
    package var candidateEdges = 8
    /// The least standard deviation of a fix that tells its accuracy, in metres.
    package var leastSigmaMeters = 4.0
    /// The least and the greatest one of fixes that tell none: maps are no better than that.
    package var leastEstimateMeters = 6.0
    package var greatestEstimateMeters = 30.0
    /// A fix closer than this many standard deviations to the last one that was weighed tells nothing
    /// new.
    package var thinningSigmas = 2.0
    /// How much nearer, in standard deviations, the next edge of a street has to be for an edge's end
    /// not to count.
    package var nodeSlack = 1.0
    /// How far apart, in standard deviations along an edge, two of its places are for both to count.
    package var hairpinSigmas = 8.0
    /// How far, in standard deviations, a fix may be from an arc that one was on for it to count though
    /// others are nearer.
    package var standingSigmas = 15.0
    /// From how many standard deviations on a fix is taken for a bad one, whose likelihood falls
    /// linearly: so one of them outweighs no way.
    package var tailSigmas = 3.0
    /// How much a heading weighs; against the road twice that.
    package var headingWeight = 2.0
    /// The scale, beside the standard deviation, on which a way differs from the straight line
    /// between two fixes: this share of that line.
    package var detourShare = 0.05
    /// What turning round off a dead end is as long as, in metres.
    package var uTurnMeters = 100.0
    /// How much longer than the straight line a way may be: this many times, and metres.
    package var detourFactor = 2.0
    package var detourMeters = 200.0
    /// Two fixes with a longer straight line between them are a gap, in metres.
    package var gapMeters = 5_000.0
    /// After how many fixes in a row that no way reaches does a new part begin.
    package var patience = 3
    /// A possible state that is this much less likely than the best one (natural logarithm) is given
    /// up.
    package var beam = 60.0

    /// Minus the logarithm of a fix's likelihood, by its distance in standard deviations.
    func placeCost(_ sigmas: Double) -> Double {
        sigmas < tailSigmas
            ? 0.5 * sigmas * sigmas : tailSigmas * sigmas - 0.5 * tailSigmas * tailSigmas
    }
}

extension TravelMode {
    /// Nobody goes faster, in metres a second.
    var greatestMetersPerSecond: Double {
        switch self {
        case .walk: 12
        case .drive: 70
        }
    }
}
