internal import Datasets
internal import Geodesy
internal import Polling
internal import Synchronization

/// What is published that tells where a file's stations should lie, whatever the file's coordinates
/// say: the districts and postcodes that its rows name, and the same stations as they are published.
struct PlaceEvidence: Sendable {
    /// By what rows call them; districts of several datasets may have one name.
    var districts: [DistrictReference: [BoundingBox]] = [:]
    /// By the code as ``Postcode`` writes it; several places or countries may use one.
    var postcodes: [String: [PostcodePlace]] = [:]
    /// What holds the districts of each dataset, and the published stations of the file's own.
    var areas: [BoundingBox] = []
    /// By the slug of the city; several countries may have one of the name.
    var cities: [String: [PostcodePlace]] = [:]
    /// What is proposed for stations without coordinates.
    var proposedPlaces: [PlacelessStation: ProposedPlace] = [:]
    /// By ids.
    var publishedKeys: [String: Coordinate] = [:]
    /// By name and address; nil where two places have the same.
    var publishedNames: [RecordLikeness: Coordinate?] = [:]
    /// By name alone, for addresses are written otherwise from one election to the next; nil where two
    /// places have the same.
    var publishedNamesAlone: [Int: Coordinate?] = [:]

    /// How many published stations are looked at, at most.
    static let publishedLimit = 20_000
    private static let pageSize = 4_000

    init() {}

    /// Reads what is published of some rows' districts, postcodes and stations.
    ///
    /// - Throws: What the stores throw.
    static func gather(
        _ clues: PlaceClues,
        published store: any DatasetStore<Station>,
        in dataset: DatasetName,
        districts: (any DistrictStore)?,
        postcodes: (any PostcodeStore)?,
        addresses: (any AddressStore)? = nil
    ) async throws -> PlaceEvidence {
        var evidence = PlaceEvidence()
        try await evidence.propose(
            for: clues.placeless,
            addresses: addresses,
            postcodes: postcodes
        )
        guard !clues.list.isEmpty else { return evidence }
        if let districts { try await evidence.read(districts, for: clues) }
        if let postcodes { try await evidence.read(postcodes, for: clues) }
        try await evidence.read(store, in: dataset)
        return evidence
    }

    private mutating func read(
        _ store: any DistrictStore,
        for clues: PlaceClues
    ) async throws {
        let named = Set(clues.list.flatMap(\.districts))
        let keys = Set(named.map { DistrictKey($0) })
        let found = Mutex<
            (named: [DistrictReference: [BoundingBox]], datasets: [DatasetName: BoundingBox])
        >(([:], [:]))
        try await store.forEachDistrict { batch in
            for district in batch {
                let parts = district.area.polygons.map(\.boundingBox)
                guard let box = BoundingBox.extent(of: parts) else { continue }
                found.withLock { found in
                    let known = [found.datasets[district.dataset], box].compactMap { $0 }
                    found.datasets[district.dataset] = BoundingBox.extent(of: known)
                    guard keys.contains(DistrictKey(district.reference)) else { return }
                    found.named[district.reference, default: []].append(box)
                }
            }
        }
        let (boxes, datasets) = found.withLock { $0 }
        areas += datasets.values
        districts = DistrictJoin(named: named, districts: boxes.keys).matched
            .compactMapValues { boxes[$0] }
    }

    private mutating func read(
        _ store: any PostcodeStore,
        for clues: PlaceClues
    ) async throws {
        let codes = Set(clues.list.compactMap(\.postcode).flatMap(Self.codes))
        let names = Set(clues.list.compactMap(\.city))
        guard !codes.isEmpty || !names.isEmpty else { return }
        let found = Mutex<(codes: [String: [PostcodePlace]], cities: [String: [PostcodePlace]])>(
            ([:], [:])
        )
        try await store.forEachPostcode { batch in
            for place in batch {
                if let code = Postcode.normal(place.code), codes.contains(code) {
                    found.withLock { $0.codes[code, default: []].append(place) }
                }
                if !names.isEmpty, let city = place.place.flatMap(TextNormal.slug),
                    names.contains(city)
                {
                    found.withLock { $0.cities[city, default: []].append(place) }
                }
            }
        }
        (postcodes, cities) = found.withLock { $0 }
    }

    /// A postcode as gazetteers have it, the finest first: of British ones often the first half alone.
    static func codes(_ postcode: String) -> [String] {
        guard let code = Postcode.normal(postcode) else { return [] }
        return PostcodeText.british(postcode) == nil ? [code] : [code, String(code.dropLast(3))]
    }

    private mutating func read(
        _ store: any DatasetStore<Station>,
        in dataset: DatasetName
    ) async throws {
        var position: Int64? = 0
        var count = 0
        defer { areas += [BoundingBox.extent(of: Array(publishedKeys.values))].compactMap { $0 } }
        while let from = position, count < Self.publishedLimit {
            let page = try await store.publishedPage(
                in: dataset,
                from: from,
                limit: Self.pageSize
            )
            position = page.next
            for (station, origin) in zip(page.records, page.origins) {
                count += 1
                guard let place = station.coordinate else { continue }
                publishedKeys[origin.key ?? station.importKey] = place
                guard let likeness = station.likeness else { continue }
                Self.note(place, of: likeness.name, in: &publishedNamesAlone)
                guard likeness.address != nil else { continue }
                Self.note(place, of: likeness, in: &publishedNames)
            }
        }
    }

    private static func note<Name>(
        _ place: Coordinate,
        of name: Name,
        in places: inout [Name: Coordinate?]
    ) {
        if let known = places[name], known != place {
            places[name] = .some(nil)
        } else {
            places[name] = place
        }
    }
}
