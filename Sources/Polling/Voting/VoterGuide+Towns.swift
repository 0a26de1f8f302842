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
        /// Whether the words in front of the street may be a part of another street's name.
        var isFrontDoubtful = false
    }

    /// Whether the entries that an address may mean lie in the town that it names.
    func town(of match: AddressBook.Match, _ links: DatasetLinks) -> TownReading {
        var reading = TownReading(entries: match.entries)
        if match.isTownOther {
            (reading.evidence, reading.entries) = inTown(match, links)
            reading.isElsewhere = reading.evidence == nil
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
    private func isTown(
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

    /// An entry's town and postcode in words.
    static func town(of entry: AddressEntry) -> String {
        let words = [entry.town, entry.postcode].compactMap { $0 }
        return words.isEmpty ? "another town" : words.joined(separator: ", ")
    }

    /// Says by what the voter's town was taken for that of a list.
    static func assumed(_ evidence: TownEvidence, _ entry: AddressEntry) -> VoterWarning {
        let (reason, doubt) =
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
            "The list has this address in \(town(of: entry)), and \(reason). If \(doubt) in another "
                + "town, this is not where you vote."
        )
    }
}
