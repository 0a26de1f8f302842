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
        let book = addresses
        guard let match = book.find(text), let first = match.entries.first else {
            return askBack(book.similar(to: text), scope)
        }
        let map = districts.map
        let entries = match.entries + match.alternatives
        let choices = Self.grouped(entries).map { choice($0, match.house, map) }
        // An address of the same words in another town or postcode is another address.
        let isCertain = !match.isHouseMissing && !match.isStreetDoubtful && !match.isTownOther
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
            named.flatMap { map.districts(named: $0) }
            + holders.filter { !types.contains(DistrictKey($0.reference).type) }
        // Districts without boundaries that a list says the precinct belongs to.
        let listed = precincts.districts(of: named + all.map(\.reference))
        let centers = voteCenters(near: place, all, named + listed, map)
        var finding = Finding(nearby: nearby(place, scope))
        if choices.count == 1, let only = choices.first, isCertain {
            finding.assignment = Assignment(
                method: .address,
                district: only.district,
                stations: only.stations,
                boundaryDistance: nil
            )
            warnOfStations(only, &finding, centers: centers.count)
        } else {
            finding.choices = choices
            let doubt = Self.doubt(match, first)
            finding.warnings.append(VoterWarning(.ambiguousAddress, doubt))
        }
        if place != nil { warnOfDistance(&finding) }
        return VoterAnswer(
            location: place.map { VoterLocation(coordinate: $0, source: .address) },
            matchedAddresses: finding.choices.isEmpty ? choices.flatMap(\.addresses) : [],
            districts: all,
            assignment: finding.assignment,
            choices: finding.choices,
            nearby: finding.nearby,
            voteCenters: Array(centers.prefix(scope.voteCenterLimit)),
            voteCenterCount: centers.count,
            ballot: ballots.ballot(
                in: named + all.map(\.reference) + listed,
                election: election,
                today: today
            ),
            warnings: finding.warnings,
            sources: sources(finding, all, entries.map(\.dataset))
        )
    }

    private static func town(of entry: AddressEntry) -> String {
        let words = [entry.town, entry.postcode].compactMap { $0 }
        return words.isEmpty ? "another town" : words.joined(separator: ", ")
    }

    /// Why an address does not tell where its people vote.
    private static func doubt(_ match: AddressBook.Match, _ first: AddressEntry) -> String {
        if match.isTownOther {
            return
                "The lists have this address in \(town(of: first)), and not where you say. It is "
                + "yours only if you live there."
        }
        if match.isStreetDoubtful {
            return "The lists have a street of nearly this name. Compare your address with the "
                + "choices."
        }
        return match.isHouseMissing
            ? "The lists have the street, but not the house. Compare your address with the choices."
            : "The lists have more than one address that this may be. Compare it with the choices."
    }

    /// What is told where the lists have streets that are like the one that was asked for: nothing but
    /// these.
    private func askBack(_ matches: [AddressBook.Match], _ scope: VoterScope) -> VoterAnswer? {
        guard !matches.isEmpty else { return nil }
        let map = districts.map
        var finding = Finding(nearby: nearby(nil, scope))
        var streets: [String] = []
        for match in matches {
            finding.choices += Self.grouped(match.entries).map { choice($0, match.house, map) }
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
        return VoterAnswer(
            location: nil,
            matchedAddresses: [],
            districts: [],
            assignment: nil,
            choices: finding.choices,
            nearby: finding.nearby,
            voteCenters: [],
            voteCenterCount: 0,
            ballot: .empty,
            warnings: finding.warnings,
            sources: sources(finding, [], matches.flatMap { $0.entries.map(\.dataset) })
        )
    }

    /// Where the people of an entry vote, as far as lists say.
    private struct Destination: Hashable {
        let district: DistrictKey?
        let stationKey: String?
    }

    /// Entries by where their people vote, in the order of the first of each.
    static func grouped(_ entries: [AddressEntry]) -> [[AddressEntry]] {
        var groups: [Destination: Int] = [:]
        var grouped: [[AddressEntry]] = []
        for entry in entries {
            let destination = Destination(
                district: votingDistrict(of: entry).map(DistrictKey.init),
                stationKey: entry.stationKey
            )
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
    private static func votingDistrict(of entry: AddressEntry) -> DistrictReference? {
        for type in assigningTypes {
            if let district = entry.districts.first(where: { DistrictKey($0).type == type }) {
                return district
            }
        }
        return nil
    }

    /// How many addresses a choice names.
    private static let shownAddresses = 200

    /// The choice that entries with one destination are.
    ///
    /// - Parameter house: The voter's, where it is known.
    func choice(
        _ entries: [AddressEntry],
        _ house: HouseNumber?,
        _ map: DistrictMap
    ) -> AssignmentChoice {
        let district = entries.first.flatMap(Self.votingDistrict)
        let key = entries.first?.stationKey
        let place = entries.count == 1 ? entries.first?.coordinate : nil
        let areas = district.map { map.districts(named: $0) } ?? []
        let isOutside: (Station) -> Bool? = { station in
            guard !areas.isEmpty else { return nil }
            return station.coordinate.map { place in
                !areas.contains { map.holds($0.id, place) }
            }
        }
        let named = key.map { stations.stations(withKey: $0) } ?? []
        let serving =
            named.isEmpty ? district.map { stations.stations(serving: $0) } ?? [] : named
        // Another county's district of the same code has stations, too.
        let own = serving.filter { station in
            areas.isEmpty || areas.contains { $0.mayBeServed(by: station) }
        }
        var lines: [String] = []
        for entry in entries.prefix(Self.shownAddresses) {
            let line = entry.line(of: house)
            if lines.last != line { lines.append(line) }
        }
        return AssignmentChoice(
            district: district ?? DistrictReference(type: "station", code: key ?? ""),
            stations: assigned(own, from: place, isOutside: isOutside),
            boundaryDistance: nil,
            addresses: lines
        )
    }
}
