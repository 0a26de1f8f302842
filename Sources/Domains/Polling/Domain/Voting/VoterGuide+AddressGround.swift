internal import Datasets
internal import Geodesy

extension VoterGuide {
    /// Where an address lies, as far as lists of addresses say.
    struct AddressGround {
        /// All entries that the address may be.
        let entries: [AddressEntry]
        /// Whether the lists have the house, its street and its town as they are written.
        let isCertain: Bool
        /// Whether another street may be meant.
        let isStreetDoubtful: Bool
        /// The address's; nil where it is not known, and where several addresses may be meant.
        let place: Coordinate?
        /// The districts that all entries name; none where the address is not certain.
        let agreed: [DistrictReference]
        /// Those that have boundaries, and where the place is known, all that hold it.
        let districts: [District]
        /// Districts without boundaries that a list says the precinct belongs to.
        let listed: [NamedDistrict]
        /// All that lists name.
        let named: [NamedDistrict]

        /// All districts that the voter belongs to.
        var voting: [DistrictReference] {
            agreed + districts.map(\.reference) + listed.map(\.reference)
        }
    }

    /// - Parameter first: The first entry of the town that is meant.
    func ground(
        of match: AddressBook.Match,
        _ town: TownReading,
        _ first: AddressEntry,
        _ map: DistrictMap,
        _ links: DatasetLinks
    ) -> AddressGround {
        let entries = town.entries + match.alternatives
        // An address of the same words in another town or postcode is another address.
        let isStreetDoubtful = match.isNameDoubtful || town.isFrontDoubtful
        let isCertain = !match.isHouseMissing && !isStreetDoubtful && !town.isElsewhere
        let place = entries.count == 1 && isCertain ? first.coordinate : nil
        let agreed =
            isCertain
            ? entries.dropFirst().reduce(first.districts) { common, entry in
                let others = Set(entry.districts.map(DistrictKey.init))
                return common.filter { others.contains(DistrictKey($0)) }
            } : []
        let types = Set(agreed.map { DistrictKey($0).type })
        let holders = place.map { map.districts(holding: $0) } ?? []
        let districts =
            agreed.flatMap { reference in
                map.districts(named: reference).filter { links.belongs($0, to: first.dataset) }
            } + holders.filter { !types.contains(DistrictKey($0.reference).type) }
        let listed =
            (agreed.flatMap { reference in
                precincts.districts(of: reference) {
                    links.belongs(precincts: $0, toList: first.dataset)
                }
            } + self.listed(of: districts, links)).unique
        return AddressGround(
            entries: entries,
            isCertain: isCertain,
            isStreetDoubtful: isStreetDoubtful,
            place: place,
            agreed: agreed,
            districts: districts,
            listed: listed,
            named: agreed.map { NamedDistrict(reference: $0, list: first.dataset) } + listed
        )
    }
}
