/// Gives ids to a feed's elements: each a name that XML takes for an id, and no two the same.
///
/// Readers make keys of ids by their letters and digits alone, so that marks at the ends of an id tell two
/// elements of one key apart, and not their keys.
struct FeedIDs {
    /// The sorts of elements whose keys readers keep.
    enum Sort: CaseIterable {
        case station
        case precinct
        case contest
        case measure
        case segment

        /// What stands before and behind a key that cannot be an id by itself, or is another element's.
        fileprivate var marks: (String, String) {
            switch self {
            case .station: ("_", "")
            case .precinct: ("_", "_")
            case .contest: ("_", ".")
            case .measure: ("_", "-")
            case .segment: ("__", "")
            }
        }
    }

    private var used: Set<String> = []

    /// An id for an element with a key.
    ///
    /// - Parameters:
    ///   - keys: What the element may be called, the best first; the last is taken with marks where none is
    ///     free.
    ///   - isKept: Whether the id is remembered. Of those of which there are millions it is not: their keys
    ///     differ from each other.
    mutating func id(_ sort: Sort, _ keys: [String], isKept: Bool = true) -> String {
        if let free = keys.first(where: { Self.isName($0) && !used.contains($0) }) {
            if isKept { used.insert(free) }
            return free
        }
        var (front, back) = sort.marks
        let key = (keys.last ?? "x").filter(Self.isPart)
        while used.contains(front + key + back) { (front, back) = (front, back + ".") }
        if isKept { used.insert(front + key + back) }
        return front + key + back
    }

    /// An id for an element of which readers keep none, such as `ward-8`.
    mutating func id(_ words: String...) -> String {
        let plain = words.map { $0.lowercased().filter(Self.isPart) }.joined(separator: "-")
        let base = plain.first.map(Self.isFirst) == true ? plain : "x-" + plain
        var (id, number) = (base, 1)
        // Not to be mistaken for a record's key, which has no two dashes side by side.
        while !used.insert(id).inserted {
            number += 1
            id = "\(base)--\(number)"
        }
        return id
    }

    /// Whether a text is a name without colons (NCName) of ASCII alone.
    static func isName(_ text: String) -> Bool {
        guard let first = text.first, isFirst(first) else { return false }
        return text.allSatisfy(isPart)
    }

    private static func isFirst(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character == "_")
    }

    private static func isPart(_ character: Character) -> Bool {
        character.isASCII
            && (character.isLetter || character.isNumber || "_-.".contains(character))
    }
}
