internal import Geodesy

extension VoterGuide {
    /// What a voter of a postcode is told.
    ///
    /// A list of its addresses says most; else its polygon, a district of type `postcode`; else its
    /// point, which tells no more than what is near. Where addresses or polygon lie in one precinct as
    /// a whole, that is assigned; where they straddle, the precincts are the choices.
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

    /// What is known of a postcode.
    private struct PostcodeGround {
        let code: String
        let entries: [AddressEntry]
        let polygon: District?
        let coverage: AreaCoverage?
        let point: PostcodePlace?
        let standing: [Station]
    }

    /// What is known of a postcode; nil where nothing is.
    ///
    /// Spreadsheets take zeros away, so that `6720` may be 06720: but not where 6720 itself is known.
    private func ground(ofPostcode text: String, _ map: DistrictMap) -> PostcodeGround? {
        guard let written = Postcode.written(text), let normal = Postcode.normal(text) else {
            return nil
        }
        var entries = addresses.entries(inPostcode: normal)
        var polygons = map.districts(named: DistrictReference(type: "postcode", code: normal))
        var points = postcodes.find(normal)
        var standing = stations.stations(inPostcode: normal)
        var code = normal
        if written != normal {
            func isWritten(_ other: String?) -> Bool { other.flatMap(Postcode.written) == written }
            let own = (
                entries.filter { isWritten($0.postcode) },
                polygons.filter { isWritten($0.reference.code) },
                points.filter { isWritten($0.code) }, standing.filter { isWritten($0.postcode) }
            )
            if !own.0.isEmpty || !own.1.isEmpty || !own.2.isEmpty || !own.3.isEmpty {
                (entries, polygons, points, standing) = own
                code = written
            }
        }
        let polygon = polygons.first
        let coverage = polygon.flatMap { map.coverage(of: $0.area) }
        let point = points.first
        let isMapped = !entries.isEmpty || coverage != nil
        // Stations with a place are found by it, where the postcode has one.
        standing = isMapped ? [] : standing.filter { point == nil || $0.coordinate == nil }
        guard isMapped || polygon != nil || point != nil || !standing.isEmpty else { return nil }
        return PostcodeGround(
            code: code,
            entries: entries,
            polygon: polygon,
            coverage: coverage,
            point: point,
            standing: standing
        )
    }

    private func answer(
        _ ground: PostcodeGround,
        election: String?,
        scope: VoterScope,
        by map: DistrictMap
    ) -> VoterAnswer {
        let (code, entries, standing) = (ground.code, ground.entries, ground.standing)
        let (polygon, coverage, point) = (ground.polygon, ground.coverage, ground.point)
        let book = addresses

        let location = location(polygon, coverage, point)
        let links = links
        // Only what all of the postcode belongs to: a contest of a part of it may not be the voter's.
        let certain = coverage?.holders.filter { $0.id != polygon?.id } ?? []
        let common = entries.dropFirst().reduce(Set(entries.first?.districts ?? [])) {
            $0.intersection($1.districts)
        }
        let voting = certain.map(\.reference) + common
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
        if !entries.isEmpty {
            settle(choices(of: entries, book, map, finding), code, &finding)
        } else if let polygon, let coverage {
            settle(coverage, of: polygon, code, map, &finding)
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

    /// Where the addresses of a postcode vote, most of them first.
    ///
    /// Lists of ranges of houses do not tell how many addresses there are: then the number of ranges
    /// gives the order, and no share.
    private func choices(
        of entries: [AddressEntry],
        _ book: AddressBook,
        _ map: DistrictMap,
        _ finding: Finding
    ) -> [AssignmentChoice] {
        let isCounted = entries.allSatisfy { book.hasSingleAddresses($0.dataset) }
        return grouped(entries, finding.links).enumerated()
            .sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }
            .map { _, group in
                var choice = self.choice(group, nil, map, finding)
                if isCounted {
                    choice.share = AssignmentChoice.Share(
                        fraction: Double(group.count) / Double(entries.count),
                        whole: .addresses
                    )
                }
                return choice
            }
    }

    /// By a list of the postcode's addresses.
    private func settle(_ choices: [AssignmentChoice], _ code: String, _ finding: inout Finding) {
        guard choices.count == 1, let only = choices.first else {
            finding.choices = choices
            finding.narrowing = narrow(&finding.choices, postcode: code)
            warnOfStraddling(
                code,
                finding.narrowing.map {
                    "It has \($0.addressCount) addresses: ask with your street and house number."
                } ?? "Choose your address.",
                &finding
            )
            return
        }
        settle(only, by: .postcode, &finding)
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

    /// By the postcode's polygon.
    private func settle(
        _ coverage: AreaCoverage,
        of polygon: District,
        _ code: String,
        _ map: DistrictMap,
        _ finding: inout Finding
    ) {
        func isOf(_ type: String, _ district: District) -> Bool {
            DistrictKey.canonicalType(district.reference.type) == type
        }
        let type = DistrictKey.assigningTypes.first { type in
            coverage.districts.contains { isOf(type, $0) }
        }
        guard let type else {
            finding.warnings.append(
                VoterWarning(
                    DistrictKey.assigningTypes.contains(where: map.hasDistricts)
                        ? .postcodeOutside : .postcodeWithoutData,
                    "No precinct that is loaded has a part of postcode \(code)."
                        + finding.nearWords,
                    ["postcode": .text(code)]
                )
            )
            return
        }
        let parts = coverage.districts.filter { isOf(type, $0) }
        if let holder = coverage.holders.first(where: { isOf(type, $0) }) {
            let only = choice(holder, coverage.interior, nil, map, finding)
            settle(only, by: .postcode, &finding)
        } else {
            let whole = AreaShare(polygon.area)
            finding.choices = parts.map { part -> AssignmentChoice in
                var choice = self.choice(part, coverage.interior, nil, map, finding)
                choice.share = (whole?.fraction(in: part.area)).flatMap { fraction in
                    fraction > 0 ? AssignmentChoice.Share(fraction: fraction, whole: .area) : nil
                }
                return choice
            }.enumerated().sorted { left, right in
                let shares = (
                    left.element.share?.fraction ?? 0, right.element.share?.fraction ?? 0
                )
                return shares.0 != shares.1 ? shares.0 > shares.1 : left.offset < right.offset
            }.map(\.element)
            warnOfStraddling(code, "Ask with your address or your place.", &finding)
        }
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
