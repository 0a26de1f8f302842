/// What sort of station it is, as far as that decides who may use it.
public enum StationKind: String, Sendable, Hashable, CaseIterable {
    /// Serves the districts that it names.
    case pollingPlace = "polling_place"
    /// Serves any voter of its county.
    case voteCenter = "vote_center"
    /// Is open before the election.
    case earlyVoting = "early_voting"
    /// Takes ballots that were filled in elsewhere.
    case dropBox = "drop_box"
}

extension Station {
    /// What sort of station it is, as its file says in a column such as `station_type`; a polling
    /// place where it says nothing.
    public var kind: StationKind {
        for (header, value) in attributes {
            let name = header.lowercased().filter { $0.isLetter }
            guard Self.kindHeaders.contains(name) else { continue }
            let text = value.lowercased().filter { $0.isLetter }
            if let kind = Self.kinds.first(where: { text.contains($0.words) })?.kind { return kind }
        }
        return .pollingPlace
    }

    /// Whether people vote there on the day of the election, as far as its kind tells.
    var isOpenOnElectionDay: Bool { kind == .pollingPlace || kind == .voteCenter }

    private static let kindHeaders: Set<String> = [
        "stationtype", "locationtype", "pollingplacetype", "pollinglocationtype", "sitetype",
        "type",
        "kind", "placetype", "votinglocationtype",
    ]
    private static let kinds: [(words: String, kind: StationKind)] = [
        ("votecenter", .voteCenter), ("votecentre", .voteCenter), ("votingcenter", .voteCenter),
        ("earlyvot", .earlyVoting), ("dropbox", .dropBox),
    ]
}
