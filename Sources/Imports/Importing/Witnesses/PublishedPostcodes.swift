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
        try await keepWide(store, zip(stations, codes).map { ($0, $1) }, known)
    }

    /// Postcodes in the country are wider than gazetteers say: a station is on the ground of its own until
    /// another's place is much nearer.
    private mutating func keepWide(
        _ store: any PostcodeStore,
        _ stations: [(station: Station, codes: [String])],
        _ known: [String: [PostcodePlace]]
    ) async throws {
        var far: [(id: Station.ID, place: Coordinate, codes: Set<String>, meters: Double)] = []
        for (station, codes) in stations
        where distances[station.id] ?? 0 > StatedTowns.postcodeMeters {
            guard far.count < Self.farLimit else { return }
            guard let place = station.coordinate,
                let named = codes.lazy.compactMap({ known[$0] }).first,
                let meters = named.map({
                    Geodesic.distance(from: $0.coordinate, to: place).meters
                }).min()
            else { continue }
            far.append((station.id, place, Set(codes), meters))
        }
        guard !far.isEmpty else { return }
        let others = Mutex([Double](repeating: .infinity, count: far.count))
        try await store.forEachPostcode { [far] batch in
            for other in batch {
                guard let code = Postcode.normal(other.code) else { continue }
                for (index, one) in far.enumerated() where !one.codes.contains(code) {
                    let meters = Geodesic.distance(from: other.coordinate, to: one.place).meters
                    others.withLock { $0[index] = min($0[index], meters) }
                }
            }
        }
        for (one, meters) in zip(far, others.withLock { $0 })
        where meters.isFinite && meters * Self.nearerShare > one.meters
            && one.meters <= Self.widestMeters
        {
            distances[one.id] = 0
        }
    }

    /// So many stations are compared with all postcodes; where more are far, it is no postcode that is wide.
    private static let farLimit = 300
    /// No postcode reaches farther from its place, in metres: what lies in the sea is near none.
    private static let widestMeters = 100_000.0
    /// How many times as near another postcode's place is on whose ground a station stands.
    private static let nearerShare = 2.0

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
