internal import Geodesy

extension VoterGuide {
    /// What a voter at an address is told, from lists of addresses.
    ///
    /// - Parameters:
    ///   - text: The address as people write it.
    ///   - election: As in ``answer(at:election:)``.
    /// - Returns: nil when no list has the street.
    public func answer(address text: String, election: String? = nil) -> VoterAnswer? {
        guard let match = addresses.find(text), let first = match.entries.first else { return nil }
        let map = districts.map
        let choices = Self.grouped(match.entries).map { choice($0, map) }
        let place = match.entries.count == 1 ? first.coordinate : nil
        // Districts that every entry agrees on, and where the place is known, those that hold it.
        let named =
            match.isHouseMissing
            ? []
            : match.entries.dropFirst().reduce(first.districts) { common, entry in
                let others = Set(entry.districts.map(DistrictKey.init))
                return common.filter { others.contains(DistrictKey($0)) }
            }
        let types = Set(named.map { DistrictKey($0).type })
        let holders = place.map { map.districts(holding: $0) } ?? []
        let all =
            named.flatMap { map.districts(named: $0) }
            + holders.filter { !types.contains(DistrictKey($0.reference).type) }
        // Districts without boundaries that a list says the precinct belongs to.
        let listed = precincts.districts(of: named + all.map(\.reference))
        let centers = voteCenters(near: place, all, named + listed, map)
        var finding = Finding()
        if choices.count == 1, let only = choices.first, !match.isHouseMissing {
            finding.assignment = Assignment(
                method: .address,
                district: only.district,
                stations: only.stations,
                boundaryDistance: nil
            )
            if match.isTownOther {
                finding.warnings.append(
                    VoterWarning(
                        .ambiguousAddress,
                        "The lists have this address in \(first.town ?? "another town"). If you "
                            + "live in another town, it is not yours."
                    )
                )
            }
            warnOfStations(only, &finding, centers: centers.count)
        } else {
            finding.choices = choices
            finding.warnings.append(
                VoterWarning(
                    .ambiguousAddress,
                    match.isHouseMissing
                        ? "The lists have the street, but not the house. Compare your address "
                            + "with the choices."
                        : "The lists have more than one address that this may be. Compare it with "
                            + "the choices."
                )
            )
        }
        return VoterAnswer(
            location: place.map { VoterLocation(coordinate: $0, source: .address) },
            districts: all,
            assignment: finding.assignment,
            choices: finding.choices,
            nearby: place.map { stations.nearest(to: $0, count: Self.nearbyCount) } ?? [],
            voteCenters: Array(centers.prefix(Self.voteCenterCount)),
            ballot: ballots.ballot(
                in: named + all.map(\.reference) + listed,
                election: election,
                today: today
            ),
            warnings: finding.warnings,
            sources: sources(finding, all, match.entries.map(\.dataset))
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
    func choice(_ entries: [AddressEntry], _ map: DistrictMap) -> AssignmentChoice {
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
        return AssignmentChoice(
            district: district ?? DistrictReference(type: "station", code: key ?? ""),
            stations: assigned(own, from: place, isOutside: isOutside),
            boundaryDistance: nil,
            addresses: entries.prefix(Self.shownAddresses).map(\.line)
        )
    }
}
