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
            return askBack(book.similar(to: text), election, scope, map)
        }
        let links = links
        let town = town(of: match, links)
        guard let first = town.entries.first else {
            return askBack(book.similar(to: text), election, scope, map)
        }
        let ground = ground(of: match, town, first, map, links)
        let (entries, place, isCertain) = (ground.entries, ground.place, ground.isCertain)
        let isKnown: (String) -> Bool = { place != nil && map.hasDistricts(ofType: $0) }
        let voted = ballot(
            in: ground.voting,
            ground.districts,
            list: first.dataset,
            election: election,
            isSettled: isCertain ? isKnown : { _ in false }
        )
        let shown = shown(voted.ballot, election)
        let sites = sites(near: place, ground.districts, ground.named, map, links, shown)
        var finding = Finding(
            nearby: nearby(place, scope),
            links: links,
            map: map,
            voted: voted,
            shown: shown
        )
        let offered = match.isCorner ? atCorner(entries, text, town) : entries
        let choices = grouped(offered, links).map { choice($0, match.house, map, finding) }
        if isCertain, settle(choices, by: .address, &finding, centers: sites.centers.count) {
            warn(of: town, first, ground, &finding)
        } else {
            finding.choices = choices
            finding.narrowing = narrow(&finding.choices)
            finding.warnings.append(Self.doubt(match, first, town, ground))
        }
        if place != nil { warnOfDistance(&finding, sites.centers) }
        return answer(
            Subject(
                location: place.map { VoterLocation(coordinate: $0, source: .address) },
                districts: ground.districts,
                voting: ground.voting,
                list: first.dataset,
                lists: entries.map(\.dataset) + ground.listed.map(\.list),
                matchedAddresses: finding.choices.isEmpty ? choices.flatMap(\.addresses) : [],
                sites: sites,
                knowsType: isCertain ? isKnown : nil
            ),
            finding,
            election: election,
            scope
        )
    }

    /// The entries of streets that meet which lie in the town that a text names: streets of another one
    /// are no choice. The other street's name may look like a town's where no comma parts them.
    private func atCorner(
        _ entries: [AddressEntry],
        _ text: String,
        _ town: TownReading
    ) -> [AddressEntry] {
        if town.isElsewhere, text.contains(",") { return [] }
        let words = Set(AddressWords.ofTown(text))
        let named = Set(addresses.towns.values.joined().filter { $0.isSubset(of: words) })
            .subtracting([[]])
        guard !named.isEmpty else { return entries }
        return entries.filter { entry in
            entry.townNames.contains { named.contains(Set(AddressWords.ofTown($0))) }
        }
    }

    /// Warns of what was assumed of an address whose people vote at one place.
    private func warn(
        of town: TownReading,
        _ first: AddressEntry,
        _ ground: AddressGround,
        _ finding: inout Finding
    ) {
        if let evidence = town.evidence {
            finding.warnings.append(Self.assumed(evidence, first))
        }
        if town.isTownUnknown { finding.warnings.append(Self.doubtful(first)) }
        let placed = ground.entries.first { $0.coordinate != nil }
        warnOfPlace(placed ?? first, ground.agreed, &finding)
    }

    /// Why an address does not tell where its people vote.
    private static func doubt(
        _ match: AddressBook.Match,
        _ first: AddressEntry,
        _ reading: TownReading,
        _ ground: AddressGround
    ) -> VoterWarning {
        let isElsewhere = reading.isElsewhere
        let town = town(of: first)
        if match.isCorner {
            return VoterWarning(
                .corner,
                "The address names two streets that meet. Ask again with the street and the house that "
                    + "are yours."
            )
        }
        if isElsewhere, !match.unknownTown.isEmpty {
            return VoterWarning(
                .unknownTown,
                "The lists name no such town, and have this address in \(town). It is yours "
                    + "only if that is a part of where you live: ask again with it instead of the town.",
                ["town": .text(town)]
            )
        }
        if isElsewhere {
            return VoterWarning(
                .otherTown,
                "The lists have this address in \(town), and not where you say. It is "
                    + "yours only if you live there.",
                ["town": .text(town)]
            )
        }
        if ground.isStreetDoubtful {
            return VoterWarning(
                .similarStreet,
                "The lists have a street of nearly this name. Compare your address with the choices."
            )
        }
        guard match.isHouseMissing else {
            return VoterWarning(
                .ambiguousAddress,
                "The lists have more than one address that this may be. Compare it with the choices."
            )
        }
        return missingHouse(match)
    }

    /// That the lists have the street, and not the house.
    private static func missingHouse(_ match: AddressBook.Match) -> VoterWarning {
        guard let house = match.house else {
            return VoterWarning(
                .unreadNumber,
                "The lists have the street, but the number of your house cannot be read: it has "
                    + "1 to 6 digits, as 12, 12a or 12-14, and is no date. Compare your address with "
                    + "the choices."
            )
        }
        guard !match.sameNumber.isEmpty else {
            return VoterWarning(
                .unknownHouse,
                "The lists have the street, but not the house. Compare your address with the choices.",
                ["house": .text(house.words)]
            )
        }
        let names = match.sameNumber.map(\.words)
        return VoterWarning(
            .similarHouse,
            "The lists have the street, but no house \(house.words): of this number they have "
                + "\(Self.listed(names)). Compare your address with the choices, and ask your election "
                + "office if it is none of them.",
            ["house": .text(house.words), "houses": .texts(names)]
        )
    }

    /// What is told where the lists have streets that are like the one that was asked for: nothing but
    /// these.
    private func askBack(
        _ matches: [AddressBook.Match],
        _ election: String?,
        _ scope: VoterScope,
        _ map: DistrictMap
    ) -> VoterAnswer? {
        guard !matches.isEmpty else { return nil }
        let links = links
        var finding = Finding(
            nearby: nearby(nil, scope),
            links: links,
            map: map,
            voted: Voted(),
            shown: shown(.empty, election)
        )
        var streets: [String] = []
        // Who wrote a house means a street that has it.
        let housed = matches.filter { $0.house != nil && !$0.isHouseMissing }
        for match in housed.isEmpty ? matches : housed {
            finding.choices += grouped(match.entries, links).map {
                choice($0, match.house, map, finding)
            }
            if let street = match.entries.first?.street, !streets.contains(street) {
                streets.append(street)
            }
        }
        finding.narrowing = narrow(&finding.choices)
        let names = streets.map { "\"\($0)\"" }.joined(separator: " or ")
        finding.warnings.append(
            VoterWarning(
                .misspeltAddress,
                "The lists have no such street. Did you mean \(names)? Ask again with the address "
                    + "that is yours; nothing is assigned until then.",
                ["streets": .texts(streets)]
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
        guard byKey.stations.isEmpty, let district else { return links.meant(byKey, by: entry) }
        let byCode = links.stations(stations.stations(serving: district), for: entry.dataset)
        return byCode.stations.isEmpty && !byKey.doubtful.isEmpty
            ? byKey : links.meant(byCode, by: entry)
    }

    /// The addresses of entries in words, those first whose houses are nearest to the voter's.
    private func lines(_ entries: [AddressEntry], _ house: HouseNumber?) -> [String] {
        func steps(_ entry: AddressEntry) -> Int {
            guard let house else { return 0 }
            return entry.houses.map { range in
                let (first, last) = (
                    range.numbers.lowerBound.number, range.numbers.upperBound.number
                )
                return max(first - house.number, house.number - last, 0)
            }.min() ?? 0
        }
        let near =
            house == nil || entries.count <= Narrowing.limit
            ? entries
            : entries.map { (entry: $0, steps: steps($0)) }.enumerated().sorted {
                ($0.element.steps, $0.offset) < ($1.element.steps, $1.offset)
            }.map(\.element.entry)
        var lines: [String] = []
        for entry in near.prefix(Narrowing.limit) {
            let line = entry.line(of: house)
            if lines.last != line { lines.append(line) }
        }
        return lines
    }

    /// The choice that entries with one destination are.
    ///
    /// - Parameter house: The voter's, where it is known.
    func choice(
        _ entries: [AddressEntry],
        _ house: HouseNumber?,
        _ map: DistrictMap,
        _ finding: Finding
    ) -> AssignmentChoice {
        let links = finding.links
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
        let lines = lines(entries, house)
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
            in: finding.shown,
            boundaryDistance: nil,
            addresses: lines,
            // Entries of one line, side by side, are one address.
            addressCount: entries.count <= Narrowing.limit ? lines.count : entries.count,
            doubt: entries.first.flatMap { Self.doubt(serving, district, of: $0.dataset) },
            isMailOnly: isMailOnly ?? false
        )
    }
}
