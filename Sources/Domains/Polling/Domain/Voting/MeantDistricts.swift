package import Datasets
internal import Geodesy

/// Which of the published districts the codes of a dataset mean that is being imported: those on its own
/// ground, as ``DatasetLinks`` tells it of what is published.
///
/// A code such as `101` is everywhere. Boundaries that nothing tells to lie elsewhere count. They are seen
/// one batch after the other, and nothing is kept of them but what they are called.
package struct MeantDistricts: Sendable {
    private let stations: [Station]
    private let lists: [DatasetName: ListGround]
    /// The places of the stations, and some of the addresses', from south to north.
    private let places: [Coordinate]
    /// What each of the places stands on.
    private var standing: [Coordinate: Set<DatasetLinks.Cover>] = [:]
    private var references: [DatasetLinks.Cover: Set<DistrictReference>] = [:]

    /// - Parameters:
    ///   - stations: Those that are imported, or all that are published beside a list.
    ///   - lists: What is known of lists of addresses that are imported.
    /// - Complexity: O(n log n) for n stations.
    package init(_ stations: [Station], lists: [DatasetName: ListFacts] = [:]) {
        self.stations = stations
        self.lists = lists.mapValues { ListGround($0) }
        let all = stations.compactMap(\.coordinate) + self.lists.values.flatMap(\.soundings)
        places = Set(all).sorted { $0.latitude < $1.latitude }
    }

    /// Takes in some of the published districts.
    ///
    /// - Complexity: O(log n + k) each, typical, for n places of which k lie between its parallels.
    package mutating func add(_ districts: [District]) {
        for district in districts {
            let cover = DatasetLinks.Cover(district)
            references[cover, default: []].insert(district.reference)
            let near = places(near: district).filter {
                !(standing[$0]?.contains(cover) ?? false)
            }
            guard !near.isEmpty else { continue }
            let outline = DistrictOutline(district.area)
            for place in near where outline.holds(place) {
                standing[place, default: []].insert(cover)
            }
        }
    }

    /// The places in a district's box. It is not rounded to the grid as outlines are: half a step is 1e-12
    /// degrees.
    private func places(near district: District) -> [Coordinate] {
        guard let box = district.area.boundingBox else { return [] }
        let margin = 1e-9
        var (low, high) = (0, places.count)
        while low < high {
            let middle = (low + high) / 2
            if places[middle].latitude < box.south - margin {
                low = middle + 1
            } else {
                high = middle
            }
        }
        let parts = box.unwrapped
        return places[low...].prefix { $0.latitude <= box.north + margin }.filter { place in
            let longitude = place.longitude == 180 ? -180 : place.longitude
            return parts.contains {
                longitude >= $0.west - margin && longitude <= $0.east + margin
            }
        }
    }

    private var covers: DatasetLinks.Covers {
        DatasetLinks.Covers(references.keys) { [standing] in standing[$0] ?? [] }
    }

    /// Those that the imported stations of a dataset may mean. On boundaries of another place, of which
    /// the dataset has but some stations, it is what these name.
    ///
    /// - Complexity: O(n + m) for n stations and m districts.
    package func districts(meantByStationsOf dataset: DatasetName) -> Set<DistrictReference> {
        let links = DatasetLinks(stations, covers, [:])
        var visitors: [DatasetLinks.Cover: Set<DistrictKey>] = [:]
        for station in stations {
            for cover in station.coordinate.flatMap({ standing[$0] }) ?? [] {
                visitors[cover, default: []].formUnion(station.districts.map(DistrictKey.init))
            }
        }
        return references.reduce(into: []) { meant, entry in
            let (cover, all) = entry
            switch links.link(of: dataset, to: cover) {
            case nil, .whole, .unknown: meant.formUnion(all)
            case .part, .elsewhere:
                let named = visitors[cover] ?? []
                meant.formUnion(all.filter { named.contains(DistrictKey($0)) })
            }
        }
    }

    /// Whether stations go with the addresses of a list, as voters' answers take them: all do of which
    /// nothing tells that they are of other ground.
    ///
    /// - Complexity: O(n) for n stations, then O(1) each.
    package func stationsGoing(with list: DatasetName) -> @Sendable (Station) -> Bool {
        let links = DatasetLinks(stations, covers, lists)
        return { station in
            let serving = links.stations([station], for: list)
            return !serving.stations.isEmpty || !serving.doubtful.isEmpty
        }
    }

    /// Those that a list of addresses may mean: those that have boundaries, and those that published
    /// stations serve.
    ///
    /// - Complexity: O(n + m) for n stations and m districts.
    package func districts(
        meantBy list: DatasetName
    ) -> (bounded: Set<DistrictReference>, served: Set<DistrictReference>) {
        let links = DatasetLinks(stations, covers, lists)
        let isPlaced = links.isPlaced(list)
        let bounded = references.filter { !isPlaced || links.belongs($0.key, to: list) }
        var serving: [DistrictKey: [Station]] = [:]
        for station in stations {
            for key in Set(station.districts.map(DistrictKey.init)) {
                serving[key, default: []].append(station)
            }
        }
        var served: Set<DistrictReference> = []
        for (key, named) in serving {
            let own = links.stations(named, for: list)
            for station in own.stations + own.doubtful {
                served.formUnion(station.districts.filter { DistrictKey($0) == key })
            }
        }
        return (bounded.values.reduce(into: []) { $0.formUnion($1) }, served)
    }
}
