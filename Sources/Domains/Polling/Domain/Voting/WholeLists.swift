internal import Datasets

/// The lists of addresses that know the districts around them: only such a list may tell that a postcode
/// has no other district than those of its addresses.
///
/// A list of one town, of one precinct, or of a few addresses to try things with, lacks most of the
/// districts that the stations beside it serve, and says nothing of the addresses that it has not. Lists
/// of parts of what the stations are of count together.
struct WholeLists: Sendable {
    /// What a list names.
    struct Names {
        /// The districts.
        var districts: Set<DistrictKey> = []
        /// The stations, by their keys.
        var stationKeys: Set<String> = []
    }

    /// That a station serves a district; nil for the district of one that names none.
    private struct Service: Hashable {
        let station: Station.ID
        let district: DistrictKey?
    }

    private let lists: Set<DatasetName>

    /// So much of what its stations serve a list names at least, in percent: in some precincts nobody lives.
    private static let leastPercent = 90

    /// - Parameter names: What each list names.
    /// - Complexity: O(n m) for n stations and m lists.
    init(
        _ names: [DatasetName: Names],
        _ stations: StationSnapshot,
        _ links: DatasetLinks
    ) {
        let polls = stations.all.filter { $0.isOpenOnElectionDay }
        var served: [DatasetName: Set<Service>] = [:]
        var reached: Set<Service> = []
        for (list, names) in names {
            let named = Set(names.stationKeys.flatMap { stations.stations(withKey: $0) }.map(\.id))
            var own: Set<Service> = []
            for station in polls where links.belongs(station, to: list) {
                let keys = station.districts.map(DistrictKey.init).filter {
                    DistrictKey.assigningTypes.contains($0.type)
                }
                let isNamed = named.contains(station.id)
                for key in keys {
                    let service = Service(station: station.id, district: key)
                    own.insert(service)
                    if isNamed || names.districts.contains(key) { reached.insert(service) }
                }
                // Of a list that names stations those without districts count, too, but no vote center.
                if keys.isEmpty, !named.isEmpty, !station.kinds.contains(.voteCenter) {
                    let service = Service(station: station.id, district: nil)
                    own.insert(service)
                    if isNamed { reached.insert(service) }
                }
            }
            served[list] = own
        }
        lists = Set(
            served.filter { _, own in
                !own.isEmpty
                    && own.count { reached.contains($0) } * 100 >= own.count * Self.leastPercent
            }.keys
        )
    }

    /// Whether a list is one of them.
    func contains(_ list: DatasetName) -> Bool { lists.contains(list) }
}
