internal import Datasets
internal import Geodesy

/// What is known of a postcode.
struct PostcodeGround {
    /// As it is compared.
    let code: String
    /// The addresses that lists have in it.
    let entries: [AddressEntry]
    /// Its boundary, the first where several are loaded.
    let polygon: District?
    /// The districts that all of its boundaries lie in.
    let coverage: AreaCoverage?
    /// Its point in a gazetteer.
    let point: PostcodePlace?
    /// The stations whose own address has it.
    let stations: [Station]
    /// Those of them of which nothing else tells that they are in it.
    let standing: [Station]

    /// The types of district of which boundaries tell where the postcode lies.
    var boundedTypes: Set<String> {
        Set((coverage?.districts ?? []).map { DistrictKey($0.reference).type })
    }

    /// The districts by which stations are assigned that have a part of its boundaries.
    var parts: [District] {
        let districts = coverage?.districts ?? []
        let type = DistrictKey.assigningTypes.first { type in
            districts.contains { DistrictKey($0.reference).type == type }
        }
        return districts.filter { DistrictKey($0.reference).type == type }
    }

    /// The one of ``parts`` that has all of it; nil where none has.
    var holder: District? {
        let parts = Set(parts.map(\.id))
        return coverage?.holders.first { parts.contains($0.id) }
    }
}

extension VoterGuide {
    /// What is known of a postcode; nil where nothing is.
    ///
    /// Spreadsheets take zeros away, so that `6720` may be 06720: but not where 6720 itself is known.
    func ground(ofPostcode text: String, _ map: DistrictMap) -> PostcodeGround? {
        guard let written = Postcode.written(text), let normal = Postcode.normal(text) else {
            return nil
        }
        var entries = addresses.entries(inPostcode: normal)
        var polygons = map.districts(named: DistrictReference(type: "postcode", code: normal))
        var points = postcodes.find(normal)
        var own = stations.stations(inPostcode: normal)
        var code = normal
        if written != normal {
            func isWritten(_ other: String?) -> Bool { other.flatMap(Postcode.written) == written }
            let exact = (
                entries.filter { isWritten($0.postcode) },
                polygons.filter { isWritten($0.reference.code) },
                points.filter { isWritten($0.code) }, own.filter { isWritten($0.postcode) }
            )
            if !exact.0.isEmpty || !exact.1.isEmpty || !exact.2.isEmpty || !exact.3.isEmpty {
                (entries, polygons, points, own) = exact
                code = written
            }
        }
        let covered = polygons.compactMap { polygon in
            map.coverage(of: polygon.area).map { (polygon, $0) }
        }
        let coverage = Self.united(covered.map(\.1), of: polygons)
        let point = points.first
        let isMapped = !entries.isEmpty || coverage != nil
        // Stations with a place are found by it, where the postcode has one.
        let standing = isMapped ? [] : own.filter { point == nil || $0.coordinate == nil }
        guard isMapped || !polygons.isEmpty || point != nil || !standing.isEmpty else { return nil }
        return PostcodeGround(
            code: code,
            entries: entries,
            polygon: covered.first?.0 ?? polygons.first,
            coverage: coverage,
            point: point,
            stations: own,
            standing: standing
        )
    }

    /// Which districts all boundaries of a postcode lie in: a district holds the postcode where it holds
    /// each of them.
    private static func united(
        _ coverages: [AreaCoverage],
        of polygons: [District]
    ) -> AreaCoverage? {
        guard let first = coverages.first else { return nil }
        let own = Set(polygons.map(\.id))
        var seen = own
        return AreaCoverage(
            interior: first.interior,
            districts: coverages.flatMap(\.districts).filter { seen.insert($0.id).inserted },
            holders: first.holders.filter { holder in
                !own.contains(holder.id)
                    && coverages.allSatisfy { $0.holders.contains { $0.id == holder.id } }
            }
        )
    }

    /// Whether the lists have so much of a postcode that they may tell alone that all of it votes where
    /// their addresses do.
    ///
    /// They know the districts around, as ``WholeLists`` has it; they have more of its addresses than a
    /// person can look through (``Narrowing/limit``: where 31 addresses vote at one place, by the rule
    /// of three less than a tenth of the others votes elsewhere, at a confidence of 95 %), or it is a
    /// postcode of some fifteen houses; and the rows of their files that were refused, which may have
    /// been of any postcode, are less than a tenth of that.
    func isTold(by ground: PostcodeGround) -> Bool {
        let known = ground.entries.filter { wholeLists.contains($0.dataset) }
        let lists = versions(of: Array(Set(known.map(\.dataset))))
        let refused = lists.reduce(0) { $0 + $1.rows.rejected }
        guard !Postcode.isOfFewHouses(ground.code) else {
            // A postcode of few houses has few of the refused rows, too.
            let accepted = lists.reduce(0) { $0 + $1.rows.accepted }
            return !known.isEmpty && refused * 10 <= accepted
        }
        return known.count > Narrowing.limit && refused * 10 < known.count
    }

    /// The districts that all of a postcode votes in, for certain: those that hold its boundaries, and
    /// what its addresses have in common where boundaries do not tell and the lists may. Those that
    /// stations are assigned by are none of them where anything names another one.
    ///
    /// - Parameter isTold: As ``isTold(by:)``.
    func certainDistricts(
        _ ground: PostcodeGround,
        isTold: Bool
    ) -> (bounded: [District], listed: [DistrictReference]) {
        let holders = ground.coverage?.holders ?? []
        guard !isDisputed(ground) else {
            let bounded = holders.filter {
                !DistrictKey.assigningTypes.contains(DistrictKey($0.reference).type)
            }
            return (bounded, [])
        }
        guard isTold, let first = ground.entries.first else { return (holders, []) }
        let types = ground.boundedTypes
        let own = Set(first.districts.filter { !types.contains(DistrictKey($0).type) })
        let common = ground.entries.dropFirst().reduce(own) { $0.intersection($1.districts) }
        return (holders, Array(common))
    }

    /// Whether what is published names more than one district of a postcode by which stations are
    /// assigned.
    private func isDisputed(_ ground: PostcodeGround) -> Bool {
        let known = Set(
            ground.entries.compactMap(Self.votingDistrict).map(DistrictKey.init)
                + ground.parts.map { DistrictKey($0.reference) }
        )
        guard known.count == 1 else { return known.count > 1 }
        return !served(by: ground, except: known, named: []).isEmpty
    }

    // MARK: Choices

    /// The districts that may be a voter's of the postcode: those of its addresses, most of them first;
    /// where there is a boundary, those that have a part of it, the largest first; and where all this is
    /// one, those that the stations in it serve.
    ///
    /// - Parameter isTold: As ``isTold(by:)``: then addresses in several districts are all that there are.
    func choices(
        of ground: PostcodeGround,
        isTold: Bool,
        _ map: DistrictMap,
        _ finding: Finding
    ) -> [AssignmentChoice] {
        var choices = choices(of: ground.entries, addresses, map, finding)
        if !isTold || choices.count < 2 {
            add(ground.parts, of: ground, to: &choices, map, finding)
        }
        if choices.count == 1 { addServed(by: ground, to: &choices, map, finding) }
        return choices
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

    /// Adds what has a part of the boundaries, whose shares then count instead of the addresses'. Where
    /// nothing tells which stations are those of a list, as where it is of a few streets alone, the
    /// district's own are.
    private func add(
        _ parts: [District],
        of ground: PostcodeGround,
        to choices: inout [AssignmentChoice],
        _ map: DistrictMap,
        _ finding: Finding
    ) {
        guard let polygon = ground.polygon, let coverage = ground.coverage, !parts.isEmpty else {
            return
        }
        let whole = AreaShare(polygon.area)
        for slot in choices.indices { choices[slot].share = nil }
        for part in parts {
            let share = (whole?.fraction(in: part.area)).flatMap { fraction in
                fraction > 0 ? AssignmentChoice.Share(fraction: fraction, whole: .area) : nil
            }
            let serving = Set(finding.links.stations(serving: part).stations.map(\.id))
            let known = choices.firstIndex { choice in
                choice.district.type == "station"
                    ? !choice.stationIDs.isDisjoint(with: serving)
                    : DistrictKey(choice.district) == DistrictKey(part.reference)
            }
            if let known, choices[known].isSettled || choices[known].district.type == "station" {
                choices[known].share = share
                continue
            }
            var choice = self.choice(part, coverage.interior, nil, map, finding)
            if let known {
                // What a list does not tell of its district, the boundary may.
                if choice.isSettled {
                    choice.addresses = choices[known].addresses
                    choice.addressCount = choices[known].addressCount
                    choices[known] = choice
                }
                choices[known].share = share
                continue
            }
            choice.share = share
            choices.append(choice)
        }
        choices = choices.enumerated().sorted { left, right in
            let shares = (left.element.share?.fraction ?? 0, right.element.share?.fraction ?? 0)
            return shares.0 != shares.1 ? shares.0 > shares.1 : left.offset < right.offset
        }.map(\.element)
    }

    /// Adds the districts of the stations whose own address has the postcode.
    private func addServed(
        by ground: PostcodeGround,
        to choices: inout [AssignmentChoice],
        _ map: DistrictMap,
        _ finding: Finding
    ) {
        let known = Set(choices.map { DistrictKey($0.district) })
        let named = choices.filter { $0.district.type == "station" }.map(\.stationIDs)
        for (reference, station) in served(
            by: ground,
            except: known,
            named: named.reduce(into: []) { $0.formUnion($1) }
        ) {
            choices.append(choice(reference, servedBy: station, map, finding))
        }
    }

    /// The districts that the stations in a postcode serve, each with the first of the stations.
    ///
    /// - Parameters:
    ///   - known: Those that are left out; of their types are the others, where any is of a type of
    ///     district.
    ///   - named: The stations that lists name, which are left out.
    private func served(
        by ground: PostcodeGround,
        except known: Set<DistrictKey>,
        named: Set<Station.ID>
    ) -> [(DistrictReference, Station)] {
        let types = Set(known.map(\.type)).subtracting(["station"])
        let lists = Set(ground.entries.map(\.dataset))
        let cover = ground.parts.first.map(DatasetLinks.Cover.init)
        func belongs(_ station: Station) -> Bool {
            if lists.isEmpty {
                guard let cover, let link = links.link(of: station.dataset, to: cover) else {
                    return true
                }
                if case .elsewhere = link { return false }
                return true
            }
            return lists.contains { list in
                let serving = links.stations([station], for: list)
                return !serving.stations.isEmpty || !serving.doubtful.isEmpty
            }
        }
        var seen = known
        var served: [(DistrictReference, Station)] = []
        for station in ground.stations
        where station.isOpenOnElectionDay && !named.contains(station.id) && belongs(station) {
            for reference in station.districts {
                let key = DistrictKey(reference)
                guard DistrictKey.assigningTypes.contains(key.type),
                    types.isEmpty || types.contains(key.type), seen.insert(key).inserted
                else { continue }
                served.append((reference, station))
            }
        }
        return served
    }

    /// The choice of a district that a station names.
    private func choice(
        _ reference: DistrictReference,
        servedBy station: Station,
        _ map: DistrictMap,
        _ finding: Finding
    ) -> AssignmentChoice {
        let own = map.districts(named: reference).first { district in
            finding.links.stations(serving: district).stations.contains { $0.id == station.id }
        }
        if let own { return choice(own, nil, nil, map, finding) }
        let serving = stations.stations(serving: reference).filter {
            $0.dataset == station.dataset
        }
        return AssignmentChoice(
            district: reference,
            stations: assigned(serving, from: nil, isOutside: { _ in nil }),
            in: finding.shown,
            boundaryDistance: nil
        )
    }
}
