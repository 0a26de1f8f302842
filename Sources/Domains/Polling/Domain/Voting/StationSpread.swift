internal import Geodesy
internal import SpatialIndex

/// Where the stations of one dataset are as a whole, as far as that tells that two datasets are of places
/// that lie apart.
struct StationSpread: Sendable {
    /// Some of the places, evenly spread; none where most stations have no place.
    private let places: [Coordinate]
    private let index: NumberedQuadTree
    /// How far a station's nearest neighbour is, of half of them at most, in metres.
    private let spacingMeters: Double
    /// The areas of the postcodes.
    private let postcodes: Set<String>
    /// The words of the towns.
    private let towns: Set<String>

    /// So many places tell where all are.
    private static let sampleLimit = 2_000
    /// Stations this close to each other, in metres, are of one place.
    private static let nearMeters = 5_000.0
    /// A voter is of the place whose stations are so many times as near as the other's.
    private static let nearerTimes = 3.0

    /// - Complexity: O(n log n).
    init(_ stations: [StationGround]) {
        let all = stations.compactMap(\.place)
        let step = max(1, all.count / Self.sampleLimit)
        let isPlaced = !all.isEmpty && all.count * 2 >= stations.count
        let places =
            isPlaced ? stride(from: 0, to: all.count, by: step).map { all[$0] } : []
        let index = NumberedQuadTree(
            places.enumerated().lazy.map {
                IndexedPoint(id: UInt32($0.offset), coordinate: $0.element, reach: .unlimited)
            }
        )
        let gaps = places.compactMap { index.nearest(to: $0, count: 2).last?.distance.meters }
            .sorted()
        spacingMeters = gaps.isEmpty ? 0 : gaps[gaps.count / 2]
        self.places = places
        self.index = index
        postcodes = Set(stations.compactMap(\.postcode))
        towns = stations.reduce(into: []) { $0.formUnion($1.townWords) }
    }

    /// Whether less than half of the stations of each lie among those of the other.
    ///
    /// Stations lie among others that have a neighbour of these within twice the distance at which
    /// stations stand from each other. Where most have no place, their postcodes tell.
    ///
    /// - Returns: nil where nothing tells.
    func isApart(from other: StationSpread) -> Bool? {
        if !places.isEmpty, !other.places.isEmpty {
            return !lies(among: other) && !other.lies(among: self)
        }
        guard !postcodes.isEmpty, !other.postcodes.isEmpty else { return nil }
        let common = postcodes.intersection(other.postcodes).count
        return common * 2 < min(postcodes.count, other.postcodes.count)
    }

    private func lies(among other: StationSpread) -> Bool {
        let reach = Distance(
            uncheckedMeters: max(Self.nearMeters, 2 * max(spacingMeters, other.spacingMeters))
        )
        let inside = places.count { !other.index.nearest(to: $0, count: 1, within: reach).isEmpty }
        return inside * 2 >= places.count
    }

    /// How far the nearest of the stations is from a place, in metres; nil where none has one.
    private func meters(from place: Coordinate) -> Double? {
        index.nearest(to: place, count: 1).first?.distance.meters
    }

    /// Whether a place is much nearer to these stations than to those of all others.
    func isNearest(to place: Coordinate, than others: [StationSpread]) -> Bool {
        guard let own = meters(from: place) else { return false }
        return others.allSatisfy { other in
            other.meters(from: place).map { max(own, Self.nearMeters) * Self.nearerTimes < $0 }
                ?? false
        }
    }

    /// Whether one of the stations has the postcode, or its area.
    func hasPostcode(_ postcode: String) -> Bool {
        ListGround.postcodeArea(postcode).map(postcodes.contains) ?? false
    }

    /// Whether the stations' addresses have all words of a town.
    func hasTown(_ town: String) -> Bool {
        let words = AddressWords.words(town).filter(StationGround.isTownWord)
        return !words.isEmpty && towns.isSuperset(of: words)
    }
}
