/// What sort of station it is, as far as that decides who may use it.
public enum StationKind: String, Sendable, Hashable, CaseIterable {
    /// Serves any voter of its county.
    case voteCenter = "vote_center"
    /// Serves the districts that it names.
    case pollingPlace = "polling_place"
    /// Is open before the election.
    case earlyVoting = "early_voting"
    /// Takes ballots that were filled in elsewhere.
    case dropBox = "drop_box"
}

extension Station {
    /// What sort of station it is, as its file says in a column such as `station_type`; a polling
    /// place where it says nothing, and of several sorts the one that most voters may use on the day.
    public var kind: StationKind { Self.kind(by: attributes) }

    /// The same by the attributes alone.
    package static func kind(by attributes: [String: String]) -> StationKind {
        kinds(by: attributes).first ?? .pollingPlace
    }

    /// All sorts that its file says it is, in the order of ``StationKind``; none where it says nothing.
    public var kinds: [StationKind] { Self.kinds(by: attributes) }

    private static func kinds(by attributes: [String: String]) -> [StationKind] {
        guard !attributes.isEmpty else { return [] }
        let headers = attributes.keys.filter(isKindHeader)
        // Of several columns the first by its name that says something, at every start of the service.
        for header in headers.count > 1 ? headers.sorted() : headers {
            let kinds = StationKind.reading(attributes[header] ?? "").kinds
            if !kinds.isEmpty { return kinds }
        }
        return []
    }

    /// Whether a column of this name says what sort of station each is.
    public static func isKindHeader(_ header: String) -> Bool {
        mayNameKind(header) && kindHeaders.contains(header.lowercased().filter { $0.isLetter })
    }

    /// Whether people vote there on the day of the election, as far as its kinds tell.
    var isOpenOnElectionDay: Bool { Self.isOpenOnElectionDay(kinds) }

    static func isOpenOnElectionDay(_ kinds: [StationKind]) -> Bool {
        kinds.isEmpty || kinds.contains(.pollingPlace) || kinds.contains(.voteCenter)
    }

    /// Whether a header ends as all of ``kindHeaders`` do: this is asked of every column of each station
    /// that an answer names.
    private static func mayNameKind(_ header: String) -> Bool {
        let ending = header.utf8.reversed().lazy.map { $0 | 0x20 }
            .filter { 0x61...0x7A ~= $0 }.prefix(4)
        return ending.elementsEqual("epyt".utf8) || ending.elementsEqual("dnik".utf8)
            || ending.elementsEqual("opit".utf8) || ending.prefix(3).elementsEqual("tra".utf8)
            || ending.prefix(3).elementsEqual("pyt".utf8)
    }

    private static let kindHeaders: Set<String> = [
        "stationtype", "locationtype", "pollingplacetype", "pollinglocationtype", "sitetype",
        "type",
        "kind", "placetype", "votinglocationtype", "votingtype", "votetype", "polltype",
        "pollingtype", "votingsitetype", "pollingsitetype", "votingplacetype", "servicetype",
        "stationkind", "sitekind", "placekind", "locationkind", "pollingstationtype",
        "art", "bezirksart", "bezirkart", "wahlbezirksart", "wahlbezirkart", "wahllokalart", "typ",
        "bezirkstyp", "wahlbezirkstyp", "tipo",
    ]
}
