internal import Datasets
internal import Geodesy
internal import Polling
internal import Synchronization

/// What a row without coordinates says of where its station is.
struct PlacelessStation: Sendable, Hashable {
    let address: String?
    let postcode: String?
}

/// The stations without coordinates of a file, each once.
struct PlacelessStations: Sendable {
    private(set) var all: Set<PlacelessStation> = []

    /// For more than so many nothing is proposed: a whole list without coordinates is geocoded by
    /// whoever made it.
    static let limit = 20_000

    mutating func add(_ station: PlacelessStation) {
        guard all.count < Self.limit, station.address != nil || station.postcode != nil else {
            return
        }
        all.insert(station)
    }
}

/// A place that is proposed for a station without coordinates.
struct ProposedPlace: Sendable {
    let place: Coordinate
    let confidence: Double
    let reason: Finding
}

extension PlaceEvidence {
    /// Looks for stations in the published lists of addresses, and in the gazetteers of postcodes.
    ///
    /// An address has to be in a list with its house, and in no doubt; of a postcode the middle is
    /// proposed, which is a station's place within the postcode's reach alone.
    ///
    /// - Throws: What the stores throw.
    mutating func propose(
        for stations: Set<PlacelessStation>,
        addresses: (any AddressStore)?,
        postcodes store: (any PostcodeStore)?
    ) async throws {
        guard !stations.isEmpty else { return }
        let book = try await Self.book(of: stations, addresses)
        let gazetteer = try await Self.gazetteer(of: stations, store)
        for station in stations {
            proposedPlaces[station] =
                station.address.flatMap { Self.place(ofAddress: $0, station.postcode, book) }
                ?? station.postcode.flatMap { Self.place(ofPostcode: $0, gazetteer) }
        }
    }

    /// The entries with a place whose street stands in one of the stations' addresses.
    ///
    /// - Parameter isWanted: Whether an entry is looked at.
    static func book(
        of stations: Set<PlacelessStation>,
        _ store: (any AddressStore)?,
        where isWanted: @escaping @Sendable (AddressEntry) -> Bool = { _ in true }
    ) async throws -> AddressBook {
        let words = Set(stations.compactMap(\.address).flatMap { AddressBook.words($0) })
        let entries = Mutex<[AddressEntry]>([])
        try await store?.forEachAddress { batch in
            let known = batch.filter { entry in
                entry.coordinate != nil && isWanted(entry)
                    && AddressBook.words(entry.street).allSatisfy(words.contains)
            }
            entries.withLock { $0 += known }
        }
        return AddressBook(entries.withLock { $0 })
    }

    private static func gazetteer(
        of stations: Set<PlacelessStation>,
        _ store: (any PostcodeStore)?
    ) async throws -> [String: [PostcodePlace]] {
        let codes = Set(stations.compactMap(\.postcode).flatMap(Self.codes))
        let found = Mutex<[String: [PostcodePlace]]>([:])
        try await store?.forEachPostcode { batch in
            for place in batch {
                guard let code = Postcode.normal(place.code), codes.contains(code) else { continue }
                found.withLock { $0[code, default: []].append(place) }
            }
        }
        return found.withLock { $0 }
    }

    /// Places of one postcode lie no farther apart, in metres: else nothing tells which is meant.
    private static let postcodeMeters = 20_000.0
    /// How sure the place of an address is in whose list nothing names another town of such a street.
    private static let addressConfidence = 0.95
    /// The same where the address names neither the town nor the postcode of the list.
    private static let townlessConfidence = 0.7
    /// The middle of a postcode is not where the station is.
    private static let postcodeConfidence = 0.5

    private static func place(
        ofAddress address: String,
        _ postcode: String?,
        _ book: AddressBook
    ) -> ProposedPlace? {
        let text = [address, postcode].compactMap { $0 }.joined(separator: ", ")
        guard let found = book.place(of: text) else { return nil }
        return ProposedPlace(
            place: found.coordinate,
            confidence: found.isTownNamed ? addressConfidence : townlessConfidence,
            reason: Finding(
                .missingPlaceByAddress,
                ["list": .text(found.list), "place": .text(found.coordinate.shortText)]
            )
        )
    }

    private static func place(
        ofPostcode postcode: String,
        _ gazetteer: [String: [PostcodePlace]]
    ) -> ProposedPlace? {
        guard let places = codes(postcode).lazy.compactMap({ gazetteer[$0] }).first,
            let first = places.first,
            spread(of: places.map(\.coordinate)) <= postcodeMeters
        else { return nil }
        let code = Finding.Value.text(first.code)
        let place = Finding.Value.text(first.coordinate.shortText)
        return ProposedPlace(
            place: first.coordinate,
            confidence: postcodeConfidence,
            reason: first.accuracy.map { accuracy in
                Finding(
                    .missingPlaceByPostcodeWithin,
                    ["postcode": code, "accuracy_m": .length(accuracy.meters), "place": place]
                )
            } ?? Finding(.missingPlaceByPostcode, ["postcode": code, "place": place])
        )
    }

    /// How far places lie from the first, at most, in metres.
    private static func spread(of places: [Coordinate]) -> Double {
        guard let first = places.first else { return .infinity }
        return places.map { Geodesic.distance(from: first, to: $0).meters }.max() ?? 0
    }
}
