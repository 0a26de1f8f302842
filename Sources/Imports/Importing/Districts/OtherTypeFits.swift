internal import Geodesy
internal import Polling

/// Stations that name districts of a type of which no boundaries are published where they stand, while their
/// codes are those of another type that is: `Wahlbezirk 7` beside boundaries of precincts, as `districts`
/// are imported with `--type precinct`. None of their voters would be assigned a station. Nor are they where
/// stations name no districts but of a type by which nobody is, `Ward`, and these are precincts' codes.
struct OtherTypeFits {
    /// The codes that the stations name, by the type by which stations are assigned; of other types where
    /// they name none of those.
    private let named: [String: Set<String>]
    /// How many stations name them.
    private let naming: Int
    /// Where they stand, from south to north.
    private let places: [Coordinate]
    private let codes: Set<String>
    /// The stations that stand in a district, by its type.
    private var standing: [String: Set<Int>] = [:]
    /// The codes that the stations name and districts have, by their type.
    private var found: [String: Set<String>] = [:]

    /// What has the same codes everywhere and is none of those by which stations are assigned.
    private static let otherGrounds: Set<String> = [
        "postcode", "county", "state", "city", "municipality",
    ]

    /// - Parameter stations: Those that name districts; others tell nothing.
    init(_ stations: [Station]) {
        var all: [String: Set<String>] = [:]
        for station in stations {
            for key in station.districts.map(DistrictKey.init)
            where !Self.otherGrounds.contains(key.type) {
                all[key.type, default: []].insert(key.code)
            }
        }
        let assigning = all.filter { DistrictKey.assigningTypes.contains($0.key) }
        let named = assigning.isEmpty ? all : assigning
        var places: [Coordinate] = []
        var naming = 0
        for station in stations
        where station.districts.contains(where: { named[DistrictKey($0).type] != nil }) {
            naming += 1
            if let place = station.coordinate { places.append(place) }
        }
        (self.named, self.naming) = (named, naming)
        self.places = places.sorted { $0.latitude < $1.latitude }
        codes = named.values.reduce(into: []) { $0.formUnion($1) }
    }

    /// Takes in some districts.
    ///
    /// - Complexity: O(log n + k) each, typical, for n stations of which k lie between its parallels.
    mutating func add(_ districts: [District]) {
        guard !codes.isEmpty else { return }
        for district in districts {
            let key = DistrictKey(district.reference)
            guard !Self.otherGrounds.contains(key.type), let box = district.area.boundingBox else {
                continue
            }
            if codes.contains(key.code) {
                found[key.type, default: []].insert(key.code)
            } else {
                found[key.type, default: []].formUnion([])
            }
            var outline: DistrictOutline?
            for index in first(from: box.south)..<places.count {
                guard places[index].latitude <= box.north else { break }
                guard box.contains(places[index]),
                    !(standing[key.type]?.contains(index) ?? false)
                else { continue }
                let shape = outline ?? DistrictOutline(district.area)
                outline = shape
                if shape.holds(places[index]) { standing[key.type, default: []].insert(index) }
            }
        }
    }

    /// The first station that does not stand south of a parallel.
    private func first(from south: Double) -> Int {
        var (low, high) = (0, places.count)
        while low < high {
            let middle = (low + high) / 2
            if places[middle].latitude >= south { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// Whether boundaries of a type are published where most of the stations stand.
    private func isPublished(_ type: String) -> Bool {
        guard found[type] != nil else { return false }
        return places.isEmpty || (standing[type]?.count ?? 0) * 2 >= places.count
    }

    /// What is to be said of types of which there are no boundaries where the stations stand, while at least
    /// half of the codes are those of another type that there is.
    ///
    /// - Parameters:
    ///   - list: What the stations are called, such as ``AreaWording/theseStations``.
    ///   - types: Only these are spoken of as the other one; nil for all.
    func notes(of list: Finding, among types: Set<String>? = nil) -> [ImportNote] {
        guard !named.keys.contains(where: isPublished) else { return [] }
        return named.sorted { $0.key < $1.key }.compactMap { type, codes -> ImportNote? in
            let fits = found.filter { other, _ in
                other != type && types?.contains(other) ?? true && isPublished(other)
            }.map { other, _ in
                (
                    type: other, found: found[other]?.intersection(codes).count ?? 0,
                    isAssigning: DistrictKey.assigningTypes.contains(other)
                )
            }.filter { $0.found > 0 && $0.found * 2 >= codes.count }
            let best = fits.max { left, right in
                if left.isAssigning != right.isAssigning { return right.isAssigning }
                return (left.found, right.type) < (right.found, left.type)
            }
            // Without places the ground tells nothing, and numbers of wards are everywhere.
            guard let best, best.isAssigning || !places.isEmpty else { return nil }
            if !DistrictKey.assigningTypes.contains(type) {
                return unassigned(type, codes.count, best.type, best.found, list)
            }
            return ImportNote(
                .warning,
                Finding(
                    best.isAssigning ? .otherTypeFits : .boundariesOfOtherType,
                    [
                        "named": .count(codes.count), "found": .count(best.found),
                        "type": .text(type), "other": .text(best.type), "list": .finding(list),
                    ]
                )
            )
        }
    }

    /// What is to be said of codes of a type by which nobody is assigned a station, where another has them by
    /// which voters are: in most lists of precincts nearly each station has one of its own, while of a few
    /// large districts each has many stations.
    private func unassigned(
        _ type: String,
        _ codes: Int,
        _ other: String,
        _ found: Int,
        _ list: Finding
    ) -> ImportNote? {
        guard DistrictKey.assigningTypes.contains(other), codes * 2 >= naming else { return nil }
        return ImportNote(
            .warning,
            Finding(
                .assigningTypeFits,
                [
                    "named": .count(codes), "found": .count(found), "type": .text(type),
                    "other": .text(other), "list": .finding(list),
                ]
            )
        )
    }
}
