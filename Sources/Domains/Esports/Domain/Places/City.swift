package import Geodesy

/// A city of the world.
package struct City: Sendable, Hashable {
    /// What it is called in English.
    package let name: String
    /// What else it is called.
    package let otherNames: [String]
    /// Its country, ISO 3166 alpha-2 (`XK` for Kosovo).
    package let country: String
    /// The part of the country, as its source writes it.
    package let part: String?
    /// Its middle.
    package let place: Coordinate
    /// How many people live there; nil where that is not known.
    package let population: Int?

    /// A city with all its members.
    package init(
        name: String,
        otherNames: [String] = [],
        country: String,
        part: String? = nil,
        place: Coordinate,
        population: Int? = nil
    ) {
        self.name = name
        self.otherNames = otherNames
        self.country = country
        self.part = part
        self.place = place
        self.population = population
    }

    /// `Athens, Georgia, US`, to tell cities of one name apart.
    package var words: String {
        [name, part, country].compactMap { $0 }.joined(separator: ", ")
    }
}

/// A decision of people about what a place in a file means.
package struct PlaceDecision: Sendable, Hashable {
    /// The place as files write it.
    package let text: String
    /// The city; nil for a region.
    package let city: City?
    /// The region; nil for a city.
    package let region: String?

    /// A decision with all its members.
    package init(text: String, city: City?, region: String?) {
        self.text = text
        self.city = city
        self.region = region
    }
}
