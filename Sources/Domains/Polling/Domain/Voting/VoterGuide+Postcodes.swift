internal import Geodesy

extension VoterGuide {
    /// What a voter of a postcode is told.
    ///
    /// One precinct is assigned where nothing that is published says that the postcode has another: not
    /// its boundary, a district of type `postcode`, nor its addresses in lists, nor the stations whose own
    /// address has it. Its boundary must lie in that precinct as a whole, or where there is none, lists
    /// must have enough of its addresses, as ``isTold(by:)`` has it. Else the precincts are the choices,
    /// and the street is asked for. Of a point no more is told than what is near.
    ///
    /// - Parameters:
    ///   - text: The postcode in any of its spellings; of a ZIP+4 the first five digits count.
    ///   - election: As in ``answer(at:election:scope:)``.
    ///   - scope: How much of what lies around is told.
    /// - Returns: nil when nothing is known of the postcode.
    /// - Complexity: For a polygon as ``DistrictMap/coverage(of:)``.
    public func answer(
        postcode text: String,
        election: String? = nil,
        scope: VoterScope = .standard
    ) -> VoterAnswer? {
        byVintage(election) { map in
            for reading in Postcode.readings(text) {
                if let ground = ground(ofPostcode: reading, map) {
                    return answer(ground, election: election, scope: scope, by: map)
                }
            }
            return nil
        }
    }

    private func answer(
        _ ground: PostcodeGround,
        election: String?,
        scope: VoterScope,
        by map: DistrictMap
    ) -> VoterAnswer {
        let (code, entries, standing) = (ground.code, ground.entries, ground.standing)
        let (polygon, coverage, point) = (ground.polygon, ground.coverage, ground.point)
        let location = location(polygon, coverage, point)
        let links = links
        let isTold = isTold(by: ground)
        // Only what all of the postcode belongs to: a contest of a part of it may not be the voter's.
        let (certain, listed) = certainDistricts(ground, isTold: isTold)
        let voting = certain.map(\.reference) + listed
        let voted = ballot(
            in: voting,
            certain,
            list: entries.first?.dataset,
            election: election,
            isSettled: { _ in false }
        )
        let shown = shown(voted.ballot, election)
        var finding = Finding(
            nearby: nearby(location?.coordinate, scope),
            links: links,
            map: map,
            voted: voted,
            shown: shown
        )
        if !entries.isEmpty || !ground.parts.isEmpty {
            settle(ground, isTold: isTold, map, &finding)
        } else if coverage != nil {
            warnOfOutside(code, map, &finding)
        } else if point == nil, polygon == nil {
            choose(among: standing, code, &finding)
        } else {
            finding.warnings.append(
                VoterWarning(
                    .pointOnly,
                    "Only one point of postcode \(code) is known, which does not tell where you "
                        + "vote." + finding.nearWords,
                    ["postcode": .text(code)]
                )
            )
            if !standing.isEmpty { choose(among: standing, code, &finding) }
        }
        let sites = sites(near: location?.coordinate, certain, [], map, links, shown)
        if location != nil { warnOfDistance(&finding, sites.centers) }
        return answer(
            Subject(
                location: location,
                districts: certain,
                voting: voting,
                list: entries.first?.dataset,
                lists: entries.map(\.dataset)
                    + [polygon?.dataset, point?.dataset].compactMap { $0 },
                sites: sites,
                // Of what only a part of the postcode votes on nobody knows whether it is the voter's.
                knowsType: { _ in false }
            ),
            finding,
            election: election,
            scope
        )
    }

    private func location(
        _ polygon: District?,
        _ coverage: AreaCoverage?,
        _ point: PostcodePlace?
    ) -> VoterLocation? {
        if let polygon, let coverage {
            return VoterLocation(
                coordinate: coverage.interior,
                source: .postcode,
                accuracy: polygon.area.radius(from: coverage.interior)
            )
        }
        if let point {
            return VoterLocation(
                coordinate: point.coordinate,
                source: .postcode,
                accuracy: point.accuracy
            )
        }
        // An area without an inside, such as a line, is no more than a point.
        return polygon?.area.polygons.first?.exterior.first.map {
            VoterLocation(coordinate: $0, source: .postcode)
        }
    }

    /// By addresses, boundaries and stations, where all of them agree and are enough.
    private func settle(
        _ ground: PostcodeGround,
        isTold: Bool,
        _ map: DistrictMap,
        _ finding: inout Finding
    ) {
        let choices = choices(of: ground, isTold: isTold, map, finding)
        if choices.count == 1, let only = choices.first,
            ground.holder != nil || isTold && ground.parts.isEmpty
        {
            settle(only, by: .postcode, &finding)
            return
        }
        finding.choices = choices
        finding.narrowing = narrow(&finding.choices, postcode: ground.code)
        if choices.count == 1, ground.parts.isEmpty, let only = choices.first {
            warnOfUnlisted(only, ground.code, &finding)
            return
        }
        warnOfStraddling(
            ground.code,
            finding.narrowing.map {
                "It has \($0.addressCount) addresses: ask with your street and house number."
            }
                ?? (isTold && choices.count > 1
                    ? "Choose your address." : "Ask with your address or your place."),
            &finding
        )
    }

    /// Says that nothing tells where the addresses of a postcode vote that no list has.
    private func warnOfUnlisted(
        _ only: AssignmentChoice,
        _ code: String,
        _ finding: inout Finding
    ) {
        if let doubt = only.doubt { finding.warnings.append(doubt) }
        let name =
            only.district.type == "station"
            ? "at one station" : "in \(Self.words(only.district.type)) \(only.district.code)"
        let count = only.addressCount
        finding.warnings.append(
            VoterWarning(
                .postcodeIncomplete,
                "The lists have \(count == 1 ? "1 address" : "\(count) addresses") of postcode \(code), "
                    + "which \(count == 1 ? "votes" : "vote") \(name), and nothing tells where its others "
                    + "vote. Ask with your street and house number.",
                [
                    "postcode": .text(code), "count": .count(count),
                    "district": .district(only.district),
                ]
            )
        )
    }

    /// By nothing but the addresses of stations: they stand there, and whom they serve only a list can
    /// tell.
    private func choose(among standing: [Station], _ code: String, _ finding: inout Finding) {
        finding.choices = [
            AssignmentChoice(
                district: DistrictReference(type: "postcode", code: code),
                stations: assigned(standing, from: nil, isOutside: { _ in nil }),
                in: finding.shown,
                boundaryDistance: nil
            )
        ]
        finding.warnings.append(
            VoterWarning(
                .stationsOfPostcode,
                "\(Self.counted(standing.count, "station")) "
                    + (standing.count == 1 ? "has its" : "have their") + " own address in postcode "
                    + "\(code), which does not tell that you vote there. Ask with your address or your "
                    + "place, or your election office.",
                ["postcode": .text(code), "count": .count(standing.count)]
            )
        )
    }

    /// Says that no precinct has a part of the postcode's boundary.
    private func warnOfOutside(_ code: String, _ map: DistrictMap, _ finding: inout Finding) {
        finding.warnings.append(
            VoterWarning(
                DistrictKey.assigningTypes.contains(where: map.hasDistricts)
                    ? .postcodeOutside : .postcodeWithoutData,
                "No precinct that is loaded has a part of postcode \(code)." + finding.nearWords,
                ["postcode": .text(code)]
            )
        )
    }

    private func warnOfStraddling(
        _ code: String,
        _ remedy: String,
        _ finding: inout Finding
    ) {
        let count = finding.choices.count
        let types = Set(finding.choices.map { DistrictKey($0.district).type })
        // What stations are assigned by has a name of its own in each country.
        let noun = types.count == 1 ? Self.words(types.first ?? "") : "district"
        finding.warnings.append(
            VoterWarning(
                count == 1
                    ? .postcodeBeyond
                    : types == ["station"] ? .postcodeOfStations : .straddlingPostcode,
                count == 1
                    ? "Postcode \(code) reaches beyond the \(noun) that it lies in. \(remedy)"
                    : types == ["station"]
                        ? "The addresses of postcode \(code) vote at \(count) stations. \(remedy)"
                        : "Postcode \(code) lies in \(Self.counted(count, noun)). \(remedy)",
                ["postcode": .text(code), "count": .count(count)]
            )
        )
    }
}
