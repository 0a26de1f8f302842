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
    /// Whether the file has too few rows to be judged as a whole, so that what it speaks of is asked about
    /// each of them.
    private let isFew: Bool
    /// Whether anything is known of rows besides what is published around.
    private var hasExtent: Bool { west <= east }
    /// How sure a repair is of which the row's country, or the land of the file, alone tells: they are large.
    private static let countryConfidence = 0.9
    /// The same of what is published around: the file may be another place's.
    private static let areaConfidence = 0.8
    /// So much farther off than a witness allows for, a place is surely not where it says, in metres.
    static let leastFarMeters = 50_000.0
    /// South of it nobody votes, degrees.
    static let leastLatitude = -60.0

    /// - Parameter clues: Of some of the rows.
    /// - Returns: nil where nothing is known of any row.
    init?(_ witnesses: PlaceWitnesses, _ clues: PlaceClues, reader: PlaceReader) {
        self.witnesses = witnesses
        self.reader = reader
        isFew = clues.list.count < Neighborhood.leastPlaces
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
        let lands = isFew ? witnesses.regions.map(\.box) : []
        for box in witnesses.evidence.districts.values.joined() + countries.map(\.box) + lands {
            (south, north) = (min(south, box.south), max(north, box.north))
            west = box.crossesAntimeridian ? -180 : min(west, box.west)
            east = box.crossesAntimeridian ? 180 : max(east, box.east)
        }
        guard hasExtent else {
            if witnesses.evidence.areas.isEmpty { return nil }
            return
        }
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
        if mayBeSwapped(in: box) { return true }
        guard hasExtent else { return false }
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
        guard let place else { return true }
        if mayBeSwapped(place) { return true }
        guard hasExtent else { return false }
        guard reader.plan.system.isGeographic else { return true }
        return RepairProposal.Reading.allCases.contains { reading in
            let numbers = reading.applied(to: .init(x: place.longitude, y: place.latitude))
            return numbers.x >= west && numbers.x <= east && numbers.y >= south
                && numbers.y <= north
        }
    }

    /// So much farther off is far from what is published around, in metres.
    private static let farFromAreaMeters = PlaceWitness.area.toleranceMeters + leastFarMeters

    /// Whether a place is far from what is published around, where it may be with its axes exchanged.
    private func mayBeSwapped(_ place: Coordinate) -> Bool {
        let areas = witnesses.evidence.areas
        guard !areas.isEmpty,
            areas.allSatisfy({ $0.meters(to: place) > Self.farFromAreaMeters })
        else { return false }
        guard reader.plan.system.isGeographic else { return true }
        guard
            let swapped = try? Coordinate(latitude: place.longitude, longitude: place.latitude)
        else { return false }
        return areas.contains { $0.meters(to: swapped) <= PlaceWitness.area.toleranceMeters }
    }

    /// Whether some place within a box may be so.
    private func mayBeSwapped(in box: BoundingBox) -> Bool {
        let areas = witnesses.evidence.areas
        guard reader.plan.system.isGeographic else {
            let corners = [
                (box.south, box.west), (box.south, box.east), (box.north, box.west),
                (box.north, box.east),
            ].compactMap { try? Coordinate(latitude: $0.0, longitude: $0.1) }
            return !areas.isEmpty
                && !areas.contains { area in
                    corners.allSatisfy { area.meters(to: $0) <= Self.farFromAreaMeters }
                }
        }
        let margin = Self.areaMarginDegrees
        return areas.contains { area in
            area.south <= box.east + margin && area.north >= box.west - margin
                && (area.crossesAntimeridian
                    || area.west <= box.north + margin && area.east >= box.south - margin)
        }
    }

    /// What ``PlaceWitness/area`` allows for, in degrees, and more.
    private static let areaMarginDegrees = 1.0

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
            let testimony = witnesses.testimony(
                of: clue,
                among: candidates,
                by: Self.asked + (isFew ? [.region] : [])
            ),
            let choice = testimony.choice, let reading = choice.reading
        else { return nil }
        for witness in [PlaceWitness.region, .area] where testimony.witnesses.contains(witness) {
            distances[witness] = place.flatMap { witnesses.distance(by: witness, of: clue)?($0) }
        }
        let least = PlaceWitness.region.toleranceMeters + Self.leastFarMeters
        if testimony.witnesses == [.region], distances[.region].map({ $0 <= least }) ?? false {
            return nil
        }
        if let place, testimony.witnesses == [.published],
            isMended(place, of: clue, published: choice.place)
        {
            return nil
        }
        return RepairFinder.Outcome(
            kind: reading.kind,
            becomes: choice.place,
            confidence: Self.confidence(testimony.witnesses),
            reason: Self.reason(
                reading,
                at: choice.place,
                by: testimony.witnesses,
                meters: testimony.witnesses.compactMap { distances[$0] }.filter { $0 > 0 }.min()
            ),
            isWitnessed: true
        )
    }

    /// - Parameters:
    ///   - place: Where the station lies in that reading.
    ///   - meters: How far what is written is from it, by the nearest witness; nil where that is no place.
    private static func reason(
        _ reading: RepairProposal.Reading,
        at place: Coordinate,
        by witnesses: [PlaceWitness],
        meters: Double?
    ) -> Finding {
        let known = PlaceWitness.joined(witnesses.map(\.place))
        let place = Finding.Value.text(place.shortText)
        guard let meters else {
            return Finding(
                .liesAt,
                [
                    "where": .finding(Finding(.standsNowhere)),
                    "reading": .finding(reading.words), "witnesses": .finding(known),
                    "place": place,
                ]
            )
        }
        let stands = Finding(
            .standsFarFrom,
            [
                "kilometers": .count(Int((meters / 1_000).rounded())),
                "witnesses": .finding(known),
            ]
        )
        return Finding(
            .liesThere,
            ["where": .finding(stands), "reading": .finding(reading.words), "place": place]
        )
    }

    private static func confidence(_ witnesses: [PlaceWitness]) -> Double {
        let large: Set<PlaceWitness> = [.country, .region, .area]
        guard witnesses.allSatisfy(large.contains) else {
            return witnesses.count > 1 || witnesses == [.published] ? 0.99 : 0.95
        }
        return witnesses.contains(.country) || witnesses == [.region]
            ? countryConfidence : areaConfidence
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
        case .area: Finding(.itsArea)
        }
    }

    /// Several of these as one: the first and the second and the third.
    fileprivate static func joined(_ places: [Finding]) -> Finding {
        places.dropFirst().reduce(places[0]) { all, next in
            Finding(.bothWitnesses, ["first": .finding(all), "second": .finding(next)])
        }
    }
}
