internal import Geodesy

/// What happened on the board, the latest of it: each entry under a number that counts up.
///
/// An entry names its message and what decides who sees it, but not what it says: whoever reads the
/// entry later finds the text on the board, or finds that nobody may read it any more.
struct EventLog: Sendable {
    enum Kind: UInt8, Sendable {
        case posted
        case expired
        case removed
        /// Can be seen as before by those who follow here: told to those who come from elsewhere, where it
        /// may have been hidden meanwhile.
        case stillShown
        /// Gone before anybody here saw it, its place unknown: told to those who come from elsewhere, who
        /// may have seen it there.
        case goneUnseen
        /// Followed by another change of the same message, which alone is told.
        case superseded

        /// Whether nobody is told who follows here, but at most those who come from elsewhere.
        var isForArrivals: Bool {
            switch self {
            case .posted, .expired, .removed: false
            case .stillShown, .goneUnseen, .superseded: true
            }
        }
    }

    /// 48 bytes.
    struct Entry: Sendable {
        let messageID: Int64
        let coordinate: Coordinate
        let visibleRadius: Distance
        /// Among the table's categories.
        let category: UInt32
        let kind: Kind

        init(_ kind: Kind, _ record: MessageTable.Record) {
            messageID = record.id
            coordinate = record.coordinate
            visibleRadius = record.visibleRadius
            category = record.category
            self.kind = kind
        }

        /// An entry whose place and category nobody asks for.
        init(_ kind: Kind, _ id: Message.ID) {
            messageID = id.rawValue
            coordinate = Coordinate(uncheckedLatitude: 0, longitude: 0)
            visibleRadius = .zero
            category = 0
            self.kind = kind
        }
    }

    /// How many entries are kept: 3 MB.
    static let standardCapacity = 65_536

    private let capacity: Int
    /// A ring once it is full: the entry with number n stands at n modulo the capacity.
    private var ring: ContiguousArray<Entry> = []
    /// How many of the latest numbers have their entry.
    private var count = 0

    /// The number of the latest change; 0 before the first.
    private(set) var last: UInt64 = 0

    init(capacity: Int = standardCapacity) { self.capacity = capacity }

    /// - Complexity: O(1).
    mutating func append(_ kind: Kind, _ record: MessageTable.Record) {
        append(Entry(kind, record))
    }

    /// - Complexity: O(1).
    mutating func append(_ entry: Entry) {
        last += 1
        let place = Int(last % UInt64(capacity))
        if ring.isEmpty { ring = ContiguousArray(repeating: entry, count: min(64, capacity)) }
        while ring.count <= place {
            ring.append(
                contentsOf: repeatElement(entry, count: min(ring.count, capacity - ring.count))
            )
        }
        ring[place] = entry
        count = min(count + 1, capacity)
    }

    /// So much changed at once that no entries tell of it: those who follow must ask for the whole.
    mutating func breakOff() {
        last += 1
        count = 0
        ring = []
    }

    /// The entries after a number, the earliest first; nil when not all of them are kept, or the
    /// number never was.
    ///
    /// - Parameter limit: How many at most.
    /// - Complexity: O(found).
    func entries(after number: UInt64, limit: Int = .max) -> [Entry]? {
        guard number <= last, last - number <= UInt64(count) else { return nil }
        let found = min(UInt64(limit), last - number)
        return (0..<found).map { ring[Int((number + 1 + $0) % UInt64(capacity))] }
    }
}
