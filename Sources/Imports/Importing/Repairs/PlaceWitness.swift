internal import Datasets
internal import Geodesy
internal import Polling

/// Something besides its coordinates that tells where a station should lie.
enum PlaceWitness: Int, CaseIterable {
    /// The boundary of a district that the row names.
    case district
    /// The place of its postcode.
    case postcode
    /// The same station as it is published.
    case published
    /// The country or state that the file speaks of.
    case region
    /// The city that the row names, where a gazetteer has it.
    case city
    /// The country that the row names.
    case country
    /// What is published around: the districts of a dataset, or the dataset's stations. It knows of swapped
    /// axes alone, for beside a meridian another sign leads next door.
    case area

    /// What the row itself says in words.
    static let ownWords: [PlaceWitness] = [.city, .country]

    /// Up to here a place agrees, in metres.
    var toleranceMeters: Double {
        switch self {
        case .district, .area: 10_000
        case .postcode, .city: 50_000
        case .published: 1_000
        case .region, .country: 25_000
        }
    }

    /// A place that lies no farther off than the nearest one by so much, in metres, may be right as well.
    var marginMeters: Double {
        switch self {
        case .district, .postcode, .city, .area: 5_000
        case .published: 2_000
        case .region, .country: 25_000
        }
    }

    /// For people: whom the places of several rows agree with.
    ///
    /// - Parameter land: Why the file speaks of a land.
    func words(_ count: Int, land: String?) -> Finding {
        let number = Finding.Value.count(count)
        let wording: RepairWording
        switch self {
        case .district: wording = .theirDistricts
        case .postcode: wording = .theirPostcodes
        case .published: wording = .theSamePublished
        case .region:
            if let land {
                let evidence = Finding(.evidence, ["detail": .text(land)])
                return Finding(.theirLandFor, ["finding": .finding(evidence), "count": number])
            }
            wording = .theirLand
        case .city: wording = .theirCities
        case .country: wording = .theirCountries
        case .area: wording = .theirArea
        }
        return Finding(wording, ["count": number])
    }
}

/// Asks all witnesses where the stations of rows should lie.
struct PlaceWitnesses {
    let evidence: PlaceEvidence
    let regions: [GridRegion]
    let dataset: DatasetName
    let keyColumn: Int?
    /// Whether the ends of addresses are countries, as they are in a file most of whose addresses end
    /// with one: towns are called Lebanon and Peru too.
    var believesAddresses = false

    /// The country that a row names.
    func country(of clue: PlaceClue) -> Country? {
        clue.country ?? (believesAddresses ? clue.addressCountry : nil)
    }

    /// What witnesses say of a row's numbers.
    struct Testimony {
        /// What most of them are for; nil where they disagree or are for none.
        var choice: Candidate?
        /// Who is for it.
        var witnesses: [PlaceWitness] = []
    }

    /// A reading of a row's numbers, and where it puts the station.
    struct Candidate {
        /// nil for the numbers as they stand.
        let reading: RepairProposal.Reading?
        let place: Coordinate
    }

    /// What witnesses say of a row; nil where none knows anything.
    ///
    /// - Parameters:
    ///   - candidates: The readings of the numbers that are places.
    ///   - asked: Who is asked.
    func testimony(
        of clue: PlaceClue,
        among candidates: [Candidate],
        by asked: [PlaceWitness] = PlaceWitness.allCases
    ) -> Testimony? {
        var isKnown = false
        var votes: [Int: [PlaceWitness]] = [:]
        for witness in asked {
            guard let meters = distance(by: witness, of: clue) else { continue }
            isKnown = true
            for choice in vote(candidates.map { meters($0.place) }, witness) {
                votes[choice, default: []].append(witness)
            }
        }
        let swapped = swappedIntoArea(candidates)
        guard isKnown || swapped != nil else { return nil }
        var testimony = Testimony()
        let most = votes.values.map(\.count).max() ?? 0
        var best = votes.filter { $0.value.count == most }.map(\.key)
        // What is published around tells where nobody else does, and between those of whom they speak alike.
        if let swapped, best != [swapped], !isKnown || best.contains(swapped) {
            votes[swapped, default: []].append(.area)
            best = [swapped]
        }
        guard !best.isEmpty else { return testimony }
        // Where they disagree, or cannot tell two readings apart, as beside the antimeridian and about a
        // pole, nothing is said against the numbers as they stand, and one mistake is likelier than two.
        func mistakes(_ index: Int) -> Int { candidates[index].reading?.mistakes ?? 0 }
        let least = best.map(mistakes).min()
        let simplest = best.filter { mistakes($0) == least }
        let choice = simplest.count == 1 ? simplest.first : nil
        guard let choice else { return testimony }
        testimony.choice = candidates[choice]
        testimony.witnesses = votes[choice] ?? []
        return testimony
    }

    /// The reading with exchanged axes, where it alone puts a place into what is published around, and the
    /// numbers as they stand are far from that.
    private func swappedIntoArea(_ candidates: [Candidate]) -> Int? {
        guard let swapped = candidates.firstIndex(where: { $0.reading == .swapped }),
            areaMeters(candidates[swapped].place) <= PlaceWitness.area.toleranceMeters
        else { return nil }
        let written = candidates.first { $0.reading == nil }
        let least = PlaceWitness.area.toleranceMeters + RowWitnesses.leastFarMeters
        guard written.map({ areaMeters($0.place) > least }) ?? true else { return nil }
        return swapped
    }

    private func areaMeters(_ place: Coordinate) -> Double {
        Self.least(evidence.areas.map { $0.meters(to: place) })
    }

    /// Which of several distances a witness has nothing against: none where all are too far.
    private func vote(_ distances: [Double], _ witness: PlaceWitness) -> [Int] {
        guard let least = distances.min(), least <= witness.toleranceMeters else { return [] }
        return distances.indices.filter { distances[$0] <= 3 * least + witness.marginMeters }
    }

    /// How far a place lies from where a witness has a row's station; nil where it knows nothing.
    func distance(
        by witness: PlaceWitness,
        of clue: PlaceClue
    ) -> ((Coordinate) -> Double)? {
        switch witness {
        case .district:
            let boxes = clue.districts.flatMap { evidence.districts[$0] ?? [] }
            return boxes.isEmpty ? nil : { place in Self.least(boxes.map { $0.meters(to: place) }) }
        case .region:
            let boxes = regions.map(\.box)
            return boxes.isEmpty ? nil : { place in Self.least(boxes.map { $0.meters(to: place) }) }
        case .postcode:
            let codes = clue.postcode.map(PlaceEvidence.codes) ?? []
            guard let places = codes.lazy.compactMap({ evidence.postcodes[$0] }).first else {
                return nil
            }
            return { place in
                Self.least(
                    places.map {
                        let meters = Geodesic.distance(from: $0.coordinate, to: place).meters
                        return max(0, meters - ($0.accuracy?.meters ?? 0))
                    }
                )
            }
        case .country:
            guard let box = country(of: clue)?.box else { return nil }
            return { box.meters(to: $0) }
        case .city:
            guard let named = clue.city.flatMap({ evidence.cities[$0] }) else { return nil }
            let code = country(of: clue)?.code
            let places = named.filter { $0.country == nil || code == nil || $0.country == code }
            guard !places.isEmpty else { return nil }
            return { place in
                Self.least(
                    places.map { Geodesic.distance(from: $0.coordinate, to: place).meters }
                )
            }
        case .area: return evidence.areas.isEmpty ? nil : { areaMeters($0) }
        case .published:
            guard let published = published(clue) else { return nil }
            return { Geodesic.distance(from: published, to: $0).meters }
        }
    }

    private static func least(_ meters: [Double]) -> Double { meters.min() ?? .infinity }

    private func published(_ clue: PlaceClue) -> Coordinate? {
        if let keyColumn, let slug = clue.keys[keyColumn],
            let place = evidence.publishedKeys[dataset.text + "." + slug]
        {
            return place
        }
        guard let likeness = clue.likeness else { return nil }
        if let place = evidence.publishedNames[likeness] { return place }
        return evidence.publishedNamesAlone[likeness.name] ?? nil
    }
}

extension BoundingBox {
    /// How far a place lies outside, in metres, about; 0 inside.
    func meters(to place: Coordinate) -> Double {
        if contains(place) { return 0 }
        let latitude = max(south, min(north, place.latitude))
        func apart(_ edge: Double) -> Double {
            let degrees = (place.longitude - edge).magnitude
            return min(degrees, 360 - degrees)
        }
        let isBeside =
            crossesAntimeridian
            ? place.longitude >= west || place.longitude <= east
            : place.longitude >= west && place.longitude <= east
        let longitude =
            isBeside ? place.longitude : apart(west) < apart(east) ? west : east
        guard let nearest = try? Coordinate(latitude: latitude, longitude: longitude) else {
            return .infinity
        }
        return Geodesic.distance(from: nearest, to: place).meters
    }
}
