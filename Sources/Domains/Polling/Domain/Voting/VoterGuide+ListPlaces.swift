internal import Datasets
internal import Geodesy

/// Whether an address lies where the list says that it votes.
extension VoterGuide {
    /// Says where an address, or its postcode, lies outside a district that its list assigns it to: either
    /// the place or the district is wrong, and nothing tells which.
    ///
    /// A place counts from ``boundaryWarningMeters`` beyond the boundary on: points of addresses stand on
    /// the street. Without a place the postcode's boundary tells, where all of it lies elsewhere.
    ///
    /// - Parameters:
    ///   - entry: What was found for the address.
    ///   - named: The districts that the list assigns it to.
    /// - Complexity: O(log n + m) for the m corners of the districts in question; without a place as
    ///   ``DistrictMap/coverage(of:)``.
    func warnOfPlace(
        _ entry: AddressEntry,
        _ named: [DistrictReference],
        _ finding: inout Finding
    ) {
        let map = finding.map
        for reference in named where !AddressEntry.placeTypes.contains(reference.type) {
            let areas = map.districts(named: reference).filter {
                links.belongs($0, to: entry.dataset)
            }
            guard !areas.isEmpty else { continue }
            let found =
                if let place = entry.coordinate {
                    warning(of: place, outside: areas, entry.dataset, map)
                } else {
                    warningOfPostcode(entry, outside: areas, map)
                }
            guard let found else { continue }
            finding.warnings.append(found)
            return
        }
    }

    private func warning(
        of place: Coordinate,
        outside areas: [District],
        _ list: DatasetName,
        _ map: DistrictMap
    ) -> VoterWarning? {
        guard let first = areas.first, !areas.contains(where: { map.holds($0.id, place) }),
            let distance = areas.compactMap({ map.boundaryDistance(of: $0.id, from: place) }).min(),
            distance.meters > Self.boundaryWarningMeters
        else { return nil }
        let type = DistrictKey(first.reference).type
        let other = map.districts(holding: place).first { district in
            DistrictKey(district.reference).type == type && links.belongs(district, to: list)
        }
        let name = "\(Self.words(first.reference.type)) \(first.reference.code)"
        guard let other else {
            return VoterWarning(
                .addressOutside,
                "The list has this address in \(name), but puts it \(distance.words) outside of it. "
                    + "Ask your election office before you go.",
                ["district": .district(first.reference), "distance_m": .distance(distance)]
            )
        }
        return VoterWarning(
            .addressElsewhere,
            "The list has this address in \(name), but puts it in "
                + "\(Self.words(other.reference.type)) \(other.reference.code), "
                + "\(distance.words) away. Ask your election office before you go.",
            [
                "district": .district(first.reference), "other": .district(other.reference),
                "distance_m": .distance(distance),
            ]
        )
    }

    /// - Returns: nil where some of the postcode may lie in the district, and where nothing tells.
    private func warningOfPostcode(
        _ entry: AddressEntry,
        outside areas: [District],
        _ map: DistrictMap
    ) -> VoterWarning? {
        guard let first = areas.first, let postcode = entry.postcode,
            isPostcode(postcode, outside: areas, map)
        else { return nil }
        let name = "\(Self.words(first.reference.type)) \(first.reference.code)"
        return VoterWarning(
            .postcodeElsewhere,
            "The list has this address in \(name), but nothing of its postcode \(postcode) lies "
                + "there. Ask your election office before you go.",
            ["district": .district(first.reference), "postcode": .text(postcode)]
        )
    }

    private func isPostcode(_ code: String, outside areas: [District], _ map: DistrictMap) -> Bool {
        let own = Set(areas.map(\.id))
        // Each country has a 50676: one that is far is another's.
        let polygons = map.districts(named: DistrictReference(type: "postcode", code: code))
            .filter { polygon in
                guard let place = polygon.area.interiorPlace else { return false }
                return areas.contains { area in
                    map.boundaryDistance(of: area.id, from: place)
                        .map { $0 <= VoterScope.standardNearbyLimit } ?? false
                }
            }
        return !polygons.isEmpty
            && polygons.allSatisfy { polygon in
                map.coverage(of: polygon.area).map { coverage in
                    !coverage.districts.contains { own.contains($0.id) }
                } ?? false
            }
    }
}
