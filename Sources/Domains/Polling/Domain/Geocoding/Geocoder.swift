internal import Geodesy

extension AddressEntry {
    /// The street with its town and postcode.
    fileprivate var streetLine: String {
        [street, town, postcode].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ", ")
    }
}

/// Finds postcodes, addresses, stations and districts by what people write, with nothing but what is
/// loaded.
public final class Geocoder: Sendable {
    private let documents: [GeocoderDocument]
    private let addresses: [AddressEntry]
    private let index: WordIndex
    /// The documents of each street in one town and postcode of a list.
    private let streets: [[Int]]
    private let regions: PostcodeRegions
    /// The box of the stations: what lies in it comes first, what lies near it before what does not.
    private let area: BoundingBox?
    /// Where most stations are.
    private let middle: Coordinate?
    /// The postcodes as they are written, by their normal form.
    private let codes: [String: Set<String>]

    /// A geocoder over the records of one reading.
    ///
    /// - Complexity: O(n).
    public init(
        stations: [Station],
        districts: [District],
        addresses: [AddressEntry],
        postcodes: [PostcodePlace]
    ) {
        var register = GeocoderRegister()
        register.add(stations)
        register.add(districts)
        register.add(addresses)
        register.add(postcodes)
        documents = register.documents
        streets = register.streets
        codes = register.codes
        index = WordIndex(register.words, names: register.names)
        self.addresses = addresses
        regions = PostcodeRegions(postcodes, towns: Set(addresses.lazy.compactMap(\.town)))
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
    ///   first; among equals those within the area of the stations, then postcodes, addresses, streets,
    ///   stations and districts in this order, of one kind beyond that area the nearer first. A
    ///   number alone that is no postcode as it stands, but one with zeros in front, is that one.
    ///   Behind a house and its street a part of the building, `Apt 4`, is passed over. Where no list
    ///   has the house that the text names, its street is found, as far as it goes.
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
        var text = GeocodedText(tokens, towns: regions.townWords)
        if let code = withLostZeros(text.words) { text.replace(with: code) }
        var known: [String: Bool] = [:]
        let hits = index.find(text.words, as: text.meanings, limit: .max) { house, slot in
            documents[slot].entry.map { addresses[$0].houses.contains { $0.contains(house) } }
                ?? false
        } isInRegion: { slot in
            let document = documents[slot]
            guard let code = document.entry.map({ addresses[$0].postcode }) ?? document.postcode
            else { return false }
            if let answer = known[code] { return answer }
            let answer = regions.holds(code, text.regions)
            known[code] = answer
            return answer
        }
        var extents: [Int: Distance] = [:]
        return candidates(hits, text, limit: max(limit, 200)).sorted(by: isBefore)
            .prefix(max(0, limit))
            .map { place($0, text, unit: unit, &extents) }
    }

    /// A document that fits, as what it is told.
    private struct Candidate {
        let slot: Int
        let kind: GeocodedPlace.Kind
        let score: Double
        let hasHouses: Bool
    }

    /// What a station counts that stands at another number than the one that is written.
    private static let otherNumberQuality = 0.8

    /// The hits with one for all houses of a street where none is the one that is written.
    private func candidates(
        _ hits: [WordIndex.Hit],
        _ text: GeocodedText,
        limit: Int
    ) -> [Candidate] {
        var candidates: [Candidate] = []
        var streets: Set<Int> = []
        let hasHouse = !text.meanings.houses.isEmpty
        for hit in hits {
            guard candidates.count < limit else { break }
            let document = documents[hit.slot]
            var (kind, score) = (document.kind, hit.score)
            if hasHouse, !hit.hasHouses {
                if let street = document.street {
                    guard streets.insert(street).inserted else { continue }
                    kind = .street
                } else if kind == .station, Self.isNumbered(document.label) {
                    score *= Self.otherNumberQuality
                }
            }
            candidates.append(
                Candidate(slot: hit.slot, kind: kind, score: score, hasHouses: hit.hasHouses)
            )
        }
        return candidates
    }

    /// Whether a house's number stands in a text.
    private static func isNumbered(_ text: String) -> Bool {
        AddressWords.words(text).contains { word in
            HouseNumber(parsing: word) != nil && !AddressWords.isOrdinal(word)
        }
    }

    private func isBefore(_ left: Candidate, _ right: Candidate) -> Bool {
        if left.hasHouses != right.hasHouses { return left.hasHouses }
        if left.score != right.score { return left.score > right.score }
        let (first, second) = (documents[left.slot], documents[right.slot])
        let (isFirstIn, isSecondIn) = (isInArea(first), isInArea(second))
        if isFirstIn != isSecondIn { return isFirstIn }
        let (rank, otherRank) = (Self.rank(left.kind), Self.rank(right.kind))
        if rank != otherRank { return rank < otherRank }
        return !isFirstIn && meters(to: first) < meters(to: second)
    }

    /// - Parameter extents: How long streets are, as far as it was found.
    private func place(
        _ candidate: Candidate,
        _ text: GeocodedText,
        unit: String?,
        _ extents: inout [Int: Distance]
    ) -> GeocodedPlace {
        var document = documents[candidate.slot]
        var accuracy = document.accuracy
        let hasHouse = !text.meanings.houses.isEmpty
        if let street = document.street, candidate.kind == .street || !hasHouse {
            let slots = streets[street]
            if candidate.kind == .street, let house = text.houses.first {
                document = documents[nearest(to: house, of: slots) ?? candidate.slot]
            }
            let isSplit = slots.allSatisfy { !addresses[documents[$0].entry ?? 0].houses.isEmpty }
            let isPlaced = document.coordinate != nil
            if isSplit, isPlaced, extents[street] == nil { extents[street] = extent(of: slots) }
            if isSplit || candidate.kind == .street {
                accuracy = isSplit && isPlaced ? extents[street] : nil
            }
        } else if candidate.kind == .station, hasHouse, !candidate.hasHouses {
            accuracy = nil
        }
        return GeocodedPlace(
            kind: candidate.kind,
            id: document.id,
            label: label(document, as: candidate.kind, text.houses),
            coordinate: document.coordinate,
            accuracy: accuracy,
            score: candidate.score,
            unit: unit
        )
    }

    private func label(
        _ document: GeocoderDocument,
        as kind: GeocodedPlace.Kind,
        _ houses: [HouseNumber]
    ) -> String {
        guard let entry = document.entry.map({ addresses[$0] }) else { return document.label }
        guard kind != .street else { return entry.streetLine }
        return entry.line(
            of: houses.first { house in entry.houses.contains { $0.contains(house) } }
        )
    }

    /// The document of a street's houses whose number is nearest to one, of those that have a place.
    private func nearest(to house: HouseNumber, of slots: [Int]) -> Int? {
        func steps(_ slot: Int) -> Int {
            let houses = documents[slot].entry.map { addresses[$0].houses } ?? []
            return houses.map { range in
                let (first, last) = (
                    range.numbers.lowerBound.number, range.numbers.upperBound.number
                )
                return max(first - house.number, house.number - last, 0)
            }.min() ?? .max
        }
        return slots.filter { documents[$0].coordinate != nil }
            .map { (slot: $0, steps: steps($0)) }.min { $0.steps < $1.steps }?.slot
    }

    /// How far a street's houses are from each other at most, with what a point may be from its door.
    private func extent(of slots: [Int]) -> Distance {
        let places = slots.compactMap { documents[$0].coordinate }
        let box = BoundingBox(holding: places)
        let southWest = Coordinate(uncheckedLatitude: box.south, longitude: box.west)
        let northEast = Coordinate(uncheckedLatitude: box.north, longitude: box.east)
        let length = Geodesic.distance(from: southWest, to: northEast).meters
        return Distance(uncheckedMeters: length + GeocoderDocument.doorMeters)
    }

    /// A postcode alone with the zeros that a spreadsheet took from it, unless it is one without them.
    ///
    /// - Returns: nil where it is none.
    private func withLostZeros(_ words: [String]) -> String? {
        guard words.count == 1, let normal = Postcode.normal(words[0]), let written = codes[normal],
            normal != words[0], !written.contains(words[0])
        else { return nil }
        return normal.lowercased()
    }

    /// How far a document's place is from the middle of the area; infinite where either is unknown.
    private func meters(to document: GeocoderDocument) -> Double {
        guard let middle, let place = document.coordinate else { return .infinity }
        return Geodesic.distance(from: middle, to: place).meters
    }

    private func isInArea(_ document: GeocoderDocument) -> Bool {
        guard let area, let place = document.coordinate else { return false }
        return area.contains(place)
    }

    private static func rank(_ kind: GeocodedPlace.Kind) -> Int {
        GeocodedPlace.Kind.allCases.firstIndex(of: kind) ?? 0
    }
}
