internal import Geodesy

/// What independent evidence says of a file whose coordinates are wrong as a whole, or in a large part:
/// where its places truly lie, and how its numbers have to be read to lie there.
///
/// Some of the file's rows are asked about. A row whose place as it stands agrees with what witnesses say
/// is right, however many others are not.
struct PlaceVerdict {
    /// Where the places lie that witnesses agree with.
    let neighborhood: Neighborhood
    /// The readings that mend a large part of the rows, the one that mends most first.
    let wholes: [Whole]

    /// A reading that mends a large part of a file.
    struct Whole {
        let rule: RepairProposal.Whole
        let confidence: Double
        let reason: Finding
    }

    /// Who is asked: not the cities, for many have one name.
    private static let asked: [PlaceWitness] = [
        .district, .postcode, .published, .region, .country,
    ]
    /// Fewer places tell nothing of a file.
    private static let leastPlaces = Neighborhood.leastPlaces
    /// At least so many of those that witnesses know of have to lie where they say, in one reading or
    /// another: else the witnesses are those of another land.
    private static let leastAgreement = 0.8
    /// Below it the wrong places are the exception, and the others tell what is wrong with them.
    private static let leastShareAmiss = 0.25
    /// How sure it is at most where what is published around tells alone: the file may be another place's.
    private static let areaConfidence = 0.8
    /// A reading that mends fewer is not proposed for all.
    private static let leastShareOfReading = 0.1

    /// What witnesses say of each row that is asked about.
    private struct Poll {
        /// How many rows witnesses know of.
        private(set) var known = 0
        /// Of how many of them they choose a reading.
        private(set) var told = 0
        /// How many of those lie right as they stand.
        private(set) var written = 0
        /// How many lie right in each other reading.
        private(set) var counts: [RepairProposal.Reading: Int] = [:]
        /// How many of them each witness speaks for.
        private(set) var voices: [RepairProposal.Reading: [PlaceWitness: Int]] = [:]
        private(set) var places = PlaceSample()
        private(set) var choices: [(numbers: PlaceReader.Numbers, place: Coordinate)] = []

        init(_ clues: PlaceClues, _ witnesses: PlaceWitnesses, _ reader: PlaceReader) {
            for clue in clues.list {
                let testimony = witnesses.testimony(
                    of: clue,
                    among: PlaceVerdict.candidates(clue.numbers, reader),
                    by: PlaceVerdict.asked
                )
                guard let testimony else { continue }
                known += 1
                guard let choice = testimony.choice else { continue }
                told += 1
                places.add(choice.place, of: UInt64(told))
                choices.append((clue.numbers, choice.place))
                guard let reading = choice.reading else {
                    written += 1
                    continue
                }
                counts[reading, default: 0] += 1
                for witness in testimony.witnesses {
                    voices[reading, default: [:]][witness, default: 0] += 1
                }
            }
        }
    }

    /// - Returns: nil where nothing is known, where places lie as they stand where they should, and
    ///   where witnesses do not agree with any reading.
    init?(_ clues: PlaceClues, _ witnesses: PlaceWitnesses, reader: PlaceReader) {
        let poll = Poll(clues, witnesses, reader)
        let (known, told, written) = (poll.known, poll.told, poll.written)
        let agreement = Double(told + 1) / Double(known + 2)
        guard told >= Self.leastPlaces,
            Double(told) >= Self.leastAgreement * Double(known),
            Double(told - written) > Self.leastShareAmiss * Double(told),
            let neighborhood = Neighborhood(poll.places)
        else { return nil }
        self.neighborhood = neighborhood
        let chance = neighborhood.share * Double(RepairProposal.Reading.allCases.count)
        // Rounded down, for nothing is certain.
        let large: Set<PlaceWitness> = [.area, .region]
        let isOfAreaAlone = poll.voices.values.allSatisfy { witnesses in
            witnesses[.area] != nil && witnesses.keys.allSatisfy(large.contains)
        }
        let most = isOfAreaAlone ? Self.areaConfidence : 0.99
        let confidence = min(most, (agreement * (1 - chance) * 100).rounded(.down) / 100)
        let within = RepairProposal.Box(Self.box(of: poll.places.places, neighborhood))
        let wholes = poll.counts.filter {
            Double($0.value) >= Self.leastShareOfReading * Double(told)
        }
        .sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }
        .map { reading, count in
            let voices = (poll.voices[reading] ?? [:]).sorted { $0.key.rawValue < $1.key.rawValue }
                .map { $0.key.words($0.value, land: witnesses.regions.first?.evidence) }
            return Whole(
                rule: RepairProposal.Whole(reading: reading, within: within),
                confidence: confidence,
                reason: Self.reason(
                    known: known,
                    written: written,
                    count: count,
                    reading.plainWords,
                    voices
                )
            )
        }
        // Beside the antimeridian two readings of a row's numbers may lie in one box; then no rule for all
        // tells which is right, and each row has to be asked about.
        let contradictions = poll.choices.count { numbers, place in
            let written = try? reader.place(numbers)
            let mended = wholes.lazy.compactMap {
                $0.rule.mended(numbers, at: written, reader: reader)
            }.first
            return mended != nil && mended != place
        }
        self.wholes = contradictions * Self.exceptionShare <= poll.choices.count ? wholes : []
    }

    private static func reason(
        known: Int,
        written: Int,
        count: Int,
        _ reading: Finding,
        _ voices: [Finding]
    ) -> Finding {
        if written == 0 {
            return Finding(
                .noneLiesAsWritten,
                [
                    "places": .count(known), "count": .count(count),
                    "reading": .finding(reading), "voices": .clauses(voices),
                ]
            )
        }
        return Finding(
            .someLieAsWritten,
            [
                "places": .count(known), "written": .count(written), "count": .count(count),
                "reading": .finding(reading), "voices": .clauses(voices),
            ]
        )
    }

    /// All readings of numbers that are places, as they stand first.
    static func candidates(
        _ numbers: PlaceReader.Numbers,
        _ reader: PlaceReader
    ) -> [PlaceWitnesses.Candidate] {
        let written = (try? reader.place(numbers)).map {
            PlaceWitnesses.Candidate(reading: nil, place: $0)
        }
        return [written].compactMap { $0 }
            + RepairProposal.Reading.allCases.compactMap { reading in
                reader.place(numbers, read: reading).map {
                    PlaceWitnesses.Candidate(reading: reading, place: $0)
                }
            }
    }

    /// What holds the places, and a little more: the rows that are looked at are some of the file's.
    ///
    /// One in fifty may be a witness's mistake, where it lies far from the others.
    private static func box(of places: [Coordinate], _ neighborhood: Neighborhood) -> BoundingBox {
        let far = places.count { neighborhood.isFar($0) }
        let kept = far * exceptionShare <= places.count ? neighborhood.members : places
        let box = BoundingBox.extent(of: kept) ?? .world
        let width = box.east - box.west + (box.crossesAntimeridian ? 360 : 0)
        // The sides are widened each by its own length: beside a pole a mile holds all longitudes.
        let widened = box.widened(
            byLatitude: leastMarginDegrees + marginShare * (box.north - box.south),
            longitude: leastMarginDegrees + marginShare * width
        )
        guard widened.crossesAntimeridian, widened.east + 360 - widened.west > 180 else {
            return widened
        }
        return BoundingBox(
            uncheckedWest: -180,
            south: widened.south,
            east: 180,
            north: widened.north
        )
    }

    /// One in so many may be an exception.
    private static let exceptionShare = 50
    private static let leastMarginDegrees = 0.02
    private static let marginShare = 0.1

    /// The reading that mends a row's numbers.
    ///
    /// - Parameter place: Where they lie as they stand; nil where that is no place.
    func whole(
        for numbers: PlaceReader.Numbers,
        at place: Coordinate?,
        reader: PlaceReader
    ) -> (whole: Whole, becomes: Coordinate)? {
        for whole in wholes {
            if let mended = whole.rule.mended(numbers, at: place, reader: reader) {
                return (whole, mended)
            }
        }
        return nil
    }
}

extension RepairProposal.Reading {
    /// Of several places.
    fileprivate var plainWords: Finding {
        switch self {
        case .otherLongitudeSign: Finding(.otherLongitudes)
        case .otherLatitudeSign: Finding(.otherLatitudes)
        default: words
        }
    }
}

extension RepairProposal.Whole {
    /// The place that numbers are mended to; nil where they are right as they stand, or nothing is
    /// gained.
    func mended(
        _ numbers: PlaceReader.Numbers,
        at place: Coordinate?,
        reader: PlaceReader
    ) -> Coordinate? {
        if let place, holds(place) { return nil }
        guard let mended = reader.place(numbers, read: reading), holds(mended) else { return nil }
        return mended
    }

    private func holds(_ place: Coordinate) -> Bool {
        within.contains(latitude: place.latitude, longitude: place.longitude)
    }
}
