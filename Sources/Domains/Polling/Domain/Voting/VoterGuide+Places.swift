internal import Datasets
internal import Geodesy

/// What is told of a place.
extension VoterGuide {
    /// What a voter at a place is told.
    ///
    /// - Parameters:
    ///   - location: Where the voter is.
    ///   - election: The id or the key of an election; nil as in
    ///     ``BallotBook/ballot(in:election:today:)``.
    ///   - scope: How much of what lies around is told.
    /// - Complexity: O(log n + m) for the m corners of the districts that hold the place.
    public func answer(
        at location: VoterLocation,
        election: String? = nil,
        scope: VoterScope = .standard
    ) -> VoterAnswer {
        byVintage(election) { map in
            answer(at: location, election: election, scope: scope, by: map)
        }
    }

    private func answer(
        at location: VoterLocation,
        election: String?,
        scope: VoterScope,
        by map: DistrictMap
    ) -> VoterAnswer {
        let holders = map.districts(holding: location.coordinate)
        // Districts without boundaries that a list says the voter's precinct belongs to.
        let links = links
        let listed = listed(of: holders, links)
        let voting = holders.map(\.reference) + listed.map(\.reference)
        let voted = ballot(
            in: voting,
            holders,
            election: election,
            isSettled: { map.hasDistricts(ofType: $0) }
        )
        let shown = shown(voted.ballot, election)
        let sites = sites(near: location.coordinate, holders, listed, map, links, shown)
        var finding = Finding(
            nearby: nearby(location.coordinate, scope),
            links: links,
            map: map,
            voted: voted,
            shown: shown
        )
        assign(location, holders, map, &finding, centers: sites.centers.count)
        warnOfDistance(&finding, sites.centers)
        return answer(
            Subject(
                location: location,
                districts: holders,
                voting: voting,
                lists: listed.map(\.list),
                sites: sites,
                margin: Self.margin(of: location),
                knowsType: { map.hasDistricts(ofType: $0) }
            ),
            finding,
            election: election,
            scope
        )
    }

    /// The districts without boundaries that lists of precincts say districts belong to.
    func listed(of holders: [District], _ links: DatasetLinks) -> [NamedDistrict] {
        holders.flatMap { holder in
            precincts.districts(of: holder.reference) { links.belongs(precincts: $0, to: holder) }
        }.unique
    }

    /// Whether a list of addresses is of the ground around a place: one of its addresses is within 100
    /// km, or a station that stands on its ground.
    private func isNearLists(_ place: Coordinate, _ finding: Finding) -> Bool {
        let reach = VoterScope.standardNearbyLimit
        let book = addresses
        let near = stations.nearest(to: place, count: Self.nearbyCount, within: reach)
        if near.contains(where: { found in
            book.lists.contains { finding.links.belongs(found.station, to: $0) }
        }) {
            return true
        }
        return book.entries.contains { entry in
            guard let own = entry.coordinate,
                // A degree of latitude is more than 110 km.
                abs(own.latitude - place.latitude) < 1
            else { return false }
            return Geodesic.distance(from: own, to: place) <= reach
        }
    }

    /// - Parameters:
    ///   - holders: The districts that hold the place.
    ///   - centers: How many vote centers serve the place.
    private func assign(
        _ location: VoterLocation,
        _ holders: [District],
        _ map: DistrictMap,
        _ finding: inout Finding,
        centers: Int
    ) {
        let known = DistrictKey.assigningTypes.filter(map.hasDistricts)
        guard !known.isEmpty else {
            finding.warnings.append(
                VoterWarning(
                    .noData,
                    "No boundaries of precincts are loaded: nothing tells where you vote."
                        + finding.nearWords
                )
            )
            return
        }
        let place = location.coordinate
        let reach = Self.margin(of: location)
        let type = known.first { type in
            holders.contains { DistrictKey.canonicalType($0.reference.type) == type }
        }
        let near = map.districts(ofTypes: [type ?? known[0]], near: place, within: reach)
        let neighbours = near.prefix(Self.neighbourCount).map { entry in
            choice(entry.district, place, entry.distance, holds: false, map, finding)
        }
        let rest =
            near.count > neighbours.count
            ? " The nearest \(neighbours.count) of \(near.count) are listed." : ""
        guard let type else {
            tellNone(near: near.count, neighbours, known, location, map, &finding, rest: rest)
            return
        }
        let own = holders.filter { DistrictKey.canonicalType($0.reference.type) == type }
            .map { district in
                let distance = map.boundaryDistance(of: district.id, from: place)
                return choice(district, place, distance, holds: true, map, finding)
            }
        settle(own, ofType: type, location, neighbours, near: near.count, &finding, centers, rest)
    }

    /// Assigns the station of the districts that hold the place where they have one and the same; else they
    /// are the choices.
    ///
    /// - Parameters:
    ///   - near: How many other districts there are beside the place.
    ///   - neighbours: The nearest of them.
    ///   - centers: How many vote centers serve the place.
    ///   - rest: What is said of those that are not listed.
    private func settle(
        _ own: [AssignmentChoice],
        ofType type: String,
        _ location: VoterLocation,
        _ neighbours: [AssignmentChoice],
        near: Int,
        _ finding: inout Finding,
        _ centers: Int,
        _ rest: String
    ) {
        let reach = Self.margin(of: location)
        let stationIDs = own.map(\.stationIDs)
        guard let first = own.first, Set(stationIDs).count == 1 else {
            finding.choices = own + neighbours
            let beside =
                neighbours.isEmpty
                ? ""
                : ", and \(near) more " + (near == 1 ? "is" : "are")
                    + " within \(reach.words) of it"
            finding.warnings.append(
                Self.overlapping(own.count, ofType: type, beside: beside, rest: rest)
            )
            return
        }
        settle(
            first,
            by: .district,
            boundaryDistance: own.compactMap(\.boundaryDistance).min(),
            &finding,
            centers: centers
        )
        guard let distance = own.compactMap(\.boundaryDistance).min(), distance < reach else {
            return
        }
        let others = neighbours.filter { $0.stationIDs != stationIDs[0] }
        guard !others.isEmpty || neighbours.isEmpty else { return }
        if !others.isEmpty { finding.choices = [first] + others }
        finding.warnings.append(
            .nearBoundary(
                distance,
                accuracy: location.accuracy,
                isEdge: neighbours.isEmpty,
                rest
            )
        )
    }

    /// That several districts of a type hold the place, which vote at different stations.
    ///
    /// - Parameters:
    ///   - beside: What is said of districts near it.
    ///   - rest: What is said of those that are not listed.
    private static func overlapping(
        _ count: Int,
        ofType type: String,
        beside: String,
        rest: String
    ) -> VoterWarning {
        VoterWarning(
            .overlappingDistricts,
            "\(counted(count, words(type))) claim the place" + beside
                + ". Compare your address with the choices." + rest,
            ["count": .count(count), "type": .type(type)]
        )
    }

    /// Tells that no district of a type that assigns holds the place, and offers those beside it.
    ///
    /// - Parameters:
    ///   - near: How many there are beside it.
    ///   - neighbours: The nearest of them.
    ///   - known: The types that have boundaries.
    ///   - rest: What is said of those that are not listed.
    private func tellNone(
        near: Int,
        _ neighbours: [AssignmentChoice],
        _ known: [String],
        _ location: VoterLocation,
        _ map: DistrictMap,
        _ finding: inout Finding,
        rest: String
    ) {
        let place = location.coordinate
        let reach = Self.margin(of: location)
        let noun = Self.words(known[0])
        guard near > 0 || map.reaches(place, withBoundariesOf: known) else {
            finding.warnings.append(
                VoterWarning(
                    .districtsElsewhere,
                    "The boundaries of precincts that are loaded are of another part of the "
                        + "world: none tells where you vote."
                        + (!isNearLists(place, finding)
                            ? "" : " Lists of addresses are loaded: ask with your address.")
                        + finding.nearWords
                )
            )
            return
        }
        finding.choices = neighbours
        finding.warnings.append(
            VoterWarning(
                neighbours.isEmpty ? .outsideDistricts : .besideDistricts,
                neighbours.isEmpty
                    ? "The place lies in no \(noun) that is loaded." + finding.nearWords
                    : "The place lies in no \(noun) that is loaded, but within "
                        + "\(reach.words) of \(Self.counted(near, noun)). "
                        + "Compare your address with the choices." + rest,
                [
                    "type": .type(known[0]), "count": .count(near),
                    "distance_m": .distance(reach),
                ]
            )
        )
    }
}
