internal import Datasets
internal import Geodesy
internal import Polling

/// The precincts, localities and districts of a feed, and how they belong together.
struct FeedPlan: Sendable {
    /// A precinct, or a split of one, whose voters have one ballot and vote at the same stations.
    struct PlannedPrecinct: Sendable {
        let code: String
        let name: String
        /// As readers of the feed shall find them, the locality's and the state's among them.
        var districts: [DistrictReference]
        var stations: [Station.ID]
        var isMailOnly: Bool?
        /// The keys that may be its id, the best first.
        let keys: [String]
        /// The number of its locality.
        var locality = 0
    }

    /// A county or a town.
    struct Locality: Sendable {
        let reference: DistrictReference
        var stations: [Station.ID] = []
    }

    /// What one address says of where its people vote.
    struct Key: Hashable, Sendable {
        let voting: DistrictKey?
        let stationKey: String?
        let others: Set<DistrictKey>

        init(stationKey: String?, _ districts: [DistrictReference]) {
            let voting = AddressDestination(stationKey: stationKey, districts: districts)
                .votingDistrict
            self.voting = voting.map(DistrictKey.init)
            self.stationKey = voting == nil ? stationKey : nil
            others = Set(districts.filter { $0 != voting }.map(DistrictKey.init))
        }
    }

    let state: String
    private(set) var precincts: [PlannedPrecinct] = []
    private(set) var localities: [Locality] = []
    /// The precinct of each sort of address.
    private(set) var precinctOfKey: [Key: Int] = [:]
    /// The district of each contest and measure that names precincts alone, by its id.
    private(set) var districtOfBallot: [String: DistrictReference] = [:]
    /// Names of districts by their keys.
    private(set) var districtNames: [DistrictKey: String] = [:]
    /// How many precincts lie in several districts of one type.
    private(set) var straddlingCount = 0

    /// How many contests and measures are of districts that no precinct lists.
    private(set) var unvotedCount = 0

    private var byCode: [DistrictKey: [Int]] = [:]

    /// - Throws: ``FeedExportError/noState``.
    init(_ source: FeedSource, _ options: FeedExport.Options) throws(FeedExportError) {
        let named = source.precincts.lazy.compactMap { $0.districts.last { $0.type == "state" } }
            .first?.code
        guard let state = options.state ?? named else { throw .noState }
        self.state = state
        for district in source.districts where !district.name.isEmpty {
            let key = DistrictKey(district.reference)
            districtNames[key] = districtNames[key] ?? district.name
        }
        addListed(source)
        addOfAddresses(source)
        addOfStationsAndBoundaries(source)
        giveStations(source)
        giveBallotDistricts(source)
        giveOwnDistricts(source)
        giveLocalities(source, options)
    }

    /// The precinct of an address; nil where its entry names nothing that is known.
    func precinct(of entry: AddressEntry) -> Int? {
        let destination = AddressDestination(entry)
        return precinctOfKey[Key(stationKey: destination.stationKey, destination.districts)]
    }

    // MARK: Precincts

    private mutating func add(_ precinct: PlannedPrecinct, _ type: String) -> Int {
        let number = precincts.count
        precincts.append(precinct)
        byCode[DistrictKey(type: type, code: precinct.code), default: []].append(number)
        return number
    }

    private mutating func addListed(_ source: FeedSource) {
        let known = Set(source.stations.map(\.id))
        for precinct in source.precincts {
            let key = String(precinct.id.rawValue.dropFirst(precinct.dataset.text.count + 1))
            let planned = PlannedPrecinct(
                code: precinct.code,
                name: precinct.name,
                districts: precinct.districts,
                stations: precinct.stations.filter(known.contains),
                isMailOnly: precinct.isMailOnly,
                keys: [key]
            )
            let number = add(planned, "precinct")
            let own = Key(
                stationKey: nil,
                [DistrictReference(type: "precinct", code: precinct.code)] + precinct.districts
            )
            if precinctOfKey[own] == nil { precinctOfKey[own] = number }
        }
    }

    /// Adds what addresses name: a split for each ballot that they tell of.
    private mutating func addOfAddresses(_ source: FeedSource) {
        let map = DistrictMap(source.districts)
        let inOrder = source.destinations.keys.sorted { left, right in
            func text(_ destination: FeedSource.Destination) -> String {
                (destination.districts.map { "\($0.type) \($0.code)" }
                    + [destination.stationKey ?? ""]).joined(separator: "\u{1F}")
            }
            return text(left) < text(right)
        }
        for destination in inOrder {
            let key = Key(stationKey: destination.stationKey, destination.districts)
            guard precinctOfKey[key] == nil else { continue }
            if let voting = key.voting {
                let reference = AddressDestination(
                    stationKey: destination.stationKey,
                    districts: destination.districts
                ).votingDistrict
                guard let reference else { continue }
                let others = destination.districts.filter { $0 != reference }
                let listed = byCode[voting] ?? []
                if key.others.isEmpty, let first = listed.first {
                    precinctOfKey[key] = first
                } else {
                    precinctOfKey[key] = add(made(reference, others, map), voting.type)
                }
            } else if let stationKey = destination.stationKey {
                let named = source.stations.filter { $0.keys.contains(stationKey) }
                let planned = PlannedPrecinct(
                    code: stationKey,
                    name: named.first.map(\.name) ?? stationKey,
                    districts: destination.districts,
                    stations: named.map(\.id),
                    keys: ["precinct-of-" + stationKey]
                )
                precinctOfKey[key] = add(planned, "precinct")
            }
        }
    }

    /// Adds what stations or boundaries name, and no list does.
    private mutating func addOfStationsAndBoundaries(_ source: FeedSource) {
        let map = DistrictMap(source.districts)
        let bounded = source.districts.map(\.reference).filter {
            DistrictKey.assigningTypes.contains(DistrictKey($0).type)
        }
        for reference in bounded + source.stations.flatMap(\.precincts) {
            let key = DistrictKey(reference)
            let plain = DistrictKey(type: "precinct", code: reference.code)
            guard byCode[key] == nil, byCode[plain] == nil else { continue }
            _ = add(made(reference, [], map), key.type)
        }
    }

    /// A precinct that no list has: of the districts that its addresses name, and of those in which its
    /// boundary lies.
    private mutating func made(
        _ reference: DistrictReference,
        _ others: [DistrictReference],
        _ map: DistrictMap
    ) -> PlannedPrecinct {
        let types = Set(others.map { DistrictKey($0).type })
        var districts = others
        if let area = map.districts(named: reference).first?.area, let place = area.interiorPlace {
            let own = DistrictKey(reference)
            let holding = map.districts(holding: place).map(\.reference).filter { other in
                let key = DistrictKey(other)
                return key != own && !types.contains(key.type) && key.type != "postcode"
                    && !DistrictKey.assigningTypes.contains(key.type)
            }
            districts += holding
            if Set(holding.map(\.type)).count < holding.count { straddlingCount += 1 }
        }
        return PlannedPrecinct(
            code: reference.code,
            name: districtNames[DistrictKey(reference)] ?? reference.code,
            districts: districts,
            stations: [],
            keys: ["precinct-" + reference.code]
        )
    }

    // MARK: Links

    /// Gives precincts that no list has the stations that name them.
    private mutating func giveStations(_ source: FeedSource) {
        let listed = source.precincts.count
        for station in source.stations {
            for reference in station.precincts {
                let keys = [
                    DistrictKey(reference), DistrictKey(type: "precinct", code: reference.code),
                ]
                for number in Set(keys.flatMap { byCode[$0] ?? [] }).sorted()
                where number >= listed && !precincts[number].stations.contains(station.id) {
                    precincts[number].stations.append(station.id)
                }
            }
        }
    }

    /// Gives contests and measures that name precincts a district of these.
    private mutating func giveBallotDistricts(_ source: FeedSource) {
        let areas =
            source.contests.map { ($0.id.rawValue, $0.title.text(), $0.area) }
            + source.measures.map { ($0.id.rawValue, $0.title.text(), $0.area) }
        var known: [Set<DistrictKey>: DistrictReference] = [:]
        var titles: Set<String> = []
        for (id, title, area) in areas where area.district == nil {
            let references = area.references
            guard references.count != 1 || references[0].type == "precinct" else {
                districtOfBallot[id] = references[0]
                continue
            }
            guard !references.isEmpty else { continue }
            let keys = Set(references.map(DistrictKey.init))
            if let reference = known[keys] {
                districtOfBallot[id] = reference
                continue
            }
            var code = title
            while !titles.insert(code).inserted { code += " '" }
            let reference = DistrictReference(type: Self.precinctsType, code: code)
            (known[keys], districtOfBallot[id]) = (reference, reference)
            for number in precincts.indices {
                let own = DistrictKey(type: "precinct", code: precincts[number].code)
                let isIn =
                    keys.contains(own)
                    || precincts[number].districts.contains { keys.contains(DistrictKey($0)) }
                if isIn { precincts[number].districts.append(reference) }
            }
        }
    }

    /// Lets precincts list themselves where something is voted on in one alone.
    private mutating func giveOwnDistricts(_ source: FeedSource) {
        let districts =
            source.contests.map { $0.area.district ?? districtOfBallot[$0.id.rawValue] }
            + source.measures.map { $0.area.district ?? districtOfBallot[$0.id.rawValue] }
        for reference in Set(districts.compactMap { $0 }).sorted(by: { $0.code < $1.code }) {
            let key = DistrictKey(reference)
            guard DistrictKey.assigningTypes.contains(key.type) else { continue }
            let plain = DistrictKey(type: "precinct", code: reference.code)
            for number in Set((byCode[key] ?? []) + (byCode[plain] ?? []))
            where !precincts[number].districts.contains(where: { DistrictKey($0) == key }) {
                precincts[number].districts.insert(reference, at: 0)
            }
        }
        let listed = Set(precincts.flatMap(\.districts).map(DistrictKey.init))
        unvotedCount = districts.count { reference in
            reference.map { !listed.contains(DistrictKey($0)) } ?? false
        }
    }

    /// The type of the districts that are made of some precincts.
    static let precinctsType = "precincts"

    private mutating func giveLocalities(_ source: FeedSource, _ options: FeedExport.Options) {
        var numbers: [DistrictKey: Int] = [:]
        func number(_ reference: DistrictReference) -> Int {
            let key = DistrictKey(reference)
            if let known = numbers[key] { return known }
            numbers[key] = localities.count
            localities.append(Locality(reference: reference))
            return localities.count - 1
        }
        let counties = Set(
            source.districts.map(\.reference).filter { DistrictKey($0).type == "county" }
        )
        let usual = DistrictReference(
            type: "county",
            code: options.locality ?? (counties.count == 1 ? counties.first?.code : nil)
                ?? options.sourceName
        )
        for index in precincts.indices {
            let own = precincts[index].districts.last {
                FeedSource.localityTypes.contains(DistrictKey($0).type)
            }
            precincts[index].locality = number(own ?? usual)
        }
        for station in source.stations {
            let named =
                station.localities.isEmpty && station.isForAnybody ? [usual] : station.localities
            for reference in named {
                // A station's county is often written as a town is.
                let same = localities.firstIndex { $0.reference.code == reference.code }
                localities[same ?? number(reference)].stations.append(station.id)
            }
        }
        if localities.isEmpty { _ = number(usual) }
    }
}
