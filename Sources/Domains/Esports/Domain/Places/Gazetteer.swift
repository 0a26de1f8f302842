internal import Geodesy
internal import TextSearch

/// Cities by their names.
///
/// Those that ship are well known ones, which a name without a country means; those that were imported are
/// many, and a name of several of them means none unless the country, the part of it or the number of people
/// tells which.
package struct Gazetteer: Sendable {
    private let cities: [City]
    /// How many of them ship; they stand first.
    private let shippedCount: Int
    private let byName: [String: [Int32]]
    private let parts: Set<String>
    /// The parts of countries that shipped cities lie in, by their numbers, where those are written behind them.
    private let shippedParts: [Int: String]

    /// How much larger than any other of its name a city must be to be meant.
    private static let muchLarger = 4
    /// Within how many metres two entries are one city.
    private static let sameMeters = 30_000.0

    /// - Parameter imported: Cities beside those that ship.
    /// - Complexity: O(n).
    package init(imported: [City] = []) {
        let shipped = Self.shipped
        shippedCount = shipped.count
        cities = shipped + imported
        var byName: [String: [Int32]] = [:]
        var parts: Set<String> = []
        for (number, city) in cities.enumerated() {
            for name in Set(([city.name] + city.otherNames).map(Self.key)) where !name.isEmpty {
                byName[name, default: []].append(Int32(number))
            }
            guard let part = city.part.map(Self.key) else { continue }
            parts.insert(city.country + " " + part)
            // Some sources write the word for a part behind its name: `Jiangxi Sheng`.
            if let end = part.lastIndex(of: " ") { parts.insert(city.country + " " + part[..<end]) }
        }
        self.byName = byName
        self.parts = parts
        shippedParts = Dictionary(
            uniqueKeysWithValues: shipped.indices.compactMap { number in
                Self.partOfShipped[shipped[number].country + " " + shipped[number].name].map {
                    (number, Self.key($0))
                }
            }
        )
    }

    /// How many cities there are.
    package var count: Int { cities.count }

    static func key(_ text: String) -> String { SearchWords.parts(of: text).joined(separator: " ") }

    /// What a name may mean.
    enum Meaning: Sendable {
        /// One city. `others` are further ones of the name, which are less known.
        case city(City, others: [City])
        /// Several, and nothing tells which.
        case several([City])
        /// None that is known.
        case none
    }

    /// What a name means.
    ///
    /// - Parameters:
    ///   - words: The words of the name.
    ///   - country: The country that it lies in; nil where none is told.
    ///   - part: Words that may name the part of the country.
    /// - Complexity: O(1), and O(m²) for m cities of the name.
    func meaning(of words: [String], in country: String?, part: [String] = []) -> Meaning {
        let numbers = byName[words.joined(separator: " ")] ?? []
        var all = numbers.map(Int.init).filter { country == nil || cities[$0].country == country }
        if !part.isEmpty {
            all = all.filter { number in
                let city = cities[number]
                guard let own = city.part.map(Self.key) ?? shippedParts[number] else {
                    return false
                }
                return CountryParts.forms(of: part, in: city.country).contains { form in
                    own == form || own.hasPrefix(form + " ")
                }
            }
        }
        guard let first = all.first else { return .none }
        let known = all.filter { $0 < shippedCount }
        if known.count == 1, part.isEmpty {
            let city = cities[known[0]]
            return .city(city, others: all.map { cities[$0] }.filter { !isSame($0, city) })
        }
        let distinct = distinct(all.map { cities[$0] })
        if distinct.count == 1 { return .city(cities[first], others: []) }
        let bySize = distinct.sorted { ($0.population ?? 0) > ($1.population ?? 0) }
        if let most = bySize[0].population, let next = bySize[1].population,
            bySize.allSatisfy({ $0.population != nil }), most >= Self.muchLarger * max(1, next)
        {
            return .city(bySize[0], others: Array(bySize.dropFirst()))
        }
        return .several(distinct)
    }

    /// Whether a city that ships is called so.
    func ships(_ words: [String]) -> Bool {
        byName[words.joined(separator: " ")]?.contains { $0 < shippedCount } ?? false
    }

    /// Whether words name a part of a country.
    func isPart(_ words: [String], of country: String) -> Bool {
        parts.contains(country + " " + words.joined(separator: " "))
    }

    /// Cities without those that are entered twice.
    private func distinct(_ cities: [City]) -> [City] {
        var distinct: [City] = []
        for city in cities where !distinct.contains(where: { isSame($0, city) }) {
            distinct.append(city)
        }
        return distinct
    }

    private func isSame(_ one: City, _ other: City) -> Bool {
        one.country == other.country
            && Geodesic.distance(from: one.place, to: other.place).meters <= Self.sameMeters
    }

    /// The lines of the cities that ship, in their parts.
    private static let shippedLines: [[String]] = {
        let text = String(decoding: PackageResources.cities_txt, as: UTF8.self)
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        }
    }()

    /// The part of the country that a shipped city lies in, by the country's code and the city's name.
    private static let partOfShipped: [String: String] = Dictionary(
        shippedLines.filter { $0.count == 6 }.map { ("\($0[1]) \($0[0])", $0[5]) },
        uniquingKeysWith: { first, _ in first }
    )

    /// The cities that ship.
    package static let shipped: [City] = {
        shippedLines.compactMap { parts in
            guard parts.count == 5 || parts.count == 6, let latitude = Double(parts[2]),
                let longitude = Double(parts[3]),
                let place = try? Coordinate(latitude: latitude, longitude: longitude)
            else { return nil }
            return City(
                name: parts[0],
                otherNames: parts[4].split(separator: ";").map(String.init),
                country: parts[1],
                place: place
            )
        }
    }()
}
