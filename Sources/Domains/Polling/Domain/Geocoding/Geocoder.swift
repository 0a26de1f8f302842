internal import Datasets
internal import Geodesy

/// Finds postcodes, addresses, stations and districts by what people write, with nothing but what is
/// loaded.
public final class Geocoder: Sendable {
    private struct Document: Sendable {
        let kind: GeocodedPlace.Kind
        let id: String
        let label: String
        let coordinate: Coordinate?
        let accuracy: Distance?
        /// Where it stands among the addresses; nil where it is none.
        var entry: Int?
    }

    private let documents: [Document]
    private let addresses: [AddressEntry]
    private let index: WordIndex
    /// The box of the stations: what lies in it comes first, what lies near it before what does not.
    private let area: BoundingBox?
    /// Where most stations are.
    private let middle: Coordinate?
    /// The postcodes as they are written, by their normal form.
    private let codes: [String: Set<String>]

    /// How far a station's or an address's point may be from its door, in metres.
    private static let doorMeters = 50.0

    /// A geocoder over the records of one reading.
    ///
    /// - Complexity: O(n).
    public init(
        stations: [Station],
        districts: [District],
        addresses: [AddressEntry],
        postcodes: [PostcodePlace]
    ) {
        let door = Distance(uncheckedMeters: Self.doorMeters)
        var documents: [Document] = []
        var words: [[String]] = []
        func add(_ document: Document, _ text: String) {
            documents.append(document)
            words.append(AddressWords.words(text))
        }
        for station in stations {
            let label = [station.name, station.address].compactMap { $0 }.joined(separator: ", ")
            add(
                Document(
                    kind: .station,
                    id: station.id.rawValue,
                    label: label,
                    coordinate: station.coordinate,
                    accuracy: station.coordinate.map { _ in door }
                ),
                label + " " + (station.postcode ?? "")
            )
        }
        var codes: [String: Set<String>] = [:]
        func add(code: String) {
            guard let normal = Postcode.normal(code), let written = Postcode.written(code) else {
                return
            }
            codes[normal, default: []].insert(written)
        }
        for district in districts {
            let key = DistrictKey(district.reference)
            if key.type == "postcode" { add(code: district.reference.code) }
            let place = district.area.interiorPlace
            add(
                Document(
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
        for place in postcodes { add(code: place.code) }
        self.codes = codes
        var names: [Int: [String]] = [:]
        for (slot, entry) in addresses.enumerated() {
            // People write `Aachenerstr.` for `Aachener Str.`
            let street = AddressWords.words(entry.street)
            if street.count > 1 { names[documents.count] = [street.joined()] }
            // The houses are looked at one by one: 55 is among 1 to 71.
            add(
                Document(
                    kind: .address,
                    id: entry.id.rawValue,
                    label: entry.line,
                    coordinate: entry.coordinate,
                    accuracy: entry.coordinate.map { _ in door },
                    entry: slot
                ),
                [entry.street, entry.town, entry.postcode].compactMap { $0 }
                    .joined(separator: " ")
            )
        }
        self.addresses = addresses
        for place in postcodes {
            add(
                Document(
                    kind: .postcode,
                    id: place.id.rawValue,
                    label: place.line,
                    coordinate: place.coordinate,
                    accuracy: place.accuracy
                ),
                place.line
            )
        }
        self.documents = documents
        index = WordIndex(words, names: names)
        let corners = stations.compactMap(\.coordinate)
        area = corners.isEmpty ? nil : BoundingBox(holding: corners)
        middle = BoundingBox.heartland(of: stations)?.middle
    }

    /// The places that a text may mean.
    ///
    /// - Parameters:
    ///   - text: Such as `20001-1234`, `917 Boblink Cir` or `malcolm x elementary`.
    ///   - limit: How many at most.
    /// - Returns: Those of the house that the text names, then others, of each those that fit best
    ///   first; among equals those within the area of the stations, then postcodes, addresses,
    ///   stations and districts in this order, of one kind beyond that area the nearer first. A
    ///   number alone that is no postcode as it stands, but one with zeros in front, is that one.
    ///   Behind a house and its street a part of the building, `Apt 4`, is passed over.
    public func find(_ text: String, limit: Int) -> [GeocodedPlace] {
        let tokens = AddressWords.tokens(text)
        if let parted = WrittenUnit(tokens) {
            let places = find(parted.rest, unit: parted.unit, limit: limit)
            if !places.isEmpty { return places }
        }
        return find(tokens, unit: nil, limit: limit)
    }

    private func find(
        _ tokens: [AddressWords.Token],
        unit: String?,
        limit: Int
    ) -> [GeocodedPlace] {
        let words = withLostZeros(Self.withWholeHouses(Self.withoutPlusFour(tokens)))
        let hits = index.find(words, limit: max(limit, 200)) { house, slot in
            documents[slot].entry.map { entry in
                addresses[entry].houses.contains { $0.contains(house) }
            } ?? false
        }
        let house = words.lazy.compactMap(WordIndex.house)
        return hits.sorted { left, right in
            if left.hasHouses != right.hasHouses { return left.hasHouses }
            if left.score != right.score { return left.score > right.score }
            let (first, second) = (documents[left.slot], documents[right.slot])
            let (isFirstIn, isSecondIn) = (isInArea(first), isInArea(second))
            if isFirstIn != isSecondIn { return isFirstIn }
            let (rank, otherRank) = (Self.rank(first.kind), Self.rank(second.kind))
            if rank != otherRank { return rank < otherRank }
            return !isFirstIn && meters(to: first) < meters(to: second)
        }
        .prefix(max(0, limit))
        .map { hit in
            let document = documents[hit.slot]
            return GeocodedPlace(
                kind: document.kind,
                id: document.id,
                label: document.entry.map { entry in
                    addresses[entry].line(
                        of: house.first { number in
                            addresses[entry].houses.contains { $0.contains(number) }
                        }
                    )
                } ?? document.label,
                coordinate: document.coordinate,
                accuracy: document.accuracy,
                score: hit.score,
                unit: unit
            )
        }
    }

    /// The words of a text, without the last four digits of a ZIP+4: they name a side of a street that
    /// no gazetteer has. `69701-1234`, with any dash, or `697011234`.
    private static func withoutPlusFour(_ tokens: [AddressWords.Token]) -> [String] {
        var words: [String] = []
        for token in tokens {
            let isNumber = token.word.allSatisfy(\.isNumber)
            if isNumber, token.gap == "-", token.word.utf8.count == 4, let last = words.last,
                last.utf8.count == 5, last.allSatisfy(\.isNumber)
            {
                continue
            }
            let isWhole = isNumber && token.word.utf8.count == 9
            words.append(isWhole ? String(token.word.prefix(5)) : token.word)
        }
        return words
    }

    /// A postcode alone with the zeros that a spreadsheet took from it, unless it is one without them.
    private func withLostZeros(_ words: [String]) -> [String] {
        guard words.count == 1, let normal = Postcode.normal(words[0]), let written = codes[normal],
            normal != words[0], !written.contains(words[0])
        else { return words }
        return [normal.lowercased()]
    }

    /// How far a document's place is from the middle of the area; infinite where either is unknown.
    private func meters(to document: Document) -> Double {
        guard let middle, let place = document.coordinate else { return .infinity }
        return Geodesic.distance(from: middle, to: place).meters
    }

    /// Words in which `12 a` behind a street is `12a`.
    private static func withWholeHouses(_ words: [String]) -> [String] {
        var whole: [String] = []
        for (place, word) in words.enumerated() {
            if place > 1, word.count == 1, word.allSatisfy(\.isLetter), let last = whole.last,
                last.allSatisfy(\.isNumber), last.count <= 4
            {
                whole[whole.count - 1] = last + word
            } else {
                whole.append(word)
            }
        }
        return whole
    }

    private func isInArea(_ document: Document) -> Bool {
        guard let area, let place = document.coordinate else { return false }
        return area.contains(place)
    }

    private static func rank(_ kind: GeocodedPlace.Kind) -> Int {
        GeocodedPlace.Kind.allCases.firstIndex(of: kind) ?? 0
    }
}
