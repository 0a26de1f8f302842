internal import Datasets
package import Geodesy

extension AddressBook {
    /// Where an address is that stands in the lists without any doubt.
    package struct ListedPlace: Sendable {
        /// The place of its entry.
        package let coordinate: Coordinate
        /// The list that has it.
        package let list: String
        /// Whether the text names the entry's town or postcode.
        package let isTownNamed: Bool
    }

    /// Entries of one address lie no farther apart, in metres.
    private static let sameMeters = 100.0

    /// Where the house is that a text names; nil where the lists do not have it, where they have it at
    /// several places or without one, and where the text may mean another street or town.
    package func place(of text: String) -> ListedPlace? {
        guard let match = find(text), match.house != nil, !match.isHouseMissing,
            !match.isTownOther, !match.isStreetDoubtful, !match.isCorner,
            match.entries.allSatisfy({ !$0.houses.isEmpty }), let entry = match.entries.first,
            let first = entry.coordinate
        else { return nil }
        let isOne = match.entries.allSatisfy { other in
            guard let place = other.coordinate else { return false }
            return Geodesic.distance(from: first, to: place).meters <= Self.sameMeters
        }
        guard isOne else { return nil }
        return ListedPlace(
            coordinate: first,
            list: entry.dataset.text,
            isTownNamed: match.isPlaceNamed
        )
    }

    /// Whether a text names a state or a country, or abbreviates one.
    package static func isRegion(_ text: String) -> Bool {
        !WrittenRegion.readings(AddressWords.words(text)).isEmpty
    }

    /// The words of an address or a street, as they are looked for.
    package static func words(_ text: String) -> [String] { AddressWords.words(text) }
}
