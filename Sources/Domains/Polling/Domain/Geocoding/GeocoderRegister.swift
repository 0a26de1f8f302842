internal import Datasets
internal import Geodesy

/// A station, district, address or postcode as a text may mean it.
struct GeocoderDocument: Sendable {
    let kind: GeocodedPlace.Kind
    let id: String
    let label: String
    let coordinate: Coordinate?
    let accuracy: Distance?
    /// Where it stands among the addresses; nil where it is none.
    var entry: Int?
    /// The street of an address.
    var street: Int?
    /// The postcode of a station.
    var postcode: String?

    /// How far a station's or an address's point may be from its door, in metres.
    static let doorMeters = 50.0
}

/// What a ``Geocoder`` finds, numbered in the order in which it is added.
struct GeocoderRegister {
    private(set) var documents: [GeocoderDocument] = []
    /// The words of each document.
    private(set) var words: [[String]] = []
    /// What else documents are called.
    private(set) var names: [Int: [String]] = [:]
    /// The documents of each street in one town and postcode of a list.
    private(set) var streets: [[Int]] = []
    /// The postcodes as they are written, by their normal form.
    private(set) var codes: [String: Set<String>] = [:]

    private static let door = Distance(uncheckedMeters: GeocoderDocument.doorMeters)

    /// Adds stations, by their names, addresses and postcodes.
    mutating func add(_ stations: [Station]) {
        for station in stations {
            let label = [station.name, station.address].compactMap { $0 }.joined(separator: ", ")
            add(
                GeocoderDocument(
                    kind: .station,
                    id: station.id.rawValue,
                    label: label,
                    coordinate: station.coordinate,
                    accuracy: station.coordinate.map { _ in Self.door },
                    postcode: station.postcode
                ),
                label + " " + (station.postcode ?? "")
            )
        }
    }

    /// Adds districts, by their names, types and codes; those that are postcodes, as postcodes.
    mutating func add(_ districts: [District]) {
        for district in districts {
            let key = DistrictKey(district.reference)
            if key.type == "postcode" { add(code: district.reference.code) }
            let place = district.area.interiorPlace
            add(
                GeocoderDocument(
                    kind: key.type == "postcode" ? .postcode : .district,
                    id: district.id.rawValue,
                    label: key.type == "postcode" ? district.reference.code : district.name,
                    coordinate: place,
                    accuracy: place.map { district.area.radius(from: $0) }
                ),
                key.type == "postcode"
                    ? district.reference.code
                    : "\(district.name) \(key.type) \(district.reference.code)"
            )
        }
    }

    /// Adds addresses and their streets; their houses are looked at one by one when a text has a number: 55 is
    /// among 1 to 71.
    mutating func add(_ addresses: [AddressEntry]) {
        var streetsByName: [StreetName: Int] = [:]
        for (slot, entry) in addresses.enumerated() {
            // People write `Aachenerstr.` for `Aachener Str.`
            let street = AddressWords.words(entry.street)
            if street.count > 1 { names[documents.count] = [street.joined()] }
            let name = streetsByName[StreetName(entry), default: streets.count]
            if name == streets.count {
                streetsByName[StreetName(entry)] = name
                streets.append([])
            }
            streets[name].append(documents.count)
            add(
                GeocoderDocument(
                    kind: .address,
                    id: entry.id.rawValue,
                    label: entry.line,
                    coordinate: entry.coordinate,
                    accuracy: entry.coordinate.flatMap { _ in entry.isOneDoor ? Self.door : nil },
                    entry: slot,
                    street: name
                ),
                [entry.street, entry.town, entry.postcode].compactMap { $0 }
                    .joined(separator: " ")
            )
        }
    }

    /// Adds postcodes with their places.
    mutating func add(_ postcodes: [PostcodePlace]) {
        for place in postcodes {
            add(code: place.code)
            add(
                GeocoderDocument(
                    kind: .postcode,
                    id: place.id.rawValue,
                    label: place.line,
                    coordinate: place.coordinate,
                    accuracy: place.accuracy
                ),
                place.line
            )
        }
    }

    private mutating func add(_ document: GeocoderDocument, _ text: String) {
        documents.append(document)
        words.append(AddressWords.words(text))
    }

    private mutating func add(code: String) {
        guard let normal = Postcode.normal(code), let written = Postcode.written(code) else {
            return
        }
        codes[normal, default: []].insert(written)
    }
}

/// A street of a list, in one town and postcode.
private struct StreetName: Hashable {
    let list: DatasetName
    let street: String
    let town: String?
    let postcode: String?

    init(_ entry: AddressEntry) {
        (list, street) = (entry.dataset, entry.street)
        (town, postcode) = (entry.town, entry.postcode)
    }
}

extension AddressEntry {
    /// Whether it is one house, or a line that has a number.
    fileprivate var isOneDoor: Bool {
        guard let first = houses.first else { return street.contains(where: \.isNumber) }
        return houses.count == 1 && first.numbers.lowerBound == first.numbers.upperBound
    }
}
