internal import Datasets
internal import Geodesy

/// Whose stations are meant where several datasets that belong to a list have its code.
extension DatasetLinks {
    /// Of stations that go with the address of a list, those of its own place: a list of a state goes with
    /// the stations of all its counties, which have their precincts numbered alike.
    ///
    /// Stations that name the address's county are meant before those that name another one. Of datasets
    /// that lie apart that one is meant which is of the list's feed, or else the only one that has the
    /// address among its stations, or their postcode, or their town.
    ///
    /// - Complexity: O(s^2) for the s datasets of the stations, and O(log n) for each.
    func meant(_ serving: Serving, by entry: AddressEntry) -> Serving {
        var serving = serving
        serving.stations = Self.ofCounty(serving.stations, entry)
        let groups = places(of: serving.stations)
        guard groups.count > 1 else { return serving }
        if let own = chosen(of: groups, by: entry) {
            serving.stations.removeAll { !own.contains($0.dataset) }
        } else {
            serving.places = groups.flatMap { $0 }.sorted { $0.text < $1.text }
        }
        return serving
    }

    /// The stations that name the county of an address, if some do; else all.
    private static func ofCounty(_ stations: [Station], _ entry: AddressEntry) -> [Station] {
        func counties(_ districts: [DistrictReference]) -> Set<CountyKey> {
            Set(
                districts.filter { DistrictKey($0).type == "county" }.map { CountyKey($0.code) }
            )
        }
        let own = counties(entry.districts)
        guard !own.isEmpty, stations.count > 1 else { return stations }
        let named = stations.map { counties($0.districts) }
        guard named.contains(where: { !$0.isDisjoint(with: own) }) else { return stations }
        return zip(stations, named).filter { $1.isEmpty || !$1.isDisjoint(with: own) }.map { $0.0 }
    }

    /// The datasets of stations, those that lie together side by side.
    private func places(of stations: [Station]) -> [Set<DatasetName>] {
        var groups: [Set<DatasetName>] = []
        for name in Set(stations.map(\.dataset)).sorted(by: { $0.text < $1.text }) {
            let (together, apart) = groups.reduce(
                into: ([Set<DatasetName>](), [Set<DatasetName>]())
            ) { parts, group in
                if group.contains(where: { !areApart($0, name) }) {
                    parts.0.append(group)
                } else {
                    parts.1.append(group)
                }
            }
            groups = apart + [together.reduce(into: [name]) { $0.formUnion($1) }]
        }
        return groups
    }

    /// Whether two datasets of stations are known to be of places that lie apart.
    private func areApart(_ one: DatasetName, _ other: DatasetName) -> Bool {
        guard !Self.isOneFeed(one, other), let first = spreads[one], let second = spreads[other]
        else { return false }
        return first.isApart(from: second) ?? false
    }

    /// The one of some groups of datasets that an address is of; nil where nothing tells, and where it may be
    /// of several.
    private func chosen(
        of groups: [Set<DatasetName>],
        by entry: AddressEntry
    ) -> Set<DatasetName>? {
        func only(_ isMeant: (Set<DatasetName>) -> Bool) -> Set<DatasetName>? {
            let meant = groups.filter(isMeant)
            return meant.count == 1 ? meant.first : nil
        }
        func any(_ group: Set<DatasetName>, _ isSo: (StationSpread) -> Bool) -> Bool {
            group.contains { spreads[$0].map(isSo) ?? false }
        }
        if let own = only({ $0.contains { Self.isOneFeed($0, entry.dataset) } }) { return own }
        if let place = entry.coordinate {
            // What is near to none of them for certain may still lie in the postcode of one.
            let near = only { group in
                let others = groups.filter { $0 != group }.joined().compactMap { spreads[$0] }
                return any(group) { $0.isNearest(to: place, than: others) }
            }
            if let near { return near }
        }
        if let postcode = entry.postcode,
            let own = only({ any($0) { $0.hasPostcode(postcode) } })
        {
            return own
        }
        return entry.town.flatMap { town in only { any($0) { $0.hasTown(town) } } }
    }
}
