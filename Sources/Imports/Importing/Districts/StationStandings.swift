internal import Geodesy
internal import Polling

/// Where stations stand among the districts of the types that they name: most stand in one that they name,
/// where codes mean the same to both.
struct StationStandings {
    private struct Witness {
        let place: Coordinate
        let named: Set<DistrictKey>
    }

    /// From south to north.
    private let witnesses: [Witness]
    private let types: Set<String>
    private var known: Set<DistrictKey> = []
    /// The witnesses that stand in a district of a type that they name.
    private var own: [String: Set<Int>] = [:]
    /// Those that stand in another, and the first such.
    private var others: [String: [Int: String]] = [:]

    /// Fewer stations outside their districts are no sign of anything.
    private static let leastDisplaced = 3

    /// - Parameter stations: Those that name districts; others tell nothing.
    init(_ stations: [Station]) {
        witnesses = stations.compactMap { station in
            station.coordinate.map { place in
                Witness(place: place, named: Set(station.districts.map(DistrictKey.init)))
            }
        }.sorted { $0.place.latitude < $1.place.latitude }
        types = witnesses.reduce(into: []) { $0.formUnion($1.named.map(\.type)) }
    }

    /// Takes in some districts.
    ///
    /// - Complexity: O(log n + k) each, typical, for n stations of which k lie between its parallels.
    mutating func add(_ districts: [District]) {
        for district in districts {
            let key = DistrictKey(district.reference)
            guard types.contains(key.type), let box = district.area.boundingBox else { continue }
            known.insert(key)
            var outline: DistrictOutline?
            for index in witnesses(from: box.south, to: box.north)
            where box.contains(witnesses[index].place) {
                let witness = witnesses[index]
                guard witness.named.contains(where: { $0.type == key.type }),
                    !(own[key.type]?.contains(index) ?? false)
                else { continue }
                let shape = outline ?? DistrictOutline(district.area)
                outline = shape
                guard shape.holds(witness.place) else { continue }
                if witness.named.contains(key) {
                    own[key.type, default: []].insert(index)
                } else if others[key.type]?[index] == nil {
                    let code = DistrictKey.bareCode(district.reference.code, type: key.type)
                    others[key.type, default: [:]][index] = code
                }
            }
        }
    }

    private func witnesses(from south: Double, to north: Double) -> Range<Int> {
        func first(_ isBehind: (Witness) -> Bool) -> Int {
            var (low, high) = (0, witnesses.count)
            while low < high {
                let middle = (low + high) / 2
                if isBehind(witnesses[middle]) { high = middle } else { low = middle + 1 }
            }
            return low
        }
        let start = first { $0.place.latitude >= south }
        return start..<max(start, first { $0.place.latitude > north })
    }

    /// What is to be said of types of which most stations stand in a district that they don't name, though
    /// those that they name are there.
    ///
    /// - Parameter list: What the stations are called, such as ``AreaWording/theseStations``.
    func notes(of list: Finding) -> [ImportNote] {
        others.sorted { $0.key < $1.key }.compactMap { type, displaced -> ImportNote? in
            let own = self.own[type] ?? []
            let lost = displaced.filter { index, _ in
                !own.contains(index)
                    && witnesses[index].named.contains { $0.type == type && known.contains($0) }
            }
            guard lost.count >= Self.leastDisplaced, lost.count > own.count,
                let first = lost.min(by: { $0.key < $1.key }),
                let named = witnesses[first.key].named.filter({ $0.type == type }).map(\.code).min()
            else { return nil }
            return ImportNote(
                .warning,
                Finding(
                    .stationsInOthers,
                    [
                        "count": .count(lost.count), "stations": .count(lost.count + own.count),
                        "list": .finding(list), "type": .text(type.replacing("_", with: " ")),
                        "named": .text(named), "other": .text(first.value),
                    ]
                )
            )
        }
    }
}
