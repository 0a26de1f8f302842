internal import Agenda
internal import Esports
internal import Importing

/// Where a tournament is: what its row says, and what that means.
struct TournamentPlace {
    /// What a row says, as it writes it.
    struct Texts {
        var venue: String?
        var address: String?
        var city: String?
        var country: String?
    }

    private(set) var venue = Venue()
    /// The place as the row writes it; nil where it says nothing.
    private(set) var text: String?
    private(set) var region: String?
    private(set) var accuracyMeters: Double?
    /// ISO 3166 alpha-2; nil where the country is not known.
    private(set) var countryCode: String?
    private(set) var format: Tournament.Format?

    /// How far the end of a city may be from its middle, in metres.
    private static let cityAccuracyMeters = 15_000.0
    /// How exactly a point of a file is taken to be.
    private static let pointAccuracyMeters = 100.0

    /// Reads the place, and notes what is left open.
    init(_ row: KindRow, _ resolver: PlaceResolver, texts: Texts) throws(RowRefusal) {
        // A code of two letters is read by its name.
        let country = texts.country.map { PlaceNames.countryCode($0).map(PlaceNames.country) ?? $0 }
        let parts = texts.city == nil ? [texts.venue, country] : [texts.city, country]
        let written = parts.compactMap { $0 }.joined(separator: ", ")
        text = written.isEmpty ? nil : written
        if let place = row.place {
            venue.name = texts.venue
            venue.address = texts.address
            venue.city = texts.city
            venue.country = texts.country
            countryCode = texts.country.flatMap(PlaceNames.countryCode)
            venue.kind = .point
            venue.place = place
            accuracyMeters = Self.pointAccuracyMeters
            format = .offline
            return
        }
        guard let text else { return }
        switch resolver.meaning(of: text) {
        case .city(let city, let others):
            take(city, texts)
            if !others.isEmpty {
                row.remark(
                    .placeTaken,
                    [
                        "text": .text(text), "city": .text(city.words),
                        "others": .texts(others.prefix(5).map(\.words)),
                    ]
                )
            }
        case .region(let name, let country): takeRegion(name, country)
        case .places(let name, let country):
            takeRegion(name, country)
            row.remark(.placesSeveral, ["text": .text(text)])
        case .online:
            venue.kind = .online
            format = .online
        case .partlyOnline: format = .hybrid
        case .nothing: row.remark(.placeUnknown, ["text": .text(text)])
        case .unknown(let name, let country):
            takeRegion(name, country)
            row.remark(.placeNotFound, ["text": .text(text)])
        case .several(let cities, let country):
            takeRegion(text, country)
            row.remark(
                .placeSeveral,
                ["text": .text(text), "cities": .texts(cities.prefix(5).map(\.words))]
            )
        }
    }

    private mutating func take(_ city: City, _ texts: Texts) {
        // A venue beside a city keeps its name.
        if texts.city != nil { (venue.name, venue.address) = (texts.venue, texts.address) }
        venue.city = city.name
        venue.country = PlaceNames.country(city.country)
        venue.kind = .city
        venue.place = city.place
        countryCode = city.country
        accuracyMeters = Self.cityAccuracyMeters
        format = .offline
    }

    private mutating func takeRegion(_ name: String, _ country: String?) {
        venue.name = name
        venue.country = country.map(PlaceNames.country)
        if venue.country == name { venue.name = nil }
        venue.kind = .region
        region = name
        countryCode = country
    }
}

extension ModuleSentence {
    static let placeUnknown = ModuleSentence(
        "esports_place_unknown",
        .place,
        "the file says that the place is not known: \"{text}\""
    )
    static let placeNotFound = ModuleSentence(
        "esports_place_not_found",
        .place,
        "no city is known of \"{text}\"; it is kept as a region without a point. Import a gazetteer "
            + "(cities), or say in a file of placenames what it means"
    )
    static let placeSeveral = ModuleSentence(
        "esports_place_several",
        .place,
        "\"{text}\" may be {cities}; it is kept as a region without a point. Say in a file of placenames which "
            + "is meant"
    )
    static let placesSeveral = ModuleSentence(
        "esports_places_several",
        .place,
        "\"{text}\" names several places; it is kept as a region without a point. Say in a file of placenames "
            + "which is meant"
    )
    static let placeTaken = ModuleSentence(
        "esports_place_taken",
        .place,
        "\"{text}\" is taken for {city}, and not for {others}; say in a file of placenames where that is wrong"
    )
}
