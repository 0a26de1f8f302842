internal import Datasets
internal import Geodesy

/// Whether the town that a voter writes is that of the lists' entries.
extension VoterGuide {
    /// What tells that entries lie in a town whose name none of their list has.
    enum TownEvidence {
        /// A gazetteer has their postcode in it.
        case postcode
        /// Their station's own address is in it.
        case station
        /// It stands between their postcode and the street.
        case order
    }

    /// How the town of an address was read.
    struct TownReading {
        /// The entries that may be meant.
        var entries: [AddressEntry]
        /// By what a town that no list names was taken for theirs; nil where a list has it, where none
        /// was written, and where nothing tells.
        var evidence: TownEvidence?
        /// Whether they lie elsewhere than the voter says.
        var isElsewhere = false
        /// Whether nothing knows that the town which was written has the entries' postcode.
        var isTownUnknown = false
        /// Whether the words in front of the street may be a part of another street's name.
        var isFrontDoubtful = false
    }

    /// Whether the entries that an address may mean lie in the town that it names.
    func town(of match: AddressBook.Match, _ links: DatasetLinks) -> TownReading {
        var reading = TownReading(entries: match.entries)
        if match.isTownOther {
            (reading.evidence, reading.entries) = inTown(match, links)
            reading.isElsewhere = reading.evidence == nil
        } else {
            let doubt = townDoubt(match, links)
            reading.isElsewhere = doubt == .elsewhere
            reading.isTownUnknown = doubt == .unknown
        }
        if isInOtherRegion(match, links) {
            // Beside the entries' own postcode the state may be what is wrong.
            reading.isElsewhere = reading.isElsewhere || !match.isPostcodeNamed
            reading.isTownUnknown = true
        }
        let front = Set(match.front.words)
        guard !front.isEmpty, !isTown(front, of: reading.entries, links) else { return reading }
        if match.front.isBehindPostcode {
            reading.evidence = reading.evidence ?? .order
        } else {
            reading.isFrontDoubtful = true
        }
        return reading
    }

    /// What speaks against the town that a voter writes beside the entries' own postcode.
    private enum TownDoubt {
        /// It is another postcode's.
        case elsewhere
        /// It is not known, and the postcode's town is.
        case unknown
    }

    /// Whether the town that a voter writes contradicts the postcode.
    ///
    /// What the postcode's town is, a gazetteer of the region says. Without one a list does whose entries all lie in
    /// one town. What else stands beside a known town may be a part of it, or what it lies in; but
    /// `Altstadt/Süd` of a list that has it elsewhere is not `Altstadt/Nord`. A postcode of few houses
    /// leaves no doubt of words that nothing knows as another town's: they may be a street's.
    private func townDoubt(_ match: AddressBook.Match, _ links: DatasetLinks) -> TownDoubt? {
        let words = match.townBesideCode
        guard !words.isEmpty else { return nil }
        if match.isTownExtended
            || match.townParts.contains(where: { isUnknownCounty($0, of: match.entries) })
        {
            return .unknown
        }
        let codes = Set(match.entries.compactMap(\.postcode))
        let places = places(of: codes, around: match.entries, links)
        let lists = Set(match.entries.map(\.dataset))
        // `Arlington, Virginia 20001`.
        let bare = words.subtracting(places.flatMap { AddressWords.ofTown($0.region ?? "") })
            .subtracting(match.entries.flatMap(\.areaWords))
        let own = match.entries.flatMap(\.townNames)
        let rest = bare.subtracting(own.flatMap(AddressWords.ofTown))
        let isPlace = places.contains { AddressBook.isTown(words, $0.place) }
        let isOwn = own.contains { AddressBook.isTown(bare, $0) }
        let hasPlace = places.contains { $0.place != nil }
        let countries = Set(places.map { $0.country ?? "" })
        // A part of Cologne is called as another town is: Weiden.
        let others = isOwn ? [rest] : [words, bare, rest]
        if hasPlace, !isPlace, others.contains(where: { postcodes.isTown($0, in: countries) }) {
            return .elsewhere
        }
        let unknown = rest.subtracting(places.flatMap { AddressWords.ofTown($0.place ?? "") })
        let isListed = lists.contains { !unknown.isDisjoint(with: addresses.townWords[$0] ?? []) }
        if match.isPostcodeNamed, codes.allSatisfy(Postcode.isOfFewHouses) {
            let isOtherKnown =
                lists.contains { list in
                    (addresses.towns[list] ?? []).contains {
                        !$0.isDisjoint(with: unknown) && $0.isSubset(of: bare)
                    }
                }
                || match.townParts.contains {
                    postcodes.isTown($0, in: places.isEmpty ? nil : countries)
                }
            guard isOtherKnown, !isOwn, !isPlace else { return nil }
            return isAnyStation(of: match.entries, in: unknown, links) ? nil : .unknown
        }
        let isTownTold = hasPlace || lists.isSubset(of: addresses.singleTownLists)
        guard isListed || !isPlace && !isOwn && isTownTold, !bare.isEmpty else { return nil }
        return isAnyStation(of: match.entries, in: unknown, links) ? nil : .unknown
    }

    /// What a gazetteer has of postcodes around entries or their stations: each country has a 50676.
    func places(
        of codes: Set<String>,
        around entries: [AddressEntry],
        _ links: DatasetLinks
    ) -> [PostcodePlace] {
        let known = codes.flatMap { postcodes.find($0) }
        guard !known.isEmpty, let first = entries.first else { return [] }
        let stations = serving(first, Self.votingDistrict(of: first), links).stations
        let ground = (entries.map(\.coordinate) + stations.map(\.coordinate)).compactMap { $0 }
        guard let middle = ground.first else { return [] }
        return known.filter { place in
            Geodesic.distance(from: middle, to: place.coordinate) <= VoterScope.standardNearbyLimit
        }
    }

    /// The entries that lie in the town that a voter has written, though no list has its name: lists of
    /// a town have its parts where lists of a county have towns, as Cologne's does.
    ///
    /// - Returns: All entries where nothing tells.
    private func inTown(
        _ match: AddressBook.Match,
        _ links: DatasetLinks
    ) -> (TownEvidence?, [AddressEntry]) {
        let words = match.unknownTown
        guard !words.isEmpty else { return (nil, match.entries) }
        let byPostcode = match.entries.filter { isPostcode(of: $0, in: words) }
        if !byPostcode.isEmpty { return (.postcode, byPostcode) }
        let byStation = match.entries.filter { isStation(of: $0, in: words, links) }
        return byStation.isEmpty ? (nil, match.entries) : (.station, byStation)
    }

    /// Whether words are the town's of all entries, as a gazetteer or their stations' addresses tell.
    func isTown(
        _ words: Set<String>,
        of entries: [AddressEntry],
        _ links: DatasetLinks
    ) -> Bool {
        entries.allSatisfy { entry in
            isPostcode(of: entry, in: words) || isStation(of: entry, in: words, links)
        }
    }

    /// Whether a gazetteer has an entry's postcode in a town.
    private func isPostcode(of entry: AddressEntry, in town: Set<String>) -> Bool {
        (entry.postcode.map { postcodes.find($0) } ?? []).contains { place in
            town.isSubset(of: AddressWords.ofTown(place.place ?? ""))
        }
    }

    /// Whether the addresses of an entry's stations have a town.
    private func isStation(
        of entry: AddressEntry,
        in town: Set<String>,
        _ links: DatasetLinks
    ) -> Bool {
        let own = serving(entry, Self.votingDistrict(of: entry), links).stations
        return !own.isEmpty
            && own.allSatisfy { station in
                town.isSubset(
                    of: StationGround(station).townWords.map(AddressWords.withoutUmlauts)
                )
            }
    }

    /// Whether the address of a station of the entries has all words of a town.
    private func isAnyStation(
        of entries: [AddressEntry],
        in town: Set<String>,
        _ links: DatasetLinks
    ) -> Bool {
        entries.contains { entry in
            serving(entry, Self.votingDistrict(of: entry), links).stations.contains { station in
                town.isSubset(
                    of: StationGround(station).townWords.map(AddressWords.withoutUmlauts)
                )
            }
        }
    }

    /// An entry's town and postcode in words.
    static func town(of entry: AddressEntry) -> String {
        let words = [entry.town, entry.postcode].compactMap { $0 }
        return words.isEmpty ? "another town" : words.joined(separator: ", ")
    }

    /// Says that the voter's town may not be the entry's.
    static func doubtful(_ entry: AddressEntry) -> VoterWarning {
        VoterWarning(
            .doubtfulTown,
            "The list has this address in \(town(of: entry)), and nothing that is loaded knows the "
                + "town that you wrote there. If you live in another town, this is not where you vote.",
            ["town": .text(town(of: entry))]
        )
    }

    /// Says by what the voter's town was taken for that of a list.
    static func assumed(_ evidence: TownEvidence, _ entry: AddressEntry) -> VoterWarning {
        let words: (reason: String, doubt: String) =
            switch evidence {
            case .postcode: ("its postcode belongs to the town that you wrote", "you live")
            case .station: ("its station is in the town that you wrote", "you live")
            case .order:
                (
                    "what stands between your postcode and the street was taken for its town",
                    "it is a part of the street's name, or if you live"
                )
            }
        return VoterWarning(
            .assumedTown,
            "The list has this address in \(town(of: entry)), and \(words.reason). If \(words.doubt) in "
                + "another town, this is not where you vote.",
            ["town": .text(town(of: entry))]
        )
    }
}
