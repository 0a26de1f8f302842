public import Datasets
public import Geodesy

extension DatasetKind {
    /// Addresses, each with the district or the station where its people vote.
    public static let addresses = DatasetKind(rawValue: "addresses")
}

/// What a list says of an address, or of a range of addresses in a street.
public struct AddressEntry: Sendable, Hashable, Identifiable {
    /// Names an entry: `koeln-addresses.aachener-str-1-71`.
    public typealias ID = RecordID<AddressEntry>

    /// The entry's own id.
    public let id: ID
    /// The dataset that it came with.
    public let dataset: DatasetName
    /// The street's name; of an entry that is not split up, the whole first line.
    public var street: String
    /// The houses; none where the entry speaks of the whole street.
    public var houses: [HouseRange]
    /// The town, where the file gives one.
    public var town: String?
    /// The postcode, where the file gives one.
    public var postcode: String?
    /// The districts that the address belongs to.
    public var districts: [DistrictReference]
    /// The key of the station within its dataset, where the file names one.
    public var stationKey: String?
    /// Where it is, where the file says so.
    public var coordinate: Coordinate?

    /// An entry with all its members.
    public init(
        id: ID,
        dataset: DatasetName,
        street: String,
        houses: [HouseRange] = [],
        town: String? = nil,
        postcode: String? = nil,
        districts: [DistrictReference] = [],
        stationKey: String? = nil,
        coordinate: Coordinate? = nil
    ) {
        self.id = id
        self.dataset = dataset
        self.street = street
        self.houses = houses
        self.town = town
        self.postcode = postcode
        self.districts = districts
        self.stationKey = stationKey
        self.coordinate = coordinate
    }

    /// What its list calls it: the id without the dataset, in the United Kingdom its UPRN.
    package var key: String { String(id.rawValue.dropFirst(dataset.text.count + 1)) }

    /// The type of the districts that are parts of the town, or places around it, by their names.
    package static let localityType = "locality"
    /// The type of the districts that the town lies in, by their names.
    package static let areaType = "administrative_area"
    /// The types of what tells where an address lies, and nothing of where its people vote.
    static let placeTypes: Set<String> = [localityType, areaType]

    /// The words of the street, abbreviated where they usually are: two spellings of a street have the same.
    ///
    /// - Complexity: O(n) for the length of the street.
    package var streetWords: [String] { AddressWords.words(street) }

    /// The names of the town and of the localities.
    var townNames: [String] { [town].compactMap { $0 } + names(ofType: Self.localityType) }

    /// The words of what the town lies in.
    var areaWords: Set<String> {
        Set(names(ofType: Self.areaType).flatMap(AddressWords.ofTown))
    }

    /// All words of the names of where it lies.
    var placeWords: Set<String> { areaWords.union(townNames.flatMap(AddressWords.ofTown)) }

    private func names(ofType type: String) -> [String] {
        districts.compactMap { $0.type == type ? $0.code : nil }
    }

    /// The address on one line.
    public var line: String {
        line(
            numbers: houses.map { range in
                let (first, last) = (range.numbers.lowerBound, range.numbers.upperBound)
                return first == last ? first.words : "\(first.words)-\(last.words)"
            }.joined(separator: ", ")
        )
    }

    /// The address of one of the houses on one line; ``line`` where no house is given or the entry does
    /// not name it.
    public func line(of house: HouseNumber?) -> String {
        guard let house, houses.contains(where: { $0.contains(house) }) else { return line }
        return line(numbers: house.words)
    }

    private func line(numbers: String) -> String {
        // A single house's number is where the file's readers expect it: in front or behind.
        let first = [numbers, street].filter { !$0.isEmpty }.joined(separator: " ")
        return [first, town, postcode].compactMap { $0 }.filter { !$0.isEmpty }
            .joined(separator: ", ")
    }
}
