internal import Geodesy

/// Stations that serve a voter besides those where the voter's district votes on the day.
struct Sites {
    /// The nearest first; then those without a place, by name.
    var centers: [VoteCenter] = []
    var earlyVoting: [VoteCenter] = []
    var dropOff: [VoteCenter] = []

    /// Takes in those that serve the voter's own district.
    mutating func add(_ own: [AssignedStation]) {
        guard !own.isEmpty else { return }
        func adding(_ kind: StationKind, to sites: [VoteCenter]) -> [VoteCenter] {
            let known = Set(sites.map(\.station.id))
            let more = own.filter { one in
                one.station.kinds.contains(kind) && !known.contains(one.station.id)
            }
            return Self.sorted(
                sites + more.map { VoteCenter(station: $0.station, distance: $0.distance) }
            )
        }
        earlyVoting = adding(.earlyVoting, to: earlyVoting)
        dropOff = adding(.dropBox, to: dropOff)
    }

    static func sorted(_ sites: [VoteCenter]) -> [VoteCenter] {
        sites.sorted { left, right in
            switch (left.distance, right.distance) {
            case (let first?, let second?) where first != second: first < second
            case (_?, nil): true
            case (nil, _?): false
            case (nil, nil):
                (left.station.name, left.station.id) < (right.station.name, right.station.id)
            default: left.station.id < right.station.id
            }
        }
    }
}

extension VoterGuide {
    /// Types of district within which anybody may use a vote center, the smallest first.
    private static let centerTypes = ["county", "city", "municipality", "state"]

    /// The sites that serve a place: those whose list names a county (or city, or state) that holds it
    /// or that the voter belongs to, and vote centers that stand in it.
    ///
    /// - Parameter listed: Districts that lists name, which need no boundary.
    func sites(
        near place: Coordinate?,
        _ holders: [District],
        _ listed: [NamedDistrict] = [],
        _ map: DistrictMap,
        _ links: DatasetLinks
    ) -> Sites {
        let all = stations.sites
        guard !all.isEmpty else { return Sites() }
        func isForAnybody(_ reference: DistrictReference) -> Bool {
            Self.centerTypes.contains(DistrictKey(reference).type)
        }
        // A county of the same name elsewhere has sites, too.
        let serving = Set(
            holders.filter { isForAnybody($0.reference) }
                .flatMap { links.stations(serving: $0).stations.map(\.id) }
        )
        let named = listed.filter { isForAnybody($0.reference) }
            .map { (key: DistrictKey($0.reference), list: $0.list) }
        let type = Self.centerTypes.first { type in
            holders.contains { DistrictKey.canonicalType($0.reference.type) == type }
        }
        let areas = holders.filter { DistrictKey.canonicalType($0.reference.type) == type }
        func isNamed(_ station: Station) -> Bool {
            serving.contains(station.id)
                || named.contains { name in
                    station.districts.contains { DistrictKey($0) == name.key }
                        && links.belongs(station, to: name.list)
                }
        }
        func isWithin(_ station: Station) -> Bool {
            station.coordinate.map { coordinate in
                areas.contains { map.holds($0.id, coordinate) }
            } ?? false
        }
        func site(_ station: Station) -> VoteCenter {
            VoteCenter(
                station: station,
                distance: place.flatMap { place in
                    station.coordinate.map { Geodesic.distance(from: place, to: $0) }
                }
            )
        }
        let centers = all.centers.filter { isNamed($0) || isWithin($0) }
        // Whom others serve, only their list can say.
        let others = all.others.filter(isNamed)
        return Sites(
            centers: Sites.sorted(centers.map(site)),
            earlyVoting: Sites.sorted(
                others.filter { $0.kinds.contains(.earlyVoting) }.map(site)
            ),
            dropOff: Sites.sorted(others.filter { $0.kinds.contains(.dropBox) }.map(site))
        )
    }
}
