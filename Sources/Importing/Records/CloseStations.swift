internal import Foundation
internal import Geodesy

/// Finds which of many stations lie within thirty metres of another.
///
/// Eight bytes a station are kept: its place in ten-millionths of a degree, a centimetre. Two places
/// within thirty metres of each other share a cell of sixty in one of four grids, each of which is
/// shifted by half a cell along one axis, both or none; so looking at the cells of each grid finds all.
struct CloseStations {
    /// Of each station, in the order in which they come; ``nowhere`` for one without a place.
    private var latitudes: [Int32] = []
    private var longitudes: [Int32] = []
    private static let nowhere = Int32.max

    static let closeMeters = 30.0

    /// Adds the next station.
    mutating func add(_ place: Coordinate?) {
        latitudes.append(place.map { Int32(($0.latitude * 1e7).rounded()) } ?? Self.nowhere)
        longitudes.append(place.map { Int32(($0.longitude * 1e7).rounded()) } ?? Self.nowhere)
    }

    /// The numbers, from 0, of the stations that may have another within thirty metres, and of few
    /// that have none.
    ///
    /// - Complexity: O(n + m log m) for m stations that share a cell, or seem to.
    func candidates() -> Set<Int32> {
        let cell = CellSize(latitudes.lazy.filter { $0 != Self.nowhere })
        var found: Set<Int32> = []
        for shift in 0..<4 {
            var filter = CellFilter()
            for slot in latitudes.indices where latitudes[slot] != Self.nowhere {
                filter.add(cell.key(latitudes[slot], longitudes[slot], shift))
            }
            var keyed: [(key: UInt64, slot: Int)] = []
            for slot in latitudes.indices where latitudes[slot] != Self.nowhere {
                let key = cell.key(latitudes[slot], longitudes[slot], shift)
                if filter.mayRepeat(key) { keyed.append((key, slot)) }
            }
            keyed.sort { $0.key < $1.key }
            for index in keyed.indices.dropFirst() where keyed[index].key == keyed[index - 1].key {
                found.insert(Int32(clamping: keyed[index].slot))
                found.insert(Int32(clamping: keyed[index - 1].slot))
            }
        }
        return found
    }

    /// Tells which cells hold two places or more, and of a few that they may.
    ///
    /// Source: B. H. Bloom, "Space/time trade-offs in hash coding with allowable errors", CACM 13
    /// (1970), with one hash and a second table for what came twice.
    private struct CellFilter {
        private var once = Array(repeating: UInt64(0), count: 1 << 18)
        private var twice = Array(repeating: UInt64(0), count: 1 << 18)

        mutating func add(_ key: UInt64) {
            let (word, bit) = Self.slot(key)
            if once[word] & bit != 0 { twice[word] |= bit }
            once[word] |= bit
        }

        func mayRepeat(_ key: UInt64) -> Bool {
            let (word, bit) = Self.slot(key)
            return twice[word] & bit != 0
        }

        /// Fibonacci hashing (D. E. Knuth, TAOCP 3, 6.4) into 24 bits.
        private static func slot(_ key: UInt64) -> (word: Int, bit: UInt64) {
            let hash = ((key ^ (key >> 32)) &* 0x9E37_79B9_7F4A_7C15) >> 40
            return (Int(hash >> 6), 1 << (hash & 63))
        }
    }

    /// Cells at least sixty metres wide and high, everywhere that the places lie.
    private struct CellSize {
        let height: Int64 = 5_500
        let width: Int64

        init(_ latitudes: some Sequence<Int32>) {
            let farthest = latitudes.reduce(Int64(0)) { max($0, abs(Int64($1))) }
            // Degrees of longitude shrink with the cosine of the latitude.
            let shrink = max(0.01, cos(Double(farthest) / 1e7 * .pi / 180))
            width = Int64(5_500 / shrink) + 1
        }

        func key(_ latitude: Int32, _ longitude: Int32, _ shift: Int) -> UInt64 {
            let row = (Int64(latitude) + 900_000_000 + (shift & 1 == 1 ? height / 2 : 0)) / height
            let column =
                (Int64(longitude) + 1_800_000_000 + (shift & 2 == 2 ? width / 2 : 0)) / width
            return UInt64(row) << 32 | UInt64(column)
        }
    }
}

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
    /// How many stations are kept for comparison.
    private static let limit = 20_000
    /// With how many others each is compared: more than lie together anywhere but in a file whose
    /// places are all the same.
    private static let neighbourLimit = 60
    /// How many duplicates are listed.
    static let listLimit = 1_000

    private struct Entry {
        let id: String
        let name: String
        let address: String?
        let place: Coordinate
        let words: [String]
    }

    mutating func add(id: String, name: String, address: String?, place: Coordinate) {
        guard stations.count < Self.limit else { return }
        stations.append(
            Entry(
                id: id,
                name: name,
                address: address,
                place: place,
                words: NameLikeness.words(name)
            )
        )
    }

    /// Pairs within thirty metres whose names are spellings of one, by the first one's id.
    var duplicates: [LikelyDuplicate] {
        // From south to north, so that only the next few can be close.
        let sorted = stations.sorted { $0.place.latitude < $1.place.latitude }
        var found: [LikelyDuplicate] = []
        for (index, station) in sorted.enumerated() {
            let origin = GeodesicOrigin(station.place)
            for other in sorted[(index + 1)...].prefix(Self.neighbourLimit) {
                // Thirty metres are at most 0.00028 degrees of latitude.
                if other.place.latitude - station.place.latitude > 0.00028 { break }
                let meters = origin.distance(to: other.place).meters
                guard meters <= CloseStations.closeMeters, isDuplicate(station, other) else {
                    continue
                }
                let pair = [station, other].sorted { $0.id < $1.id }
                    .map { LikelyDuplicate.Named(id: $0.id, name: $0.name) }
                found.append(
                    LikelyDuplicate(
                        first: pair[0],
                        second: pair[1],
                        distanceM: (meters * 10).rounded() / 10
                    )
                )
            }
        }
        return found.sorted { ($0.first.id, $0.second.id) < ($1.first.id, $1.second.id) }
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
