internal import Geodesy
public import Trajectories

/// Whether a leg follows roads, and what that tells of how it was gone.
public struct RoadLook: Sendable {
    /// Which share of its fixes lies on a way along roads, 0 to 1.
    public let fraction: Double
    /// How long that way is, in metres; nil where it is not whole.
    public let meters: Double?
    /// How likely what was seen is under each mode, beside the others.
    public let weights: [TransportMode: Double]

    /// How far from roads fixes are at least that are not on them, in standard deviations.
    private static let offSigmas = 3.0
    /// How many steps the search for one leg may take.
    private static let effort = 20_000_000

    /// What a matcher tells of a leg.
    ///
    /// - Parameters:
    ///   - fixes: Those of the leg, in the order of their times.
    ///   - matcher: One for driving.
    /// - Returns: nil where the leg is on foot, by air or of unknown mode, has too few fixes, or no roads
    ///   are around.
    /// - Throws: ``MatchError``.
    public init?(
        of leg: Itinerary.Leg,
        _ fixes: [Fix],
        by matcher: MapMatcher
    ) throws(MatchError) {
        guard let mode = leg.mode, mode != .plane, mode != .walk || leg.confidence < 0.9,
            fixes.count > 3
        else { return nil }
        let match: TrackMatch
        do throws(MatchError) {
            match = try matcher.match(fixes, effort: Self.effort)
        } catch {
            if case .tooMuchWork = error { return nil }
            throw error
        }
        let limit = Self.offSigmas * max(match.sigmaMeters, 8)
        let near = match.fixes.count {
            if case .matched(let place) = $0 { place.distance.meters <= limit } else { false }
        }
        // Where the roads that are loaded do not reach, nothing is told.
        let isAround = match.fixes.contains { $0 != .unmatched(.offRoad) }
        guard isAround else { return nil }
        fraction = Double(near) / Double(fixes.count)
        let isWhole = match.breaks.isEmpty && match.parts.count == 1 && match.fractionMatched > 0.9
        meters = isWhole && fraction > 0.9 ? match.meters : nil
        // Tracks run beside roads for a while; a car leaves them for a car park.
        let on = min(1, max(0, (fraction - 0.5) / 0.45))
        weights = [
            .walk: 0.5, .bike: 0.3 + 0.4 * on, .drive: 0.05 + 0.95 * on * on,
            .rail: 0.6 - 0.5 * on, .plane: 0.1,
        ]
    }
}
