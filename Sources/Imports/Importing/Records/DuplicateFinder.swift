internal import Geodesy

/// Two stations that may be one.
public struct LikelyDuplicate: Sendable, Hashable, Encodable {
    /// A station, as the report calls it.
    public struct Named: Sendable, Hashable, Encodable {
        /// Its id.
        public let id: String
        /// Its name.
        public let name: String
    }

    /// The one whose id comes first.
    public let first: Named
    /// The other.
    public let second: Named
    /// How far apart they lie, in metres.
    public let distanceM: Double
}

/// Gathers stations that lie close to others, and finds those that may be one under two spellings.
struct DuplicateFinder {
    private var stations: [Entry] = []
    private var textBytes = 0
    /// How many stations are kept for comparison.
    private static let limit = 20_000
    /// How many bytes of names and addresses are kept.
    private static let textLimit = 8 << 20
    /// Longer names, in bytes, are no names, and compared with none.
    private static let longestName = 200
    /// With how many others each is compared: more than lie together anywhere but in a file whose
    /// places are all the same.
    private static let neighbourLimit = 60
    /// Whether the import goes on is looked up once in so many stations.
    private static let stationsPerLook = 64
    /// How many duplicates are listed.
    static let listLimit = 1_000

    private struct Entry {
        let id: String
        let name: String
        let address: String?
        let place: Coordinate
        let words: NameWords
    }

    mutating func add(id: String, name: String, address: String?, place: Coordinate) {
        guard stations.count < Self.limit, textBytes < Self.textLimit,
            name.utf8.count <= Self.longestName
        else { return }
        textBytes += name.utf8.count + (address?.utf8.count ?? 0)
        stations.append(
            Entry(
                id: id,
                name: name,
                address: address,
                place: place,
                words: NameWords(name)
            )
        )
    }

    /// Pairs within thirty metres whose names are spellings of one, by the first one's id; the first
    /// ``listLimit``.
    var duplicates: [LikelyDuplicate] {
        // From south to north, so that only the next few can be close.
        let sorted = stations.sorted { $0.place.latitude < $1.place.latitude }
        var found: [LikelyDuplicate] = []
        for index in sorted.indices {
            // Whoever has stopped the import finds that out behind this.
            if index % Self.stationsPerLook == 0, ImportCancellation.isSet { return [] }
            let place = sorted[index].place
            let origin = GeodesicOrigin(place)
            let end = min(index + Self.neighbourLimit, sorted.count - 1)
            for other in index + 1..<end + 1 {
                // Thirty metres are at most 0.00028 degrees of latitude.
                if sorted[other].place.latitude - place.latitude > 0.00028 { break }
                let meters = origin.distance(to: sorted[other].place).meters
                guard meters <= CloseStations.closeMeters, isDuplicate(sorted[index], sorted[other])
                else { continue }
                let pair = [sorted[index], sorted[other]].sorted { $0.id < $1.id }
                    .map { LikelyDuplicate.Named(id: $0.id, name: $0.name) }
                found.append(
                    LikelyDuplicate(
                        first: pair[0],
                        second: pair[1],
                        distanceM: (meters * 10).rounded() / 10
                    )
                )
                // Where all lie together, there are more pairs than stations.
                if found.count == 20 * Self.listLimit { found = Self.first(of: found) }
            }
        }
        return Self.first(of: found)
    }

    private static func first(of found: [LikelyDuplicate]) -> [LikelyDuplicate] {
        Array(
            found.sorted { ($0.first.id, $0.second.id) < ($1.first.id, $1.second.id) }
                .prefix(listLimit)
        )
    }

    private func isDuplicate(_ station: Entry, _ other: Entry) -> Bool {
        // Several stations in one building have one name, address and place, and ids of their own.
        if station.name == other.name, station.address == other.address,
            station.place == other.place
        {
            return false
        }
        return NameLikeness.areSpellings(station.words, other.words)
    }
}
