internal import Datasets
internal import Geodesy

/// Stations that serve a voter besides those where the voter's district votes on the day.
struct Sites {
    /// The nearest first; then those without a place, by name.
    var centers: [VoteCenter] = []
    var earlyVoting: [VoteCenter] = []
    var dropOff: [VoteCenter] = []
    /// Those that serve the voter, but not in the election that is shown.
    var apart: [VoteCenter] = []

    var all: [VoteCenter] { centers + earlyVoting + dropOff + apart }

    /// Takes in those that serve the voter's own district.
    ///
    /// - Parameters:
    ///   - own: Those before the day.
    ///   - others: Those that are not open in the election that is shown.
    mutating func add(_ own: [AssignedStation], apart others: [AssignedStation]) {
        func adding(
            _ stations: [AssignedStation],
            to sites: [VoteCenter],
            where isMeant: (Station) -> Bool
        ) -> [VoteCenter] {
            var known = Set(sites.map(\.station.id))
            let more = stations.filter {
                isMeant($0.station) && known.insert($0.station.id).inserted
            }
            return more.isEmpty
                ? sites
                : Self.sorted(
                    sites + more.map { VoteCenter(station: $0.station, distance: $0.distance) }
                )
        }
        // What its kind would have open on the day is here for its hours are before it.
        earlyVoting = adding(own, to: earlyVoting) {
            $0.kinds.contains(.earlyVoting) || $0.isOpenOnElectionDay
        }
        dropOff = adding(own, to: dropOff) { $0.kinds.contains(.dropBox) }
        apart = adding(others, to: apart) { _ in true }
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
    /// The sites that serve a place: those whose list names a county (or city, or state) that holds it
    /// or that the voter belongs to, and vote centers that stand in it.
    ///
    /// - Parameters:
    ///   - listed: Districts that lists name, which need no boundary.
    ///   - shown: What tells which of them take part in the election that is shown.
    func sites(
        near place: Coordinate?,
        _ holders: [District],
        _ listed: [NamedDistrict] = [],
        _ map: DistrictMap,
        _ links: DatasetLinks,
        _ shown: ShownElections
    ) -> Sites {
        let all = stations.sites
        guard !all.isEmpty else { return Sites() }
        let ground = ServedGround(holders, listed, map, links)
        func site(_ station: Station) -> VoteCenter {
            VoteCenter(
                station: station,
                distance: place.flatMap { place in
                    station.coordinate.map { Geodesic.distance(from: place, to: $0) }
                }
            )
        }
        var sites = Sites()
        for station in all.centers where ground.isNamed(by: station) || ground.holds(station) {
            switch shown.part(of: station) {
            case .onTheDay, .unknown: sites.centers.append(site(station))
            case .before: sites.earlyVoting.append(site(station))
            case .ended, .other: sites.apart.append(site(station))
            }
        }
        // Whom others serve, only their list can say.
        for station in all.others where ground.isNamed(by: station) {
            guard shown.part(of: station).isShown else {
                sites.apart.append(site(station))
                continue
            }
            let kinds = station.kinds
            if kinds.contains(.earlyVoting) { sites.earlyVoting.append(site(station)) }
            if kinds.contains(.dropBox) { sites.dropOff.append(site(station)) }
        }
        return Sites(
            centers: Sites.sorted(sites.centers),
            earlyVoting: Sites.sorted(sites.earlyVoting),
            dropOff: Sites.sorted(sites.dropOff),
            apart: Sites.sorted(sites.apart)
        )
    }
}

/// Where a voter belongs, as far as sites for anybody of a county (or city, or state) ask.
private struct ServedGround {
    /// The stations that serve a county that holds the voter's place.
    private let serving: Set<Station.ID>
    /// The counties that lists name.
    private let named: [(key: DistrictKey, list: DatasetName)]
    /// The districts of the first type for anybody that hold the place.
    private let areas: [District]
    private let map: DistrictMap
    private let links: DatasetLinks

    init(
        _ holders: [District],
        _ listed: [NamedDistrict],
        _ map: DistrictMap,
        _ links: DatasetLinks
    ) {
        func isForAnybody(_ reference: DistrictReference) -> Bool {
            DistrictKey.centerTypes.contains(DistrictKey(reference).type)
        }
        // A county of the same name elsewhere has sites, too.
        serving = Set(
            holders.filter { isForAnybody($0.reference) }
                .flatMap { links.stations(serving: $0).stations.map(\.id) }
        )
        named = listed.filter { isForAnybody($0.reference) }
            .map { (key: DistrictKey($0.reference), list: $0.list) }
        let type = DistrictKey.centerTypes.first { type in
            holders.contains { DistrictKey.canonicalType($0.reference.type) == type }
        }
        areas = holders.filter { DistrictKey.canonicalType($0.reference.type) == type }
        self.map = map
        self.links = links
    }

    /// Whether a station's list says that it serves the voter.
    func isNamed(by station: Station) -> Bool {
        serving.contains(station.id)
            || named.contains { name in
                station.districts.contains { DistrictKey($0) == name.key }
                    && links.belongs(station, to: name.list)
            }
    }

    /// Whether a station stands in it.
    func holds(_ station: Station) -> Bool {
        station.coordinate.map { coordinate in
            areas.contains { map.holds($0.id, coordinate) }
        } ?? false
    }
}
