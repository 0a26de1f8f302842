public import Datasets
public import Geodesy

extension DatasetKind {
    /// Postcodes, each with one point.
    public static let postcodes = DatasetKind(rawValue: "postcodes")
}

/// A postcode as a gazetteer has it: a point somewhere within, and the place that it belongs to.
public struct PostcodePlace: Sendable, Hashable, Identifiable {
    /// Names a postcode of a gazetteer: `us-postcodes.us-20001-washington`.
    public typealias ID = RecordID<PostcodePlace>

    /// The postcode's own id.
    public let id: ID
    /// The dataset that it came with.
    public let dataset: DatasetName
    /// The code as the file writes it.
    public var code: String
    /// The town or the post office; a code may have several.
    public var place: String?
    /// The state or province.
    public var region: String?
    /// The country's code, in capitals.
    public var country: String?
    /// Somewhere within, often the middle.
    public var coordinate: Coordinate
    /// How far the postcode may reach from the point; nil where the file does not say.
    public var accuracy: Distance?

    /// A postcode with all its members.
    public init(
        id: ID,
        dataset: DatasetName,
        code: String,
        place: String? = nil,
        region: String? = nil,
        country: String? = nil,
        coordinate: Coordinate,
        accuracy: Distance? = nil
    ) {
        self.id = id
        self.dataset = dataset
        self.code = code
        self.place = place
        self.region = region
        self.country = country
        self.coordinate = coordinate
        self.accuracy = accuracy
    }

    /// The code and its place on one line.
    public var line: String {
        [code, place, region, country].compactMap { $0 }.joined(separator: ", ")
    }
}

/// What Polling needs of a durable store to know where postcodes are.
public protocol PostcodeStore: Sendable {
    /// Hands over the postcodes of every published dataset in batches, in no stated order.
    func forEachPostcode(_ visit: @Sendable ([PostcodePlace]) throws -> Void) async throws
}

/// The published postcodes of one reading.
public final class PostcodeBook: Sendable {
    /// The postcodes, in the order of their files.
    public let places: [PostcodePlace]
    private let slots: [String: [Int]]
    /// The countries, empty where none is told, that have a town of some words.
    private let countriesByTown: [Set<String>: Set<String>]

    /// A book of some postcodes.
    public init(_ places: [PostcodePlace]) {
        self.places = places
        var slots: [String: [Int]] = [:]
        for (slot, place) in places.enumerated() {
            if let code = Postcode.normal(place.code) { slots[code, default: []].append(slot) }
        }
        self.slots = slots
        // A town has many postcodes, and its words are found once.
        var countries: [String: Set<String>] = [:]
        for place in places {
            if let town = place.place { countries[town, default: []].insert(place.country ?? "") }
        }
        countriesByTown = Dictionary(
            countries.map { (AddressBook.townWords(AddressWords.words($0.key)), $0.value) },
            uniquingKeysWith: { $0.union($1) }
        )
    }

    /// Whether words are a town's in one of the countries, or in any.
    func isTown(_ words: Set<String>, in countries: Set<String>? = nil) -> Bool {
        // Of a town such as Au no word is left.
        guard !words.isEmpty else { return false }
        guard let own = countriesByTown[words] else { return false }
        return countries.map { !own.isDisjoint(with: $0) } ?? true
    }

    /// The entries of a code however it is written, in the order of their files: several where
    /// places share it, or countries use it.
    public func find(_ code: String) -> [PostcodePlace] {
        (Postcode.normal(code).flatMap { slots[$0] } ?? []).map { places[$0] }
    }
}
