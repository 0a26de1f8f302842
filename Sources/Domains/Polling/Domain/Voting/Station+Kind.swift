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
    public var kind: StationKind { kinds.first ?? .pollingPlace }

    /// All sorts that its file says it is, in the order of ``StationKind``; none where it says nothing.
    public var kinds: [StationKind] {
        for (header, value) in attributes where Self.mayNameKind(header) {
            let name = header.lowercased().filter { $0.isLetter }
            guard Self.kindHeaders.contains(name) else { continue }
            let text = value.lowercased().filter { $0.isLetter }
            let kinds = StationKind.allCases.filter { kind in
                Self.words(of: kind).contains(where: text.contains)
            }
            if !kinds.isEmpty { return kinds }
        }
        return []
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
    }

    private static let kindHeaders: Set<String> = [
        "stationtype", "locationtype", "pollingplacetype", "pollinglocationtype", "sitetype",
        "type",
        "kind", "placetype", "votinglocationtype",
    ]

    private static func words(of kind: StationKind) -> [String] {
        switch kind {
        case .voteCenter: ["votecenter", "votecentre", "votingcenter", "votingcentre"]
        case .pollingPlace:
            ["pollingplace", "pollingstation", "pollinglocation", "electionday"]
        case .earlyVoting: ["earlyvot"]
        case .dropBox: ["dropbox", "dropoff"]
        }
    }
}
