internal import Datasets

/// Whether the state, the country and the county that a voter writes are those of the lists' entries.
extension VoterGuide {
    /// Whether an address ends with a state or a country that is not the entries' own, as the gazetteer has
    /// it for their postcodes, or else their stations' addresses. Where nothing tells theirs, any may be.
    func isInOtherRegion(_ match: AddressBook.Match, _ links: DatasetLinks) -> Bool {
        let towns = Set(match.entries.map { AddressWords.ofTown($0.town ?? "") })
        // Washington is a town, too.
        let names = match.ending.names.filter { name in
            let words = name.words.map(AddressWords.withoutUmlauts)
            return !towns.contains(words)
                && (name.isCode || !isTown(Set(words), of: match.entries, links))
        }
        guard !names.isEmpty else { return false }
        let known = regions(of: match.entries, links)
        guard !known.isEmpty else { return false }
        return !names.allSatisfy { name in
            name.readings.contains { reading in known.contains { $0.fits(reading) } }
        }
    }

    private func regions(
        of entries: [AddressEntry],
        _ links: DatasetLinks
    ) -> Set<WrittenRegion> {
        let codes = Set(entries.compactMap(\.postcode))
        let byPostcode = places(of: codes, around: entries, links).flatMap(WrittenRegion.of)
        if !byPostcode.isEmpty { return Set(byPostcode) }
        return Set(
            entries.prefix(1).flatMap { entry in
                serving(entry, Self.votingDistrict(of: entry), links).stations
            }.flatMap { station in
                let text = WrittenAddress(station.address ?? "")
                return WrittenEnding(text, behind: 0..<0).names.filter { name in
                    // `12 Main St, Washington` has a town, and no state.
                    name.isCode || (1..<max(1, name.place.lowerBound)).contains(where: text.isApart)
                }.flatMap(\.readings)
            }
        )
    }

    /// Words for a county.
    private static let countyWords: Set<String> = [
        "county", "parish", "landkreis", "kreis", "condado",
    ]

    /// Whether a stretch of an address names a county that neither the entries nor any loaded district
    /// of such a type has.
    func isUnknownCounty(_ part: Set<String>, of entries: [AddressEntry]) -> Bool {
        guard !part.isDisjoint(with: Self.countyWords) else { return false }
        let name = part.subtracting(Self.countyWords)
        let own = entries.reduce(into: Set<String>()) { $0.formUnion($1.placeWords) }
        guard !name.isEmpty, !part.isSubset(of: own) else { return false }
        // The town may stand in front of it without a comma.
        let rest = name.subtracting(own).isEmpty ? name : name.subtracting(own)
        let counties = districts.whole.districts.filter {
            Self.countyTypes.contains(DistrictKey($0.reference).type)
        }
        return !counties.contains { rest.isSubset(of: AddressWords.ofTown($0.name)) }
    }

    private static let countyTypes: Set<String> = ["county", "parish", "municipality", "borough"]
}
