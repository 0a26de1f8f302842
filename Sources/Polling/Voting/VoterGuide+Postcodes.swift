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
    ///   - election: As in ``answer(at:election:)``.
    /// - Returns: nil when nothing is known of the postcode.
    /// - Complexity: For a polygon as ``DistrictMap/coverage(of:)``.
    public func answer(postcode text: String, election: String? = nil) -> VoterAnswer? {
        guard let code = Postcode.normal(text) else { return nil }
        let map = districts.map
        let entries = addresses.entries(inPostcode: code)
        let polygon = map.districts(named: DistrictReference(type: "postcode", code: code)).first
        let coverage = polygon.flatMap { map.coverage(of: $0.area) }
        let point = postcodes.find(code).first
        guard !entries.isEmpty || polygon != nil || point != nil else { return nil }

        let location = location(polygon, coverage, point)
        var finding = Finding()
        if !entries.isEmpty {
            let choices = Self.grouped(entries).map { choice($0, map) }
            settle(choices, code, &finding)
        } else if let coverage {
            settle(coverage, code, map, &finding)
        } else {
            finding.warnings.append(
                VoterWarning(
                    .pointOnly,
                    "Only one point of postcode \(code) is known, which does not tell where you "
                        + "vote. The stations listed are merely near that point."
                )
            )
        }
        // Only what all of the postcode belongs to: a contest of a part of it may not be the voter's.
        let certain = coverage?.holders.filter { $0.id != polygon?.id } ?? []
        let common = entries.dropFirst().reduce(Set(entries.first?.districts ?? [])) {
            $0.intersection($1.districts)
        }
        return VoterAnswer(
            location: location,
            districts: certain,
            assignment: finding.assignment,
            choices: finding.choices,
            nearby: location.map {
                stations.nearest(to: $0.coordinate, count: Self.nearbyCount)
            } ?? [],
            voteCenters: Array(
                voteCenters(near: location?.coordinate, certain, [], map)
                    .prefix(Self.voteCenterCount)
            ),
            ballot: ballots.ballot(
                in: certain.map(\.reference) + common,
                election: election,
                today: today
            ),
            warnings: finding.warnings,
            sources: sources(
                finding,
                certain,
                entries.map(\.dataset) + [polygon?.dataset, point?.dataset].compactMap { $0 }
            )
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

    /// By a list of the postcode's addresses.
    private func settle(_ choices: [AssignmentChoice], _ code: String, _ finding: inout Finding) {
        guard choices.count == 1, let only = choices.first else {
            finding.choices = choices
            warnOfStraddling(code, choices.count, "Choose your address.", &finding)
            return
        }
        finding.assignment = Assignment(
            method: .postcode,
            district: only.district,
            stations: only.stations,
            boundaryDistance: nil
        )
        warnOfStations(only, &finding)
    }

    /// By the postcode's polygon.
    private func settle(
        _ coverage: AreaCoverage,
        _ code: String,
        _ map: DistrictMap,
        _ finding: inout Finding
    ) {
        func isOf(_ type: String, _ district: District) -> Bool {
            DistrictKey.canonicalType(district.reference.type) == type
        }
        let type = Self.assigningTypes.first { type in
            coverage.districts.contains { isOf(type, $0) }
        }
        guard let type else {
            finding.warnings.append(
                VoterWarning(
                    map.hasAssigningDistricts ? .outsideDistricts : .noData,
                    "No precinct that is loaded has a part of postcode \(code). The stations listed "
                        + "are merely near."
                )
            )
            return
        }
        let parts = coverage.districts.filter { isOf(type, $0) }
        let choices = parts.map { choice($0, coverage.interior, nil, map) }
        if let holder = coverage.holders.first(where: { isOf(type, $0) }) {
            let only = choice(holder, coverage.interior, nil, map)
            finding.assignment = Assignment(
                method: .postcode,
                district: only.district,
                stations: only.stations,
                boundaryDistance: nil
            )
            warnOfStations(only, &finding)
        } else {
            finding.choices = choices
            warnOfStraddling(code, choices.count, "Ask with your address or your place.", &finding)
        }
    }

    private func warnOfStraddling(
        _ code: String,
        _ count: Int,
        _ remedy: String,
        _ finding: inout Finding
    ) {
        finding.warnings.append(
            VoterWarning(
                .straddlingPostcode,
                count == 1
                    ? "Postcode \(code) reaches beyond the precinct that it lies in. \(remedy)"
                    : "Postcode \(code) lies in \(count) precincts. \(remedy)"
            )
        )
    }
}

extension DistrictMap {
    /// Whether there is a district of a type that stations are assigned by.
    var hasAssigningDistricts: Bool { VoterGuide.assigningTypes.contains(where: hasDistricts) }
}
