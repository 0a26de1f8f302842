internal import Geodesy
internal import Polling

/// What a row says of where its station is, beside the coordinates.
struct PlaceClue: Sendable {
    let numbers: PlaceReader.Numbers
    let districts: [DistrictReference]
    let postcode: String?
    let likeness: RecordLikeness?
    /// The slug in each column that may name stations.
    let keys: [Int: String]
    /// The country that a column of the row names.
    var country: Country?
    /// The country that its address ends with.
    var addressCountry: Country?
    /// The slug of its city.
    var city: String?
}

/// The clues of some of a file's rows.
struct PlaceClues: Sendable {
    let list: [PlaceClue]
    /// The column that names stations; nil where none does.
    let keyColumn: Int?
    /// The stations without coordinates.
    var placeless: Set<PlacelessStation> = []
}

/// The clues of some of a file's rows, the same ones whenever the file is read: of each place one row,
/// and of the places those with the least numbers, as ``PlaceSample`` has them.
struct ClueSample {
    private var kept: [UInt64: (order: Int, clue: PlaceClue)] = [:]
    /// The greatest number of those that are kept, once there are enough.
    private var greatest = UInt64.max
    private var added = 0

    static let limit = 400

    /// Adds a row that gives two numbers.
    ///
    /// - Parameter clue: Asked for only where the row is kept.
    mutating func add(_ x: Double, _ y: Double, _ clue: () -> PlaceClue?) {
        let number = PlaceSample.number(x, y)
        guard number <= greatest, kept[number] == nil, let clue = clue() else { return }
        added += 1
        kept[number] = (added, clue)
        guard kept.count >= Self.limit else { return }
        if kept.count > Self.limit { kept[greatest] = nil }
        greatest = kept.keys.max() ?? .max
    }

    /// The clues, in the order in which their places first came.
    var clues: [PlaceClue] { kept.values.sorted { $0.order < $1.order }.map(\.clue) }
}
