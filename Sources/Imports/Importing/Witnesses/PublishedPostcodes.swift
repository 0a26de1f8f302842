internal import Geodesy
internal import Polling
internal import Synchronization

/// How far stations lie from the postcodes that they name, as these are published: outside their boundaries,
/// or else farther from their places in gazetteers than they reach.
struct PublishedPostcodes {
    /// In metres, 0 within; of stations whose postcode is published alone.
    private var distances: [Station.ID: Double] = [:]

    private static let type = "postcode"
    /// So far a postcode may reach from its place where the gazetteer does not say, in metres.
    private static let usualReachMeters = 45_000.0

    /// - Throws: What the stores throw.
    /// - Complexity: O(n + m) for n stations and m postcodes, and O(k) more for k corners of the boundaries
    ///   for each station outside.
    init(
        of stations: [Station],
        districts: (any DistrictStore)?,
        postcodes: (any PostcodeStore)?
    ) async throws {
        let placed = stations.filter { $0.coordinate != nil && $0.postcode != nil }
        guard !placed.isEmpty else { return }
        if let postcodes { try await read(postcodes, for: placed) }
        // Boundaries know better than gazetteers.
        if let districts { try await read(districts, for: placed) }
    }

    /// In metres; nil where nothing is published of a station's postcode.
    func meters(_ station: Station) -> Double? { distances[station.id] }

    private mutating func read(
        _ store: any PostcodeStore,
        for stations: [Station]
    ) async throws {
        let codes = stations.map { $0.postcode.map(PlaceEvidence.codes) ?? [] }
        let wanted = Set(codes.joined())
        let found = Mutex<[String: [PostcodePlace]]>([:])
        try await store.forEachPostcode { batch in
            for place in batch {
                guard let code = Postcode.normal(place.code), wanted.contains(code) else {
                    continue
                }
                found.withLock { $0[code, default: []].append(place) }
            }
        }
        let known = found.withLock { $0 }
        for (station, codes) in zip(stations, codes) {
            guard let place = station.coordinate,
                let named = codes.lazy.compactMap({ known[$0] }).first
            else { continue }
            distances[station.id] = named.map {
                let reach = $0.accuracy?.meters ?? Self.usualReachMeters
                return max(0, Geodesic.distance(from: $0.coordinate, to: place).meters - reach)
            }.min()
        }
    }

    private mutating func read(
        _ store: any DistrictStore,
        for stations: [Station]
    ) async throws {
        let testimonies = stations.compactMap { station -> PlaceTestimony? in
            guard let place = station.coordinate, let code = station.postcode else { return nil }
            return PlaceTestimony(
                name: station.id.rawValue,
                place: place,
                named: [DistrictReference(type: Self.type, code: code)]
            )
        }
        let measuring = Mutex(DistrictDistances(testimonies, limit: 0, types: [Self.type]))
        try await store.forEachDistrict { batch in measuring.withLock { $0.add(batch) } }
        let measured = measuring.withLock { $0 }
        for (index, station) in stations.enumerated() {
            if let meters = measured.meters(index, Self.type) { distances[station.id] = meters }
        }
    }
}
