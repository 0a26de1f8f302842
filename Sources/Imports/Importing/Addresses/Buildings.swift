internal import Polling

/// The buildings of a list, which it has flat by flat where it should have houses: `1 Eden House` and
/// `2 Eden House` of one street are flats, and no houses 1 and 2 of the street. A number with a name
/// behind it that no other number has, `378 Westbourne`, is a house.
struct Buildings {
    /// The number that each building's first row has, by the building.
    private var numbers: [Int: Int] = [:]
    private var several: Set<Int> = []
    private var lines: [Int] = []
    private var count = 0
    private var example = ""

    /// How many names are remembered: more than any list has.
    private static let limit = 1 << 20
    private static let lineLimit = 5

    /// Words of a part of a house, which many houses have: `12 Flat 1`, `14 Flat 1`.
    private static let partWords: Set<String> = [
        "flat", "apartment", "apt", "unit", "room", "floor", "rear", "upper", "lower", "ground",
        "basement", "annexe", "annex", "shop", "left", "right", "wohnung", "etage", "hinterhaus",
    ]

    /// Whether what stands behind a number may be the name of a building, and is no part of a house.
    static func isName(_ text: String) -> Bool {
        !text.lowercased().split { !$0.isLetter }.map(String.init).contains(
            where: partWords.contains
        )
    }

    /// Takes in a house with a name behind its number.
    ///
    /// - Parameter building: Its name, and what tells it from others of that name: street, town, postcode.
    mutating func survey(_ building: [String], number: Int) {
        let hash = Self.hash(building)
        if let known = numbers[hash] {
            if known != number { several.insert(hash) }
        } else if numbers.count < Self.limit {
            numbers[hash] = number
        }
    }

    /// Whether several numbers have the name.
    func hasFlats(_ building: [String]) -> Bool { several.contains(Self.hash(building)) }

    /// Counts a row of a flat.
    mutating func add(_ text: String, line: Int) {
        count += 1
        if lines.count < Self.lineLimit { lines.append(line) }
        if example.isEmpty { example = text }
    }

    /// Begins a pass over the rows.
    mutating func restart() { (lines, count, example) = ([], 0, "") }

    var notes: [ImportNote] {
        guard count > 0 else { return [] }
        return [
            ImportNote(
                .note,
                Finding(.flatsForHouses, ["rows": .count(count), "example": .text(example)]),
                lines: lines
            )
        ]
    }

    private static func hash(_ building: [String]) -> Int {
        building.map { $0.lowercased().filter { $0.isLetter || $0.isNumber } }.hashValue
    }
}
