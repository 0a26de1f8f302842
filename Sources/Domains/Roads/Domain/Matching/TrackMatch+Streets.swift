internal import Geodesy
public import Trajectories

extension TrackMatch {
    /// A stretch of a way along one street.
    public struct Stretch: Sendable, Hashable {
        /// What the street is called, or its number; nil where it has neither.
        public let street: String?
        /// How far the way goes along it, in metres.
        public internal(set) var meters: Double
    }
}

extension TrackMatch.Part {
    /// The streets in the order in which they are gone along; what has no name counts as one street until
    /// one with a name follows.
    ///
    /// - Parameter network: The one that was matched on.
    /// - Complexity: O(arcs)
    public func streets(of network: RoadNetwork) -> [TrackMatch.Stretch] {
        var streets: [TrackMatch.Stretch] = []
        for arc in arcs where arc.to > arc.from {
            let title = network.roads[arc.road].title
            if let last = streets.last, last.street == title {
                streets[streets.count - 1].meters += arc.to - arc.from
            } else {
                streets.append(.init(street: title, meters: arc.to - arc.from))
            }
        }
        return streets
    }
}

extension TrackMatch {
    /// Why nothing was matched.
    public enum Shortfall: Sendable, Hashable {
        /// No roads are loaded.
        case noNetwork
        /// None that is loaded is open to the mode.
        case noRoadForMode(TravelMode)
        /// No fix lies near a road; how far the nearest fix is from one, in metres.
        case offRoads(meters: Double)
        /// The same, and with latitude and longitude exchanged fixes lie by roads.
        case swapped
        /// Fixes lie near roads, and no two of them on one way.
        case noWay

        /// One word for it.
        public var code: String {
            switch self {
            case .noNetwork: "no_network"
            case .noRoadForMode: "no_road_for_mode"
            case .offRoads: "off_roads"
            case .swapped: "swapped_axes"
            case .noWay: "no_way"
            }
        }

        /// What it means, in a sentence that holds no place.
        public var message: String {
            switch self {
            case .noNetwork: "No roads are loaded: there is nothing to match on."
            case .noRoadForMode(let mode):
                "No road that is loaded is one to \(mode.rawValue) on."
            case .offRoads(let meters):
                "The roads that are loaded do not reach here: the nearest one is "
                    + "\(LengthWords.text(meters)) from the track."
            case .swapped:
                "No fix lies near a road; with latitude and longitude exchanged they would: they look "
                    + "swapped."
            case .noWay:
                "Fixes lie near roads, but no two of them on one way that can be gone in their time."
            }
        }
    }
}

extension MapMatcher {
    /// How many fixes are looked at for why nothing was matched.
    private static let sampleSize = 200

    /// Why a match is empty; nil where it is not.
    ///
    /// - Complexity: O(roads) where no fix is near any, else O(log roads) for each of a few hundred fixes.
    public func shortfall(of match: TrackMatch, _ fixes: [Fix]) -> TrackMatch.Shortfall? {
        guard match.parts.isEmpty else { return nil }
        let network = roads.network
        guard network.edgeCount > 0 else { return .noNetwork }
        guard match.fixes.allSatisfy({ $0 == .unmatched(.offRoad) }) else { return .noWay }
        let step = max(1, fixes.count / Self.sampleSize)
        let sample = stride(from: 0, to: fixes.count, by: step).map { fixes[$0].place }
        let isSwapped = sample.contains { place in
            guard
                let other = try? Coordinate(
                    latitude: place.longitude,
                    longitude: place.latitude
                )
            else { return false }
            let reach = Distance(uncheckedMeters: options.reachMeters)
            return network.snap(other, mode: roads.mode, within: reach) != nil
        }
        if isSwapped { return .swapped }
        guard let first = sample.first,
            let nearest = network.distanceToRoad(from: first, mode: roads.mode)
        else { return .noRoadForMode(roads.mode) }
        return .offRoads(meters: nearest.meters)
    }
}
