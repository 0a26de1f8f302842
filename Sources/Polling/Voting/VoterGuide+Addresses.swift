internal import Datasets
internal import Geodesy

extension VoterGuide {
    /// What a voter at an address is told, from lists of addresses.
    ///
    /// Where the lists have no street of this name, but some of nearly the same, nothing is assigned:
    /// these are the choices, with addresses to ask for instead.
    ///
    /// - Parameters:
    ///   - text: The address as people write it.
    ///   - election: As in ``answer(at:election:scope:)``.
    ///   - scope: How much of what lies around is told.
    /// - Returns: nil when no list has the street or one that is like it.
    public func answer(
        address text: String,
        election: String? = nil,
        scope: VoterScope = .standard
    ) -> VoterAnswer? {
        byVintage(election) { map in
            answer(address: text, election: election, scope: scope, by: map)
        }
    }

    private func answer(
        address text: String,
        election: String?,
        scope: VoterScope,
        by map: DistrictMap
    ) -> VoterAnswer? {
        let book = addresses
        guard let match = book.find(text) else {
            return askBack(book.similar(to: text), scope, map)
        }
        let links = links
        let town = town(of: match, links)
        guard let first = town.entries.first else {
            return askBack(book.similar(to: text), scope, map)
        }
        let entries = town.entries + match.alternatives
        let choices = grouped(entries, links).map { choice($0, match.house, map, links) }
        // An address of the same words in another town or postcode is another address.
        let isStreetDoubtful = match.isNameDoubtful || town.isFrontDoubtful
        let isCertain = !match.isHouseMissing && !isStreetDoubtful && !town.isElsewhere
        let place = entries.count == 1 && isCertain ? first.coordinate : nil
        // Districts that every entry agrees on, and where the place is known, those that hold it.
        let named =
            isCertain
            ? entries.dropFirst().reduce(first.districts) { common, entry in
                let others = Set(entry.districts.map(DistrictKey.init))
                return common.filter { others.contains(DistrictKey($0)) }
            } : []
        let types = Set(named.map { DistrictKey($0).type })
        let holders = place.map { map.districts(holding: $0) } ?? []
        let all =
            named.flatMap { reference in
                map.districts(named: reference).filter { links.belongs($0, to: first.dataset) }
            } + holders.filter { !types.contains(DistrictKey($0.reference).type) }
        // Districts without boundaries that a list says the precinct belongs to.
        let listed =
            (named.flatMap { reference in
                precincts.districts(of: reference) {
                    links.belongs(precincts: $0, toList: first.dataset)
                }
            } + self.listed(of: all, links)).unique
        let own = named.map { NamedDistrict(reference: $0, list: first.dataset) }
        let sites = sites(near: place, all, own + listed, map, links)
        var finding = Finding(nearby: nearby(place, scope), links: links, map: map)
        if isCertain, settle(choices, by: .address, &finding, centers: sites.centers.count) {
            if let evidence = town.evidence {
                finding.warnings.append(Self.assumed(evidence, first))
            }
            if town.isTownUnknown { finding.warnings.append(Self.doubtful(first)) }
        } else {
            finding.choices = choices
            let doubt = Self.doubt(
                match,
                first,
                isElsewhere: town.isElsewhere,
                isStreetDoubtful: isStreetDoubtful
            )
            finding.warnings.append(VoterWarning(.ambiguousAddress, doubt))
        }
        if place != nil { warnOfDistance(&finding, sites.centers) }
        let isKnown: (String) -> Bool = { place != nil && map.hasDistricts(ofType: $0) }
        return answer(
            Subject(
                location: place.map { VoterLocation(coordinate: $0, source: .address) },
                districts: all,
                voting: named + all.map(\.reference) + listed.map(\.reference),
                list: first.dataset,
                lists: entries.map(\.dataset) + listed.map(\.list),
                matchedAddresses: finding.choices.isEmpty ? choices.flatMap(\.addresses) : [],
                sites: sites,
                knowsType: isCertain ? isKnown : nil
            ),
            finding,
            election: election,
            scope
        )
    }

    /// Why an address does not tell where its people vote.
    private static func doubt(
        _ match: AddressBook.Match,
        _ first: AddressEntry,
        isElsewhere: Bool,
        isStreetDoubtful: Bool
    ) -> String {
        if match.isCorner {
            return
                "The address names two streets that meet. Ask again with the street and the house that "
                + "are yours."
        }
        if isElsewhere, !match.unknownTown.isEmpty {
            return
                "The lists name no such town, and have this address in \(town(of: first)). It is yours "
                + "only if that is a part of where you live: ask again with it instead of the town."
        }
        if isElsewhere {
            return
                "The lists have this address in \(town(of: first)), and not where you say. It is "
                + "yours only if you live there."
        }
        if isStreetDoubtful {
            return "The lists have a street of nearly this name. Compare your address with the "
                + "choices."
        }
        guard match.isHouseMissing, let house = match.house else {
            guard !match.isHouseMissing else {
                return
                    "The lists have the street, but the number of your house cannot be read: it has "
                    + "1 to 6 digits, as 12, 12a or 12-14, and is no date. Compare your address with "
                    + "the choices."
            }
            return
                "The lists have more than one address that this may be. Compare it with the choices."
        }
        guard !match.sameNumber.isEmpty else {
            return
                "The lists have the street, but not the house. Compare your address with the choices."
        }
        let names = Self.listed(match.sameNumber.map(\.words))
        return
            "The lists have the street, but no house \(house.words): of this number they have \(names). "
            + "Compare your address with the choices, and ask your election office if it is none of them."
    }

    /// What is told where the lists have streets that are like the one that was asked for: nothing but
    /// these.
    private func askBack(
        _ matches: [AddressBook.Match],
        _ scope: VoterScope,
        _ map: DistrictMap
    ) -> VoterAnswer? {
        guard !matches.isEmpty else { return nil }
        let links = links
        var finding = Finding(nearby: nearby(nil, scope), links: links, map: map)
        var streets: [String] = []
        for match in matches {
            finding.choices += grouped(match.entries, links).map {
                choice($0, match.house, map, links)
            }
            if let street = match.entries.first?.street, !streets.contains(street) {
                streets.append(street)
            }
        }
        let names = streets.map { "\"\($0)\"" }.joined(separator: " or ")
        finding.warnings.append(
            VoterWarning(
                .misspeltAddress,
                "The lists have no such street. Did you mean \(names)? Ask again with the address "
                    + "that is yours; nothing is assigned until then."
            )
        )
        return answer(
            Subject(location: nil, lists: matches.flatMap { $0.entries.map(\.dataset) }),
            finding,
            election: nil,
            scope
        )
    }

    /// Where the people of an entry vote, as far as lists say.
    private struct Destination: Hashable {
        let district: DistrictKey?
        let stationKey: String?
        /// The list, or the stations: a code of one list may be another district's in the next.
        let list: DatasetName?
        var stations: [Station.ID] = []
    }

    /// Entries by where their people vote, in the order of the first of each.
    func grouped(_ entries: [AddressEntry], _ links: DatasetLinks) -> [[AddressEntry]] {
        let isOneList = entries.allSatisfy { $0.dataset == entries.first?.dataset }
        var destinations: [Destination: Destination] = [:]
        var groups: [Destination: Int] = [:]
        var grouped: [[AddressEntry]] = []
        for entry in entries {
            let district = Self.votingDistrict(of: entry)
            var destination = Destination(
                district: district.map(DistrictKey.init),
                stationKey: entry.stationKey,
                list: entry.dataset
            )
            if !isOneList {
                if let known = destinations[destination] {
                    destination = known
                } else {
                    let stations = serving(entry, district, links).stations.map(\.id)
                    let own = destination
                    if !stations.isEmpty {
                        destination = Destination(
                            district: own.district,
                            stationKey: own.stationKey,
                            list: nil,
                            stations: stations
                        )
                    }
                    destinations[own] = destination
                }
            }
            if let slot = groups[destination] {
                grouped[slot].append(entry)
            } else {
                groups[destination] = grouped.count
                grouped.append([entry])
            }
        }
        return grouped
    }

    /// The district of an entry that stations are assigned by.
    static func votingDistrict(of entry: AddressEntry) -> DistrictReference? {
        AddressDestination(entry).votingDistrict
    }

    /// The stations where the people of an entry vote.
    func serving(
        _ entry: AddressEntry,
        _ district: DistrictReference?,
        _ links: DatasetLinks
    ) -> DatasetLinks.Serving {
        let named = entry.stationKey.map { stations.stations(withKey: $0) } ?? []
        let byKey = links.stations(named, for: entry.dataset)
        guard byKey.stations.isEmpty, let district else { return byKey }
        let byCode = links.stations(stations.stations(serving: district), for: entry.dataset)
        return byCode.stations.isEmpty && !byKey.doubtful.isEmpty ? byKey : byCode
    }

    /// How many addresses a choice names.
    private static let shownAddresses = 200

    /// The choice that entries with one destination are.
    ///
    /// - Parameter house: The voter's, where it is known.
    func choice(
        _ entries: [AddressEntry],
        _ house: HouseNumber?,
        _ map: DistrictMap,
        _ links: DatasetLinks
    ) -> AssignmentChoice {
        let district = entries.first.flatMap(Self.votingDistrict)
        let key = entries.first?.stationKey
        let place = entries.count == 1 ? entries.first?.coordinate : nil
        let areas = (district.map { map.districts(named: $0) } ?? []).filter { area in
            entries.first.map { links.belongs(area, to: $0.dataset) } ?? false
        }
        let isOutside: (Station) -> Bool? = { station in
            guard !areas.isEmpty else { return nil }
            return station.coordinate.map { place in
                !areas.contains { map.holds($0.id, place) }
            }
        }
        // Another county's district of the same code has stations, too.
        let serving =
            entries.first.map { self.serving($0, district, links) } ?? DatasetLinks.Serving()
        let isSure = !serving.stations.isEmpty
        var lines: [String] = []
        for entry in entries.prefix(Self.shownAddresses) {
            let line = entry.line(of: house)
            if lines.last != line { lines.append(line) }
        }
        let isMailOnly = entries.first.map(\.dataset).map { list in
            district.map { district in
                precincts.isMailOnly(district) { links.belongs(precincts: $0, toList: list) }
            } ?? false
        }
        return AssignmentChoice(
            district: district ?? DistrictReference(type: "station", code: key ?? ""),
            stations: assigned(
                isSure ? serving.stations : serving.doubtful,
                from: place,
                isOutside: isOutside
            ),
            boundaryDistance: nil,
            addresses: lines,
            doubt: entries.first.flatMap { Self.doubt(serving, district, of: $0.dataset) },
            isMailOnly: isMailOnly ?? false
        )
    }
}
