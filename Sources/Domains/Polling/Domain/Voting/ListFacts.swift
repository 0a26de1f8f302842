internal import Geodesy

/// What tells where the addresses of a list are, gathered one address at a time, so that a list need not
/// be in memory.
package struct ListFacts: Sendable {
    private(set) var entryCount = 0
    /// Some of the places.
    private var places = EvenSample<Coordinate>(limit: 20_000)
    /// How many entries have each postcode, as it is written.
    private(set) var postcodes: [String: Int] = [:]
    /// How many entries have a town.
    private(set) var townCount = 0
    private(set) var towns: Set<String> = []
    /// nil where there are too many to be kept.
    private(set) var streets: Set<String>? = []
    private let streetLimit: Int

    /// How many entries have a place.
    var placedCount: Int { places.count }
    /// Some of the places, evenly spread.
    var samples: [Coordinate] { places.elements }

    /// A list without entries.
    ///
    /// - Parameter streetLimit: How many different streets are kept; whole lines are as many as addresses.
    package init(streetLimit: Int = .max) { self.streetLimit = streetLimit }

    /// Takes in an entry.
    ///
    /// - Complexity: O(1).
    package mutating func add(_ entry: AddressEntry) {
        entryCount += 1
        streets?.insert(entry.street)
        if let count = streets?.count, count > streetLimit { streets = nil }
        if let postcode = entry.postcode { postcodes[postcode, default: 0] += 1 }
        if let town = entry.town {
            townCount += 1
            towns.insert(town)
        }
        if let place = entry.coordinate { places.add(place) }
    }

    /// Takes in the entries of a part of the list, gathered by themselves.
    package mutating func add(_ other: ListFacts) {
        entryCount += other.entryCount
        if let more = other.streets { streets?.formUnion(more) } else { streets = nil }
        if let count = streets?.count, count > streetLimit { streets = nil }
        postcodes.merge(other.postcodes, uniquingKeysWith: +)
        townCount += other.townCount
        towns.formUnion(other.towns)
        places.add(other.places)
    }
}
