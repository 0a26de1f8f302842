public import Datasets

extension DatasetKind {
    /// Elections: what is voted on which day.
    public static let elections = DatasetKind(rawValue: "elections")
    /// Contests for offices, with their candidates.
    public static let contests = DatasetKind(rawValue: "contests")
    /// Ballot measures.
    public static let measures = DatasetKind(rawValue: "measures")
    /// Precincts as lists: which districts and which stations each of them belongs to.
    public static let precincts = DatasetKind(rawValue: "precincts")
}

/// An id that names a record across imports and in URLs: the dataset, a dot and a key within it,
/// such as `curlew-contests.2026-general.sheriff`.
public struct RecordID<Record>: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The id as it stands in URLs and in JSON.
    public let rawValue: String

    /// - Parameter rawValue: Any text; only a store knows which ids exist.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A record of a dataset.
    public init(_ dataset: DatasetName, _ key: String) { rawValue = "\(dataset).\(key)" }

    /// The id itself.
    public var description: String { rawValue }

    /// Order of the UTF-8 bytes, the order of ties in every list.
    public static func < (left: RecordID, right: RecordID) -> Bool {
        left.rawValue.utf8.lexicographicallyPrecedes(right.rawValue.utf8)
    }
}

/// A day, or a span of days, on which people vote.
public struct Election: Sendable, Hashable, Identifiable {
    /// Names an election: `curlew-elections.2026-general`.
    public typealias ID = RecordID<Election>

    /// The election's own id.
    public let id: ID
    /// The dataset that it came with.
    public let dataset: DatasetName
    /// What contests and measures call it, such as `2026-general`.
    public let key: String
    /// Its name, such as "Curlew County General Election".
    public var name: LocalizedText
    /// The day of the vote; nil where the file does not say.
    public var date: CalendarDate?
    /// What sort of election it is, in the file's word, such as `general`.
    public var type: LocalizedText?
    /// The IANA time zone of its hours, such as `America/Denver`.
    public var timeZone: String?
    /// When the polls open, `07:00`, in that time zone.
    public var pollsOpen: String?
    /// When they close.
    public var pollsClose: String?
    /// What else the file says of it.
    public var note: String?

    /// An election with all its members.
    public init(
        dataset: DatasetName,
        key: String,
        name: LocalizedText,
        date: CalendarDate? = nil,
        type: LocalizedText? = nil,
        timeZone: String? = nil,
        pollsOpen: String? = nil,
        pollsClose: String? = nil,
        note: String? = nil
    ) {
        id = ID(dataset, key)
        self.dataset = dataset
        self.key = key
        self.name = name
        self.date = date
        self.type = type
        self.timeZone = timeZone
        self.pollsOpen = pollsOpen
        self.pollsClose = pollsClose
        self.note = note
    }
}

/// An election as the file of a contest or a measure names it.
public struct ElectionReference: Sendable, Hashable, Codable {
    /// The key of an ``Election``, such as `2026-general`.
    public var key: String
    /// The name, where the file gives one.
    public var name: String?
    /// The day, where the file gives one.
    public var date: CalendarDate?

    /// Whether it means an election by its name, `General Election`, in any language and whatever its
    /// capitals, rather than by its key. One whose key is but its day means it by the name beside that.
    private func names(_ election: Election) -> Bool {
        guard date == nil || date == election.date else { return false }
        let names = election.name.byLanguage.values.map { $0.lowercased() }
        if key == date?.description, let name {
            return name == election.key || names.contains(name.lowercased())
        }
        return names.contains(key.lowercased())
    }

    /// Those of some elections that it means: those of its key, or else those that have it for a name.
    ///
    /// - Returns: In their order; none where elections of several keys have the name, and no day tells which
    ///   is meant.
    /// - Complexity: O(n) for n elections.
    package func meant(among elections: some Sequence<Election>) -> [Election] {
        let own = elections.filter { $0.key == key }
        guard own.isEmpty else { return own }
        let called = elections.filter(names)
        return Set(called.map(\.key)).count == 1 ? called : []
    }

    /// A reference by key.
    public init(key: String, name: String? = nil, date: CalendarDate? = nil) {
        self.key = key
        self.name = name
        self.date = date
    }
}
