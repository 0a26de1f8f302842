internal import Geodesy
internal import ReferenceSystems

/// Finds what may be wrong with a place, and a reading of its numbers that puts it among the others.
struct RepairFinder {
    /// Where the others lie; nil where they are too few to tell.
    private let neighborhood: Neighborhood?
    private let surroundings: Surroundings
    /// Whether the published districts are those of the file's places.
    private let hasDistricts: Bool
    private let reader: PlaceReader
    private let mercator: CoordinateTransform?
    /// Whether places far from the others lie all over the Earth: then one of them that has a mirror
    /// image among the others need not have lost anything.
    private let spansGlobe: Bool
    /// What is known of the file as a whole; nil where nothing is said against it.
    let verdict: PlaceVerdict?

    /// - Parameters:
    ///   - cells: Where all places lie, roughly.
    ///   - surroundings: What is published around the places; nil where nothing is known.
    ///   - verdict: What independent evidence says of the file as a whole: then not most of the
    ///     places tell where the others lie, but those that it agrees with.
    /// - Returns: nil where nothing is known that could tell anything.
    init?(
        _ sample: PlaceSample,
        cells: GlobeCells = GlobeCells(),
        reader: PlaceReader,
        surroundings: Surroundings? = nil,
        verdict: PlaceVerdict? = nil
    ) {
        self.verdict = verdict
        let neighborhood = verdict?.neighborhood ?? Neighborhood(sample)
        let surroundings = surroundings ?? Surroundings(waters: [], districts: [])
        guard neighborhood != nil || !surroundings.isEmpty else { return nil }
        self.neighborhood = neighborhood
        self.surroundings = surroundings
        hasDistricts = surroundings.hasDistricts(of: neighborhood?.members ?? [])
        self.reader = reader
        spansGlobe = neighborhood.map(cells.spansGlobe) ?? false
        mercator = try? CoordinateTransform(
            from: CoordinateReferenceSystem(code: ReferenceSystemFinder.webMercator)
        )
    }

    struct Outcome {
        let kind: RepairProposal.Kind
        let becomes: Coordinate?
        let confidence: Double
        let reason: Finding
        /// Whether what else is known of the station tells, and not the file's other rows.
        var isWitnessed = false
    }

    /// Below it a repair is not worth a person's time.
    private static let leastConfidence = 0.8
    /// How sure it is that a place is wrong which is merely far away: a station may well be.
    private static let farConfidence = 0.5
    /// The same of a place outside all districts.
    private static let outsideConfidence = 0.5
    /// At most so sure is a repair of a place that is not far from the others as it stands: what is
    /// near lands among the others by chance more often than any place on the Earth.
    private static let nearConfidence = 0.85

    /// The repair of all rows that mends a row's numbers; nil where none does.
    ///
    /// - Parameter place: Where they put it; nil where that is no place.
    func whole(
        for numbers: PlaceReader.Numbers,
        at place: Coordinate?
    ) -> (whole: PlaceVerdict.Whole, becomes: Coordinate)? {
        verdict?.whole(for: numbers, at: place, reader: reader)
    }

    /// Whether a place is worth a look.
    ///
    /// - Parameter place: nil for numbers that are no place.
    func isSuspicious(_ place: Coordinate?) -> Bool {
        guard let place else { return neighborhood != nil }
        return neighborhood?.isFar(place) == true || surroundings.water(at: place) != nil
            || hasDistricts && surroundings.distanceOutsideDistricts(place) != nil
    }

    /// Whether a place in a box may be far from the others.
    func isAnyFar(in box: BoundingBox) -> Bool {
        guard let neighborhood else { return false }
        return [
            (box.south, box.west), (box.south, box.east), (box.north, box.west),
            (box.north, box.east),
        ]
        .contains { latitude, longitude in
            let corner = try? Coordinate(latitude: latitude, longitude: longitude)
            return corner.map(neighborhood.isFar) ?? true
        }
    }

    /// What to do about a row's numbers; nil where nothing is wrong or nothing can be said.
    ///
    /// - Parameter place: Where the numbers put it; nil where that is no place.
    func finding(for numbers: PlaceReader.Numbers, at place: Coordinate?) -> Outcome? {
        if let place, neighborhood?.isFar(place) != true {
            return findingNearby(for: numbers, at: place)
        }
        guard let neighborhood else { return nil }
        if let outcome = otherReading(of: numbers, at: place, among: neighborhood) {
            return outcome
        }
        let isZero = numbers.x == 0 || numbers.y == 0
        let isNearZero = place.map { $0.latitude.magnitude < 1 && $0.longitude.magnitude < 1 }
        if isZero || isNearZero == true {
            return Outcome(
                kind: .zeroIsland,
                becomes: nil,
                confidence: 0.95,
                reason: isZero
                    ? Finding(.zeroForCoordinate)
                    : Finding(.zeroIsland, ["where": .finding(whereabouts(place))])
            )
        }
        guard let place else { return nil }
        if let water = surroundings.water(at: place) {
            return Outcome(
                kind: .inWater,
                becomes: nil,
                confidence: Surroundings.confidence(water),
                reason: Finding(
                    .placeInWater,
                    [
                        "where": .finding(whereabouts(place)),
                        "water": .finding(described(water)),
                    ]
                )
            )
        }
        // Far from most, and yet near enough to be one of them: districts may tell.
        guard neighborhood.isLonely(place) else {
            return findingNearby(for: numbers, at: place)
        }
        return Outcome(
            kind: .farFromNeighbours,
            becomes: nil,
            confidence: Self.farConfidence,
            reason: Finding(.leaveIfRight, ["where": .finding(whereabouts(place))])
        )
    }

    /// The repair of a row whose numbers, read otherwise, put it among the others.
    private func otherReading(
        of numbers: PlaceReader.Numbers,
        at place: Coordinate?,
        among neighborhood: Neighborhood
    ) -> Outcome? {
        let readings = readings(of: numbers)
        let chance = neighborhood.share * Double(readings.count)
        // Rounded down, for nothing is certain.
        let confidence = min(0.99, ((1 - chance) * 100).rounded(.down) / 100)
        guard confidence >= Self.leastConfidence, place == nil || !spansGlobe,
            let reading = readings.first(where: {
                neighborhood.isAmong($0.place) && surroundings.water(at: $0.place) == nil
            })
        else { return nil }
        return Outcome(
            kind: reading.kind,
            becomes: reading.place,
            confidence: confidence,
            reason: Finding(
                .amongOthers,
                [
                    "where": .finding(whereabouts(place)), "reading": .finding(reading.what),
                    "place": .text(reading.place.shortText),
                ]
            )
        )
    }

    /// What to do about a place that is not too far from the others: it may lie in the water, or outside
    /// all districts.
    private func findingNearby(
        for numbers: PlaceReader.Numbers,
        at place: Coordinate
    ) -> Outcome? {
        let kind: RepairProposal.Kind
        let confidence: Double
        let reason: Finding
        if let water = surroundings.water(at: place) {
            kind = .inWater
            confidence = Surroundings.confidence(water)
            reason = Finding(.standsInWater, ["water": .finding(described(water))])
        } else if hasDistricts, let distance = surroundings.distanceOutsideDistricts(place) {
            kind = .outsideDistricts
            confidence = Self.outsideConfidence
            reason = Finding(
                .standsOutsideDistricts,
                ["distance_m": .length(distance.meters)]
            )
        } else {
            return nil
        }
        if let neighborhood,
            let reading = readings(of: numbers).first(where: {
                isSensible($0.place, neighborhood, besides: place)
            })
        {
            return Outcome(
                kind: reading.kind,
                becomes: reading.place,
                confidence: min(Self.nearConfidence, max(confidence, Self.leastConfidence)),
                reason: Finding(
                    .onLandAmongOthers,
                    [
                        "where": .finding(reason), "reading": .finding(reading.what),
                        "place": .text(reading.place.shortText),
                    ]
                )
            )
        }
        return Outcome(
            kind: kind,
            becomes: nil,
            confidence: confidence,
            reason: Finding(.leaveIfRight, ["where": .finding(reason)])
        )
    }

    /// Whether a place could be a station's: among the others, on land, and in a district where they
    /// are known.
    private func isSensible(
        _ place: Coordinate,
        _ neighborhood: Neighborhood,
        besides excluded: Coordinate
    ) -> Bool {
        neighborhood.isAmong(place, besides: excluded) && surroundings.water(at: place) == nil
            && (!hasDistricts || surroundings.isInDistrict(place))
    }

    private func described(_ water: Surroundings.Water) -> Finding {
        let shore = Finding.Value.length(water.shore.meters)
        guard let name = water.name else { return Finding(.water, ["distance_m": shore]) }
        return Finding(.namedWater, ["name": .text(name), "distance_m": shore])
    }

    private func whereabouts(_ place: Coordinate?) -> Finding {
        guard let place, let neighborhood else { return Finding(.standsNowhere) }
        let kilometers = Int((neighborhood.metersFromMiddle(place) / 1_000).rounded())
        return Finding(.standsFarFromOthers, ["kilometers": .count(kilometers)])
    }

    private struct Reading {
        let kind: RepairProposal.Kind
        let what: Finding
        let place: Coordinate
    }

    /// Other readings of the numbers that are places, the simplest first.
    private func readings(of numbers: PlaceReader.Numbers) -> [Reading] {
        let (x, y) = (numbers.x, numbers.y)
        var readings: [Reading] = []
        func add(_ kind: RepairProposal.Kind, _ what: Finding, _ place: Coordinate?) {
            if let place { readings.append(Reading(kind: kind, what: what, place: place)) }
        }
        func add(_ reading: RepairProposal.Reading) {
            add(reading.kind, reading.words, reader.place(numbers, read: reading))
        }
        add(.swapped)
        guard reader.plan.system.isGeographic else {
            let degrees = try? Coordinate(latitude: y, longitude: x)
            let swapped = try? Coordinate(latitude: x, longitude: y)
            add(.degreesOnGrid, Finding(.readAsDegrees), degrees)
            add(.degreesOnGrid, Finding(.readAsDegreesLatitudeFirst), swapped)
            return readings
        }
        for reading in RepairProposal.Reading.allCases where reading.needsDegrees { add(reading) }
        if x.magnitude > 180 || y.magnitude > 90 {
            add(.webMercator, Finding(.readAsWebMercator), mercator?.place(x: x, y: y))
        }
        return readings
    }
}
