internal import Geodesy
internal import Polling
internal import ReferenceSystems

/// Asks what is known of a row's own station, whether its numbers have to be read in another way, however
/// few rows a file has: where the station is published, the district and the postcode that the row names.
struct RowWitnesses {
    private let witnesses: PlaceWitnesses
    private let reader: PlaceReader
    /// Where what is published lies.
    private let others: Neighborhood?
    private var (south, north, west, east) = (91.0, -91.0, 181.0, -181.0)

    /// Who knows of one row.
    private static let asked: [PlaceWitness] = [
        .published, .district, .postcode, .city, .country,
    ]
    /// How sure a repair is of which the row's country alone tells: countries are large.
    private static let countryConfidence = 0.9
    /// So much farther off than a witness allows for, a place is surely not where it says, in metres.
    private static let leastFarMeters = 50_000.0
    /// South of it nobody votes, degrees.
    static let leastLatitude = -60.0

    /// - Parameter clues: Of some of the rows.
    /// - Returns: nil where nothing is known of any row.
    init?(_ witnesses: PlaceWitnesses, _ clues: PlaceClues, reader: PlaceReader) {
        self.witnesses = witnesses
        self.reader = reader
        var published = PlaceSample()
        for place in witnesses.evidence.publishedKeys.values {
            published.add(place, of: PlaceSample.number(place.latitude, place.longitude))
        }
        others = Neighborhood(published)
        for place in witnesses.evidence.publishedKeys.values { hold(place) }
        for place in witnesses.evidence.publishedNames.values { if let place { hold(place) } }
        for place in witnesses.evidence.postcodes.values.joined() { hold(place.coordinate) }
        for place in witnesses.evidence.cities.values.joined() { hold(place.coordinate) }
        let countries = Set(clues.list.compactMap { witnesses.country(of: $0) })
        for box in witnesses.evidence.districts.values.joined() + countries.map(\.box) {
            (south, north) = (min(south, box.south), max(north, box.north))
            west = box.crossesAntimeridian ? -180 : min(west, box.west)
            east = box.crossesAntimeridian ? 180 : max(east, box.east)
        }
        guard west <= east else { return nil }
        // What witnesses allow for, and more.
        (south, north, west, east) = (south - 1, north + 1, west - 5, east + 5)
        // Beside the antimeridian and about a pole, what lies beyond an edge may be next to it.
        if west < -180 || east > 180 || south < -90 || north > 90 { (west, east) = (-180, 180) }
    }

    private mutating func hold(_ place: Coordinate) {
        (south, north) = (min(south, place.latitude), max(north, place.latitude))
        (west, east) = (min(west, place.longitude), max(east, place.longitude))
    }

    // MARK: Whether to ask

    /// Whether witnesses may know better where some place within a box is.
    func mayDoubt(in box: BoundingBox) -> Bool {
        guard reader.plan.system.isGeographic else { return true }
        return RepairProposal.Reading.allCases.contains { reading in
            let first = reading.applied(to: .init(x: box.west, y: box.south))
            let last = reading.applied(to: .init(x: box.east, y: box.north))
            return max(first.x, last.x) >= west && min(first.x, last.x) <= east
                && max(first.y, last.y) >= south && min(first.y, last.y) <= north
        }
    }

    /// Whether witnesses may know better: whether another reading puts a place where they know any.
    ///
    /// - Parameter place: nil for numbers that are no place.
    /// - Complexity: O(1), without a look at the row.
    func mayDoubt(_ place: Coordinate?) -> Bool {
        guard let place, reader.plan.system.isGeographic else { return true }
        return RepairProposal.Reading.allCases.contains { reading in
            let numbers = reading.applied(to: .init(x: place.longitude, y: place.latitude))
            return numbers.x >= west && numbers.x <= east && numbers.y >= south
                && numbers.y <= north
        }
    }

    // MARK: Asking

    /// The repair of a row whose witnesses all have its station far from where it stands, and agree on
    /// another reading of its numbers.
    ///
    /// - Parameter place: Where the numbers put it; nil where that is no place.
    func finding(for clue: PlaceClue, at place: Coordinate?) -> RepairFinder.Outcome? {
        var distances: [PlaceWitness: Double] = [:]
        if let place {
            for witness in Self.asked {
                guard let meters = witnesses.distance(by: witness, of: clue) else { continue }
                let distance = meters(place)
                guard distance > witness.toleranceMeters + Self.leastFarMeters else { return nil }
                distances[witness] = distance
            }
        }
        let candidates = PlaceVerdict.candidates(clue.numbers, reader)
        guard
            let testimony = witnesses.testimony(of: clue, among: candidates, by: Self.asked),
            let choice = testimony.choice, let reading = choice.reading
        else { return nil }
        if let place, testimony.witnesses == [.published],
            isMended(place, of: clue, published: choice.place)
        {
            return nil
        }
        let names = testimony.witnesses.map(\.place)
        let known = PlaceWitness.joined(names)
        let meters = testimony.witnesses.compactMap { distances[$0] }.min()
        let place = Finding.Value.text(choice.place.shortText)
        let reason =
            meters.map { meters in
                let kilometers = Int((meters / 1_000).rounded())
                let stands = Finding(
                    .standsFarFrom,
                    ["kilometers": .count(kilometers), "witnesses": .finding(known)]
                )
                return Finding(
                    .liesThere,
                    ["where": .finding(stands), "reading": .finding(reading.words), "place": place]
                )
            }
            ?? Finding(
                .liesAt,
                [
                    "where": .finding(Finding(.standsNowhere)),
                    "reading": .finding(reading.words), "witnesses": .finding(known),
                    "place": place,
                ]
            )
        return RepairFinder.Outcome(
            kind: reading.kind,
            becomes: choice.place,
            confidence: names.count > 1 || testimony.witnesses == [.published]
                ? 0.99 : testimony.witnesses == [.country] ? Self.countryConfidence : 0.95,
            reason: reason,
            isWitnessed: true
        )
    }

    /// Whether rather the published place is wrong, and the file's mends it.
    private func isMended(
        _ place: Coordinate,
        of clue: PlaceClue,
        published: Coordinate
    ) -> Bool {
        if published.latitude < Self.leastLatitude, place.latitude >= Self.leastLatitude {
            return true
        }
        if let region = witnesses.distance(by: .region, of: clue) {
            let tolerance = PlaceWitness.region.toleranceMeters
            if region(place) <= tolerance, region(published) > tolerance { return true }
        }
        guard let others else { return false }
        return others.isAmong(place) && !others.isAmong(published, besides: published)
    }
}

extension PlaceWitness {
    /// For people: where a row's station should lie.
    fileprivate var place: Finding {
        switch self {
        case .district: Finding(.itsDistrict)
        case .postcode: Finding(.itsPostcode)
        case .published: Finding(.itsPublishedPlace)
        case .region: Finding(.itsRegion)
        case .city: Finding(.itsCity)
        case .country: Finding(.itsCountry)
        }
    }

    /// Several of these as one: the first and the second and the third.
    fileprivate static func joined(_ places: [Finding]) -> Finding {
        places.dropFirst().reduce(places[0]) { all, next in
            Finding(.bothWitnesses, ["first": .finding(all), "second": .finding(next)])
        }
    }
}
