internal import Datasets
internal import Geodesy
internal import Polling

/// A record that says where it is and which districts it is of: each tells whether the other is right.
struct PlaceTestimony: Sendable {
    /// What it is called in a report, such as an id.
    let name: String
    let place: Coordinate
    let named: [DistrictReference]
}

/// How far records lie outside the districts that they name.
///
/// A code such as `101` may be several places': what lies in or near any district of the code that is
/// published is in its place.
struct DistrictDistances {
    /// What lies outside the districts of one type.
    struct Displaced {
        let type: String
        /// How many records name a published district of the type, and have a place.
        let judged: Int
        /// The records that lie further outside than the limit, by their numbers; the farthest first.
        let outside: [Int]
        let farthestMeters: Double
        /// Whether the codes of all these records are, but for a tenth, those of one dataset, and the
        /// other way round: they hardly are another place's.
        let fits: Bool
    }

    let testimonies: [PlaceTestimony]
    /// How far outside its district a record may lie, in metres.
    let limit: Double
    /// The keys of published districts that records name.
    private(set) var known: Set<DistrictKey> = []
    private let namers: [DistrictKey: [Int]]
    /// How far each record is from the nearest that it names, in metres; 0 within.
    private var least: [String: [Int: Double]] = [:]
    /// The codes of each dataset by type, as far as it has any that is named.
    private var codes: [DatasetName: [String: Set<DistrictKey>]] = [:]

    /// - Parameter types: Districts of these types alone; nil for all.
    init(_ testimonies: [PlaceTestimony], limit: Double, types: Set<String>? = nil) {
        self.testimonies = testimonies
        self.limit = limit
        var namers: [DistrictKey: [Int]] = [:]
        for (index, testimony) in testimonies.enumerated() {
            for key in Set(testimony.named.map(DistrictKey.init))
            where types?.contains(key.type) ?? true { namers[key, default: []].append(index) }
        }
        self.namers = namers
        namedTypes = Set(namers.keys.map(\.type))
    }

    private let namedTypes: Set<String>

    /// Takes in some districts.
    ///
    /// - Complexity: O(k) each for k records that name it, and O(m) more for m corners and each of these
    ///   that lies outside.
    mutating func add(_ districts: [District]) {
        for district in districts {
            let key = DistrictKey(district.reference)
            guard namedTypes.contains(key.type) else { continue }
            codes[district.dataset, default: [:]][key.type, default: []].insert(key)
            guard let indices = namers[key] else { continue }
            known.insert(key)
            let outline = DistrictOutline(district.area)
            for index in indices where least[key.type]?[index] != 0 {
                let place = testimonies[index].place
                let meters = outline.holds(place) ? 0 : outline.boundaryDistance(from: place).meters
                let before = least[key.type]?[index] ?? .infinity
                least[key.type, default: [:]][index] = min(before, meters)
            }
        }
    }

    /// How far a record lies outside what it names of a type, in metres; nil where none of that is known.
    func meters(_ index: Int, _ type: String) -> Double? { least[type]?[index] }

    /// How many records name a known district of a type.
    func judged(_ type: String) -> Int { least[type]?.count ?? 0 }

    /// By type, in order; of types of which nothing lies outside there is nothing.
    var displaced: [Displaced] {
        least.sorted { $0.key < $1.key }.compactMap { type, meters in
            let outside = meters.filter { $0.value > limit }
                .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            guard let farthest = outside.first?.value else { return nil }
            let named = Set(namers.keys.filter { $0.type == type })
            let fits = codes.values.contains { codes in
                let own = codes[type] ?? []
                let both = own.intersection(named).count
                return both * 10 >= own.count * 9 && both * 10 >= named.count * 9
            }
            return Displaced(
                type: type,
                judged: meters.count,
                outside: outside.map(\.key),
                farthestMeters: farthest,
                fits: fits
            )
        }
    }

    /// What is to be said of records that lie outside.
    ///
    /// - Parameters:
    ///   - list: What the records are called, such as ``AreaWording/theseStations``.
    ///   - percent: So many of a hundred may lie outside without consent, where codes fit.
    func judgment(
        of list: Finding,
        percent: Int
    ) -> (notes: [ImportNote], consents: [GuardFinding]) {
        var (notes, consents): ([ImportNote], [GuardFinding]) = ([], [])
        for displaced in displaced {
            let note = note(displaced, list)
            let count = displaced.outside.count
            if displaced.fits, count >= 3, count * 100 > displaced.judged * percent {
                consents.append(
                    GuardFinding(
                        limit: .outside,
                        count: count,
                        allowed: displaced.judged * percent / 100,
                        published: displaced.judged,
                        text: note.text,
                        values: note.finding.values
                    )
                )
            } else {
                notes.append(note)
            }
        }
        return (notes, consents)
    }

    private var limitText: String {
        limit < 1_000 ? "\(Int(limit)) m" : "\(Int(limit / 1_000)) km"
    }

    private func note(_ displaced: Displaced, _ list: Finding) -> ImportNote {
        let examples = displaced.outside.prefix(5).map { index in
            let testimony = testimonies[index]
            let codes = testimony.named.filter { DistrictKey($0).type == displaced.type }
                .map { DistrictKey.bareCode($0.code, type: displaced.type) }
            let meters = least[displaced.type]?[index] ?? 0
            let rest = codes.count > 3 ? ", ..." : ""
            return "\(testimony.name) (\(codes.prefix(3).joined(separator: ", "))\(rest): "
                + "\(lengthText(meters)))"
        }
        return ImportNote(
            .warning,
            Finding(
                .outsideNamed,
                [
                    "count": .count(displaced.outside.count), "judged": .count(displaced.judged),
                    "list": .finding(list), "limit": .text(limitText),
                    "type": .text(displaced.type.replacing("_", with: " ")),
                    "farthest": .text(lengthText(displaced.farthestMeters)),
                    "examples": .text(examples.joined(separator: "; ")),
                ]
            )
        )
    }
}
