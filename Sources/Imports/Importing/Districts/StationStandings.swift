internal import Geodesy
internal import Polling

/// Where stations stand among the districts of the types that they name: most stand in one that they name,
/// where codes mean the same to both.
struct StationStandings {
    private struct Witness {
        let id: String
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

    /// The witnesses that name a district.
    private var naming: [DistrictKey: [Int]] = [:]
    /// How far witnesses stand outside all the districts of a type that they name, in metres; 0 for those
    /// within one.
    private var farness: [String: [Int: Double]] = [:]

    /// Fewer stations outside their districts are no sign of anything.
    private static let leastDisplaced = 3
    /// A station may stand across the street from its district, or in the next village, in metres.
    static let usualDistanceMeters = 1_000.0
    /// One station so far away may be meant so; a second one may be a column that has moved by a row.
    private static let leastFar = 2
    private static let shownExamples = 3

    /// - Parameter stations: Those that name districts; others tell nothing.
    init(_ stations: [Station]) {
        witnesses = stations.compactMap { station in
            station.coordinate.map { place in
                Witness(
                    id: station.id.rawValue,
                    place: place,
                    named: Set(station.districts.map(DistrictKey.init))
                )
            }
        }.sorted { $0.place.latitude < $1.place.latitude }
        for (index, witness) in witnesses.enumerated() {
            for key in witness.named { naming[key, default: []].append(index) }
        }
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
            for index in naming[key] ?? [] where farness[key.type]?[index] != 0 {
                let shape = outline ?? DistrictOutline(district.area)
                outline = shape
                let place = witnesses[index].place
                let meters = shape.holds(place) ? 0 : shape.boundaryDistance(from: place).meters
                let least = min(farness[key.type]?[index] ?? .infinity, meters)
                farness[key.type, default: [:]][index] = least
            }
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
    /// those that they name are there, or some far outside those that they name.
    ///
    /// - Parameter list: What the stations are called, such as ``AreaWording/theseStations``.
    func notes(of list: Finding) -> [ImportNote] {
        let displaced = displacedNotes(of: list) { lost, own in lost > own }
        let told = Set(displaced.map(\.type))
        return displaced.map(\.note) + farNotes(of: list, without: told)
    }

    /// What is to be said of types of which some stations stand far outside the districts that they name.
    private func farNotes(of list: Finding, without told: Set<String>) -> [ImportNote] {
        farness.sorted { $0.key < $1.key }.compactMap { type, distances -> ImportNote? in
            let far = distances.filter { $0.value > Self.usualDistanceMeters }
                .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            guard !told.contains(type), far.count >= Self.leastFar else { return nil }
            let examples = far.prefix(Self.shownExamples).map { index, meters in
                let codes = witnesses[index].named.filter { $0.type == type }.map(\.code)
                return "\(witnesses[index].id) (\(codes.min() ?? ""), \(lengthText(meters)))"
            }
            return ImportNote(
                .warning,
                Finding(
                    .stationsFarOut,
                    [
                        "count": .count(far.count), "stations": .count(distances.count),
                        "list": .finding(list), "type": .text(type.replacing("_", with: " ")),
                        "reach_m": .length(Self.usualDistanceMeters), "examples": .texts(examples),
                    ]
                )
            )
        }
    }

    /// What is to be said of types of which some addresses lie in a district that they don't name: unlike a
    /// station's, an address's own place is where its people vote.
    func addressNotes(of list: Finding) -> [ImportNote] {
        displacedNotes(of: list) { lost, own in lost * Self.addressShare > own + lost }.map(\.note)
    }

    /// One address in so many may lie on the wrong side of a boundary, as addresses are placed.
    private static let addressShare = 50

    private func displacedNotes(
        of list: Finding,
        where isTold: (_ lost: Int, _ own: Int) -> Bool
    ) -> [(type: String, note: ImportNote)] {
        others.sorted { $0.key < $1.key }.compactMap { type, displaced in
            let own = self.own[type] ?? []
            let lost = displaced.filter { index, _ in
                !own.contains(index)
                    && witnesses[index].named.contains { $0.type == type && known.contains($0) }
            }
            guard lost.count >= Self.leastDisplaced, isTold(lost.count, own.count),
                let first = lost.min(by: { $0.key < $1.key }),
                let named = witnesses[first.key].named.filter({ $0.type == type }).map(\.code).min()
            else { return nil }
            let finding = Finding(
                .stationsInOthers,
                [
                    "count": .count(lost.count), "stations": .count(lost.count + own.count),
                    "list": .finding(list), "type": .text(type.replacing("_", with: " ")),
                    "named": .text(named), "other": .text(first.value),
                ]
            )
            return (type, ImportNote(.warning, finding))
        }
    }
}
